"""The computer tools of Anthropic, OpenAI and Google: what their models call, as JSON.

* `ANTHROPIC` - ``computer_20250124`` and ``computer_20251124``: pixels, keys as xdotool names them.
* `OPENAI` - the actions of ``computer_use_preview`` and ``computer``: pixels.
* `GEMINI` - the functions of Gemini's computer use: a grid of 1000 by 1000, and its guide's functions for phones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from crab_gym.agents.formats.base import (
    NO_POINTER,
    PIXELS,
    THOUSANDTHS,
    FormatError,
    ModelOutput,
    Points,
    Screen,
    quote,
)
from crab_gym.agents.formats.form import Format
from crab_gym.agents.formats.keys import XDOTOOL
from crab_gym.agents.formats.pad import NOTCH, Pad
from crab_gym.task import Action

__all__ = ["ANTHROPIC", "GEMINI", "OPENAI"]

_BUTTONS: Mapping[str, tuple[str, int]] = {
    "left_click": ("left", 1), "double_click": ("left", 2), "triple_click": ("left", 3), "right_click": ("right", 1),
}  # fmt: skip
_FAR = {"short": 3, "medium": 8, "long": 15}
"""Notches of the wheel that stand for a swipe."""

Args = Mapping[str, Any]


# Anthropic ---------------------------------------------------------------------------------------------------------


def _read_anthropic(output: ModelOutput, pad: Pad) -> str:
    assert isinstance(output, Mapping)
    kind, at = str(output.get("action")), output.get("coordinate")
    if kind in _BUTTONS or kind in ("left_click_drag", "scroll"):
        if output.get("text"):
            raise FormatError(f"keys can't be held during {kind}; expected no text")
    match kind:
        case "left_click" | "double_click" | "triple_click" | "right_click":
            pad.click(*_pair(at), *_BUTTONS[kind])
        case "left_click_drag":
            pad.drag(_pair(output.get("start_coordinate")), _pair(at))
        case "scroll":
            point = None if at is None else _pair(at)
            pad.scroll(point, output.get("scroll_direction"), output.get("scroll_amount", 3))
        case "type":
            pad.write(output.get("text"))
        case "key":
            names, times = output.get("text"), output.get("repeat", 1)
            if not isinstance(names, str) or not names.split() or type(times) is not int or not 1 <= times <= 20:
                raise FormatError(f"the keys are {quote(names)}; expected names such as ctrl+s")
            for chord in names.split() * times:
                pad.keys(["+"] if chord == "+" else chord.split("+"))
        case "wait":
            pad.wait(output.get("duration", 1))
        case "screenshot" | "zoom" | "cursor_position":
            pass
        case "mouse_move" | "left_mouse_down" | "left_mouse_up":
            raise FormatError(NO_POINTER)
        case _:
            raise FormatError(f"the action {quote(kind)} isn't possible here; expected a click, key, type or scroll")
    return ""


def _say_anthropic(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    args = action["args"]
    name = {"click": "left_click", "tap": "left_click", "long_tap": "right_click"}.get(action["name"], action["name"])
    match name:
        case "left_click" | "double_click" | "right_click":
            return ({"action": name, "coordinate": list(points.write(screen, args["x"], args["y"]))},)
        case "drag":
            start, end = _ends(args, screen, points)
            return ({"action": "left_click_drag", "start_coordinate": list(start), "coordinate": list(end)},)
        case "scroll" | "swipe":
            amount = args.get("amount", 3) if name == "scroll" else _FAR[args.get("distance", "medium")]
            at = list(points.write(screen, args["x"], args["y"]))
            way = {"scroll_direction": args["direction"], "scroll_amount": amount}
            return ({"action": "scroll", "coordinate": at, **way},)
        case "write_text":
            return ({"action": "type", "text": args["text"]},)
        case "press":
            return ({"action": "key", "text": _xdotool(args["key"])},)
        case "hotkey":
            return ({"action": "key", "text": "+".join(map(_xdotool, args["keys"]))},)
        case "wait":
            return ({"action": "wait", "duration": args.get("seconds", 1)},)
        case _:
            raise FormatError(f"there is no word for {action['name']}")


def _xdotool(key: str) -> str:
    return XDOTOOL.get(key, key)


# OpenAI ------------------------------------------------------------------------------------------------------------


def _read_openai(output: ModelOutput, pad: Pad) -> str:
    assert isinstance(output, Mapping)
    kind = output.get("type")
    if output.get("keys") and kind != "keypress":
        raise FormatError(f"keys can't be held during {quote(kind)}; expected none")
    match kind:
        case "click":
            pad.click(output.get("x"), output.get("y"), output.get("button", "left"))
        case "double_click":
            pad.click(output.get("x"), output.get("y"), "left", 2)
        case "drag":
            path = output.get("path")
            if not isinstance(path, list) or len(path) < 2 or not all(isinstance(at, Mapping) for at in path):
                raise FormatError("the path of a drag is missing; expected at least two points with x and y")
            pad.drag(*((at.get("x"), at.get("y")) for at in (path[0], path[-1])))
        case "scroll":
            down, right = output.get("scroll_y", 0), output.get("scroll_x", 0)
            pad.scroll_by((output.get("x"), output.get("y")), right, down)
        case "type":
            pad.write(output.get("text"))
        case "keypress":
            keys = output.get("keys")
            pad.keys(keys if isinstance(keys, list) else [keys])
        case "wait":
            pad.wait(2.0)
        case "screenshot":
            pass
        case "move":
            raise FormatError(NO_POINTER)
        case _:
            raise FormatError(f"the action {quote(kind)} isn't possible here; expected click, type, keypress or scroll")
    return ""


def _say_openai(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    args, name = action["args"], action["name"]
    at = dict(zip("xy", points.write(screen, args["x"], args["y"]), strict=True)) if "x" in args else {}
    match name:
        case "click" | "tap":
            return ({"type": "click", "button": "left", **at},)
        case "right_click" | "long_tap":
            return ({"type": "click", "button": "right", **at},)
        case "double_click":
            return ({"type": "double_click", **at},)
        case "drag":
            path = [dict(zip("xy", end, strict=True)) for end in _ends(args, screen, points)]
            return ({"type": "drag", "path": path},)
        case "scroll" | "swipe":
            amount = args.get("amount", 3) if name == "scroll" else _FAR[args.get("distance", "medium")]
            pixels = amount * NOTCH * (-1 if args["direction"] in ("up", "left") else 1)
            sideways = args["direction"] in ("left", "right")
            way = {"scroll_x": pixels if sideways else 0, "scroll_y": 0 if sideways else pixels}
            return ({"type": "scroll", **at, **way},)
        case "write_text":
            return ({"type": "type", "text": args["text"]},)
        case "press":
            return ({"type": "keypress", "keys": [args["key"].upper()]},)
        case "hotkey":
            return ({"type": "keypress", "keys": [key.upper() for key in args["keys"]]},)
        case "wait":
            return ({"type": "wait"},)
        case _:
            raise FormatError(f"there is no word for {name}")


# Google ------------------------------------------------------------------------------------------------------------


def _type_at(args: Args, pad: Pad) -> None:
    pad.click(args.get("x"), args.get("y"))
    if args.get("clear_before_typing", True):
        pad.clear()
    pad.write(args.get("text"))
    if args.get("press_enter", True):
        pad.keys(["enter"])


def _scroll_at(args: Args, pad: Pad) -> None:
    magnitude, way = args.get("magnitude", 800), args.get("direction")
    if isinstance(magnitude, bool) or not isinstance(magnitude, (int, float)) or not 0 < magnitude <= 1000:
        raise FormatError(f"the magnitude is {quote(magnitude)}; expected a number above 0 and at most 1000")
    side = pad.screen.width if way in ("left", "right") else pad.screen.height
    pad.scroll((args.get("x"), args.get("y")), way, max(1.0, magnitude * side / 1000 / NOTCH))


def _navigate(args: Args, pad: Pad) -> None:
    url = args.get("url")
    if pad.phone:
        raise FormatError("navigate works on the desktop only; expected type_text_at in the browser's address field")
    if not isinstance(url, str) or not url:
        raise FormatError(f"the address is {quote(url)}; expected text")
    pad.keys(["ctrl", "l"])
    pad.write(url)
    pad.keys(["enter"])


def _combination(args: Args, pad: Pad) -> None:
    keys = args.get("keys")
    if not isinstance(keys, str):
        raise FormatError(f"the keys are {quote(keys)}; expected names such as Control+A")
    pad.keys(["+"] if keys == "+" else keys.split("+"))


def _ends_at(args: Args, pad: Pad) -> None:
    end = (args.get("destination_x"), args.get("destination_y"))
    pad.drag((args.get("x"), args.get("y")), end)


_GEMINI: Mapping[str, Callable[[Args, Pad], None]] = {
    "click_at": lambda args, pad: pad.click(args.get("x"), args.get("y")),
    "type_text_at": _type_at,
    "scroll_at": _scroll_at,
    "scroll_document": lambda args, pad: pad.scroll(None, args.get("direction"), 8),
    "drag_and_drop": _ends_at,
    "key_combination": _combination,
    "navigate": _navigate,
    "go_back": lambda args, pad: pad.back(),
    "go_forward": lambda args, pad: pad.keys(["alt", "right"]),
    "wait_5_seconds": lambda args, pad: pad.wait(5.0),
    "open_web_browser": lambda args, pad: pad.open_app("Browser" if pad.phone else "Firefox"),
    "open_app": lambda args, pad: pad.open_app(args.get("app_name")),
    "long_press_at": lambda args, pad: pad.hold(args.get("x"), args.get("y")),
    "go_home": lambda args, pad: pad.keys(["home" if pad.phone else "win"]),
}
"""Gemini's functions; the last three are those that its guide adds for phones."""


