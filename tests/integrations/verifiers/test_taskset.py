"""Tasks for verifiers: its own validation of gold and untouched tasks, and episodes played turn by turn."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crab_gym.agents.chat import Message, Reply, Tool
from crab_gym.backends.base import State
from crab_gym.evaluation import Checkpoint, check
from crab_gym.integrations.episodes import ToolCall, ToolEpisode
from crab_gym.task import Params, Task
from tests.agents.server import FakeServer
from tests.extras import reason

pytest.importorskip("verifiers", reason=reason("verifiers"))
pytestmark = [pytest.mark.extra("verifiers"), pytest.mark.filterwarnings("default")]  # of its own libraries

TASKS = "learn.open_app,cross.dark_mode_from_todo"


def at_home(state: State) -> bool:
    return state.android.foreground().app == "launcher"


def stay(params: Params) -> list[Checkpoint]:
    return [Checkpoint(id="at_home", device="android", app="launcher", evaluator=check(at_home))]


STAY = Task(name="learn.stay", description="Stay.", devices=("android",), checkpoints=stay, oracle={}, step_limit=5)
"""A task that is solved before anybody plays it."""


def taskset(**options: Any) -> Any:
    from crab_gym.integrations.verifiers import CrabConfig, CrabTaskset

    return CrabTaskset(CrabConfig(id="crab-gym-verifiers", tasks=TASKS, **options))


def test_a_taskset_has_each_task_with_each_seed() -> None:
    tasks = list(taskset(seeds=2, first_seed=7))
    assert [(task.data.task, task.data.seed, task.data.idx) for task in tasks] == [
        ("learn.open_app", 7, 0), ("cross.dark_mode_from_todo", 7, 1),
        ("learn.open_app", 8, 2), ("cross.dark_mode_from_todo", 8, 3),
    ]  # fmt: skip
    assert len({task.key for task in tasks}) == 4
    assert '"name": "android__tap"' in tasks[0].data.system_prompt


def test_it_is_found_by_its_id() -> None:
    from crab_gym.integrations.verifiers import CrabChat, CrabPlay, CrabTaskset  # isort: skip - imports verifiers whole
    from verifiers.v1.utils import loaders

    assert loaders.taskset_class("crab-gym-verifiers") is CrabTaskset
    assert loaders.environment_class("crab-gym-verifiers") is CrabPlay
    assert loaders.harness_class(loaders.default_harness_id("crab-gym-verifiers")) is CrabChat
    assert not CrabChat.EXECUTES_CODE


def test_an_untouched_task_has_the_reward_of_completing_it_at_once() -> None:
    from verifiers.v1 import Trace

    from crab_gym.integrations.verifiers import CrabConfig, CrabTaskset

    (task,) = CrabTaskset(CrabConfig(id="crab-gym-verifiers", tasks=f"{__name__}:STAY", seeds=1))
    untouched = Trace.model_construct(info={})
    assert asyncio.run(task.progress(untouched)) == pytest.approx(1.0)
    task = next(iter(taskset(seeds=1)))
    assert asyncio.run(task.progress(untouched)) == 0.0


def verifiers(program: str, *options: str, **variables: str) -> None:
    """Runs a program of verifiers, as its command does."""
    script = f"from verifiers.v1.cli.{program} import main; main()"
    command = [sys.executable, "-c", script, "crab-gym-verifiers", *options]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def records(folder: Path, name: str) -> list[Any]:
    (file,) = folder.rglob(name)
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_its_validation_passes_gold_and_untouched_tasks(tmp_path: Path) -> None:
    options = ["--taskset.tasks", TASKS, "--taskset.seeds", "1", "--runtime.type", "subprocess"]
    verifiers("validate", *options, "--output-dir", str(tmp_path))
    rows = records(tmp_path, "results.jsonl")
    assert [(row["gold"]["valid"], row["noop"]["valid"]) for row in rows] == [(True, True)] * 2


class Solvers:
    """What a model's server answers: the oracle's calls, or of one task nothing of use."""

    def __init__(self) -> None:
        self.solver = ToolEpisode("learn.open_app", "elements")
        self.calls: Iterator[ToolCall] = iter(())
        self.shown = list[list[str]]()

    def __call__(self, messages: list[Message], tools: list[Tool]) -> Reply:
        parts = messages[-1].parts
        self.shown.append([part if isinstance(part, str) else "picture" for part in parts])
        if len(messages) == 2:  # a new episode
            goal = str(parts[0]).splitlines()[0]
            for task in TASKS.split(","):
                self.solver.close()
                self.solver = ToolEpisode(task, "elements")
                if self.solver.reset(0).text.startswith(goal):
                    break
            self.calls = self.solver.solution() if "cross" in task else iter(())
        call = next(self.calls, None)
        if call is None:
            return Reply("I don't know.")
        self.solver.call(*call)
        return Reply(json.dumps({"name": call.tool, "arguments": dict(call.arguments)}))


def test_an_evaluation_plays_episodes_against_a_models_server(tmp_path: Path) -> None:
    brain = Solvers()
    with FakeServer(brain) as server:
        options = ["--env.taskset.tasks", TASKS, "--env.taskset.seeds", "1", "--env.taskset.view", "both", "-c", "1"]
        client = ["--client.base-url", server.url(), "--client.api-key-var", server.key_env, "-m", "tester"]
        where = ["--env.agent.runtime.type", "subprocess", "--no-push", "--no-rich", "-o", str(tmp_path)]
        verifiers("eval.main", *options, *client, *where, **{server.key_env: server.key})
    brain.solver.close()
    assert not server.refused
    traces = {}
    for record in records(tmp_path, "traces.jsonl"):
        trace = record["traces"][0] if "traces" in record else record
        traces[trace["task"]["data"]["task"]] = trace
    idle, solved = (traces[task] for task in TASKS.split(","))
    assert solved["rewards"]["progress"]["score"] == pytest.approx(1.0) and solved["metrics"]["success"] == 1.0
    assert sum(solved["info"]["rewards"]) == pytest.approx(1.0)
    assert idle["rewards"]["progress"]["score"] == 0.0 and idle["metrics"]["success"] == 0.0
    assert len(brain.shown) == solved["info"]["steps"] + idle["info"]["steps"]
    assert brain.shown[0][1:] == ["android:", "picture"]
    assert "refused: " in brain.shown[1][0]
