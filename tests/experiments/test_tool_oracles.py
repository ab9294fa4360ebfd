"""Scripted agents: composed tasks are solved by tools alone, by the screen alone, and by both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.tools import WAYS, steps_of, tasks
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.replay import replay
from crab_gym.experiments.tool_oracles import ToolOraclePolicy, playable
from crab_gym.policies import policy_spec
from crab_gym.rollout import rollout
from crab_gym.task import ComposedTask, OracleStuck, load, read_index
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition import compose
from crab_tasks.kits.by_tools import BY_TOOLS

TASKS = list(tasks(30))


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_solved_in_every_way(task: ComposedTask) -> None:
    steps = {way: steps_of(task, way, seed=1) for way in WAYS}
    assert steps["tools"] <= steps["both"] <= steps["screen"]


def test_thirty_tasks_are_of_many_kinds() -> None:
    names = {part.subtask.name for task in TASKS for part in task.composition.parts}
    assert len(TASKS) == 30 and len(names) >= 30
    assert {len(task.devices) for task in TASKS} == {1, 2}


def test_a_run_with_tools_says_so_and_is_replayed_with_them(tmp_path: Path) -> None:
    name = next(name for name, info in read_index().items() if info.platform == "crab" and playable(load(name)))
    records = rollout([name], ToolOraclePolicy, seeds=(3,), out=tmp_path, screens=False, tools="only")
    assert records[0].success and all("_" in step.action["name"] for step in records[0].steps[:-1])
    config = json.loads((tmp_path / "run.json").read_text())["config"]
    assert config["tools"] == "only"
    assert [played[1:3] for played in replay(records, config)] == [("", "")]
    without = {name: value for name, value in config.items() if name != "tools"}
    assert all(played.difference for played in replay(records, without))


def test_oracles_by_tools_are_of_subtasks() -> None:
    assert set(BY_TOOLS) <= set(catalogue())


def test_tools_alone_get_stuck_where_there_is_none() -> None:
    task = compose([("gimp_pictures.brighten", {})])
    assert not playable(task) and not playable(load("learn.open_app"))
    env = CrabEnv(task.to_json(), screens=False, tools="only")
    obs, info = env.reset(seed=0)
    policy = ToolOraclePolicy(env)
    policy.reset(env.goal, policy_spec(env, 0))
    with pytest.raises(OracleStuck, match=r"gimp_pictures\.brighten.*no oracle by tools"):
        policy.act(obs, info)
    other = CrabEnv("learn.open_app", screens=False, tools="only")
    obs, info = other.reset(seed=0)
    policy = ToolOraclePolicy(other)
    policy.reset(other.goal, policy_spec(other, 0))
    with pytest.raises(OracleStuck, match="isn't composed"):
        policy.act(obs, info)
