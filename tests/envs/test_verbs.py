from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crab_gym.backends.base import InvalidAction
from crab_gym.envs.verbs import (
    ANDROID_KEYS,
    MAX_TEXT,
    UBUNTU_KEYS,
    VERBS,
    action_schema,
    check,
    markdown_table,
    tool_schemas,
    verbs_of,
)
from tests.envs._schema import accepts

SCREENS = {"ubuntu": (1280, 720), "android": (360, 800)}
TABLE = {
    "ubuntu": "click right_click double_click drag scroll write_text press hotkey search_app",
    "android": "tap long_tap swipe drag write_text press open_app_drawer open_app",
    "root": "submit complete wait ask",
}


def act(device: object, name: object, args: object) -> dict[str, Any]:
    return {"device": device, "name": name, "args": args}


class Spiteful:
    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __repr__


TAP = {"x": 1, "y": 1}
MALFORMED: list[tuple[object, str]] = [
    (None, "the action is None; expected a dict"),
    (7, "the action is 7; expected a dict"),
    ("tap", "the action is 'tap'; expected a dict"),
    ([], r"the action is \[\]; expected a dict"),
    (np.zeros(3), "expected a dict"),
    (Spiteful(), "the action is <Spiteful>; expected a dict"),
    ({}, "has no 'device'; expected the keys 'device', 'name' and 'args'"),
    ({"device": "android", "args": {}}, "has no 'name'; expected the keys"),
    ({"device": "android", "name": "tap"}, "has no 'args'; expected the keys"),
    ({**act("android", "tap", TAP), "why": 1}, "has the key 'why'; expected only"),
    (act("andriod", "tap", TAP), "the device is 'andriod'. Did you mean 'android'. Expected one of: ubuntu, android"),
    (act(None, "tap", TAP), "the device is None. Expected one of"),
    (act(["android"], "tap", TAP), "the device is .'android'.*Expected one of"),
    (act(Spiteful(), "tap", TAP), "the device is <Spiteful>. Expected one of"),
    (act("android", "tab", TAP), "android has no verb 'tab'. Did you mean 'tap'. Expected one of: tap, long_tap"),
    (act("android", "click", TAP), "android has no verb 'click'.*Expected one of: tap"),
    (act("ubuntu", "tap", TAP), "ubuntu has no verb 'tap'.*Expected one of: click"),
    (act("root", "tap", {}), "root has no verb 'tap'.*Expected one of: submit, complete, wait, ask"),
    (act("android", 3, TAP), "android has no verb 3. Expected one of"),
    (act("android", Spiteful(), TAP), "android has no verb <Spiteful>. Expected one of"),
    (act("android", "tap", None), "args of tap is None; expected a dict"),
    (act("android", "tap", [1, 1]), r"args of tap is \[1, 1\]; expected a dict"),
    (act("android", "tap", {"x": 1}), "tap lacks 'y'.*expected: x, y"),
    (act("android", "tap", {**TAP, "z": 1}), "tap takes no 'z'; expected: x, y"),
    (act("root", "wait", {"second": 5}), "wait takes no 'second'; expected: seconds"),
    (act("root", "complete", {"answer": "4"}), "complete takes no 'answer'; expected no arguments"),
    (act("ubuntu", "scroll", {"x": 1, "y": 1, "direction": "up", "times": 4}), "scroll takes no 'times'; expected: x"),
    (act("android", "tap", {"x": 360, "y": 1}), "x is 360, off the screen; expected a whole number from 0 to 359"),
    (act("android", "tap", {"x": 1, "y": -1}), "y is -1, off the screen; expected a whole number from 0 to 799"),
    (act("android", "tap", {"x": 1.5, "y": 1}), "x is 1.5; expected a whole number"),
    (act("android", "tap", {"x": "1.5", "y": 1}), "x is '1.5'; expected a whole number"),
    (act("android", "tap", {"x": "one", "y": 1}), "x is 'one'; expected a whole number"),
    (act("android", "tap", {"x": "9" * 40, "y": 1}), "x is '9+'; expected a whole number"),
    (act("android", "tap", {"x": True, "y": 1}), "x is True; expected a whole number"),
    (act("android", "tap", {"x": None, "y": 1}), "x is None; expected a whole number"),
    (act("android", "tap", {"x": float("nan"), "y": 1}), "x is nan; expected a whole number"),
    (act("android", "drag", {"x1": 1, "y1": 1, "x2": 1, "y2": 10**30}), "y2 is 10+, off the screen; expected"),
    (act("android", "write_text", {"text": 5}), "text is 5; expected text"),
    (act("android", "write_text", {"text": None}), "text is None; expected text"),
    (act("android", "write_text", {"text": b"a"}), "text is b'a'; expected text"),
    (act("android", "write_text", {"text": "a" * (MAX_TEXT + 1)}), f"text has {MAX_TEXT + 1} characters; expected at"),
    (act("android", "write_text", {"text": "a\ud800"}), "half a surrogate pair; expected Unicode"),
    (act("android", "write_text", {"text": "a\x00"}), r"text is 'a\\x00'; expected no control characters"),
    (act("android", "write_text", {"text": "a\rb"}), "expected no control characters"),
    (act("android", "press", {"key": "entr"}), "key is 'entr'. Did you mean 'enter'. Expected one of: home, back"),
    (act("android", "press", {"key": "f1"}), "key is 'f1'.*Expected one of: home"),
    (act("ubuntu", "press", {"key": "ctl"}), "key is 'ctl'. Did you mean 'ctrl'.*pyautogui"),
    (act("ubuntu", "press", {"key": ["ctrl"]}), r"key is \['ctrl'\].*pyautogui"),
    (act("ubuntu", "hotkey", {"keys": "ctrl"}), "keys is 'ctrl'; expected a list of 1 to 5 key names"),
    (act("ubuntu", "hotkey", {"keys": []}), r"keys is \[\]; expected a list of 1 to 5"),
    (act("ubuntu", "hotkey", {"keys": ["a"] * 6}), "keys is .*; expected a list of 1 to 5"),
    (act("ubuntu", "hotkey", {"keys": ["ctrl", "sx"]}), r"keys\[1\] is 'sx'"),
    (act("ubuntu", "scroll", {"x": 1, "y": 1, "direction": "dwn"}), "direction is 'dwn'. Did you mean 'down'"),
    (act("ubuntu", "scroll", {"x": 1, "y": 1, "direction": "up", "amount": 0}), "amount is 0; expected a whole number"),
    (act("ubuntu", "scroll", {"x": 1, "y": 1, "direction": "up", "amount": 51}), "amount is 51; expected"),
    (act("ubuntu", "scroll", {"x": 1, "y": 1, "direction": "up", "amount": True}), "amount is True; expected"),
    (act("android", "swipe", {"x": 1, "y": 1, "distance": "long"}), "swipe lacks 'direction'"),
    (
        act("android", "swipe", {"x": 1, "y": 1, "direction": "up", "distance": 3}),
        "distance is 3.*Expected one of: sho",
    ),
    (act("root", "wait", {"seconds": 0}), "seconds is 0; expected a number of seconds above 0 and at most 60"),
    (act("root", "wait", {"seconds": 61}), "seconds is 61; expected"),
    (act("root", "wait", {"seconds": float("inf")}), "seconds is inf; expected"),
    (act("root", "wait", {"seconds": 10**400}), "seconds is 10+"),
    (act("root", "wait", {"seconds": float("nan")}), "seconds is nan; expected"),
    (act("root", "wait", {"seconds": "soon"}), "seconds is 'soon'; expected"),
    (act("root", "wait", {"seconds": "1e1"}), "seconds is '1e1'; expected"),
    (act("root", "wait", {"seconds": True}), "seconds is True; expected"),
    (act("root", "submit", {}), "submit lacks 'answer'"),
    (act("root", "submit", {"answer": 42}), "answer is 42; expected text"),
    (act("android", "open_app", {"name": None}), "name is None; expected text"),
]


