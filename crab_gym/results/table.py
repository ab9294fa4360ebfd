"""Tables of results: rows by task, platform, level and so on, and the total; several policies side by side.

* `summarize` - returns the rows of a table of records.
* `rich_table`, `to_text`, `to_markdown` - format a table for people; at most 100 columns wide.
* `to_csv`, `to_json` - format a table for programs, with all digits.
* `BRIEF`, `COLUMNS`, `read_columns`, `legend` - the columns shown by default, all there are, their choice and meaning.
* `HEADER`, `cells` - the columns' names and a row's texts, for other modules that draw tables; `header` - with BEAP's.
* `METRICS`, `ENDS`, `scale_of` - the columns' names and units.
* `notes` - further lines for the reader, such as errors and restored snapshots; `costs_of` - the price of tokens.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from crab_gym.evaluation.metrics import END_REASONS, Estimate, ScoreRow, aggregate, wilson
from crab_gym.records import EpisodeRecord
from crab_gym.results import backtracking_table
from crab_gym.results.backtracking import Attempt, attempts_in, measure
from crab_gym.results.printable import aligned, printable
from crab_gym.results.row import TableRow
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "BRIEF", "BRIEF_LEGEND", "COLUMNS", "ENDS", "FORMATS", "HEADER", "LEGEND", "METRICS", "TableRow", "cells",
    "costs_of", "header", "legend", "notes", "picked", "read_columns", "rich_table", "scale_of", "summarize",
    "to_csv", "to_json", "to_markdown", "to_text",
]  # fmt: skip

WIDTH = 100
LEGEND = (
    "SR success, CR completion, Cov coverage by depth, LC logical consistency: mean ± s.e. over seeds, %\n"
    "EE = CR/actions in %; CE = CR/tokens in % per 1000 tokens; - undefined for every episode\n"
    "CRAB's counting in %: SRp all checkpoints passed once, CRp checkpoints; SE side effects per episode\n"
    "Ref refused actions in % of all actions, a model's unreadable answers included\n"
    "ends in % of scored episodes: HM solved but for harm, FC false completion, RSL step limit,\n"
    "IA invalid action, ST stall; n episodes, of which err ended by an error and are not scored"
)
METRICS: Mapping[str, str] = {
    "success": "SR",
    "completion": "CR",
    "execution_efficiency": "EE",
    "cost_efficiency": "CE",
    "coverage": "Cov",
    "logical_consistency": "LC",
}
"""Columns of metrics by the metrics' names in `crab_gym.evaluation.metrics.METRICS`, in their order."""
ENDS: Mapping[str, str] = {
    "harm": "HM",
    "false_completion": "FC",
    "step_limit": "RSL",
    "invalid_action": "IA",
    "stall": "ST",
}
"""Columns of end reasons, in their order."""
_SCALES = {"cost_efficiency": 100_000.0}
_PLACES = {"execution_efficiency": 1, "cost_efficiency": 1}
HEADER = ("n", "err", *METRICS.values(), "SRp", "CRp", "SE", "Ref", *ENDS.values())
"""Names of the columns after the first."""
COLUMNS = (*HEADER, "95%", "steps")
"""All columns that a table for people may have."""
BRIEF = ("n", "SR", "95%", "CR", "steps")
"""The columns that are shown if none are chosen."""
BRIEF_LEGEND = (
    "n episodes; SR success and CR completion in %, mean ± s.e. over seeds; 95% interval of SR\n"
    "(Wilson's, each task as a trial; - with one task); steps of an episode in the mean\n"
    "`crab-gym table RUN --columns all` has more"
)
_ADDED_LEGEND = "95% interval of SR: Wilson's, each task as a trial, - with one task; steps of an episode in the mean"
_TOTALS = ("total", "policy")
_MAX_ERRORS = 10


