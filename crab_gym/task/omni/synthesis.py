"""Synthesis of one task from a seed: a graph of sub-tasks grown within a scenario (OmniBench §3.2).

A graph grows from one sub-task by four moves: a producer for an input, a consumer of an output, another edge between
parts that are there, and a part that depends on no other. The probabilities of the moves make chains or wide graphs.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.compose import compose
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.parts import Edge, changes
from crab_gym.task.goals.grammar import STYLES
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan
from crab_gym.task.omni.splits import held_out_subtask
from crab_gym.task.subtask import SubTask
from crab_gym.task.types import TYPES, fits
from crab_sim.devices.apps import app_of

__all__ = ["MAX_GROWN", "Synthesized", "suits", "synthesize"]

MAX_GROWN = 12
"""Most parts of a synthesised task."""
_SIZES = (1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 9, 12)
_BOTH_DEVICES = 0.8
"""Share of the seeds that are to use both devices; for some of them a scenario finds no such graph."""
_HELD_OUT = 0.2
"""Share of the seeds whose graphs may have sub-tasks that are held out for the test split."""
_NARROW = 0.04
"""Share of the seeds whose tasks stay within one category of apps, and have five sub-tasks or more."""
_LONG = 0.12
"""Share of the seeds whose graphs grow from the deepest part on, and have six sub-tasks or more."""
_TITLES = frozenset({"title", "name", "label", "playlist", "ingredient"})
_NAMES = frozenset({"line", "person_name", "place", "city"})
"""Types whose values are titles that a person might give."""
_TRIES = 40
_ATTEMPTS = 12
"""Maximum number of graphs to grow for a seed until one has a goal and can be done."""


class Synthesized(NamedTuple):
    """A task that was made from a seed.

    Attributes:
        scenario: The scenario's name.
        plan: The sub-tasks and edges.
        task: The task.
    """

    scenario: str
    plan: Plan
    task: ComposedTask


def suits(giver: SubTask, taker: SubTask, name: str) -> bool:
    """Returns whether an output can be carried into an input, and makes sense there.

    What tells things of an app apart, such as a note's title, and what something is looked up by, isn't given another
    kind of value: no song has a date as its title. No event is called by a mere number or address, nor is a commit.
    Nothing is done to its own result, such as a copy of a copy. And nothing is looked up by a text that was looked up
    before it: goals would speak of the text of the note whose title is the text of the note whose title is another one.
    """
    type_needed = taker.inputs[name].type
    if (type_needed == "line" and not changes(taker)) or giver is taker:
        return False
    if (name in _TITLES and giver.output not in _NAMES) or (name in taker.worded and giver.output != "line"):
        return False
    strict = name in taker.keys or not changes(taker)
    return giver.output == type_needed if strict else fits(giver.output, type_needed)


@dataclass
class _Growth:
    """A graph that grows.

    Attributes:
        rng: Makes the choices.
        pool: The sub-tasks to choose from.
        parts: Those chosen so far.
        edges: The edges so far.
    """

    rng: random.Random
    pool: Sequence[SubTask]
    parts: list[SubTask]
    edges: list[Edge]

    def allowed(self, subtask: SubTask) -> bool:
        """Returns whether a sub-task may be added to those that are there."""
        single = subtask.once or subtask.device == "root"
        return not (single and subtask in self.parts) and sum(part is subtask for part in self.parts) < 2

    def repeats(self, part: int, subtask: SubTask) -> bool:
        """Returns whether a sub-task would do with an output what another part does with it already."""
        return any(edge.producer == part and self.parts[edge.consumer] is subtask for edge in self.edges)

    def open_inputs(self, part: int) -> list[str]:
        """Returns the inputs of a part that nothing feeds yet."""
        fed = {edge.input for edge in self.edges if edge.consumer == part}
        return [name for name in self.parts[part].inputs if name not in fed]

    def depth(self, part: int) -> int:
        """Returns the number of parts on the longest path that ends in a part."""
        return 1 + max((self.depth(edge.producer) for edge in self.edges if edge.consumer == part), default=0)

    def add(self, subtask: SubTask) -> int:
        """Adds a part and returns its number."""
        self.parts.append(subtask)
        return len(self.parts) - 1

    def backward(self) -> bool:
        """Adds a producer for an open input of a part."""
        places = [(part, name) for part in range(len(self.parts)) for name in self.open_inputs(part)]
        self.rng.shuffle(places)
        for part, name in places:
            taker = self.parts[part]
            givers = [s for s in self.pool if s.output and suits(s, taker, name) and self.allowed(s)]
            if givers:
                self.edges.append(Edge(self.add(self.rng.choice(givers)), part, name))
                return True
        return False

    def forward(self, deep: float) -> bool:
        """Adds a consumer of an output: with the given probability of the deepest part that has one."""
        givers = [part for part, subtask in enumerate(self.parts) if subtask.output]
        self.rng.shuffle(givers)
        if self.rng.random() < deep:
            givers.sort(key=self.depth, reverse=True)
        for part in givers:
            takers = [
                (subtask, name)
                for subtask in self.pool
                for name in subtask.inputs
                if suits(self.parts[part], subtask, name) and self.allowed(subtask) and not self.repeats(part, subtask)
            ]
            going_on = [each for each in takers if each[0].output]
            if going_on and self.rng.random() < deep:
                takers = going_on
            if takers:
                subtask, name = self.rng.choice(takers)
                self.edges.append(Edge(part, self.add(subtask), name))
                return True
        return False

    def join(self) -> bool:
        """Feeds an open input of a part by another part that is there."""
        pairs = [
            Edge(producer, consumer, name)
            for producer, giver in enumerate(self.parts)
            if giver.output
            for consumer in range(len(self.parts))
            if consumer != producer and not self._after(consumer, producer)
            if not self.repeats(producer, self.parts[consumer])
            for name in self.open_inputs(consumer)
            if suits(giver, self.parts[consumer], name)
        ]
        if pairs:
            self.edges.append(self.rng.choice(pairs))
        return bool(pairs)

    def _after(self, first: int, last: int) -> bool:
        """Returns whether a part comes after another one, or is it."""
        return first == last or any(self._after(first, edge.producer) for edge in self.edges if edge.consumer == last)

    def fresh(self) -> bool:
        """Adds a part that depends on no other."""
        candidates = [subtask for subtask in self.pool if changes(subtask) and self.allowed(subtask)]
        candidates = [subtask for subtask in candidates if subtask.device != "root"]
        if candidates:
            self.add(self.rng.choice(candidates))
        return bool(candidates)

    def lacks_source(self) -> bool:
        """Returns whether a part takes what the clipboard happens to hold: nobody would ask for that."""
        return any(
            TYPES[subtask.inputs[name].type].volatile
            for part, subtask in enumerate(self.parts)
            for name in self.open_inputs(part)
        )

    def use_all(self) -> bool:
        """Gives each part that only looks something up a consumer; returns whether that was possible."""
        for _ in range(MAX_GROWN):
            used = {edge.producer for edge in self.edges}
            idle = [i for i, subtask in enumerate(self.parts) if i not in used and not changes(subtask)]
            if not idle:
                return len(self.parts) <= MAX_GROWN
            giver = self.parts[idle[0]]
            places = [
                (subtask, name)
                for subtask in self.pool
                if changes(subtask) and self.allowed(subtask) and not self.repeats(idle[0], subtask)
                for name in subtask.inputs
                if suits(giver, subtask, name)
            ]
            if not places:
                return False
            subtask, name = self.rng.choice(places)
            self.edges.append(Edge(idle[0], self.add(subtask), name))
        return False


def synthesize(seed: str) -> Synthesized | str:
    """Returns the task of a seed, or why there is none, in a few words that many seeds share.

    The same seed gives the same task everywhere.

    Args:
        seed: Any text; a list takes ``"<seed>:<number>"``.

    Example:
        >>> made = synthesize("docs:4")
        >>> made if isinstance(made, str) else (made.scenario, len(made.plan.parts))  # doctest: +ELLIPSIS
        (...)
    """
    rng = random.Random(f"omni:{seed}")
    scenario = rng.choice(list(scenarios().values()))
    size, deep, wide = rng.choice(_SIZES), rng.random(), rng.random()
    both = size > 1 and rng.random() < _BOTH_DEVICES
    open_to_all = rng.random() < _HELD_OUT
    pool = [find_subtask(name) for name in scenario.subtasks if open_to_all or not held_out_subtask(name)]
    narrow = random.Random(f"omni:{seed}:narrow")
    if narrow.random() < _NARROW:
        pool, size, both = _of_one_category(pool, narrow), narrow.choice((5, 5, 5, 6, 6, 7)), False
    elif narrow.random() < _LONG:
        size, deep, wide = narrow.choice((6, 6, 7, 7, 8, 9)), 1.0, wide / 2
    reason = "no graph of this size"
    for _ in range(_ATTEMPTS):
        plan = _grow(rng, pool, size, deep, wide)
        if plan is None or (both and not _crosses(plan)):
            continue
        style = rng.choice(sorted(STYLES))
        try:
            task = compose([(name, {}) for name in plan.parts], plan.edges, style, _order(rng, plan))
        except ValueError as error:
            reason = _kind(str(error))
            continue
        return Synthesized(scenario.name, plan, task)
    return reason


def _of_one_category(pool: Sequence[SubTask], rng: random.Random) -> list[SubTask]:
    """Returns the sub-tasks of one category of apps, which is drawn; large categories are drawn more often."""
    categories = {subtask.name: app_of(subtask.device, subtask.app).category for subtask in pool}
    category = categories[rng.choice([subtask.name for subtask in pool if subtask.device != "root"])]
    return [subtask for subtask in pool if categories[subtask.name] == category]


def _crosses(plan: Plan) -> bool:
    return {"ubuntu", "android"} <= {find_subtask(name).device for name in plan.parts}


def _grow(rng: random.Random, pool: Sequence[SubTask], size: int, deep: float, wide: float) -> Plan | None:
    first = rng.choice([subtask for subtask in pool if subtask.device != "root"])
    growth = _Growth(rng, pool, [first], [])
    for _ in range(_TRIES):
        if len(growth.parts) >= size:
            break
        move = rng.random()
        if move < 0.3 * wide:
            growth.fresh()
        elif move < 0.3 * wide + 0.25:
            growth.join()
        elif move < 0.75:
            growth.forward(deep)
        else:
            growth.backward()
    if len(growth.parts) < size or not growth.use_all() or growth.lacks_source():
        return None
    return Plan(tuple(subtask.name for subtask in growth.parts), tuple(growth.edges))


def _order(rng: random.Random, plan: Plan) -> list[int] | None:
    """Returns an order in which the goal may tell the parts; None where volatile outputs leave little choice."""
    if any(not edge.input for edge in plan.edges):
        return None
    answers = {part for part, name in enumerate(plan.parts) if find_subtask(name).device == "root"}
    before = [set(range(len(plan.parts))) - answers if part in answers else set() for part in range(len(plan.parts))]
    for edge in plan.edges:
        before[edge.consumer].add(edge.producer)
    order: list[int] = []
    while len(order) < len(before):
        ready = [part for part, needed in enumerate(before) if part not in order and needed <= set(order)]
        order.append(rng.choice(ready))
    return order


_REASONS = (
    ("replaces a volatile output", "a volatile output would be replaced"),
    ("get the same output", "two parts would get the same key"),
    ("have the same output", "two parts would make the same file"),
    ("is there already", "a part would make what is there already"),
    ("are the same", "two parts are the same"),
    ("once only", "a part that can be there once"),
    ("other dependencies", "the goal reads as another graph"),
    ("other sub-tasks", "the goal reads as other sub-tasks"),
    ("only looks something up", "a look-up that nothing uses"),
    ("submit an answer", "two answers"),
    ("only an answer", "nothing but an answer"),
)


def _kind(message: str) -> str:
    return next((kind for part, kind in _REASONS if part in message), message)
