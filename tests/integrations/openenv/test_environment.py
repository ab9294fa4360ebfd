"""Tasks as an environment of OpenEnv: episodes, tasks by split, and the checks that OpenEnv's rules name."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from crab_gym.integrations.episodes import OVER
from crab_gym.policies import RandomPolicy, policy_spec
from crab_gym.task import read_index
from tests.extras import reason

pytest.importorskip("openenv", reason=reason("openenv"))
pytestmark = pytest.mark.extra("openenv")

ROOT = Path(__file__).parents[3]
CHECKED = [
    "android.add_contact", "android_world.contacts_add_contact", "crab.address_as_note", "cross.dark_mode_from_todo",
    "learn.open_app", "miniwob.book_flight", "ubuntu.write_note",
]  # fmt: skip
"""Tasks of all suites, on which the checks of OpenEnv's rules run."""


def make(*tasks: str, **options: Any) -> Any:
    from crab_gym.integrations.openenv import CrabEnvironment, TaskList

    return CrabEnvironment(TaskList(tasks), options.pop("view", "elements"), options.pop("env", None))


def call(env: Any, tool: str, **arguments: Any) -> Any:
    from openenv.core.env_server.mcp_types import CallToolAction

    return env.step(CallToolAction(tool_name=tool, arguments=arguments))


def solve(env: Any) -> list[Any]:
    """Returns the observations of the oracle's episode."""
    return [call(env, step.tool, **step.arguments) for step in env.episode.solution()]


def checked(test: Any) -> Any:
    return pytest.mark.parametrize("task", CHECKED)(test)


def test_an_episode_has_the_state_that_openenv_asks_for() -> None:
    env = make("learn.open_app")
    first = env.reset(seed=0, episode_id="mine")
    assert (first.done, first.reward, first.tool_name, first.error) == (False, 0.0, "", None)
    assert env.state.model_dump() == {
        "episode_id": "mine", "step_count": 0, "task": "learn.open_app", "split": "test", "index": 0, "seed": 0
    }  # fmt: skip
    step = call(env, "android__tap", element=999)
    assert step.metadata == {"refused": step.metadata["refused"], "truncated": False} and step.metadata["refused"]
    assert step.result == step.text and step.text.startswith("refused: ") and env.state.step_count == 1
    last = call(env, "android__open_app", name="Phone")
    assert (last.done, last.reward, last.text) == (True, 1.0, OVER)
    assert last.metadata["success"] and last.metadata["return"] == 1.0 and last.metadata["steps"] == 2
    assert call(env, "android__press", key="home").done and env.state.step_count == 2
    assert env.reset().text.startswith("goal: ") and env.state.episode_id != "mine"


def test_tools_are_listed_before_an_episode_and_in_it() -> None:
    from openenv.core.env_server.mcp_types import ListToolsAction

    env = make("learn.open_app", "ubuntu.write_note")
    before = {tool.name for tool in env.step(ListToolsAction()).tools}
    assert {"android__tap", "ubuntu__click", "root__submit"} <= before
    with pytest.raises(ValueError, match="reset the environment first"):
        call(env, "android__tap", element=1)
    env.reset(seed=0, task="learn.open_app")
    tools = {tool.name: tool.input_schema for tool in env.step(ListToolsAction()).tools}
    assert set(tools) == {name for name in before if not name.startswith("ubuntu")} and env.state.step_count == 0
    assert tools["android__tap"]["properties"]["element"]["type"] == "integer"
    unknown = call(env, "os__system", command="id")
    assert unknown.error.error_type == "tool_not_found" and env.state.step_count == 0 and not unknown.done


def test_without_arguments_it_has_all_tasks() -> None:
    """NeMo-Gym makes it so, and resets it with what its configuration says."""
    from crab_gym.integrations.openenv import CrabEnvironment
    from crab_gym.task import read_index

    env = CrabEnvironment()
    assert sum(map(env.num_tasks, env.list_splits())) == sum(info.simulated for info in read_index().values())
    env.reset(task="learn.open_app", seed=3)
    assert (env.state.task, env.state.seed) == ("learn.open_app", 3)
    env.close()


def test_tasks_are_chosen_by_split_and_index_by_name_or_by_seed() -> None:
    env = make("learn.open_app", "android.add_contact", "ubuntu.write_note", "cross.dark_mode_from_todo")
    assert env.list_splits() == ["train", "test"]
    total = 0
    for split in env.list_splits():
        tasks = env.list_tasks(split)
        total += env.num_tasks(split)
        assert tasks == [env.get_task(split, index) for index in range(env.num_tasks(split))]
        assert env.get_task_range(split, -1) == tasks[-1:] and env.get_task_range(split, 0, 1) == tasks[:1]
        for task in tasks:
            assert set(task) == {"id", "devices", "step_limit", "split", "index"}
            assert read_index()[task["id"]].split == split
            env.reset(seed=5, split=split, index=task["index"])
            assert (env.state.task, env.state.split) == (task["id"], split)
        with pytest.raises(ValueError, match=f"{split} has the tasks 0 to {len(tasks) - 1}"):
            env.get_task(split, len(tasks))
    assert total == 4
    env.reset(seed=3)
    drawn = env.state.task
    env.reset(seed=3)
    assert env.state.task == drawn
    env.reset(split="test")
    assert 100_000 <= env.state.seed < 110_000
    env.reset(split="train")
    assert env.state.seed < 100_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"task": "ubuntu.write_note"}, {"task": "os:system"}, {"task": ["learn.open_app"]}, {"split": "../train"},
        {"split": 3}, {"split": "test", "index": 1}, {"split": "test", "index": -1}, {"split": "train"},
        {"index": "0"}, {"index": True},
        {"task": "learn.open_app", "index": 0}, {"seed": -1}, {"seed": 1.5}, {"seed": "0"},
        {"episode_id": "\ud800"}, {"task": "\ud800"}, {"split": "\ud800"},
    ],
)  # fmt: skip
def test_a_wrong_choice_is_refused_and_the_episode_goes_on(wrong: dict[str, Any]) -> None:
    env = make("learn.open_app")
    env.reset(seed=0)
    with pytest.raises(ValueError):
        env.reset(**wrong)
    with pytest.raises(ValueError, match="tool_name"):
        call(env, "\ud800")
    assert call(env, "android__open_app", name="Phone").reward == 1.0


