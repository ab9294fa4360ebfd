"""Screens with more marks than a list holds: further pages, which cost calls and no steps."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.models import ScriptedModel
from crab_gym.rollout import run_episode
from tests.agents.models import calls

MORE, TAP, COMPLETE = calls("android__more_marks"), calls("android__tap", element=21), calls("root__complete")


def play(name: str, said: list[Any], **options: Any) -> tuple[Any, list[Any]]:
    """Returns the record of an episode with ten marks on a page, and what was asked."""
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), name, marks=10, **options)
    model = ScriptedModel(said)
    record = run_episode(env, make_agent(name, model, **options), seed=0)
    env.close()
    return record, list(model.asked)


@pytest.mark.parametrize("pictures", [True, False])
def test_the_next_page_costs_a_call_and_no_step(pictures: bool) -> None:
    record, asked = play("single", [MORE, MORE, TAP, COMPLETE], pictures=pictures)
    assert [step.action["name"] for step in record.steps] == ["tap", "complete"]
    assert (record.calls, record.steps[0].invalid_action) == (4, "")
    first, second, third = (messages[-1].text for messages, _ in asked[:3])
    assert "[10] " in first and "[11] " not in first and "(Marks from 11 on are on the next page.)" in first
    assert "[10] " not in second and "[11] " in second and "[20] " in second and "(Marks from 21 on" in second
    assert "[21] " in third and "next page" not in third
    offered = ["android__more_marks" in {tool.name for tool in tools} for _, tools in asked[:3]]
    assert offered == [True, True, False]


def test_each_devices_agent_turns_its_own_pages() -> None:
    record, asked = play("by_device", ["android: Tap 21.\nroot: SKIP", MORE, MORE, TAP, "root: Complete.", COMPLETE])
    assert [step.action["name"] for step in record.steps] == ["tap", "complete"]
    assert "[21] " in asked[3][0][-1].text and not any("more_marks" in tool.name for tool in asked[5][1])


def test_where_all_marks_fit_there_is_no_page_to_turn() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "single")
    model = ScriptedModel([MORE, COMPLETE])
    record = run_episode(env, make_agent("single", model), seed=0)
    assert "there is no tool 'android__more_marks'" in record.steps[0].invalid_action
