"""Requirements on the composed suite, on the simulated devices."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.backends.base import state_of
from crab_gym.experiments.index_tasks import MEASURED_SEEDS
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.task import ComposedTask, load, read_index
from crab_gym.task.catalogue import catalogue
from tests.task_names import COMPOSED, one_in
from tests.test_all_tasks import solved

assert crab_gym.__version__  # registers the ids

every_task = pytest.mark.parametrize("name", COMPOSED)


def composed(name: str) -> ComposedTask:
    task = load(name)
    assert isinstance(task, ComposedTask)
    return task


@pytest.mark.parametrize("name", one_in(3, COMPOSED))  # the base install plays each oracle
def test_it_can_be_solved_and_only_by_doing_something(name: str) -> None:
    env: Any = gym.make(f"Crab-v0/{name}", screens=False)
    steps = [solved(env, 0, {"parameters": "default"}), *(solved(env, seed) for seed in MEASURED_SEEDS)]
    assert max(steps) == read_index()[name].oracle_steps
    env.reset(seed=3)
    state = state_of(env.unwrapped.backends)
    before = env.unwrapped.fingerprint()
    for node in env.unwrapped.evaluator.graph.checkpoints:
        for answer in (None, "", "7", "+1 555 0142 \u0663"):
            assert node.evaluator(state, answer) is False
    assert env.unwrapped.fingerprint() == before
    _, reward, terminated, _, info = env.step({"device": "root", "name": "complete", "args": {}})
    assert (reward, terminated, info["end_reason"], info["completion"]) == (0.0, True, "false_completion", 0.0)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_task
def test_it_passes_verify(name: str) -> None:
    findings = list(verify_task(name, "sim", list(read_index()), trial_seeds=3))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert [finding for finding in findings if not finding.ok] == []


def devices(task: ComposedTask) -> str:
    return "cross" if len(task.devices) == 2 else task.devices[0]


def test_there_are_tasks_of_all_kinds() -> None:
    tasks = [composed(name) for name in COMPOSED]
    kinds = Counter(devices(task) for task in tasks)
    assert kinds["android"] >= 40 and kinds["ubuntu"] >= 60 and kinds["cross"] >= 60
    assert {len(task.composition.parts) for task in tasks} == {1, 2, 3, 4, 5}
    forked = 0
    for task in tasks:
        ends = [Counter(edge.producer for edge in task.composition.edges)]
        ends.append(Counter(edge.consumer for edge in task.composition.edges))
        forked += any(count > 1 for found in ends for count in found.values())
    assert forked >= len(tasks) / 3


def test_no_two_are_the_same_but_for_values() -> None:
    shapes = [
        (sorted(part.subtask.name for part in task.composition.parts), task.composition.edges)
        for task in map(composed, COMPOSED)
    ]
    assert len({repr(shape) for shape in shapes}) == len(COMPOSED) >= 160


def test_every_template_of_crab_that_a_sub_task_stands_for_is_used() -> None:
    used = {part.subtask.crab for name in COMPOSED for part in composed(name).composition.parts}
    assert {subtask.crab for subtask in catalogue().values()} <= used


def test_what_is_held_out_is_in_no_training_task() -> None:
    parts: dict[str, list[set[str]]] = {"train": [], "test": []}
    for name in COMPOSED:
        parts[read_index()[name].split].append({part.subtask.name for part in composed(name).composition.parts})
    trained = set().union(*parts["train"])
    assert len(parts["test"]) >= len(COMPOSED) / 10
    assert all(names - trained for names in parts["test"])
