from __future__ import annotations

import pytest

from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps import tasks
from crab_gym.sim.phone.apps.tasks import TodoRow
from crab_gym.sim.ui.scene import CHECKED
from tests.sim.phone._drive import node, nodes, phone, press, replace, tap, write

START = (TodoRow(1, "Buy stamps"), TodoRow(2, "Call Ada", "before noon"), TodoRow(3, "Sort receipts", "", True))


@pytest.fixture
def todo() -> Phone:
    machine = phone()
    machine.put("todos", START)
    machine.execute("open_app", {"name": "Tasks"})
    return machine


def rows(machine: Phone) -> tuple[TodoRow, ...]:
    found: tuple[TodoRow, ...] = machine.get("todos")
    return found


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def test_seeds() -> None:
    lists = [rows(phone(seed)) for seed in range(30)]
    assert all(5 <= len(rows_) <= 9 for rows_ in lists)
    assert len(set(lists)) == 30
    assert any(row.done for rows_ in lists for row in rows_)


def test_completed_ones_stand_at_the_end_in_a_section(todo: Phone) -> None:
    assert shown(todo) == ["Buy stamps", "Call Ada", "Sort receipts"]
    tap(todo, "Completed (1)")
    assert shown(todo) == ["Buy stamps", "Call Ada"]
    tap(todo, "Completed (1)")
    assert shown(todo) == ["Buy stamps", "Call Ada", "Sort receipts"]


def test_tick_keeps_the_stored_order(todo: Phone) -> None:
    tap(todo, description="Mark as completed: Buy stamps")
    assert rows(todo) == (START[0]._replace(done=True), *START[1:])
    assert shown(todo) == ["Call Ada", "Buy stamps", "Sort receipts"]
    assert node(todo, description="Mark as not completed: Buy stamps").flags & CHECKED
    tap(todo, description="Mark as not completed: Buy stamps")
    assert rows(todo) == START


def test_add(todo: Phone) -> None:
    tap(todo, description="Add task")
    tap(todo, "Save")
    assert rows(todo) == START
    write(todo, "Plan trip\nboat\nmap")
    tap(todo, "Save")
    assert rows(todo) == (*START, TodoRow(4, "Plan trip", "boat\nmap"))
    assert "Plan trip" in shown(todo)


def test_edit(todo: Phone) -> None:
    tap(todo, "Call Ada")
    replace(todo, "Title", "Call Bruno")
    replace(todo, "Notes", "after lunch")
    tap(todo, "Save")
    assert rows(todo)[1] == TodoRow(2, "Call Bruno", "after lunch")


def test_back_discards(todo: Phone) -> None:
    tap(todo, "Call Ada")
    write(todo, " and Bruno")
    tap(todo, description="Close")
    assert rows(todo) == START
    assert shown(todo)


def test_delete_asks_first(todo: Phone) -> None:
    tap(todo, "Call Ada")
    tap(todo, description="Delete task")
    press(todo, "back")
    assert rows(todo) == START
    tap(todo, description="Delete task")
    tap(todo, "Delete")
    assert rows(todo) == (START[0], START[2])
    assert shown(todo) == ["Buy stamps", "Sort receipts"]


def test_empty(todo: Phone) -> None:
    todo.put("todos", ())
    assert node(todo, "No tasks yet")
    assert tasks.remove((), 1) == ()
