"""The action formats of UI-TARS and GLM: a thought, then a call such as ``click(start_box='(10,20)')``.

* `UI_TARS` - UI-TARS 1.5, which counts the pixels of the picture as Qwen2.5-VL scales it.
* `UI_TARS_2` - UI-TARS 2 and Doubao's: ``<point>10 20</point>``, on a grid of 1000 by 1000.
* `GLM` - GLM-4.5V and 4.6V on computers: ``left_click(start_box='[10,20]')``, on a grid of 1000 by 1000.
* `AUTOGLM` - AutoGLM on phones: ``do(action="Tap", element=[10, 20])``, on the same grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from crab_gym.agents.answers.notation import calls_along
from crab_gym.agents.formats.base import (
    RESIZED,
    THOUSANDTHS,
    FormatError,
    ModelOutput,
    Points,
    Screen,
    quote,
)
from crab_gym.agents.formats.calls import Call, last_calls, numbers_in, point_in, quoted
from crab_gym.agents.formats.form import Format
from crab_gym.agents.formats.pad import Pad
from crab_gym.task import Action

__all__ = ["AUTOGLM", "GLM", "UI_TARS", "UI_TARS_2"]

_TRIES = 50
"""Maximum number of places at which AutoGLM's call is looked for, so that time stays linear."""
_WAIT = 5.0
"""Seconds that UI-TARS waits (UI-TARS, 2025, Table 1)."""

Do = Callable[[Call, Pad], None]


def _start(call: Call) -> tuple[float, float]:
    return point_in(call.get(0, "start_box", "point", "start_point", "box"))


def _end(call: Call) -> tuple[float, float]:
    return point_in(call.get(1, "end_box", "end_point"))


def _anywhere(call: Call) -> tuple[float, float] | None:
    value = call.get(9, "start_box", "point", "start_point")
    return point_in(value) if numbers_in(value) else None


def _scroll(call: Call, pad: Pad, notches: object) -> None:
    """Scrolls in a direction, or from a box to another one."""
    end = call.get(9, "end_box", "end_point")
    if call.get(1, "direction") is None and numbers_in(end):
        pad.flick(_start(call), point_in(end))
    else:
        pad.scroll(_anywhere(call), call.get(1, "direction"), notches)


def _typed(call: Call, pad: Pad) -> None:
    pad.write(call.get(0, "content", "text"))


def _hotkey(call: Call, pad: Pad) -> None:
    keys = call.get(0, "key", "keys", "hotkey")
    if not isinstance(keys, str):
        raise FormatError(f"the keys are {quote(keys)}; expected names such as 'ctrl c'")
    pad.keys(["+"] if keys == "+" else re.split(r"[\s+]+", keys.strip()))


_TARS: Mapping[str, Do] = {
    "click": lambda call, pad: pad.click(*_start(call)),
    "left_single": lambda call, pad: pad.click(*_start(call)),
    "left_double": lambda call, pad: pad.click(*_start(call), "left", 2),
    "right_single": lambda call, pad: pad.click(*_start(call), "right"),
    "long_press": lambda call, pad: pad.hold(*_start(call)),
    "drag": lambda call, pad: pad.drag(_start(call), _end(call)),
    "hotkey": _hotkey,
    "press": _hotkey,
    "type": _typed,
    "scroll": lambda call, pad: _scroll(call, pad, 5),
    "wait": lambda call, pad: pad.wait(_WAIT),
    "open_app": lambda call, pad: pad.open_app(call.get(0, "app_name")),
    "press_home": lambda call, pad: pad.keys(["home" if pad.phone else "win"]),
    "press_back": lambda call, pad: pad.back(),
    "finished": lambda call, pad: pad.finish(call.get(0, "content")),
    "call_user": lambda call, pad: pad.finish(),
}
_GLM: Mapping[str, Do] = {
    "left_click": lambda call, pad: pad.click(*_start(call)),
    "click": lambda call, pad: pad.click(*_start(call)),
    "right_click": lambda call, pad: pad.click(*_start(call), "right"),
    "left_double_click": lambda call, pad: pad.click(*_start(call), "left", 2),
    "left_drag": lambda call, pad: pad.drag(_start(call), _end(call)),
    "key": _hotkey,
    "type": _typed,
    "scroll": lambda call, pad: _scroll(call, pad, call.get(2, "step") or 5),
    "WAIT": lambda call, pad: pad.wait(_WAIT),
    "DONE": lambda call, pad: pad.finish(),
    "FAIL": lambda call, pad: pad.finish(),
    "screenshot": lambda call, pad: None,
}
_AUTOGLM: Mapping[str, Do] = {
    "Tap": lambda call, pad: pad.click(*point_in(call.get(9, "element"))),
    "Double Tap": lambda call, pad: pad.click(*point_in(call.get(9, "element")), "left", 2),
    "Long Press": lambda call, pad: pad.hold(*point_in(call.get(9, "element"))),
    "Swipe": lambda call, pad: pad.drag(point_in(call.get(9, "start")), point_in(call.get(9, "end"))),
    "Type": lambda call, pad: pad.write(call.get(9, "text")),
    "Launch": lambda call, pad: pad.open_app(call.get(9, "app")),
    "Back": lambda call, pad: pad.back(),
    "Home": lambda call, pad: pad.keys(["home"]),
    "Wait": lambda call, pad: pad.wait(next(iter(numbers_in(call.get(9, "duration"))), 1.0)),
}


def _read(known: Mapping[str, Do], output: ModelOutput, pad: Pad) -> str:
    """Reads the calls behind the last "Action:"."""
    thought, calls = last_calls(str(output))
    for call in calls:
        if call.name not in known:
            raise FormatError(f"there is no action {quote(call.name)}; expected one of: {', '.join(known)}")
        known[call.name](call, pad)
    return thought


