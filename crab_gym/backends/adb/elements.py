"""Elements from the XML of ``uiautomator dump``, on the simulated phone and on real ones.

* `parse_dump` - parses the XML; roles are those of `crab_gym.backends.base.ROLES`.
* `parse_list` - parses the simulated phone's own list, which is faster to make.
* `app_of_package` - the app behind a package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from xml.etree import ElementTree

from crab_gym.backends.base import Element
from crab_sim.devices.apps import APPS
from crab_sim.devices.element_classes import CLASSES

__all__ = ["app_of_package", "parse_dump", "parse_list"]

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_MAX_BYTES = 32 * 1024 * 1024

_PACKAGES: Mapping[str, str] = {
    package: app.id for app in APPS if app.device == "android" for package in (app.package, *app.aliases)
}
_ROLES = {name: role for role, name in CLASSES.items()}
# Widgets of real apps that the simulated phone doesn't have, by the last part of their class's name.
_REAL_ROLES = {
    "AutoCompleteTextView": "text_field", "MultiAutoCompleteTextView": "text_field", "CheckedTextView": "checkbox",
    "CompoundButton": "switch", "DialogTitle": "text", "FloatingActionButton": "button", "GridView": "list",
    "HorizontalScrollView": "list", "ImageView": "image", "ListView": "list", "NestedScrollView": "list",
    "ProgressBar": "other", "RecyclerView": "list", "ScrollView": "list", "SearchView": "text_field",
    "Spinner": "button", "SurfaceView": "image", "SwitchCompat": "switch", "TextureView": "image",
    "ToggleButton": "switch", "ViewPager": "list", "WebView": "web",
}  # fmt: skip


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


def _role(class_name: str, editable: bool, clickable: bool, in_list: bool) -> str:
    if class_name in _ROLES:
        return _ROLES[class_name]
    role = _REAL_ROLES.get(class_name.rpartition(".")[2], "other")
    if editable:
        return "text_field"
    if role == "other" and clickable:
        return "list_item" if in_list else "button"
    return role


def _flag(node: ElementTree.Element, name: str) -> bool:
    return node.get(name) == "true"


def _elements(
    node: ElementTree.Element, place: Callable[[tuple[int, int, int, int]], tuple[int, int, int, int]], in_list: bool
) -> Iterator[Element]:
    match = _BOUNDS.fullmatch(node.get("bounds", ""))
    role = ""
    if match is not None:
        left, top, right, bottom = map(int, match.groups())
        class_name, hint, text = node.get("class", ""), node.get("hint", ""), node.get("text", "")
        editable = class_name.endswith("EditText") or _flag(node, "editable")
        clickable = _flag(node, "clickable")
        role = _role(class_name, editable, clickable, in_list)
        shows_hint = node.get("showing-hint")  # only newer Androids report it
        if editable and (shows_hint == "true" if shows_hint is not None else text == hint):
            text = ""
        if right > left and bottom > top:
            package = node.get("package", "")
            yield Element(
                role,
                text,
                node.get("content-desc", "") or (hint if editable else ""),
                node.get("resource-id", ""),
                _owner(package),
                place((left, top, right, bottom)),
                clickable,
                _flag(node, "long-clickable"),
                editable,
                _flag(node, "checkable"),
                _flag(node, "checked"),
                _flag(node, "selected"),
                _flag(node, "focused"),
                _flag(node, "enabled"),
                _flag(node, "scrollable"),
                _flag(node, "password"),
            )
    for child in node:
        yield from _elements(child, place, role == "list")


def _visible_part(root: ElementTree.Element) -> ElementTree.Element:
    """Returns the element around all that is shown: a frame that only holds the screen is left out."""
    if len(root) != 1 or not len(root[0]) or root[0].get("class") != "android.widget.FrameLayout":
        return root
    frame = root[0]
    named = any(frame.get(name) for name in ("text", "content-desc", "resource-id"))
    return root if named or any(frame.get(name) == "true" for name in ("clickable", "focused")) else frame


def parse_dump(
    xml: bytes, place: Callable[[tuple[int, int, int, int]], tuple[int, int, int, int]] = lambda bounds: bounds
) -> tuple[Element, ...]:
    """Returns the elements of a dump, back to front.

    Args:
        xml: Output of ``uiautomator dump``.
        place: Converts bounds from the device's pixels to those of the configured screen.

    Raises:
        ValueError: It is no such XML.

    >>> xml = b'<hierarchy><node class="android.widget.Button" text="OK" bounds="[0,0][9,9]"/></hierarchy>'
    >>> [(e.role, e.text, e.bounds) for e in parse_dump(xml)]
    [('button', 'OK', (0, 0, 9, 9))]
    """
    start, end = xml.find(b"<?xml"), xml.rfind(b"</hierarchy>")
    if start < 0:
        start = xml.find(b"<hierarchy")
    if start < 0 or end < start or len(xml) > _MAX_BYTES:
        raise ValueError(f"no hierarchy in {xml[:200].decode('utf-8', 'replace')!r}")
    text = xml[start : end + len(b"</hierarchy>")]
    if b"<!" in text:  # a dump has no document type; one could define entities that expand without end
        raise ValueError("the hierarchy declares a document type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"the hierarchy is broken: {error}") from None
    try:
        return tuple(element for child in _visible_part(root) for element in _elements(child, place, False))
    except RecursionError:
        raise ValueError("the hierarchy is nested too deeply") from None


def parse_list(data: bytes) -> tuple[Element, ...]:
    """Returns the elements that the simulated phone lists as JSON, one array per element.

    Raises:
        ValueError: It is no such list.
    """
    try:
        rows = json.loads(data)
        return tuple(
            Element(**dict(zip(Element._fields, [*row[:5], tuple(row[5]), *row[6:]], strict=True))) for row in rows
        )
    except (TypeError, IndexError) as error:
        raise ValueError(f"no list of elements: {error}") from None
