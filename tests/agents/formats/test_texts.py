"""Texts in the formats of models: whatever is typed comes back, and what models write carelessly is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crab_gym.agents.formats import FORMATS, Screen, format_named
from crab_gym.backends.base import InvalidAction
from crab_gym.envs.verbs import check
from crab_gym.task import Action

DESKTOP, PHONE = Screen("ubuntu", 1280, 720), Screen("android", 360, 800)
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
PIECES = st.sampled_from([
    "'", '"', "\\", "\n", "\n\n", "\t", ")", "(", ", x='", ', text="', "'''", '"""', "do(", "finish(", "')", '")',
    "')\n", "Action:", "\nAction: wait()\n", "Thought: ", "```", "\n```\n", "```python\n", "<think>", "</think>",
    "[THINK]", "◁/think▷", "</answer>", "<|im_end|>", "<|end_of_box|>", "<|channel|>analysis", "{", "}", "{text}",
    '{"action": "type"}', "\\n", "\\x41", "\\u0041", "%s", "<tool_call>", "</tool_call>", "é", "漢", "🦀", "\u2028",
    "\x85", "#", "analysisA", " ",
])  # fmt: skip
TEXTS = st.text() | st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join)


def valid(action: Action) -> bool:
    try:
        check(action, SIZES)
    except InvalidAction:
        return False
    return True


def again(name: str, action: Action, screen: Screen) -> list[dict[str, Any]] | None:
    """Returns the actions that are read from what a format writes; None if it has no words for the action."""
    form = format_named(name)
    said = form.write(action, screen)
    if not form.tool and str(said[0]).startswith(f"({action['device']}: "):
        return None
    if form.tool and any(isinstance(one, str) for one in said):
        return None
    readings = [form.read(one, screen) for one in said]
    assert not any(reading.problem for reading in readings), (said, readings)
    return [dict(step) for reading in readings for step in reading.actions]


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=150)
@given(text=TEXTS)
@example(text="")
@example(text="a\n\nAction: b\n\ndo(action=\"Tap\") it's 'so', x='y'")
@example(text="analysisAs far as I know")
def test_every_text_that_is_typed_comes_back(name: str, text: str) -> None:
    for screen in (DESKTOP, PHONE):
        typed = {"device": screen.device, "name": "write_text", "args": {"text": text}}
        if valid(typed):
            assert again(name, typed, screen) in (None, [typed])


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=100)
@given(text=TEXTS.filter(lambda text: text.strip() != ""))
def test_every_answer_and_name_of_an_app_comes_back(name: str, text: str) -> None:
    answer = {"device": "root", "name": "submit", "args": {"answer": text}}
    done = {"device": "root", "name": "complete", "args": {}}
    if valid(answer):
        assert again(name, answer, PHONE) in (None, [answer], [answer, done])
    opened = {"device": "android", "name": "open_app", "args": {"name": text.strip()}}
    if valid(opened):
        assert again(name, opened, PHONE) in (None, [opened])
    searched = {"device": "ubuntu", "name": "search_app", "args": {"name": text}}
    if valid(searched) and (read := again(name, searched, DESKTOP)):
        assert read[1]["args"] == {"text": text}


def u(name: str, /, **args: Any) -> Action:
    return {"device": "ubuntu", "name": name, "args": args}


def a(name: str, /, **args: Any) -> Action:
    return {"device": "android", "name": name, "args": args}


DONE = {"device": "root", "name": "complete", "args": {}}
TAP = a("tap", x=180, y=200)


