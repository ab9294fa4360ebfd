"""Lines and bars that show the progress of a run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from crab_gym.cli.base import counted

if TYPE_CHECKING:
    from crab_gym.experiments.progress import Progress
    from crab_gym.records import EpisodeRecord

__all__ = ["episode_line", "progress_shown", "totals"]


_REASON = 300
"""Maximum number of characters of an error's reason."""


def episode_line(record: EpisodeRecord) -> str:
    """Returns an episode's result in one line; that of an error contains the beginning of its reason."""
    reason = " ".join(record.error.split())
    reason = reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"
    result = f"error: {record.error_kind}: {reason}" if record.error else record.end_reason
    return (
        f"{record.task} seed {record.seed}: {result}, CR {record.completion:.2f}, {counted(record.actions, 'action')}"
    )


def totals(now: Progress) -> str:
    """Returns the success rate, the time left, the tokens and the cost of an evaluation, in a few words."""
    parts = [f"SR {100 * now.solved / now.scored:.0f} %"] if now.scored else []
    if now.left is not None and now.done < now.total:
        parts.append(f"{_duration(now.left)} left")
    if now.tokens:
        parts.append(f"{now.tokens:,} tokens")
    if now.money is not None and now.whole_cost is not None:
        parts.append(f"cost {now.money:.2f} of about {now.whole_cost:.2f}")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    """Returns a duration in hours, minutes and seconds.

    >>> _duration(61), _duration(7322)
    ('1:01', '2:02:02')
    """
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


@contextmanager
def progress_shown() -> Iterator[Callable[..., None]]:
    """Shows a run's progress: a bar on a terminal, one line per episode elsewhere."""
    if not sys.stdout.isatty():

        def line(text: str, done: int, total: int, totals: str = "") -> None:
            typer.echo(f"[{done}/{total}] {text}" + (f" | {totals}" if totals else ""))

        yield line
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, transient=True) as bar:
        job = bar.add_task("", total=None)

        def draw(text: str, done: int, total: int, totals: str = "") -> None:
            bar.update(job, completed=done, total=total, description=f"{totals} | {text}" if totals else text)

        yield draw
