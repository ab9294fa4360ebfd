"""Menu bars and context menus, by mouse and keyboard, in an application that notes what was chosen."""

from __future__ import annotations

from typing import Any

from crab_sim.desktop import Desktop
from crab_sim.desktop.chrome import menus
from crab_sim.desktop.chrome.bars import ChoiceBox, Tab, TabBar, ToolButton, ToolSpace, status_bar, tool_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, handle_menu, menu_key, open_popup, shortcuts
from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.ui import Box, Column, Label, Page
from tests.simulator.desktop._drive import center, click, node, nodes, press, write

EXPORT = (Entry("As PDF", ("chosen", "pdf")), Entry("As Text", ("chosen", "text"), enabled=False))
MENUS = (
    BarMenu(
        "File",
        (
            Entry("New", ("chosen", "new"), "Ctrl+N"),
            SEPARATOR,
            Entry("Export", entries=EXPORT),
            Entry("Grey", ("chosen", "grey"), enabled=False),
            Entry("Save As…", ("chosen", "save_as"), "Ctrl+Shift+S"),
        ),
    ),
    BarMenu("View", (Entry("Rulers", ("chosen", "rulers"), checked=True), Entry("Delete", ("chosen", "gone"), "Del"))),
)
POPUP = (Entry("Copy", ("chosen", "copy")),)


def view(context: Context) -> View:
    overlay = context.page.overlay
    tools = [ToolButton("add", "Add", ("chosen", "add")), ToolSpace(), ToolButton("", "Bold", ("chosen", "b"), on=True)]
    body = Column(
        [
            MenuBar(MENUS, overlay),
            tool_bar([*tools, ChoiceBox("Serif", "Font", ("chosen", 0, 0), 90)]),
            TabBar([Tab("One", ("chosen", "one"), ("chosen", "close one"))], 0, ("chosen", "tab")),
            Box(Label(context.page.arg, role="text"), message=("chosen", "page"), long_message=("popup",), flex=1),
            status_bar(["Ready"], ["100 %"]),
        ]
    )
    return View(body, drop_down(MENUS, overlay) or popup(POPUP, overlay))


def update(context: Context, message: Any) -> None:
    if menus.MENUS.has(message):
        handle_menu(context, message, update)
        return
    match message:
        case ("chosen", str(what)):
            assert context.page.overlay == ()
            context.set(arg=what)
        case ("chosen", int(x), int(y)):
            context.set(arg=f"list at {x}, {y}")
        case ("popup",):
            open_popup(context)


def key(context: Context, name: str) -> bool:
    if menu_key(context, MENUS, name, update):
        return True
    message = dict(shortcuts(MENUS)).get(name)
    if message is not None:
        update(context, message)
    return message is not None


APP = AppSpec("toy", "Toy", "apps", (90, 90, 90), view, update, lambda intent: Page("toy", ""), lambda _: "Toy", key)


class ToyDesktop(Desktop):
    apps = {**Desktop.apps, "toy": APP}


def toy() -> Desktop:
    machine = ToyDesktop(1000, 600)
    machine.launch("toy")
    return machine


def chosen(machine: Desktop) -> str:
    return str(machine.front.page.arg) if machine.front else ""


def test_an_entry_is_chosen_by_clicks_and_closes_the_menu() -> None:
    machine = toy()
    click(machine, "File", role="menu")
    assert node(machine, "Save As…").description == "Ctrl+Shift+S"
    click(machine, "New", role="menu_item")
    assert chosen(machine) == "new"
    assert not nodes(machine, role="menu_item")


def test_a_disabled_entry_does_nothing() -> None:
    machine = toy()
    click(machine, "File", role="menu")
    click(machine, "Grey")
    assert (chosen(machine), bool(nodes(machine, "Grey"))) == ("", True)


def test_a_submenu_opens_beside_its_entry() -> None:
    machine = toy()
    click(machine, "File", role="menu")
    click(machine, "Export")
    entry, lower = node(machine, "Export"), node(machine, "As PDF")
    assert lower.bounds[0] >= entry.bounds[2] - 8
    click(machine, "As PDF")
    assert chosen(machine) == "pdf"


def test_the_title_and_a_click_beside_close_the_menu() -> None:
    for title in (True, False):
        machine = toy()
        click(machine, "View", role="menu")
        assert node(machine, "Rulers").flags
        place = {"x": 500, "y": 400}
        machine.execute("click", center(node(machine, "View", role="menu")) if title else place)
        assert not nodes(machine, "Rulers")
        assert chosen(machine) == ""


def test_keys_open_move_and_choose() -> None:
    machine = toy()
    press(machine, "f10", "right", "down", "enter")
    assert chosen(machine) == "gone"
    press(machine, "alt+f", "down", "right", "enter")
    assert chosen(machine) == "pdf"
    press(machine, "alt+v", "escape")
    assert not nodes(machine, role="menu_item")
    press(machine, "f10", "up", "enter")
    assert chosen(machine) == "save_as"


def test_a_menu_lies_at_the_same_place_by_key_and_by_click() -> None:
    for maximized in (False, True):
        machine = toy()
        press(machine, *(["super+up"] if maximized else []), "alt+v")
        by_key = node(machine, "Rulers").bounds
        press(machine, "escape")
        click(machine, "View", role="menu")
        assert node(machine, "Rulers").bounds == by_key


def test_letters_are_not_typed_below_an_open_menu() -> None:
    machine = toy()
    press(machine, "f10", "n")
    write(machine, "n")
    assert nodes(machine, "New")


def test_shortcuts_work_without_the_menu() -> None:
    machine = toy()
    press(machine, "ctrl+shift+s")
    assert chosen(machine) == "save_as"
    press(machine, "delete")
    assert chosen(machine) == "gone"


def test_a_context_menu_opens_at_the_click() -> None:
    machine = toy()
    machine.execute("right_click", {"x": 400, "y": 300})
    left, top, _, _ = node(machine, "Copy").bounds
    assert (abs(left - 400) < 10, abs(top - 300) < 20) == (True, True)
    click(machine, "Copy")
    assert chosen(machine) == "copy"


def test_tool_buttons_tabs_and_choices_send_their_messages() -> None:
    machine = toy()
    for description, what in (("Add", "add"), ("Bold", "b"), ("New Tab", "tab"), ("Close One", "close one")):
        click(machine, description=description)
        assert chosen(machine) == what
    click(machine, "One", role="tab")
    assert chosen(machine) == "one"
    box = node(machine, "Serif", "Font")
    click(machine, "Serif", "Font")
    assert chosen(machine) == f"list at {box.bounds[0]}, {box.bounds[3]}"


def test_entries_for_what_a_program_lacks_are_shown_disabled_where_there_is_room() -> None:
    seen = {}
    for height in (720, 480):
        machine = Desktop(1280, height)
        machine.launch("writer")
        click(machine, "Format", role="menu")
        seen[height] = {entry.text: entry for entry in nodes(machine, role="menu_item")}
        if "Watermark…" in seen[height]:
            click(machine, "Watermark…")
            assert nodes(machine, "Watermark…"), "the menu stays open"
        assert all(entry.bounds[3] <= height for entry in seen[height].values())
        click(machine, "Clear Direct Formatting")
        assert not nodes(machine, role="menu_item")
    assert set(seen[480]) < set(seen[720])
    assert "Watermark…" in set(seen[720]) - set(seen[480])