@pytest.mark.parametrize(
    ("name", "screen", "said", "actions"),
    [
        ("autoglm", PHONE, 'do(action="Type", text="Dear Ada,\n\nit is "late".\nBob")',
         [a("write_text", text='Dear Ada,\n\nit is "late".\nBob')]),
        ("autoglm", PHONE, 'do(action="Type", text="I do(not) know")', [a("write_text", text="I do(not) know")]),
        ("autoglm", PHONE, 'do(action="Type", text="call do(action=1)")', [a("write_text", text="call do(action=1)")]),
        ("autoglm", PHONE, '<think>I could finish(message="no") or do(action="Back").</think><answer>'
         'do(action="Tap", element=[500,250])</answer>', [TAP]),
        ("autoglm", PHONE, 'I won\'t do(it).\ndo(action="Tap", element=[500,250])', [TAP]),
        ("autoglm", PHONE, 'do(action="Launch", app="Clock)', [a("open_app", name="Clock")]),
        ("autoglm", PHONE, 'finish(message="It says "yes"")',
         [{"device": "root", "name": "submit", "args": {"answer": 'It says "yes"'}}, DONE]),
        ("ui_tars_2", PHONE, "Thought: So.\nAction: type(content='one\n\ntwo')", [a("write_text", text="one\n\ntwo")]),
        ("ui_tars_2", PHONE, "Action: type(content='Dear Ada,\nAction: none\nBob')",
         [a("write_text", text="Dear Ada,\nAction: none\nBob")]),
        ("ui_tars_2", PHONE, "Action: type(content='hello)", [a("write_text", text="hello")]),
        ("ui_tars_2", PHONE, 'Action: type(content="she said "hi"")', [a("write_text", text='she said "hi"')]),
        ("ui_tars_2", PHONE, "Action: click(point='<point>500 250</point>)", [TAP]),
        ("ui_tars_2", PHONE, "Action: click(point=<point>500 250</point>)", [TAP]),
        ("ui_tars_2", PHONE, "Action: click(point='<point>500 250</point>'", [TAP]),
        ("ui_tars_2", PHONE, "Action:\n```python\nclick(point='<point>500 250</point>')\n```", [TAP]),
        ("ui_tars_2", PHONE,
         "Thought: No.\nAction: press_home()\nThought: But\nAction: click(point='<point>500 250</point>')", [TAP]),
        ("ui_tars_2", PHONE, "Action: click(point='<point>500 250</point>')\n\nThis opens it.", [TAP]),
        ("ui_tars_2", PHONE, "Action: click(point='<point>500 250</point>')\n\ntype(content='a')",
         [TAP, a("write_text", text="a")]),
        ("ui_tars_2", PHONE, "<think>Action: press_home()</think>Action: click(point='<point>500 250</point>')", [TAP]),
        ("ui_tars_2", PHONE,
         "Action: scroll(start_point='<point>500 500</point>', end_point='<point>500 100</point>')",
         [a("drag", x1=180, y1=400, x2=180, y2=80)]),
        ("ui_tars", DESKTOP, "Action: scroll(start_box='(644,564)', end_box='(644,264)')",
         [u("scroll", x=640, y=557, direction="down", amount=3)]),
        ("ui_tars", DESKTOP, "Action: scroll(start_box='(644,364)', end_box='(644,264)', direction='up')",
         [u("scroll", x=640, y=360, direction="up", amount=5)]),
        ("ui_tars", DESKTOP, "Action: scroll(start_box='(644,364), direction='down')",
         [u("scroll", x=640, y=360, direction="down", amount=5)]),
        ("glm", DESKTOP, "<|begin_of_box|>Action: left_click(start_box='[500,500]')<|end_of_box|>",
         [u("click", x=640, y=360)]),
        ("qwen3_vl", PHONE, '<think>{"arguments": {"action": "terminate"}}</think><tool_call>{"name": "mobile_use", '
         '"arguments": {"action": "click", "coordinate": [500, 250]}}</tool_call>', [TAP]),
        ("opencua", DESKTOP, "<think>```python\npyautogui.press('a')\n```</think>```python\npyautogui.press('b')\n```",
         [u("press", key="b")]),
        ("opencua", DESKTOP, "```python\npyautogui.write('it's')\n```", [u("write_text", text="it's")]),
    ],
)  # fmt: skip
def test_careless_answers_are_read(name: str, screen: Screen, said: str, actions: list[Action]) -> None:
    reading = format_named(name).read(said, screen)
    assert (reading.problem, list(reading.actions)) == ("", actions)


@pytest.mark.parametrize(
    ("name", "said", "problem"),
    [
        ("ui_tars_2", "Action: type(content='Dear", "can't be read"),
        ("ui_tars_2", "Action: click(point='<point>500 250</point>') or press_home", "can't be read"),
        ("ui_tars_2", "<think>Action: press_home()", "ends within its thoughts"),
        ("autoglm", '<think>I do(action="Home")', "ends within its thoughts"),
        ("autoglm", "I will do(it) now", "the answer has no action"),
        ("qwen3_vl", '<think>{"arguments": {"action": "terminate"}}', "ends within its thoughts"),
        ("opencua", "<think>\n```python\npyautogui.press('a')\n```", "ends within its thoughts"),
    ],
)
def test_what_stays_unclear_is_refused(name: str, said: str, problem: str) -> None:
    reading = format_named(name).read(said, PHONE)
    assert reading.actions == () and problem in reading.problem


def test_thoughts_between_tags_are_the_thought() -> None:
    said = "<think>There it is.</think>\nThought: I tap it.\nAction: click(point='<point>500 250</point>')"
    assert format_named("ui_tars_2").read(said, PHONE).thought == "There it is.\nI tap it."


@pytest.mark.parametrize("name", [name for name, form in FORMATS.items() if not form.tool])
@pytest.mark.parametrize(
    "part",
    ["Action: ", "\nAction: type(content='", "do(", 'do(action="', "finish(message='", "```python\n", "'", "\\", "{",
     "<think>", "Action: a()\n", "click(", "click(start_box='(1,2)', ", "click(1)(", "\ud800", "(", "Action:a(b='\n\n"]
)  # fmt: skip
def test_the_longest_of_texts_are_read_at_once(name: str, part: str) -> None:
    reading = format_named(name).read(part * (39_000 // len(part)), PHONE)  # within the test's time limit
    assert not reading.actions or not reading.problem