def summarize(records: Sequence[EpisodeRecord], by: Sequence[str] | None = None) -> list[TableRow]:
    """Returns the rows of each grouping, then the total.

    With several policies, each has its own rows, and the totals of all policies follow.

    Args:
        records: The episodes.
        by: Names of `GROUPS`; the default is tasks and platforms, or only platforms with several policies. An episode
            that is in several groups counts in the row of each.

    Raises:
        ValueError: There is no such grouping.
    """
    from crab_gym.results.grouping import GROUPS, in_order

    policies: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        policies.setdefault(_policy(record), []).append(record)
    several = len(policies) > 1
    for name in by or ():
        if name not in GROUPS:
            unknown("grouping", name, GROUPS)
    lines: list[TableRow] = []
    totals: list[TableRow] = []
    for policy, mine in policies.items():
        attempts = {id(record): attempts_in(record) for record in mine}
        if not any(attempts.values()):
            attempts = {}
        shown_policy = policy if several else ""
        for name in dict.fromkeys(by or (("platform",) if several else ("task", "platform"))):
            groups: dict[str, list[EpisodeRecord]] = {}
            for record in mine:
                for group in GROUPS[name](record):
                    groups.setdefault(group, []).append(record)
            for group in in_order(name, list(groups)):
                lines.append(_line(name, group, groups[group], attempts, shown_policy))
        section, total = ("policy", policy) if several else ("total", "all")
        totals.append(_line(section, total, mine, attempts, policy if several else ""))
    return lines + totals


def _line(
    section: str,
    group: str,
    records: Sequence[EpisodeRecord],
    attempts: Mapping[int, tuple[Attempt, ...]],
    policy: str,
) -> TableRow:
    """Returns the row of a group of episodes.

    Args:
        section: See `TableRow`.
        group: The group's name.
        records: Its episodes, of one policy.
        attempts: The attempts to go back by the episodes' identities; empty if the policy never went back.
        policy: See `TableRow`.
    """
    (row,) = aggregate([record.score() for record in records], lambda score: group)
    scored = [record for record in records if not record.error]
    back = measure(attempts[id(record)] for record in scored) if attempts else None
    steps = sum(record.actions for record in scored) / len(scored) if scored else None
    return TableRow(section, row, policy, back, steps, _interval(scored))


def _interval(records: Sequence[EpisodeRecord]) -> tuple[float, float] | None:
    """Returns Wilson's 95 % interval of the success rate with each task as one trial; None with fewer than two tasks.

    Tasks differ, so that episodes of one task aren't independent trials. A bootstrap over tasks would have no width
    where all tasks are solved, or none.
    """
    tasks: dict[str, list[float]] = {}
    for record in records:
        tasks.setdefault(record.task, []).append(float(record.success))
    return wilson(sum(map(fmean, tasks.values())), len(tasks)) if len(tasks) > 1 else None


def _policy(record: EpisodeRecord) -> str:
    return record.policy_id or record.policy


def notes(
    records: Sequence[EpisodeRecord], config: Mapping[str, Any] | None = None, by: Sequence[str] | None = None
) -> list[str]:
    """Returns lines about errors (ten at most), snapshots, episodes in no row, several orders of goals, and tokens.

    Args:
        records: The episodes.
        config: The run's configuration, with the prices of tokens if they are known.
        by: The groupings of the table, see `summarize`.
    """
    from crab_gym.results import conduct, omni_groups, order_spread, safety
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
    breaking = [record for record in records if record.end_reason == "device_broken"]
    if breaking:
        names = ", ".join(f"{record.task} seed {record.seed}" for record in breaking[:_MAX_ERRORS])
        more = f" and {len(breaking) - _MAX_ERRORS} more" if len(breaking) > _MAX_ERRORS else ""
        lines.append(
            f"in {len(breaking)} of {len(records)} episodes the policy broke a device, which counts as a failure: "
            f"{names}{more}"
        )
    crashed = [record for record in records if record.crashes]
    if crashed:
        example = f"  {crashed[0].task} seed {crashed[0].seed}: {crashed[0].crashes[0].splitlines()[0]}"
        lines.append(f"in {len(crashed)} of {len(records)} episodes an app of the simulator crashed; the first:")
        lines.append(_cut(example, 3 * WIDTH))
    restored = sum(record.restores > 0 for record in records)
    if restored:
        lines.append(f"in {restored} of {len(records)} episodes the policy went back to snapshots")
    for name in by or ():
        outside = sum(not GROUPS[name](record) for record in records)
        if outside:
            lines.append(f"{outside} of {len(records)} episodes are in no row by {name}")
    lines += omni_groups.lines(records, by or (), lambda name, record: GROUPS[name](record))
    lines += order_spread.lines(records) + conduct.lines(records) + safety.lines(records)
    return lines + _spent(records, config or {})


