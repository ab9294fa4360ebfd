"""AndroidWorld's JSON actions as actions of `CrabEnv`, and its list of the elements that they name by index.

* `translate` - the actions that carry out one of AndroidWorld's.
* `ui_elements` - the elements on the screen, in AndroidWorld's order.
* `BadAction` - an action has another form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.elements import Element
from crab_gym.task import Action, action
from crab_sim.devices.apps import APPS
from crab_sim.devices.element_classes import CLASSES
from crab_sim.phone.profile import PROFILES

__all__ = ["ACTION_TYPES", "BadAction", "translate", "ui_elements"]

ACTION_TYPES: Final = (
    "click", "double_tap", "long_press", "scroll", "swipe", "input_text", "keyboard_enter", "navigate_home",
    "navigate_back", "open_app", "wait", "answer", "status", "unknown",
)  # fmt: skip
_FIELDS: Final[Mapping[str, type]] = {
    "action_type": str, "index": int, "x": int, "y": int, "text": str, "direction": str, "goal_status": str,
    "app_name": str, "keycode": str, "clear_text": bool,
}  # fmt: skip
_OPPOSITE: Final = {"up": "down", "down": "up", "left": "left", "right": "right"}
"""The way that the view goes in a swipe, by the name that AndroidWorld has for the swipe."""
_NAV_BAR: Final = 44  # pixels at the bottom, where no swipe begins
_PACKAGES: Final = {
    "chrome|google chrome": "com.android.chrome",
    "simple sms messenger|simple sms": "com.simplemobiletools.smsmessenger",
    "dialer|phone": "com.android.dialer",
    "simple calendar pro|simple calendar|google calendar|gcal": "com.simplemobiletools.calendar.pro",
    "simple gallery pro|simple gallery|google photos|photos": "com.simplemobiletools.gallery.pro",
    "simple draw pro": "com.simplemobiletools.draw.pro",
    "pro expense|pro expense app": "com.arduia.expense",
    "broccoli|broccoli app|broccoli recipe app|recipe app": "com.flauschcode.broccoli",
    "osmand|google maps": "net.osmand",
    "tasks app|tasks.org": "org.tasks",
    "open tracks sports tracker|activity tracker|open tracks|opentracks": "de.dennisguse.opentracks",
    "joplin|joplin app": "net.cozic.joplin",
    "vlc|vlc app|vlc player": "org.videolan.vlc",
    "retro music|retro|retro player": "code.name.monkey.retromusic",
    "audio recorder": "com.dimowner.audiorecorder",
    "markor": "net.gsantner.markor",
    "gmail": "com.google.android.gm",
    "google keep|keep": "com.google.android.keep",
    "google drive": "com.google.android.apps.docs",
    "system settings": "com.android.settings",
}
"""The packages of AndroidWorld's names of apps, where a name isn't the app's own here."""
_KNOWN_AS: Final = {
    "system": "com.android.systemui",
    **{row.id: PROFILES["androidworld"].package(row.id) for row in APPS if row.device == "android"},
}
"""The packages by which AndroidWorld knows the apps, by their ids here."""
_NAMES: Final = {name: package for names, package in _PACKAGES.items() for name in names.split("|")}


class BadAction(ValueError):
    """An action isn't one of AndroidWorld's; the message says what is expected."""


class _Place(NamedTuple):
    x: int
    y: int


def ui_elements(elements: Sequence[Element]) -> list[Element]:
    """Returns the elements that AndroidWorld lists: those with a description, that scroll, or that contain no other.

    Args:
        elements: All elements, back to front; one lies in the last before it that contains it.
    """
    outer: list[Element] = []
    parents = set()
    for element in elements:
        left, top, right, bottom = element.bounds
        while outer and not _contains(outer[-1], left, top, right, bottom):
            outer.pop()
        if outer:
            parents.add(id(outer[-1]))
        outer.append(element)
    return [e for e in elements if id(e) not in parents or e.scrollable or (e.description and not e.editable)]


def _contains(element: Element, left: int, top: int, right: int, bottom: int) -> bool:
    x1, y1, x2, y2 = element.bounds
    return x1 <= left and y1 <= top and right <= x2 and bottom <= y2


