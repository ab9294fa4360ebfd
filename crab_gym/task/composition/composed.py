"""`ComposedTask`: a task that is made of sub-tasks."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.task.composition.derived import alternatives, near_misses
from crab_gym.task.composition.parts import Composition, Part
from crab_gym.task.definition_source import JUDGING, SourceName, definition_source
from crab_gym.task.goals.grammar import STYLES, render_goal
from crab_gym.task.goals.orders import other_orders
from crab_gym.task.goals.placeholders import fill
from crab_gym.task.task import WORDINGS, Action, Look, Oracle, Params, Task, expect_nothing, prepare_nothing
from crab_gym.task.types import TYPES
from crab_gym.task.vocabulary import vocabulary_digest
from crab_sim.devices.footprints import Footprint
from crab_sim.devices.seeds import seed_of

if TYPE_CHECKING:
    from crab_gym.backends.base import Device, Devices
    from crab_gym.task.events import TaskEvent

__all__ = ["ComposedTask", "last_checkpoint", "make_task", "parts_of_task", "sources"]

_NAMES = ("place", "city", "person_name")
"""Types of what a part looks up, by whose name a person tells of what another part does with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedTask(Task):
    """A task that is made of sub-tasks; `compose` makes it.

    Attributes:
        composition: The parts and the edges between them.
    """

    composition: Composition

    def goal(self, params: Params) -> str:
        """Returns the goal in words, as `crab_gym.task.goals.grammar` tells it, or in those of the composition."""
        composition, values = self.composition, self.composition.values(params)
        if composition.wording:
            return fill(composition, composition.wording, values)
        return render_goal(composition, values)

    def goals(self, params: Params) -> tuple[str, ...]:
        """Returns the goal in the composition's style or words, then in the other styles."""
        values = self.composition.values(params)
        styles = [style for style in STYLES if style != self.composition.style]
        return (self.goal(params), *(render_goal(replace(self.composition, style=style), values) for style in styles))

    def read_with(self, params: Params, goal: str) -> str:
        """Returns the goal, and in further lines the names that parts give each other, and what parts remark."""
        parts, values = self.composition.parts, self.composition.values(params)
        names = [
            f"It is about {getattr(values[edge.consumer], edge.input)}."
            for edge in self.composition.edges
            if edge.input and parts[edge.consumer].subtask.inputs[edge.input].type in _NAMES
        ]
        remarks = [
            part.subtask.remark(one) for part, one in zip(parts, values, strict=True) if part.subtask.remark is not None
        ]
        return "\n".join((goal, *dict.fromkeys((*names, *remarks))))

    def reordered(self, params: Params) -> tuple[str, ...]:
        """Returns the goal, and up to two that tell the same parts in other orders; the parser finds the same graph."""
        composition, values = self.composition, self.composition.values(params)
        if composition.wording:
            return (self.goal(params),)
        orders = other_orders(composition, values, WORDINGS - 1)
        return (self.goal(params), *(render_goal(replace(composition, order=order), values) for order in orders))

    def to_json(self) -> dict[str, Any]:
        """Returns the composition as plain JSON, from which `from_json` makes the same task."""
        composition = self.composition
        return {
            "name": self.name,
            "parts": [_part_row(part) for part in composition.parts],
            "edges": [list(edge) for edge in composition.edges],
            "style": composition.style,
            "order": list(composition.order),
            **(
                {"reasons": [[words, list(told)] for words, told in composition.reasons]} if composition.reasons else {}
            ),
            **({"wording": composition.wording} if composition.wording else {}),
        }

    def orders(self, graph: TaskGraph, limit: int) -> list[tuple[str, ...]]:
        """Returns orders of the checkpoints that can succeed, part by part."""
        return [_by_part(graph, order) for order in self.composition.orders(limit)]

    def order_ending(self, graph: TaskGraph, names: Collection[str]) -> tuple[str, ...]:
        """Returns an order in which some checkpoints' parts come last, with all that these are connected to."""
        return _by_part(graph, self.composition.order_ending({_part_of(name) for name in names}))

    def told_to_oracle(self, params: Params, checkpoint: str) -> Params:
        """Returns the values of a checkpoint's part, which are all that its oracle is given."""
        return self.composition.values(params)[_part_of(checkpoint)]

    def definition_hash(self) -> str:
        """Returns a digest of the composition and of the source of its sub-tasks that determines scores."""
        content = [self.to_json(), self.version, JUDGING, *self.account]
        if self.composition.facts:
            content.append(vocabulary_digest(tuple(self.composition.facts)))
        digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode())
        digest.update(definition_source(frozenset(sources(self))).encode())
        return digest.hexdigest()[:16]