def _spent(records: Sequence[EpisodeRecord], config: Mapping[str, Any]) -> list[str]:
    """Returns one line per policy about the tokens that it used, if any."""
    policies: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        policies.setdefault(_policy(record), []).append(record)
    lines = []
    for policy, mine in policies.items():
        tokens, calls = sum(record.tokens for record in mine), sum(record.calls for record in mine)
        sent, answered = sum(r.prompt_tokens for r in mine), sum(r.completion_tokens for r in mine)
        if tokens or calls:
            tokens_from_cache = sum(r.cached_prompt_tokens + r.cached_completion_tokens for r in mine)
            cached = f", {tokens_from_cache:,} from a cache" if tokens_from_cache else ""
            split = f" ({sent:,} sent, {answered:,} answered{cached})" if sent or answered else ""
            again = sum(r.retries for r in mine)
            retried = f" ({again:,} requests sent again, whose earlier tokens aren't known)" if again else ""
            cost = _price(config, policy, mine)
            text = f"{policy}: {tokens:,} tokens{split} in {calls:,} calls of a model{retried}{cost}"
            lines.append(_cut(text, 3 * WIDTH))
    return lines


def _price(config: Mapping[str, Any], policy: str, records: Sequence[EpisodeRecord]) -> str:
    """Returns the price of a policy's tokens in words; ``""`` if it is unknown."""
    costs = costs_of(config, policy, records)
    if not costs:
        return ""
    parts = ", ".join(f"{model} {cost:.2f}" for model, cost in costs.items() if model)
    return f", cost {sum(costs.values()):.2f}" + (f": {parts}" if parts else "")


def costs_of(config: Mapping[str, Any], policy: str, records: Sequence[EpisodeRecord]) -> dict[str, float]:
    """Returns the price of a policy's tokens, without those of a cache.

    Args:
        config: The run's configuration: its ``prices`` are by policy, and by model if a policy has several.
        policy: The policy.
        records: Its episodes.

    Returns:
        The price by model; under ``""`` if the policy has one model, and empty if the run has no readable prices.
    """
    try:
        prices = config["prices"][policy]
        if isinstance(prices, Mapping):
            return {
                model: sum(_cost(prices[model], *_paid(each.models[model])) for each in records if model in each.models)
                for model in prices
            }
        answered = sum(each.completion_tokens for each in records)
        sent = max(sum(each.prompt_tokens for each in records), sum(each.tokens for each in records) - answered)
        kept_sent = sum(each.cached_prompt_tokens for each in records)
        kept_answered = sum(each.cached_completion_tokens for each in records)
        return {"": _cost(prices, sent - kept_sent, answered - kept_answered)}
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}


def _cost(price: Sequence[float], sent: int, answered: int) -> float:
    price_sent, price_answered = price
    return (sent * float(price_sent) + answered * float(price_answered)) / 1e6


def _paid(counts: Mapping[str, int]) -> tuple[int, int]:
    """Returns the numbers of tokens sent to a model and answered by it, without those of a cache."""
    return (
        counts["prompt_tokens"] - counts["cached_prompt_tokens"],
        counts["completion_tokens"] - counts["cached_completion_tokens"],
    )


