"""The time at which something comes while the agent works, and how an oracle waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from crab_gym.task import Action, OracleStuck, action
from crab_gym.task.parameters import Parameter, integer

__all__ = ["awaited", "delay"]

_SOONEST, _LATEST = 20, 240
_PAUSE: Final = 15
_PATIENCE: Final = 3600
"""Seconds after which nothing comes any more: the events of a long task may come at its end."""


def delay(default: int = 60) -> Parameter:
    """Returns a parameter that is the seconds after the episode's begin at which something comes."""
    return integer(_SOONEST, _LATEST, default)


def awaited(there: Callable[[], bool], what: str, pause: int = _PAUSE) -> Iterator[Action]:
    """Waits until something has come.

    Args:
        there: Returns whether it is on the screen.
        what: What it is, for the error.
        pause: The seconds between two looks.

    Raises:
        OracleStuck: It doesn't come.
    """
    for _ in range(0, _PATIENCE, pause):
        if there():
            return
        yield action("root", "wait", seconds=pause)
    raise OracleStuck(f"{what} has not come")
