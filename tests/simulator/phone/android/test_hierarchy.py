"""The output of ``uiautomator dump``: the shape of a real one, from which the flat elements are read back."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from crab_gym.backends.adb.elements import parse_dump
from crab_gym.backends.base import ROLES, Element
from crab_gym.backends.sim import SimBackend
from crab_sim.devices.element_classes import CLASSES
from crab_sim.machine import keyboard
from crab_sim.machine.interruptions import INTERRUPTIONS, KINDS, Interruption, Interruptions
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps import with_icon
from crab_sim.phone.system.keyboard import KEYBOARD, Keyboard
from tests.simulator.phone._front import in_front

CLASS = re.compile(r"(android|androidx)(\.[a-z]\w*)+\.[A-Z]\w*")
FLAGS = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable", "password",
    "selected",
)  # fmt: skip


def bounds(node: ElementTree.Element) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"-?\d+", node.attrib["bounds"])))


def named(node: ElementTree.Element) -> bool:
    return any(each.get("text") or each.get("content-desc") for each in node.iter())


def check(backend: SimBackend, device: Device) -> None:
    xml = device.hierarchy()
    assert xml.startswith("<?xml") and "\n" not in xml
    root = ElementTree.fromstring(xml)
    frame, *_ = nodes = list(root.iter("node"))
    assert len(root) == 1 and frame.get("class") == "android.widget.FrameLayout"
    assert len({node.get("package") for node in nodes}) == 1
    for node in nodes:
        assert CLASS.fullmatch(node.attrib["class"])
        assert {node.attrib[flag] for flag in FLAGS} <= {"true", "false"}
        assert ("NAF" in node.attrib) == (node.get("clickable") == node.get("enabled") == "true" and not named(node))
    assert sum(node.get("focused") == "true" for node in nodes) <= 1
    for parent in root.iter():
        for index, child in enumerate(parent):
            assert child.attrib["index"] == str(index)
            if parent.tag == "node":
                outer, inner = bounds(parent), bounds(child)
                assert outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
    assert list(parse_dump(xml.encode())) == in_front(device)
    fast: list[list[Any]] = json.loads(device.run("cmd crab_gym elements").stdout)
    assert [Element._make([*row[:5], tuple(row[5]), *row[6:]]) for row in fast] == list(backend.elements())


def backend_and_device() -> tuple[SimBackend, Device]:
    backend = SimBackend("android", (360, 800))
    backend.reset(3)
    assert isinstance(backend.machine, Phone)
    return backend, Device(backend.machine)


def test_each_role_has_a_class() -> None:
    assert set(CLASSES) == set(ROLES)


@pytest.mark.parametrize("app", [app.name for app in with_icon(Phone.apps)])
def test_every_app_is_read_back_as_it_is_walked_through(app: str) -> None:
    backend, device = backend_and_device()
    rng = random.Random(app)
    check(backend, device)
    backend.execute("open_app", {"name": app})
    for _ in range(14):
        check(backend, device)
        kind = rng.randrange(8)
        elements = [element for element in backend.elements() if element.clickable and element.app != "system"]
        if kind == 0:
            backend.execute("write_text", {"text": 'a<b> & "c"\u00e9'})
        elif kind == 1:
            backend.execute("press", {"key": "back"})
        elif elements:
            x, y = rng.choice(elements).center
            backend.execute("tap" if kind < 6 else "long_tap", {"x": x, "y": y})


def test_text_survives_and_control_characters_do_not() -> None:
    backend, device = backend_and_device()
    backend.execute("open_app_drawer", {})
    keyboard.type_text(device.phone, "<&>\"'\u00e9\U0001f980\x07")
    field = next(
        n for n in ElementTree.fromstring(device.hierarchy()).iter("node") if n.get("class", "").endswith("EditText")
    )
    assert field.attrib["text"] == "<&>\"'\u00e9\U0001f980"
    assert field.attrib["hint"] == "Search apps" and field.attrib["showing-hint"] == "false"


def test_an_empty_field_shows_its_hint() -> None:
    backend, device = backend_and_device()
    backend.execute("open_app_drawer", {})
    field = next(
        n for n in ElementTree.fromstring(device.hierarchy()).iter("node") if n.get("class", "").endswith("EditText")
    )
    assert field.attrib["text"] == field.attrib["hint"] == "Search apps" and field.attrib["showing-hint"] == "true"


def test_the_alias_by_which_an_app_was_started_is_its_package() -> None:
    _, device = backend_and_device()
    device.run("am start -n com.simplemobiletools.smsmessenger/.activities.MainActivity")
    assert 'package="com.simplemobiletools.smsmessenger"' in device.hierarchy()
    assert device.component.startswith("com.simplemobiletools.smsmessenger/")
    device.run("am force-stop com.simplemobiletools.smsmessenger; monkey -p com.google.android.apps.messaging 1")
    assert 'package="com.google.android.apps.messaging"' in device.hierarchy()


@pytest.mark.parametrize("key", ["home", "recents"])
def test_the_home_screen_is_of_the_launcher_and_has_no_bars(key: str) -> None:
    _, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Files"})
    device.phone.execute("press", {"key": key})
    root = ElementTree.fromstring(device.hierarchy())
    named = {node.get("text") or node.get("content-desc"): node.get("package") for node in root.iter("node")}
    assert named["Files"] == "com.android.launcher3"
    assert not {"Home", "Overview", "Battery"} & set(named)


def test_a_row_is_tapped_and_its_texts_are_in_it() -> None:
    _, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Settings"})
    root = ElementTree.fromstring(device.hierarchy())
    (title,) = root.iterfind(".//node[@text='Apps']")
    parents = {child: parent for parent in root.iter() for child in parent}
    box, row = parents[title], parents[parents[title]]
    assert title.get("resource-id") == "android:id/title" and title.get("clickable") == "false"
    assert [node.get("resource-id") for node in box] == ["android:id/title", "android:id/summary"]
    assert row.get("clickable") == "true" and not row.get("text") and not row.get("content-desc")
    assert row.get("class") == "android.widget.LinearLayout"
    assert row[0][0].get("class") == "android.widget.ImageView"
    assert parents[row].get("resource-id") == "com.android.settings:id/recycler_view"
    assert parents[row].get("focused") == "true"


def test_a_switch_in_a_row_is_not_what_is_tapped() -> None:
    _, device = backend_and_device()
    device.run("am start -a android.settings.DISPLAY_SETTINGS")
    row = next(
        node for node in ElementTree.fromstring(device.hierarchy()).iter("node")
        if node.get("resource-id", "").endswith("ui_night_mode")
    )  # fmt: skip
    (switch,) = (node for node in row.iter("node") if node.get("class") == "android.widget.Switch")
    assert (switch.get("checkable"), switch.get("clickable")) == ("true", "false")
    assert (row.get("checkable"), row.get("clickable")) == ("false", "true")


@pytest.mark.parametrize("dialog", [False, True])
def test_a_dialog_or_menu_is_a_window_of_its_own(dialog: bool) -> None:
    backend, device = backend_and_device()

    def tap(name: str) -> None:
        left, top, right, bottom = next(e.bounds for e in backend.elements() if name in (e.text, e.description))
        device.phone.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})

    device.phone.execute("open_app", {"name": "Files"})
    assert 'text="todo.txt"' in device.hierarchy()
    tap("More options")
    if dialog:
        tap("Sort by…")
    dump = device.hierarchy()
    root = ElementTree.fromstring(dump)[0]
    assert 'text="todo.txt"' not in dump and ('text="Reversed"' in dump) == dialog
    assert "Close " not in dump  # what closes it by a tap beside it lies in the window below
    left, top, right, bottom = bounds(root)
    assert (right - left) * (bottom - top) < 360 * 800
    assert ("alertTitle" in dump) == dialog == ('text="Sort by"' in dump)
    assert "todo.txt" not in [element.text for element in backend.elements()]
    assert "Home" in [element.description for element in backend.elements()]  # the bars stay


def test_a_floating_button_lies_in_no_list() -> None:
    _, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Contacts"})
    root = ElementTree.fromstring(device.hierarchy())
    (button,) = root.iterfind(".//node[@content-desc='Create contact']")
    holders = [node for node in root.iter("node") if button in node.iter() and node.get("scrollable") == "true"]
    assert holders == []


def test_no_middle_of_what_is_tapped_belongs_to_something_else() -> None:
    """A tap on the middle of a dialog's surroundings would fall on the dialog."""
    backend, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Clock"})
    for name in ("Alarm", "Add alarm"):
        left, top, right, bottom = next(e.bounds for e in backend.elements() if name in (e.text, e.description))
        device.phone.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    nodes = list(ElementTree.fromstring(device.hierarchy()).iter("node"))
    taps = [node for node in nodes if node.get("clickable") == "true"]
    assert taps
    for node in taps:
        left, top, right, bottom = bounds(node)
        x, y = (left + right) // 2, (top + bottom) // 2
        later = [other for other in nodes[nodes.index(node) + 1 :] if other not in node.iter()]
        above = [bounds(other) for other in later if other.get("clickable") == "true"]
        assert not any(b[0] <= x < b[2] and b[1] <= y < b[3] for b in above)


