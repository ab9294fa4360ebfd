"""An episode as calls of tools: what a model sees, what it can't break, and what comes of it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_gym.backends.base import DeviceError
from crab_gym.integrations.episodes import OVER, VIEWS, ToolEpisode, View

CROSS = "cross.dark_mode_from_todo"


@pytest.mark.parametrize("view", VIEWS)
def test_the_oracle_solves_an_episode_by_calls(view: View) -> None:
    episode = ToolEpisode(CROSS, view)
    first = episode.reset(1)
    rewards = []
    for call in episode.solution():
        assert episode.has(call.tool)
        turn = episode.call(*call)
        rewards.append(turn.reward)
    assert turn.over and not turn.cut and turn.text == OVER
    assert sum(rewards) == pytest.approx(1) == pytest.approx(episode.outcome.reward)
    assert episode.outcome.success and episode.outcome.steps == len(rewards)
    assert episode.reset(1).text == first.text and not episode.outcome.success
    episode.close()


def test_views_differ_in_what_they_show() -> None:
    turns = {view: ToolEpisode(CROSS, view).reset(0) for view in VIEWS}
    assert list(turns["both"].screens) == list(turns["screens"].screens) == ["ubuntu", "android"]
    assert not turns["elements"].screens
    assert turns["both"].text == turns["elements"].text and "icon" in turns["both"].text
    assert turns["screens"].text.endswith("steps left: 100 %") and "icon" not in turns["screens"].text
    for device, data in turns["both"].pictures().items():
        with Image.open(io.BytesIO(data)) as picture:
            assert (np.array(picture) == turns["both"].screens[device]).all()
    drawn = ToolEpisode(CROSS, draw=True).reset(0)
    assert (drawn.screens["android"] != turns["both"].screens["android"]).any()
    with pytest.raises(ValueError, match="view"):
        ToolEpisode(CROSS, "touch")  # type: ignore[arg-type]


def test_the_tools_take_elements_only_where_these_are_shown() -> None:
    with_elements = {tool["name"]: tool["parameters"]["properties"] for tool in ToolEpisode(CROSS).tools}
    without = {tool["name"]: tool["parameters"]["properties"] for tool in ToolEpisode(CROSS, "screens").tools}
    assert list(with_elements) == list(without)
    assert list(with_elements["android__tap"]) == ["element", "x", "y"] and list(without["android__tap"]) == ["x", "y"]


def test_nothing_happens_outside_an_episode() -> None:
    episode = ToolEpisode("learn.open_app", "elements")
    assert episode.call("root__complete", {}).text == OVER and episode.outcome.steps == 0
    episode.reset(0)
    assert episode.call("root__complete", {}).over
    assert episode.call("android__tap", {"element": 11}).over
    assert (episode.outcome.steps, episode.outcome.success) == (1, False)


def test_a_broken_device_ends_an_episode_without_a_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    episode = ToolEpisode("learn.open_app", "elements")
    episode.reset(0)

    def broken(*_: object) -> None:
        raise DeviceError("android", "the phone is gone")

    monkeypatch.setattr(episode.crab.backends["android"], "act", broken)
    turn = episode.call("android__tap", {"element": 11})
    assert turn.over and turn.cut and "the phone is gone" in episode.outcome.error and episode.outcome.reward is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
TOOLS = [tool["name"] for tool in ToolEpisode("learn.open_app", "elements").tools]
NAMES = st.sampled_from([tool for tool in TOOLS if tool != "root__complete"]) | st.text(max_size=12)
ARGUMENTS = st.dictionaries(st.sampled_from(["element", "x", "y", "text", "key", "name", "answer"]), JSON, max_size=3)


@pytest.fixture(scope="module")
def open_episode() -> Any:
    return ToolEpisode("learn.open_app", "elements", env={"max_steps": 100_000})


@settings(max_examples=200)
@given(tool=NAMES, arguments=ARGUMENTS | JSON)
def test_no_call_raises(open_episode: ToolEpisode, tool: str, arguments: object) -> None:
    if open_episode.turn.over:
        open_episode.reset(0)
    turn = open_episode.call(tool, arguments)
    turn.text.encode()
    if not open_episode.has(tool):
        assert turn.refused and turn.text.startswith("refused: ")


def test_tools_of_apps_are_tools_too() -> None:
    episode = ToolEpisode(CROSS, "elements", env={"tools": "only"})
    episode.reset(0)
    assert episode.has("android__tasks_list") and not episode.has("android__tap")
    turn = episode.call("android__tasks_list", {})
    assert turn.text.startswith("returned: [{") and turn.text.count('"done": false') == 2
    turn = episode.call("android__tasks_lits", {})
    assert "Did you mean 'tasks_list'?" in turn.refused
    episode.close()
