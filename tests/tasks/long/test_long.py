"""Requirements on the long suite, on the simulated devices."""

from __future__ import annotations

import random
import re
from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.experiments.index_tasks import MEASURED_SEEDS
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.task import Params, load, read_index
from crab_gym.task.composition.scenario import LongTask
from crab_gym.task.parameters import resolve
from tests.task_names import LONG, one_in
from tests.test_all_tasks import solved

assert crab_gym.__version__  # registers the ids

CHAPTERS = [name for name in LONG if name.count(".") == 2 and ".without_" not in name]
WHOLES = [name for name in LONG if name not in CHAPTERS]
SCENARIOS = [name for name in LONG if name.count(".") == 1]

every_task = pytest.mark.parametrize("name", LONG)


def long_task(name: str) -> LongTask:
    task = load(name)
    assert isinstance(task, LongTask)
    return task


def drawn(task: LongTask, seed: int) -> Params:
    return Params(**resolve(task.parameters, None, random.Random(seed)))


def test_fifteen_scenarios_have_sixty_tasks_and_a_lower_step_for_each() -> None:
    assert len(SCENARIOS) >= 15 and len(WHOLES) >= 60
    for name in SCENARIOS:
        chapters = [each for each in CHAPTERS if each.startswith(f"{name}.")]
        assert len(chapters) == 3
        for each in chapters:
            assert long_task(name).composition.includes(long_task(each).composition)
            assert f"{name}.without_{each.rpartition('.')[2]}" in WHOLES


@pytest.mark.parametrize("name", WHOLES)
def test_a_whole_is_half_a_days_work(name: str) -> None:
    task, info = long_task(name), read_index()[name]
    graph = task.graph(task.defaults())
    assert set(task.devices) == {"ubuntu", "android"}
    assert len({(node.device, node.app) for node in graph if node.device != "root"}) >= 8
    assert len(graph.index) >= 25 and info.oracle_steps >= 150 and info.step_limit == 3 * info.oracle_steps
    assert len(task.description.split()) <= (600 if name in SCENARIOS else 400)  # a page


def test_half_of_them_have_events_of_the_world_and_a_question_or_a_change() -> None:
    living = 0
    for name in WHOLES:
        task = long_task(name)
        params = task.defaults()
        asked = task.user(params).needed() if task.user is not None else ()
        events = task.events(params)
        living += any(event.does for event in events) and bool(asked or any(event.words for event in events))
        for event in events:
            assert "{" not in event.words and event.words not in task.goal(params).split("\n\n")
            assert [node for node in task.graph(params) if node.since == event.id]
    assert living >= len(WHOLES) / 2


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_between_a_composed_task_and_a_whole(name: str) -> None:
    assert 10 <= read_index()[name].checkpoints <= 15


@every_task
def test_the_goal_tells_each_value_that_nothing_else_shows(name: str) -> None:
    """What a part gets from no screen stands in the words; what a screen shows or an answer tells doesn't."""
    task = long_task(name)
    composition = task.composition
    told = set(re.findall(r"\{(\w+)\}", " ".join((composition.wording, *(each.words for each in task.later)))))
    for part in composition.parts:
        assert {fact for key, fact in part.facts.items() if key in part.subtask.inputs} <= told, part.subtask.name
        assert not {fact for key, fact in part.facts.items() if key in part.subtask.hidden} & told, part.subtask.name


@every_task
def test_facts_are_values_that_the_things_to_do_take(name: str) -> None:
    task = long_task(name)
    for seed in range(40):
        values = task.composition.values(drawn(task, seed))
        for part, own in zip(task.composition.parts, values, strict=True):
            for key, parameter in {**part.subtask.inputs, **part.subtask.hidden}.items():
                assert key not in part.facts or parameter.accepts(getattr(own, key)), (part.subtask.name, key)


@pytest.mark.parametrize("name", one_in(28, LONG[4:]))
def test_the_oracle_takes_as_many_steps_as_the_index_says(name: str) -> None:
    env: Any = gym.make(f"Crab-v0/{name}", screens=False)
    steps = [solved(env, 0, {"parameters": "default"}), *(solved(env, seed) for seed in MEASURED_SEEDS)]
    assert max(steps) == read_index()[name].oracle_steps


@pytest.mark.parametrize("name", one_in(7, LONG[2:]))
def test_nothing_holds_at_the_beginning(name: str) -> None:
    env: Any = gym.make(f"Crab-v0/{name}", screens=False)
    env.reset(seed=3)
    _, reward, terminated, _, info = env.step({"device": "root", "name": "complete", "args": {}})
    assert (reward, terminated, info["end_reason"], info["completion"]) == (0.0, True, "false_completion", 0.0)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", CHAPTERS[::8])
def test_it_passes_verify(name: str) -> None:
    """Some chapters alone: ``crab-gym verify "long.*"`` takes an hour, see docs/long.md."""
    findings = list(verify_task(name, "sim", list(read_index()), trial_seeds=1))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert [finding for finding in findings if not finding.ok] == []
