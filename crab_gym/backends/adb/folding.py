"""Elements from the nodes of a dump of a phone's screen: flat and labelled, as agents and oracles see them.

A real phone's dump is a deep tree, most of whose nodes are frames without a meaning: a row that can be tapped has no
text, but texts in it. Here such a row becomes one element with its texts, and what has neither a label nor a use is
left out.

* `folded` - the elements that a tree stands for. `unfolded` - one element for each of its nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Final, TypeAlias
from xml.etree import ElementTree

from crab_gym.backends.elements import Element
from crab_sim.devices.apps import APPS
from crab_sim.devices.element_classes import FRAME_IDS, SECOND_IDS

__all__ = ["Place", "app_of_package", "folded", "unfolded"]

Place: TypeAlias = Callable[[tuple[int, int, int, int]], tuple[int, int, int, int]]
"""Converts bounds from the device's pixels to those of the configured screen."""
_Node: TypeAlias = ElementTree.Element

_BOUNDS: Final = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_PACKAGES: Final[Mapping[str, str]] = {
    package: app.id for app in APPS if app.device == "android" for package in (app.package, *app.aliases)
}
_ROLES: Final = {
    "AutoCompleteTextView": "text_field", "Button": "button", "CheckBox": "checkbox", "CheckedTextView": "radio",
    "Chip": "button", "CompoundButton": "switch", "DialogTitle": "text", "EditText": "text_field",
    "FloatingActionButton": "button", "GridView": "list", "HorizontalScrollView": "list", "Image": "image",
    "ImageButton": "button", "ImageView": "image", "ListView": "list", "MultiAutoCompleteTextView": "text_field",
    "NestedScrollView": "list", "ProgressBar": "other", "RadioButton": "radio", "RecyclerView": "list",
    "ScrollView": "list", "SearchView": "text_field", "SeekBar": "slider", "Spinner": "button",
    "SurfaceView": "image", "Switch": "switch", "SwitchCompat": "switch", "TextView": "text", "TextureView": "image",
    "ToggleButton": "switch", "ViewPager": "list", "WebView": "web", "ExpandableListView": "list",
}  # fmt: skip
"""Roles of views by the last part of their class's name; other views are groups, or blank."""
_IN_WEB: Final = {"GridView": "table", "ListView": "other"}
_ROWS: Final = ("LinearLayout", "LinearLayoutCompat", "RelativeLayout")
_BOXES: Final = ("FrameLayout", "LinearLayout", "LinearLayoutCompat", "RelativeLayout", "ViewGroup")
_LINES: Final = ("TextView", "DialogTitle")
_TICKS: Final = ("CheckBox", "RadioButton", "Switch", "SwitchCompat")
_PANELS: Final = ("/buttonPanel", "/scrollView", "/topPanel", "/contentPanel", "/customPanel")
"""Ends of the ids of a dialog's panels; some of them are lists that hold everything of it."""


def app_of_package(package: str) -> str:
    """Returns the id of a package's app, ``""`` for a package that isn't in the table of apps.

    >>> app_of_package("org.tasks"), app_of_package("com.example.other")
    ('tasks', '')
    """
    return _PACKAGES.get(package, "")


def _owner(package: str) -> str:
    """Returns the app of an element; the home screen belongs to the system."""
    app = _PACKAGES.get(package, "system" if package.startswith(("android", "com.android.systemui")) else package)
    return "system" if app == "launcher" else app


def _flag(node: _Node, name: str) -> bool:
    return node.get(name) == "true"


def _kind(node: _Node) -> str:
    return node.get("class", "").rpartition(".")[2]


def _own_label(node: _Node) -> bool:
    return bool(node.get("text") or node.get("content-desc"))


