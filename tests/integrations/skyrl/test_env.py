"""Tasks as an environment of SkyRL's gym: calls as text, rewards by step."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crab_gym.integrations.episodes import ToolEpisode
from tests.extras import reason

pytest.importorskip("skyrl_gym", reason=reason("skyrl_gym"))
pytestmark = pytest.mark.extra("skyrl_gym")

TASK = "cross.dark_mode_from_todo"


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Any:
    import skyrl_gym

    from crab_gym.integrations.skyrl import ENV_ID

    monkeypatch.setattr(skyrl_gym.envs.registration, "registry", {})
    skyrl_gym.register(id=ENV_ID, entry_point="crab_gym.integrations.skyrl:CrabTextEnv")
    return lambda task, seed, **extras: skyrl_gym.make(
        ENV_ID, env_config={}, extras={"task": task, "seed": seed, **extras}
    )


def text(tool: str, arguments: Any) -> str:
    return f"I will do that. <tool_call>{json.dumps({'name': tool, 'arguments': dict(arguments)})}</tool_call>"


def test_the_oracle_solves_a_row_of_the_data(make: Any) -> None:
    from crab_gym.integrations.skyrl import rows

    (row,) = rows([TASK], [5])
    assert '"name": "android__tap"' in row["prompt"][0]["content"]
    env = make(row["task"], row["seed"])
    prompt, _ = env.init(row["prompt"])
    assert [message["role"] for message in prompt] == ["system", "user"]
    assert prompt[1]["content"].startswith("goal: ") and row["prompt"][1]["content"] == ""
    solver = ToolEpisode(TASK, "elements")
    assert solver.reset(5).text == prompt[1]["content"]
    total = 0.0
    for call in solver.solution():
        solver.call(*call)
        result = env.step(text(call.tool, call.arguments))
        total += result["reward"]
        assert result["done"] == solver.turn.over and bool(result["observations"]) != result["done"]
    assert total == pytest.approx(1.0)
    assert env.get_metrics() == {"success": 1.0, "completion": 1.0, "steps": solver.outcome.steps}
    env.close()


@pytest.mark.parametrize(
    "answer", ["", "hello", '{"name": "os__system", "arguments": {}}', "{" * 5000, "\ud800", "[1]"]
)
def test_an_answer_without_a_call_takes_a_step_and_is_refused(make: Any, answer: str) -> None:
    env = make("learn.open_app", 0, max_turns=4)
    assert env.max_turns == 4
    env.init([])
    result = env.step(answer)
    assert not result["done"] and result["reward"] == 0.0 and result["metadata"]["refused"]
    assert result["observations"][0]["content"].startswith("refused: ") and env.turns == 1
    for _ in range(3):
        result = env.step(answer)
    assert result["done"] and not result["observations"]
