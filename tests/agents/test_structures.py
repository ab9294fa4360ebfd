"""Every structure solves tasks by marks with a model that knows the way, and survives a model that doesn't."""

from __future__ import annotations

import json
from collections.abc import Iterator

import gymnasium as gym
import pytest

from crab_gym.agents import AGENTS, make_agent, wrap
from crab_gym.agents.chat import ModelUnavailable
from crab_gym.policies import Policy
from crab_gym.rollout import run_episode
from tests.agents.knower import SOLVED, Knower
from tests.agents.models import BAD, Says, texts

STRUCTURES = ("single", "functionality", "by_device")


@pytest.fixture(scope="module", params=SOLVED)
def told(request: pytest.FixtureRequest) -> Iterator[gym.Env]:
    with wrap(gym.make(f"Crab-v0/{request.param}", backend="sim", screens=False), "single", pictures=False) as env:
        yield env


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_model_that_knows_solves_tasks_by_marks_alone(name: str, told: gym.Env) -> None:
    knower = Knower(told)
    record = run_episode(told, make_agent(name, knower, pictures=False), seed=3)
    assert (record.end_reason, record.completion, record.error) == ("success", 1.0, "")
    assert record.tokens == 110 * len(knower.heard) == 110 * record.calls
    assert not any({"x", "y", "x1", "y1"} & step.action["args"].keys() for step in record.steps)
    assert not any(step.invalid_action for step in record.steps)


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize("task", ["cross.dark_mode_from_todo", "android.text_contact", "ubuntu.merge_lists"])
def test_so_does_one_that_writes_json(name: str, task: str) -> None:
    env = wrap(gym.make(f"Crab-v0/{task}", screens=False), name, pictures=False)
    knower = Knower(env, calls_tools=False)
    record = run_episode(env, make_agent(name, knower, pictures=False), seed=1)
    assert (record.end_reason, record.error) == ("success", "")
    assert not any(tools for _, tools in knower.heard)


@pytest.mark.parametrize("name", STRUCTURES)
def test_and_one_that_sees_pictures(name: str) -> None:
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), name, max_side=640)
    record = run_episode(env, make_agent(name, Knower(env), max_side=640), seed=2)
    assert record.end_reason == "success"


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize("calls_tools", [True, False])
def test_an_answer_that_is_no_action_is_refused_with_its_reason(name: str, calls_tools: bool) -> None:
    env = wrap(gym.make("Crab-v0/learn.todo_from_note", screens=False, max_steps=30), name, pictures=False)
    model = Says(BAD, calls_tools)
    record = run_episode(env, make_agent(name, model, pictures=False), seed=0)
    assert (record.end_reason, record.error, record.actions) == ("step_limit", "", 30)
    refused = [step.invalid_action for step in record.steps if step.action.get("name") != "wait"]
    assert len(refused) >= 20 and all(refused)
    assert all(len(reason) < 1000 for reason in refused)
    json.dumps(record.steps[-1].notes).encode()
    for messages, _, _ in model.asked:
        assert len(texts(messages).encode()) < 100_000  # nothing of what was said can swell the next question


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_model_that_is_gone_is_told_upwards(name: str) -> None:
    class Gone(Says):
        def ask(self, *args: object, **more: object) -> object:  # type: ignore[override]
            raise ModelUnavailable("no answer")

    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), name, pictures=False)
    agent = make_agent(name, Gone([""]), pictures=False)
    record = run_episode(env, agent, seed=0)
    assert (record.error_kind, record.transient, record.end_reason) == ("model", True, "")


@pytest.mark.parametrize("name", STRUCTURES)
def test_an_agent_can_play_again_and_forgets_the_last_episode(name: str) -> None:
    env = wrap(gym.make("Crab-v0/learn.check_todo", screens=False), name, pictures=False)
    knower = Knower(env)
    agent = make_agent(name, knower, pictures=False)
    first = run_episode(env, agent, seed=0)
    before = len(knower.heard)
    second = run_episode(env, agent, seed=1)
    assert first.end_reason == second.end_reason == "success"
    assert second.calls == len(knower.heard) - before
    assert first.goal != second.goal
    assert all(first.goal not in texts(messages) for messages, _ in knower.heard[before:])


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_each_that_is_registered_is_a_policy(name: str) -> None:
    agent = make_agent(name, Says([""]))
    assert isinstance(agent, Policy)
    assert agent.structure == name
