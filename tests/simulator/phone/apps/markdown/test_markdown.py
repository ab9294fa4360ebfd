from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.apps.markdown.data import HOME
from crab_sim.phone.widgets import markdown_view
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write

_OLD = 1_700_000_000.0


@pytest.fixture
def app() -> Phone:
    machine = phone()
    files = machine.files.remove(HOME, recursive=True).mkdir(f"{HOME}/Work", _OLD, parents=True)
    files = files.write(f"{HOME}/plan.md", b"# Plan\n\n- [ ] one\n- [x] **two**\n", _OLD)
    machine.put(FILES, files.write(f"{HOME}/list.txt", b"milk\n", _OLD))
    machine.execute("open_app", {"name": "Markdown"})
    return machine


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def read(machine: Phone, name: str) -> str:
    return machine.files.read(f"{HOME}/{name}").decode()


def test_seeds() -> None:
    listings = [tuple(path for path, _ in phone(seed).files.walk(HOME)) for seed in range(10)]
    assert len(set(listings)) == 10
    assert all(f"{HOME}/QuickNote.md" in listing and f"{HOME}/todo.txt" in listing for listing in listings)
    assert listings[3] == tuple(path for path, _ in phone(3).files.walk(HOME))


def test_create_a_file(app: Phone) -> None:
    tap(app, description="Create a new file or folder")
    write(app, "ideas")
    tap(app, "Markdown", rid="new_file_dialog__type")
    tap(app, "Plain text", role="menu_item")
    assert node(app, rid="new_file_dialog__ext").text == ".txt" and node(app, "Saved as ideas.txt")
    tap(app, "OK")
    write(app, "first\nsecond")
    assert read(app, "ideas.txt") == ""
    tap(app, description="Save")
    assert read(app, "ideas.txt") == "first\nsecond"
    write(app, "!")
    press(app, "back")
    assert read(app, "ideas.txt") == "first\nsecond!"
    assert "ideas.txt" in shown(app)


def test_names(app: Phone) -> None:
    tap(app, description="Create a new file or folder")
    write(app, "plan.md")
    assert node(app, "Something with this name is already here")
    tap(app, "OK")
    replace(app, "Name", "a/b")
    assert node(app, "A name can't contain a slash")
    replace(app, "Name", "todo.md")
    write(app, "\n")
    assert app.files.is_file(f"{HOME}/todo.md")


def test_an_extension_is_typed_beside_the_name(app: Phone) -> None:
    for name, ending, made in (("notes", ".org", "notes.org"), ("plain", "", "plain"), ("v1.2", ".md", "v1.2.md")):
        tap(app, description="Create a new file or folder")
        write(app, name)
        if ending:
            replace(app, "Extension", ending)
        else:
            long_tap(app, description="Extension")
            tap(app, "Select all")
            press(app, "delete")
        assert node(app, rid="new_file_dialog__type").text == ("Markdown" if ending == ".md" else "Other")
        tap(app, "OK")
        assert app.files.is_file(f"{HOME}/{made}")
        press(app, "back")


def test_folders(app: Phone) -> None:
    tap(app, description="Create a new file or folder")
    write(app, "Trips")
    tap(app, "Folder")
    assert app.files.is_dir(f"{HOME}/Trips")
    assert node(app, "This folder is empty")
    tap(app, "..")
    assert shown(app) == ["Trips", "Work", "list.txt", "plan.md"]


def test_looking_changes_nothing(app: Phone) -> None:
    before = app.files
    tap(app, "plan.md")
    tap(app, description="View mode")
    assert node(app, "Plan", role="text")
    press(app, "back")
    assert app.files == before
    assert app.files.stat(f"{HOME}/plan.md").mtime == _OLD


def test_preview_and_its_checkboxes(app: Phone) -> None:
    tap(app, "plan.md")
    tap(app, description="View mode")
    tap(app, description="one")
    tap(app, description="two")
    assert read(app, "plan.md") == "# Plan\n\n- [x] one\n- [ ] **two**\n"
    tap(app, description="Edit mode")
    assert node(app, role="text_field").text.startswith("# Plan")


