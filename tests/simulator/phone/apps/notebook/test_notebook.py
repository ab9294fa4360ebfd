from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.apps.notebook import data as notebook_data
from crab_sim.phone.apps.notebook.data import DATABASE, FolderRow, PageRow, tree
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip, tables

A, B, C = "a" * 32, "b" * 32, "c" * 32
FOLDERS = (FolderRow(A, "Work"), FolderRow(B, "Drafts", A), FolderRow(C, "Home"))
PAGES = (
    PageRow("1" * 32, A, "Plan", "# First\n- [ ] **ask**\n", updated=3),
    PageRow("2" * 32, B, "Letter", "Dear Ada", updated=2),
    PageRow("3" * 32, C, "Sweep", "", True, updated=1),
)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(notebook_data.FOLDERS, FOLDERS)
    machine.put(notebook_data.NOTES, PAGES)
    machine.execute("open_app", {"name": "Notebook"})
    return machine


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="note_title")]


def go(machine: Phone, notebook: str) -> None:
    tap(machine, description="Sidebar")
    tap(machine, notebook, role="menu_item")


def page(machine: Phone, title: str) -> PageRow:
    found: PageRow = next(row for row in machine.get(notebook_data.NOTES) if row.title == title)
    return found


def test_seeds() -> None:
    values = [(phone(seed).get(notebook_data.FOLDERS), phone(seed).get(notebook_data.NOTES)) for seed in range(10)]
    assert len(set(values)) == 10
    for folders, notes in values:
        ids = [row.id for row in (*folders, *notes)]
        assert len(set(ids)) == len(ids) and all(len(i) == 32 and int(i, 16) for i in ids)
        assert {row.folder for row in notes} <= {row.id for row in folders}
        assert any(row.todo for row in notes)


def test_notebooks(app: Phone) -> None:
    assert shown(app) == ["Plan", "Letter", "Sweep"]
    go(app, "Drafts")
    assert shown(app) == ["Letter"]
    tap(app, description="Actions")
    tap(app, "Edit notebook")
    write(app, "Letters\n")
    assert node(app, "Letters", rid="screen_title")
    tap(app, description="Actions")
    tap(app, "New sub-notebook")
    write(app, "Old")
    tap(app, "Create")
    assert app.get(notebook_data.FOLDERS)[3][1:3] == ("Old", B)
    assert [(row.title, depth) for row, depth in tree(app.get(notebook_data.FOLDERS))] == [
        ("Home", 0), ("Work", 0), ("Letters", 1), ("Old", 2),
    ]  # fmt: skip
    assert node(app, "There are currently no notes")


def test_delete_a_notebook_with_what_is_in_it(app: Phone) -> None:
    go(app, "Work")
    tap(app, description="Actions")
    tap(app, "Delete notebook")
    tap(app, "OK")
    assert app.get(notebook_data.FOLDERS) == (FOLDERS[2],)
    assert shown(app) == ["Sweep"]


def test_new_note(app: Phone) -> None:
    go(app, "Home")
    tap(app, description="New")
    tap(app, "New note")
    write(app, "Stove\nLight it **slowly**")
    tap(app, description="Save changes")
    assert page(app, "Stove")[1:5] == (C, "Stove", "Light it **slowly**", False)
    tap(app, description="View")
    assert node(app, "Light it slowly")
    press(app, "back")
    assert shown(app) == ["Stove", "Sweep"]


def test_looking_changes_nothing(app: Phone) -> None:
    tap(app, "Letter")
    press(app, "back")
    assert app.get(notebook_data.NOTES) == PAGES


def test_edit_and_tick(app: Phone) -> None:
    tap(app, "Plan")
    tap(app, description="ask")
    assert page(app, "Plan").body == "# First\n- [x] **ask**\n"
    tap(app, description="Edit")
    write(app, "end")
    replace(app, "Title", "Plan B")
    press(app, "back")
    row = page(app, "Plan B")
    assert row.body.endswith("ask**\nend")
    assert row.updated == pytest.approx(app.now * 1000, abs=2000)


def test_todos(app: Phone) -> None:
    tap(app, description="Mark as completed: Sweep")
    assert page(app, "Sweep").completed == pytest.approx(app.now * 1000, abs=2000)
    tap(app, description="Mark as not completed: Sweep")
    tap(app, "Sweep")
    tap(app, description="Actions")
    tap(app, "Set alarm")
    tap(app, "OK")
    tap(app, "OK")
    due = int(app.now // 86_400) * 86_400_000 + 9 * 3_600_000
    assert page(app, "Sweep").due == due
    assert node(app, "Due Today 09:00")
    tap(app, description="Clear alarm")
    assert page(app, "Sweep").due == 0
    tap(app, description="Actions")
    tap(app, "Convert to note")
    assert not page(app, "Sweep").todo


def test_new_todo(app: Phone) -> None:
    tap(app, description="New")
    tap(app, "New to-do")
    write(app, "Mop")
    press(app, "back")
    row = page(app, "Mop")
    assert (row.todo, row.folder) == (True, C)


def test_move_and_delete(app: Phone) -> None:
    tap(app, "Plan")
    tap(app, description="Actions")
    tap(app, "Move to notebook")
    tap(app, "Home")
    assert page(app, "Plan").folder == C
    press(app, "back")
    assert page(app, "Plan").folder == C
    long_tap(app, "Letter")
    tap(app, "Sweep")
    tap(app, description="Move to notebook")
    tap(app, "Work")
    assert {row.folder for row in app.get(notebook_data.NOTES)} == {A, C}
    long_tap(app, "Letter")
    tap(app, description="Delete notes")
    tap(app, "OK")
    tap(app, "Plan")
    tap(app, description="Actions")
    tap(app, "Delete")
    tap(app, "OK")
    assert shown(app) == ["Sweep"]


def test_search(app: Phone) -> None:
    tap(app, description="Search")
    write(app, "ADA dear")
    assert shown(app) == ["Letter"]
    assert node(app, "Letter").description.startswith("Drafts · ")


def test_a_note_without_any_notebook(app: Phone) -> None:
    app.put(notebook_data.FOLDERS, ())
    app.put(notebook_data.NOTES, ())
    app.launch("notebook", ("add", "", "Loose thought"))
    press(app, "back")
    (folder,) = app.get(notebook_data.FOLDERS)
    assert page(app, "Loose thought").folder == folder.id


def test_notebooks_in_a_circle() -> None:
    circle = (FolderRow(A, "a", B), FolderRow(B, "b", A), FolderRow(C, "c", C))
    assert sorted(row.title for row, _ in tree(circle)) == ["a", "b", "c"]


def test_database() -> None:
    for seed in range(5):
        machine = phone(seed)
        values = machine.get(notebook_data.FOLDERS), machine.get(notebook_data.NOTES)
        assert round_trip(DATABASE, *values) == values
    assert tables(DATABASE, FOLDERS, PAGES)["notes_normalized"][0]["title"] == "plan"
    assert [len(columns(DATABASE, name)) for name in ("folders", "notes", "notes_normalized")] == [15, 29, 13]
