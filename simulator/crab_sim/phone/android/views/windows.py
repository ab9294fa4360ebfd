"""The window that has the focus: whose it is, and which elements are in it.

* `front_window` - the window that touches and keys go to. `OpenWindow`, `Kind` - what it is.
* `is_bar` - whether an element belongs to the status bar or the navigation bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from crab_sim.draw.ops import Rect
from crab_sim.phone import Phone
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.keyboard import KEY_ID
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui.accessibility import AccessibleElement, read_screen
from crab_sim.ui.node import ShadeData

__all__ = ["Kind", "OpenWindow", "front_window", "is_bar"]


class Kind(Enum):
    """What a window is: a whole page, a dialog or sheet, or a menu.

    An app's drawer lies in its page, as it does on Android.
    """

    PAGE = "page"
    DIALOG = "dialog"
    MENU = "menu"


class OpenWindow(NamedTuple):
    """A window on the screen.

    Attributes:
        app: Id of its app; ``"launcher"`` for the home screen, ``"system"`` for what the system shows above.
        kind: What it is.
        elements: What is in it, back to front, in pixels of the layout.
        shade: The darkened rectangle below it, None for a window that nothing lies behind.
    """

    app: str
    kind: Kind
    elements: Sequence[AccessibleElement]
    shade: Rect | None


def is_bar(phone: Phone, element: AccessibleElement) -> bool:
    """Returns whether an element belongs to the status bar or the navigation bar."""
    low = phone.height - NAV_HEIGHT
    return element.app == "system" and (element.bounds[3] <= STATUS_HEIGHT or element.bounds[1] >= low)


def front_window(phone: Phone) -> OpenWindow:
    """Returns the window that touches and keys go to; bars, keyboard and toasts are windows of their own."""
    front, above = phone.front, phone.get(ABOVE).name
    nodes = phone.scene.nodes
    rows = read_screen(nodes, "shell" if front is None else front.id, AccessibleElement, modal=True)
    shades = [i for i, node in enumerate(nodes) if isinstance(node.data, ShadeData)]
    shade = None
    if shades:
        rows = rows[len(rows) - (len(nodes) - shades[-1]) :]
        shade, rows = rows[0].bounds, rows[1:]
    rows = tuple([row for row in rows if not is_bar(phone, row) and not row.resource_id.startswith(KEY_ID)])
    if shade is not None and rows:
        app = rows[0].app
    else:
        app = "system" if above else "launcher" if front is None else front.app
    own = "system" if app == "launcher" else app
    if front is not None or above:
        rows = tuple([row for row in rows if row.app == own])
    if app == "system" and front is None and not above:
        app = "launcher"
    kind = Kind.PAGE
    if shade is not None and rows:
        kind = _kind(rows)
    return OpenWindow(app, kind, rows, shade)


def _kind(rows: Sequence[AccessibleElement]) -> Kind:
    if rows[0].role == "dialog":
        return Kind.DIALOG
    entries = rows[0].role == "menu" and all([row.role == "menu_item" for row in rows[1:]])
    return Kind.MENU if entries else Kind.PAGE
