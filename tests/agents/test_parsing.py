"""Models' replies become actions, or reasons of refusals; no reply breaks the reader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crab_gym  # noqa: F401
from crab_gym.agents import make_agent
from crab_gym.agents.answers.fitting import misfit
from crab_gym.agents.chat import Reply, Tool, ToolCall
from crab_gym.agents.json_repair import MAX_READ, loose_objects, strict_object
from crab_gym.agents.parsing import Call, Unreadable, read_action, read_call, read_object, tools_of
from crab_gym.envs.spaces import ActionSpace
from tests.agents.models import BAD, Says, calls, looked

SCREENS = {"ubuntu": (1280, 720), "android": (360, 800)}
TOOLS = tools_of(ActionSpace(SCREENS).tool_schemas())
TAP = {"device": "android", "name": "tap", "args": {"x": 10, "y": 20}}


def action(text: str) -> Mapping[str, Any]:
    return read_action(Reply(text), TOOLS)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "android__tap", "arguments": {"x": 10, "y": 20}}',
        'I tap the button.\n```json\n{"name": "android__tap", "arguments": {"x": 10, "y": 20}}\n```\nDone.',
        '{"name": "android__tap", "arguments": {"x": 10, "y": 20,},}',
        "{'name': 'android__tap', 'arguments': {'x': 10, 'y': 20}}",
        "{name: android__tap, arguments: {x: 10, y: 20}}",
        '{"name": "android__tap", "arguments": {"x": 10, "y": 20',
        '{"name": "android__tap", "arguments": {"x": 10, "y": 20}',
        '{"name": "android__tap" "arguments": {"x": 10 "y": 20}}',
        '{"name": "android__tap", // the button\n "arguments": {"x": 10, /* left */ "y": 20}} # so',
        "{“name”: “android__tap”, “arguments”: {“x”: 10, “y”: 20}}",
        '{"name": "android__tap", "arguments": {"x": "10", "y": "20"}}',
        '{"name": "android__tap", "arguments": {"x": 10.0, "y": "20.0"}}',
        '{"name": "android__tap", "arguments": "{\\"x\\": 10, \\"y\\": 20}"}',
        '{"tool": "android__tap", "args": {"x": 10, "y": 20}}',
        '{"action": "tap", "device": "android", "x": 10, "y": 20}',
        '{"device": "android", "name": "tap", "args": {"x": 10, "y": 20}}',
        '{"thought": "it\'s there", "action": {"name": "android.tap", "parameters": {"x": 10, "y": 20}}}',
        '{"tool_calls": [{"function": {"name": "functions.android__tap", "arguments": "{\\"x\\": 10, \\"y\\": 20}"}}]}',
        '{"android__tap": {"x": 10, "y": 20}}',
        '{"Tap": {"x": 10, "y": 20}}',
        '[{"name": "android__tap", "arguments": {"x": 10, "y": 20}}, {"name": "root__complete"}]',
        '{"thought": "first look"} {"name": "android__tap", "arguments": {"x": 10, "y": 20}}',
        'In {curly} words: {"name": "android__tap", "arguments": {"x": 10, "y": 20}} {"name": "root__complete"}',
        '<tool_call>{"name": "android__tap", "arguments": {"x": 10, "y": 20}}</tool_call>',
        '<think>{"name": "root__complete"}</think>{"name": "android__tap", "arguments": {"x": 10, "y": 20}}',
        '{"plan": "tap", "next": {"name": "ANDROID__TAP", "arguments": {"x": 10, "y": 20}}}',
    ],
)
def test_small_faults_are_repaired(text: str) -> None:
    assert action(text) == TAP


def test_literals_of_python_and_quotes_in_texts_are_read() -> None:
    text = """{'name': 'write_text', 'device': 'android', 'args': {'text': 'it's "so", she said'}}"""
    assert action(text)["args"] == {"text": 'it\'s "so", she said'}
    assert read_object("{'done': True, 'not': False, 'why': None, 'n': -1.5e2}") == {
        "done": True,
        "not": False,
        "why": None,
        "n": -150.0,
    }
    assert read_object('{"text": "two\nlines \\n \\u00e9 \\ud83d\\ude00 \\q"}') == {"text": "two\nlines \n é 😀 q"}


def test_arguments_become_what_the_schema_says() -> None:
    assert action('{"name": "ubuntu__hotkey", "arguments": {"keys": "ctrl+s"}}')["args"] == {"keys": ["ctrl", "s"]}
    assert action('{"name": "ubuntu__hotkey", "arguments": {"keys": "[\'Ctrl\', \'s\']"}}')["args"] == {
        "keys": ["Ctrl", "s"]
    }
    assert action('{"name": "ubuntu__hotkey", "arguments": {"keys": "+"}}')["args"] == {"keys": ["+"]}
    assert action('{"name": "ubuntu__hotkey", "arguments": {"keys": "ctrl+no"}}')["args"] == {"keys": "ctrl+no"}
    assert action('{"name": "root__submit", "arguments": {"answer": 42}}')["args"] == {"answer": "42"}
    assert action('{"name": "root__wait", "arguments": {"seconds": "2.5"}}')["args"] == {"seconds": 2.5}
    assert action('{"name": "root__wait", "arguments": {"seconds": null}}')["args"] == {}
    assert action('{"name": "ubuntu__click", "arguments": {"x": true, "y": "left"}}')["args"] == {
        "x": True,
        "y": "left",
    }


def test_calls_of_tools_come_before_the_text() -> None:
    call = ToolCall("android__tap", {"x": 10, "y": "20"}, id="c1")
    second = ToolCall("root__complete", {})
    reply = Reply('{"name": "root__complete"}', (call, second))
    assert read_call(reply, TOOLS) == Call("android__tap", {"x": 10, "y": 20}, "c1")
    assert read_action(reply, TOOLS) == TAP
    assert read_action(Reply("", (ToolCall("android__tap", None, '{"x": 10, "y": 20'),)), TOOLS) == TAP
    assert read_call(Reply("", (ToolCall("root__complete", None, ""),)), TOOLS) == Call("root__complete", {})


def test_a_tool_of_the_agents_own_is_a_call_too() -> None:
    skip = Tool("skip", "Leaves this turn to the others.", {"type": "object", "properties": {}})
    assert read_call(Reply('{"name": "skip"}'), (*TOOLS, skip)) == Call("skip", {})


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(""), "the answer is empty; expected a call of a tool"),
        (Reply("I'd rather not say"), 'the answer "I\'d rather not say" holds no JSON object'),
        (Reply("no", finish="refusal"), "the model refused to answer: 'no'"),
        (Reply('{"name": "android__tap", "arguments": {"x": 1', finish="length"), "cut off at its limit of tokens"),
        (Reply("", (ToolCall("ubuntu__write_text", None, '{"text": "Dear'),), finish="length"), "cut off at its limit"),
        (Reply("Let me think", finish="length"), "cut off at its limit of tokens"),
        (Reply('{"done": true}'), "the JSON of the answer names no tool"),
        (Reply('{"name": "press", "arguments": {"key": "home"}}'), "expected one of: ubuntu__press, android__press"),
        (Reply('{"name": "android__tab"}'), "there is no tool 'android__tab'. Did you mean 'android__tap'?"),
        (Reply('{"name": "fly"}'), "there is no tool 'fly'. Expected one of: ubuntu__click,"),
        (Reply("", (ToolCall("fly" * 99999, {}),)), "there is no tool 'flyfly"),
        (Reply("", (ToolCall("android__tap", None, "[1, 2]"),)), "the arguments of 'android__tap' are '[1, 2]'"),
        (Reply("x" * (MAX_READ + 1)), f"the first {MAX_READ} characters of the answer hold no JSON object"),
    ],
)
def test_what_cannot_be_read_has_a_reason(reply: Reply, reason: str) -> None:
    found = read_call(reply, TOOLS)
    assert isinstance(found, Unreadable)
    assert reason in found.reason
    assert len(found.reason) < 1000


