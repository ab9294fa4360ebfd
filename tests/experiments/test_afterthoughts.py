"""Afterthoughts: a task that accepts what breaks its words at the end is found, and so is one that minds a layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Check, Checkpoint
from crab_gym.experiments.trials import alternatives, harm
from crab_gym.task import Params, Task, compose, load
from crab_sim.devices.footprints import Footprint, anything, may_add, may_send
from crab_tasks.android.plan_meeting import date, times
from crab_tasks.kits.android.calendar.state import event_place, moment
from crab_tasks.kits.android.contacts.state import contact_has
from crab_tasks.kits.ubuntu.files.state import HOME, file_exists
from tests import toy


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Task], tuple[str, ...]]:
    def play(task: Task) -> tuple[str, ...]:
        monkeypatch.setattr(toy, "TASK", task)
        env = CrabEnv("tests.toy:TASK", backend="sim", screens=False, max_steps=10_000, success_at="complete")
        done = harm(env, [0])
        assert not done.rejected
        return done.accepted

    return play


def only(task: Task, name: str, evaluator: Callable[..., bool], **args: Any) -> Task:
    """The task with another evaluator for the checkpoint, and with those that come before it."""

    def checkpoints(params: Params) -> list[Checkpoint]:
        nodes = {node.id: node for node in task.checkpoints(params)}
        old = nodes[name].evaluator
        weak = replace(nodes[name], evaluator=Check(evaluator, {**old.args, **args}, old.judges_answer))
        return [*[node for node in nodes.values() if node.id in weak.after], weak]

    oracle = {node.id: task.oracle[node.id] for node in checkpoints(task.defaults())}
    return replace(task, checkpoints=checkpoints, oracle=oracle)


def test_a_file_that_need_only_exist_may_become_anything(accepted: Callable[[Task], tuple[str, ...]]) -> None:
    task = load("cross.notes_backup")

    def there(state: Any, path: str, lines: Any) -> bool:
        return file_exists(state, path)

    files = may_add("ubuntu", "file", path=anything, kind=anything, mode=anything)
    loose = replace(only(task, "copied", there), footprint=lambda params: [files])
    *found, _ = accepted(loose)  # the last one adds any other file
    assert [what.partition(f"{HOME}/")[0] for what in found] == [
        "seed 0: add a line to ", "seed 0: empty ", "seed 0: turn ",
    ]  # fmt: skip
    assert found[-1].endswith("into a link")


@pytest.mark.parametrize("name", ["notes.add_item", "music.add_song"])
def test_what_belongs_to_a_fact_is_taken_back_with_it(accepted: Callable[[Task], tuple[str, ...]], name: str) -> None:
    assert accepted(compose([(name, {})])) == ()  # else a checklist without its new item would be solved, too


def test_a_twin_with_other_contents_is_made(accepted: Callable[[Task], tuple[str, ...]]) -> None:
    task = load("android.plan_meeting")

    def placed(state: Any, title: str, start: float, end: float) -> bool:
        return event_place(state, title, "")

    def event(params: Params) -> Footprint:
        start, end = [int(moment(*date(params), *time)) for time in times(params)]
        return [may_add("android", "event", title=params.title, start=start, end=end)]

    (found,) = accepted(replace(only(task, "scheduled", placed), footprint=event))
    assert found.startswith("seed 0: make a twin of added event")


def test_a_contact_is_added_once_more_with_another_number(accepted: Callable[[Task], tuple[str, ...]]) -> None:
    def person(params: Params) -> Footprint:
        return [may_add("android", "contact", name=params.name, phone=params.phone)]

    task = only(load("cross.contact_from_file"), "phone_right", contact_has)
    (found,) = accepted(replace(task, footprint=person))
    assert found.startswith("seed 0: add '")


def test_a_text_is_sent_once_more(accepted: Callable[[Task], tuple[str, ...]]) -> None:
    task = load("cross.list_from_message")
    texts = may_send("android", "text", most=None, to=anything, text=anything)
    loose = replace(task, footprint=lambda params: [*task.footprint(params), texts])
    (first, _) = accepted(loose)
    assert first.startswith("seed 0: send ") and first.endswith(" once more")


def test_an_answer_is_hedged(accepted: Callable[[Task], tuple[str, ...]]) -> None:
    def mentions(state: Any, answer: str | None, kind: str, value: str) -> bool:
        return answer is not None and value in answer

    found = accepted(only(load("android.text_contact"), "answered", mentions))
    assert [what.partition("submit")[0] for what in found] == ["seed 0: "] * 2


def test_a_task_that_minds_a_blank_line_at_the_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    task = load("ubuntu.write_note")

    def exactly(state: Any, path: str, lines: Any) -> bool:
        return bool(state.ubuntu.read_text(path) == f"{lines[0]}\n")

    def checkpoints(params: Params) -> list[Checkpoint]:
        *nodes, last = task.checkpoints(params)
        return [*nodes, replace(last, evaluator=Check(exactly, last.evaluator.args))]

    monkeypatch.setattr(toy, "TASK", replace(task, checkpoints=checkpoints, alternatives={}))
    env = CrabEnv("tests.toy:TASK", backend="sim", screens=False, max_steps=10_000, success_at="complete")
    rejected = alternatives(env, [0]).rejected
    assert [what.rpartition(" with ")[2].partition(":")[0] for what in rejected] == [
        "a blank line at its end", "no line end at its end", "line ends of Windows",
    ]  # fmt: skip
