"""Elements of real programs: a click on each proves that it is where it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crab_gym.backends.base import ROLES, Element
from tests.backends.desktop.conftest import becomes

pytestmark = pytest.mark.desktop


def find(desk: Any, role: str, text: str, app: str = "") -> Element:
    found = [row for row in desk.backend.elements() if (row.role, row.text) == (role, text) and app in ("", row.app)]
    assert found, [(row.role, row.text) for row in desk.backend.elements()]
    return found[0]


def click(desk: Any, role: str, text: str, verb: str = "click") -> None:
    x, y = find(desk, role, text).center
    desk.act(verb, x=x, y=y)


def eventually(query: Callable[[], Any], value: Any) -> Any:
    """Returns the result of a query once it equals the value, or the last result when the time is up."""
    becomes(lambda: query() == value, 20.0)
    return query()


def assert_sane(elements: tuple[Element, ...]) -> None:
    for row in elements:
        left, top, right, bottom = row.bounds
        assert 0 <= left < right <= 1280 and 0 <= top < bottom <= 720, row
        assert row.role in ROLES and row.app, row


def test_the_text_of_a_terminal_and_its_title_bar(desk: Any) -> None:
    desk.open("Terminal")
    desk.act("write_text", text="echo $((20+3)) done\n")
    assert becomes(lambda: any("\n23 done\n" in row.text for row in desk.backend.elements()))
    elements = desk.backend.elements()
    assert_sane(elements)
    window, content = elements[0], next(row for row in elements if row.role == "text_field")
    assert window.role == "window" and window.focused and window.app == "terminal"
    assert "\n23 done\n" in content.text and content.focused and content.editable
    assert window.bounds[0] <= content.bounds[0] and content.bounds[3] <= window.bounds[3]
    desk.act("click", x=window.center[0], y=window.bounds[1] + 10)
    maximized = lambda: desk.backend.elements()[0].bounds == (0, 30, 1280, 720)  # noqa: E731  # below the panel
    for there in (True, False):
        click(desk, "button", "Maximize")
        assert eventually(maximized, there) == there
    click(desk, "button", "Minimize")
    assert eventually(desk.backend.elements, ()) == () and desk.state.windows()[0].minimized
    desk.act("hotkey", keys=["alt", "tab"])
    click(desk, "button", "Close")
    assert eventually(desk.state.windows, ()) == ()


def test_menus_and_buttons_of_the_text_editor_act_where_they_are(desk: Any) -> None:
    desk.open("Text Editor")
    desk.act("write_text", text="first line\nsecond")
    field = next(row for row in desk.backend.elements() if row.role == "text_field")
    assert field.text == "first line\nsecond" and field.focused and field.editable
    # A menu in a window of its own.
    desk.act("right_click", x=field.center[0], y=field.center[1])
    assert not find(desk, "menu_item", "Copy").enabled
    click(desk, "menu_item", "Select All")
    desk.act("press", key="delete")
    assert next(row for row in desk.backend.elements() if row.role == "text_field").text == ""
    # A popover within the window, then a dialog.
    x, y = next(row for row in reversed(desk.backend.elements()) if row.role == "button" and row.text == "Menu").center
    desk.act("click", x=x, y=y)
    click(desk, "button", "Find and Replace…")
    dialog = next(row for row in desk.backend.elements() if row.role == "dialog")
    assert dialog.text == "Find and Replace" and dialog.focused
    # The window behind tells only what the dialog leaves uncovered.
    left, top, right, bottom = dialog.bounds
    for row in desk.backend.elements():
        if row.role == "dialog":
            break
        x, y = row.center
        assert row.role == "window" or not (left <= x < right and top <= y < bottom), row
    box = find(desk, "checkbox", "Match case")
    assert box.checkable and not box.checked
    click(desk, "checkbox", "Match case")
    assert find(desk, "checkbox", "Match case").checked


def test_a_file_chooser_lists_what_is_seen_of_a_long_folder(desk: Any) -> None:
    desk.setup.make_dir("/home/user/Documents/inner")
    for number in range(160):
        desk.setup.write_file(f"/home/user/Documents/note{number:03}.txt", "x")
    desk.open("Text Editor")
    desk.act("write_text", text="kept")
    desk.act("hotkey", keys=["ctrl", "s"])
    assert find(desk, "text_field", "Untitled Document 1").description == ""
    assert find(desk, "list_item", "Home").selected
    click(desk, "cell", "Documents", verb="double_click")
    names = [
        row.text for row in desk.backend.elements() if row.role == "cell" and row.text.startswith(("note", "inner"))
    ]
    assert names[:3] == ["inner", "note000.txt", "note001.txt"] and 10 < len(names) < 40
    table = find(desk, "table", "Files")
    desk.act("scroll", x=table.center[0], y=table.center[1], direction="down", amount=10)
    later = [
        row.text for row in desk.backend.elements() if row.role == "cell" and row.text.startswith(("note", "inner"))
    ]
    assert later == sorted(later) and later[0] > names[2] and len(later) <= len(names) + 2
    assert_sane(desk.backend.elements())
    click(desk, "text_field", "Untitled Document 1")
    desk.act("hotkey", keys=["ctrl", "a"])
    desk.act("write_text", text="mine.txt")
    click(desk, "button", "Save")
    assert eventually(lambda: desk.state.read_text("/home/user/Documents/mine.txt"), "kept\n") == "kept\n"


HANG = """
import os, signal, sys
for number in filter(str.isdigit, os.listdir("/proc")):
    if open(f"/proc/{number}/comm").read().strip() == sys.argv[1]:
        os.kill(int(number), getattr(signal, sys.argv[2]))
        print("sent")
"""


def test_a_program_that_hangs_is_its_window_only(desk: Any) -> None:
    desk.open("Text Editor")
    desk.open("Terminal")
    assert desk.python(HANG, "gedit", "SIGSTOP").stdout == "sent\n"
    for _ in range(2):
        elements = desk.backend.elements()
        assert [row.role for row in elements if row.app == "text_editor"] == ["window"]
        assert any(row.role == "text_field" for row in elements if row.app == "terminal")
    assert desk.python(HANG, "gedit", "SIGCONT").stdout == "sent\n"
    there = lambda: any(row.app == "text_editor" and row.role == "text_field" for row in desk.backend.elements())  # noqa: E731
    assert eventually(there, True)


def test_without_the_accessibility_registry_there_are_windows(desk: Any) -> None:
    desk.open("Terminal")
    desk.kill("at-spi2-registr")
    assert next(row.role for row in desk.backend.elements()) == "window"
