"""Commands about what was recorded: ``table``, ``compare``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crab_gym.cli.base import app

if TYPE_CHECKING:
    from crab_gym.records import EpisodeRecord

By = Annotated[
    list[str] | None,
    typer.Option(help="Rows by task, platform, level, capability, app or tag; may be given several times."),
]


@app.command()
def table(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    by: By = None,
    policy: Annotated[list[str] | None, typer.Option(help="Only policies that match, such as 'single*'.")] = None,
    format: Annotated[str, typer.Option(help="text, markdown, csv or json.")] = "text",
) -> None:
    """Prints the table of a recorded run."""
    from crab_gym import table as tables
    from crab_gym.evaluation.graph import unknown
    from crab_gym.records import read_config, read_run

    if format not in tables.FORMATS:
        unknown("format", format, tables.FORMATS)
    records = of_policies(read_run(run), policy)
    if format == "text":
        print_results(records, by, read_config(run))
    else:
        typer.echo(tables.FORMATS[format](tables.summarize(records, by)))


def of_policies(records: Sequence[EpisodeRecord], patterns: Sequence[str] | None) -> list[EpisodeRecord]:
    """Returns the episodes of the policies that patterns name, by name or by id; all without patterns.

    Raises:
        ValueError: A pattern names none.
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
    records: Sequence[EpisodeRecord], by: Sequence[str] | None = None, config: Mapping[str, Any] | None = None
) -> None:
    """Prints the table of some episodes, and what has to be known beside it.

    Args:
        records: The episodes.
        by: What its rows are about.
        config: How the run was made; it may have prices.
    """
    from crab_gym import table as tables

    lines = tables.summarize(records, by)
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(tables.rich_table(lines))
    else:
        typer.echo(tables.to_text(lines))
    typer.echo("\n".join(["", tables.LEGEND, *tables.notes(records, config, by)]))
