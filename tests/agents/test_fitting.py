"""Calls that don't fit their functions are refused in words that a model knows from the functions."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.agents import make_agent
from crab_gym.agents.fitting import misfit
from tests.agents.models import BAD, Says, calls, looked

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