def test_the_environment_refuses_it_with_the_reason() -> None:
    with gym.make("Crab-v0/learn.new_todo") as env:
        env.reset(seed=0)
        info = env.step(read_action(Reply("Hm."), tools_of(env.unwrapped.action_space.tool_schemas())))[4]
        assert info["invalid_action"].startswith("the answer 'Hm.' holds no JSON object; expected a call of a tool")
        info = env.step(Unreadable("half a pair \ud800 and long" + "." * 5000).action())[4]
        assert info["invalid_action"].startswith("half a pair \\ud800 and long...")
        assert len(info["invalid_action"]) < 1100


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60)
@given(st.dictionaries(st.text(), ANYTHING, max_size=5), st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_as_the_standard_says(value: dict[str, Any], ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert list(loose_objects(f"So: {text} and on")) == [(value, True)]
    assert strict_object(text) == value


SIGNS = st.text(st.sampled_from("{}[]\"'“”‘’`,:=\\/*#-+.0123456789eE abunt\n\ud800é")) | st.text()


@given(SIGNS, st.sampled_from(["stop", "length", "refusal"]))
def test_no_text_breaks_the_reader(text: str, finish: Any) -> None:
    read_action(Reply("{" + text, finish=finish), TOOLS)
    read_action(Reply(text, (ToolCall(text, None, text),)), TOOLS)
    read_action(Reply("", (ToolCall("android__tap", None, "{" + text),)), TOOLS)


NAMES = st.sampled_from(["android__tap", "tap", "press", "fly", "name", "action", "tool_calls", "args", "x", "device"])
SHAPES = st.recursive(
    st.none() | st.integers() | st.floats() | NAMES | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(SHAPES)
def test_no_shape_of_json_breaks_the_reader(value: Any) -> None:
    found = read_call(Reply(json.dumps({"call": value})), TOOLS)
    assert isinstance(found, Unreadable) or found.tool in {tool.name for tool in TOOLS}


@pytest.mark.parametrize(
    "part",
    ["{", "{[", '"', "{/*:", "\\", '{"', "{a:[", "{'a' "],
)
def test_ten_megabytes_of_the_worst_are_read_at_once(part: str) -> None:
    text = part * (10_000_000 // len(part))  # the test's time limit is what a quadratic reader would break
    assert isinstance(read_call(Reply(text), TOOLS), Unreadable)
    assert isinstance(read_call(Reply("", (ToolCall(text, None, "{" + text),)), TOOLS), Unreadable)


SCHEMA = {
    "properties": {
        "element": {"type": "integer", "minimum": 1, "maximum": 9, "description": "a mark"},
        "direction": {"type": "string", "enum": ["up", "down"]},
        "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": 60},
        "keys": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 5},
        "text": {"type": "string"},
    },
    "required": ["element"],
}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"element": 1, "direction": "DOWN", "seconds": 0.5, "keys": ["ctrl"], "text": ""}, ""),
        ({}, "f lacks element (a mark); it takes: element, direction, seconds, keys, text"),
        ({"element": None}, "element of f is null; expected a whole number from 1 to 9"),
        ({"element": True}, "element of f is true; expected a whole number from 1 to 9"),
        ({"element": 10}, "element of f is 10; expected a whole number from 1 to 9"),
        ({"element": 1, "x": 3}, 'f has no argument "x"; it takes: element, direction, seconds, keys, text'),
        ({"element": 1, "direction": "dwn"}, 'direction of f is "dwn"; expected down, or another one of: up, down'),
        ({"element": 1, "direction": [1]}, "direction of f is [1]; expected one of: up, down"),
        ({"element": 1, "seconds": 0}, "seconds of f is 0; expected a number above 0, at most 60"),
        ({"element": 1, "keys": []}, "keys of f is []; expected a list from 1 to 5"),
        ({"element": 1, "text": {"a": None}}, 'text of f is {"a": null}; expected text'),
        ({"element": 1, "text": object()}, "text of f is a value that is no JSON; expected text"),
    ],
)
def test_the_reason_names_what_was_got_and_what_is_expected(arguments: dict[str, Any], reason: str) -> None:
    assert misfit("f", arguments, SCHEMA) == reason


