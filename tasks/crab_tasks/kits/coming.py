"""What comes while the agent works: when it comes, and how an oracle waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from crab_gym.task import Action, OracleStuck, action
from crab_gym.task.parameters import Parameter, integer

__all__ = ["awaited", "delay"]

_SOONEST, _LATEST = 20, 240
_PAUSE: Final = 15
_PATIENCE: Final = 240
"""Pauses after which nothing comes any more; a long task may move its events to its end."""


def delay(default: int = 60) -> Parameter:
    """Returns a parameter that is the seconds after the episode's begin at which something comes."""
    return integer(_SOONEST, _LATEST, default)


def awaited(there: Callable[[], bool], what: str) -> Iterator[Action]:
    """Waits until something has come.

    Args:
        there: Returns whether it is on the screen.
        what: What it is, for the error.

    Raises:
        OracleStuck: It doesn't come.
    """
    for _ in range(_PATIENCE):
        if there():
            return
        yield action("root", "wait", seconds=_PAUSE)
    raise OracleStuck(f"{what} has not come")
