"""The format of OpenCUA and AgentNet: pyautogui's code, which is parsed and never executed.

* `OPENCUA` - OpenCUA on Qwen2.5-VL: pixels of the picture as the model scales it.
* `AGENTNET` - AgentNet's data and OpenCUA on Qwen2-VL: fractions of the screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from crab_gym.agents.formats.base import (
    RESIZED,
    FormatError,
    ModelOutput,
    Points,
    Screen,
    as_number,
    quote,
)
from crab_gym.agents.formats.calls import Call, calls_in, quoted
from crab_gym.agents.formats.form import Format
from crab_gym.agents.formats.pad import Pad
from crab_gym.task import Action

__all__ = ["AGENTNET", "OPENCUA"]

_FENCE = re.compile(r"```(?:python|code)?[ \t]*\n(.*?)(?:\n[ \t]*```|```\s*\Z)", re.DOTALL)


class _Pointer:
    """A reader of one answer: pyautogui's clicks without a point happen where the last one was."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.at: tuple[object, object] | None = None

    def point(self, call: Call) -> tuple[object, object]:
        x, y = call.get(0, "x"), call.get(1, "y")
        if isinstance(x, (list, tuple)) and len(x) == 2:
            x, y = x
        if x is not None and y is not None:
            self.at = (x, y)
        if self.at is None:
            raise FormatError(f"{call.name} names no point; expected x and y")
        return self.at

    def click(self, call: Call, button: str = "left", count: int = 1) -> None:
        self.pad.click(*self.point(call), call.named.get("button", button), call.named.get("clicks", count))

    def move(self, call: Call) -> None:
        self.point(call)  # a click, drag or scroll may follow

    def drag(self, call: Call) -> None:
        start = self.at
        if start is None:
            raise FormatError("dragTo begins at no point; expected moveTo before it")
        self.pad.drag(start, self.point(call))

    def scroll(self, call: Call, ways: tuple[str, str] = ("up", "down")) -> None:
        clicks = as_number(call.get(0, "clicks"))
        if not clicks:
            raise FormatError(f"{call.name} has no distance; expected clicks other than 0")
        at = self.point(Call(call.name, call.positional[1:], call.named)) if self.at or "x" in call.named else None
        self.pad.scroll(at, ways[clicks < 0], abs(clicks))

    def write(self, call: Call) -> None:
        text = call.get(0, "message", "text")
        self.pad.write("".join(text) if isinstance(text, list) and all(isinstance(t, str) for t in text) else text)

    def press(self, call: Call) -> None:
        keys, times = call.get(0, "keys", "key"), call.get(1, "presses")
        listed = keys if isinstance(keys, list) else [keys]
        if type(times) is not int:
            times = 1
        for key in listed * max(1, min(20, times)):
            self.pad.keys([key])

    def hotkey(self, call: Call) -> None:
        keys = [*call.positional] or call.named.get("keys") or []
        self.pad.keys(keys[0] if len(keys) == 1 and isinstance(keys[0], list) else keys)

    def end(self, call: Call) -> None:
        self.pad.finish(call.get(9, "answer"))


_CALLS: Mapping[str, Callable[[_Pointer, Call], None]] = {
    "pyautogui.click": _Pointer.click,
    "pyautogui.leftClick": _Pointer.click,
    "pyautogui.rightClick": lambda at, call: at.click(call, "right"),
    "pyautogui.doubleClick": lambda at, call: at.click(call, count=2),
    "pyautogui.tripleClick": lambda at, call: at.click(call, count=3),
    "computer.triple_click": lambda at, call: at.click(call, count=3),
    "computer.tripleClick": lambda at, call: at.click(call, count=3),
    "pyautogui.moveTo": _Pointer.move,
    "pyautogui.dragTo": _Pointer.drag,
    "pyautogui.scroll": _Pointer.scroll,
    "pyautogui.vscroll": _Pointer.scroll,
    "pyautogui.hscroll": lambda at, call: at.scroll(call, ("right", "left")),
    "pyautogui.write": _Pointer.write,
    "pyautogui.typewrite": _Pointer.write,
    "pyautogui.press": _Pointer.press,
    "pyautogui.hotkey": _Pointer.hotkey,
    "pyautogui.sleep": lambda at, call: at.pad.wait(call.get(0, "seconds")),
    "time.sleep": lambda at, call: at.pad.wait(call.get(0, "secs", "seconds")),
    "computer.wait": lambda at, call: at.pad.wait(call.get(0, "seconds") or 3.0),
    "computer.terminate": _Pointer.end,
    "computer.answer": lambda at, call: at.pad.answer(call.get(0, "text", "answer")),
}


def _read(output: ModelOutput, pad: Pad) -> str:
    text = str(output)
    block = None
    for block in _FENCE.finditer(text):  # noqa: B007 - the last one counts
        pass
    code = block[1] if block else text
    pointer = _Pointer(pad)
    for call in calls_in(code):
        if call.name not in _CALLS:
            raise FormatError(f"there is no function {quote(call.name)}; expected one of: {', '.join(_CALLS)}")
        _CALLS[call.name](pointer, call)
    return text[: block.start()].strip() if block else ""


def _say(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    args, name = action["args"], action["name"]
    at = "x={}, y={}".format(*points.write(screen, args["x"], args["y"])) if "x" in args else ""
    match name:
        case "click" | "tap":
            code = f"pyautogui.click({at})"
        case "double_click":
            code = f"pyautogui.doubleClick({at})"
        case "right_click" | "long_tap":
            code = f"pyautogui.rightClick({at})"
        case "drag":
            start, end = ("x={}, y={}".format(*points.write(screen, args[f"x{i}"], args[f"y{i}"])) for i in (1, 2))
            code = f"pyautogui.moveTo({start})\npyautogui.dragTo({end})"
        case "scroll":
            clicks = args.get("amount", 3) * (-1 if args["direction"] in ("down", "left") else 1)
            kind = "hscroll" if args["direction"] in ("left", "right") else "scroll"
            code = f"pyautogui.{kind}({clicks}, {at})"
        case "write_text":
            code = f"pyautogui.write({quoted(args['text'])})"
        case "press":
            code = f"pyautogui.press({quoted(args['key'])})"
        case "hotkey":
            code = f"pyautogui.hotkey({', '.join(map(quoted, args['keys']))})"
        case "wait":
            code = f"computer.wait(seconds={args.get('seconds', 1)})"
        case "submit":
            code = f"computer.answer(text={quoted(args['answer'])})"
        case "complete":
            code = "computer.terminate(status='success')"
        case _:
            raise FormatError(f"there is no word for {name}")
    return (f"```python\n{code}\n```",)


OPENCUA = Format(
    "opencua", "OpenCUA on Qwen2.5-VL",
    RESIZED, _read, _say,
)  # fmt: skip
AGENTNET = Format(
    "agentnet", "AgentNet's data, OpenCUA on Qwen2-VL", Points(lambda width, height: (1.0, 1.0), 4), _read, _say
)
