"""From the windows of a desktop and the accessibility trees of its programs to elements.

The rows come from `inbox.screen` (windows, lowest first) and `inbox.atspi` (trees). What programs say of themselves is
not trusted: numbers may be absurd and trees may claim anything, but whatever comes out lies on the screen, inside its
window, where no other window hides it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import Element
from crab_gym.backends.desktop.state import app_of_window

__all__ = ["elements_of", "largest_visible"]

Rect = tuple[int, int, int, int]

_MAX_ELEMENTS = 3000
_MAX_COVERS = 40
_MIN_SIDE = 3  # pixels: slivers of what another window covers can't be aimed at
_MAX_LABEL = 300

# AT-SPI's roles. What is missing here is never an element: panels, fillers, separators, scroll bars.
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
_FRAME, _WINDOW, _PANEL, _SCROLL_BAR, _SCROLL_PANE, _VIEWPORT, _TOGGLE, _PASSWORD = 23, 69, 39, 48, 49, 68, 62, 40
_COMBO_BOX, _LABEL, _MENU, _SECTION, _LINK, _STATIC = 11, 29, 33, 85, 88, 116
_TOPS = frozenset((2, 9, 16, 19, 22, _FRAME, _WINDOW))
_MENUS = frozenset((8, 33, 35, 41, 45, 50))
_CLIPS = frozenset((_SCROLL_PANE, _VIEWPORT, 28, 82, 92, 93, 94, 95))
_TABLE_PARTS: Mapping[int, str] = {10: "cell", 57: "cell", 58: "cell", 90: ""}  # of a page: nothing happens at a click
_CHECKABLE = frozenset((7, 8, 44, 45, _TOGGLE))
_WITH_VALUE = frozenset((15, 42, 51, 52, 103, 114))

_CLICKABLE = frozenset(
    ("button", "cell", "checkbox", "icon", "link", "list_item", "menu_item", "radio", "slider", "switch", "tab",
     "text_field")
)  # fmt: skip
_ABSORBING = frozenset(("button", "cell", "checkbox", "link", "list_item", "menu_item", "radio", "switch", "tab"))
_CONTAINERS = frozenset(("list", "table", "text_field", "web"))
_EMPTY_TELLS_NOTHING = frozenset(("image", "other", "text"))

# States, as bits.
_CHECKED, _EDITABLE, _FOCUSABLE, _FOCUSED, _MODAL, _PRESSED, _SELECTABLE, _SELECTED, _SENSITIVE = (
    1 << bit for bit in (4, 7, 11, 12, 16, 20, 22, 23, 24)
)
_READ_ONLY, _CHECKABLE_STATE = 1 << 43, 1 << 41

# GTK 4 gives what has no name that of its class, and some buttons their label twice.
_GECKO = "Gecko"
_HONEST = ("gtk", "clutter", _GECKO)  # others say of everything that it can be acted on
_GTK4 = "GTK"  # which is "gtk" in the older ones
_TWICE = re.compile(r"(.+) \1")
_CLASS_NAME = re.compile(r"(?:Gtk|Adw|Nautilus|Cc|Editor|Hdy|Gd)[A-Z]\w*")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OBJECT = "\ufffc"  # stands for an embedded object in a text

# Openbox's theme "Clearlooks" with titles of 10 points: centres of the buttons in a title bar, from its right end.
_BUTTON_RIGHT, _BUTTON_STEP, _BUTTON_TOP, _BUTTON_SIDE = 13, 20, 12, 16
_BUTTONS = ("close", "maximize", "minimize")


class _Node(NamedTuple):
    """A widget in its window."""

    parent: int  # index among the nodes, -1 for a window's own
    role: int
    states: int
    name: str
    description: str
    bounds: Rect | None
    text: str | None
    value: float | None
    action: bool
    identifier: str
    window: int  # index of the row, -1 for none


def elements_of(
    windows: Sequence[Mapping[str, Any]], trees: Sequence[Mapping[str, Any]], screen_size: tuple[int, int]
) -> tuple[Element, ...]:
    """Returns what is to be seen on the screen, back to front, parents before children.

    Args:
        windows: Rows of the operation ``windows``, lowest first.
        trees: What `inbox.atspi` read in them.
        screen_size: Width and height in pixels.
    """
    screen = (0, 0, *screen_size)
    shown = [row for row in windows if not row["minimized"]]
    inside: list[list[tuple[str, list[_Node]]]] = [[] for _ in shown]
    for tree in trees:
        nodes = _placed(tree, shown)
        for index in {node.window for node in nodes if node.window >= 0}:
            inside[index].append((str(tree["toolkit"]), nodes))
    found: list[Element] = []
    for index, row in enumerate(shown):
        covers = [_rect(above["bounds"]) for above in shown[index + 1 :]][-_MAX_COVERS:]
        area = _intersection(_rect(row["bounds"]), screen)
        if largest_visible(area, covers) is None:
            continue
        app = app_of_window(row["process"], row["class"]) or "system"
        found.append(_window(row, app, area))
        window = _Window(index, app, area, covers)
        for toolkit, nodes in inside[index]:
            found.extend(window.elements(nodes, toolkit))
        found.extend(window.title_bar(row))
        if len(found) > _MAX_ELEMENTS:
            return tuple(found[:_MAX_ELEMENTS])
    return tuple(found)


def _window(row: Mapping[str, Any], app: str, area: Rect) -> Element:
    launcher = row["kind"] == "launcher"
    return Element(
        role="dialog" if launcher else row["kind"],
        text="Search" if launcher else row["title"] or row["class"],
        app=app,
        bounds=area,
        focused=row["focused"],
    )


# Where things are


def _rect(values: Sequence[int]) -> Rect:
    return values[0], values[1], values[2], values[3]


def _intersection(one: Rect, other: Rect) -> Rect:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def _area(rect: Rect) -> int:
    return max(0, rect[2] - rect[0]) * max(0, rect[3] - rect[1])


def _within(rect: Rect, other: Rect) -> bool:
    return other[0] <= rect[0] and other[1] <= rect[1] and rect[2] <= other[2] and rect[3] <= other[3]


def largest_visible(rect: Rect, covers: Sequence[Rect]) -> Rect | None:
    """Returns the largest rectangle of a rectangle that no cover hides, None where hardly anything is left.

    >>> largest_visible((0, 0, 100, 50), [(60, -10, 200, 80)])
    (0, 0, 60, 50)
    """
    parts = [rect]
    for cover in covers:
        if _area(_intersection(rect, cover)) == 0:
            continue
        rest: list[Rect] = []
        for part in parts:
            hit = _intersection(part, cover)
            if _area(hit) == 0:
                rest.append(part)
                continue
            # The four bands around the hole; they overlap, and each is as large as it can be.
            left, top, right, bottom = part
            bands = (
                (left, top, right, hit[1]),
                (left, hit[3], right, bottom),
                (left, top, hit[0], bottom),
                (hit[2], top, right, bottom),
            )
            rest.extend(band for band in bands if _area(band))
        parts = sorted(rest, key=_area, reverse=True)[:16]
    best = max(parts, key=lambda part: (_area(part), -part[1], -part[0]), default=None)
    if best is None or min(best[2] - best[0], best[3] - best[1]) < _MIN_SIDE:
        return None
    return best


def _placed(tree: Mapping[str, Any], windows: Sequence[Mapping[str, Any]]) -> list[_Node]:
    """Returns a program's nodes with their place on the screen and the window they are in."""
    own = [index for index, row in enumerate(windows) if row["pid"] == tree["pid"]]
    popups = [index for index in own if windows[index]["kind"] == "menu"]
    relative = tree["toolkit"] == _GTK4
    taken: set[int] = set()
    offsets: list[tuple[int, int]] = []
    nodes: list[_Node] = []
    for parent, role, states, name, description, box, text, value, action, identifier in tree["nodes"]:
        rect = _box(box)
        above = nodes[parent] if 0 <= parent < len(nodes) else None
        if above is None:
            free = [index for index in own if index not in taken] if relative or role in _TOPS else []
            window = _window_of(rect, name, free, windows, relative)
            if window < 0 and rect is not None and not relative:
                # A part of a tree whose upper part is not told: it lies somewhere in one of the windows.
                window = next((index for index in reversed(own) if _within(rect, _rect(windows[index]["bounds"]))), -1)
            else:
                taken.add(window)
            offset = _origin(rect, windows[window]) if relative and window >= 0 and rect is not None else (0, 0)
        else:
            window, offset = above.window, offsets[parent]
            if relative:
                popup = _popup_of_size(rect, [index for index in popups if index not in taken], windows)
                if popup >= 0 and rect is not None:
                    taken.add(popup)
                    bounds = windows[popup]["bounds"]
                    window, offset = popup, (bounds[0] - rect[0], bounds[1] - rect[1])
            elif window not in popups:
                window = _popup_around(rect, role, above, popups, windows, window)
        if rect is not None:
            x, y = offset
            rect = (rect[0] + x, rect[1] + y, rect[2] + x, rect[3] + y)
        offsets.append(offset)
        action = action and tree["toolkit"] in _HONEST
        nodes.append(_Node(parent, role, states, name, description, rect, text, value, action, identifier, window))
    return nodes


