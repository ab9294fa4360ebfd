"""Drafts: what a person does for one purpose, before several are joined to a plan.

* `Draft` - the sub-tasks that were drawn, what feeds what, and the things that they speak of.
* `draft` - a draft of a purpose.
* `renamed`, `joined` - a draft with facts of its own, and the plan of several drafts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from crab_gym.task.composition.parts import Edge
from crab_gym.task.goals.grammar import SLOT
from crab_gym.task.omni.purposes import Expression, Purpose, library
from crab_gym.task.omni.shapes import Plan, PlanFact, titled
from crab_gym.task.vocabulary import word_of

__all__ = ["MAX_USES", "UNNAMED", "Draft", "Impossible", "draft", "joined", "renamed"]

MAX_USES = 2
"""How often a value is used at most."""
UNNAMED = "somebody"
"""What a reason calls a person whom a part looks up, unless there are words of their own for it."""
_ALSO = 0.35
"""Share of the drafts with a further step, of the purposes that have one."""
_PERSON = "person"

_Value: TypeAlias = int | str
"""A part's number, whose output it is, or a fact."""


class Impossible(Exception):
    """A draft needs sub-tasks that aren't allowed, or uses a value too often."""


@dataclass(frozen=True)
class Draft:
    """A draft.

    Attributes:
        purpose: The purpose.
        parts: Names of the sub-tasks.
        edges: What feeds what.
        facts: Inputs that are a word of the vocabulary.
        names: What the purpose's names stand for.
    """

    purpose: Purpose
    parts: tuple[str, ...]
    edges: tuple[Edge, ...]
    facts: tuple[PlanFact, ...]
    names: Mapping[str, _Value]

    @property
    def reason(self) -> str:
        """What the person wants, in words that name facts."""
        return SLOT.sub(lambda slot: self.called(slot[1]), self.purpose.reason)

    def called(self, name: str) -> str:
        """Returns what a reason calls what the purpose has named: its fact, or a person that a part looks up."""
        value = self.names[name]
        return f"{{{value}}}" if isinstance(value, str) else library().people.get(self.parts[value], UNNAMED)

    @property
    def people(self) -> list[str]:
        """The persons whom the draft names, each once."""
        return list(dict.fromkeys(fact.fact for fact in self.facts if word_of(fact.fact) == _PERSON))

    @property
    def depth(self) -> int:
        """The number of parts on the longest path."""
        depths: dict[int, int] = {}
        for part in range(len(self.parts)):
            before = [depths[edge.producer] for edge in self.edges if edge.consumer == part]
            depths[part] = 1 + max(before, default=0)
        return max(depths.values())

    def order(self, rng: random.Random) -> list[int]:
        """Returns an order in which a goal tells the parts: what something is used for comes soon after it."""
        order: list[int] = []

        def tell(part: int) -> None:
            if part not in order:
                before = [edge.producer for edge in self.edges if edge.consumer == part]
                rng.shuffle(before)
                for each in before:
                    tell(each)
                order.append(part)

        used = {edge.producer for edge in self.edges}
        for part in range(len(self.parts)):
            if part not in used:
                tell(part)
        return order


class _Drawing:
    """A draft that is being drawn: a part comes after those that feed it."""

    def __init__(self, rng: random.Random, purpose: Purpose, allowed: Callable[[str], bool]) -> None:
        self.rng, self.purpose, self.allowed = rng, purpose, allowed
        self.parts: list[str] = []
        self.edges: list[Edge] = []
        self.facts: list[PlanFact] = []
        self.words: Counter[str] = Counter()
        self.let: dict[str, _Value] = {}

    def value(self, expression: Expression, about: Mapping[str, _Value]) -> _Value:
        """Draws what an expression stands for."""
        name = expression.name
        if name.startswith("?"):
            word = name[1:]
            self.words[word] += 1
            return f"{word}.{self.words[word] - 1}"
        if expression.is_subtask:
            return self.part(expression, about)
        if name in about:
            return about[name]
        if name in self.purpose.let:
            if name not in self.let:
                self.let[name] = self.value(self.purpose.let[name], {})
            return self.let[name]
        slot = library().slots[name]
        given = [self.value(each, about) for each in expression.given]
        return self.value(self.rng.choice(slot.ways), dict(zip(slot.about, given, strict=True)))

    def part(self, expression: Expression, about: Mapping[str, _Value]) -> int:
        """Draws the part of a sub-task, and what feeds it."""
        if not self.allowed(expression.name):
            raise Impossible(expression.name)
        values = {name: self.value(each, about) for name, each in expression.inputs.items()}
        part = len(self.parts)
        self.parts.append(expression.name)
        for name, value in values.items():
            if isinstance(value, str):
                self.facts.append(PlanFact(part, name, value))
            else:
                self.edges.append(Edge(value, part, name))
        return part


def draft(rng: random.Random, purpose: Purpose, allowed: Callable[[str], bool]) -> Draft:
    """Returns a draft of a purpose.

    Args:
        rng: Draws the ways of its slots.
        purpose: The purpose.
        allowed: Returns whether a sub-task may be taken.

    Raises:
        Impossible: A sub-task that was drawn isn't allowed, or a value would be used too often.
    """
    drawing = _Drawing(rng, purpose, allowed)
    steps = [rng.choice(step) for step in purpose.do]
    if purpose.also and rng.random() < _ALSO:
        steps.append(rng.choice(purpose.also))
    for step in steps:
        drawing.value(step, {})
    uses = Counter(edge.producer for edge in drawing.edges)
    if max(uses.values(), default=0) > MAX_USES:
        raise Impossible(f"a value is used {max(uses.values())} times")
    return Draft(purpose, tuple(drawing.parts), tuple(drawing.edges), tuple(drawing.facts), drawing.let)


def renamed(own: Draft, others: Sequence[Draft], same: Mapping[str, str]) -> Draft:
    """Returns a draft whose facts are none of those of others.

    Args:
        own: The draft.
        others: The other drafts.
        same: Facts of the draft that are to be one of another draft's.
    """
    words = Counter(word_of(name) for name in {fact.fact for each in others for fact in each.facts})
    names = dict(same)
    for fact in own.facts:
        if fact.fact not in names:
            word = word_of(fact.fact)
            names[fact.fact] = f"{word}.{words[word]}"
            words[word] += 1
    return replace(
        own,
        facts=tuple(fact._replace(fact=names[fact.fact]) for fact in own.facts),
        names={name: names[value] if isinstance(value, str) else value for name, value in own.names.items()},
    )


def joined(drafts: Sequence[Draft]) -> Plan:
    """Returns the plan of some drafts, whose parts come one after the other."""
    parts: list[str] = []
    edges: list[Edge] = []
    facts: list[PlanFact] = []
    for each in drafts:
        first = len(parts)
        parts += each.parts
        edges += [Edge(first + edge.producer, first + edge.consumer, edge.input) for edge in each.edges]
        facts += [fact._replace(part=first + fact.part) for fact in each.facts]
    said = {name for each in drafts for name in SLOT.findall(each.reason)}
    return titled(Plan(tuple(parts), tuple(sorted(edges)), tuple(facts)), library().titles, said)
