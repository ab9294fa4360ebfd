"""Orders in which a volatile resource, such as the clipboard's content, lasts until it is used.

A part uses what is there at the beginning, or what another part puts there. Nothing may replace that before it is
used, and what no part uses has to stay until the end.

* `Volatiles` - the volatile resources of a composition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.task.subtask import SubTask
from crab_gym.task.types import TYPES

__all__ = ["Volatiles"]

_BEGINNING = -1
"""Stands for the part that put there what a resource holds at the beginning."""


class _Resource(NamedTuple):
    """One volatile resource.

    Attributes:
        uses: Of what each part puts there, the parts that take it.
        puts: The parts that put something there.
        replaces: The parts after which it may hold something else; those of `puts` are among them.
    """

    uses: Mapping[int, frozenset[int]]
    puts: frozenset[int]
    replaces: frozenset[int]

    def holds(self, done: Sequence[int]) -> int:
        """Returns the part whose doing it was last that replaced it."""
        return next((part for part in reversed(done) if part in self.replaces), _BEGINNING)


class Volatiles:
    """The volatile resources of a composition.

    Args:
        subtasks: The parts' sub-tasks.
        feeds: Per part: its inputs that come from another part, to that part.
    """

    def __init__(self, subtasks: Sequence[SubTask], feeds: Sequence[Mapping[str, int]]) -> None:
        self._before = [set(each.values()) for each in feeds]
        names = {kind.volatile for kind in TYPES.values()} - {""}
        resources = [_resource(name, subtasks, feeds) for name in sorted(names)]
        self._resources = [resource for resource in resources if resource.uses or resource.puts]

    def last(self, order: Sequence[int]) -> bool:
        """Returns whether, in an order of the parts, everything is used before something replaces it."""
        return all(self._may_follow(order[:at], part) for at, part in enumerate(order))

    def orders(
        self, allowed: Callable[[Sequence[int], int], bool] | None = None, preferred: Sequence[int] | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yields the orders in which producers come before consumers and everything lasts, lexicographically.

        Args:
            allowed: Returns whether a part may come after some others, which are done; None if any may.
            preferred: The parts, those first that are to come first where they can; None for as they are numbered.
        """
        parts = range(len(self._before)) if preferred is None else preferred

        def may_follow(order: tuple[int, ...], part: int) -> bool:
            return self._may_follow(order, part) and (allowed is None or allowed(order, part))

        def grow(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(order) == len(self._before):
                yield order
                return
            for part in parts:
                if part not in order and self._before[part].issubset(order) and may_follow(order, part):
                    yield from grow((*order, part))

        return grow(())

    def _may_follow(self, done: Sequence[int], part: int) -> bool:
        return all(self._lasts(resource, done, part) for resource in self._resources)

    def _lasts(self, resource: _Resource, done: Sequence[int], part: int) -> bool:
        """Returns whether a part that is done next finds what it uses, and replaces nothing that is still needed."""
        source_now = resource.holds(done)
        if any(part in users and source != source_now for source, users in resource.uses.items()):
            return False
        if part not in resource.replaces:
            return True
        users = resource.uses.get(source_now, frozenset())
        if users.difference(done, (part,)) or (source_now in resource.puts and not users):
            return False
        if part not in resource.puts:
            return True
        left = resource.replaces.difference(done, (part,))
        # What its users need, and so comes before them, mustn't replace it; without users, nothing may.
        own = resource.uses.get(part)
        return not (left & self._needed(own) if own else left)

    def _needed(self, parts: frozenset[int]) -> set[int]:
        """Returns the parts that come before some parts."""
        ancestors: set[int] = set()
        rest = list(parts)
        while rest:
            rest += (new := self._before[rest.pop()] - ancestors)
            ancestors |= new
        return ancestors


def _resource(name: str, subtasks: Sequence[SubTask], feeds: Sequence[Mapping[str, int]]) -> _Resource:
    uses: dict[int, set[int]] = {}
    for part, subtask in enumerate(subtasks):
        for key, parameter in subtask.inputs.items():
            if TYPES[parameter.type].volatile == name:
                uses.setdefault(feeds[part].get(key, _BEGINNING), set()).add(part)
    puts = {part for part, each in enumerate(subtasks) if each.output and TYPES[each.output].volatile == name}
    replaces = puts | {part for part, each in enumerate(subtasks) if name in each.disturbs}
    return _Resource({part: frozenset(users) for part, users in uses.items()}, frozenset(puts), frozenset(replaces))