def rich_table(lines: Sequence[TableRow], columns: Sequence[str] = HEADER) -> Table:
    """Returns the table for a terminal.

    Args:
        lines: The rows.
        columns: The columns, some of `COLUMNS`.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text  # plain strings would be read as markup

    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column(_first_header(lines), no_wrap=True, overflow="ellipsis")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    width = _name_width(lines, columns)
    for i, line in enumerate(lines):
        if _begins_policy(lines, i):
            table.add_row(Text(_cut(printable(line.policy), width)), style="bold italic")
        last = i + 1 == len(lines) or _begins_section(lines, i + 1)
        style = "bold" if line.section in _TOTALS or (line.section == "platform" and not line.policy) else ""
        table.add_row(
            Text(_cut(printable(_indented(line)), width)), *picked(line, columns), style=style, end_section=last
        )
    return table


def to_text(lines: Sequence[TableRow], columns: Sequence[str] = HEADER) -> str:
    """Returns the table as plain text, without a final newline.

    Args:
        lines: The rows.
        columns: The columns, some of `COLUMNS`.
    """
    width = _name_width(lines, columns)
    rows = [(_first_header(lines), *columns)]
    rows += [(_cut(_indented(line), width), *picked(line, columns)) for line in lines]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    rule = "-" * (sum(widths) + len(widths) - 1)
    text = [aligned(rows[0], widths), rule]
    for i, (row, line) in enumerate(zip(rows[1:], lines, strict=True)):
        if i and _begins_section(lines, i):
            text.append(rule)
        if _begins_policy(lines, i):
            text.append(_cut(line.policy, WIDTH))
        text.append(aligned(row, widths))
    return "\n".join(text)


def to_markdown(lines: Sequence[TableRow]) -> str:
    """Returns the table as Markdown, without a final newline; platforms and totals are bold."""
    names = header(lines)
    text = [f"| {_first_header(lines)} | {' | '.join(names)} |", f"|---|{'---:|' * len(names)}"]
    for line in lines:
        group = f"{line.policy}: {line.row.group}" if _below_policy(line) else line.row.group
        name = f"**{group}**" if line.section in (*_TOTALS, "platform") else group
        row = [*cells(line.row), *(backtracking_table.cells(line.backtracking) if len(names) > len(HEADER) else ())]
        text.append(f"| {name.replace('|', '&#124;')} | {' | '.join(row)} |")
    return "\n".join(text)


def _first_header(lines: Sequence[TableRow]) -> str:
    """Returns the name of the first column."""
    section = lines[0].section if lines else "task"
    return "policy" if section in _TOTALS else section


def _below_policy(line: TableRow) -> bool:
    """Returns whether a row stands below the name of its policy."""
    return bool(line.policy) and line.section not in _TOTALS


def _begins_policy(lines: Sequence[TableRow], at: int) -> bool:
    """Returns whether a row is the first below the name of its policy."""
    return _below_policy(lines[at]) and (at == 0 or lines[at].policy != lines[at - 1].policy)


def _begins_section(lines: Sequence[TableRow], at: int) -> bool:
    """Returns whether a row is of another section, or below another policy, than the row before it."""
    return (lines[at].section, _below_policy(lines[at]) and lines[at].policy) != (
        lines[at - 1].section,
        _below_policy(lines[at - 1]) and lines[at - 1].policy,
    )


def _indented(line: TableRow) -> str:
    return f"  {line.row.group}" if _below_policy(line) else line.row.group


def to_csv(lines: Sequence[TableRow]) -> str:
    """Returns the rows as CSV: means and standard errors as fractions, empty if they are undefined."""
    out = io.StringIO()
    rows = [_flat(line) for line in lines]
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["section", "group"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def to_json(lines: Sequence[TableRow]) -> str:
    """Returns the rows as a JSON list, with the same keys as the CSV's columns."""
    return json.dumps([_flat(line) for line in lines], indent=2)


