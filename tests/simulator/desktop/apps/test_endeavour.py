"""Endeavour: tasks and their lists, panels by date, details, completed tasks."""

from __future__ import annotations

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.endeavour.data import TASK_LISTS, TASKS, ListRow, TaskRow
from crab_sim.engines.days import DAY
from crab_sim.engines.typed_dates import date_text
from tests.simulator.desktop._drive import click, desktop, node, nodes, press, write


def endeavour(*rows: TaskRow) -> Desktop:
    machine = desktop("Endeavour")
    machine.put(TASK_LISTS, (ListRow(1, "Inbox"), ListRow(2, "Garden", 1)))
    machine.put(TASKS, rows)
    return machine


def today(machine: Desktop) -> int:
    return int(machine.now // DAY)


def shown(machine: Desktop) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item") if n.message and n.message[0] == "details"]


def test_tasks_are_typed_one_after_the_other() -> None:
    machine = endeavour()
    assert nodes(machine, "No more tasks left")
    write(machine, "Buy seeds\nSharpen shears\n")
    click(machine, "Garden", role="list_item")
    click(machine, description="New task…")
    write(machine, "Prune roses")
    click(machine, "Add Tasks", role="button")
    assert machine.get(TASKS) == (
        TaskRow(1, 1, "Buy seeds"), TaskRow(2, 1, "Sharpen shears"), TaskRow(3, 2, "Prune roses"),
    )  # fmt: skip
    assert shown(machine) == ["Prune roses"]
    press(machine, "ctrl+n", "enter")
    assert len(machine.get(TASKS)) == 3, "a task needs a title"


def test_a_tasks_details_are_changed_and_it_moves() -> None:
    machine = endeavour(TaskRow(7, 1, "Buy seeds"))
    click(machine, "Buy seeds")
    press(machine, "ctrl+a")
    write(machine, "Buy bulbs\ttulips\nand crocuses")
    click(machine, "Tomorrow", role="button")
    click(machine, "Garden", role="list_item")
    click(machine, "Done", role="button")
    assert machine.get(TASKS) == (TaskRow(7, 2, "Buy bulbs", "tulips\nand crocuses", today(machine) + 1),)
    assert shown(machine) == []
    click(machine, "Next 7 Days")
    assert node(machine, "Buy bulbs").description == "Tomorrow · Garden · tulips"


def test_a_date_must_be_one() -> None:
    machine = endeavour(TaskRow(1, 1, "Buy seeds"))
    click(machine, "Buy seeds")
    click(machine, description="Due date")
    write(machine, "soon")
    assert nodes(machine, "Enter a date such as 2026-10-14.")
    click(machine, "Done", role="button")
    press(machine, "ctrl+a")
    write(machine, f"{date_text(20_800)}\n")
    assert machine.get(TASKS)[0].due == 20_800


def test_a_task_is_completed_and_completed_ones_are_hidden_and_cleared() -> None:
    machine = endeavour(TaskRow(1, 1, "One"), TaskRow(2, 1, "Two"), TaskRow(3, 2, "Three", done=True))
    click(machine, description="Complete One", role="checkbox")
    assert [row.done for row in machine.get(TASKS)] == [True, False, True]
    assert shown(machine) == ["Two", "One"]
    click(machine, rid="list_menu")
    click(machine, "Show Completed Tasks")
    assert shown(machine) == ["Two"]
    click(machine, rid="list_menu")
    click(machine, "Clear Completed Tasks…")
    assert [row.title for row in machine.get(TASKS)] == ["Two", "Three"]
    click(machine, "Two")
    click(machine, "Delete", role="button")
    assert [row.title for row in machine.get(TASKS)] == ["Three"]


def test_lists_are_made_renamed_and_removed_with_their_tasks() -> None:
    machine = endeavour(TaskRow(1, 1, "One"), TaskRow(2, 2, "Two"))
    click(machine, "New List")
    write(machine, "Trip\n")
    write(machine, "Pack\n")
    assert machine.get(TASKS)[-1] == TaskRow(3, 3, "Pack")
    click(machine, rid="list_menu")
    click(machine, "Rename List…")
    write(machine, "Voyage")
    click(machine, "Rename", role="button")
    assert machine.get(TASK_LISTS)[-1].name == "Voyage"
    click(machine, rid="list_menu")
    click(machine, "Remove List…")
    click(machine, "Remove", role="button")
    assert [row.name for row in machine.get(TASK_LISTS)] == ["Inbox", "Garden"]
    assert [row.title for row in machine.get(TASKS)] == ["One", "Two"]
    click(machine, rid="list_menu")
    click(machine, "Remove List…")
    assert not nodes(machine, "Remove", role="button"), "the inbox stays"


def test_panels_gather_by_date() -> None:
    machine = endeavour()
    day = today(machine)
    machine.put(
        TASKS,
        (TaskRow(1, 1, "Late", due=day - 3), TaskRow(2, 2, "Now", due=day), TaskRow(3, 1, "Soon", due=day + 6),
         TaskRow(4, 1, "Far", due=day + 7), TaskRow(5, 1, "Some time")),
    )  # fmt: skip
    for panel, expected in (
        ("Today", ["Late", "Now"]), ("Next 7 Days", ["Now", "Soon"]),
        ("All", ["Late", "Now", "Soon", "Far", "Some time"]),
    ):  # fmt: skip
        click(machine, panel, role="list_item")
        assert shown(machine) == expected
    click(machine, "Today", role="list_item")
    click(machine, description="New task…")
    write(machine, "Added\n")
    assert machine.get(TASKS)[-1][1:] == (1, "Added", "", day, False)
