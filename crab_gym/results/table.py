"""Tables of results: rows by task, platform, level and so on, and the total; several policies side by side.

* `summarize` - from records to rows.
* `rich_table`, `to_text`, `to_markdown` - for people; at most 100 columns wide.
* `to_csv`, `to_json` - for programs, with all digits.
* `HEADER`, `cells` - the columns and the words of a row, for others who draw tables.
* `METRICS`, `ENDS`, `scale_of` - what columns are called, and in which unit they are.
* `notes` - what a reader has to know beside the numbers: what broke, and who went back to snapshots.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from crab_gym.evaluation.graph import unknown
from crab_gym.evaluation.metrics import END_REASONS, EpisodeScore, Estimate, ScoreRow, aggregate
from crab_gym.results.records import EpisodeRecord

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "ENDS",
    "FORMATS",
    "HEADER",
    "LEGEND",
    "METRICS",
    "Line",
    "cells",
    "notes",
    "rich_table",
    "scale_of",
    "summarize",
    "to_csv",
    "to_json",
    "to_markdown",
    "to_text",
]

WIDTH = 100
LEGEND = (
    "SR success, CR completion, Cov coverage by depth, LC logical consistency: mean ± s.e. over seeds, %\n"
    "EE = CR/actions in %; CE = CR/tokens in % per 1000 tokens; - undefined for every episode\n"
    "FC false completion, RSL step limit, IA invalid action, ST stall: ends in % of scored episodes\n"
    "n episodes, of which err ended by an error and are not scored"
)
METRICS: Mapping[str, str] = {
    "success": "SR",
    "completion": "CR",
    "execution_efficiency": "EE",
    "cost_efficiency": "CE",
    "coverage": "Cov",
    "logical_consistency": "LC",
}
"""Metric, by its name in `crab_gym.evaluation.metrics.METRICS`, to what tables call it, in their order."""
ENDS: Mapping[str, str] = {"false_completion": "FC", "step_limit": "RSL", "invalid_action": "IA", "stall": "ST"}
"""End reason to what tables call it, in their order."""
_SCALES = {"cost_efficiency": 100_000.0}
_PLACES = {"execution_efficiency": 1, "cost_efficiency": 1}
HEADER = ("n", "err", *METRICS.values(), *ENDS.values())
"""Names of the columns after the first."""
_TOTALS = ("total", "policy")
_MAX_ERRORS = 10


class Line(NamedTuple):
    """A row of the table.

    Attributes:
        section: What it is about: one of `GROUPS`, ``"total"``, or ``"policy"`` for the total of one of several.
        row: Its numbers.
        policy: Of whose episodes it is, in a run of several policies; else ``""``.
    """

    section: str
    row: ScoreRow
    policy: str = ""


def summarize(records: Sequence[EpisodeRecord], by: Sequence[str] | None = None) -> list[Line]:
    """Returns the rows: those of each grouping, then the total; of several policies each on its own, then side by side.

    Args:
        records: The episodes.
        by: Names of `GROUPS`. By default tasks and platforms, of several policies platforms. An episode that is in
            several groups is in each one's row.

    Raises:
        ValueError: There is no such grouping.
    """
    from crab_gym.results.grouping import GROUPS, order_of

    policies = list(dict.fromkeys(_policy(record) for record in records))
    several = len(policies) > 1
    for name in by or ():
        if name not in GROUPS:
            unknown("grouping", name, GROUPS)
    lines: list[Line] = []
    for policy in policies:
        mine = [record for record in records if _policy(record) == policy]
        whose = policy if several else ""
        for name in dict.fromkeys(by or (("platform",) if several else ("task", "platform"))):
            members: dict[str, list[EpisodeScore]] = {}
            for record in mine:
                for group in GROUPS[name](record):
                    members.setdefault(group, []).append(record.score())
            for group in order_of(name, list(members)):
                lines.append(Line(name, _row(group, members[group]), whose))
        if not several:
            lines += [Line("total", row) for row in aggregate(record.score() for record in mine)]
    if several:
        for policy in policies:
            scores = [record.score() for record in records if _policy(record) == policy]
            lines.append(Line("policy", _row(policy, scores), policy))
    return lines


def _row(group: str, scores: Sequence[EpisodeScore]) -> ScoreRow:
    (row,) = aggregate(scores, lambda score: group)
    return row


def _policy(record: EpisodeRecord) -> str:
    return record.policy_id or record.policy


def notes(
    records: Sequence[EpisodeRecord], config: Mapping[str, Any] | None = None, by: Sequence[str] | None = None
) -> list[str]:
    """Returns lines about errors (ten at most), restores and tokens; none where there is nothing to say.

    Args:
        records: The episodes.
        config: How their run was made; it may have prices.
        by: What the table's rows are about.
    """
    from crab_gym.results.grouping import GROUPS

    broken = [record for record in records if record.error]
    lines = []
    if broken:
        lines.append(f"{len(broken)} of {len(records)} episodes ended by an error and are not scored:")
        for record in broken[:_MAX_ERRORS]:
            text = f"  {record.task} seed {record.seed}: {record.error_kind}: {' '.join(record.error.split())}"
            lines.append(_cut(text, 3 * WIDTH))
        if len(broken) > _MAX_ERRORS:
            lines.append(f"  and {len(broken) - _MAX_ERRORS} more")
    restored = sum(record.restores > 0 for record in records)
    if restored:
        lines.append(f"in {restored} of {len(records)} episodes the policy went back to snapshots")
    for name in by or ():
        outside = sum(not GROUPS[name](record) for record in records)
        if outside:
            lines.append(f"{outside} of {len(records)} episodes are in no row by {name}")
    return lines + _spent(records, config or {})


def _spent(records: Sequence[EpisodeRecord], config: Mapping[str, Any]) -> list[str]:
    """Returns a line about the tokens of each policy that has used some."""
    policies: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        policies.setdefault(_policy(record), []).append(record)
    lines = []
    for policy, mine in policies.items():
        tokens, calls = sum(record.tokens for record in mine), sum(record.calls for record in mine)
        sent, answered = sum(r.prompt_tokens for r in mine), sum(r.completion_tokens for r in mine)
        if tokens or calls:
            kept = sum(r.cached_prompt_tokens for r in mine), sum(r.cached_completion_tokens for r in mine)
            cached = f", {sum(kept):,} from a cache" if sum(kept) else ""
            apart = f" ({sent:,} sent, {answered:,} answered{cached})" if sent or answered else ""
            cost = _price(config, policy, max(sent, tokens - answered) - kept[0], answered - kept[1])
            lines.append(_cut(f"{policy}: {tokens:,} tokens{apart} in {calls:,} calls of a model{cost}", 3 * WIDTH))
    return lines


def _price(config: Mapping[str, Any], policy: str, sent: int, answered: int) -> str:
    """Returns in words what tokens cost; ``""`` where the run has no prices that can be read."""
    try:
        a_sent, an_answered = config["prices"][policy]
        return f", cost {(sent * float(a_sent) + answered * float(an_answered)) / 1e6:.2f}"
    except (KeyError, TypeError, ValueError):
        return ""


def rich_table(lines: Sequence[Line]) -> Table:
    """Returns the table for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column(_first(lines), no_wrap=True, overflow="ellipsis")
    for name in HEADER:
        table.add_column(name, justify="right", no_wrap=True)
    width = _name_width(lines)
    for i, line in enumerate(lines):
        if _heads(lines, i):
            table.add_row(_cut(line.policy, width), style="bold italic")
        last = i + 1 == len(lines) or _parts(lines, i + 1)
        style = "bold" if line.section in _TOTALS or (line.section == "platform" and not line.policy) else ""
        table.add_row(_cut(_indented(line), width), *cells(line.row), style=style, end_section=last)
    return table