def test_screens_are_pictures_in_base64_where_they_are_shown() -> None:
    import base64

    both, elements = make("learn.open_app", view="both"), make("learn.open_app")
    seen = both.reset(seed=0)
    assert base64.b64decode(seen.screens["android"], validate=True).startswith(b"\x89PNG")
    assert elements.reset(seed=0).screens == {} and elements.reset(seed=0).text == seen.text
    assert make("learn.open_app", view="screens").reset(seed=0).text.endswith("steps left: 100 %")


@checked
def test_oracle_max_and_floor_gap(task: str) -> None:
    """The oracle reaches the maximum, and doing nothing or anything stays below it by the margin of the manifest."""
    env = make(task)
    env.reset(seed=0, task=task)
    assert sum(observation.reward for observation in solve(env)) == pytest.approx(1.0)
    env.reset(seed=0)
    assert call(env, "root__complete").reward == 0.0
    floors = []
    for seed in range(3):
        env.reset(seed=seed)
        policy, total, done = RandomPolicy(seed), 0.0, False
        policy.reset("", policy_spec(env.episode.crab, seed))
        while not done:
            action = policy.act({}, {})
            observation = call(env, f"{action['device']}__{action['name']}", **action["args"])
            total, done = total + observation.reward, observation.done
        floors.append(total)
    assert 1.0 - sum(floors) / len(floors) >= 0.5


@checked
def test_verifier_determinism_and_replayability(task: str) -> None:
    """The same calls get the same observations and rewards, in other sessions and after other episodes."""
    env, other = make(task), make(task)
    steps, played = [], [env.reset(seed=1)]
    for step in env.episode.solution():
        steps.append(step)
        played.append(call(env, step.tool, **step.arguments))
    other.reset(seed=2)
    call(other, "root__wait", seconds=1)
    replayed = [other.reset(seed=1)] + [call(other, step.tool, **step.arguments) for step in steps]
    assert [one.model_dump() for one in replayed] == [one.model_dump() for one in played]


@checked
def test_no_solution_leakage(task: str) -> None:
    """Nothing that a client gets before the end names a checkpoint or says how far it has got."""
    from openenv.core.env_server.mcp_types import ListToolsAction

    env = make(task)
    said = [json.dumps(env.get_task(split, 0)) for split in env.list_splits()]
    said.append(env.reset(seed=0).model_dump_json())
    nodes = [name for name in env.episode.crab.evaluator.graph.index if "_" in name]
    said.append(env.step(ListToolsAction()).model_dump_json())
    for observation in solve(env):
        said += [observation.model_dump_json(exclude={"metadata"}), json.dumps(env.state.model_dump())]
        if not observation.done:
            assert set(observation.metadata) == {"refused", "truncated"}
    text = "\n".join(said)
    assert [word for word in (*nodes, "checkpoint", "oracle", "evaluator", "completion") if word in text] == []


def test_episode_isolation() -> None:
    """Sessions side by side, step by step in any order, do what each does alone."""
    tasks = ["learn.open_app", "android.add_contact", "cross.dark_mode_from_todo"]
    alone: dict[str, list[Any]] = {}
    calls: dict[str, list[Any]] = {}
    for task in tasks:
        env = make(task)
        env.reset(seed=4)
        calls[task], alone[task] = [], []
        for step in env.episode.solution():
            calls[task].append(step)
            alone[task].append(call(env, step.tool, **step.arguments).model_dump())
    envs = {task: make(*tasks) for task in tasks}
    for task, env in envs.items():
        env.reset(seed=4, task=task)
    order = [task for task in tasks for _ in calls[task]]
    random.Random(0).shuffle(order)
    together: dict[str, list[Any]] = {task: [] for task in tasks}
    for task in order:
        step = calls[task][len(together[task])]
        together[task].append(call(envs[task], step.tool, **step.arguments).model_dump())
    assert together == alone


def test_the_manifest_passes_and_says_what_is_so() -> None:
    from openenv.validation import Level, Verdict, run_validation

    report = run_validation(ROOT, max_level=Level.STATIC, skip_build=True)
    assert report.verdict is Verdict.PASS, report.results
    lines = (ROOT / "openenv.yaml").read_text(encoding="utf-8")
    assert "task_api: true" in lines and "app: crab_gym.integrations.openenv.app:app" in lines
    for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if line.startswith("CMD"):
            assert json.loads(line.removeprefix("CMD "))[:2] == ["crab-gym", "openenv"]


def test_tools_of_apps_are_listed_before_and_in_an_episode() -> None:
    from openenv.core.env_server.mcp_types import ListToolsAction

    env = make("cross.dark_mode_from_todo", env={"tools": "only"})
    before = env.step(ListToolsAction()).tools
    env.reset(seed=0)
    assert env.step(ListToolsAction()).tools == before
    assert {"android__tasks_list", "ubuntu__files_list", "root__submit"} <= {tool.name for tool in before}
    assert "returned: [{" in call(env, "android__tasks_list").text
