"""Evaluators of values that sub-tasks write into the phone's apps."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_gym.task import Params
from crab_gym.task.types import TYPES
from crab_tasks.kits.account import DRIVE
from crab_tasks.kits.android.drive.state import folder_made
from crab_tasks.kits.android.expense.state import CATEGORIES, EXPENSES, expense_noted
from crab_tasks.kits.android.maps.subtasks.maps import DISTANCE
from crab_tasks.kits.android.notebook.state import Note, plant_notes, todo_noted
from crab_tasks.kits.android.notes.state import NOTES, plant_note, value_noted
from crab_tasks.kits.android.settings.state import bluetooth_named


@pytest.mark.parametrize(
    ("texts", "accepted"),
    [
        (["+1 555 0142"], True), (["(+1) 555-0142\n"], True), (["Call +1 555 0142"], False), ([], False),
        (["+1 555 0142", "+1 555 0142 more"], False), (["+1 555 0142", "Call the shop"], True),
    ],
)  # fmt: skip
def test_one_note_is_the_value(phone: Any, texts: list[str], accepted: bool) -> None:
    rows = [
        {"_id": i, "title": "", "text": text, "is_checklist": 0, "is_trashed": 0} for i, text in enumerate(texts, 1)
    ]
    phone.setup.set_table(NOTES, "note", rows)
    assert value_noted(State(android=phone.state), "phone_number", "+1 555 0142") is accepted


def test_a_value_in_a_title_is_none(phone: Any) -> None:
    plant_note(phone.setup, "Wash two lamps", "")
    assert not value_noted(State(android=phone.state), "line", "Wash two lamps")


@pytest.mark.parametrize(
    ("entries", "accepted"),
    [
        ([(1240, "Others")], True), ([(1240, "Food")], True), ([(1240, "Income")], False), ([(124, "Others")], False),
        ([(1240, "Others"), (1245, "Others")], False), ([], False),
    ],
)  # fmt: skip
def test_one_expense_has_name_and_amount(phone: Any, entries: list[tuple[int, str]], accepted: bool) -> None:
    others = [row for row in phone.setup.table(EXPENSES, "expense") if row["name"] != "Ferry fee"]
    added = [
        {**others[0], "expense_id": 900 + i, "name": "Ferry fee", "amount": amount, "category": CATEGORIES[category]}
        for i, (amount, category) in enumerate(entries)
    ]
    phone.setup.set_table(EXPENSES, "expense", [*others, *added])
    assert expense_noted(State(android=phone.state), "line", "Ferry fee", "12.40") is accepted


def test_a_folder_lies_in_no_other_one(phone: Any) -> None:
    state, rows = State(android=phone.state), list(phone.setup.table(DRIVE, "entry"))
    new = {**rows[0], "_id": 900, "title": "Pack old maps", "is_folder": 1, "parent_id": 0, "is_trashed": 0}
    for added, accepted in (
        ([new], True), ([], False), ([{**new, "is_folder": 0}], False), ([{**new, "parent_id": 1}], False),
        ([new, {**new, "_id": 901}], False), ([{**new, "is_trashed": 1}], False),
    ):  # fmt: skip
        phone.setup.set_table(DRIVE, "entry", [*rows, *added])
        assert folder_made(state, "line", "Pack old maps") is accepted


def test_a_note_is_no_todo(phone: Any) -> None:
    state = State(android=phone.state)
    plant_notes(phone.setup, ("Errands",), (Note("Errands", "Wash ten candles", ""),))
    assert not todo_noted(state, "Errands", "line", "Wash ten candles")


def test_the_bluetooth_name_is_the_value(phone: Any) -> None:
    phone.setup.set_setting("secure", "bluetooth_name", "16 May 2026")
    state = State(android=phone.state)
    assert bluetooth_named(state, "date", "2026-05-16")
    assert not bluetooth_named(state, "line", "16 May")


def test_a_distance_is_as_maps_shows_it() -> None:
    assert DISTANCE.produce is not None and TYPES[DISTANCE.output].noun == "amount"
    assert DISTANCE.produce(Params(start="Malbun", end="Nendeln")) == "15.1"
