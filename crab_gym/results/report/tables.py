"""The tables and the curves of a report, as plain data.

* `overview` - all tables and curves.
* `policy_of` - the name of a record's policy.

`crab_gym.results.table` formats the numbers, so a report and the command line never differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from crab_gym.evaluation.metrics import END_REASONS, estimate
from crab_gym.records import EpisodeRecord
from crab_gym.results import backtracking_table, table
from crab_gym.results.grouping import GROUPS

__all__ = ["MAX_POINTS", "overview", "policy_of"]

MAX_POINTS = 400
"""Number of steps of the longest curve."""


def policy_of(record: EpisodeRecord) -> str:
    """Returns the name of a record's policy within its run."""
    return str(record.policy_id or record.policy)


def overview(records: Sequence[EpisodeRecord], config: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the first view of a run.

    Args:
        records: Its episodes.
        config: Its configuration.

    Returns:
        ``header``, ``legend`` and ``notes`` of the tables; ``tables``, each with its grouping and its rows, by policy
        if there are several; ``total``, one row per policy; ``curves``, the mean completion after each step; ``ends``,
        the number of episodes by end reason; ``policies``; ``totals``.
    """
    policies = list(dict.fromkeys(policy_of(record) for record in records))
    lines = [line for line in table.summarize(records, ["platform"]) if line.section != "platform"]
    backtracking = backtracking_table.any_went_back(lines)
    tables = [{"by": name, "rows": _rows(records, policies, name, backtracking)} for name in GROUPS]
    scored = [record for record in records if not record.score().is_error]
    return {
        "header": list(table.header(lines)),
        "legend": [
            *table.LEGEND.replace(",\n", ", ").splitlines(),
            *([backtracking_table.LEGEND] if backtracking else []),
        ],
        "notes": table.notes([replace(record, error="") for record in records], config),  # errors are listed apart
        "tables": [each for each in tables if each["rows"]],
        "total": [_line(line, policies, backtracking) for line in lines if records],
        "curves": _curves(scored, policies),
        "ends": _ends(records, policies),
        "policies": policies,
        "totals": {
            "episodes": len(records),
            "errors": len(records) - len(scored),
            "solved": sum(record.success for record in scored),
            "steps": sum(record.actions for record in records),
            "tokens": sum(record.tokens for record in records),
            "calls": sum(record.calls for record in records),
        },
    }


def _rows(
    records: Sequence[EpisodeRecord], policies: Sequence[str], by: str, backtracking: bool
) -> list[dict[str, Any]]:
    """Returns the rows of a table; the policies' rows of the same group are adjacent, for comparison."""
    rows = [_line(line, policies, backtracking) for line in table.summarize(records, [by]) if line.section == by]
    groups = list(dict.fromkeys(row["group"] for row in rows))
    return sorted(rows, key=lambda row: (groups.index(row["group"]), policies.index(row["policy"])))


def _line(line: table.TableRow, policies: Sequence[str], backtracking: bool) -> dict[str, Any]:
    more = backtracking_table.cells(line.backtracking) if backtracking else ()
    return {
        "policy": line.policy or policies[0],
        "group": line.row.group,
        "cells": [*table.cells(line.row), *more],
        "values": _values(line, backtracking),
    }


def _values(line: table.TableRow, backtracking: bool) -> list[float | None]:
    """Returns the values behind a row's cells, in their order, and then the standard errors of SR and CR."""
    row = line.row
    means = [getattr(row, name).mean for name in table.METRICS]
    ends = [row.end_reasons.get(reason) for reason in table.ENDS]
    return [
        row.episodes,
        row.errors,
        *means,
        row.passed_once,
        row.passed_ratio,
        row.side_effects,
        row.refused,
        *ends,
        *(backtracking_table.values(line.backtracking).values() if backtracking else ()),
        row.success.stderr,
        row.completion.stderr,
    ]


def _curves(records: Sequence[EpisodeRecord], policies: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the mean completion after each step, with its standard error over seeds.

    There is one curve per policy; with only one policy, there is one per platform. An ended episode keeps its
    completion, so that a curve never falls just because only hard episodes go on.
    """
    several = len(policies) > 1
    groups: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        groups.setdefault(policy_of(record) if several else _platform(record), []).append(record)
    curves = []
    for name, members in groups.items():
        length = min(MAX_POINTS, max(record.actions for record in members))
        means, errors = [], []
        for k in range(length + 1):
            completion = estimate([_completion(record, k) for record in members], [record.seed for record in members])
            means.append(round(completion.mean or 0.0, 5))
            errors.append(round(completion.stderr or 0.0, 5))
        curves.append({"name": name, "episodes": len(members), "mean": means, "stderr": errors})
    return curves


def _platform(record: EpisodeRecord) -> str:
    return record.task.partition(".")[0]


def _completion(record: EpisodeRecord, step: int) -> float:
    """Returns the completion ratio of an episode after a step; 0 before the first."""
    last_step = min(step, record.actions)
    return record.steps[last_step - 1].completion if last_step else 0.0


def _ends(records: Sequence[EpisodeRecord], policies: Sequence[str]) -> dict[str, Any]:
    """Returns the number of episodes by end reason; ``"error"`` counts those that an error ended."""
    several = len(policies) > 1
    rows: dict[str, Counter[str]] = {}
    for record in records:
        reason = "error" if record.score().is_error else record.end_reason
        names = [policy_of(record)] if several else [_platform(record), "all"]
        for name in names:
            rows.setdefault(name, Counter())[reason] += 1
    if len(rows) == 2 and "all" in rows:
        del rows["all"]  # the same as the only platform
    reasons = [reason for reason in (*END_REASONS, "error") if any(row[reason] for row in rows.values())]
    names = sorted(rows, key=lambda name: name == "all")  # "all" is last
    return {"reasons": reasons, "rows": [[name, [rows[name][reason] for reason in reasons]] for name in names]}
