"""`Progress`: what has happened in an episode, beside the state of its devices, its graph and the log of actions."""

from __future__ import annotations

from typing import NamedTuple

from crab_gym.envs.endings import Broken
from crab_gym.envs.rewards import Reached
from crab_gym.evaluation.side_effects import NO_SIDE_EFFECTS, SideEffects

__all__ = ["Progress"]


class Progress(NamedTuple):
    """What has happened in an episode so far; each step replaces it, so that forks share it.

    Attributes:
        steps: Number of steps taken.
        last_passed: The last step in which a checkpoint passed.
        best: The best that was reached.
        answers: The answers submitted.
        side_effects: Those that the last step has found.
        crashes: The crashes of simulated apps, in words.
        broken: The failure of a device, if one broke.
        cut_short: What of the last action was left out.
        ended: Whether the episode is over, or hasn't begun.
    """

    steps: int = 0
    last_passed: int = 0
    best: Reached = Reached()
    answers: tuple[str, ...] = ()
    side_effects: SideEffects = NO_SIDE_EFFECTS
    crashes: tuple[str, ...] = ()
    broken: Broken | None = None
    cut_short: str = ""
    ended: bool = True