@pytest.mark.parametrize(("action", "sentence"), MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_wrong_is_said(action: object, sentence: str) -> None:
    with pytest.raises(InvalidAction, match=sentence) as caught:
        check(action, SCREENS)
    assert len(str(caught.value)) < 400
    str(caught.value).encode()


def test_devices_that_the_environment_lacks_are_unknown() -> None:
    with pytest.raises(InvalidAction, match=r"the device is 'ubuntu'. Expected one of: android, root"):
        check(act("ubuntu", "press", {"key": "a"}), {"android": (360, 800)})


VALID: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (act("android", "tap", {"x": 359, "y": 799}), {"x": 359, "y": 799}),
    (act("android", "tap", {"x": np.int64(3), "y": np.uint8(4)}), {"x": 3, "y": 4}),
    (act("android", "tap", {"x": 3.0, "y": "4"}), {"x": 3, "y": 4}),
    (act("android", "tap", {"x": "3.0", "y": np.float32(4)}), {"x": 3, "y": 4}),
    (
        act("ubuntu", "scroll", {"x": " 1 ", "y": 1, "direction": "up", "amount": "2"}),
        {"x": 1, "y": 1, "direction": "up", "amount": 2},
    ),
    (
        act("android", "swipe", {"x": 1, "y": 1, "direction": "up"}),
        {"x": 1, "y": 1, "direction": "up", "distance": "medium"},
    ),
    (act("root", "wait", {}), {"seconds": 1.0}),
    (act("root", "wait", {"seconds": "2.5"}), {"seconds": 2.5}),
    (act("root", "wait", {"seconds": np.float32(0.5)}), {"seconds": 0.5}),
    (act("root", "submit", {"answer": ""}), {"answer": ""}),
    (act("ubuntu", "scroll", {"x": 0, "y": 0, "direction": "UP"}), {"x": 0, "y": 0, "direction": "up", "amount": 3}),
    (act("ubuntu", "press", {"key": "Enter"}), {"key": "enter"}),
    (act("ubuntu", "press", {"key": "A"}), {"key": "A"}),
    (act("ubuntu", "hotkey", {"keys": ("ctrl", "s")}), {"keys": ["ctrl", "s"]}),
    (act("ubuntu", "write_text", {"text": "漢字 🦀 \u202e\n\t"}), {"text": "漢字 🦀 \u202e\n\t"}),
    (act("ubuntu", "write_text", {"text": "a" * MAX_TEXT}), {"text": "a" * MAX_TEXT}),
]