_DO = re.compile(r"(?<![\w.])(?=(?:do|finish)\()")


def _read_autoglm(output: ModelOutput, pad: Pad) -> str:
    """Reads the last call of an answer that is one of AutoGLM's; its thought may mention others."""
    text = str(output)
    at, begun, calls = 0, len(text), []
    for _ in range(_TRIES):
        if (place := _DO.search(text, at)) is None:
            break
        more, at = calls_along(text, place.end())
        if more and _is_autoglm(more[0]):
            begun, calls = place.end(), more
        at = max(at, place.end() + 1)
    if not calls:
        raise FormatError("the answer has no action; expected do(action=…) or finish(message=…)")
    for call in calls:
        if call.name == "finish":
            pad.finish(call.get(0, "message"))
            continue
        kind = str(call.get(0, "action"))
        if call.name != "do" or kind not in _AUTOGLM:
            raise FormatError(f"there is no action {quote(kind)}; expected one of: {', '.join(_AUTOGLM)}")
        _AUTOGLM[kind](call, pad)
    return re.sub(r"</?answer>", "", text[:begun]).strip()


def _is_autoglm(call: Call) -> bool:
    return call.name == "finish" or "action" in call.named or call.get(0) in tuple(_AUTOGLM)


def _say(
    point: str, calls: Mapping[str, str], action: Action, screen: Screen, points: Points
) -> tuple[ModelOutput, ...]:
    """Writes an action by a table of its words.

    Args:
        point: A point's text, with places for x and y.
        calls: The environment's verb to a call, with places for its arguments.
        action: The action.
        screen: The screen.
        points: The unit of coordinates.
    """
    args, name = action["args"], action["name"]
    if name == "press" and f"press {args['key']}" in calls:
        name = f"press {args['key']}"
    if name not in calls:
        raise FormatError(f"there is no word for {name}")
    fields: dict[str, Any] = {key: quoted(value) if isinstance(value, str) else value for key, value in args.items()}
    for suffix, place in (("", "at"), ("1", "start"), ("2", "end")):
        if f"x{suffix}" in args:
            x, y = points.write(screen, args[f"x{suffix}"], args[f"y{suffix}"])
            fields[place] = point.format(x=x, y=y)
    fields["together"] = quoted(" ".join(args.get("keys", [])))
    return (f"Action: {calls[name].format(**fields)}",)


def _tars_words(single: str, start: str, end: str) -> Mapping[str, str]:
    """Returns the words of a version of UI-TARS, which names its points so."""
    return {
        "click": f"click({single}='{{at}}')",
        "tap": f"click({single}='{{at}}')",
        "double_click": f"left_double({single}='{{at}}')",
        "right_click": f"right_single({single}='{{at}}')",
        "long_tap": f"long_press({single}='{{at}}')",
        "drag": f"drag({start}='{{start}}', {end}='{{end}}')",
        "scroll": f"scroll({single}='{{at}}', direction={{direction}})",
        "swipe": f"scroll({single}='{{at}}', direction={{direction}})",
        "write_text": "type(content={text})",
        "press": "hotkey(key={key})",
        "hotkey": "hotkey(key={together})",
        "press home": "press_home()",
        "press back": "press_back()",
        "open_app": "open_app(app_name={name})",
        "wait": "wait()",
        "submit": "finished(content={answer})",
        "complete": "finished(content='')",
    }


_GLM_WORDS = {
    "click": "left_click(start_box='{at}')",
    "double_click": "left_double_click(start_box='{at}')",
    "right_click": "right_click(start_box='{at}')",
    "drag": "left_drag(start_box='{start}', end_box='{end}')",
    "scroll": "scroll(start_box='{at}', direction={direction}, step={amount})",
    "write_text": "type(content={text})",
    "press": "key(keys={key})",
    "hotkey": "key(keys={together})",
    "wait": "WAIT()",
    "complete": "DONE()",
}
_AUTOGLM_WORDS = {
    "tap": 'do(action="Tap", element={at})',
    "long_tap": 'do(action="Long Press", element={at})',
    "drag": 'do(action="Swipe", start={start}, end={end})',
    "write_text": 'do(action="Type", text={text})',
    "open_app": 'do(action="Launch", app={name})',
    "press back": 'do(action="Back")',
    "press home": 'do(action="Home")',
    "wait": 'do(action="Wait", duration="{seconds} seconds")',
    "submit": "finish(message={answer})",
    "complete": 'finish(message="")',
}


def _say_autoglm(action: Action, screen: Screen, points: Points) -> tuple[ModelOutput, ...]:
    lines = _say("[{x},{y}]", _AUTOGLM_WORDS, action, screen, points)
    return tuple(str(one).removeprefix("Action: ") for one in lines)


UI_TARS = Format(
    "ui_tars", "UI-TARS 1.5", RESIZED, partial(_read, _TARS),
    partial(_say, "({x},{y})", _tars_words("start_box", "start_box", "end_box")),
)  # fmt: skip
UI_TARS_2 = Format(
    "ui_tars_2", "UI-TARS 2, Doubao 1.5 UI-TARS", THOUSANDTHS, partial(_read, _TARS),
    partial(_say, "<point>{x} {y}</point>", _tars_words("point", "start_point", "end_point")),
)  # fmt: skip
GLM = Format("glm", "GLM-4.5V and GLM-4.6V", THOUSANDTHS, partial(_read, _GLM), partial(_say, "[{x},{y}]", _GLM_WORDS))
AUTOGLM = Format("autoglm", "AutoGLM-Phone", THOUSANDTHS, _read_autoglm, _say_autoglm)
