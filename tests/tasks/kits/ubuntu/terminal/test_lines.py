"""Evaluators of files in which one line is new."""

from __future__ import annotations

import pytest

from crab_tasks.kits.ubuntu.code.state import greeting_is
from crab_tasks.kits.ubuntu.terminal.state import line_appended
from tests.tasks._desk import with_file

PATH = "/home/user/file"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("one\ntwo\n+1 555 0142\n", True),
        ("one\r\ntwo\r\n(+1) 555-0142", True),
        ("one\ntwo\n+1 555 0142\n+1 555 0143\n", False),
        ("+1 555 0142\none\ntwo\n", False),
        ("+1 555 0142\n", False),
        ("one\ntwo\n\n+1 555 0142\n", False),
        ("one\ntwo +1 555 0142\n", False),
        ("one\ntwo\nCall +1 555 0142\n", False),
        ("", False),
    ],
)
def test_a_line_is_appended(text: str, right: bool) -> None:
    state = with_file(text.encode())
    assert line_appended(state, PATH, ["one", "two"], "phone_number", "+1 555 0142") is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[page]\ngreeting = Two lamps\nfooter = 3\n", True),
        ("[page]\ngreeting=Two lamps  \nfooter = 3", True),
        ("[page]\ngreeting = two lamps\nfooter = 3\n", False),
        ("[page]\ngreeting = Two lamps, please\nfooter = 3\n", False),
        ("[page]\ntitle = Two lamps\nfooter = 3\n", False),
        ("[page]\ngreeting = Two lamps\nfooter = 4\n", False),
        ("[page]\ngreeting = Two lamps\ngreeting = Hello\nfooter = 3\n", False),
        ("[page]\nfooter = 3\n", False),
        ("", False),
    ],
)
def test_the_greeting_is_all_that_is_new(text: str, right: bool) -> None:
    state = with_file(text.encode())
    assert greeting_is(state, PATH, ["[page]"], ["footer = 3"], "line", "Two lamps") is right


def test_a_file_that_is_not_there_has_no_lines() -> None:
    state = with_file(b"", "other")
    assert not line_appended(state, PATH, [], "line", "Two lamps")
    assert not greeting_is(state, PATH, [], [], "line", "Two lamps")
