"""Alternatives and near misses of a composition, derived from those of its parts.

* `alternatives`, `near_misses` - the two. `Plan` - the walk through all parts, as each of them is; `PlannedPart`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task.composition.parts import Composition, Edge, changes
from crab_gym.task.task import Action, Look, Oracle, OracleStuck, Params
from crab_gym.task.types import TYPES, Value

__all__ = ["Plan", "PlannedPart", "alternatives", "near_misses"]

_ORDERS = 40
"""Most orders of which another one is taken."""
_ATTEMPTS = 20
"""Draws of hidden values until an output differs."""


class PlannedPart(NamedTuple):
    """A part of a plan.

    Attributes:
        key: All that its actions follow from, beside what it sees.
        walk: Returns its actions.
    """

    key: object
    walk: Callable[[Look], Iterator[Action]]


@dataclass(frozen=True, eq=False)
class Plan:
    """An oracle that plays all parts in an order, some of them in another way.

    Attributes:
        composition: The parts.
        order: Their order.
        ways: The other way of each part that has one.
        shaky: The parts that are played only as far as they can be.
        exchanged: The edge that carries another value than it should. Its consumer is played as far as it goes: the
            other value may name what isn't there.
    """

    composition: Composition
    order: tuple[int, ...]
    ways: Mapping[int, Oracle] = field(default_factory=dict)
    shaky: frozenset[int] = frozenset()
    exchanged: Edge | None = None

    def __call__(self, params: Params, look: Look) -> Iterator[Action]:
        """Yields the actions of all parts."""
        for part in self.parts(params):
            yield from part.walk(look)

    def usual(self) -> Plan:
        """Returns the plan in which all parts are played in the usual way."""
        return Plan(self.composition, self.order)

    def parts(self, params: Params) -> list[PlannedPart]:
        """Returns the parts in their order."""
        values = self.composition.values(params)
        return [self._part(index, params, values[index]) for index in self.order]

    def _part(self, index: int, params: Params, values: Params) -> PlannedPart:
        if self.exchanged is not None and index == self.exchanged.consumer:
            return PlannedPart((index, self.exchanged), partial(self._exchanged, self.exchanged, params, values))
        way = self.ways.get(index)
        walk = partial(_whole, self.composition, index, values) if way is None else partial(way, values)
        return PlannedPart((index, values, way), partial(_as_far_as_it_goes, walk) if index in self.shaky else walk)

    def _exchanged(self, edge: Edge, params: Params, values: Params, look: Look) -> Iterator[Action]:
        wrong = _other_value(self.composition, edge, params, values)
        return _as_far_as_it_goes(partial(_whole, self.composition, edge.consumer, wrong), look)


def alternatives(composition: Composition) -> Iterator[tuple[str, Oracle]]:
    """Yields ways in which each part takes one of its alternatives, in another order where there is one."""
    orders = list(composition.orders(_ORDERS))
    most = max(len(part.subtask.alternatives) for part in composition.parts)
    for turn in range(max(2, most)):
        ways = {
            index: list(part.subtask.alternatives.values())[turn % len(part.subtask.alternatives)]
            for index, part in enumerate(composition.parts)
            if part.subtask.alternatives
        }
        order = orders[-1] if turn % 2 else orders[len(orders) // 2]
        yield f"way_{turn + 1}", Plan(composition, order, ways)


def near_misses(composition: Composition) -> Iterator[tuple[str, Oracle]]:
    """Yields the parts' own near misses, each part left out, and each edge's value exchanged for another one.

    The parts that this concerns come last, so that near misses have as much in common as they can.
    """
    for index, part in enumerate(composition.parts):
        order = composition.order_ending({index})
        # Where a file isn't made as it should be, the parts behind it may find none.
        shaky = frozenset(order[order.index(index) + 1 :]) if _makes_files(composition, index) else frozenset()
        for name, oracle in part.subtask.near_misses.items():
            yield f"{index}_{name}", Plan(composition, order, {index: oracle}, shaky)
        if changes(part.subtask):  # who only looks something up may have seen it before
            yield f"without_{index}", Plan(composition, order, {index: _nothing}, shaky)
    for edge in composition.edges:
        if not edge.input:  # nothing is carried over
            continue
        # Who looks something up in a wrong place and carries the right value on has done all that can be told.
        producer, consumer = (composition.parts[part].subtask for part in (edge.producer, edge.consumer))
        tells_apart = producer.hidden and not TYPES[producer.output].resource  # what lies at a path has no other path
        if tells_apart and changes(consumer):
            order = composition.order_ending({edge.consumer})
            yield f"other_{edge.input}_{edge.consumer}", Plan(composition, order, exchanged=edge)


def _makes_files(composition: Composition, index: int) -> bool:
    """Returns whether a part makes a file, picture or folder with which another one goes on."""
    output = composition.parts[index].subtask.output
    return any(edge.producer == index and edge.input for edge in composition.edges) and TYPES[output].resource


def _nothing(params: Params, look: Look) -> Iterator[Action]:
    yield from ()


def _whole(composition: Composition, index: int, values: Params, look: Look) -> Iterator[Action]:
    """Yields a part's own way, checkpoint by checkpoint."""
    subtask = composition.parts[index].subtask
    for node in TaskGraph(subtask.checkpoints(values)).checkpoints:
        yield from subtask.oracle[node.id](values, look)


def _as_far_as_it_goes(walk: Callable[[Look], Iterator[Action]], look: Look) -> Iterator[Action]:
    """Yields actions until something that they look for isn't there."""
    try:
        yield from walk(look)
    except OracleStuck:
        return


def _other_value(composition: Composition, edge: Edge, params: Params, right: Params) -> Params:
    """Returns a consumer's values with the output that its producer would have had with other hidden values.

    It is a value that no parameter has, where one is drawn: else the part could meet what belongs to another one.

    Raises:
        RuntimeError: The output is always the same.
    """
    rng, taken = random.Random(repr(getattr(right, edge.input))), set(vars(params).values())
    subtask = composition.parts[edge.producer].subtask
    found: list[Value] = []
    for _ in range(_ATTEMPTS):
        names = {name: composition.parameter_of(edge.producer, name) for name in subtask.hidden}
        sample = {names[name]: composition.parameters[names[name]].sample(rng) for name in subtask.hidden}
        other = getattr(composition.values(params.replace(**sample))[edge.consumer], edge.input)
        if other != getattr(right, edge.input):
            found.append(other)
        if found and found[-1] not in taken:
            break
    if not found:
        raise RuntimeError(f"sub-task {subtask.name!r} always has the same output; give it more hidden values")
    return right.replace(**{edge.input: found[-1]})
