"""Walks over the simulated phone for `simulator.py`: every app's first page and one inside, and the system's pages.

All actions are the phone's verbs, aimed at its accessibility nodes by their texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from crab_sim.draw.raster import Canvas
from crab_sim.phone import Phone
from crab_sim.phone.apps import APPS
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.messages import data as messages_data
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS

__all__ = ["APPS", "THEMES", "app", "around"]

SEED = 3
THEMES: Mapping[str, str] = {"light": "1", "dark": "2"}
"""Android's numbers of the themes."""

Step = str | tuple[str, ...]
"""The text or description of a node to tap, or a part of it; or a verb with its arguments."""

_INSIDE: Mapping[str, Sequence[Step]] = {
    "phone": ["Call Cedric Okoro", ("wait", "12")],
    "messages": ["Leila Sato", "Text message", ("write", "Of course, one moment")],
    "browser": ["Harbour Goods", "Order"],
    "camera": ["Video", "Switch to front camera", "Record video", ("wait", "7")],
    "contacts": ["Emil Vance"],
    "calendar": ["Day"],
    "clock": ["Timer"],
    "mail": ["Garden tools"],
    "gallery": ["Photo taken on Sep 26, 2026 08:50"],
    "files": ["Show roots"],
    "maps": ["Vaduz", "Directions"],
    "notes": ["Camping gear."],
    "markdown": ["travel_plan.md"],
    "notebook": ["Sidebar"],
    "tasks": ["Back up photos"],
    "drive": ["More actions for menu.csv"],
    "expense": ["Summary"],
    "recipes": ["Cucumber and dill soup"],
    "music": ["Drift", ("wait", "40")],
    "video": ["lake_walk", ("wait", "20")],
    "recorder": ["Record", ("wait", "9")],
    "fitness": ["Hike to the hut"],
    "calculator": ["2", "parentheses", "3", "+", "4", "÷", "5"],
    "settings": ["Display"],
}

_AROUND: Mapping[str, Sequence[Step]] = {
    "Home": [],
    "App drawer": [("drawer",)],
    "Quick settings": [("swipe", "180", "10", "down"), ("swipe", "180", "300", "down")],
    "Notifications": [("sms", "Running ten minutes late, sorry!"), ("swipe", "180", "10", "down")],
    "Recent apps": [("open", "Notes"), ("open", "Mail"), ("press", "recents")],
    "Share sheet": [("open", "Gallery"), "Photo taken on Oct 10, 2026 12:37", "Share"],
    "Permission": [("open", "Recorder"), "Record"],
    "Text selection": [("open", "Tasks"), "Back up photos", ("hold", "Back up photos")],
}


def _point(phone: Phone, words: str) -> dict[str, int]:
    """Returns the middle of the node that has or contains this text or description.

    Raises:
        LookupError: There is no such node.
    """
    nodes = phone.scene.nodes[::-1]
    said = [(node, text) for node in nodes for text in (node.text, node.description) if text]
    exact, near = ([node for node, text in said if fits(text)] for fits in (words.__eq__, lambda text: words in text))
    for node in (*exact, *near):
        left, top, right, bottom = node.bounds
        return {"x": (left + right) // 2, "y": (top + bottom) // 2}
    raise LookupError(f"nothing says {words!r}; there are {sorted({text for _, text in said})}")


def _do(phone: Phone, step: Step) -> None:
    match step:
        case str(words):
            phone.execute("tap", _point(phone, words))
        case ("hold", words):
            phone.execute("long_tap", _point(phone, words))
        case ("swipe", x, y, direction):
            # the finger moves against the direction of the view
            away = {"down": "up", "up": "down"}[direction]
            phone.execute("swipe", {"x": int(x), "y": int(y), "direction": away, "distance": "long"})
        case ("open", name):
            phone.execute("open_app", {"name": name})
        case ("write", text):
            phone.execute("write_text", {"text": text})
        case ("press", key):
            phone.execute("press", {"key": key})
        case ("drawer",):
            phone.execute("open_app_drawer", {})
        case ("sms", text):
            messages_data.receive(phone, phone.get(CONTACTS)[0].phone, text)
        case ("wait", seconds):
            phone.advance(float(seconds))
        case _:
            raise ValueError(f"unknown step {step!r}")
    phone.advance(1)


def _phone(theme: str, permission_dialogs: bool = False) -> Phone:
    phone = Phone(permission_dialogs=permission_dialogs)
    phone.boot(SEED)
    phone.put(
        SETTINGS,
        settings_store.put(phone.get(SETTINGS), "secure", "ui_night_mode", THEMES[theme]),
    )
    return phone


def _screen(phone: Phone) -> np.ndarray:
    return Canvas(phone.width, phone.height).frame(phone.scene.ops)[:, :, :3].copy()


def app(name: str, theme: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns an app's first page, and a page inside, the same where no way there is known."""
    phone = _phone(theme)
    phone.execute("open_app", {"name": APPS[name].name})
    first = _screen(phone)
    for step in _INSIDE.get(name, ()):
        _do(phone, step)
    return first, _screen(phone)


def around(theme: str) -> Iterator[tuple[str, np.ndarray]]:
    """Yields the system's pages: home screen, shade, sheets, dialogs."""
    for name, steps in _AROUND.items():
        phone = _phone(theme, permission_dialogs=name == "Permission")
        for step in steps:
            _do(phone, step)
        yield name, _screen(phone)
