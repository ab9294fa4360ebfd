"""`Memory`: which checkpoints needn't be evaluated again, since nothing that they have read has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.backends.base import Backend
from crab_gym.backends.by_device import State
from crab_gym.backends.reads import Reads

__all__ = ["Memory", "memory_of"]


class Memory:
    """Remembers checkpoints that didn't hold, with what their evaluators have read.

    Evaluators are functions of the state, so one that reads the same values again returns the same.

    Args:
        reads: What notes the reads of each device.
    """

    __slots__ = ("_known", "_reads", "_state")

    def __init__(self, reads: Sequence[Reads]) -> None:
        self._reads = tuple(reads)
        self._known: dict[int, tuple[frozenset[str], ...]] = {}
        self._state: State | None = None

    def begin(self, state: State) -> None:
        """Forgets those that have read what has changed since, and notes what is read from now on."""
        if state is not self._state:  # another goal, or more that the person has told
            self._state = state
            self._known.clear()
        for place, device in enumerate(self._reads):
            if replaced := device.replaced():
                stale = [node for node, names in self._known.items() if not names[place].isdisjoint(replaced)]
                for node in stale:
                    del self._known[node]
            device.begin()

    def knows(self, node: int) -> bool:
        """Returns whether a checkpoint is known not to hold."""
        return node in self._known

    def remember(self, node: int) -> None:
        """Remembers a checkpoint that doesn't hold, which has read what was read since the last one, or less."""
        self._known[node] = tuple([device.taken() for device in self._reads])

    def end(self) -> None:
        """Ends what `begin` has begun."""
        for device in self._reads:
            device.end()


def memory_of(backends: Mapping[str, Backend]) -> Memory | None:
    """Returns a memory for an episode; None where a device's backend can't tell what is read.

    Args:
        backends: Device to its backend.
    """
    reads = [backend.reads() for backend in backends.values()]
    noted = [each for each in reads if each is not None]
    return Memory(noted) if len(noted) == len(reads) else None
