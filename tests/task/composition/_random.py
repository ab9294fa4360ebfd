"""Random compositions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition.compose import compose
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.parts import changes
from crab_gym.task.goals.grammar import STYLES
from crab_gym.task.subtask import SubTask
from crab_gym.task.types import fits

Edges = list[tuple[int, int, str]]


class Pair(NamedTuple):
    """Two sub-tasks of which the first one's output fits an input of the second."""

    producer: str
    consumer: str
    input: str


@lru_cache(maxsize=1)
def legal_pairs() -> list[Pair]:
    """Returns the pairs of two different sub-tasks that can be joined, with each input that the output fits."""
    return [
        Pair(producer.name, consumer.name, name)
        for producer in catalogue().values()
        if producer.output
        for consumer in catalogue().values()
        if consumer is not producer and changes(consumer)
        for name, parameter in consumer.inputs.items()
        if fits(producer.output, parameter.type)
    ]


def random_pair(rng: random.Random) -> ComposedTask:
    """Returns a composition of two sub-tasks, one of which feeds the other."""
    pair = rng.choice(legal_pairs())
    style = rng.choice(sorted(STYLES))
    return compose([(pair.producer, {}), (pair.consumer, {})], [(0, 1, pair.input)], style)


REFUSED = (
    "replaces a volatile output", "get the same output", "have the same output", "is there already", "are the same",
)  # fmt: skip
"""Why compositions are refused that fit: what was copied doesn't last, and no two parts make or name the same thing."""


def random_composition(rng: random.Random, most: int, names: Sequence[str] = (), least: int = 2) -> ComposedTask:
    """Returns a composition of up to `most` parts, in which each part that only looks something up feeds another."""
    subtasks = [catalogue()[name] for name in names or sorted(catalogue())]
    while True:
        parts = rng.sample(subtasks, min(len(subtasks), rng.randint(least, most)))
        answers = [part for part in parts if part.device == "root"]
        parts = [part for part in parts if part not in answers[1:]]
        edges = _edges(rng, parts)
        used = {producer for producer, _, _ in edges}
        if all(i in used or changes(part) for i, part in enumerate(parts)) and len(answers) < len(parts):
            style = rng.choice(sorted(STYLES))
            try:
                return compose([(part.name, {}) for part in parts], edges, style, _order(rng, len(parts), edges))
            except ValueError as error:
                if not any(reason in str(error) for reason in REFUSED):
                    raise


def _edges(rng: random.Random, parts: Sequence[SubTask]) -> Edges:
    edges: Edges = []
    keyed: set[tuple[int, str, str]] = set()
    place = rng.sample(range(len(parts)), len(parts))
    for consumer, part in enumerate(parts):
        for name, parameter in part.inputs.items():
            sources = [
                producer
                for producer, other in enumerate(parts)
                if place[producer] < place[consumer]
                and other.output
                and fits(other.output, parameter.type)
                and not (name in part.keys and (producer, part.device, part.app) in keyed)
            ]
            if sources and rng.random() < 0.8:
                edges.append((rng.choice(sources), consumer, name))
                if name in part.keys:
                    keyed.add((edges[-1][0], part.device, part.app))
    return edges


def _order(rng: random.Random, count: int, edges: Edges) -> list[int]:
    order: list[int] = []
    while len(order) < count:
        ready = [
            part
            for part in range(count)
            if part not in order and all(p in order for p, consumer, _ in edges if consumer == part)
        ]
        order.append(rng.choice(ready))
    return order
