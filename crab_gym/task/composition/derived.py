"""Alternatives and near misses of a composition, derived from those of its parts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task.composition.parts import Composition, Edge, changes
from crab_gym.task.task import Action, Look, Oracle, OracleStuck, Params
from crab_gym.task.types import TYPES, Value

__all__ = ["alternatives", "near_misses"]

_ORDERS = 40
"""Most orders of which another one is taken."""
_ATTEMPTS = 20
"""Draws of hidden values until an output differs."""


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
        yield f"way_{turn + 1}", partial(_with, composition, order, ways)


def near_misses(composition: Composition) -> Iterator[tuple[str, Oracle]]:
    """Yields the parts' own near misses, each part left out, and each edge's value exchanged for another one."""
    order = next(composition.orders(1))
    for index, part in enumerate(composition.parts):
        # Where a file isn't made as it should be, the parts behind it may find none.
        shaky = frozenset(order[order.index(index) + 1 :]) if _makes_files(composition, index) else frozenset()
        for name, oracle in part.subtask.near_misses.items():
            yield f"{index}_{name}", partial(_with, composition, order, {index: oracle}, shaky=shaky)
        if changes(part.subtask):  # who only looks something up may have seen it before
            yield f"without_{index}", partial(_with, composition, order, {index: _nothing}, shaky=shaky)
    for edge in composition.edges:
        if not edge.input:  # nothing is carried over
            continue
        # Who looks something up in a wrong place and carries the right value on has done all that can be told.
        producer, consumer = (composition.parts[part].subtask for part in (edge.producer, edge.consumer))
        tells_apart = producer.hidden and not TYPES[producer.output].resource  # what lies at a path has no other path
        if tells_apart and changes(consumer):
            yield f"other_{edge.input}_{edge.consumer}", partial(_exchanged, composition, order, edge)


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


def _with(
    composition: Composition,
    order: tuple[int, ...],
    ways: Mapping[int, Oracle],
    params: Params,
    look: Look,
    shaky: frozenset[int] = frozenset(),
) -> Iterator[Action]:
    """Yields all parts in an order, some of them in another way, and some only as far as they can be played."""
    values = composition.values(params)
    for index in order:
        whole = ways[index](values[index], look) if index in ways else _whole(composition, index, values[index], look)
        try:
            yield from whole
        except OracleStuck:
            if index not in shaky:
                raise


def _exchanged(
    composition: Composition, order: tuple[int, ...], edge: Edge, params: Params, look: Look
) -> Iterator[Action]:
    """Yields all parts, one of them with another value than the one that it should carry over.

    That part is played as far as it goes: the other value may name what isn't there.
    """
    values = composition.values(params)
    wrong = _other_value(composition, edge, params, values[edge.consumer])
    for index in order:
        try:
            yield from _whole(composition, index, wrong if index == edge.consumer else values[index], look)
        except OracleStuck:
            if index != edge.consumer:
                raise


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
