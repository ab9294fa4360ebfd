"""The parts of a composition, the edges between them, and the values that they have in an episode."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from crab_gym.task.composition.volatile import Volatiles
from crab_gym.task.parameters import Parameter
from crab_gym.task.subtask import SubTask
from crab_gym.task.task import Params, allow_nothing
from crab_gym.task.types import TYPES, Value, fits

__all__ = ["Composition", "Edge", "Part", "Reason", "changes", "parameter_name", "topological_orders"]

_REDRAWS = 30
"""Draws of a default until it differs from that of another part."""


class Edge(NamedTuple):
    """The output of one part carried into an input of another; parts are counted from 0.

    Attributes:
        producer: The part whose output it is.
        consumer: The part that gets it.
        input: The input; "" where nothing is carried, and the consumer just comes after the producer.
    """

    producer: int
    consumer: int
    input: str


class Reason(NamedTuple):
    """What a person wants some parts for.

    Attributes:
        words: A sentence that the goal tells before the first of them, such as "You want to call a friend".
        parts: The parts.
    """

    words: str
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A sub-task in a composition.

    Attributes:
        subtask: The sub-task.
        given: The values of those inputs that are fixed.
        facts: Inputs and hidden values that are a fact of the composition, to that fact's name.
        since: Id of the event before which its checkpoints can't pass; ``""`` for none.
    """

    subtask: SubTask
    given: Mapping[str, Value] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    since: str = ""


def changes(subtask: SubTask) -> bool:
    """Returns whether a sub-task does more than look something up."""
    copies = bool(subtask.output) and bool(TYPES[subtask.output].volatile)
    return subtask.device == "root" or copies or subtask.footprint is not allow_nothing


def is_lasting(kind: str) -> bool:
    """Returns whether values of a type are things on a device, such as files, of which parts need their own."""
    return kind in TYPES and TYPES[kind].resource and TYPES[kind].apart


def overlap(one: str, other: str) -> bool:
    """Returns whether two paths are the same, or one lies in the other.

    >>> overlap("/home/user/a", "/home/user/a/b.txt"), overlap("/home/user/a", "/home/user/ab")
    (True, False)
    """
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def parameter_name(part: int, name: str) -> str:
    """Returns the name that a part's input or hidden value has among the composed task's parameters."""
    return f"{name}_{part}"


class _CachedValues(NamedTuple):
    """The values of parts, and the parameters from which they were made."""

    params: Mapping[str, object]
    values: tuple[Params, ...]