@pytest.mark.parametrize(
    ("lines", "package"),
    [
        (["input swipe 100 0 100 500"], "com.android.systemui"),
        (["input swipe 100 0 100 500", "input swipe 100 0 100 500"], "com.android.systemui"),
        (["input swipe 180 700 180 100"], "com.android.launcher3"),
        (["am start -a android.intent.action.SEND -t text/plain -e android.intent.extra.TEXT hello"], None),
        (["am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name Ada"], None),
    ],
)
def test_other_windows_are_read_back(lines: list[str], package: str | None) -> None:
    backend, device = backend_and_device()
    device.phone.put(KEYBOARD, Keyboard())
    for line in lines:
        device.run(line)
    check(backend, device)
    root = ElementTree.fromstring(device.hierarchy())[0]
    assert package in (None, root.get("package"))
    assert "com.android.inputmethod" not in device.hierarchy()


def test_a_dialog_of_the_system_is_its_own_window() -> None:
    backend, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Files"})
    storage = next(i for i, kind in enumerate(KINDS["android"]) if kind.button)
    device.phone.put(INTERRUPTIONS, Interruptions((Interruption(device.phone.now + 5, storage),)))
    device.phone.advance(10)
    check(backend, device)
    root = ElementTree.fromstring(device.hierarchy())[0]
    kind = KINDS["android"][storage]
    assert root.get("package") == "com.android.systemui" and f'text="{kind.title}"' in device.hierarchy()
    assert "Files" not in device.hierarchy()
