"""Elements of the larger programs and of GNOME Shell: clicks on them have the expected effects."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from crab_gym.backends.base import Element
from crab_gym.backends.desktop import DesktopBackend
from crab_tasks.kits.ubuntu.archive_manager.state import zipped

pytestmark = [pytest.mark.desktop, pytest.mark.slow]

PAGE = """<!doctype html><title>Order</title><p>See the <a href="#terms">terms</a> first.</p>
<form onsubmit="out.textContent = 'Sent for ' + who.value + ' in ' + hue.value; return false">
<label>Name <input id="who"></label> <label><input type="checkbox"> I agree</label>
<select id="hue"><option>Red</option><option>Blue</option></select> <button>Send order</button></form>
<p id="out">Nothing sent</p><table><tr><th>Item</th></tr><tr><td>Pen</td></tr></table>"""


class Hands:
    """A desktop, and a person's actions on its elements."""

    def __init__(self, profile: str) -> None:
        root = os.environ.get("CRAB_TEST_ROOT", "host")
        self.backend = DesktopBackend("ubuntu", (1280, 720), profile=profile, root=root, spare=False)
        self.backend.reset(0)

    def act(self, verb: str, /, **args: Any) -> None:
        self.backend.execute(verb, args)
        self.backend.settle()

    def open(self, name: str) -> None:
        self.act("search_app", name=name)
        self.act("press", key="enter")

    def wait(self, wanted: Callable[[Element], bool], seconds: float = 60.0) -> Element:
        end = time.monotonic() + seconds
        while True:
            elements = self.backend.elements()
            found = next(filter(wanted, elements), None)
            if found is not None:
                return found
            assert time.monotonic() < end, [(row.role, row.text, row.description) for row in elements]
            time.sleep(0.2)

    def find(self, role: str, text: str) -> Element:
        return self.wait(lambda row: row.role == role and row.text == text)

    def click(self, role: str, text: str) -> None:
        x, y = self.find(role, text).center
        self.act("click", x=x, y=y)


@pytest.fixture
def light(_needs_desktop: None) -> Iterator[Hands]:
    hands = Hands("light")
    yield hands
    hands.backend.close()


@pytest.fixture
def gnome(_needs_desktop: None) -> Iterator[Hands]:
    hands = Hands("gnome")
    yield hands
    hands.backend.close()


def test_a_page_in_firefox(light: Hands) -> None:
    light.backend.setup.write_file("/home/user/order.html", PAGE)
    light.open("Firefox")
    light.wait(lambda row: row.role == "text_field" and row.description == "Search or enter address")
    light.act("hotkey", keys=["ctrl", "l"])
    light.act("write_text", text="file:///home/user/order.html\n")
    assert light.find("web", "Order").app == "firefox"
    assert light.find("text", "See the terms first.") and light.find("link", "terms").clickable
    assert light.find("text", "Nothing sent") and not light.find("cell", "Pen").clickable
    x, y = light.wait(lambda row: row.role == "text_field" and row.description == "Name").center
    light.act("click", x=x, y=y)
    light.act("write_text", text="Ann")
    x, y = light.wait(lambda row: row.role == "checkbox").center
    light.act("click", x=x, y=y)
    assert light.wait(lambda row: row.role == "checkbox" and row.checked).text == "I agree"
    light.click("button", "Red")
    light.click("menu_item", "Blue")
    light.click("button", "Send order")
    assert light.find("text", "Sent for Ann in Blue")


def test_cells_and_menus_of_calc(light: Hands) -> None:
    light.open("LibreOffice Calc")
    cell = light.wait(lambda row: row.role == "cell" and row.description == "C5")
    assert cell.text == "" and cell.enabled
    light.act("click", x=cell.center[0], y=cell.center[1])
    light.act("write_text", text="kiwi\n")
    assert light.find("cell", "kiwi").bounds == cell.bounds
    light.click("menu", "Sheet")
    light.click("menu_item", "Insert Sheet...")
    assert light.find("dialog", "Insert Sheet")