def _box(box: Sequence[int] | None) -> Rect | None:
    if box is None or box[2] <= 0 or box[3] <= 0:
        return None
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


def _window_of(
    rect: Rect | None, name: str, candidates: Sequence[int], windows: Sequence[Mapping[str, Any]], relative: bool
) -> int:
    """Returns which of a program's windows a top of its tree is, -1 for none."""
    best, most = -1, 0.0
    for index in candidates:
        row = windows[index]
        score = 1.0 if name and name == row["title"] else 0.0
        if rect is not None:
            for bounds in (_rect(row["bounds"]), _rect(row["inner"])):
                if relative:
                    score = max(score, (name == row["title"]) + 1 / (1 + _differ(rect, bounds)))
                else:
                    union = _area(rect) + _area(bounds) - _area(_intersection(rect, bounds))
                    score = max(score, (name == row["title"]) + _area(_intersection(rect, bounds)) / max(1, union))
        if score > most:
            best, most = index, score
    return best if most > 0.5 or (best >= 0 and relative) else -1


def _origin(rect: Rect, row: Mapping[str, Any]) -> tuple[int, int]:
    """Returns where a GTK 4 window's own coordinates begin: inside the border that it, or the window manager, draws."""
    sizes = [(_differ(rect, bounds), bounds) for bounds in (_rect(row["bounds"]), _rect(row["inner"]))]
    left, top, right, bottom = min(sizes)[1]
    border_x, border_y = (right - left - rect[2] + rect[0]) // 2, (bottom - top - rect[3] + rect[1]) // 2
    return left + max(0, border_x) - rect[0], top + max(0, border_y) - rect[1]


