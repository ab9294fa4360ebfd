"""The weights of checkpoints in the completion ratio: work counts, being somewhere counts little.

* `weights` - the weights of some checkpoints or sub-tasks.
* `completion_of` - the completion ratio of some checkpoints, given those that have passed.
* `MOST_OF_PLACES` - the most that all places together weigh.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from crab_gym.evaluation.graph import Checkpoint

__all__ = ["MOST_OF_PLACES", "completion_of", "weights"]

MOST_OF_PLACES: Final = 10
"""The most that all places together weigh, in % of all."""


def weights(worth: Sequence[int], places: Sequence[bool]) -> tuple[int, ...]:
    """Returns the weights of checkpoints, as whole numbers, so that sums of them are exact.

    Each weighs what it is worth, but those that only say where the agent is weigh no more than `MOST_OF_PLACES` %
    together. Where there are no others, that is the task, and each weighs what it is worth.

    Args:
        worth: What each is worth by itself, at least 1.
        places: For each, whether it only says where the agent is.

    >>> weights([1, 1], [True, False]), weights([1, 1], [True, True]), weights([1, 1], [False, False])
    ((10, 90), (1, 1), (1, 1))
    """
    of_places = sum([each for each, is_place in zip(worth, places, strict=True) if is_place])
    of_work = sum(worth) - of_places
    if not of_work or 100 * of_places <= MOST_OF_PLACES * (of_places + of_work):
        return tuple(worth)
    place, work = MOST_OF_PLACES * of_work, (100 - MOST_OF_PLACES) * of_places
    return tuple([each * (place if is_place else work) for each, is_place in zip(worth, places, strict=True)])


def completion_of(nodes: Sequence[Checkpoint], passed: Collection[str]) -> float:
    """Returns the completion ratio: the weight of the passed checkpoints / the weight of all.

    Args:
        nodes: The checkpoints.
        passed: Ids of the passed ones.
    """
    each = weights([1] * len(nodes), [node.place for node in nodes])
    return sum([weight for weight, node in zip(each, nodes, strict=True) if node.id in passed]) / sum(each)
