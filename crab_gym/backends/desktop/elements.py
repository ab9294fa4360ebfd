"""Makes elements of a desktop's windows and of the accessibility trees of its programs.

The rows come from `guest.x11` (windows, lowest first) and `guest.atspi` (trees). The programs' reports are not trusted:
they may hold absurd numbers or false claims, but each resulting element lies on the screen, inside its window, where no
other window hides it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from crab_gym.backends.base import Element
from crab_gym.backends.desktop.guest.wire import Tree, WindowRow
from crab_gym.backends.desktop.placement import (
    CLUTTER,
    GECKO,
    GTK3,
    GTK4,
    MENUS,
    SCROLL_PANE,
    TOPS,
    Node,
    Rect,
    intersection,
    largest_visible,
    placed,
    to_rect,
    within,
)
from crab_gym.backends.desktop.state import app_of_window

__all__ = ["elements_of"]

_MAX_ELEMENTS = 3000
_MAX_COVERS = 40
_MAX_LABEL = 300

# AT-SPI's roles. Roles that are missing here never become elements: panels, fillers, separators, scroll bars.
_ROLES: Mapping[int, str] = {
    2: "dialog", 7: "checkbox", 8: "menu_item", 9: "dialog", 10: "button", 11: "button", 13: "icon", 15: "slider",
    26: "icon", 27: "image", 29: "text", 31: "list", 32: "list_item",
    33: "menu", 35: "menu_item", 37: "tab", 40: "text_field", 42: "other", 43: "button", 44: "radio", 45: "menu_item",
    47: "cell", 51: "slider", 52: "text_field", 55: "table", 56: "cell", 57: "button", 58: "cell", 60: "text_field",
    61: "text_field", 62: "button", 63: "toolbar", 64: "text", 65: "list", 66: "table", 73: "text", 77: "text_field",
    79: "text_field", 81: "text", 82: "web", 83: "text", 88: "link", 90: "list_item", 91: "list_item", 92: "table",
    94: "text_field", 95: "web", 97: "text", 98: "list", 101: "other", 102: "other", 103: "other", 114: "slider",
    115: "text", 116: "text", 124: "text", 129: "button",
}  # fmt: skip
_COMBO_BOX, _LABEL, _MENU, _MENU_BAR, _PANEL, _PASSWORD, _SCROLL_BAR = 11, 29, 33, 34, 39, 40, 48
_CELL, _TEXT, _TOGGLE, _VIEWPORT, _SECTION, _LINK, _TABLE_ROW, _STATIC = 56, 61, 62, 68, 85, 88, 90, 116
_CLIPS = frozenset((_MENU_BAR, SCROLL_PANE, _VIEWPORT, 28, 82, 92, 93, 94, 95))
# LibreOffice reports these as editable, but not as enabled.
_EDITED = frozenset((55, _CELL, 73, 83, 92, 94))
_TABLE_PARTS: Mapping[int, str] = {10: "cell", 57: "cell", 58: "cell", 90: ""}  # of web pages, where clicks do nothing
_CHECKABLE = frozenset((7, 8, 44, 45, _TOGGLE))
_WITH_VALUE = frozenset((15, 42, 51, 52, 103, 114))

_CLICKABLE = frozenset(
    ("button", "cell", "checkbox", "icon", "link", "list_item", "menu", "menu_item", "radio", "slider", "switch", "tab",
     "text_field")
)  # fmt: skip
_ABSORBING = frozenset(("button", "cell", "checkbox", "link", "list_item", "menu_item", "radio", "switch", "tab"))
_CONTAINERS = frozenset(("list", "table", "text_field", "web"))
_USELESS_IF_EMPTY = frozenset(("image", "other", "text"))

# States, as bits.
_CHECKED, _EDITABLE, _FOCUSABLE, _FOCUSED, _MODAL, _PRESSED, _SELECTABLE, _SELECTED, _SENSITIVE = (
    1 << bit for bit in (4, 7, 11, 12, 16, 20, 22, 23, 24)
)
_READ_ONLY, _CHECKABLE_STATE = 1 << 43, 1 << 41

# GTK 4 names a nameless widget after its class, and some buttons by their label twice, first with its mnemonic.
_TWICE = re.compile(r"(.*?)_?(.*) (\1\2)")
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Nautilus|Cc|Editor|Gcal|Hdy|Gd)[A-Z]\w*")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OVERVIEW = "Overview"  # GNOME Shell's name of it, in the language of the box
_NOWHERE: Rect = (0, 0, 0, 0)
_OBJECT = "\ufffc"  # stands for an embedded object in a text

# Buttons in a title bar: distance of the first one's centre from the right end, distance between buttons, side.
_OPENBOX_BUTTONS = (13, 20, 16)  # theme "Clearlooks"
_MUTTER_BUTTONS = (18, 34, 24)  # theme "Adwaita"
_BUTTONS = ("close", "maximize", "minimize")


def elements_of(
    windows: Sequence[WindowRow],
    trees: Sequence[Tree],
    screen_size: tuple[int, int],
    shell: int = 0,
) -> tuple[Element, ...]:
    """Returns the visible elements on the screen, back to front, parents before children.

    Args:
        windows: Rows of the windows, lowest first (see `guest.wire.WindowRow`).
        trees: Trees of their programs (see `guest.wire.Tree`).
        screen_size: Width and height in pixels.
        shell: Process of GNOME Shell, which draws above all windows without having one; 0 where it doesn't run.
    """
    screen = (0, 0, *screen_size)
    visible = [row for row in windows if not row["minimized"]]
    above: list[Element] = []
    for tree in [tree for tree in trees if shell and tree["pid"] == shell]:
        stage = WindowRow(
            {
                "pid": shell, "kind": "window", "title": "", "class": "", "process": "", "bounds": screen,
                "inner": screen, "buttons": [], "focused": False, "minimized": False,
            }
        )  # fmt: skip
        nodes = placed(tree, [stage])
        above += _Window(0, "system", screen, []).elements(nodes, tree["toolkit"])
        if any(node.name == _OVERVIEW and node.bounds == screen for node in nodes):
            visible = []  # the overview shows small copies of them at most
    buttons = _MUTTER_BUTTONS if shell else _OPENBOX_BUTTONS
    elements = [*_of_windows(visible, trees, screen, [row.bounds for row in above], buttons), *above]
    return tuple(elements[:_MAX_ELEMENTS])


def _of_windows(
    windows: Sequence[WindowRow],
    trees: Sequence[Tree],
    screen: Rect,
    over: Sequence[Rect],
    buttons: tuple[int, int, int],
) -> list[Element]:
    """Returns the elements of windows.

    Args:
        windows: Rows of the windows on the screen, lowest first.
        trees: As in `elements_of`.
        screen: Bounds of the screen.
        over: Bounds of elements above all windows.
        buttons: `_OPENBOX_BUTTONS` or `_MUTTER_BUTTONS`.
    """
    inside: list[list[tuple[str, list[Node]]]] = [[] for _ in windows]
    for tree in trees:
        nodes = placed(tree, windows)
        for index in {node.window for node in nodes if node.window >= 0}:
            inside[index].append((str(tree["toolkit"]), nodes))
    elements: list[Element] = []
    for index, row in enumerate(windows):
        covers = [*(to_rect(above["bounds"]) for above in windows[index + 1 :]), *over][-_MAX_COVERS:]
        area = intersection(to_rect(row["bounds"]), screen)
        if largest_visible(area, covers) is None:
            continue
        app = app_of_window(row["process"], row["class"], row["title"]) or _owner(row, windows[:index]) or "system"
        elements.append(_window(row, app, area))
        window = _Window(index, app, area, covers)
        for toolkit, nodes in inside[index]:
            elements.extend(window.elements(nodes, toolkit))
        elements.extend(window.title_bar(row, buttons))
        if len(elements) > _MAX_ELEMENTS:
            break
    return elements


def _owner(row: WindowRow, below: Sequence[WindowRow]) -> str:
    """Returns the app of the highest window of a menu's process: menus of LibreOffice don't tell whose they are."""
    if row["kind"] != "menu":
        return ""
    apps = [app_of_window(other["process"], other["class"]) for other in below if other["pid"] == row["pid"]]
    return next((app for app in reversed(apps) if app), "")


def _window(row: WindowRow, app: str, area: Rect) -> Element:
    launcher = row["kind"] == "launcher"
    return Element(
        role="dialog" if launcher else row["kind"],
        text="Search" if launcher else row["title"] or row["class"],
        app=app,
        bounds=area,
        focused=row["focused"],
    )


class _Window:
    """Makes the elements of one window.

    Args:
        index: Index of its row.
        app: Id of its app.
        area: Its part on the screen.
        covers: The windows above it.
    """

    def __init__(self, index: int, app: str, area: Rect, covers: Sequence[Rect]) -> None:
        self._index = index
        self._app = app
        self._area = area
        self._covers = covers

    def elements(self, nodes: Sequence[Node], toolkit: str) -> list[Element]:
        """Returns the elements of a tree that are in this window."""
        drafts: list[_Draft] = []
        clips: dict[int, Rect] = {}
        owner: dict[int, int] = {}  # node -> the draft that takes its text
        scrolls: dict[int, Rect] = {}  # node -> the pane in which its content scrolls
        overflowing = _overflowing(nodes, self._index)
        below: dict[int, list[int]] = {}
        for number, node in enumerate(nodes):
            below.setdefault(node.parent, []).append(number)
        floating = _floating(nodes, self._index)
        above = [*self._covers, *{bounds for bounds in floating.values()}]
        for number, node in enumerate(nodes):
            if node.window != self._index:
                continue
            clip = clips.get(node.parent, self._area)
            entering = number in floating and node.parent not in floating  # a popover below the button that opened it
            holder = -1 if entering else owner.get(node.parent, -1)
            pane = scrolls.get(node.parent)
            area = None if node.bounds is None else intersection(node.bounds, clip)
            clips[number] = (area or _NOWHERE) if node.role in _CLIPS else clip
            owner[number] = holder
            if node.role == SCROLL_PANE and number in overflowing and area is not None:
                pane = area
            if pane is not None:
                scrolls[number] = pane
            if (node.parent < 0 and (node.role in TOPS or toolkit == GTK4)) or (
                (node.role in MENUS or node.role == _PANEL) and area == self._area
            ):
                continue  # the window itself, which has an element already
            role = self._role(node, nodes[node.parent].role if node.parent >= 0 else -1, toolkit)
            covers = self._covers if number in floating else above
            visible = None if area is None or not role else largest_visible(area, covers)
            if visible is None:
                continue
            draft = _draft(_filled(number, nodes, below), role, visible, toolkit)
            draft.floats = number in floating
            if holder >= 0 and _is_part(draft, drafts[holder]):
                drafts[holder].add(draft)
                continue
            if holder >= 0 and node.role == _CELL and role == "checkbox":
                draft.row = drafts[holder]
            if pane is not None and role in _CONTAINERS:
                draft.scrollable = True
                scrolls.pop(number)
            elif role == "web":
                draft.scrollable = True  # perhaps: programs don't report its size
            drafts.append(draft)
            if role in _ABSORBING:
                owner[number] = len(drafts) - 1
            elif role in _CONTAINERS:
                owner[number] = -1
        drafts.sort(key=lambda draft: draft.floats)
        return [draft.element(self._app) for draft in drafts if draft.is_informative()]

    def title_bar(self, row: WindowRow, buttons: tuple[int, int, int]) -> list[Element]:
        """Returns the buttons that the window manager draws on the window."""
        first, step, side = buttons
        _, top, right, _ = row["bounds"]
        middle = top + (row["inner"][1] - top) // 2
        elements = []
        for place, button in enumerate(name for name in _BUTTONS if name in row["buttons"]):
            x, y = right - first - place * step, middle
            half = side // 2
            visible = largest_visible(intersection((x - half, y - half, x + half, y + half), self._area), self._covers)
            if visible is not None:
                elements.append(Element("button", button.capitalize(), app=self._app, bounds=visible, clickable=True))
        return elements

    def _role(self, node: Node, above: int, toolkit: str) -> str:
        if node.role == _TOGGLE and node.name == "GtkSwitch":
            return "switch"
        if node.role == _SECTION and node.text and node.text.strip(_OBJECT + " \n"):
            return "text"
        role = _ROLES.get(node.role, "")
        if toolkit == GTK4 and role == "checkbox" and node.bounds is not None:
            left, top, right, bottom = node.bounds
            if 3 * (bottom - top) < 2 * (right - left) < 6 * (bottom - top):
                return "switch"  # which GTK 4 doesn't tell from a box, though it is about twice as wide
        if toolkit == GECKO and node.role in _TABLE_PARTS:
            selectable = (
                node.role == _TABLE_ROW and node.name and node.states & _SELECTABLE
            )  # a mail of Thunderbird's list
            return "list_item" if selectable else _TABLE_PARTS[node.role]
        if node.role == _CELL and toolkit == GTK3 and node.states & _CHECKABLE_STATE:
            return "checkbox"
        if node.role == _MENU and (above == _COMBO_BOX or toolkit == CLUTTER):
            return "button" if toolkit == CLUTTER else ""
        if role == "text_field" and node.role == _TEXT and not node.states & _EDITABLE:
            return "text"
        if node.role == _COMBO_BOX and node.states & _EDITABLE:
            return "text_field"
        return role


def _filled(number: int, nodes: Sequence[Node], below: Mapping[int, Sequence[int]]) -> Node:
    """Returns a node whose text includes the texts of embedded objects; that of a combo box is its choice."""
    node, children = nodes[number], [nodes[child] for child in below.get(number, ())]
    if node.role == _COMBO_BOX and not (node.name or node.text):
        options = children + [nodes[option] for child in below.get(number, ()) for option in below.get(child, ())]
        return node._replace(text=next((row.name for row in options if row.states & _SELECTED), node.text))
    if node.text is None or node.text.count(_OBJECT) != len(children) or node.role in _CLIPS:
        return node
    parts = node.text.split(_OBJECT)
    inner = [
        (row.text or row.name).replace(_OBJECT, "") if row.role in (_LINK, _LABEL, _STATIC) else "" for row in children
    ]
    return node._replace(text="".join(part + text for part, text in zip(parts, [*inner, ""], strict=True)))


def _overflowing(nodes: Sequence[Node], window: int) -> set[int]:
    """Returns the scroll panes whose content is larger than they are, or that show a scroll bar."""
    panes = set()
    for node in nodes:
        if node.window != window or node.parent < 0 or nodes[node.parent].role != SCROLL_PANE or node.bounds is None:
            continue
        pane = nodes[node.parent].bounds
        if node.role == _SCROLL_BAR or (pane is not None and not within(node.bounds, pane)):
            panes.add(node.parent)
    return panes


def _is_part(draft: _Draft, holder: _Draft) -> bool:
    """Returns whether a draft only labels its holder, such as a button's text or icon."""
    if draft.role in ("icon", "image", "text"):
        return draft.role == "icon" or not draft.node.action
    if draft.role == holder.role == "button":  # GTK 4's menu buttons have one inside
        return holder.toolkit == GTK4
    return draft.role == holder.role == "cell" and not draft.node.states & _CHECKABLE_STATE


