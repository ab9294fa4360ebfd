"""Curricula: which group of tasks an environment draws from next, by the episodes so far.

* `Curriculum` - keeps the last outcomes of each group, and chooses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np

from crab_sim.suggestions import unknown

__all__ = ["SCHEDULES", "Curriculum"]

SCHEDULES: Mapping[str, str] = {
    "levels": "the easiest group, and the next one once most episodes of the last one succeed",
    "progress": "the groups in which completion changes most, whichever way",
    "backward": "as 'levels', but the groups are episodes that begin near their end, and ever earlier",
}
"""The schedules, and which groups they draw."""

_ENOUGH = 0.8
"""Mean completion from which the next group is open."""
_REVIEW = 0.2
"""Share of the episodes that are drawn from any open group, so that nothing is forgotten."""


class Curriculum:
    """Chooses groups of tasks by the completion of earlier episodes.

    Args:
        schedule: One of `SCHEDULES`.
        groups: Names of the groups, the easiest first.
        window: Episodes of a group that are remembered.

    Raises:
        ValueError: There is no such schedule.

    Example:
        >>> import numpy as np
        >>> curriculum = Curriculum("levels", ["easy", "hard"], window=4)
        >>> rng = np.random.default_rng(0)
        >>> {curriculum.choose(rng) for _ in range(20)}
        {'easy'}
        >>> for _ in range(4):
        ...     curriculum.report("easy", 1.0)
        >>> "hard" in {curriculum.choose(rng) for _ in range(20)}
        True
    """

    def __init__(self, schedule: str, groups: Sequence[str], window: int = 50) -> None:
        if schedule not in SCHEDULES:
            unknown("schedule", schedule, SCHEDULES)
        self.schedule, self.groups, self.window = schedule, tuple(groups), window
        self._last: dict[str, deque[float]] = {name: deque(maxlen=window) for name in self.groups}

    def choose(self, rng: np.random.Generator) -> str:
        """Returns the next episode's group."""
        if self.schedule != "progress":
            open_groups = self.groups[: self._reached() + 1]
            any_open = rng.random() < _REVIEW
            return open_groups[int(rng.integers(len(open_groups)))] if any_open else open_groups[-1]
        weights = np.array([self._progress(name) for name in self.groups]) + 1e-3
        even = np.full(len(self.groups), 1 / len(self.groups))
        chances = _REVIEW * even + (1 - _REVIEW) * weights / weights.sum()
        return self.groups[int(rng.choice(len(self.groups), p=chances / chances.sum()))]

    def report(self, group: str, completion: float) -> None:
        """Records how far an episode of a group came, from 0 to 1."""
        self._last[group].append(completion)

    def state(self) -> dict[str, list[float]]:
        """Returns the remembered outcomes, for a checkpoint."""
        return {name: list(outcomes) for name, outcomes in self._last.items()}

    def restore(self, state: Mapping[str, Sequence[float]]) -> None:
        """Takes outcomes that `state` returned.

        Raises:
            ValueError: They are of other groups.
        """
        if set(state) != set(self.groups):
            raise ValueError(f"the state is of the groups {sorted(state)}; expected {sorted(self.groups)}")
        self._last = {name: deque(state[name], maxlen=self.window) for name in self.groups}

    def _reached(self) -> int:
        """Returns the number of groups, from the easiest on, that are mastered; the last one is never counted."""
        for at, name in enumerate(self.groups[:-1]):
            outcomes = self._last[name]
            if len(outcomes) < self.window or fmean(outcomes) < _ENOUGH:
                return at
        return len(self.groups) - 1

    def _progress(self, name: str) -> float:
        """Returns the difference of the mean completion between the two halves of what is remembered.

        A group of which little is known yet counts as one that changes as fast as can be.
        """
        outcomes = list(self._last[name])
        half = len(outcomes) // 2
        if half < 5:
            return 1.0
        return abs(fmean(outcomes[half:]) - fmean(outcomes[:half]))