def as_json(element: Element, size: tuple[int, int]) -> dict[str, object]:
    """Returns an element with AndroidWorld's names for what it tells.

    Args:
        element: The element.
        size: Width and height of the screen in pixels.
    """
    left, top, right, bottom = element.bounds
    width, height = size
    pixels = {"x_min": left, "x_max": right, "y_min": top, "y_max": bottom}
    parts = {"x_min": left / width, "x_max": right / width, "y_min": top / height, "y_max": bottom / height}
    return {
        "text": element.text or None,
        "content_description": None if element.editable else element.description or None,
        "hint_text": (element.description or None) if element.editable else None,
        "class_name": CLASSES[element.role],
        "resource_id": element.resource_id or None,
        "package_name": _KNOWN_AS.get(element.app, element.app),
        "bbox": parts,
        "bbox_pixels": pixels,
        "is_checkable": element.checkable,
        "is_checked": element.checked,
        "is_clickable": element.clickable,
        "is_editable": element.editable,
        "is_enabled": element.enabled,
        "is_focusable": element.clickable or element.editable,
        "is_focused": element.focused,
        "is_long_clickable": element.long_clickable,
        "is_scrollable": element.scrollable,
        "is_selected": element.selected,
        "is_visible": True,
    }


def translate(request: object, elements: Sequence[Element], size: tuple[int, int]) -> list[Action]:
    """Returns the actions that carry out one of AndroidWorld's; none where it does nothing.

    Args:
        request: The action, such as ``{"action_type": "click", "index": 3}``.
        elements: All elements on the screen.
        size: Width and height of the screen in pixels.

    Raises:
        BadAction: It has another form.

    >>> translate({"action_type": "swipe", "direction": "down"}, [], (360, 800))[0]["args"]
    {'x': 180, 'y': 0, 'direction': 'up', 'distance': 'long'}
    """
    fields = _checked(request)
    kind = fields["action_type"]
    match kind:
        case "click" | "double_tap":
            place = _place(fields, elements, size)
            return [action("android", "tap", x=place.x, y=place.y)] * (1 if kind == "click" else 2)
        case "long_press":
            place = _place(fields, elements, size)
            return [action("android", "long_tap", x=place.x, y=place.y)]
        case "scroll":
            return [_scroll(fields, elements, size)]
        case "swipe":
            return [_swipe(str(fields.get("direction")), size)]
        case "input_text":
            return _input(fields, elements, size)
        case "keyboard_enter" | "navigate_home" | "navigate_back":
            return [action("android", "press", key=str(kind).rpartition("_")[2])]
        case "open_app":
            return [action("android", "open_app", name=_app(str(_need(fields, "app_name"))))]
        case "wait":
            return [action("root", "wait", seconds=1.0)]
        case "answer":
            return [action("root", "submit", answer=str(_need(fields, "text")))]
        case _:
            return []  # status and unknown


def _checked(action: object) -> Mapping[str, object]:
    if not isinstance(action, Mapping):
        raise BadAction(f"the action is {action!r:.80}; expected an object such as {{'action_type': 'wait'}}")
    fields = {name: value for name, value in action.items() if value is not None}
    for name, value in fields.items():
        kind = _FIELDS.get(name)
        if kind is None:
            raise BadAction(f"the action has {name!r:.40}; expected some of: {', '.join(_FIELDS)}")
        if name in ("x", "y", "index") and isinstance(value, float) and value.is_integer():
            fields[name] = int(value)
        elif name in ("x", "y", "index") and isinstance(value, str) and re.fullmatch(r"-?\d{1,6}", value, re.ASCII):
            fields[name] = int(value)
        elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadAction(f"the action's {name} is {value!r:.40}; expected {kind.__name__}")
    if fields.get("action_type") not in ACTION_TYPES:
        raise BadAction(f"action_type is {fields.get('action_type')!r:.40}; expected one of: {', '.join(ACTION_TYPES)}")
    if "index" in fields and ("x" in fields or "y" in fields):
        raise BadAction("the action has both an index and coordinates; expected one of them")
    if fields.get("direction", "up") not in _OPPOSITE:
        raise BadAction(f"direction is {fields['direction']!r:.40}; expected one of: {', '.join(_OPPOSITE)}")
    if not str(fields.get("keycode", "KEYCODE_")).startswith("KEYCODE_"):
        raise BadAction(f"keycode is {fields['keycode']!r:.40}; expected a name such as KEYCODE_ENTER")
    return fields


