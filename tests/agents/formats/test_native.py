"""Native agents: models that act by their own formats, on one device after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import Message, Picture, Reply, Tool
from crab_gym.agents.formats import Format, Screen, format_named
from crab_gym.agents.models import ScriptedModel
from crab_gym.agents.native import FORMAT_NAMES
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.rollout import run_episode
from tests.agents.models import BAD, Says, texts


def oracle(env: gym.Env[Any, Any], seed: int) -> Iterator[dict[str, Any]]:
    """Yields the oracle's actions on a copy of the environment."""
    twin = gym.make(env.spec.id, screens=False)  # type: ignore[union-attr]
    obs, info = twin.reset(seed=seed)
    policy = OraclePolicy(twin)
    policy.reset(info["goal"], policy_spec(twin, seed))
    over = False
    while not over:
        act = policy.act(obs, info)
        yield act
        obs, _, terminated, truncated, info = twin.step(act)
        over = terminated or truncated
    twin.close()


def knows(form: Format, steps: Iterator[dict[str, Any]], screens: dict[str, Screen]) -> Callable[..., Reply]:
    """Returns a model's answers: the steps in the words of a format; it finishes on a device that has none now."""
    waiting: list[dict[str, Any]] = []

    def answer(messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        assert not tools
        pictures = [part for part in messages[-1].parts if isinstance(part, Picture)]
        (device,) = (picture.name for picture in pictures)
        if not waiting:
            waiting.extend(step for step in [next(steps, None)] if step)
        if waiting and waiting[0]["device"] in (device, "root"):
            step = waiting.pop()
        else:
            step = {"device": "root", "name": "complete", "args": {}}
        first, *more = map(str, form.write(step, screens[device]))
        return Reply("\n\n".join([first, *(one.removeprefix("Action: ") for one in more)]))

    return answer


@pytest.mark.parametrize("name", ["ui_tars", "qwen2.5_vl"])  # those that count pixels of nearly the screen's size
@pytest.mark.parametrize("task", ["android.text_contact", "cross.dark_mode_from_todo"])
def test_a_model_that_knows_the_way_solves_tasks_in_its_own_words(name: str, task: str) -> None:
    env = wrap(gym.make(f"Crab-v0/{task}"), "native", format=name)
    sizes = env.get_wrapper_attr("screen_sizes")
    screens = {device: Screen(device, *size) for device, size in sizes.items()}
    model = ScriptedModel(knows(format_named(name), oracle(env, 3), screens))
    record = run_episode(env, make_agent("native", model, format=name), seed=3)
    assert (record.end_reason, record.error) == ("success", "")


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_answers_that_are_no_action_are_refused(name: str) -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", max_steps=12), "native", format=name)
    record = run_episode(env, make_agent("native", Says(BAD, False), format=name), seed=0)
    assert (record.end_reason, record.error, record.actions) == ("step_limit", "", 12)
    assert sum(bool(step.invalid_action) for step in record.steps) >= 8


def test_last_words_are_told_on_the_next_device_and_submitted_at_the_end() -> None:
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), "native")
    said = ["finished(content='It says 42.')", "wait()", "finished(content='')", "finished(content='')"]
    model = ScriptedModel([f"Thought: So.\nAction: {one}" for one in said])
    record = run_episode(env, make_agent("native", model), seed=0)
    assert [step.action["name"] for step in record.steps] == ["wait", "submit", "complete"]
    assert record.steps[1].action["args"] == {"answer": "It says 42."}
    asked = [texts(messages) for messages, _ in model.asked]
    assert "It says 42." not in asked[0] and "you said: It says 42." in asked[1]
    devices = [part.name for messages, _ in model.asked for part in messages[-1].parts if isinstance(part, Picture)]
    assert devices == ["ubuntu", "android", "android", "ubuntu"]


def test_several_actions_of_an_answer_follow_one_another_until_one_is_refused() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", max_steps=6), "native", format="opencua")
    two = "```python\npyautogui.press('enter')\npyautogui.press('tab')\n```"
    model = ScriptedModel([two] * 6, calls_tools=False)
    record = run_episode(env, make_agent("native", model, format="opencua"), seed=0)
    assert record.calls < record.actions == 6


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"format": "anthropic"}, "expected one of: ui_tars"),
        ({"format": "ui_tar"}, "did you mean 'ui_tars'"),
        ({"pictures": False}, "expected coordinates and pictures"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make_agent("native", Says([""]), **options)


@pytest.mark.parametrize("name", ["native", "computer_use"])
def test_an_agent_that_points_at_pixels_needs_the_screens(name: str) -> None:
    model = ScriptedModel(["I see nothing."])
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), name)
    record = run_episode(env, make_agent(name, model), seed=0)
    assert f"the agent '{name}' points at pixels of screens, and the environment shows none" in record.error
    assert not model.asked
