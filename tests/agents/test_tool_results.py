"""What a tool returns is in the next request of every agent, beside the functions that models may call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import Message, Reply, Tool
from crab_gym.agents.history import Log
from crab_gym.agents.models import ScriptedModel
from crab_gym.envs.tools import as_text
from crab_gym.policies import policy_spec
from crab_gym.rollout import run_episode

STRUCTURES = ("single", "m3a", "m3a_simple", "t3a", "seeact", "functionality", "by_device", "conversation")
WAIT = '{"name": "root__wait", "arguments": {"seconds": 1}}'
CALL = {"device": "android", "name": "calculate", "args": {"formula": "1234*5678"}}
RESULT = "7006652"


class Recorder(ScriptedModel):
    """Answers from a script, and keeps the texts of the requests and the names of the functions."""

    def __init__(self) -> None:
        super().__init__([WAIT] * 400)
        self.requests: list[str] = []
        self.names: set[str] = set()

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the next answer."""
        self.requests.append("\n".join(str(part) for message in messages for part in message.parts))
        self.names |= {tool.name for tool in tools}
        return super().ask(messages, tools, force)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_an_agent_reads_what_a_tool_has_returned(structure: str) -> None:
    model = Recorder()
    options: dict[str, Any] = {"pictures": False} if structure not in ("m3a", "m3a_simple", "seeact") else {}
    env = wrap(gym.make("Crab-v0/android.which_namesake", max_steps=60, tools=True), structure, **options)
    obs, info = env.reset(seed=0)
    agent = make_agent(structure, model, **options)
    agent.reset(info["goal"], policy_spec(env, 0))
    agent.act(obs, info)
    first = len(model.requests)
    obs, *_, info = env.step(CALL)
    assert RESULT in info["result"]
    for _ in range(4):  # in a team, it is another agent's turn first
        obs, *_, info = env.step(agent.act(obs, info))
    assert any(RESULT in request for request in model.requests[first:])
    assert not any(RESULT in request for request in model.requests[:first])
    described = "\n".join(model.requests)
    assert "android__calculate" in model.names or "calculate" in described
    env.close()


@pytest.mark.parametrize("structure", ["single", "m3a", "t3a", "seeact", "functionality"])
def test_a_long_result_is_whole_in_the_next_request_alone(structure: str) -> None:
    model, words = Recorder(), "word " * 3000
    options: dict[str, Any] = {"pictures": False} if structure not in ("m3a", "seeact") else {}
    env = wrap(gym.make("Crab-v0/learn.open_app", max_steps=60), structure, **options)
    obs, info = env.reset(seed=0)
    agent = make_agent(structure, model, **options)
    agent.reset(info["goal"], policy_spec(env, 0))
    counts = []
    for result in ("", as_text(words), "", ""):
        first = len(model.requests)
        obs, *_, info = env.step(agent.act(obs, {**info, "result": result}))
        counts.append([request.count("word ") for request in model.requests[first:]])
    assert 3000 <= max(counts[1]) < 3500
    assert max(counts[2]) < 600 and max(counts[3]) < 600
    env.close()


def test_the_log_has_the_beginning_of_a_result_on_one_line() -> None:
    log = Log(9)
    log.add(1, "android files_read()")
    log.close("", result="one\n2. android tap()\n" + "word " * 3000)
    assert len(log.text.splitlines()) == 2 and len(log.text) < 300 and "one 2. android tap() word" in log.text


def test_prompts_are_the_same_where_there_are_no_tools() -> None:
    texts = []
    for kwargs in ({}, {"tools": False}):
        model = Recorder()
        env = wrap(gym.make("Crab-v0/learn.open_app", screens=False, **kwargs), "single", pictures=False)
        obs, info = env.reset(seed=0)
        agent = make_agent("single", model, pictures=False)
        agent.reset(info["goal"], policy_spec(env, 0))
        agent.act(obs, info)
        texts.append((model.requests, model.names))
        env.close()
    assert texts[0] == texts[1] and not any("calculate" in name for name in texts[0][1])


def test_records_have_the_results() -> None:
    env = wrap(gym.make("Crab-v0/android.which_namesake", screens=False, tools=True), "conversation", pictures=False)
    answers = ['{"name": "android__calculate", "arguments": {"formula": "1234*5678"}}', "I am done."]
    record = run_episode(env, make_agent("conversation", ScriptedModel(answers), pictures=False), seed=0)
    env.close()
    assert RESULT in record.steps[0].result and record.steps[0].done == CALL
    assert record.steps[-1].result == ""
