"""The methods that clients call: on the screen, on nodes that a selector means, on keys and the clipboard.

* `METHODS` - each by its name: a function of the phone and its arguments.
* `NoNode` - no node is as the selector says. `Wait` - an answer that has to wait for the screen.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from xml.etree import ElementTree

from crab_sim.devices.android_keycodes import NUMBERS
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import power
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.uiautomator.selectors import (
    Screen,
    Selector,
    bounds,
    center,
    info,
    named,
    read_selector,
)
from crab_sim.phone.system.toasts import NO_TOAST, TOAST, Toast
from crab_sim.shell.text import clean

__all__ = ["METHODS", "NoNode", "Wait"]

_STEP: Final = 0.005  # seconds of a step of a movement
_MAX_SWIPES: Final = 100
_KEYS: Final[Mapping[str, str]] = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
    "recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER", "space": "SPACE",
}  # fmt: skip
_MOTIONS: Final = {0: "DOWN", 1: "UP", 2: "MOVE"}


class NoNode(Exception):
    """No node of the screen is as a selector says; the argument is the selector."""


class Wait(NamedTuple):
    """An answer that has to wait: whether a node is there, or is gone, within some seconds."""

    selector: Selector
    there: bool
    seconds: float

    def holds(self, device: Device) -> bool:
        """Returns whether the screen is as it is waited for."""
        return bool(Screen(device.hierarchy()).find(self.selector)) == self.there


def _node(device: Device, value: object) -> ElementTree.Element:
    selector = read_selector(value)
    found = Screen(device.hierarchy()).find(selector)
    if not found:
        raise NoNode(json.dumps(selector)[:500])
    return found[0]


def _number(value: object, default: float = 0.0) -> float:
    if isinstance(value, (int, float)) and abs(value) < 1e9:
        return float(value)
    if value is None:
        return default
    raise TypeError("expected a number")


def _pixels(*values: object) -> list[str]:
    return [str(int(_number(value))) for value in values]


def _input(device: Device, *args: str) -> bool:
    return device.run_argv(["input", *args]).status == 0


# The screen -----------------------------------------------------------------------------------------------------------


def _device_info(device: Device) -> dict[str, object]:
    scale = device.display.density / 160
    width, height = device.screen_size
    return {
        "currentPackageName": device.component.partition("/")[0], "displayHeight": height, "displayRotation": 0,
        "displaySizeDpX": round(width / scale), "displaySizeDpY": round(height / scale), "displayWidth": width,
        "productName": "crab_phone", "screenOn": power.is_on(device.phone), "sdkInt": 34, "naturalOrientation": True,
    }  # fmt: skip


def _turn(on: bool) -> Callable[[Device], bool]:
    def turn(device: Device) -> bool:
        power.turn(device.phone, on)
        return True

    return turn


def _screenshot(device: Device, scale: object = 1, quality: object = 80) -> str:
    from PIL import Image

    image = Image.fromarray(device.screenshot())
    factor = min(4.0, max(0.05, _number(scale, 1.0)))
    if factor != 1:
        image = image.resize((max(1, round(image.width * factor)), max(1, round(image.height * factor))))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=int(min(100.0, max(1.0, _number(quality, 80.0)))))
    return base64.b64encode(stream.getvalue()).decode()


def _dump(device: Device, compressed: object = False, depth: object = 50, active: object = True) -> str:
    return device.hierarchy()


def _click(device: Device, x: object, y: object = None, milliseconds: object = None) -> bool:
    if isinstance(x, (dict, str)):
        x, y = center(_node(device, x))
    if milliseconds is None:
        return _input(device, "tap", *_pixels(x, y))
    return _input(device, "swipe", *_pixels(x, y, x, y, milliseconds))


def _long_click(device: Device, selector: object) -> bool:
    return _click(device, *center(_node(device, selector)), 600)


def _swipe(device: Device, x1: object, y1: object, x2: object, y2: object, steps: object = 55) -> bool:
    return _input(device, "swipe", *_pixels(x1, y1, x2, y2, _number(steps) * _STEP * 1000))


def _swipe_points(device: Device, points: object, steps: object = 10) -> bool:
    if not isinstance(points, list) or len(points) < 4 or len(points) % 2 or len(points) > 400:
        raise TypeError("expected points")
    return _swipe(device, points[0], points[1], points[-2], points[-1], _number(steps) * (len(points) // 2 - 1))


def _drag(device: Device, x1: object, y1: object, x2: object, y2: object, steps: object = 100) -> bool:
    return _input(device, "draganddrop", *_pixels(x1, y1, x2, y2, _number(steps) * _STEP * 1000))


def _drag_to(device: Device, selector: object, *to: object) -> bool:
    start = center(_node(device, selector))
    end = center(_node(device, to[0])) if to and isinstance(to[0], (dict, str)) else to[:2]
    return _drag(device, *start, *end)


def _inject(device: Device, action: object, x: object, y: object, meta: object = 0) -> bool:
    kind = _MOTIONS.get(int(_number(action)), "CANCEL")
    return _input(device, "motionevent", kind, *_pixels(x, y))


# Nodes ----------------------------------------------------------------------------------------------------------------


def _count(device: Device, selector: object) -> int:
    return len(Screen(device.hierarchy()).find(read_selector(selector)))


def _exist(device: Device, selector: object) -> bool:
    return _count(device, selector) > 0


def _infos(device: Device, selector: object) -> list[dict[str, object]]:
    return [info(node) for node in Screen(device.hierarchy()).find(read_selector(selector))]


def _wait_for(device: Device, selector: object, milliseconds: object = 0) -> Wait:
    return Wait(read_selector(selector), True, min(3600.0, _number(milliseconds) / 1000))


def _wait_gone(device: Device, selector: object, milliseconds: object = 0) -> Wait:
    return Wait(read_selector(selector), False, min(3600.0, _number(milliseconds) / 1000))


def _get_text(device: Device, selector: object) -> str:
    return _node(device, selector).get("text", "")


def _clear(device: Device) -> bool:
    return _input(device, "keycombination", "113", "29") and _input(device, "keyevent", "DEL")


def _set_text(device: Device, selector: object, text: object = "") -> bool:
    node = _node(device, selector)
    if not node.get("class", "").endswith("EditText") or not isinstance(text, str):
        return False
    if node.get("focused") != "true":
        _click(device, *center(node))
    focused: Selector = {"focused": True, "className": node.get("class", "")}
    held = _node(device, focused) if _exist(device, focused) else node
    if held.get("showing-hint") != "true":
        _clear(device)
    return _type(device, text)


def _type(device: Device, text: str) -> bool:
    """Types any text, as a keyboard of its own does."""
    encoded = base64.b64encode(clean(text).encode("utf-8", "replace")).decode()
    return device.run_argv(["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded]).status == 0


def _child_by(attribute: str) -> Callable[..., str]:
    def child_by(device: Device, selector: object, child: object, wanted: object, scroll: object = False) -> str:
        around, inner = read_selector(selector), read_selector(child)
        for _ in range(_MAX_SWIPES if scroll else 1):
            whole = json.loads(named(around, {k: v for k, v in inner.items() if k != "instance"}, 0))
            del whole["childOrSiblingSelector"][-1]["instance"]
            for i, node in enumerate(Screen(device.hierarchy()).find(whole)):
                if wanted in [one.get(attribute) for one in node.iter()]:
                    return named(around, inner, i)
            if not scroll or not _scroll(device, selector, True, True):
                break
        raise NoNode(f"{json.dumps(inner)[:300]} with {wanted!r}")

    return child_by


def _child_by_instance(device: Device, selector: object, child: object, instance: object) -> str:
    name = named(read_selector(selector), read_selector(child), int(_number(instance)))
    _node(device, name)
    return name


# Scrolling ------------------------------------------------------------------------------------------------------------


def _scroll(device: Device, selector: object, vertical: object, forward: bool) -> bool:
    """Scrolls a node by some of its size; returns whether that changed the screen."""
    left, top, right, bottom = bounds(_node(device, selector))
    x, y = (left + right) // 2, (top + bottom) // 2
    before = device.hierarchy()
    if vertical:
        low, high = top + (bottom - top) // 5, bottom - (bottom - top) // 5
        path = (x, high, x, low) if forward else (x, low, x, high)
    else:
        low, high = left + (right - left) // 5, right - (right - left) // 5
        path = (high, y, low, y) if forward else (low, y, high, y)
    _input(device, "swipe", *_pixels(*path, 300))
    return device.hierarchy() != before


def _scrolls(forward: bool, to_end: bool) -> Callable[..., bool]:
    def scroll(device: Device, selector: object, vertical: object = True, limit: object = 0, steps: object = 0) -> bool:
        if not to_end:
            return _scroll(device, selector, vertical, forward)
        for _ in range(min(_MAX_SWIPES, int(_number(limit)) or _MAX_SWIPES)):
            if not _scroll(device, selector, vertical, forward):
                return True
        return False

    return scroll


def _scroll_to(device: Device, selector: object, wanted: object, vertical: object = True) -> bool:
    if _exist(device, wanted):
        return True
    _scrolls(False, True)(device, selector, vertical)
    for _ in range(_MAX_SWIPES):
        if _exist(device, wanted):
            return True
        if not _scroll(device, selector, vertical, True):
            break
    return _exist(device, wanted)


# Keys, clipboard, toasts ----------------------------------------------------------------------------------------------


def _press_key(device: Device, name: object) -> bool:
    key = _KEYS.get(str(name).lower())
    return key is not None and _input(device, "keyevent", f"KEYCODE_{key}")


def _press_code(device: Device, code: object, meta: object = None) -> bool:
    number = int(_number(code))
    return number in NUMBERS.values() and _input(device, "keyevent", str(number))


def _notification(device: Device) -> bool:
    return _input(device, "keyevent", "KEYCODE_NOTIFICATION")


def _quick_settings(device: Device) -> bool:
    return _notification(device) and _notification(device)


def _get_clipboard(device: Device) -> str | None:
    return device.phone.get(CLIPBOARD) or None


def _set_clipboard(device: Device, label: object, text: object = "") -> bool:
    device.phone.put(CLIPBOARD, clean(str(text)) if text is not None else "")
    return True


def _paste(device: Device) -> bool:
    return _input(device, "keyevent", "KEYCODE_PASTE")


def _last_toast(device: Device) -> str | None:
    toast = device.phone.get(TOAST)
    return toast.text or None


def _clear_toast(device: Device) -> bool:
    device.phone.put(TOAST, NO_TOAST)
    return True


def _make_toast(device: Device, text: object, milliseconds: object = 2000) -> bool:
    seconds = min(60.0, _number(milliseconds) / 1000)
    device.phone.put(TOAST, Toast(clean(str(text))[:500], device.phone.now + seconds))
    return True


def _done(device: Device, *args: object) -> bool:
    """What changes nothing on this phone."""
    return True


def _none(device: Device, *args: object) -> None:
    """What isn't known on this phone."""


