from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.notes.state import NOTES, note_holds, note_once

LINES = ("2 eggs", "1 lemon")


def _note(phone: Any, text: str, checklist: bool = False, trashed: bool = False) -> dict[str, Any]:
    row = {"_id": 1, "title": "Cake", "text": text, "is_checklist": int(checklist), "is_trashed": int(trashed)}
    phone.setup.set_table(NOTES, "note", [row])
    return State(android=phone.state)


@pytest.mark.parametrize("text", ["2 eggs\n1 lemon", "- 2 eggs\n- 1 lemon\n", "• 2 eggs\n\n  1 lemon  "])
def test_a_notes_lines_may_have_bullets(phone: Any, text: str) -> None:
    assert note_holds(_note(phone, text), "Cake", LINES)


@pytest.mark.parametrize("text", ["1 lemon\n2 eggs", "2 eggs, 1 lemon", "2 eggs\n1 lemon\nsalt", "2 eggs", ""])
def test_a_notes_lines_are_these_in_this_order(phone: Any, text: str) -> None:
    assert not note_holds(_note(phone, text), "Cake", LINES)


def test_a_checklist_is_a_note_and_one_in_the_trash_is_none(phone: Any) -> None:
    state = _note(phone, "", checklist=True)
    items = [{"_id": 9 - i, "note_id": 1, "text": line, "position": i} for i, line in enumerate(LINES)]
    phone.setup.set_table(NOTES, "list_item", items)
    assert note_holds(state, "Cake", LINES)
    assert not note_once(_note(phone, "2 eggs\n1 lemon", trashed=True), "Cake")
