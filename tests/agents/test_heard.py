"""What the person has said is in every later request of every agent, however long ago it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.agents import AGENTS, agent_roles, make_agent, wrap
from crab_gym.agents.chat import Message, Reply, Tool
from crab_gym.agents.models import ScriptedModel
from crab_gym.policies import policy_spec

QUESTION = "Which one do you mean?"
WAIT = '{"name": "root__wait", "arguments": {"seconds": 1}}'
ANSWER = "I mean Noah Moreau."
STRUCTURES = ("single", "m3a", "m3a_simple", "t3a", "seeact", "functionality", "by_device", "conversation")


class Recorder(ScriptedModel):
    """Answers from a script, and keeps the texts of the requests."""

    def __init__(self) -> None:
        super().__init__([WAIT] * 400)
        self.requests: list[str] = []

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the next answer."""
        self.requests.append("\n".join(str(part) for message in messages for part in message.parts))
        return super().ask(messages, tools, force)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_an_answer_is_never_forgotten(structure: str) -> None:
    assert structure in AGENTS and agent_roles(structure)
    model = Recorder()
    options: dict[str, Any] = {"pictures": False} if structure not in ("m3a", "m3a_simple", "seeact") else {}
    env = wrap(gym.make("Crab-v0/android.which_namesake", max_steps=60), structure, **options)
    obs, info = env.reset(seed=0)
    agent = make_agent(structure, model, **options)
    agent.reset(info["goal"], policy_spec(env, 0))
    for step in range(30):
        action = agent.act(obs, info)
        if step == 1:  # whatever it would do
            action, first = {"device": "root", "name": "ask", "args": {"question": QUESTION}}, len(model.requests)
        obs, _, terminated, truncated, info = env.step(action)
        assert not terminated and not truncated and (info["said"] == ANSWER) == (step == 1)
    env.close()
    later = model.requests[first:]
    assert len(later) >= 25 and all(ANSWER in request for request in later)