def _part_row(part: Part) -> dict[str, Any]:
    row = {"subtask": part.subtask.name, "inputs": dict(part.given)}
    return {**row, "facts": dict(part.facts)} if part.facts else row


def _part_of(checkpoint: str) -> int:
    return int(checkpoint.partition(".")[0])


def _by_part(graph: TaskGraph, order: Sequence[int]) -> tuple[str, ...]:
    """Returns the ids of all checkpoints, those of a part together."""
    by_part: dict[int, list[str]] = {}
    for node in graph.checkpoints:
        by_part.setdefault(_part_of(node.id), []).append(node.id)
    return tuple(chain.from_iterable(by_part[part] for part in order))


def sources(task: ComposedTask) -> set[SourceName]:
    """Returns the names from which the source that determines a task's scores is reached."""
    roots: set[SourceName] = set()
    for part in task.composition.parts:
        each = part.subtask
        events = None if each.events is expect_nothing else each.events
        roots |= _names(each.checkpoints, each.setup, each.footprint, each.produce, each.remark, events)
    for node in task.graph(task.defaults()).checkpoints:
        roots |= _names(node.evaluator.function)
    return roots


def _names(*functions: Any) -> set[SourceName]:
    return {SourceName(f.__module__, f.__qualname__.partition(".")[0]) for f in functions if f is not None}


def make_task(name: str, composition: Composition) -> ComposedTask:
    """Returns the task that a composition stands for."""
    task = ComposedTask(**parts_of_task(name, composition))
    return replace(task, description=task.goal(task.defaults()))


def parts_of_task(name: str, composition: Composition) -> dict[str, Any]:
    """Returns the arguments of the task that a composition stands for; its description is left empty."""
    subtasks = [part.subtask for part in composition.parts]
    both: tuple[Device, ...] = ("ubuntu", "android")
    devices = tuple(device for device in both if any(each.device == device for each in subtasks))
    eventful = any(each.events is not expect_nothing for each in subtasks)
    return {
        "name": name,
        "description": "",
        "devices": devices,
        "checkpoints": partial(_checkpoints, composition),
        "oracle": _oracle(composition),
        "parameters": composition.parameters,
        "setup": partial(_setup, composition),
        "account": tuple(dict.fromkeys(chain.from_iterable(each.account for each in subtasks))),
        "footprint": partial(_footprint, composition),
        "alternatives": dict(alternatives(composition)),
        "near_misses": dict(near_misses(composition)),
        "backends": {device: _backends(composition, device) for device in devices},
        "tags": tuple(sorted({"composed", *chain.from_iterable(each.tags for each in subtasks)})),
        "step_limit": sum(each.step_limit for each in subtasks),
        "composition": composition,
        "events": partial(_events, composition) if eventful else expect_nothing,
    }


def _backends(composition: Composition, device: str) -> tuple[str, ...]:
    """Returns the kinds of backend that all parts claim; phones over ADB have no account to share."""
    kinds = [set(part.subtask.backends) for part in composition.parts if part.subtask.device == device]
    shares = any(part.subtask.account for part in composition.parts)
    return tuple(
        kind
        for kind in ("sim", "desktop", "adb")
        if all(kind in each for each in kinds) and not (shares and kind == "adb")
    )


