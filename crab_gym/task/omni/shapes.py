"""Shapes of compositions: what makes two of them the same, and how complex they are.

* `Plan` - a composition that isn't made yet: names of sub-tasks, edges, and facts.
* `titled` - a plan in which everything is called by what it is.
* `same_as` - a digest that is equal for compositions that differ only in the order of their parts.
* `plan_complexity` - the five dimensions.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.complexity import Complexity, measure_complexity
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.parts import Edge
from crab_gym.task.vocabulary import word_of
from crab_sim.devices.apps import app_of

__all__ = ["Plan", "PlanFact", "plan_complexity", "same_as", "shape_of", "titled"]


class PlanFact(NamedTuple):
    """A part's input or hidden value that is a word of the vocabulary.

    Attributes:
        part: The part.
        name: The input or hidden value.
        fact: The fact; parts with the same one share its value. See `crab_gym.task.vocabulary`.
    """

    part: int
    name: str
    fact: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A composition in names.

    Attributes:
        parts: Names of the sub-tasks.
        edges: What feeds what.
        facts: Values that are words of the vocabulary, which parts may share.
    """

    parts: tuple[str, ...]
    edges: tuple[Edge, ...]
    facts: tuple[PlanFact, ...] = ()

    def facts_by_part(self) -> Mapping[int, Mapping[str, str]]:
        """Returns the facts of each part that has some, by input or hidden value."""
        by_part: dict[int, dict[str, str]] = {}
        for part, name, fact in self.facts:
            by_part.setdefault(part, {})[name] = fact
        return by_part

    @property
    def own_facts(self) -> tuple[PlanFact, ...]:
        """The facts that don't follow from how things are called by default."""
        return tuple([fact for fact in self.facts if fact.fact.count(".") == 1])


def titled(plan: Plan, titles: Mapping[str, str], said: Collection[str] | None = None) -> Plan:
    """Returns a plan in which everything is called by what it is.

    A fact that gives an input the word that it has anyway is left out, unless parts share it or a reason names it, and
    so is anybody's name.

    Args:
        plan: The plan.
        titles: The word of an input or hidden value, such as ``recipes.add.title``, where nothing else is given for it.
        said: The facts that reasons name; None to keep all.
    """
    uses = Counter(each.fact for each in plan.facts)
    kept = [
        each
        for each in plan.own_facts
        if said is None
        or each.fact in said
        or uses[each.fact] > 1
        or word_of(each.fact) not in ("person", titles.get(f"{plan.parts[each.part]}.{each.name}"))
    ]
    given = {(each.part, each.name) for each in kept} | {(edge.consumer, edge.input) for edge in plan.edges}
    for part, subtask in enumerate(plan.parts):
        each = find_subtask(subtask)
        for name in (*each.inputs, *each.hidden):
            word = titles.get(f"{subtask}.{name}")
            if word and (part, name) not in given:
                kept.append(PlanFact(part, name, f"{word}.{part}.{name}"))
    return replace(plan, facts=tuple(sorted(kept)))


def same_as(plan: Plan) -> str:
    """Returns a digest that is equal for plans that differ only in the order of their parts.

    Labels are refined by those of the neighbours until all that is within reach has been seen. Plans that this doesn't
    distinguish count as the same. How things are called by default makes no difference.
    """
    own = plan.own_facts
    uses = Counter(each.fact for each in own)
    words = [
        "".join(f"={each.name}={word_of(each.fact)}" for each in own if each.part == part and uses[each.fact] == 1)
        for part in range(len(plan.parts))
    ]
    shared = [each for each in own if uses[each.fact] > 1]
    return _refined(plan, [f"{name}{word}" for name, word in zip(plan.parts, words, strict=True)], shared)


def shape_of(plan: Plan) -> str:
    """Returns a digest of the graph alone, without the sub-tasks' names and the inputs'."""
    bare = Plan(plan.parts, tuple(Edge(edge.producer, edge.consumer, "_") for edge in plan.edges))
    return _refined(bare, ["" for _ in plan.parts], ())


def _refined(plan: Plan, labels: list[str], shared: Sequence[PlanFact]) -> str:
    """Returns the digest of a graph whose nodes are parts, and the facts that several parts share."""
    facts = sorted({each.fact for each in shared})
    labels = [*labels, *(word_of(fact) for fact in facts)]
    links = list(plan.edges)
    links += [Edge(len(plan.parts) + facts.index(each.fact), each.part, each.name) for each in shared]
    for _ in labels:
        near: list[list[str]] = [[] for _ in labels]
        for producer, consumer, name in links:
            near[producer].append(f">{name}>{labels[consumer]}")
            near[consumer].append(f"<{name}<{labels[producer]}")
        labels = [_digest(own, *sorted(others)) for own, others in zip(labels, near, strict=True)]
    return _digest(*sorted(labels))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def plan_complexity(plan: Plan) -> Complexity:
    """Returns the five dimensions of a plan; its nodes are the parts."""
    before: list[list[str]] = [[] for _ in plan.parts]
    for edge in plan.edges:
        if str(edge.producer) not in before[edge.consumer]:
            before[edge.consumer].append(str(edge.producer))
    subtasks = [find_subtask(name) for name in plan.parts]
    nodes = [
        Checkpoint(
            id=str(index),
            device=subtask.device,
            app=subtask.app,
            evaluator=Check(bool),
            after=tuple(before[index]),
        )
        for index, subtask in enumerate(subtasks)
    ]
    categories = {subtask.app: app_of(subtask.device, subtask.app).category for subtask in subtasks}
    return measure_complexity(TaskGraph(nodes), categories)
