"""The tables and the curves of a report, as plain data.

* `overview` - all of them.
* `policy_of` - what a record's policy is called.

Numbers are worded as `crab_gym.table` words them, so that a report and the command line never differ.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym import table
from crab_gym.evaluation.metrics import END_REASONS, EpisodeScore, Row, aggregate
from crab_gym.records import EpisodeRecord

__all__ = ["MAX_POINTS", "overview", "policy_of"]

MAX_POINTS = 400
"""Steps of the longest curve."""
_METRICS = ("success", "completion", "execution_efficiency", "cost_efficiency", "coverage", "logical_consistency")
_ENDS = ("false_completion", "step_limit", "invalid_action", "stall")

Group = Callable[[EpisodeRecord], str]
GROUPS: Mapping[str, Group] = {
    "task": lambda record: record.task,
    "platform": lambda record: record.task.partition(".")[0],
}
"""What the rows of a table can be about, to what puts an episode into one."""


def policy_of(record: EpisodeRecord) -> str:
    """Returns what a record's policy is called in its run."""
    return str(record.policy_id or record.policy)


def overview(records: Sequence[EpisodeRecord]) -> dict[str, Any]:
    """Returns the first view of a run.

    Returns:
        ``header`` and ``legend`` of the tables; ``tables``: by what, and their rows, for each policy on its own where
        there are several; ``curves``: mean completion after each step; ``ends``: how many episodes ended for which
        reason; ``policies``; ``totals``.
    """
    policies = list(dict.fromkeys(policy_of(record) for record in records))
    tables = [{"by": name, "rows": _rows(records, policies, group)} for name, group in GROUPS.items()]
    tables.append({"by": "policy" if len(policies) > 1 else "all", "rows": _rows(records, policies, None)})
    return {
        "header": list(table.HEADER),
        "legend": table.LEGEND.splitlines(),
        "tables": tables,
        "curves": _curves(records, policies),
        "ends": _ends(records, policies),
        "policies": policies,
        "totals": {
            "episodes": len(records),
            "errors": sum(record.score().is_error for record in records),
            "solved": sum(record.success for record in records if not record.score().is_error),
            "steps": sum(record.actions for record in records),
            "tokens": sum(record.tokens for record in records),
            "calls": sum(record.calls for record in records),
            "restored": sum(record.restores > 0 for record in records),
        },
    }


def _rows(records: Sequence[EpisodeRecord], policies: Sequence[str], group: Group | None) -> list[dict[str, Any]]:
    members: dict[tuple[str, str], list[EpisodeScore]] = {}
    for record in records:
        name = policy_of(record) if group is None else group(record)
        members.setdefault((name, policy_of(record)), []).append(record.score())
    names = list(dict.fromkeys(name for name, _ in members))
    order = sorted(members, key=lambda key: (names.index(key[0]), policies.index(key[1])))
    rows = [(key, aggregate(members[key])[0]) for key in order]
    return [
        {"policy": policy, "group": name, "cells": list(table.cells(row)), "values": _values(row)}
        for (name, policy), row in rows
    ]


def _values(row: Row) -> list[float | None]:
    """Returns what the cells of a row are made of, in their order, and then the standard errors of SR and CR."""
    means = [getattr(row, name).mean for name in _METRICS]
    ends = [row.end_reasons.get(reason) for reason in _ENDS]
    return [row.episodes, row.errors, *means, *ends, row.success.stderr, row.completion.stderr]


def _curves(records: Sequence[EpisodeRecord], policies: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the mean completion after each step, with its standard error: a curve a policy, or a platform.

    An episode that has ended keeps its completion, so that a curve never falls because only hard ones go on.
    """
    several = len(policies) > 1
    groups: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        if not record.score().is_error:
            groups.setdefault(policy_of(record) if several else GROUPS["platform"](record), []).append(record)
    curves = []
    for name, members in groups.items():
        length = min(MAX_POINTS, max(record.actions for record in members))
        means, errors = [], []
        for k in range(length + 1):
            values = [_completion(record, k) for record in members]
            mean = math.fsum(values) / len(values)
            spread = math.fsum((value - mean) ** 2 for value in values)
            means.append(round(mean, 5))
            errors.append(round(math.sqrt(spread / (len(values) - 1) / len(values)), 5) if len(values) > 1 else 0.0)
        curves.append({"name": name, "episodes": len(members), "mean": means, "stderr": errors})
    return curves


def _completion(record: EpisodeRecord, step: int) -> float:
    """Returns the completion ratio of an episode after a step, 0 before the first."""
    taken = min(step, record.actions)
    return record.steps[taken - 1].completion if taken else 0.0


def _ends(records: Sequence[EpisodeRecord], policies: Sequence[str]) -> dict[str, Any]:
    """Returns how many episodes ended for which reason; those that ended by an error count as such."""
    several = len(policies) > 1
    rows: dict[str, Counter[str]] = {}
    for record in records:
        reason = "error" if record.score().is_error else record.end_reason
        names = [policy_of(record)] if several else [GROUPS["platform"](record), "all"]
        for name in names:
            rows.setdefault(name, Counter())[reason] += 1
    if len(rows) == 2 and "all" in rows:
        del rows["all"]  # the same as the only platform
    reasons = [reason for reason in (*END_REASONS, "error") if any(row[reason] for row in rows.values())]
    last = sorted(rows, key=lambda name: name == "all")
    return {"reasons": reasons, "rows": [[name, [rows[name][reason] for reason in reasons]] for name in last]}