def _differ(one: Rect, other: Rect) -> int:
    """Returns by how many pixels the sizes differ."""
    return abs(one[2] - one[0] - other[2] + other[0]) + abs(one[3] - one[1] - other[3] + other[1])


def _popup_of_size(rect: Rect | None, popups: Sequence[int], windows: Sequence[Mapping[str, Any]]) -> int:
    if rect is not None:
        for index in popups:
            left, top, right, bottom = windows[index]["bounds"]
            if (right - left, bottom - top) == (rect[2] - rect[0], rect[3] - rect[1]):
                return index
    return -1


def _popup_around(
    rect: Rect | None,
    role: int,
    above: _Node,
    popups: Sequence[int],
    windows: Sequence[Mapping[str, Any]],
    otherwise: int,
) -> int:
    """Returns the popup that an entry of an open menu is in: trees put it below the widget that opened it."""
    if rect is not None and popups:
        for index in reversed(popups):
            if all(abs(one - other) <= 2 for one, other in zip(rect, windows[index]["bounds"], strict=True)):
                return index
        outside = above.bounds is not None and _area(_intersection(rect, above.bounds)) == 0
        if outside or (role in _MENUS and above.role in _MENUS):
            for index in reversed(popups):
                if _within(rect, _rect(windows[index]["bounds"])):
                    return index
    return otherwise


# What things are


