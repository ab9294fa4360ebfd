"""Messages from a pool's slots to the pool: plain data, so that they can cross processes and hosts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from crab_gym.records import EpisodeRecord, StepRecord

__all__ = ["Died", "Ended", "Event", "Failed", "Heartbeat", "Opened", "PictureTaken", "Ready", "Stepped", "portable"]


@dataclass(frozen=True, slots=True)
class Ready:
    """The slot has started and waits for an episode."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The episode's reset is done.

    Attributes:
        record: The episode as far as it is known after the reset.
    """

    record: EpisodeRecord


@dataclass(frozen=True, slots=True)
class Stepped:
    """The episode took a step."""

    step: StepRecord


@dataclass(frozen=True, slots=True)
class PictureTaken:
    """A screen of the episode changed.

    Attributes:
        name: The picture's file name.
        png: The PNG file's content.
    """

    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """The episode ended."""

    record: EpisodeRecord


@dataclass(frozen=True, slots=True)
class Failed:
    """The slot can't make the environment or the policy.

    Attributes:
        message: The reason.
        error: The exception itself, if the slot is in the pool's process.
    """

    message: str
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class Died:
    """The slot is gone.

    Attributes:
        reason: Why it ended.
    """

    reason: str


Event: TypeAlias = Ready | Opened | Stepped | PictureTaken | Ended | Failed | Died


def portable(event: Event) -> Event:
    """Returns an event without its exception, since not every exception can be sent to another process."""
    return Failed(event.message) if isinstance(event, Failed) else event


class Heartbeat(NamedTuple):
    """A slot's position in its episode.

    Attributes:
        phase: ``"reset"``, ``"act"``, ``"step"``, or ``""`` between them.
        step: Number of the step, from 1.
        age: Seconds since the phase began.
        spent: Seconds that the episode has spent in phases, the current one included.
    """

    phase: str = ""
    step: int = 0
    age: float = 0.0
    spent: float = 0.0

    @classmethod
    def at(cls, phase: str, step: int, since: float, spent: float) -> Heartbeat:
        """Returns the heartbeat of this moment.

        Args:
            phase: The current phase; ``""`` between phases.
            step: Number of the step.
            since: The phase's start by the monotonic clock.
            spent: Seconds spent in earlier phases.
        """
        age = time.monotonic() - since if phase else 0.0
        return cls(phase, step, age, spent + age)
