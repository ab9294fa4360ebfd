"""AndroidWorld's JSON actions on a phone of ours."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.elements import Element
from crab_gym.integrations.android_world.actions import ACTION_TYPES, BadAction, as_json, translate, ui_elements

SIZE = (360, 800)
LIST = Element("list", bounds=(0, 100, 360, 700), scrollable=True)
ROW = Element("other", bounds=(0, 100, 360, 200), clickable=True)
TEXT = Element("text", "Milk", bounds=(10, 110, 300, 150))
SWITCH = Element("switch", description="Done", bounds=(300, 110, 350, 150), checkable=True)
NAMED = Element("other", description="Eggs, done", bounds=(0, 200, 360, 300), clickable=True)
INNER = Element("text", "Eggs", bounds=(10, 210, 300, 250))
FIELD = Element("text_field", "tea", "Add a task", bounds=(0, 300, 360, 350), editable=True, focused=True)
SCREEN = [LIST, ROW, TEXT, SWITCH, NAMED, INNER, FIELD]


def done(**fields: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(one["name"], one["args"]) for one in translate(fields, SCREEN, SIZE)]


def test_the_listed_elements_are_those_that_say_something() -> None:
    assert ui_elements(SCREEN) == [LIST, TEXT, SWITCH, NAMED, INNER, FIELD]


def test_elements_have_the_packages_that_androidworld_knows() -> None:
    known = {
        "contacts": "com.google.android.contacts", "clock": "com.google.android.deskclock",
        "system": "com.android.systemui", "com.example": "com.example",
    }  # fmt: skip
    for app, package in known.items():
        assert as_json(TEXT._replace(app=app), SIZE)["package_name"] == package


def test_touches_are_at_an_element_or_a_point() -> None:
    assert done(action_type="click", index=1) == [("tap", {"x": 155, "y": 130})]
    assert done(action_type="click", x=7, y="9") == [("tap", {"x": 7, "y": 9})]
    assert done(action_type="double_tap", x=7, y=9.0) == [("tap", {"x": 7, "y": 9})] * 2
    assert done(action_type="long_press", index=2) == [("long_tap", {"x": 325, "y": 130})]


@pytest.mark.parametrize(
    ("name", "x", "y", "direction"),
    [("down", 180, 0, "up"), ("up", 180, 755, "down"), ("left", 0, 400, "left"), ("right", 359, 400, "right")],
)
def test_a_swipe_goes_over_the_screen(name: str, x: int, y: int, direction: str) -> None:
    where = {"x": x, "y": y, "direction": direction, "distance": "long"}
    assert done(action_type="swipe", direction=name) == [("swipe", where)]


def test_scrolling_begins_in_the_middle_of_what_is_scrolled() -> None:
    assert done(action_type="scroll", direction="down") == [
        ("swipe", {"x": 180, "y": 400, "direction": "down", "distance": "long"})
    ]
    assert done(action_type="scroll", direction="up", index=0) == [
        ("swipe", {"x": 180, "y": 400, "direction": "up", "distance": "medium"})
    ]
    assert done(action_type="scroll", direction="right", index=2)[0][1]["distance"] == "short"


def test_typing_ends_with_enter_and_clears_where_it_should() -> None:
    enter = ("press", {"key": "enter"})
    assert done(action_type="input_text", text="ünï") == [("write_text", {"text": "ünï"}), enter]
    tap = ("tap", {"x": 180, "y": 325})
    assert done(action_type="input_text", text="", index=5) == [tap, enter]
    cleared = [("press", {"key": key}) for key in ["delete"] * 3 + ["forward_delete"] * 3]
    assert done(action_type="input_text", text="a", index=5, clear_text=True) == [
        tap, *cleared, ("write_text", {"text": "a"}), enter,
    ]  # fmt: skip
    assert done(action_type="input_text", text="a", clear_text=True)[:6] == cleared


def test_keys_apps_and_words() -> None:
    assert done(action_type="navigate_home") == [("press", {"key": "home"})]
    assert done(action_type="navigate_back") == [("press", {"key": "back"})]
    assert done(action_type="keyboard_enter") == [("press", {"key": "enter"})]
    assert done(action_type="wait") == [("wait", {"seconds": 1.0})]
    assert done(action_type="answer", text="42") == [("submit", {"answer": "42"})]
    assert done(action_type="status", goal_status="complete") == done(action_type="unknown") == []
    for said, name in (
        ("simple calendar pro", "Calendar"), ("Retro Music", "Music"), ("chrome", "Browser"), ("Clock", "Clock"),
        ("dialer", "Phone"), ("tasks", "tasks"), ("nothing like it", "nothing like it"),
    ):  # fmt: skip
        assert done(action_type="open_app", app_name=said) == [("open_app", {"name": name})]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "action_type"),
        ({"action_type": "drag_and_drop"}, "action_type"),
        ({"action_type": "click"}, "needs x"),
        ({"action_type": "click", "index": 6}, "elements 0 to 5"),
        ({"action_type": "click", "index": 1, "x": 1}, "both"),
        ({"action_type": "click", "x": 360, "y": 0}, "outside"),
        ({"action_type": "click", "x": True, "y": 0}, "expected int"),
        ({"action_type": "scroll", "direction": "sideways"}, "direction"),
        ({"action_type": "scroll"}, "needs direction"),
        ({"action_type": "swipe"}, "direction"),
        ({"action_type": "answer"}, "needs text"),
        ({"action_type": "open_app"}, "needs app_name"),
        ({"action_type": "wait", "keycode": "ENTER"}, "KEYCODE_"),
        ({"action_type": "wait", "speed": 2}, "speed"),
    ],
)
def test_other_actions_are_refused_with_the_reason(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(BadAction, match=why):
        translate(fields, SCREEN, SIZE)


def test_every_type_of_action_is_understood() -> None:
    whole = {"x": 1, "y": 1, "text": "a", "direction": "up", "app_name": "Clock"}
    for kind in ACTION_TYPES:
        translate({"action_type": kind, **whole}, SCREEN, SIZE)
    with pytest.raises(BadAction, match="object"):
        translate(["wait"], SCREEN, SIZE)