@dataclass(frozen=True)
class Composition:
    """Sub-tasks, the edges between them, and how the goal tells them.

    Attributes:
        parts: The sub-tasks, with their fixed inputs.
        edges: The edges, sorted.
        style: How the goal tells them; see `crab_gym.task.goals.grammar.STYLES`.
        order: The order in which it tells them.
        wording: The goal in other words, with placeholders; see `crab_gym.task.goals.placeholders`. ``""`` for the
            grammar's.
        facts: Parameters that parts share, by name; see `Part.facts`.
        reasons: What parts are for, where the goal tells it.
    """

    parts: tuple[Part, ...]
    edges: tuple[Edge, ...]
    style: str
    order: tuple[int, ...]
    wording: str = ""
    facts: Mapping[str, Parameter] = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()

    @cached_property
    def feeds(self) -> tuple[Mapping[str, int], ...]:
        """Per part: its inputs that come from another part, to that part; "" is the part that it only comes after."""
        feeds: list[dict[str, int]] = [{} for _ in self.parts]
        for edge in self.edges:
            feeds[edge.consumer][edge.input] = edge.producer
        return tuple(feeds)

    @cached_property
    def sorted_parts(self) -> tuple[int, ...]:
        """The parts, producers before consumers; else as they were given."""
        return next(topological_orders(self.feeds))

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The composed task's parameters: inputs that nothing feeds, and what is hidden; the fixed ones come first.

        Values of a type whose values tell things apart differ between the parts, the defaults as well, and so do those
        of files and folders, whatever their types. What a volatile resource holds at the beginning is a single
        parameter.
        """
        fixed: dict[str, Parameter] = {}
        variable = {name: _kept_apart(parameter) for name, parameter in self.facts.items()}
        for index, part in enumerate(self.parts):
            for name, parameter in (*part.subtask.inputs.items(), *part.subtask.hidden.items()):
                if name in self.feeds[index] or (index, name) in self._same:
                    continue
                parameter = _kept_apart(parameter)
                if name in part.given:
                    fixed[parameter_name(index, name)] = _constant(parameter, part.given[name])
                else:
                    variable[parameter_name(index, name)] = parameter
        return _different_defaults({**fixed, **variable})

    def values(self, params: Params) -> tuple[Params, ...]:
        """Returns each part's inputs, with their types, and hidden values, for a task's parameters.

        They are those of the last call if the parameters are the same: a reset asks for them four times.
        """
        current = vars(params)
        last = self.__dict__.get("_last")
        if last is None or last.params != current:
            last = self.__dict__["_last"] = _CachedValues(dict(current), self._values(params))
        values: tuple[Params, ...] = last.values
        return values

    def _values(self, params: Params) -> tuple[Params, ...]:
        params_of_parts: dict[int, Params] = {}
        outputs: dict[int, Value] = {}
        for index in self.sorted_parts:
            subtask, feeds = self.parts[index].subtask, self.feeds[index]
            inputs: dict[str, object] = {}
            kinds: dict[str, str] = {}
            for name, parameter in subtask.inputs.items():
                producer = feeds.get(name)
                if producer is None:
                    inputs[name], kinds[name] = getattr(params, self.parameter_of(index, name)), parameter.type
                else:
                    inputs[name], kinds[name] = outputs[producer], self.parts[producer].subtask.output
            for name in subtask.hidden:
                inputs[name] = getattr(params, self.parameter_of(index, name))
            fed = {name: self._called(producer) for name, producer in feeds.items() if name}
            params_of_parts[index] = Params(**inputs, kinds=kinds, fed=fed)
            if subtask.produce is not None:
                outputs[index] = subtask.produce(params_of_parts[index])
        return tuple([params_of_parts[index] for index in range(len(self.parts))])

    def parameter_of(self, part: int, name: str) -> str:
        """Returns which of the parameters has the value of a part's input that nothing feeds, or of what is hidden."""
        return self._same.get((part, name), parameter_name(part, name))

    def _called(self, part: int) -> str:
        """Returns what goals call a part's output."""
        subtask = self.parts[part].subtask
        return subtask.called or TYPES[subtask.output].noun

    @cached_property
    def _same(self) -> Mapping[tuple[int, str], str]:
        """Inputs that share a parameter, to its name: a fact, or what a volatile resource holds at the beginning."""
        by_resource: dict[str, list[tuple[int, str]]] = {}
        for index, part in enumerate(self.parts):
            for name, parameter in part.subtask.inputs.items():
                if TYPES[parameter.type].volatile and name not in self.feeds[index]:
                    by_resource.setdefault(TYPES[parameter.type].volatile, []).append((index, name))

        def kind(place: tuple[int, str]) -> str:
            return self.parts[place[0]].subtask.inputs[place[1]].type

        same = {(index, name): fact for index, part in enumerate(self.parts) for name, fact in part.facts.items()}
        for places in by_resource.values():  # the narrowest type is good for all of them
            first = next(one for one in places if all(fits(kind(one), kind(other)) for other in places))
            same |= {place: parameter_name(*first) for place in places if place != first}
        return same

    def consumed(self, part: int) -> bool:
        """Returns whether another part uses a part's output."""
        return any(edge.producer == part and edge.input for edge in self.edges)

    @cached_property
    def volatiles(self) -> Volatiles:
        """Its volatile resources."""
        return Volatiles([part.subtask for part in self.parts], self.feeds)

    def includes(self, other: Composition) -> bool:
        """Returns whether it has all parts of another one that change something, fed in the same way."""
        return not Counter(other._done()) - Counter(self._done())

    def _done(self) -> list[str]:
        """Returns what tells each part apart that changes something: its fixed inputs, and all that feeds it."""
        keys: dict[int, str] = {}
        for index in self.sorted_parts:
            part, feeds = self.parts[index], self.feeds[index]
            fed = sorted((name, keys[source]) for name, source in feeds.items())
            keys[index] = repr((part.subtask.name, sorted({**part.given, **part.facts}.items()), fed))
        return [keys[index] for index, part in enumerate(self.parts) if changes(part.subtask)]

    def orders(self, limit: int | None = None, preferred: Sequence[int] | None = None) -> Iterator[tuple[int, ...]]:
        """Yields the orders of the parts that can succeed: nothing replaces a volatile output before it is used.

        Args:
            limit: Maximal number of orders; None for all.
            preferred: The parts, those first that are to come first where they can; None for as they are numbered.
        """
        return islice(self.volatiles.orders(preferred=preferred), limit)

    def order_ending(self, parts: Collection[int]) -> tuple[int, ...]:
        """Returns an order in which some parts come last, with all that they are connected to, where that succeeds."""
        last, size = set(parts), 0
        while size < len(last):
            size = len(last)
            last |= {end for edge in self.edges for end in edge[:2] if not last.isdisjoint(edge[:2])}
        return next(self.orders(1, sorted(range(len(self.parts)), key=lambda part: (part in last, part))))


def _kept_apart(parameter: Parameter) -> Parameter:
    kind = TYPES.get(parameter.type)
    if kind is None or not kind.apart:
        return parameter
    return replace(parameter, apart="resource" if kind.resource else parameter.type)  # pictures and paths are files


def _constant(parameter: Parameter, value: Value) -> Parameter:
    return replace(
        parameter,
        default=value,
        sample=lambda rng: value,
        accepts=lambda other: bool(other == value),
        expected=f"{value!r}, which the composition fixes",
    )


def _different_defaults(parameters: Mapping[str, Parameter]) -> Mapping[str, Parameter]:
    defaults_in_use: dict[str, list[Value]] = {}
    result: dict[str, Parameter] = {}
    for name, parameter in parameters.items():
        if parameter.apart:
            others, rng = defaults_in_use.setdefault(parameter.apart, []), random.Random(name)
            for _ in range(_REDRAWS):
                if parameter.default not in others:
                    break
                parameter = replace(parameter, default=parameter.sample(rng))
            others.append(parameter.default)
        result[name] = parameter
    return result


def topological_orders(feeds: tuple[Mapping[str, int], ...]) -> Iterator[tuple[int, ...]]:
    """Yields the orders of the parts in which producers come before consumers, lexicographically; none for a cycle."""
    before = [set(each.values()) for each in feeds]

    def grow(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(order) == len(before):
            yield order
            return
        for part, needed in enumerate(before):
            if part not in order and needed.issubset(order):
                yield from grow((*order, part))

    return grow(())
