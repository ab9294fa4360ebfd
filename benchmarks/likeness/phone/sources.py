"""Screens to be measured: recorded ones of real phones, and those of walks through the simulated phone's apps.

* `recorded` - the states that DroidBot has written into a folder.
* `walked` - walks through the apps, chosen at random by a seed.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from figures import Screen, View

from crab_sim.machine.machine import ActionRefused
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps import with_icon
from crab_sim.ui.accessibility import AccessibleElement

__all__ = ["half", "recorded", "walked"]

_FLAGS: Final = ("clickable", "focused", "scrollable")
_SEEDS: Final = 3
_WIDTH: Final = 360


def recorded(folder: Path) -> list[Screen]:
    """Returns the distinct screens below a folder, from all files ``states/state_*.json`` that DroidBot has written."""
    screens = {}
    for path in sorted(folder.rglob("state_*.json")):
        if path.parent.name == "states":
            state = json.loads(path.read_text(encoding="utf-8"))
            views = state["views"]
            roots = [view for view in views if view["parent"] == -1 and view["visible"]]
            if roots:
                package = state["foreground_activity"].partition("/")[0]
                screens[state["state_str"]] = Screen(package, _recorded_view(roots[0], views))
    return list(screens.values())


def _recorded_view(view: Mapping[str, Any], views: Sequence[Mapping[str, Any]]) -> View:
    (left, top), (right, bottom) = view["bounds"]
    return View(
        view["class"] or "",
        (view["text"] or "").strip(),
        (view["content_description"] or "").strip(),
        view["resource_id"] or "",
        frozenset(flag for flag in _FLAGS if view[flag]),
        (left, top, right, bottom),
        tuple(_recorded_view(views[child], views) for child in view["children"] if views[child]["visible"]),
    )


def half(screens: Iterable[Screen], which: int) -> list[Screen]:
    """Returns the screens of every second package by name: the first, third, … for 0, the others for 1."""
    kept = list(screens)
    packages = sorted({screen.package for screen in kept})[which::2]
    return [screen for screen in kept if screen.package in packages]


def walked(steps: int, height: int) -> list[Screen]:
    """Returns the distinct screens of walks through each app, three times from its first page on.

    Args:
        steps: Actions of a walk.
        height: The screen's height in dp, of which it is 360 wide.
    """
    screens: dict[tuple[str, str], Screen] = {}
    for app in with_icon(Phone.apps):
        for seed in range(_SEEDS):
            for package, xml in _walk(app.id, app.name, steps, height, seed):
                root = ElementTree.fromstring(xml)[0]
                screens.setdefault((package, xml), Screen(package, _dumped_view(root)))
    return list(screens.values())


def _walk(app: str, name: str, steps: int, height: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yields package and dump of each screen; taps, long taps, typing and Back, as a crawler does it."""
    phone, rng = Phone(_WIDTH, height), random.Random(f"{app} {seed}")
    phone.boot(seed)
    device = Device(phone)
    phone.execute("open_app", {"name": name})
    for _ in range(steps):
        yield device.component.partition("/")[0], device.hierarchy()
        try:
            _act(phone, [each for each in device.elements() if each.app != "system"], rng)
        except ActionRefused:
            continue
        if phone.front is None or phone.front.app != app:
            phone.execute("open_app", {"name": name})


def _act(phone: Phone, elements: Sequence[AccessibleElement], rng: random.Random) -> None:
    targets = [each for each in elements if each.clickable]
    chance = rng.random()
    if chance < 0.1 or not targets:
        phone.execute("press", {"key": "back"})
    elif chance < 0.2 and any(each.focused and each.editable for each in elements):
        phone.execute("write_text", {"text": "hello"})
    else:
        left, top, right, bottom = rng.choice(targets).bounds
        verb = "tap" if chance < 0.95 else "long_tap"
        phone.execute(verb, {"x": (left + right) // 2, "y": (top + bottom) // 2})


def _dumped_view(node: ElementTree.Element) -> View:
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
    return View(
        node.get("class", ""), node.get("text", "").strip(), node.get("content-desc", "").strip(),
        node.get("resource-id", ""), frozenset(flag for flag in _FLAGS if node.get(flag) == "true"),
        (left, top, right, bottom), tuple(map(_dumped_view, node)),
    )  # fmt: skip