def _element(
    node: _Node,
    place: Place,
    role: str,
    text: str | None = None,
    description: str | None = None,
    id: str | None = None,
    tick: _Node | None = None,
    clickable: bool | None = None,
) -> Element | None:
    """Returns the element of a node, None for one without an area.

    Args:
        node: The node.
        place: Converts its bounds.
        role: Its role.
        text: Its text where it isn't the node's own.
        description: Its description where it isn't the node's own.
        id: Its resource id where it isn't the node's own.
        tick: The node that says whether it is checked.
        clickable: Whether it takes a tap, where the node doesn't say so.
    """
    match = _BOUNDS.fullmatch(node.get("bounds", ""))
    if match is None:
        return None
    left, top, right, bottom = map(int, match.groups())
    if right <= left or bottom <= top:
        return None
    own, hint = node.get("text", ""), node.get("hint", "")
    editable = role == "text_field" or _flag(node, "editable")
    shows_hint = node.get("showing-hint")  # only newer Androids report it
    if editable and (shows_hint == "true" if shows_hint is not None else own == hint):
        own = ""
    tick = node if tick is None else tick
    return Element(
        role,
        own if text is None else text,
        (node.get("content-desc", "") or (hint if editable else "")) if description is None else description,
        _id(node) if id is None else id,
        _owner(node.get("package", "")),
        place((left, top, right, bottom)),
        _flag(node, "clickable") if clickable is None else clickable,
        _flag(node, "long-clickable"),
        editable,
        _flag(tick, "checkable"),
        _flag(tick, "checked"),
        _flag(node, "selected"),
        _flag(node, "focused") and editable,
        _flag(node, "enabled"),
        _flag(node, "scrollable"),
        _flag(node, "password"),
    )


def _id(node: _Node) -> str:
    id = node.get("resource-id", "")
    return "" if id.endswith(FRAME_IDS) else id


def unfolded(node: _Node, place: Place) -> Iterator[Element]:
    """Yields an element for each node below one, itself included, in the tree's order.

    Args:
        node: The node.
        place: Converts bounds.
    """
    kind = _kind(node)
    role = _ROLES.get(kind, "other")
    element = _element(node, place, role, id=node.get("resource-id", ""))
    if element is not None:
        yield element._replace(focused=_flag(node, "focused"))
    for child in node:
        yield from unfolded(child, place)


# The rules ------------------------------------------------------------------------------------------------------------


def folded(root: _Node, place: Place) -> Iterator[Element]:
    """Yields the elements that a tree stands for, back to front.

    Args:
        root: The root of a window.
        place: Converts bounds.
    """
    yield from _fold(root, place, (), False)


def _fold(node: _Node, place: Place, above: tuple[_Node, ...], in_web: bool) -> Iterator[Element]:
    kind = _kind(node)
    role = (_IN_WEB.get(kind) if in_web else None) or _ROLES.get(kind)
    swallowed: Set[_Node] = frozenset()
    if in_web and role is None:
        element = _in_web(node, place)
    elif role is None:
        element, swallowed = _group(node, place, kind, above)
    else:
        element = _leaf(node, place, role, kind, above)
    if element is not None:
        yield element
    for child in node:
        if child not in swallowed:
            yield from _fold(child, place, (*above, node), in_web or role == "web")


def _leaf(node: _Node, place: Place, role: str, kind: str, above: tuple[_Node, ...]) -> Element | None:
    """Returns the element of a node whose class says what it is, None where it has neither label nor use."""
    text, description = node.get("text", ""), node.get("content-desc", "")
    clickable, labelled = _flag(node, "clickable"), bool(text or description)
    if role == "list":
        if node.get("resource-id", "").endswith(_PANELS):
            return None
        return _element(node, place, "menu" if _is_menu(node, above) else role)
    if role in ("image", "other", "text") and not (labelled or clickable or _flag(node, "long-clickable")):
        return None
    if role == "slider":
        return _element(node, place, role, clickable=True)
    if role == "text" and clickable and description == text:  # an icon of a launcher, which says its name twice
        return _element(node, place, "icon", description="")
    if role == "text" and clickable and not (text and description):
        role = "button"
    elif kind == "ImageView":
        role = "button" if clickable else "image" if _id(node) else "icon"
    return _element(node, place, role)


def _in_web(node: _Node, place: Place) -> Element | None:
    """Returns the element of a blank view of a web page: a link or a piece of text, None where it is only a box."""
    clickable = _flag(node, "clickable")
    return _element(node, place, "link" if clickable else "cell") if clickable or _own_label(node) else None


