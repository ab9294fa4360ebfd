"""Structures whose models are asked over HTTP, in three formats, from a server that errs."""

from __future__ import annotations

import gymnasium as gym
import pytest

from crab_gym.agents import AGENTS, make_agent, wrap
from crab_gym.agents.models import Patience, make_model
from crab_gym.rollout import run_episode
from tests.agents.knower import Knower
from tests.agents.server import (
    FakeServer,
    broken_body,
    cut_off,
    drop,
    hang,
    huge,
    status,
    torn_arguments,
    wrong_tool,
)

WIRES = ("openai", "anthropic", "google")
ASK = sorted(set(AGENTS) - {"computer_use", "human", "script"})  # the first has tests of its own
AT_ONCE = Patience(180.0, sleep=lambda seconds: None, clock=lambda: 0.0, chance=lambda: 0.0)


@pytest.mark.parametrize(
    ("name", "wire"),
    [*(("single", wire) for wire in WIRES), ("functionality", "anthropic"), ("by_device", "google")],
)
def test_a_task_is_solved_through_a_server_that_falters(name: str, wire: str, server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo"), name, max_side=160)
    knower = Knower(env)
    server.brain = knower.ask
    server.faults += [status(429, retry_after="7"), None, cut_off(), drop(), status(500), broken_body(), hang(0.2)]
    model = make_model(server.spec(wire), key_env=server.key_env, patience=AT_ONCE)
    record = run_episode(env, make_agent(name, model, max_side=160), seed=0)
    assert (record.end_reason, record.error) == ("success", "")
    assert record.tokens == server.tokens.total == 110 * record.calls > 0
    assert server.refused == []
    assert record.policy == f"{name}({model.name})"
    env.close()


@pytest.mark.parametrize("name", ASK)
def test_an_episode_ends_whatever_the_server_says(name: str, server: FakeServer) -> None:
    wire = WIRES[ASK.index(name) % len(WIRES)]
    server.brain = lambda messages, tools: "I wonder what to do."
    server.faults.append(huge(10_000_000 if name == "single" else 100_000))
    server.faults.extend([wrong_tool(), torn_arguments(), None, wrong_tool("root__fly")] * 20)
    sees = name == "native"  # which can't do without
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo", screens=sees, max_steps=6), name, pictures=sees)
    model = make_model(server.spec(wire), key_env=server.key_env, patience=AT_ONCE)
    record = run_episode(env, make_agent(name, model, pictures=sees), seed=0)
    says_it_is_done = name == "conversation"  # as fine-tuned models do, by an answer without a call
    expected = ("false_completion", "", 1) if says_it_is_done else ("step_limit", "", 6)
    assert (record.end_reason, record.error, record.actions) == expected
    assert record.tokens == server.tokens.total > 0
    assert server.refused == []
    env.close()
