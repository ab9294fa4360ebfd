"""Tables of results: a row a task, a row a platform, and the total.

* `summarize` - from records to rows.
* `rich_table`, `to_text`, `to_markdown` - for people; at most 100 columns wide.
* `to_csv`, `to_json` - for programs, with all digits.
* `HEADER`, `cells` - the columns and the words of a row, for others who draw tables.
* `notes` - what a reader has to know beside the numbers: what broke, and who went back to snapshots.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from crab_gym.evaluation.metrics import END_REASONS, Estimate, Row, aggregate
from crab_gym.records import EpisodeRecord

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "FORMATS",
    "HEADER",
    "LEGEND",
    "Line",
    "cells",
    "notes",
    "rich_table",
    "summarize",
    "to_csv",
    "to_json",
    "to_markdown",
    "to_text",
]

WIDTH = 100
LEGEND = (
    "SR success, CR completion, Cov coverage by depth, LC logical consistency: mean ± s.e. in %\n"
    "EE = CR/actions in %; CE = CR/tokens in % per 1000 tokens; - undefined for every episode\n"
    "FC false completion, SL step limit, IA invalid action, ST stall: ends in % of the scored episodes\n"
    "n episodes, of which err ended by an error and are not scored"
)
_ENDS = {"false_completion": "FC", "step_limit": "SL", "invalid_action": "IA", "stall": "ST"}
_METRICS = {
    "success": "SR",
    "completion": "CR",
    "execution_efficiency": "EE",
    "cost_efficiency": "CE",
    "coverage": "Cov",
    "logical_consistency": "LC",
}
_SCALE = {"cost_efficiency": 100_000.0}
_PLACES = {"execution_efficiency": 1, "cost_efficiency": 1}
HEADER = ("n", "err", *_METRICS.values(), *_ENDS.values())
"""Names of the columns after the first."""
_MAX_ERRORS = 10


class Line(NamedTuple):
    """A row of the table, and what it is about: ``"task"``, ``"platform"`` or ``"total"``."""

    section: str
    row: Row


def summarize(records: Sequence[EpisodeRecord]) -> list[Line]:
    """Returns the rows: tasks in the order in which they occur, then platforms, then the total.

    A platform is the first part of a task's id.
    """
    scores = [record.score() for record in records]
    return [
        *(Line("task", row) for row in aggregate(scores, lambda score: score.task)),
        *(Line("platform", row) for row in aggregate(scores, lambda score: score.task.partition(".")[0])),
        *(Line("total", row) for row in aggregate(scores)),
    ]


def notes(records: Sequence[EpisodeRecord]) -> list[str]:
    """Returns lines about errors (ten at most) and restores; none where there is nothing to say."""
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
    return lines


def rich_table(lines: Sequence[Line]) -> Table:
    """Returns the table for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("task", no_wrap=True, overflow="ellipsis")
    for name in HEADER:
        table.add_column(name, justify="right", no_wrap=True)
    for i, line in enumerate(lines):
        last = i + 1 == len(lines) or lines[i + 1].section != line.section
        style = "" if line.section == "task" else "bold"
        table.add_row(_cut(line.row.group, _name_width(lines)), *cells(line.row), style=style, end_section=last)
    return table


def to_text(lines: Sequence[Line]) -> str:
    """Returns the table as plain text, without a final newline."""
    rows = [("task", *HEADER), *((_cut(line.row.group, _name_width(lines)), *cells(line.row)) for line in lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    rule = "-" * (sum(widths) + len(widths) - 1)
    text = [_aligned(rows[0], widths), rule]
    for i, (row, line) in enumerate(zip(rows[1:], lines, strict=True)):
        if i and lines[i - 1].section != line.section:
            text.append(rule)
        text.append(_aligned(row, widths))
    return "\n".join(text)


def to_markdown(lines: Sequence[Line]) -> str:
    """Returns the table as Markdown, without a final newline; platforms and total are bold."""
    text = [f"| task | {' | '.join(HEADER)} |", f"|---|{'---:|' * len(HEADER)}"]
    for line in lines:
        name = line.row.group if line.section == "task" else f"**{line.row.group}**"
        text.append(f"| {name} | {' | '.join(cells(line.row))} |")
    return "\n".join(text)


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
        "episodes": row.episodes,
        "errors": row.errors,
    }
    for name in _METRICS:
        metric: Estimate = getattr(row, name)
        flat |= {name: metric.mean, f"{name}_stderr": metric.stderr, f"{name}_left_out": metric.left_out}
    for reason in END_REASONS:
        if reason != "device_error":
            flat[f"end_{reason}"] = row.end_reasons.get(reason)
    return flat


def cells(row: Row) -> tuple[str, ...]:
    """Returns what stands in the columns of `HEADER`."""
    metrics = (_number(getattr(row, name), _SCALE.get(name, 100.0), _PLACES.get(name, 0)) for name in _METRICS)
    ends = (f"{100 * row.end_reasons[reason]:.0f}" if row.end_reasons else "-" for reason in _ENDS)
    return (str(row.episodes), str(row.errors), *metrics, *ends)


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
