"""The screen of a phone as android_env's accessibility forest, straight from the simulator's tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest
from android_env.proto.a11y.android_accessibility_node_info_pb2 import AndroidAccessibilityNodeInfo
from android_env.proto.a11y.android_accessibility_window_info_pb2 import AndroidAccessibilityWindowInfo

from crab_sim.devices.apps import app_of
from crab_sim.draw.ops import Rect
from crab_sim.phone.android import Device, catalog
from crab_sim.phone.android.views import View, system_window
from crab_sim.phone.android.views.view import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    ENABLED,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
)
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.keyboard import KEY_ID
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui.accessibility import AccessibleElement

__all__ = ["forest"]

_SYSTEM_UI: Final = "com.android.systemui"
_KEYBOARD: Final = KEY_ID.partition(":")[0]
_FOCUS, _CLEAR_FOCUS, _CLICK, _LONG_CLICK = 1, 2, 16, 32  # Android's numbers of actions, like those below
_STATUS, _NAVIGATION, _ABOVE, _KEYS = 1001, 1002, 1003, 1004  # numbers of windows beyond those of apps
_ACCESSIBILITY_FOCUS, _SCROLL_FORWARD, _SCROLL_BACKWARD, _SET_TEXT = 64, 4096, 8192, 2097152


class _Window(NamedTuple):
    """A window's place in the forest.

    Attributes:
        id: Its number.
        title: Its title.
        kind: Its type, by Android's name.
        package: The package that its elements belong to.
    """

    id: int
    title: str
    kind: str
    package: str


def forest(device: Device) -> AndroidAccessibilityForest:
    """Returns a phone's screen as an accessibility service sees it: the window in front first.

    Each window has one tree, of the views that ``uiautomator dump`` shows of the one that has the focus. Text fields
    have their label as hint, and their text only where something was typed.

    Args:
        device: The phone.
    """
    elements, phone = device.elements(), device.phone
    by_window: dict[_Window, list[AccessibleElement]] = {}
    for element in elements:
        by_window.setdefault(_window_of(device, element), []).append(element)
    result = AndroidAccessibilityForest()
    focused = _front(device)
    for layer, (window, own) in reversed(list(enumerate(by_window.items()))):
        root = device.window() if window == focused else system_window(phone, own, _extent(own))
        info = result.windows.add(
            id=window.id, layer=layer, title=window.title, is_active=window == focused, is_focused=window == focused,
            window_type=AndroidAccessibilityWindowInfo.WindowType.Value(window.kind),
        )  # fmt: skip
        _set_bounds(info, root.bounds)
        info.tree.nodes.extend(_nodes(window, root))
    return result


def _front(device: Device) -> _Window:
    """Returns the window that touches and keys go to."""
    phone, above = device.phone, device.phone.get(ABOVE).name
    if above:
        return _Window(_ABOVE, above.capitalize(), "TYPE_SYSTEM", _SYSTEM_UI)
    front = phone.front
    app = "launcher" if front is None else front.app
    title = "Home" if front is None else app_of("android", app).name
    return _Window(catalog.task_id(app), title, "TYPE_APPLICATION", device.package(app))


def _window_of(device: Device, element: AccessibleElement) -> _Window:
    phone = device.phone
    if element.app != "system":
        package = device.package(element.app)
        return _Window(catalog.task_id(element.app), app_of("android", element.app).name, "TYPE_APPLICATION", package)
    if element.resource_id.startswith(KEY_ID):
        return _Window(_KEYS, "Keyboard", "TYPE_INPUT_METHOD", _KEYBOARD)
    if element.bounds[3] <= STATUS_HEIGHT:
        return _Window(_STATUS, "Status bar", "TYPE_SYSTEM", _SYSTEM_UI)
    if element.bounds[1] >= phone.height - NAV_HEIGHT:
        return _Window(_NAVIGATION, "Navigation bar", "TYPE_SYSTEM", _SYSTEM_UI)
    front = _front(device)
    if phone.front is not None and front.kind == "TYPE_APPLICATION":
        return _Window(_ABOVE, "System", "TYPE_SYSTEM", _SYSTEM_UI)  # such as a toast
    return front


def _extent(elements: Sequence[AccessibleElement]) -> Rect:
    return (
        min(element.bounds[0] for element in elements), min(element.bounds[1] for element in elements),
        max(element.bounds[2] for element in elements), max(element.bounds[3] for element in elements),
    )  # fmt: skip


def _set_bounds(info: AndroidAccessibilityNodeInfo | AndroidAccessibilityWindowInfo, bounds: Rect) -> None:
    place = info.bounds_in_screen
    place.left, place.top, place.right, place.bottom = bounds


def _nodes(window: _Window, root: View) -> Iterator[AndroidAccessibilityNodeInfo]:
    """Yields a window's nodes, its root first; a node's number is its place among them."""
    nodes: list[AndroidAccessibilityNodeInfo] = []
    stack: list[tuple[View, int, AndroidAccessibilityNodeInfo | None]] = [(root, 0, None)]
    while stack:
        view, depth, parent = stack.pop()
        node = _node(window, view)
        node.unique_id, node.depth = len(nodes), depth
        if parent is not None:
            node.drawing_order = len(parent.child_ids) + 1
            parent.child_ids.append(len(nodes))
        nodes.append(node)
        stack.extend((child, depth + 1, node) for child in reversed(view.children))
    yield from nodes


def _node(window: _Window, view: View) -> AndroidAccessibilityNodeInfo:
    flags = view.flags
    node = AndroidAccessibilityNodeInfo(
        class_name=view.kind,
        content_description=view.description,
        hint_text=view.hint or "",
        package_name=window.package,
        text=view.text,
        text_selection_start=-1,
        text_selection_end=-1,
        view_id_resource_name=view.id,
        window_id=window.id,
        is_checkable=bool(flags & CHECKABLE),
        is_checked=bool(flags & CHECKED),
        is_clickable=bool(flags & CLICKABLE),
        is_editable=view.hint is not None,
        is_enabled=bool(flags & ENABLED),
        is_focusable=bool(flags & FOCUSABLE),
        is_focused=bool(flags & FOCUSED),
        is_long_clickable=bool(flags & LONG_CLICKABLE),
        is_password=bool(flags & PASSWORD),
        is_scrollable=bool(flags & SCROLLABLE),
        is_selected=bool(flags & SELECTED),
        is_visible_to_user=True,
    )
    _set_bounds(node, view.bounds)
    for action in _actions(view):
        node.actions.add(id=action)
    return node


def _actions(view: View) -> Iterator[int]:
    """Yields the numbers of the actions that a service can perform on a view."""
    yield _ACCESSIBILITY_FOCUS
    if not view.flags & ENABLED:
        return
    if view.flags & CLICKABLE:
        yield _CLICK
    if view.flags & LONG_CLICKABLE:
        yield _LONG_CLICK
    if view.flags & FOCUSABLE:
        yield _CLEAR_FOCUS if view.flags & FOCUSED else _FOCUS
    if view.flags & SCROLLABLE:
        yield _SCROLL_FORWARD
        yield _SCROLL_BACKWARD
    if view.hint is not None:
        yield _SET_TEXT
