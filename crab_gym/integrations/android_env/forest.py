"""The screen of a phone as android_env's accessibility forest, straight from the simulator's tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest
from android_env.proto.a11y.android_accessibility_node_info_pb2 import AndroidAccessibilityNodeInfo
from android_env.proto.a11y.android_accessibility_window_info_pb2 import AndroidAccessibilityWindowInfo

from crab_sim.devices.apps import app_of
from crab_sim.devices.element_classes import CLASSES
from crab_sim.draw.ops import Rect
from crab_sim.phone.android import Device, catalog
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

    Each window has one tree. Its first node is the window's root; an element is a child of the last one before it that
    contains it. Text fields have their label as hint, and their text only where something was typed.

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
        info = result.windows.add(
            id=window.id, layer=layer, title=window.title, is_active=window == focused, is_focused=window == focused,
            window_type=AndroidAccessibilityWindowInfo.WindowType.Value(window.kind),
        )  # fmt: skip
        bounds = _extent(own) if window.kind != "TYPE_APPLICATION" else (0, 0, phone.width, phone.height)
        _set_bounds(info, bounds)
        info.tree.nodes.extend(_nodes(window, own, bounds))
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


def _nodes(
    window: _Window, elements: Sequence[AccessibleElement], bounds: Rect
) -> Iterator[AndroidAccessibilityNodeInfo]:
    """Yields a window's nodes, its root first; a node's number is its place among them."""
    root = AndroidAccessibilityNodeInfo(
        class_name=CLASSES["window"], package_name=window.package, window_id=window.id, is_enabled=True,
        is_visible_to_user=True,
    )  # fmt: skip
    _set_bounds(root, bounds)
    nodes = [root]
    open_nodes = [0]  # from the root to the last node
    for number, element in enumerate(elements, 1):
        while len(open_nodes) > 1 and not _contains(elements[open_nodes[-1] - 1].bounds, element.bounds):
            open_nodes.pop()
        parent = nodes[open_nodes[-1]]
        node = _node(window, element)
        node.unique_id, node.depth, node.drawing_order = number, len(open_nodes), len(parent.child_ids) + 1
        parent.child_ids.append(number)
        nodes.append(node)
        open_nodes.append(number)
    yield from nodes


def _contains(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _node(window: _Window, element: AccessibleElement) -> AndroidAccessibilityNodeInfo:
    node = AndroidAccessibilityNodeInfo(
        class_name=CLASSES[element.role],
        content_description="" if element.editable else element.description,
        hint_text=element.description if element.editable else "",
        package_name=window.package,
        text=element.text,
        text_selection_start=-1,
        text_selection_end=-1,
        view_id_resource_name=element.resource_id,
        window_id=window.id,
        is_checkable=element.checkable,
        is_checked=element.checked,
        is_clickable=element.clickable,
        is_editable=element.editable,
        is_enabled=element.enabled,
        is_focusable=element.clickable or element.editable,
        is_focused=element.focused,
        is_long_clickable=element.long_clickable,
        is_password=element.password,
        is_scrollable=element.scrollable,
        is_selected=element.selected,
        is_visible_to_user=True,
    )
    _set_bounds(node, element.bounds)
    for action in _actions(element):
        node.actions.add(id=action)
    return node


def _actions(element: AccessibleElement) -> Iterator[int]:
    """Yields the numbers of the actions that a service can perform on an element."""
    yield _ACCESSIBILITY_FOCUS
    if not element.enabled:
        return
    if element.clickable:
        yield _CLICK
    if element.long_clickable:
        yield _LONG_CLICK
    if element.clickable or element.editable:
        yield _CLEAR_FOCUS if element.focused else _FOCUS
    if element.scrollable:
        yield _SCROLL_FORWARD
        yield _SCROLL_BACKWARD
    if element.editable:
        yield _SET_TEXT
