"""Arguments that can only mean one thing are taken, wherever a call comes from; the rest is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.agents import make_agent
from crab_gym.agents.answers.fitting import fitted
from crab_gym.agents.chat import Reply, ToolCall
from crab_gym.agents.render import action_tools
from crab_gym.integrations.episodes import ToolEpisode
from crab_gym.integrations.finetune.tools import tool_methods
from crab_gym.policies import PolicySpec
from crab_gym.wrappers.marks_space import MarkedActionSpace
from tests.agents.models import Says, looked

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
SPACE = MarkedActionSpace(SIZES, 50)
BY_MARKS = {tool.name: tool.parameters for tool in action_tools(PolicySpec(SPACE, (), tuple(SIZES), SIZES, 15, 0))}
BOTH = {tool["name"]: tool["parameters"] for tool in SPACE.tool_schemas()}

TAKEN: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("android__tap", {"element": "11"}, "android__tap", {"element": 11}),
    ("android__tap", {"element": 11.0}, "android__tap", {"element": 11}),
    ("android__tap", {"element": "11.0"}, "android__tap", {"element": 11}),
    ("android__tap", {"element": "[11]"}, "android__tap", {"element": 11}),
    ("android__tap", {"element": [11]}, "android__tap", {"element": 11}),
    ("android__tap", {"element": '[11] icon "Drive"'}, "android__tap", {"element": 11}),
    ("android__tap", {"element": '[11] list_item "Room 5" (Open 2) checked'}, "android__tap", {"element": 11}),
    ("android__tap", {"element": '11: icon "Drive"'}, "android__tap", {"element": 11}),
    ("android__tap", {"element": 'icon "Drive"'}, "", {}),
    ("android__tap", {"element": "mark 11"}, "android__tap", {"element": 11}),
    ("android__tap", {"element": "Element [11]"}, "android__tap", {"element": 11}),
    ("android__tap", {"element": "#11"}, "android__tap", {"element": 11}),
    ("android__tap", {"mark": 11}, "android__tap", {"element": 11}),
    ("android__tap", {"index": "11"}, "android__tap", {"element": 11}),
    ("android__tap", {"element_id": 11, "reason": "it is there"}, "android__tap", {"element": 11}),
    ("android__tap", {"mark": 11, "element": 11, "thought": ""}, "android__tap", {"element": 11}),
    ("android__tap", {"element": 11, "device": "android"}, "android__tap", {"element": 11}),
    ("android__open_app", {"app_name": "Tasks"}, "android__open_app", {"name": "Tasks"}),
    ("android__open_app", {"app": "Tasks"}, "android__open_app", {"name": "Tasks"}),
    ("ubuntu__search_app", {"app_name": "Files"}, "ubuntu__search_app", {"name": "Files"}),
    ("ubuntu__drag", {"start_element": 3, "end_element": "[4]"}, "ubuntu__drag", {"element1": 3, "element2": 4}),
    ("ubuntu__press", {"key": "ctrl+a"}, "ubuntu__hotkey", {"keys": ["ctrl", "a"]}),
    ("ubuntu__press", {"key": "Ctrl + Shift + T"}, "ubuntu__hotkey", {"keys": ["ctrl", "shift", "t"]}),
    ("ubuntu__press", {"keys": ["alt", "F4"]}, "ubuntu__hotkey", {"keys": ["alt", "f4"]}),
    ("ubuntu__press", {"keys": ["Enter"]}, "ubuntu__press", {"key": "Enter"}),
    ("ubuntu__press", {"key": "+"}, "ubuntu__press", {"key": "+"}),
    ("ubuntu__press", {"key": "Page_Down"}, "ubuntu__press", {"key": "pagedown"}),
    ("android__press", {"key": "delete"}, "android__press", {"key": "delete"}),
    ("android__press", {"key": "BackSpace"}, "android__press", {"key": "delete"}),
    ("ubuntu__hotkey", {"keys": ["ctrl+s"]}, "ubuntu__hotkey", {"keys": ["ctrl", "s"]}),
    ("ubuntu__hotkey", {"keys": ["ctrl", "shift+t"]}, "ubuntu__hotkey", {"keys": ["ctrl", "shift", "t"]}),
    ("ubuntu__hotkey", {"keys": "ctrl+s"}, "ubuntu__hotkey", {"keys": ["ctrl", "s"]}),
    ("ubuntu__hotkey", {"keys": ["ctrl", "+"]}, "ubuntu__hotkey", {"keys": ["ctrl", "+"]}),
    ("ubuntu__hotkey", {"key": "ctrl++"}, "ubuntu__hotkey", {"keys": ["ctrl", "+"]}),
    ("root__submit", {"answer": 42}, "root__submit", {"answer": "42"}),
    ("root__submit", {"text": "42"}, "root__submit", {"answer": "42"}),
    ("root__wait", {"duration": "2"}, "root__wait", {"seconds": 2.0}),
    ("root__complete", {"reason": "all is done"}, "root__complete", {}),
    # What could mean two things stays, so that it is refused.
    ("android__tap", {"element": "[11] or [12]"}, "", {}),
    ("android__tap", {"element": "11 and 12"}, "", {}),
    ("android__tap", {"element": [11, 12]}, "", {}),
    ("android__tap", {"element": "1.5"}, "", {}),
    ("android__tap", {"element": True}, "", {}),
    ("android__tap", {"mark": 11, "index": 12}, "", {}),
    ("android__tap", {"mark": 11, "element": 12}, "", {}),
    ("android__tap", {"element": 11, "label": "Drive"}, "", {}),
    ("android__press", {"key": "ctrl+a"}, "", {}),
    ("ubuntu__press", {"key": "left shift"}, "", {}),
    ("ubuntu__press", {"key": "ctrl+nothing"}, "", {}),
    ("ubuntu__press", {"key": ["a", "b"]}, "", {}),
    ("root__complete", {"answer": "42"}, "", {}),
    ("root__wait", {"seconds": "soon"}, "", {}),
]  # fmt: skip


@pytest.mark.parametrize("functions", [BY_MARKS, BOTH], ids=["marks", "marks and pixels"])
@pytest.mark.parametrize(("tool", "arguments", "other", "taken"), TAKEN)
def test_what_means_one_thing_is_taken_and_the_rest_stays(
    tool: str, arguments: dict[str, Any], other: str, taken: dict[str, Any], functions: Any
) -> None:
    assert fitted(tool, arguments, functions) == ((other, taken) if other else (tool, arguments))


def by_agent(tool: str, arguments: dict[str, Any]) -> str:
    env, obs, info, spec = looked("cross.dark_mode_from_todo", screens=False)
    agent = make_agent("single", Says([Reply("", (ToolCall(tool, arguments, id="1"),))]))
    agent.reset(info["goal"], spec)
    return str(env.step(agent.act(obs, info))[4]["invalid_action"])


def by_tool(tool: str, arguments: dict[str, Any]) -> str:
    episode = ToolEpisode("cross.dark_mode_from_todo", "elements")
    episode.reset(0)
    return episode.call(tool, arguments).refused


def by_text(tool: str, arguments: dict[str, Any]) -> str:
    episode = ToolEpisode("cross.dark_mode_from_todo", "elements")
    episode.reset(0)
    return episode.say(json.dumps({"name": tool, "arguments": arguments})).refused


@pytest.mark.parametrize("way", [by_agent, by_tool, by_text])
def test_agents_and_tools_of_other_programs_take_the_same(way: Callable[[str, dict[str, Any]], str]) -> None:
    sure = ({"element": 3.0}, {"element": "3"}, {"element": '[3] icon "A"'}, {"mark": 3, "reason": "so"})
    assert not any(way("android__tap", arguments) for arguments in sure)
    assert not way("ubuntu__press", {"key": "ctrl+a"}) and not way("android__open_app", {"app_name": "Clock"})
    assert not way("android__swipe", {"element": "3", "direction": "down"})
    unsure = (
        {"element": "[3] or [4]"},
        {"element": 3, "mark": 4},
        {"mark": 3, "index": 4},
        {"element": 3, "label": "A"},
    )
    for arguments in unsure:
        assert "expected" in (refused := way("android__tap", arguments)) or "takes" in refused


def test_methods_of_trainers_take_the_same() -> None:
    class Session:
        def keep(self, tool: str, arguments: dict[str, Any]) -> str:
            return f"{tool} {arguments}"

    session = type("Tools", (Session,), tool_methods(SPACE.tool_schemas(), "keep"))()
    assert session.ubuntu__press(key="ctrl+a") == "ubuntu__hotkey {'keys': ['ctrl', 'a']}"
    assert session.android__tap(mark="[3]", x=None) == "android__tap {'element': 3}"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["[1]", "ctrl+a", "3.0"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["element", "mark", "index", "key", "keys", "name", "app", "text", "reason", "device", "x", "answer"]
)


@given(st.sampled_from(sorted(BOTH)) | st.text(max_size=9), st.dictionaries(KEYS | st.text(max_size=4), ANYTHING))
def test_fitting_never_raises_and_is_done_once(tool: str, arguments: dict[str, Any]) -> None:
    once = fitted(tool, arguments, BOTH)
    assert repr(fitted(*once, BOTH)) == repr(once)


def test_long_texts_are_fitted_at_once() -> None:
    for text in ("[" * 1_000_000, "1" * 1_000_000, "ctrl+" * 200_000, " " * 1_000_000, "+" * 1_000_000):
        for tool, name in (("android__tap", "element"), ("ubuntu__press", "key"), ("ubuntu__hotkey", "keys")):
            assert fitted(tool, {name: text}, BY_MARKS) == (tool, {name: text})
