"""The functions of Qwen-VL and the clicks of Holo: JSON between tags, or ``click(10, 20)``.

* `QWEN2_5` - Qwen2.5-VL's ``computer_use`` and ``mobile_use``: pixels of the picture as the model scales it.
* `QWEN3` - the same functions of Qwen3-VL: a grid of 1000 by 1000.
* `HOLO` - Holo1 and Holo1.5: ``Click(10, 20)``, pixels of the picture as the model scales it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from crab_gym.agents.formats.base import (
    NO_POINTER,
    RESIZED,
    THOUSANDTHS,
    FormatError,
    ModelOutput,
    Points,
    Screen,
    quote,
)
from crab_gym.agents.formats.calls import point_in
from crab_gym.agents.formats.form import Format
from crab_gym.agents.formats.keys import key_of
from crab_gym.agents.formats.pad import NOTCH, Pad
from crab_gym.agents.json_repair import loose_objects
from crab_gym.task import Action

__all__ = ["HOLO", "QWEN2_5", "QWEN3"]

Args = Mapping[str, Any]


def _refuse(reason: str) -> None:
    raise FormatError(reason)


def _at(args: Args, key: str = "coordinate") -> tuple[float, float]:
    return point_in(args.get(key))


def _keys(args: Args, pad: Pad) -> None:
    keys = args.get("keys", args.get("text"))
    pad.keys(keys if isinstance(keys, list) else re.split(r"[\s+]+", keys.strip()) if isinstance(keys, str) else [keys])


def _scroll(args: Args, pad: Pad, sideways: bool = False) -> None:
    pixels = args.get("pixels")
    up = pixels if isinstance(pixels, (int, float)) and not isinstance(pixels, bool) else 0
    at = _at(args) if args.get("coordinate") else None
    pad.scroll_by(at, up if sideways else 0, 0 if sideways else -up)  # Qwen counts upwards


def _button(args: Args, pad: Pad) -> None:
    button = args.get("button")
    if button not in ("Back", "Home", "Menu", "Enter"):
        raise FormatError(f"the button is {quote(button)}; expected Back, Home, Menu or Enter")
    pad.keys([key_of(button, "android")])


_WORDS: Mapping[str, Callable[[Args, Pad], None]] = {
    "left_click": lambda args, pad: pad.click(*_at(args)),
    "click": lambda args, pad: pad.click(*_at(args)),
    "right_click": lambda args, pad: pad.click(*_at(args), "right"),
    "double_click": lambda args, pad: pad.click(*_at(args), "left", 2),
    "triple_click": lambda args, pad: pad.click(*_at(args), "left", 3),
    "long_press": lambda args, pad: pad.hold(*_at(args)),
    "left_click_drag": lambda args, pad: pad.drag(_at(args, "start_coordinate"), _at(args)),
    "swipe": lambda args, pad: pad.drag(_at(args), _at(args, "coordinate2")),
    "type": lambda args, pad: pad.write(args.get("text")),
    "key": _keys,
    "scroll": _scroll,
    "hscroll": lambda args, pad: _scroll(args, pad, True),
    "system_button": _button,
    "open": lambda args, pad: pad.open_app(args.get("text")),
    "wait": lambda args, pad: pad.wait(args.get("time", 1)),
    "answer": lambda args, pad: pad.answer(args.get("text")),
    "terminate": lambda args, pad: pad.finish(),
    "mouse_move": lambda args, pad: _refuse(NO_POINTER),
    "middle_click": lambda args, pad: _refuse("there is no middle button; expected left_click or right_click"),
}


def _read(output: ModelOutput, pad: Pad) -> str:
    text = str(output)
    complete = False
    for value, _ in loose_objects(text):
        args = value.get("arguments", value)
        if not isinstance(args, Mapping) or not isinstance(args.get("action"), str):
            continue
        complete, kind = True, args["action"]
        if kind not in _WORDS:
            raise FormatError(f"there is no action {quote(kind)}; expected one of: {', '.join(_WORDS)}")
        if kind == "left_click_drag" and "start_coordinate" not in args:
            raise FormatError("left_click_drag begins at no point; expected start_coordinate as well")
        _WORDS[kind](args, pad)
    if not complete:
        raise FormatError('the answer calls no function; expected <tool_call>{"name": …, "arguments": …}</tool_call>')
    return re.split(r"<tool_call>|\{", text, maxsplit=1)[0].replace("Action:", "").strip()


def _say(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    args, name = action["args"], action["name"]
    phone = screen.device == "android"
    at = {"coordinate": list(points.write(screen, args["x"], args["y"]))} if "x" in args else {}
    match name:
        case "click" | "double_click" | "right_click":
            fields = {"action": "left_click" if name == "click" else name, **at}
        case "tap" | "long_tap":
            fields = {"action": "click" if name == "tap" else "long_press", **at}
        case "drag":
            start, end = ([*points.write(screen, args[f"x{i}"], args[f"y{i}"])] for i in (1, 2))
            fields = {"action": "swipe", "coordinate": start, "coordinate2": end}
            if not phone:
                fields = {"action": "left_click_drag", "start_coordinate": start, "coordinate": end}
        case "scroll":
            pixels = args.get("amount", 3) * NOTCH * (-1 if args["direction"] in ("down", "left") else 1)
            fields = {
                "action": "hscroll" if args["direction"] in ("left", "right") else "scroll",
                **at,
                "pixels": pixels,
            }
        case "write_text":
            fields = {"action": "type", "text": args["text"]}
        case "press" if phone and args["key"] in ("back", "home", "enter"):
            fields = {"action": "system_button", "button": args["key"].capitalize()}
        case "press":
            fields = {"action": "key", "text": args["key"]} if phone else {"action": "key", "keys": [args["key"]]}
        case "hotkey":
            fields = {"action": "key", "keys": list(args["keys"])}
        case "open_app":
            fields = {"action": "open", "text": args["name"]}
        case "wait":
            fields = {"action": "wait", "time": args.get("seconds", 1)}
        case "submit":
            fields = {"action": "answer", "text": args["answer"]}
        case "complete":
            fields = {"action": "terminate", "status": "success"}
        case _:
            raise FormatError(f"there is no word for {name}")
    call = {"name": "mobile_use" if phone else "computer_use", "arguments": fields}
    return (f"<tool_call>\n{json.dumps(call, ensure_ascii=False)}\n</tool_call>",)


_CLICK = re.compile(r"\bclick(?:_absolute)?\s*\(([^()]{1,80})\)", re.IGNORECASE)


def _read_click(output: ModelOutput, pad: Pad) -> str:
    text = str(output)
    clicks = list(_CLICK.finditer(text))
    if not clicks:
        raise FormatError("the answer has no click; expected click(x, y)")
    pad.click(*point_in(clicks[-1][1]))
    return text[: clicks[-1].start()].strip()


def _say_click(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    if action["name"] not in ("click", "tap"):
        raise FormatError(f"there is no word for {action['name']}")
    x, y = points.write(screen, action["args"]["x"], action["args"]["y"])
    return (f"Click({x}, {y})",)


QWEN2_5 = Format("qwen2.5_vl", "Qwen2.5-VL", RESIZED, _read, _say)
QWEN3 = Format("qwen3_vl", "Qwen3-VL", THOUSANDTHS, _read, _say)
HOLO = Format("holo", "Holo1, Holo1.5 (clicks only)", RESIZED, _read_click, _say_click)