def _checkpoints(composition: Composition, params: Params) -> Sequence[Checkpoint]:
    """Every last checkpoint of a producer comes before every first one of the consumer.

    A volatile output has to stay until the end only where no other part uses it.
    """
    values = composition.values(params)
    own = [tuple(part.subtask.checkpoints(values[i])) for i, part in enumerate(composition.parts)]
    sinks = [_sinks(nodes) for nodes in own]
    result: list[Checkpoint] = []
    for index in composition.sorted_parts:
        producers = sorted(set(composition.feeds[index].values()))
        before = tuple(f"{producer}.{sink}" for producer in producers for sink in sinks[producer])
        for node in own[index]:
            after = tuple([f"{index}.{name}" for name in node.after]) or before
            subtask = f"{index}.{composition.parts[index].subtask.name}"
            hold = node.hold and not _passes_on(composition, index)
            # not by `replace`, which takes three times as long: each reset makes them
            result.append(
                Checkpoint(
                    id=f"{index}.{node.id}",
                    device=node.device,
                    app=node.app,
                    evaluator=node.evaluator,
                    after=after,
                    subtask=subtask,
                    hold=hold,
                    place=node.place,
                    since=f"{index}.{node.since}" if node.since else composition.parts[index].since,
                    until=node.until and f"{index}.{node.until}",
                )
            )
    return result


def last_checkpoint(composition: Composition, index: int, params: Params) -> str:
    """Returns the id of a part's checkpoint behind which none of its own comes."""
    return f"{index}.{_sinks(composition.parts[index].subtask.checkpoints(composition.values(params)[index]))[-1]}"


def _events(composition: Composition, params: Params) -> list[TaskEvent]:
    """Returns the events of all parts; each part's names are its own."""
    values = composition.values(params)
    return [
        replace(
            event,
            id=f"{index}.{event.id}",
            when=event.when._replace(
                checkpoint=event.when.checkpoint and f"{index}.{event.when.checkpoint}",
                event=event.when.event and f"{index}.{event.when.event}",
            ),
        )
        for index, part in enumerate(composition.parts)
        for event in part.subtask.events(values[index])
    ]


def _passes_on(composition: Composition, index: int) -> bool:
    """Returns whether a part has a volatile output that another part uses."""
    output = composition.parts[index].subtask.output
    return bool(output) and bool(TYPES[output].volatile) and composition.consumed(index)


def _sinks(nodes: Sequence[Checkpoint]) -> list[str]:
    inner = {name for node in nodes for name in node.after}
    return [node.id for node in nodes if node.id not in inner]


def _setup(composition: Composition, devices: Devices, params: Params, rng: random.Random) -> None:
    """Prepares the parts in order, each with a generator of its own; then the folders of the files that they make."""
    values = composition.values(params)
    for index in composition.sorted_parts:
        seed, prepare = rng.random(), composition.parts[index].subtask.setup
        if prepare is not prepare_nothing:
            prepare(devices, values[index], random.Random(seed_of(seed)))
    for index, part in enumerate(composition.parts):
        for name, parameter in part.subtask.inputs.items():
            if parameter.type == "path" and name not in composition.feeds[index]:
                folder = str(getattr(values[index], name)).rpartition("/")[0]
                if not devices[part.subtask.device].exists(folder):
                    devices[part.subtask.device].make_dir(folder)


def _footprint(composition: Composition, params: Params) -> Footprint:
    values = composition.values(params)
    return list(chain.from_iterable(part.subtask.footprint(values[i]) for i, part in enumerate(composition.parts)))


def _step(composition: Composition, index: int, oracle: Oracle, params: Params, look: Look) -> Iterator[Action]:
    return oracle(composition.values(params)[index], look)


def _oracle(composition: Composition) -> dict[str, Oracle]:
    return {
        f"{index}.{name}": partial(_step, composition, index, oracle)
        for index, part in enumerate(composition.parts)
        for name, oracle in part.subtask.oracle.items()
    }