def to_text(lines: Sequence[Line]) -> str:
    """Returns the table as plain text, without a final newline."""
    width = _name_width(lines)
    rows = [(_first(lines), *HEADER), *((_cut(_indented(line), width), *cells(line.row)) for line in lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    rule = "-" * (sum(widths) + len(widths) - 1)
    text = [_aligned(rows[0], widths), rule]
    for i, (row, line) in enumerate(zip(rows[1:], lines, strict=True)):
        if i and _parts(lines, i):
            text.append(rule)
        if _heads(lines, i):
            text.append(_cut(line.policy, WIDTH))
        text.append(_aligned(row, widths))
    return "\n".join(text)


def to_markdown(lines: Sequence[Line]) -> str:
    """Returns the table as Markdown, without a final newline; platforms and totals are bold."""
    text = [f"| {_first(lines)} | {' | '.join(HEADER)} |", f"|---|{'---:|' * len(HEADER)}"]
    for line in lines:
        group = f"{line.policy}: {line.row.group}" if _within(line) else line.row.group
        name = f"**{group}**" if line.section in (*_TOTALS, "platform") else group
        text.append(f"| {name.replace('|', '&#124;')} | {' | '.join(cells(line.row))} |")
    return "\n".join(text)


def _first(lines: Sequence[Line]) -> str:
    """Returns what the first column is about."""
    section = lines[0].section if lines else "task"
    return "policy" if section in _TOTALS else section


def _within(line: Line) -> bool:
    """Returns whether a row is one of several of one of several policies."""
    return bool(line.policy) and line.section not in _TOTALS


def _heads(lines: Sequence[Line], at: int) -> bool:
    """Returns whether the rows of a policy begin with this one."""
    return _within(lines[at]) and (at == 0 or lines[at].policy != lines[at - 1].policy)


def _parts(lines: Sequence[Line], at: int) -> bool:
    """Returns whether a row is of another kind than the one before it."""
    return (lines[at].section, _within(lines[at]) and lines[at].policy) != (
        lines[at - 1].section,
        _within(lines[at - 1]) and lines[at - 1].policy,
    )


def _indented(line: Line) -> str:
    return f"  {line.row.group}" if _within(line) else line.row.group


def to_csv(lines: Sequence[Line]) -> str:
    """Returns the rows as CSV: means and standard errors as fractions, empty where they are undefined."""
    out = io.StringIO()
    rows = [_flat(line) for line in lines]
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["section", "group"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def to_json(lines: Sequence[Line]) -> str:
    """Returns the rows as a JSON list, with the same keys as the CSV's columns."""
    return json.dumps([_flat(line) for line in lines], indent=2)


FORMATS = {"text": to_text, "markdown": to_markdown, "csv": to_csv, "json": to_json}
"""Name to what writes the table in that format."""


def _flat(line: Line) -> dict[str, str | int | float | None]:
    row = line.row
    flat: dict[str, str | int | float | None] = {
        "section": line.section,
        "group": row.group,
        "policy": line.policy,
        "episodes": row.episodes,
        "errors": row.errors,
    }
    for name in METRICS:
        metric: Estimate = getattr(row, name)
        flat |= {name: metric.mean, f"{name}_stderr": metric.stderr, f"{name}_left_out": metric.left_out}
    for reason in END_REASONS:
        if reason != "device_error":
            flat[f"end_{reason}"] = row.end_reasons.get(reason)
    return flat


def cells(row: ScoreRow) -> tuple[str, ...]:
    """Returns what stands in the columns of `HEADER`."""
    metrics = (_number(getattr(row, name), scale_of(name), _PLACES.get(name, 0)) for name in METRICS)
    ends = (f"{100 * row.end_reasons[reason]:.0f}" if row.end_reasons else "-" for reason in ENDS)
    return (str(row.episodes), str(row.errors), *metrics, *ends)


def scale_of(metric: str) -> float:
    """Returns what a metric, one of `METRICS`, is multiplied by in tables: 100 for %, CE's is % per 1000 tokens."""
    return _SCALES.get(metric, 100.0)


def _number(metric: Estimate, scale: float, places: int) -> str:
    if metric.mean is None:
        return "-"
    text = f"{metric.mean * scale:.{places}f}"
    return text if metric.stderr is None else f"{text}±{metric.stderr * scale:.{places}f}"


def _name_width(lines: Sequence[Line]) -> int:
    """Returns how wide the first column may be, so that all of a line fits."""
    rows = [HEADER, *(cells(line.row) for line in lines)]
    return WIDTH - sum(1 + max(len(row[k]) for row in rows) for k in range(len(HEADER))) - 1


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
    return " ".join([row[0].ljust(widths[0]), *cells])
