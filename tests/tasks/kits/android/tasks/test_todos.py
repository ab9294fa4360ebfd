"""Evaluators of to-dos that are there."""

from __future__ import annotations

from typing import Any

from crab_gym.backends.base import State
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.android.tasks.state import DATABASE, give_due, part_added, todo_completed, todo_due

DAY = moment(2026, 12, 4)


def _set(phone: Any, todo_id: int, **columns: Any) -> None:
    rows = [{**row, **columns} if row["_id"] == todo_id else row for row in phone.state.table(DATABASE, "tasks")]
    phone.setup.set_table(DATABASE, "tasks", rows)


def test_the_only_open_todo_is_due_on_the_day(phone: Any) -> None:
    state, right = State(android=phone.state), ("line", "Old maps", DAY)
    first, twin = phone.setup.add_todo("Old maps"), phone.setup.add_todo("Old maps again")
    give_due(phone.setup, twin, "2026-12-04")
    assert not todo_due(state, *right)
    give_due(phone.setup, first, "2026-12-05")
    assert not todo_due(state, *right)
    give_due(phone.setup, first, "2026-12-04")
    assert todo_due(state, *right)
    _set(phone, first, completed=1_700_000_000_000)
    assert not todo_due(state, *right)
    _set(phone, first, completed=0)
    phone.setup.add_todo("Old maps")
    assert not todo_due(state, *right)


def test_a_deleted_todo_is_not_completed(phone: Any) -> None:
    state, right = State(android=phone.state), ("line", "Old maps")
    first = phone.setup.add_todo("Old maps")
    assert not todo_completed(state, *right)
    _set(phone, first, completed=1_700_000_000_000)
    assert todo_completed(state, *right)
    _set(phone, first, deleted=1_700_000_000_000)
    assert not todo_completed(state, *right)


def test_a_part_belongs_to_the_todo(phone: Any) -> None:
    state, right = State(android=phone.state), ("line", "Old maps", "amount", "12.40")
    first, twin = phone.setup.add_todo("Old maps"), phone.setup.add_todo("Old maps again")
    part = phone.setup.add_todo("12.40")
    assert not part_added(state, *right)
    _set(phone, part, parent=twin)
    assert not part_added(state, *right)
    _set(phone, part, parent=first)
    assert part_added(state, *right)
    _set(phone, part, title="12.45")
    assert not part_added(state, *right)
