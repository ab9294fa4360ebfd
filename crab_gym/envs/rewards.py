"""Reward terms of an episode's steps.

* `DEFAULT_WEIGHTS` - the weight of each named term; only progress counts by default.
* `weights` - these weights with some replaced.
* `Reached` - the best values of an episode.
* `reward_terms` - the weighted terms of one step, which sum to its reward.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from crab_sim.suggestions import did_you_mean

__all__ = ["DEFAULT_WEIGHTS", "Reached", "reward_terms", "weights"]

DEFAULT_WEIGHTS: Mapping[str, float] = {
    "progress": 1.0,
    "passed": 0.0,
    "success": 0.0,
    "coverage": 0.0,
    "step": 0.0,
    "invalid_action": 0.0,
    "question": 0.0,
}
"""Term -> weight. With the default the return of an episode is its final completion ratio.

* ``progress``: max(0, CR - best CR so far), where CR = weight of the passed checkpoints / weight of all.
* ``passed``: the same with CRAB's CRp = passed / all checkpoints (§4.3), which also pays for being somewhere.
* ``success``: 1 in the step that solves the task: the sparse reward.
* ``coverage``: the same as progress with the depth-weighted coverage of OmniBench (§4.1).
* ``step``: -1 in every step.
* ``invalid_action``: -1 if the action was refused.
* ``question``: -1 if the person was asked.
"""


def weights(changes: Mapping[str, float] | None) -> dict[str, float]:
    """Returns the given weights, and the defaults for the rest.

    Raises:
        ValueError: A term doesn't exist, or a weight isn't a finite number.

    >>> weights({"progress": 0, "success": 1})["success"]
    1.0
    """
    if changes is not None and not isinstance(changes, Mapping):
        raise ValueError(f"reward_weights is {changes!r}; expected a mapping from term to weight")
    merged = dict(DEFAULT_WEIGHTS)
    for name, weight in (changes or {}).items():
        if name not in DEFAULT_WEIGHTS:
            hint = did_you_mean(name, DEFAULT_WEIGHTS)
            raise ValueError(f"there is no reward term {name!r}.{hint} There are: {', '.join(DEFAULT_WEIGHTS)}.")
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not abs(weight) < 1e100:
            raise ValueError(f"the weight of reward term {name!r} is {weight!r:.80}; expected a finite number")
        merged[name] = float(weight)
    return merged


class Reached(NamedTuple):
    """The values by which an episode's progress is measured.

    Attributes:
        completion: The completion ratio.
        coverage: The depth-weighted coverage.
        success: Whether the task is solved.
        passed: The completion ratio as CRAB counts it.
    """

    completion: float = 0.0
    coverage: float = 0.0
    success: bool = False
    passed: float = 0.0

    def max_with(self, other: Reached) -> Reached:
        """Returns the best of both."""
        return Reached(
            max(self.completion, other.completion),
            max(self.coverage, other.coverage),
            self.success or other.success,
            max(self.passed, other.passed),
        )


def reward_terms(
    weights: Mapping[str, float], best: Reached, reached: Reached, invalid: bool = False, asked: bool = False
) -> dict[str, float]:
    """Returns the weighted terms of a step, by name.

    Args:
        weights: The weight of each term.
        best: The best values before the step.
        reached: The values now; only improvements count.
        invalid: Whether the action was refused.
        asked: Whether it was a question to the person.
    """
    progress = passed = coverage = 0.0
    if reached is not best:
        progress, coverage = reached.completion - best.completion, reached.coverage - best.coverage
        passed = reached.passed - best.passed
    return {
        "progress": weights["progress"] * progress if progress > 0 else 0.0,
        "passed": weights["passed"] * passed if passed > 0 else 0.0,
        "success": weights["success"] if reached.success and not best.success else 0.0,
        "coverage": weights["coverage"] * coverage if coverage > 0 else 0.0,
        "step": -weights["step"] if weights["step"] else 0.0,
        "invalid_action": -weights["invalid_action"] if invalid and weights["invalid_action"] else 0.0,
        "question": -weights["question"] if asked and weights["question"] else 0.0,
    }
