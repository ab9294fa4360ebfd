"""Groups of episodes for the rows of tables.

* `GROUPS` - functions that return an episode's groups: its task, platform, levels, capabilities, apps or tags.
* `CAPABILITIES` - OmniBench's ten capabilities, as demands on a task graph's complexity.
* `complexity_of` - the complexity of a task graph; `graph_of` - the task graph of a record.
* `progress_of` - how far each sub-task of an episode came.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from crab_gym.evaluation import DIMENSIONS, Complexity, TaskGraph, measure_complexity
from crab_gym.evaluation.complexity import LEVELS
from crab_gym.evaluation.subtasks import progress
from crab_gym.records import EpisodeRecord, graph_from_record
from crab_gym.results import omni_groups
from crab_gym.task import read_index
from crab_gym.task.omni.levels import CAPABILITIES as BOUNDS
from crab_gym.task.omni.levels import TITLES, Level, level_code
from crab_sim.devices.apps import category

__all__ = ["CAPABILITIES", "GROUPS", "complexity_of", "graph_of", "in_order", "order_of", "progress_of"]

CAPABILITIES: Mapping[str, Level] = {TITLES[name]: level for name, level in BOUNDS.items()}
"""The levels that a task must have to require a capability (OmniBench Table 11), by the capability's title."""


def complexity_of(graph: TaskGraph) -> Complexity:
    """Returns a task graph's complexity; each app that isn't in the table of apps is its own category."""
    categories = {}
    for node in graph.checkpoints:
        try:
            categories[node.app] = category(node.device, node.app)
        except KeyError:
            categories[node.app] = node.app
    return measure_complexity(graph, categories)


def graph_of(record: EpisodeRecord) -> TaskGraph | None:
    """Returns the task graph that scored an episode; None if the episode ended before there was one.

    Its evaluators can't be called, since a record has only their names.
    """
    return _rebuilt(json.dumps(record.graph, sort_keys=True))


def progress_of(record: EpisodeRecord) -> dict[str, float]:
    """Returns how far each sub-task of an episode came, from 0 to 1; empty if there was no graph."""
    graph = graph_of(record)
    passed = {name for step in record.steps for name in step.passed}
    return {} if graph is None else progress(graph, passed)


@lru_cache(maxsize=1024)
def _rebuilt(text: str) -> TaskGraph | None:
    return graph_from_record(json.loads(text))


def _levels(record: EpisodeRecord) -> list[str]:
    graph = graph_of(record)
    return [] if graph is None else [f"{name} {level}" for name, level in complexity_of(graph).levels.items()]


def _capabilities(record: EpisodeRecord, table: str = "paper") -> list[str]:
    graph = graph_of(record)
    return omni_groups.capabilities(record, None if graph is None else level_code(complexity_of(graph)), table)


def _apps(record: EpisodeRecord) -> list[str]:
    graph = graph_of(record)
    nodes = graph.checkpoints if graph is not None else ()
    return list(dict.fromkeys(f"{node.app}@{node.device}" for node in nodes if node.device != "root"))


def _tags(record: EpisodeRecord) -> list[str]:
    info = read_index().get(record.task)
    return list(info.tags) if info is not None else []


def _orders(record: EpisodeRecord) -> list[str]:
    order = order_of(record)
    return [] if order is None else [f"order {order}"]


def order_of(record: EpisodeRecord) -> int | None:
    """Returns the number of the order in which the goal named its parts; None if no order was drawn."""
    order = record.variation.get("root", {}).get("order")
    return order if isinstance(order, int) else None


GROUPS: Mapping[str, Callable[[EpisodeRecord], list[str]]] = {
    "task": lambda record: [record.task],
    "platform": lambda record: [record.task.partition(".")[0]],
    "level": _levels,
    "capability": _capabilities,
    "own capability": partial(_capabilities, table="disambiguated"),
    "app": _apps,
    "tag": _tags,
    "order": _orders,
    "shape": omni_groups.shapes,
}
"""Functions that return an episode's groups, by the name of the grouping; there may be several, or none."""

_ORDERS: Mapping[str, tuple[str, ...]] = {
    "level": tuple(f"{name} {level}" for name in DIMENSIONS for level in LEVELS),
    "capability": tuple(CAPABILITIES),
    "own capability": tuple(CAPABILITIES),
}


def in_order(grouping: str, groups: list[str]) -> list[str]:
    """Returns groups in the order of a table's rows: the defined order if there is one, else that of the argument."""
    defined = _ORDERS.get(grouping, ())
    return [name for name in defined if name in groups] + [name for name in groups if name not in defined]