FORMATS = {"text": to_text, "markdown": to_markdown, "csv": to_csv, "json": to_json}
"""Functions that format the table, by the name of the format."""


def _flat(line: TableRow) -> dict[str, str | int | float | None]:
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
    flat |= {"side_effects": row.side_effects, "passed_once": row.passed_once, "passed_ratio": row.passed_ratio}
    flat |= {"refused": row.refused, "unreadable": row.unreadable}
    flat |= {f"backtrack_{name}": value for name, value in backtracking_table.values(line.backtracking).items()}
    return flat


def header(lines: Sequence[TableRow]) -> tuple[str, ...]:
    """Returns the names of all columns after the first: `HEADER`, and BEAP's metrics if a policy went back."""
    return (*HEADER, *backtracking_table.COLUMNS.values()) if backtracking_table.any_went_back(lines) else HEADER


def cells(row: ScoreRow) -> tuple[str, ...]:
    """Returns a row's texts in the columns of `HEADER`."""
    metrics = (_number(getattr(row, name), scale_of(name), _PLACES.get(name, 0)) for name in METRICS)
    ends = (f"{100 * row.end_reasons[reason]:.0f}" if row.end_reasons else "-" for reason in ENDS)
    side_effects = "-" if row.side_effects is None else f"{row.side_effects:.1f}"
    passed_once, passed_ratio, refused = (
        "-" if share is None else f"{100 * share:.0f}" for share in (row.passed_once, row.passed_ratio, row.refused)
    )
    return (str(row.episodes), str(row.errors), *metrics, passed_once, passed_ratio, side_effects, refused, *ends)


def picked(line: TableRow, columns: Sequence[str]) -> tuple[str, ...]:
    """Returns a row's texts in some columns.

    Args:
        line: The row.
        columns: The columns, some of `COLUMNS`.
    """
    texts = dict(zip(HEADER, cells(line.row), strict=True))
    texts["steps"] = "-" if line.steps is None else f"{line.steps:.1f}"
    texts["95%"] = "-" if line.interval is None else "–".join(f"{100 * end:.0f}" for end in line.interval)
    return tuple(texts[name] for name in columns)


def legend(columns: Sequence[str]) -> str:
    """Returns what some columns mean, in lines for people."""
    if set(columns) <= set(BRIEF):
        return BRIEF_LEGEND
    return LEGEND if set(columns) <= set(HEADER) else f"{LEGEND}\n{_ADDED_LEGEND}"


def read_columns(text: str) -> tuple[str, ...]:
    """Parses names of columns, separated by commas; ``"all"`` stands for those that fit into a table of 100 columns.

    Raises:
        ValueError: There is no such column.

    >>> read_columns("SR, CR")
    ('SR', 'CR')
    """
    if text == "all":
        return HEADER
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in COLUMNS:
            unknown("column", name, COLUMNS)
    return tuple(dict.fromkeys(names))


def scale_of(metric: str) -> float:
    """Returns the factor of a metric, one of `METRICS`, in tables: 100 for %; that of CE gives % per 1000 tokens."""
    return _SCALES.get(metric, 100.0)


def _number(metric: Estimate, scale: float, places: int) -> str:
    if metric.mean is None:
        return "-"
    text = f"{metric.mean * scale:.{places}f}"
    return text if metric.stderr is None else f"{text}±{metric.stderr * scale:.{places}f}"


def _name_width(lines: Sequence[TableRow], columns: Sequence[str]) -> int:
    """Returns the maximum width of the first column at which the table fits into `WIDTH`.

    Args:
        lines: The rows.
        columns: The other columns.
    """
    rows = [tuple(columns), *(picked(line, columns) for line in lines)]
    return WIDTH - sum(1 + max(len(row[k]) for row in rows) for k in range(len(columns))) - 1


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
