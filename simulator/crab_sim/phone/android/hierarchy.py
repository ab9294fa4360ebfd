"""The phone's screen as an accessibility service sees it: a list of elements, and the XML of ``uiautomator dump``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from crab_sim.draw.ops import Rect
from crab_sim.phone import Phone
from crab_sim.phone.android.display import Display
from crab_sim.phone.android.views import FLAGS, View, active_window
from crab_sim.phone.android.views.view import CLICKABLE, ENABLED
from crab_sim.ui.accessibility import AccessibleElement, read_screen

__all__ = ["elements", "xml"]

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_SPECIAL = re.compile('[&<>"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
_FLAGS: Final = [
    " ".join([f'{name}="{"true" if flags >> i & 1 else "false"}"' for i, name in enumerate(FLAGS)])
    for flags in range(1 << len(FLAGS))
]
_TAPPED: Final = CLICKABLE | ENABLED
_UNNAMED_BY_KIND: Final = ("android.widget.GridView", "android.widget.ListView")
"""Classes of which Android never says that a name is missing."""


def elements(phone: Phone, display: Display) -> list[AccessibleElement]:
    """Returns the visible elements, back to front, with their bounds on a screen."""
    front = phone.front
    owner = front.id if front is not None else "shell"
    read = read_screen(phone.scene.nodes, owner, AccessibleElement, modal=True)
    return list(read) if display.is_plain else [row._replace(bounds=display.to_screen(row.bounds)) for row in read]


@lru_cache(maxsize=4096)
def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], ""), text)


def _is_named(view: View) -> bool:
    """Returns whether a view has a label, itself or in it."""
    if view.text or view.description or view.hint:
        return True
    for child in view.children:
        if _is_named(child):
            return True
    return False


def _naming(view: View) -> str:
    """Returns what Android says of a view that takes a tap where nothing names it."""
    return "" if view.kind in _UNNAMED_BY_KIND or _is_named(view) else ' NAF="true"'


def xml(phone: Phone, package: Callable[[str], str], display: Display) -> str:
    """Returns the window that has the focus as ``uiautomator dump`` writes it.

    Its root is the window's frame. A text field without text shows its hint as its text, with ``showing-hint`` to tell
    it from typed text.

    Args:
        phone: The phone.
        package: From an app's id to its package.
        display: The phone's screen.
    """
    root, owner = active_window(phone, package)
    parts = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"]
    place = None if display.is_plain else display.to_screen
    _write(root, 0, f'" package="{_escape(owner)}" content-desc="', place, parts)
    parts.append("</hierarchy>")
    return "".join(parts)


def _write(view: View, index: int, package: str, place: Callable[[Rect], Rect] | None, parts: list[str]) -> None:
    text, hint, flags = view.text, view.hint, view.flags
    extra = ""
    if hint is not None:
        extra = f' hint="{_escape(hint)}" showing-hint="{"false" if text else "true"}"'
        text = text or hint
    left, top, right, bottom = view.bounds if place is None else place(view.bounds)
    parts.append(
        f'<node{_naming(view) if flags & _TAPPED == _TAPPED else ""} index="{index}" text="{text and _escape(text)}" '
        f'resource-id="{view.id and _escape(view.id)}" class="{view.kind}{package}'
        f'{view.description and _escape(view.description)}" {_FLAGS[flags]}{extra} '
        f'bounds="[{left},{top}][{right},{bottom}]"'
    )
    if view.children:
        parts.append(">")
        for i, child in enumerate(view.children):
            _write(child, i, package, place, parts)
        parts.append("</node>")
    else:
        parts.append(" />")