def test_marks(app: Phone) -> None:
    tap(app, "list.txt")
    tap(app, description="Bold")
    write(app, "tea")
    press(app, "back")
    assert read(app, "list.txt") == "milk\n**tea**"


def test_rename_and_delete(app: Phone) -> None:
    long_tap(app, "plan.md")
    tap(app, description="Rename")
    write(app, "new plan.md")
    tap(app, "OK")
    assert shown(app) == ["Work", "list.txt", "new plan.md"]
    long_tap(app, "list.txt")
    tap(app, "new plan.md")
    tap(app, description="Delete")
    tap(app, "Cancel")
    assert shown(app) == ["Work", "list.txt", "new plan.md"]
    long_tap(app, "list.txt")
    tap(app, "new plan.md")
    tap(app, description="Delete")
    tap(app, "OK")
    assert shown(app) == ["Work"]


def test_move(app: Phone) -> None:
    long_tap(app, "plan.md")
    tap(app, description="Move")
    tap(app, "Work")
    tap(app, "Select")
    assert app.files.list(f"{HOME}/Work") == ("plan.md",)
    tap(app, "Work")
    assert shown(app) == ["..", "plan.md"]


def test_search_looks_into_files(app: Phone) -> None:
    tap(app, description="Search")
    write(app, "MILK")
    assert shown(app) == ["list.txt"]
    tap(app, "list.txt")
    assert node(app, role="text_field").text == "milk\n"


def test_sort(app: Phone) -> None:
    tap(app, description="Sort by")
    tap(app, "File size")
    assert shown(app) == ["Work", "plan.md", "list.txt"]
    tap(app, description="Sort by")
    tap(app, "Reverse order")
    assert shown(app) == ["Work", "list.txt", "plan.md"]


def test_tabs(app: Phone) -> None:
    tap(app, "To-Do")
    write(app, "sweep")
    tap(app, "QuickNote")
    assert read(app, "todo.txt") == "sweep"
    write(app, "quick")
    tap(app, "Files")
    assert read(app, "QuickNote.md") == "quick"
    assert "todo.txt" in shown(app)


def test_intents(app: Phone) -> None:
    app.launch("markdown", ("open", f"{HOME}/list.txt"))
    assert node(app, role="text_field").text == "milk\n"
    press(app, "back")
    app.launch("markdown", ("add", "plan", "other"))
    press(app, "back")
    assert read(app, "plan_2.md") == "other"
    app.launch("markdown", ("append", "shared text"))
    press(app, "back")
    assert read(app, "QuickNote.md") == "shared text\n"


def test_a_picture_is_no_text(app: Phone) -> None:
    app.put(FILES, app.files.write(f"{HOME}/x.jpg", b"\xff\xd8\xff", _OLD))
    tap(app, "x.jpg")
    assert node(app, "This file can't be shown")
    press(app, "back")
    assert app.files.read(f"{HOME}/x.jpg") == b"\xff\xd8\xff"


def test_a_folder_that_vanished(app: Phone) -> None:
    app.put(FILES, app.files.remove(f"{HOME}", recursive=True))
    assert node(app, "This folder is empty")
    tap(app, "QuickNote")
    write(app, "back again")
    press(app, "back")
    assert read(app, "QuickNote.md") == "back again"


@settings(max_examples=150, deadline=None)
@given(st.text("ab *_`~[]()#->x\n1.", max_size=200))
def test_any_text_can_be_shown(text: str) -> None:
    machine = phone(0)
    widgets = markdown_view.preview(text)
    assert all(widget.height(machine.theme, 300) >= 0 for widget in widgets)
    for block in markdown_view.parse(text):
        if block.kind == "check":
            assert (
                markdown_view.ticked(markdown_view.ticked(text, block.line), block.line).casefold() == text.casefold()
            )
