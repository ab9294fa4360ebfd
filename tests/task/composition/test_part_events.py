"""Events of sub-tasks in compositions: each part's names are its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, GraphEvaluator
from crab_gym.task import ComposedTask, Params, compose
from crab_gym.task.composition.composed import make_task
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.subtask import SubTask

ADD = "contacts.add"


def comes(devices: Devices, *, name: str) -> None:
    devices.android.receive_text("+12125550177", name)


def _events(params: Params) -> Sequence[TaskEvent]:
    return [
        TaskEvent(id="text", when=Moment(3), does=cause(comes, name=params.name)),
        TaskEvent(id="more", when=Moment(event="text"), words="And hurry."),
    ]


def eventful() -> ComposedTask:
    composition = compose([(ADD, {"name": "Ada Holm"}), (ADD, {"name": "Jonas Berg"})], []).composition
    parts = []
    for part in composition.parts:
        subtask = part.subtask

        def checkpoints(params: Params, subtask: SubTask = subtask) -> Sequence[Checkpoint]:
            return [replace(node, since="text") for node in subtask.checkpoints(params)]

        parts.append(replace(part, subtask=replace(subtask, checkpoints=checkpoints, events=_events)))
    return make_task("custom.eventful", replace(composition, parts=tuple(parts)))


def test_each_part_has_its_own_events() -> None:
    task = eventful()
    params = task.defaults()
    events = task.events(params)
    assert [event.id for event in events] == ["0.text", "0.more", "1.text", "1.more"]
    assert [event.when.event for event in events] == ["", "0.text", "", "1.text"]
    assert [event.does.args["name"] for event in events if event.does] == ["Ada Holm", "Jonas Berg"]
    graph = task.graph(params)
    assert {node.since for node in graph} == {"0.text", "1.text"}
    evaluator = GraphEvaluator(graph)
    evaluator.happened("1.text")
    assert {name.partition(".")[0] for name in evaluator.active} == {"1"}


def test_without_any_a_composition_expects_nothing() -> None:
    task = compose([(ADD, {})], [])
    assert task.events(task.defaults()) == () and {node.since for node in task.graph(task.defaults())} == {""}
