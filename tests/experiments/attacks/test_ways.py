"""Other ways to results: honest ones are found, played, and missed where a task takes only its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from crab_gym.backends.base import State
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, check
from crab_gym.experiments.attacks.ways import WAYS, Result, other_ways
from crab_gym.task import Params, Task, load
from crab_sim.devices.facts import Change
from tests import toy


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[[Task], CrabEnv]:
    def make(task: Task) -> CrabEnv:
        monkeypatch.setattr(toy, "TASK", task)
        return CrabEnv("tests.toy:TASK", backend="sim", screens=False, max_steps=10_000, success_at="complete")

    return make


@pytest.mark.parametrize(
    ("name", "ways"),
    [("ubuntu.write_note", 3), ("ubuntu.tidy_downloads", 2), ("android_world.system_wifi_turn_off", 1)],
)
def test_results_are_reached_by_other_ways(name: str, ways: int, played: Callable[[Task], CrabEnv]) -> None:
    done = other_ways(played(load(name)), [0])
    assert (done.solutions, done.rejected) == (ways, ())


def test_where_the_goal_names_the_app_no_other_way_is_tried(played: Callable[[Task], CrabEnv]) -> None:
    assert other_ways(played(load("ubuntu.vim_settings")), [0]).solutions == 0


def _in_front(state: State, app: str) -> bool:
    return state.ubuntu.foreground().app == app


def test_a_task_that_takes_only_the_way_of_its_oracle_is_found(played: Callable[[Task], CrabEnv]) -> None:
    task = load("ubuntu.write_note")
    seen = check(_in_front, app="text_editor")

    def checkpoints(params: Params) -> list[Checkpoint]:
        return [*task.checkpoints(params), Checkpoint(id="seen", device="ubuntu", app="text_editor", evaluator=seen)]

    done = other_ways(played(replace(task, checkpoints=checkpoints, near_misses={})), [0])
    assert done.rejected == (
        "seed 0: by a shell: false_completion",
        "seed 0: by a script in Python: false_completion",
    )


def changed(operation: str, key: str, **fields: str) -> Change:
    after = {"path": key, "kind": "file", "content": "c", **fields}
    return Change(
        operation, "file", key, after if operation == "remove" else {}, {} if operation == "remove" else after
    )


def test_what_a_way_cannot_reach_is_left_out() -> None:
    picture = Result((changed("add", "/home/user/a.png"),), {"/home/user/a.png": b"\x89PNG"})
    text = Result((changed("add", "/home/user/a.txt"),), {"/home/user/a.txt": b"one\n"})
    moved = Result((changed("remove", "/home/user/a.txt"), changed("add", "/home/user/b.txt")), {})
    folder = Result((changed("add", "/home/user/a", kind="folder"),), {})
    can = [
        [way.name for way in WAYS if way.actions(result, lambda device: ()) is not None]
        for result in (picture, text, moved, folder)
    ]
    assert can == [
        [],
        ["a shell", "a script in Python", "the text editor", "nano"],
        ["a shell", "a script in Python", "the keys of Files"],
        ["a shell", "a script in Python", "the keys of Files"],
    ]
