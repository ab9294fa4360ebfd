"""Commands about runs: ``rollout``, ``table``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crab_gym.cli.base import Backend, app, select

if TYPE_CHECKING:
    from crab_gym.records import EpisodeRecord


@app.command()
def rollout(
    patterns: Annotated[list[str], typer.Argument(help="Tasks: ids, patterns such as 'ubuntu.*', or MODULE:NAME.")],
    policy: Annotated[str, typer.Option(help="oracle, random or noop.")] = "oracle",
    backend: Backend | None = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode of each task.")] = 0,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task, with seeds that follow the first.")] = 3,
    out: Annotated[Path | None, typer.Option(help="Folder for the record; none is kept without it.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the tasks' own.")] = None,
    pictures: Annotated[bool, typer.Option("--pictures/--no-screens", help="Whether to draw and keep screens.")] = True,
    slots: Annotated[int, typer.Option(min=1, help="How many episodes run at once, each on devices of its own.")] = 1,
    engine: Annotated[str, typer.Option(help="What they run on: local (threads), process or ray.")] = "local",
    retries: Annotated[int, typer.Option(min=0, help="How often an episode is run again that a device failed.")] = 0,
    step_timeout: Annotated[float | None, typer.Option(min=0, help="Seconds that a step may take.")] = None,
) -> None:
    """Runs a policy on tasks and prints what it scored; a task that is named twice is played once."""
    from crab_gym import rollout as runs
    from crab_gym.backends.specs import parse_cli
    from crab_gym.task import load
    from crab_gym.verify import claims

    if resume and out is None:
        raise ValueError("--resume needs the folder of the run: --out FOLDER")
    chosen = parse_cli(backend) if backend else None
    names = runs.distinct(select(patterns))
    tasks = [name for name in names if claims(load(name), chosen)]
    if not tasks:
        raise ValueError(f"none of the {len(names)} tasks is made for --backend {backend}; `crab-gym list` tells which")
    if len(tasks) < len(names):
        typer.echo(f"left out, not made for --backend {backend}: {', '.join(n for n in names if n not in tasks)}")
    try:
        with _progress() as progress:
            records = runs.rollout(
                tasks,
                policy,
                chosen,
                range(seed, seed + episodes),
                out,
                resume=resume,
                screens=pictures and out is not None,  # the policies here don't look at them
                max_steps=max_steps,
                progress=progress,
                slots=slots,
                engine=engine,  # type: ignore[arg-type]  # an unknown one is told
                max_retries=retries,
                step_timeout=step_timeout,
            )
    except runs.PoolError as error:
        raise ValueError(str(error)) from error
    _print_results(records)
    if out is not None:
        typer.echo(f"record: {out}")
    if records and all(record.error for record in records):
        raise typer.Exit(1)


@app.command()
def table(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    format: Annotated[str, typer.Option(help="text, markdown, csv or json.")] = "text",
) -> None:
    """Prints the table of a recorded run."""
    from crab_gym import table as tables
    from crab_gym.evaluation.graph import unknown
    from crab_gym.records import read_run

    if format not in tables.FORMATS:
        unknown("format", format, tables.FORMATS)
    records = read_run(run)
    if format == "text":
        _print_results(records)
    else:
        typer.echo(tables.FORMATS[format](tables.summarize(records)))


def _print_results(records: Sequence[EpisodeRecord]) -> None:
    from crab_gym import table as tables

    lines = tables.summarize(records)
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(tables.rich_table(lines))
    else:
        typer.echo(tables.to_text(lines))
    typer.echo("\n".join(["", tables.LEGEND, *tables.notes(records)]))


@contextmanager
def _progress() -> Iterator[Callable[[EpisodeRecord, int, int], None]]:
    """Shows how a run goes on: a bar on a terminal, a line an episode elsewhere."""

    def line(record: EpisodeRecord) -> str:
        result = f"error: {record.error_kind}" if record.error else record.end_reason
        return f"{record.task} seed {record.seed}: {result}, CR {record.completion:.2f}, {record.actions} actions"

    if not sys.stdout.isatty():
        yield lambda record, done, total: typer.echo(f"[{done}/{total}] {line(record)}")
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, transient=True) as bar:
        job = bar.add_task("", total=None)
        yield lambda record, done, total: bar.update(job, completed=done, total=total, description=line(record))
