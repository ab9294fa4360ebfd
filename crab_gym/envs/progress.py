"""`Progress`: what has happened in an episode, beside the state of its devices, its graph and the log of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.envs.endings import Broken
from crab_gym.envs.rewards import Reached
from crab_gym.evaluation.side_effects import NO_SIDE_EFFECTS, SideEffects
from crab_sim.devices.facts import Crash

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
        said: What the person said in the last step.
        result: What the tool returned that was called in the last step, as text.
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
    said: str = ""
    result: str = ""
    ended: bool = True

    def next_step(self) -> Progress:
        """Returns it at the beginning of the next step, of which nothing is known yet."""
        return self._replace(steps=self.steps + 1, side_effects=NO_SIDE_EFFECTS, cut_short="", said="", result="")

    def with_crashes(self, crashes: Sequence[tuple[str, Crash]]) -> Progress:
        """Returns it with crashes of the present step, each with its device."""
        told = [f"step {self.steps}, {device}: {crash.app}\n{crash.traceback}" for device, crash in crashes]
        return self._replace(crashes=(*self.crashes, *told))