class _Window:
    """Makes the elements of one window.

    Args:
        index: Its row.
        app: Id of its app.
        area: What of it is on the screen.
        covers: The windows above it.
    """

    def __init__(self, index: int, app: str, area: Rect, covers: Sequence[Rect]) -> None:
        self._index = index
        self._app = app
        self._area = area
        self._covers = covers

    def elements(self, nodes: Sequence[_Node], toolkit: str) -> list[Element]:
        """Returns the elements of a tree that are in this window."""
        drafts: list[_Draft] = []
        clips: dict[int, Rect] = {}
        owner: dict[int, int] = {}  # node -> the draft that its texts go to
        scrolls: dict[int, Rect] = {}  # node -> the pane that its content scrolls in
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
            holder = owner.get(node.parent, -1)
            pane = scrolls.get(node.parent)
            area = None if node.bounds is None else _intersection(node.bounds, clip)
            clips[number] = area if node.role in _CLIPS and area is not None else clip
            owner[number] = holder
            if node.role == _SCROLL_PANE and number in overflowing and area is not None:
                pane = area
            if pane is not None:
                scrolls[number] = pane
            if (node.parent < 0 and (node.role in _TOPS or toolkit == _GTK4)) or (
                (node.role in _MENUS or node.role == _PANEL) and area == self._area
            ):
                continue  # the window itself, which is told already
            role = self._role(node, nodes[node.parent].role if node.parent >= 0 else -1, toolkit)
            covers = self._covers if number in floating else above
            seen = None if area is None or not role else largest_visible(area, covers)
            if seen is None:
                continue
            draft = _draft(_filled(number, nodes, below), role, seen, toolkit)
            draft.floats = number in floating
            if holder >= 0 and _is_part(draft, drafts[holder]):
                drafts[holder].add(draft)
                continue
            if pane is not None and role in _CONTAINERS:
                draft.scrollable = True
                scrolls.pop(number)
            elif role == "web":
                draft.scrollable = True  # perhaps: what it has beyond its view is not told
            drafts.append(draft)
            if role in _ABSORBING:
                owner[number] = len(drafts) - 1
            elif role in _CONTAINERS:
                owner[number] = -1
        drafts.sort(key=lambda draft: draft.floats)
        return [draft.element(self._app) for draft in drafts if draft.tells()]

    def title_bar(self, row: Mapping[str, Any]) -> list[Element]:
        """Returns the buttons that the window manager draws on the window."""
        _, top, right, _ = row["bounds"]
        found = []
        for place, button in enumerate(name for name in _BUTTONS if name in row["buttons"]):
            x, y = right - _BUTTON_RIGHT - place * _BUTTON_STEP, top + _BUTTON_TOP
            half = _BUTTON_SIDE // 2
            seen = largest_visible(_intersection((x - half, y - half, x + half, y + half), self._area), self._covers)
            if seen is not None:
                found.append(Element("button", button.capitalize(), app=self._app, bounds=seen, clickable=True))
        return found

    def _role(self, node: _Node, above: int, toolkit: str) -> str:
        if node.role == _TOGGLE and node.name == "GtkSwitch":
            return "switch"
        if node.role == _SECTION and node.text and node.text.strip(_OBJECT + " \n"):
            return "text"
        role = _ROLES.get(node.role, "")
        if toolkit == _GECKO and node.role in _TABLE_PARTS:
            return _TABLE_PARTS[node.role]
        if node.role == _MENU and above == _COMBO_BOX:
            return ""
        if role == "text_field" and node.role == 61 and not node.states & _EDITABLE:
            return "text"
        if node.role == _COMBO_BOX and node.states & _EDITABLE:
            return "text_field"
        return role


def _filled(number: int, nodes: Sequence[_Node], below: Mapping[int, Sequence[int]]) -> _Node:
    """Returns a node with the texts of what its own text embeds, and with the choice of a combo box."""
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


def _overflowing(nodes: Sequence[_Node], window: int) -> set[int]:
    """Returns the scroll panes whose content is larger than they are, or that show a scroll bar."""
    found = set()
    for node in nodes:
        if node.window != window or node.parent < 0 or nodes[node.parent].role != _SCROLL_PANE or node.bounds is None:
            continue
        pane = nodes[node.parent].bounds
        if node.role == _SCROLL_BAR or (pane is not None and not _within(node.bounds, pane)):
            found.add(node.parent)
    return found


