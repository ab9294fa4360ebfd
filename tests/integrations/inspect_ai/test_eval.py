"""Inspect evaluates a model on tasks, offline, with a model that answers from a script."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crab_gym.integrations.episodes import EVALUATED, OVER, ToolEpisode
from tests.extras import reason

pytest.importorskip("inspect_ai", reason=reason("inspect_ai"))
pytestmark = [
    pytest.mark.extra("inspect_ai"),
    pytest.mark.filterwarnings("default"),  # of its own libraries
]

TASK = "learn.open_app"
CROSS = "cross.dark_mode_from_todo"


@pytest.fixture
def evaluate(tmp_path: Path) -> Callable[..., Any]:
    """Evaluates calls of tools, or texts, one after the other; returns the log."""

    def run(*answers: Any, **options: Any) -> Any:
        from inspect_ai import eval as evaluation
        from inspect_ai.model import ModelOutput, ModelUsage, get_model

        from crab_gym.integrations.inspect_ai import gui

        name = "mockllm/model"
        outputs = [
            ModelOutput.from_content(name, answer) if isinstance(answer, str) else
            ModelOutput.for_tool_call(name, answer[0], dict(answer[1]))
            for answer in answers
        ]  # fmt: skip
        for output in outputs:
            output.usage = ModelUsage()  # else the model counts tokens with a table from the network
        model = get_model(name, custom_outputs=outputs, memoize=False)
        task = gui(options.pop("tasks", TASK), first_seed=0, **options)
        (log,) = evaluation(task, model=model, display="none", log_dir=str(tmp_path))
        return log

    return run


def scores(log: Any) -> dict[str, Any]:
    assert log.status == "success", log.error
    (sample,) = log.samples
    return dict(sample.scores["episode_score"].value)


def test_a_solved_episode_scores_one_and_keeps_the_rewards_of_its_steps(evaluate: Callable[..., Any]) -> None:
    episode = ToolEpisode(CROSS, env=EVALUATED)
    episode.reset(0)
    calls = []
    for call in episode.solution():
        calls.append((call.tool, call.arguments))
        episode.call(*call)
    log = evaluate(*calls, tasks=CROSS, pictures=1)
    assert scores(log) == {
        "success": 1.0, "completion": 1.0, "return": pytest.approx(1.0), "steps": len(calls)
    }  # fmt: skip
    (sample,) = log.samples
    assert sum(sample.scores["episode_score"].metadata["rewards"]) == pytest.approx(1.0)
    roles = [message.role for message in sample.messages]
    assert roles == ["system", "user"] + ["assistant", "tool"] * len(calls)
    assert OVER in sample.messages[-1].text
    kinds = [[part.type for part in message.content] for message in sample.messages if message.role in ("user", "tool")]
    assert kinds[-1].count("image") == kinds[-2].count("image") == 2  # both devices; the last isn't answered any more
    assert all("image" not in kind for kind in kinds[:-2])


def test_refused_calls_and_talk_take_steps(evaluate: Callable[..., Any]) -> None:
    log = evaluate(("android__tap", {"element": 999}), "I think I am done.", ("root__complete", {}), view="elements")
    assert scores(log) == {"success": 0.0, "completion": 0.0, "return": 0.0, "steps": 3}
    (sample,) = log.samples
    refused = next(message for message in sample.messages if message.role == "tool")
    assert "android has no element 999" in refused.error.message


def test_a_broken_device_is_an_error_and_no_score(
    evaluate: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from crab_gym.backends.base import DeviceError
    from crab_gym.backends.sim.backend import SimBackend

    def broken(*_: object) -> None:
        raise DeviceError("android", "the phone is gone")

    monkeypatch.setattr(SimBackend, "act", broken)
    log = evaluate(("android__tap", {"element": 11}), view="elements")
    assert log.status == "error" and "the phone is gone" in log.error.message


@pytest.mark.slow
def test_the_command_line_finds_the_evaluation(tmp_path: Path) -> None:
    words = "type('Words', (), {'encode': lambda text, **_: text.split()})"  # in place of a table from the network
    script = f"import tiktoken; tiktoken.get_encoding = lambda name: {words}\n"
    script += "from inspect_ai._cli.main import main; main()"
    command = ["eval", "crab_gym/gui", "-T", f"tasks={TASK}", "-T", "view=elements"]
    command += ["--model", "mockllm/model", "--display", "none", "--log-dir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("*.eval"))
