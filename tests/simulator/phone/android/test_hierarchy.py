"""The output of ``uiautomator dump``: every element of the screen, with equal fields, nested by containment."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from crab_gym.backends.base import ROLES, Element
from crab_gym.backends.sim import SimBackend
from crab_sim.devices.apps import APPS
from crab_sim.devices.element_classes import CLASSES
from crab_sim.machine import keyboard
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps import with_icon

PACKAGES = {name: app.id for app in APPS if app.device == "android" for name in (app.package, *app.aliases)}
SYSTEM = {"com.android.systemui": "system", "com.android.launcher3": "system"}
ROLE_OF = {name: role for role, name in CLASSES.items()}
OLD_LIST = "android.support.v7.widget.RecyclerView"  # the calendar's


def read_back(node: ElementTree.Element) -> Element:
    def flag(name: str) -> bool:
        return node.attrib[name] == "true"

    left, top, right, bottom = map(int, re.findall(r"\d+", node.attrib["bounds"]))
    role = "list" if node.attrib["class"] == OLD_LIST else ROLE_OF[node.attrib["class"]]
    editable = "hint" in node.attrib
    return Element(
        role,
        "" if node.get("showing-hint") == "true" else node.attrib["text"],
        node.attrib["hint"] if editable else node.attrib["content-desc"],
        node.attrib["resource-id"],
        SYSTEM.get(node.attrib["package"]) or PACKAGES[node.attrib["package"]],
        (left, top, right, bottom),
        flag("clickable"),
        flag("long-clickable"),
        editable,
        flag("checkable"),
        flag("checked"),
        flag("selected"),
        flag("focused"),
        flag("enabled"),
        flag("scrollable"),
        flag("password"),
    )


def check(backend: SimBackend, device: Device) -> None:
    xml = device.hierarchy()
    assert xml.startswith("<?xml") and "\n" not in xml
    root = ElementTree.fromstring(xml)
    frame, *nodes = root.iter("node")
    assert frame.get("class") == "android.widget.FrameLayout" and frame.get("bounds") == "[0,0][360,800]"
    elements = backend.elements()
    assert tuple(map(read_back, nodes)) == elements
    for parent in root.iter():
        for index, child in enumerate(parent):
            assert child.attrib["index"] == str(index)
            if parent.tag == "node":
                outer, inner = read_back(parent).bounds, read_back(child).bounds
                assert outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
    fast: list[list[Any]] = json.loads(device.run("cmd crab_gym elements").stdout)
    assert [Element._make([*row[:5], tuple(row[5]), *row[6:]]) for row in fast] == list(elements)


def backend_and_device() -> tuple[SimBackend, Device]:
    backend = SimBackend("android", (360, 800))
    backend.reset(3)
    assert isinstance(backend.machine, Phone)
    return backend, Device(backend.machine)


def test_classes_name_roles_one_to_one() -> None:
    assert set(CLASSES) == set(ROLES)
    assert len(set(CLASSES.values())) == len(ROLES)


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
def test_the_home_screen_is_of_the_launcher_and_the_bars_are_of_the_system(key: str) -> None:
    _, device = backend_and_device()
    device.phone.execute("open_app", {"name": "Files"})
    device.phone.execute("press", {"key": key})
    root = ElementTree.fromstring(device.hierarchy())
    named = {node.get("text") or node.get("content-desc"): node.get("package") for node in root.iter("node")}
    assert named["Files"] == "com.android.launcher3"
    assert named["Home"] == named["Battery"] == "com.android.systemui"


@pytest.mark.parametrize("dialog", [False, True])
def test_what_lies_behind_a_dialog_or_menu_is_not_there(dialog: bool) -> None:
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
    assert 'text="todo.txt"' not in dump and ('text="Reversed"' in dump) == dialog
    assert "todo.txt" not in [element.text for element in backend.elements()]
    assert 'content-desc="Home"' in dump  # the bars stay