METHODS: Final[Mapping[str, Callable[..., object]]] = {
    "deviceInfo": _device_info, "takeScreenshot": _screenshot, "dumpWindowHierarchy": _dump, "click": _click,
    "longClick": _long_click, "swipe": _swipe, "swipePoints": _swipe_points, "drag": _drag, "dragTo": _drag_to,
    "injectInputEvent": _inject, "count": _count, "exist": _exist,
    "objInfo": lambda device, selector: info(_node(device, selector)), "objInfoOfAllInstances": _infos,
    "waitForExists": _wait_for, "waitUntilGone": _wait_gone, "getText": _get_text, "setText": _set_text,
    "clearTextField": _set_text, "clearInputText": _clear, "childByText": _child_by("text"),
    "childByDescription": _child_by("content-desc"), "childByInstance": _child_by_instance,
    "scrollForward": _scrolls(True, False), "scrollBackward": _scrolls(False, False),
    "scrollToEnd": _scrolls(True, True), "scrollToBeginning": _scrolls(False, True), "scrollTo": _scroll_to,
    "flingForward": _scrolls(True, False), "flingBackward": _scrolls(False, False),
    "flingToEnd": _scrolls(True, True), "flingToBeginning": _scrolls(False, True), "pressKey": _press_key,
    "pressKeyCode": _press_code, "openNotification": _notification, "openQuickSettings": _quick_settings,
    "getClipboard": _get_clipboard, "setClipboard": _set_clipboard, "pasteClipboard": _paste,
    "getLastToast": _last_toast, "clearLastToast": _clear_toast, "makeToast": _make_toast,
    "wakeUp": _turn(True), "sleep": _turn(False), "isScreenOn": lambda device: power.is_on(device.phone),
    "freezeRotation": _done, "setOrientation": _done,
    "waitForIdle": _done, "waitForWindowUpdate": _done, "clearLastTraversedText": _done, "pinchIn": _done,
    "pinchOut": _done, "gesture": _done, "getLastTraversedText": _none,
}  # fmt: skip
"""The methods by their names."""