def _floating(nodes: Sequence[Node], window: int) -> dict[int, Rect]:
    """Returns the nodes of popovers, which are above the rest of their window, with the popover's bounds."""
    floating: dict[int, Rect] = {}
    for number, node in enumerate(nodes):
        if node.window == window and node.parent in floating:
            floating[number] = floating[node.parent]
        elif node.window == window and node.role == _PANEL and node.states & _MODAL and node.bounds is not None:
            floating[number] = node.bounds
    return floating


class _Draft:
    """An element that is being made.

    Args:
        role: The element's role.
        node: The widget.
        bounds: Its visible part.
        toolkit: Toolkit of its program.
    """

    def __init__(self, role: str, node: Node, bounds: Rect, toolkit: str) -> None:
        self.role = role
        self.toolkit = toolkit
        self.node = node
        self.states = node.states
        self.bounds = bounds
        self.text = ""
        self.description = ""
        self.labels: list[str] = []
        self.icons: list[str] = []
        self.scrollable = False
        self.floats = False
        self.row: _Draft | None = None  # the row of a list that it is the check box of

    def add(self, part: _Draft) -> None:
        """Adds the text and the state of a part."""
        self.states |= part.states & (_CHECKED | _FOCUSED | _PRESSED | _SELECTED)
        if part.role == "button":
            self.labels.append(part.text)
            self.icons.append(part.description)
        else:
            (self.labels if part.role in ("text", "cell") else self.icons).append(part.text or part.description)

    def _clickable(self) -> bool:
        if self.toolkit == GECKO and self.role in ("cell", "list_item"):
            return self.node.action or bool(self.states & (_FOCUSABLE | _SELECTABLE))
        return self.role in _CLICKABLE or self.node.action

    def is_informative(self) -> bool:
        """Returns whether the element is worth returning: it has a text, or can be used."""
        if self.role == "cell" and not self.node.states & _CHECKABLE_STATE:
            return bool(self.text or self.description or any(self.labels) or (self.toolkit == GTK4 and self.icons))
        if self.toolkit == CLUTTER and self.role == "button":
            return bool(self.text or self.description or any(self.labels + self.icons))
        return bool(self.role not in _USELESS_IF_EMPTY or self.text or self.description or self.node.action)

    def element(self, app: str) -> Element:
        """Returns the element."""
        node, text, description = self.node, self.text, self.description
        if not text and self.role != "text_field":
            text = _joined(self.labels)
            description = description or _joined(self.icons)
        if self.row is not None:
            description = self.row.text or _joined(self.row.labels)
        states = self.states
        enabled = bool(states & _SENSITIVE or (node.role in _EDITED and states & _EDITABLE))
        if self.toolkit == CLUTTER:  # whose state "sensitive" is reliable for buttons only
            enabled = enabled or self.role != "button"
        checkable = node.role in _CHECKABLE or self.row is not None
        editable = self.role == "text_field" and bool(states & _EDITABLE or node.role in (40, 52, 60, 79))
        return Element(
            role=self.role,
            text=text,
            description=description if description != text else "",
            resource_id=node.identifier,
            app=app,
            bounds=self.bounds,
            clickable=self._clickable() and enabled,
            editable=editable and not states & _READ_ONLY,
            checkable=checkable,
            checked=checkable and bool(states & (_CHECKED | _PRESSED)),
            selected=bool(states & _SELECTED),
            focused=bool(states & _FOCUSED),
            enabled=enabled,
            scrollable=self.scrollable,
            password=node.role == _PASSWORD,
        )