def refusals(*said: Any, screens: bool = True, **options: Any) -> list[str]:
    """Returns the reasons for which a single agent's actions were refused, ``""`` for none."""
    env, obs, info, spec = looked("cross.dark_mode_from_todo", screens=screens, **options)
    agent = make_agent("single", Says(said), **options)
    agent.reset(info["goal"], spec)
    found = []
    for _ in said:
        obs, *_, info = env.step(agent.act(obs, info))
        found.append(info["invalid_action"])
    return found


def test_a_call_by_marks_is_refused_in_words_of_marks() -> None:
    none, other, high, fine = refusals(
        calls("android__tap"),
        calls("android__tap", x=3, y=4),
        calls("android__tap", element=999),
        calls("android__press", key="home"),
        screens=False,
    )
    assert none == "android__tap lacks element (mark of the element); it takes: element"
    assert other == "android__tap lacks element (mark of the element); it takes: element"
    assert high.startswith("android has no element 999; expected") and fine == ""


def test_coordinates_are_refused_in_pixels_of_the_picture() -> None:
    off, on = refusals(
        calls("ubuntu__click", x=700, y=3), calls("ubuntu__click", x=639, y=3), coordinates=True, max_side=640
    )
    assert off == "x of ubuntu__click is 700; expected a whole number from 0 to 639" and on == ""


def test_no_refusal_speaks_of_python() -> None:
    said = [calls("root__wait", seconds=None), calls("root__submit", answer=None), calls("ubuntu__hotkey", keys=None)]
    for reason in refusals(*said, *BAD, screens=False):
        assert not any(word in reason for word in ("None", "NoneType", "dict", "<class", "Traceback")), reason
