"""Reward terms of an episode's steps.

* `DEFAULT_WEIGHTS` - the weight of each named term; only progress counts by default.
* `weights` - these weights with some replaced.
* `reward_terms` - the weighted terms of one step, which sum to its reward.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping

__all__ = ["DEFAULT_WEIGHTS", "reward_terms", "weights"]

DEFAULT_WEIGHTS: Mapping[str, float] = {
    "progress": 1.0,
    "success": 0.0,
    "coverage": 0.0,
    "step": 0.0,
    "invalid_action": 0.0,
}
"""Term -> weight. With the default the return of an episode is its final completion ratio (CRAB §4.3).

* ``progress``: max(0, CR - best CR so far), where CR = passed / all checkpoints.
* ``success``: 1 in the step that solves the task: the sparse reward.
* ``coverage``: the same as progress with the depth-weighted coverage of OmniBench (§4.1).
* ``step``: -1 in every step.
* ``invalid_action``: -1 if the action was refused.
"""


def weights(given: Mapping[str, float] | None) -> dict[str, float]:
    """Returns the given weights, and the defaults for the rest.

    Raises:
        ValueError: A term doesn't exist, or a weight isn't a finite number.

    >>> weights({"progress": 0, "success": 1})["success"]
    1.0
    """
    if given is not None and not isinstance(given, Mapping):
        raise ValueError(f"reward_weights is {given!r}; expected a mapping from term to weight")
    merged = dict(DEFAULT_WEIGHTS)
    for name, weight in (given or {}).items():
        if name not in DEFAULT_WEIGHTS:
            close = difflib.get_close_matches(str(name), DEFAULT_WEIGHTS, 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"there is no reward term {name!r}.{hint} There are: {', '.join(DEFAULT_WEIGHTS)}.")
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not abs(weight) < 1e100:
            raise ValueError(f"the weight of reward term {name!r} is {weight!r:.80}; expected a finite number")
        merged[name] = float(weight)
    return merged


def reward_terms(
    weights: Mapping[str, float], progress: float, success: bool, coverage: float, invalid: bool
) -> dict[str, float]:
    """Returns the weighted terms of a step, by name.

    Args:
        weights: The weight of each term.
        progress: CR minus the best CR so far.
        success: Whether this step solves the task.
        coverage: Coverage minus the best coverage so far.
        invalid: Whether the action was refused.
    """
    return {
        "progress": weights["progress"] * progress if progress > 0 else 0.0,
        "success": weights["success"] if success else 0.0,
        "coverage": weights["coverage"] * coverage if coverage > 0 else 0.0,
        "step": -weights["step"] if weights["step"] else 0.0,
        "invalid_action": -weights["invalid_action"] if invalid and weights["invalid_action"] else 0.0,
    }
