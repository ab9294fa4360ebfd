"""The phone's screen as an accessibility service sees it: a list of elements, and the XML of ``uiautomator dump``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from crab_sim.devices.element_classes import CLASSES
from crab_sim.draw.ops import Rect
from crab_sim.phone import Phone
from crab_sim.phone.android.display import Display
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui.accessibility import AccessibleElement, read_screen

__all__ = ["elements", "xml"]

_CALENDAR_LIST = "android.support.v7.widget.RecyclerView"  # clients look for the calendar's list by this older name
_SYSTEM = "com.android.systemui"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_SPECIAL = re.compile('[&<>"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')


_ROOT: Final = AccessibleElement(
    "window", "", "", "", "", (0, 0, 0, 0), clickable=False, long_clickable=False, editable=False, checkable=False,
    checked=False, selected=False, focused=False, enabled=True, scrollable=False, password=False,
)  # fmt: skip
"""The screen, around all elements."""


def elements(phone: Phone, display: Display) -> list[AccessibleElement]:
    """Returns the visible elements, back to front, with their bounds on a screen."""
    front = phone.front
    owner = front.id if front is not None else "shell"
    read = read_screen(phone.scene.nodes, owner, AccessibleElement, modal=True)
    return list(read) if display.is_plain else [row._replace(bounds=display.to_screen(row.bounds)) for row in read]


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], ""), text)


def _attributes(node: AccessibleElement, index: int, package: str) -> str:
    hint = node.description if node.editable else ""
    empty = node.editable and not node.text
    class_name = _CALENDAR_LIST if (node.app, node.role) == ("calendar", "list") else CLASSES[node.role]
    flags = (
        ("checkable", node.checkable), ("checked", node.checked), ("clickable", node.clickable),
        ("enabled", node.enabled), ("focusable", node.clickable or node.editable), ("focused", node.focused),
        ("scrollable", node.scrollable), ("long-clickable", node.long_clickable), ("password", node.password),
        ("selected", node.selected),
    )  # fmt: skip
    left, top, right, bottom = node.bounds
    return (
        f'index="{index}" text="{_escape(hint if empty else node.text)}" resource-id="{_escape(node.resource_id)}" '
        f'class="{class_name}" package="{_escape(package)}" '
        f'content-desc="{"" if node.editable else _escape(node.description)}" '
        + " ".join([f'{name}="{"true" if flag else "false"}"' for name, flag in flags])
        + (f' hint="{_escape(hint)}" showing-hint="{"true" if empty else "false"}"' if node.editable else "")
        + f' bounds="[{left},{top}][{right},{bottom}]"'
    )


def _contains(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def xml(phone: Phone, package: Callable[[str], str], display: Display) -> str:
    """Returns the screen as ``uiautomator dump`` writes it.

    The root is the screen itself, which is no element. An element lies in the last one before it that contains it, so
    that the document's order is back to front. A text field without text shows its hint as its text, with
    ``showing-hint`` to tell it from typed text.

    Args:
        phone: The phone.
        package: From an app's id to its package.
        display: The phone's screen.
    """
    parts = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"]
    front, above = phone.front, phone.get(ABOVE).name
    home = front is None and not above
    screen = _ROOT._replace(bounds=(0, 0, *display.size))
    root = _SYSTEM if above else package("launcher" if front is None else front.app)
    parts.append(f"<node {_attributes(screen, 0, root)}>")
    open_nodes: list[Rect] = []
    counts = [0]
    childless = False  # whether the last tag written is still open for `/>`
    launcher = package("launcher")
    _, low, _, high = display.to_screen((0, STATUS_HEIGHT, phone.width, phone.height - NAV_HEIGHT))
    for node in elements(phone, display):
        while open_nodes and not _contains(open_nodes[-1], node.bounds):
            parts.append(" />" if childless else "</node>")
            childless = False
            open_nodes.pop()
            counts.pop()
        if childless:
            parts.append(">")
        name = _SYSTEM if node.app == "system" else package(node.app)
        if home and low <= node.bounds[1] and node.bounds[3] <= high:
            name = launcher
        parts.append(f"<node {_attributes(node, counts[-1], name)}")
        counts[-1] += 1
        counts.append(0)
        open_nodes.append(node.bounds)
        childless = True
    for _ in open_nodes:
        parts.append(" />" if childless else "</node>")
        childless = False
    parts.append("</node></hierarchy>")
    return "".join(parts)
