"""Editing, against a model that keeps the text in two halves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.ui import editing

MOVES = ("left", "right", "home", "end", "ctrl+left", "ctrl+right", "ctrl+home", "ctrl+end", "up", "down")
DELETES = ("backspace", "delete", "ctrl+backspace", "ctrl+delete")
KEYS = st.sampled_from([*MOVES, *(f"shift+{key}" for key in MOVES if not key.startswith("ctrl+")), *DELETES, "ctrl+a"])
EDITS = st.lists(
    KEYS | st.text(alphabet="ab é\n.", min_size=1, max_size=3).map(lambda text: "type:" + text), max_size=25
)


def left_of(text: str, at: int) -> int:
    match = re.search(r"[^\W_]*[\W_]*$", text[:at])
    assert match is not None
    return match.start()


def right_of(text: str, at: int) -> int:
    match = re.match(r"[\W_]*[^\W_]*", text[at:])
    assert match is not None
    return at + match.end()


def model_move(text: str, at: int, key: str) -> int:
    lines = text[:at].split("\n")
    row, column = len(lines) - 1, len(lines[-1])
    every = text.split("\n")
    start = at - column
    match key:
        case "left":
            return max(at - 1, 0)
        case "right":
            return min(at + 1, len(text))
        case "home":
            return start
        case "end":
            return start + len(every[row])
        case "ctrl+left":
            return left_of(text, at)
        case "ctrl+right":
            return right_of(text, at)
        case "ctrl+home":
            return 0
        case "ctrl+end":
            return len(text)
        case "up":
            return start - len(every[row - 1]) - 1 + min(column, len(every[row - 1])) if row else 0
    if row + 1 == len(every):
        return len(text)
    return start + len(every[row]) + 1 + min(column, len(every[row + 1]))


def model(text: str, anchor: int, caret: int, key: str) -> tuple[str, int, int]:
    low, high = min(anchor, caret), max(anchor, caret)
    if key.startswith("type:"):
        return text[:low] + key[5:] + text[high:], low + len(key) - 5, low + len(key) - 5
    if key == "ctrl+a":
        return text, 0, len(text)
    if key in DELETES:
        if low == high:
            word = key.startswith("ctrl+")
            if key.endswith("backspace"):
                low = left_of(text, low) if word else max(0, low - 1)
            else:
                high = right_of(text, high) if word else min(len(text), high + 1)
        return text[:low] + text[high:], low, low
    if key.startswith("shift+"):
        return text, anchor, model_move(text, caret, key.removeprefix("shift+"))
    if low != high and key in ("left", "right"):
        at = low if key == "left" else high
    else:
        at = model_move(text, caret, key)
    return text, at, at


@given(st.text(alphabet="ab cd\né.", max_size=12), EDITS)
def test_editing_follows_the_model(text: str, edits: list[str]) -> None:
    selection = (len(text), len(text))
    for key in edits:
        expected = model(text, *selection, key)
        if key.startswith("type:"):
            text, selection = editing.insert(text, selection, key[5:])
        else:
            result = editing.edit(text, selection, key)
            assert result is not None
            text, selection = result
        assert (text, *selection) == expected, key
        assert editing.selected_text(text, selection) == text[min(selection) : max(selection)]


@pytest.mark.parametrize("key", ["f5", "escape", "ctrl+q", "shift", "alt+left", "volumeup", "super+left", ""])
def test_other_keys_do_not_edit(key: str) -> None:
    assert editing.edit("abc", (1, 2), key) is None


def test_a_selection_beyond_the_text_is_cut() -> None:
    assert editing.insert("abc", (9, 9), "d") == ("abcd", (4, 4))
    assert editing.edit("abc", (2, 99), "backspace") == ("ab", (2, 2))
    assert editing.selected_text("abc", (1, 99)) == "bc"


def test_words() -> None:
    text = "one, two_3 vier"
    assert [text[slice(*editing.word_at(text, at))] for at in (0, 2, 3, 6, 12, 15)] == [
        "one", "one", "one", "two", "vier", "vier",
    ]  # fmt: skip


def test_a_field_takes_no_more_than_its_most() -> None:
    most = editing.MAX_TEXT
    assert editing.insert("a" * (most - 2), (1, 1), "xyz") == ("axy" + "a" * (most - 3), (3, 3))
    assert editing.insert("a" * most, (0, most), "new") == ("new", (3, 3))
    longer = "a" * (most + 9)
    assert editing.insert(longer, (5, 5), "x") == (longer, (5, 5))
    assert editing.insert(longer, (5, 6), "") == (longer[1:], (5, 5))