def test_settings_and_files_under_gnome(gnome: Hands) -> None:
    gnome.open("Settings")
    x, y = gnome.find("list_item", "Sound").center
    gnome.act("scroll", x=x, y=y, direction="down", amount=10)  # the list of panels is longer than the window
    gnome.click("list_item", "About")
    assert gnome.wait(lambda row: row.role == "list_item" and row.text == "About" and row.selected).app == "settings"
    gnome.open("Files")
    x, y = gnome.wait(lambda row: row.role == "cell" and row.text == "Documents").center
    gnome.act("double_click", x=x, y=y)
    assert gnome.find("window", "Documents").focused
    x, y = gnome.wait(lambda row: row.role == "button" and row.description == "Main Menu" and row.app == "files").center
    gnome.act("click", x=x, y=y)
    gnome.click("menu_item", "Preferences")
    assert gnome.wait(lambda row: row.app == "files" and row.text == "Preferences" and row.role in ("window", "dialog"))


def test_a_button_that_comes_in_the_place_of_another_one(gnome: Hands) -> None:
    gnome.open("Settings")
    gnome.find("button", "Search")
    gnome.click("list_item", "Privacy")
    gnome.click("list_item", "File History & Trash")
    gnome.find("switch", "File History")
    gnome.click("button", "All Settings")
    gnome.find("list_item", "Sound")
    assert not [row for row in gnome.backend.elements() if row.text == "All Settings"]


def test_the_clock_has_a_format_and_files_have_boxes(gnome: Hands) -> None:
    gnome.open("Settings")
    x, y = gnome.find("list_item", "Sound").center
    gnome.act("scroll", x=x, y=y, direction="down", amount=10)
    gnome.click("list_item", "Date & Time")
    gnome.click("button", "Time Format")
    gnome.wait(lambda row: row.role == "menu")
    gnome.click("list_item", "AM / PM")
    assert gnome.backend.state.setting("org.gnome.desktop.interface", "clock-format") == "12h"
    gnome.backend.setup.write_file("/home/user/Documents/a.zip", zipped({"a.txt": "a"}))
    gnome.open("Archive Manager")
    gnome.wait(lambda row: row.role == "window" and row.app == "archive_manager")
    gnome.act("hotkey", keys=["ctrl", "o"])
    gnome.wait(lambda row: row.role == "dialog")
    gnome.act("write_text", text="/home/user/Documents/a.zip")
    gnome.act("press", key="enter")
    x, y = gnome.wait(lambda row: row.description == "Add Files").center
    gnome.act("click", x=x, y=y)
    box = gnome.wait(lambda row: (row.role, row.description) == ("checkbox", "a.zip"))
    assert box.checkable and not box.checked
    x, y = box.center
    gnome.act("click", x=x, y=y)
    assert gnome.wait(lambda row: (row.role, row.description) == ("checkbox", "a.zip")).checked


def test_pages_that_do_not_show_are_left_out(light: Hands) -> None:
    light.open("Settings")
    light.find("button", "Dark")
    for panel in ("Accessibility", "Notifications"):
        light.click("list_item", panel)
        light.wait(lambda row, panel=panel: row.role == "text" and row.text == panel)
    elements = light.backend.elements()
    assert not [row for row in elements if row.text in ("Dark", "Seeing")]
    assert [row.checked for row in elements if (row.role, row.text) == ("switch", "Do Not Disturb")] == [False]


def test_search_and_panel_of_gnome_shell(gnome: Hands) -> None:
    assert gnome.find("button", "Activities").app == "system"
    gnome.act("search_app", name="Termin")
    assert gnome.wait(lambda row: row.role == "text_field" and row.focused).text == "Termin"
    x, y = gnome.wait(lambda row: row.text == "Terminal" and row.selected).center
    gnome.act("click", x=x, y=y)
    window = gnome.find("window", "Terminal")
    field = gnome.wait(lambda row: row.role == "text_field" and row.app == "terminal")
    assert window.bounds[1] < field.bounds[1] and field.bounds[3] <= window.bounds[3]
    gnome.click("button", "System")
    gnome.click("button", "Dark Mode")
    assert gnome.backend.state.setting("org.gnome.desktop.interface", "color-scheme") == "prefer-dark"
    gnome.act("press", key="esc")
    gnome.click("button", "Close")
    gnome.wait(lambda row: row.app == "system")
    assert gnome.backend.state.windows() == ()


def test_menus_and_fields_of_gimp(light: Hands) -> None:
    if not os.path.exists("/usr/share/doc/libatk-adaptor"):
        pytest.skip("GTK 2 tells of its widgets with the package libatk-adaptor only")
    light.open("GIMP")
    light.click("menu", "File")
    light.click("menu_item", "New...")
    assert light.find("dialog", "Create a New Image").app == "gimp"
    assert light.find("button", "OK").clickable