def _once(name: str) -> str:
    """Returns a name that GTK 4 gives twice only once.

    >>> _once("Save Save"), _once("_Cancel Cancel"), _once("Add A_larm Add Alarm"), _once("New York")
    ('Save', 'Cancel', 'Add Alarm', 'New York')
    """
    twice = _TWICE.fullmatch(name)
    return twice[3] if twice is not None else name


def _draft(node: Node, role: str, bounds: Rect, toolkit: str) -> _Draft:
    draft = _Draft(role, node, bounds, toolkit)
    name = _one_line(node.name)
    if toolkit == GTK4:
        name = "" if _CLASS_NAME.fullmatch(name) else _once(name)
    text = None if node.text is None else _DIRECTIONS.sub("", node.text.replace(_OBJECT, ""))
    description = _one_line(node.description)
    if role == "text_field":
        draft.text = text.rstrip("\n") if text is not None else _number(node)
        if node.role == _PASSWORD:
            draft.text = "•" * len(draft.text)
        draft.description = name if name and name != draft.text else description
        return draft
    if node.role == _CELL and text is not None:
        draft.text = text.strip()
        draft.description = name if name != draft.text else description
        return draft
    value = _number(node)
    draft.text = name or ("" if text is None else text.strip()) or value
    draft.description = value if value and value != draft.text else description
    return draft


def _joined(labels: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(filter(None, map(_one_line, labels))))[:_MAX_LABEL]


def _number(node: Node) -> str:
    known = node.value is not None and math.isfinite(node.value) and node.role in _WITH_VALUE
    return f"{node.value:g}" if known else ""


def _one_line(text: str) -> str:
    return " ".join(_DIRECTIONS.sub("", text).split())
