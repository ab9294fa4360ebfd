from __future__ import annotations

import pytest

from crab_sim.machine.rows import remove
from crab_sim.phone import Phone
from crab_sim.phone.apps.tasks import data as tasks_data
from crab_sim.phone.apps.tasks.data import DATABASE, TODOS, TodoRow, due_at, listed
from crab_sim.ui.node import CHECKED
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip

START = (TodoRow(1, "Buy stamps"), TodoRow(2, "Call Ada", "before noon"), TodoRow(3, "Sort receipts", "", True))


@pytest.fixture
def todo() -> Phone:
    machine = phone()
    machine.put(TODOS, START)
    machine.execute("open_app", {"name": "Tasks"})
    return machine


def rows(machine: Phone) -> tuple[TodoRow, ...]:
    """Returns the to-dos without their times of making and changing."""
    return tuple([row._replace(created=0, modified=0, completed=0) for row in machine.get(TODOS)])


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def test_seeds() -> None:
    lists = [phone(seed).get(TODOS) for seed in range(30)]
    assert phone(3).get(TODOS) == phone(3).get(TODOS)
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
    todo.put(TODOS, ())
    assert node(todo, "No tasks yet")
    assert remove((), 1) == ()


def test_due_date_and_priority(todo: Phone) -> None:
    tap(todo, "Buy stamps")
    assert not nodes(todo, rid="due_time")
    tap(todo, rid="due_date")
    tap(todo, "OK")
    tap(todo, rid="due_time")
    tap(todo, "OK")
    tap(todo, "High")
    tap(todo, "Save")
    today = int(todo.now // 86_400)
    assert rows(todo)[0] == TodoRow(1, "Buy stamps", due=due_at(today, 9 * 60), importance=0)
    assert node(todo, "Buy stamps").description == "Today, 09:00"
    tap(todo, "Buy stamps")
    tap(todo, description="Remove due date")
    tap(todo, "Save")
    assert rows(todo)[0].due == 0


def test_subtasks_go_with_their_task(todo: Phone) -> None:
    tap(todo, "Buy stamps")
    tap(todo, rid="add_subtask")
    write(todo, "Find the address")
    tap(todo, "Save")
    assert rows(todo)[3] == TodoRow(4, "Find the address", parent=1)
    press(todo, "back")
    assert shown(todo) == ["Buy stamps", "Find the address", "Call Ada", "Sort receipts"]
    tap(todo, "Buy stamps")
    tap(todo, description="Delete task")
    tap(todo, "Delete")
    assert rows(todo) == START[1:]


def test_stars(todo: Phone) -> None:
    todo.put(tasks_data.STARS, ())
    tap(todo, "Starred")
    assert node(todo, "No starred tasks")
    tap(todo, "All", role="button")
    tap(todo, description="Add star: Call Ada")
    tap(todo, "Starred")
    assert shown(todo) == ["Call Ada"]
    tap(todo, description="Remove star: Call Ada")
    assert todo.get(tasks_data.STARS) == ()


def test_sort_search_and_clear(todo: Phone) -> None:
    tap(todo, description="Sort")
    tap(todo, "Title")
    assert shown(todo)[:2] == ["Buy stamps", "Call Ada"]
    tap(todo, description="Search tasks")
    write(todo, "NOON")
    assert shown(todo) == ["Call Ada"]
    press(todo, "back")
    tap(todo, description="More options")
    tap(todo, "Clear completed tasks")
    tap(todo, "Clear")
    assert rows(todo) == START[:2]


def test_several_at_once(todo: Phone) -> None:
    long_tap(todo, "Buy stamps")
    tap(todo, "Call Ada")
    tap(todo, description="Mark selected as completed")
    assert [row.done for row in rows(todo)] == [True, True, True]
    long_tap(todo, "Buy stamps")
    press(todo, "back")
    long_tap(todo, "Call Ada")
    tap(todo, "Sort receipts")
    tap(todo, description="Delete selected")
    tap(todo, "Delete")
    assert [row.title for row in rows(todo)] == ["Buy stamps"]


def test_database_round_trip() -> None:
    for seed in range(10):
        value = phone(seed).get(TODOS)
        assert round_trip(DATABASE, value) == (value,)
    assert columns(DATABASE, "tasks") == (
        "_id title importance dueDate hideUntil created modified completed deleted notes estimatedSeconds "
        "elapsedSeconds timerStart notificationFlags lastNotified recurrence repeat_from calendarUri remoteId "
        "collapsed parent order read_only"
    ).split(" ")


def test_parts_in_a_circle_are_listed() -> None:
    circle = (TodoRow(1, "a", parent=2), TodoRow(2, "b", parent=1), TodoRow(3, "c", parent=3))
    assert sorted(row.id for row, _ in listed(circle, "order")) == [1, 2, 3]


def test_an_intent_begins_a_task(todo: Phone) -> None:
    todo.launch("tasks", ("add", "Buy glue"))
    tap(todo, "Save")
    assert rows(todo)[3] == TodoRow(4, "Buy glue")
