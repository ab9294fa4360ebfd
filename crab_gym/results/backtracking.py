"""Metrics of backtracking (BEAP-Agent §3.2 and §3.4, table 1), recomputed from the records of episodes.

The agent's notes of a turn hold its events under ``"backtrack"``; the event ``"undo"`` is the turn's own action. An
attempt begins when the Tracker asks to go back. It ends when the state equals that of the checkpoint (recovered), or
when no tries are left (failed); an attempt that the episode's end cuts off has failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Any, Literal, NamedTuple

from crab_gym.records import EpisodeRecord

__all__ = ["Attempt", "BacktrackMetrics", "attempts_in", "attempts_of", "backtrack_metrics", "measure"]

Event = Literal["begin", "undo", "recovered", "failed"]


class Attempt(NamedTuple):
    """One attempt to go back.

    Attributes:
        way: ``"restore"`` (a snapshot) or ``"undo"`` (by actions).
        back: Number of actions to go back.
        steps: Number of env steps that it took: the actions that undo others; 0 for a snapshot.
        recovered: Whether the checkpoint's state was reached.
    """

    way: str
    back: int
    steps: int
    recovered: bool


class BacktrackMetrics(NamedTuple):
    """The metrics over some episodes; a mean over nothing is None.

    Attributes:
        episodes: Number of scored episodes; those that an error ended aren't scored.
        attempts: Number of attempts in them.
        task_rate: BTR, "tasks [that] triggered backtracking" (§3.4): the share of episodes with an attempt.
        success_rate: BSR, "successfully recovered to a valid state" (§3.4): the share of attempts that recovered.
        episode_success_rate: The same by episode: of those with an attempt, the share in which all recovered.
        steps: ABS, "steps required per backtracking attempt" (§3.4): env steps in backtrack mode, over all attempts.
        recovered_steps: The same over the attempts that recovered.
        distance: Number of actions to go back, over all attempts; not in the paper.
    """

    episodes: int
    attempts: int
    task_rate: float | None
    success_rate: float | None
    episode_success_rate: float | None
    steps: float | None
    recovered_steps: float | None
    distance: float | None


def backtrack_metrics(records: Iterable[EpisodeRecord]) -> BacktrackMetrics:
    """Returns the metrics of episodes, without those that an error ended."""
    return measure([attempts_in(record) for record in records if not record.error])


def attempts_in(record: EpisodeRecord) -> tuple[Attempt, ...]:
    """Returns the attempts of an episode, whose steps must have been read."""
    return attempts_of(note for step in record.steps for note in _turns(step))


def measure(episodes: Iterable[tuple[Attempt, ...]]) -> BacktrackMetrics:
    """Returns the metrics of episodes, each given by its attempts.

    >>> undone = Attempt("undo", back=2, steps=3, recovered=True)
    >>> measure([(undone, undone._replace(steps=5, recovered=False)), ()])[2:]
    (0.5, 0.5, 0.0, 4.0, 3.0, 2.0)
    """
    scored = list(episodes)
    attempts = [attempt for episode in scored for attempt in episode]
    tried = [episode for episode in scored if episode]
    return BacktrackMetrics(
        episodes=len(scored),
        attempts=len(attempts),
        task_rate=_mean(float(bool(episode)) for episode in scored),
        success_rate=_mean(float(attempt.recovered) for attempt in attempts),
        episode_success_rate=_mean(float(all(attempt.recovered for attempt in episode)) for episode in tried),
        steps=_mean(float(attempt.steps) for attempt in attempts),
        recovered_steps=_mean(float(attempt.steps) for attempt in attempts if attempt.recovered),
        distance=_mean(float(attempt.back) for attempt in attempts),
    )


def attempts_of(notes: Iterable[Mapping[str, Any]]) -> tuple[Attempt, ...]:
    """Returns the attempts of an episode, given the notes of its steps; malformed events are skipped."""
    attempts: list[Attempt] = []
    for note in notes:
        events = note.get("backtrack")
        for event in events if isinstance(events, list | tuple) else ():
            if not isinstance(event, Mapping):
                continue
            kind = event.get("event")
            if kind == "begin":
                attempts.append(Attempt(str(event.get("way")), int(event.get("back") or 0), 0, False))
            elif attempts and kind == "undo":
                attempts[-1] = attempts[-1]._replace(steps=attempts[-1].steps + 1)
            elif attempts and kind == "recovered":
                attempts[-1] = attempts[-1]._replace(recovered=True)
    return tuple(attempts)


def _turns(step: Any) -> Iterator[Mapping[str, Any]]:
    """Yields the notes of the choices that led to a step: first those that restored a snapshot, then its action's."""
    notes = getattr(step, "notes", None) or {}
    yield from (note for note in notes.get("before_restore", ()) if isinstance(note, Mapping))
    yield notes


def _mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return fmean(numbers) if numbers else None