@pytest.mark.parametrize(("action", "args"), VALID, ids=range(len(VALID)))
def test_valid_actions_get_plain_arguments(action: dict[str, Any], args: dict[str, Any]) -> None:
    device, name, checked = check(action, SCREENS)
    assert (device, name, checked) == (action["device"], action["name"], args)
    assert checked is not action["args"]
    json.dumps(checked)


def test_the_table_is_the_documented_one() -> None:
    for device, names in TABLE.items():
        assert [verb.name for verb in VERBS if verb.device == device] == names.split()
    assert {verb.device for verb in verbs_of(("android",))} == {"android", "root"}
    rows = markdown_table().splitlines()
    assert len(rows) == len(VERBS) + 2
    assert all(row.count("|") == 5 for row in rows[2:])


def test_tool_schemas_are_json_and_name_every_verb_once() -> None:
    tools = tool_schemas(SCREENS)
    names = [tool["name"] for tool in tools]
    assert len(set(names)) == len(names) == len(VERBS)
    assert set(names) == {f"{verb.device}__{verb.name}" for verb in VERBS}
    assert json.loads(json.dumps(tools)) == tools
    assert all(tool["description"].endswith(".") for tool in tools)


SCHEMA = action_schema(SCREENS)
REFUSED_BY_CODE_ONLY = ("surrogate", "control characters")


@pytest.mark.parametrize(("action", "sentence"), MALFORMED, ids=range(len(MALFORMED)))
def test_the_schema_refuses_what_is_refused(action: object, sentence: str) -> None:
    expected = any(words in sentence for words in REFUSED_BY_CODE_ONLY)
    assert accepts(SCHEMA, action) is expected


@pytest.mark.parametrize("key", UBUNTU_KEYS)
def test_every_key_of_the_desktop_can_be_pressed(key: str) -> None:
    assert check(act("ubuntu", "press", {"key": key}), SCREENS)[2] == {"key": key}


def test_keys_of_the_phone_are_distinct() -> None:
    assert len(set(ANDROID_KEYS)) == len(ANDROID_KEYS)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from([verb.name for verb in VERBS])
keys = st.sampled_from(["x", "y", "x1", "y1", "x2", "y2", "text", "key", "keys", "direction", "amount", "seconds"])
values = json_values | st.integers(-1, 1300) | st.sampled_from(["up", "down", "enter", "ctrl", "short"])
near_actions = st.fixed_dictionaries(
    {
        "device": st.sampled_from(["ubuntu", "android", "root"]) | json_values,
        "name": names | json_values,
        "args": st.dictionaries(keys | st.sampled_from(["answer", "name", "distance"]), values, max_size=5)
        | json_values,
    },
    optional={"thought": json_values},
)


@given(json_values | near_actions)
@example(act("root", "wait", {"seconds": np.array([1, 2])}))
@example({b"device": 1})
def test_anything_is_either_valid_or_refused_with_a_sentence(action: object) -> None:
    try:
        device, name, args = check(action, SCREENS)
    except InvalidAction as refusal:
        assert "expected" in str(refusal).lower()
        str(refusal).encode()
    else:
        assert check(act(device, name, args), SCREENS) == (device, name, args)
        assert accepts(SCHEMA, act(device, name, args))