def _is_part(draft: _Draft, holder: _Draft) -> bool:
    """Tells whether something only says what the thing is that it is on, such as a button's label or icon."""
    if draft.role in ("icon", "image", "text"):
        return draft.role == "icon" or not draft.node.action
    if draft.role == holder.role == "button":  # GTK 4's menu buttons have one inside
        return True
    return draft.role == holder.role == "cell" and not draft.node.states & _CHECKABLE_STATE


def _floating(nodes: Sequence[_Node], window: int) -> dict[int, Rect]:
    """Returns the nodes of popovers, which are drawn over the rest of their window, with the popover's bounds."""
    found: dict[int, Rect] = {}
    for number, node in enumerate(nodes):
        if node.window == window and node.parent in found:
            found[number] = found[node.parent]
        elif node.window == window and node.role == _PANEL and node.states & _MODAL and node.bounds is not None:
            found[number] = node.bounds
    return found


class _Draft:
    """An element in the making."""

    def __init__(self, role: str, node: _Node, bounds: Rect, toolkit: str) -> None:
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

    def add(self, part: _Draft) -> None:
        """Takes over what a part says."""
        self.states |= part.states & (_CHECKED | _FOCUSED | _PRESSED | _SELECTED)
        if part.role == "button":
            self.labels.append(part.text)
            self.icons.append(part.description)
        else:
            (self.labels if part.role in ("text", "cell") else self.icons).append(part.text or part.description)

    def _clickable(self) -> bool:
        if self.toolkit == _GECKO and self.role in ("cell", "list_item"):
            return self.node.action or bool(self.states & (_FOCUSABLE | _SELECTABLE))
        return self.role in _CLICKABLE or self.node.action

    def tells(self) -> bool:
        """Tells whether it is worth mentioning."""
        if self.role == "cell" and not self.node.states & _CHECKABLE_STATE:
            return bool(self.text or self.description or any(self.labels + self.icons))
        return bool(self.role not in _EMPTY_TELLS_NOTHING or self.text or self.description or self.node.action)

    def element(self, app: str) -> Element:
        """Returns the element."""
        node, text, description = self.node, self.text, self.description
        if not text and self.role != "text_field":
            text = _joined(self.labels)
            description = description or _joined(self.icons)
        states = self.states
        editable = self.role == "text_field" and bool(states & _EDITABLE or node.role in (40, 52, 60, 79))
        return Element(
            role=self.role,
            text=text,
            description=description if description != text else "",
            resource_id=node.identifier,
            app=app,
            bounds=self.bounds,
            clickable=self._clickable() and bool(states & _SENSITIVE),
            editable=editable and not states & _READ_ONLY,
            checkable=node.role in _CHECKABLE,
            checked=node.role in _CHECKABLE and bool(states & (_CHECKED | _PRESSED)),
            selected=bool(states & _SELECTED),
            focused=bool(states & _FOCUSED),
            enabled=bool(states & _SENSITIVE),
            scrollable=self.scrollable,
            password=node.role == _PASSWORD,
        )


def _draft(node: _Node, role: str, bounds: Rect, toolkit: str) -> _Draft:
    draft = _Draft(role, node, bounds, toolkit)
    name = _one_line(node.name)
    if toolkit == _GTK4:
        name = "" if _CLASS_NAME.fullmatch(name) else _TWICE.sub(r"\1", name) if _TWICE.fullmatch(name) else name
    text = None if node.text is None else node.text.replace(_OBJECT, "")
    description = _one_line(node.description)
    if role == "text_field":
        draft.text = text.rstrip("\n") if text is not None else _number(node)
        if node.role == _PASSWORD:
            draft.text = "•" * len(draft.text)
        draft.description = name if name and name != draft.text else description
        return draft
    value = _number(node)
    draft.text = name or ("" if text is None else text.strip()) or value
    draft.description = value if value and value != draft.text else description
    return draft


def _joined(labels: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(label for label in labels if label))[:_MAX_LABEL]


def _number(node: _Node) -> str:
    known = node.value is not None and math.isfinite(node.value) and node.role in _WITH_VALUE
    return f"{node.value:g}" if known else ""


def _one_line(text: str) -> str:
    return " ".join(_DIRECTIONS.sub("", text).split())