def _read_gemini(output: ModelOutput, pad: Pad) -> str:
    assert isinstance(output, Mapping)
    name, args = output.get("name"), output.get("args") or {}
    if not isinstance(name, str) or name not in _GEMINI or not isinstance(args, Mapping):
        raise FormatError(f"the function {quote(name)} isn't possible here; expected one of: {', '.join(_GEMINI)}")
    _GEMINI[name](args, pad)
    return ""


def _say_gemini(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    args, name = action["args"], action["name"]
    at = dict(zip("xy", points.write(screen, args["x"], args["y"]), strict=True)) if "x" in args else {}
    match name:
        case "click" | "tap":
            return (_call("click_at", **at),)
        case "long_tap":
            return (_call("long_press_at", **at),)
        case "drag":
            (x, y), (x2, y2) = _ends(args, screen, points)
            return (_call("drag_and_drop", x=x, y=y, destination_x=x2, destination_y=y2),)
        case "scroll" | "swipe":
            amount = args.get("amount", 3) if name == "scroll" else _FAR[args.get("distance", "medium")]
            side = screen.width if args["direction"] in ("left", "right") else screen.height
            magnitude = min(1000, round(amount * NOTCH * 1000 / side))
            return (_call("scroll_at", **at, direction=args["direction"], magnitude=magnitude),)
        case "press" if args["key"] in ("back", "home") and screen.device == "android":
            return (_call(f"go_{args['key']}"),)
        case "press":
            return (_call("key_combination", keys=args["key"]),)
        case "hotkey":
            return (_call("key_combination", keys="+".join(args["keys"])),)
        case "open_app":
            return (_call("open_app", app_name=args["name"]),)
        case "wait":
            return (_call("wait_5_seconds"),)
        case _:
            raise FormatError(f"there is no word for {name}")


def _call(name: str, **args: object) -> dict[str, Any]:
    return {"name": name, "args": args}


def _pair(value: object) -> tuple[object, object]:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise FormatError(f"a coordinate is {quote(value)}; expected [x, y]")
    return value[0], value[1]


def _ends(args: Args, screen: Screen, points: Points) -> tuple[tuple[float, float], tuple[float, float]]:
    return points.write(screen, args["x1"], args["y1"]), points.write(screen, args["x2"], args["y2"])


ANTHROPIC = Format("anthropic", "Claude, computer tool", PIXELS, _read_anthropic, _say_anthropic, tool=True)
OPENAI = Format("openai", "OpenAI's computer use", PIXELS, _read_openai, _say_openai, tool=True)
GEMINI = Format("gemini", "Gemini's computer use", THOUSANDTHS, _read_gemini, _say_gemini, tool=True)