def _need(fields: Mapping[str, object], name: str) -> object:
    if name not in fields:
        raise BadAction(f"{fields['action_type']} needs {name}")
    return fields[name]


def _element(fields: Mapping[str, object], elements: Sequence[Element]) -> Element | None:
    index = fields.get("index")
    if not isinstance(index, int):
        return None
    listed = ui_elements(elements)
    if not 0 <= index < len(listed):
        raise BadAction(f"index is {index}; the screen has elements 0 to {len(listed) - 1}")
    return listed[index]


def _place(fields: Mapping[str, object], elements: Sequence[Element], size: tuple[int, int]) -> _Place:
    element = _element(fields, elements)
    if element is not None:
        return _Place(*element.center)
    x, y = _need(fields, "x"), _need(fields, "y")
    assert isinstance(x, int) and isinstance(y, int)
    if not (0 <= x < size[0] and 0 <= y < size[1]):
        raise BadAction(f"({x}, {y}) is outside of the screen, which is {size[0]}×{size[1]}")
    return _Place(x, y)


def _scroll(fields: Mapping[str, object], elements: Sequence[Element], size: tuple[int, int]) -> Action:
    """Returns a swipe from an element's middle, or the screen's, to its edge, as nearly as the verb has it."""
    direction, element = str(_need(fields, "direction")), _element(fields, elements)
    left, top, right, bottom = (0, 0, *size) if element is None else element.bounds
    share = (bottom - top) / 2 / size[1] if direction in ("up", "down") else (right - left) / 2 / size[0]
    distance = "short" if share < 0.225 else "medium" if share < 0.4 else "long"
    x, y = (left + right) // 2, (top + bottom) // 2
    return action("android", "swipe", x=x, y=y, direction=direction, distance=distance)


def _swipe(name: str, size: tuple[int, int]) -> Action:
    """Returns a swipe over the screen, from an edge. AndroidWorld names where the finger goes, but for the sides."""
    if name not in _OPPOSITE:
        raise BadAction(f"swipe needs a direction, one of: {', '.join(_OPPOSITE)}")
    width, height = size
    x = {"left": 0, "right": width - 1}.get(name, width // 2)
    y = {"down": 0, "up": height - _NAV_BAR - 1}.get(name, height // 2)
    return action("android", "swipe", x=x, y=y, direction=_OPPOSITE[name], distance="long")


def _input(fields: Mapping[str, object], elements: Sequence[Element], size: tuple[int, int]) -> list[Action]:
    """Returns a tap into the field, if one is named, what clears it, the text, and Enter, as AndroidWorld types."""
    text, actions = str(_need(fields, "text")), []
    target = _element(fields, elements)
    if target is not None or "x" in fields:
        place = _place(fields, elements, size)
        actions.append(action("android", "tap", x=place.x, y=place.y))
        inside = [e for e in elements if e.editable and _contains(e, place.x, place.y, place.x, place.y)]
        target = inside[-1] if inside else None
    else:
        target = next((element for element in elements if element.editable and element.focused), None)
    if fields.get("clear_text") and target is not None:
        for key in ("delete", "forward_delete"):
            actions += [action("android", "press", key=key)] * len(target.text)
    if text:
        actions.append(action("android", "write_text", text=text))
    return [*actions, action("android", "press", key="enter")]


def _app(name: str) -> str:
    """Returns the name under which an app is installed here."""
    package = _NAMES.get(name.strip().lower())
    if package is None:
        return name
    rows = (row for row in APPS if row.device == "android" and package in (row.package, *row.aliases))
    return next((row.name for row in rows), name)
