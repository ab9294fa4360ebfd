"""Commands about recorded runs: ``table``, ``compare``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crab_gym.cli.base import app, counted
from crab_gym.results.printable import printable

if TYPE_CHECKING:
    from crab_gym.records import EpisodeRecord

By = Annotated[
    list[str] | None,
    typer.Option(help="Rows by task, platform, level, capability, app, tag, order or shape; several times."),
]


@app.command(rich_help_panel="Look")
def table(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    by: By = None,
    policy: Annotated[list[str] | None, typer.Option(help="Only policies that match, such as 'single*'.")] = None,
    format: Annotated[str, typer.Option(help="text, markdown, csv or json.")] = "text",
    columns: Annotated[
        str | None, typer.Option(help="Columns of the text, such as SR,CR,EE; all: each but the interval and steps.")
    ] = None,
    difficulty: Annotated[
        bool, typer.Option("--difficulty", help="Also print AndroidWorld's table, by tag and difficulty.")
    ] = False,
) -> None:
    """Prints the table of a recorded run."""
    from crab_gym.records import read_config, read_study
    from crab_gym.results import table as tables
    from crab_sim.suggestions import unknown

    if format not in tables.FORMATS:
        unknown("format", format, tables.FORMATS)
    records = of_policies(read_study(run), policy)
    if difficulty and format != "text":
        raise ValueError("--difficulty prints text; expected no --format")
    if columns is not None and format != "text":
        raise ValueError("--columns are those of the text; expected no --format")
    if format == "text":
        chosen = tables.BRIEF if columns is None else tables.read_columns(columns)
        print_results(records, by, read_config(run) if (run / "run.json").is_file() else {}, chosen)
        if difficulty:
            print_difficulty(records)
    else:
        typer.echo(printable(tables.FORMATS[format](tables.summarize(records, by))))


def of_policies(records: Sequence[EpisodeRecord], patterns: Sequence[str] | None) -> list[EpisodeRecord]:
    """Returns the episodes of the policies whose name or id matches a pattern; all episodes without patterns.

    Raises:
        ValueError: A pattern matches no policy.
    """
    from fnmatch import fnmatchcase

    if not patterns:
        return list(records)

    def matches(record: EpisodeRecord, pattern: str) -> bool:
        return pattern in (record.policy, record.policy_id) or fnmatchcase(record.policy, pattern)

    for pattern in patterns:
        if not any(matches(record, pattern) for record in records):
            there = ", ".join(dict.fromkeys(record.policy for record in records))
            raise ValueError(f"no policy matches {pattern!r}; there are: {there or 'none'}")
    return [record for record in records if any(matches(record, pattern) for pattern in patterns)]


def print_results(
    records: Sequence[EpisodeRecord],
    by: Sequence[str] | None = None,
    config: Mapping[str, Any] | None = None,
    columns: Sequence[str] | None = None,
) -> None:
    """Prints the table of some episodes, with its legend and notes.

    Args:
        records: The episodes.
        by: The groups of the table's rows, see `crab_gym.results.table.summarize`.
        config: The run's configuration, with the prices of tokens if they are known.
        columns: The columns, see `crab_gym.results.table.COLUMNS`; None for a few.
    """
    from crab_gym.results import backtracking_table
    from crab_gym.results import table as tables

    lines, shown = tables.summarize(records, by), columns or tables.BRIEF
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(tables.rich_table(lines, shown))
    else:
        typer.echo(printable(tables.to_text(lines, shown)))
    backtracking = backtracking_table.to_text(lines)
    below = [backtracking, "", backtracking_table.LEGEND] if backtracking else []
    typer.echo(printable("\n".join(["", *below, tables.legend(shown), *tables.notes(records, config, by)])))


def print_difficulty(records: Sequence[EpisodeRecord]) -> None:
    """Prints the success rates of some episodes by tag and difficulty."""
    from crab_gym.results import difficulty as tables

    typer.echo(printable(f"\n{tables.to_text(tables.pivot(records))}"))


@app.command(rich_help_panel="Look")
def compare(
    run_a: Annotated[Path, typer.Argument(help="Folder of a run.")],
    run_b: Annotated[Path, typer.Argument(help="Folder of another run, or of the same.")],
    policy_a: Annotated[str | None, typer.Option(help="The policy of the first run, where it has several.")] = None,
    policy_b: Annotated[str | None, typer.Option(help="The policy of the second run, where it has several.")] = None,
    by: By = None,
    resamples: Annotated[int, typer.Option(min=100, help="Resamples of the bootstrap.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    format: Annotated[str, typer.Option(help="text, markdown, csv or json.")] = "text",
) -> None:
    """Compares two policies, paired by task and seed.

    Differences have bootstrap intervals over tasks.
    """
    from crab_gym.records import read_run
    from crab_gym.results import comparison as comparing
    from crab_sim.suggestions import unknown

    if format not in comparing.FORMATS:
        unknown("format", format, comparing.FORMATS)
    a, b = (
        _one_policy(of_policies(read_run(run), [name] if name else None), run, option)
        for run, name, option in ((run_a, policy_a, "--policy-a"), (run_b, policy_b, "--policy-b"))
    )
    comparisons = comparing.compare_by(a, b, by or (), resamples=resamples, seed=seed)
    whole = comparisons["all"]
    if not whole.pairs:
        raise ValueError("; ".join(["there is no pair of episodes to compare", *comparing.notes(whole)]))
    if format != "text":
        typer.echo(printable(comparing.FORMATS[format](comparisons)))
        return
    for letter, run, records in (("A", run_a, a), ("B", run_b, b)):
        typer.echo(printable(f"{letter}  {records[0].policy_id or records[0].policy} in {run}"))
    tasks = len({task for task, _ in whole.pairs})
    typer.echo(f"{counted(len(whole.pairs), 'pair')} of the same task and seed, {counted(tasks, 'task')}\n")
    typer.echo(printable(comparing.to_text(comparisons)))
    legend = "\nmeans in %, CE in % per 1000 tokens; intervals by bootstrap over tasks, from two tasks on"
    typer.echo(printable("\n".join([legend, *comparing.notes(whole)])))


def _one_policy(records: Sequence[EpisodeRecord], run: Path, option: str) -> Sequence[EpisodeRecord]:
    """Returns the episodes if all are of one policy.

    Args:
        records: The episodes.
        run: Their folder, for error messages.
        option: The command-line option that chooses a policy, for error messages.

    Raises:
        ValueError: There are no episodes, or they are of several policies.
    """
    names = list(dict.fromkeys(record.policy_id or record.policy for record in records))
    if not names:
        raise ValueError(f"the run in {run} has no finished episodes")
    if len(names) > 1:
        raise ValueError(f"the run in {run} has several policies, {', '.join(names)}; choose one with {option}")
    return records