def _group(node: _Node, place: Place, kind: str, above: tuple[_Node, ...]) -> tuple[Element | None, Set[_Node]]:
    """Returns the element that a group of views is, None where it is only a frame, and which of its children are it."""
    none: Set[_Node] = frozenset()
    clickable, around = _flag(node, "clickable"), above[-1] if above else None
    used = clickable or _flag(node, "long-clickable") or _flag(node, "scrollable")
    if node.get("resource-id", "").endswith("/parentPanel"):
        return _dialog(node, place), none
    if kind == "FrameLayout" and around is not None and _kind(around) == "DrawerLayout":
        return _element(node, place, "menu"), none
    if kind == "View":
        role = "other" if not (clickable and node.get("text")) else "button" if node.get("content-desc") else "link"
        return (_element(node, place, role) if used or _own_label(node) else None), none
    if kind == "FrameLayout" and clickable:
        return _labelled(node, place, "tab") if _are_tabs(around) else (_element(node, place, "other"), none)
    if kind == "LinearLayout" and around is not None and _is_menu(around, above[:-1]):
        return _labelled(node, place, "menu_item")
    if kind == "FrameLayout" and len(above) == 1 and _own_label(node):
        window = _element(node, place, "window")
        return (None if window is None else window._replace(focused=_flag(node, "focused"))), none
    if not clickable:
        lines = _box(node) if kind == "LinearLayout" else []
        if lines and (node.get("resource-id") or used or not _flag(node, "enabled")):
            return _labelled(node, place, "list_item")
        if len(lines) == 2 and lines[1].get("resource-id") in SECOND_IDS:  # a row that says something and does nothing
            return _labelled(node, place, "text")
        role = "toolbar" if kind == "ViewGroup" and not used else "other"
        return (_element(node, place, role) if used or _own_label(node) else None), none
    in_list = around is not None and _ROLES.get(_kind(around)) == "list"
    if kind == "ViewGroup" and not len(node):
        return _element(node, place, "image"), none
    if kind not in _ROWS:
        return _labelled(node, place, "list_item" if in_list else "button")
    return _labelled(node, place, "menu_item" if kind == "LinearLayoutCompat" else "list_item")


def _dialog(node: _Node, place: Place) -> Element | None:
    """Returns the element of a dialog, which has the title that stands in its first panel."""
    title = _lines(node[0]) if len(node) else []
    id = node[0].get("resource-id", "") if title else ""
    text = title[0].get("text", "") if title else ""
    return _element(node, place, "dialog", text, id="" if id.endswith(_PANELS) else id)


def _is_menu(node: _Node, above: tuple[_Node, ...]) -> bool:
    """Returns whether a list is all that there is in a window of its own."""
    return _kind(node) == "ListView" and len(above) == 2 and all(len(outer) == 1 for outer in above)


def _are_tabs(group: _Node | None) -> bool:
    """Returns whether a group's children are tabs: several frames that take a tap, of which one is chosen."""
    return (
        group is not None
        and len(group) > 1
        and all(_kind(child) == "FrameLayout" and _flag(child, "clickable") for child in group)
        and sum(_flag(child, "selected") for child in group) == 1
    )


def _lines(node: _Node) -> list[_Node]:
    """Returns the lines of text in a box that has nothing else to offer, none if it has."""
    nodes = list(node.iter())
    if any(_flag(each, name) for each in nodes for name in ("clickable", "checkable", "scrollable", "long-clickable")):
        return []
    return [each for each in nodes if _kind(each) in _LINES and each.get("text")]


def _box(node: _Node) -> list[_Node]:
    """Returns the lines in the box of a row."""
    return next((lines for child in node if _kind(child) == "RelativeLayout" and (lines := _lines(child))), [])


def _labelled(node: _Node, place: Place, role: str) -> tuple[Element | None, Set[_Node]]:
    """Returns the element of a row, which has the texts of the boxes in it, and those of its children that are it."""
    boxes = {child: _lines(child) for child in node if _kind(child) in _BOXES and not _own_label(child)}
    swallowed = {child for child, lines in boxes.items() if lines}
    lines = [line for inner in boxes.values() for line in inner]
    if not swallowed and not _own_label(node):
        lines = [child for child in node if _kind(child) in _LINES and not _flag(child, "clickable")]
        swallowed = set(lines)
    tick = None
    for child in node:
        for each in (child, *child):
            if _kind(each) in _TICKS and not _flag(each, "clickable"):
                tick = each
                swallowed.add(child)
    if role == "list_item" and tick is not None and _ROLES[_kind(tick)] == "switch":
        role = "switch"
    texts = [line.get("text", "") for line in lines]
    element = _element(
        node,
        place,
        role,
        node.get("text", "") or (texts[0] if texts else ""),
        node.get("content-desc", "") or ", ".join(texts[1:]),
        next(filter(None, map(_id, [node, *([] if tick is None else [tick]), *lines[:1]])), ""),
        tick,
    )
    return element, swallowed
