"""Arguments of actions: the kinds of their values, how values of agents are read, and their JSON schemas.

* `checked_value` - an argument's value in its usual form; raises `InvalidAction` with an explanation.
* `whole_number`, `number` - the number that a value of an action means; the one rule for all who take actions.
* `argument_schema` - the JSON schema of an argument.
* `show` - a value as the sentences that explain a refusal have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, SupportsFloat, SupportsInt

from crab_gym.backends.base import InvalidAction
from crab_sim.devices.tools import Argument
from crab_sim.suggestions import did_you_mean

try:
    import numpy as np
except ModuleNotFoundError as missing:  # in a browser, where agents can't have its numbers either
    if missing.name != "numpy":
        raise
    np = None  # type: ignore[assignment]

__all__ = [
    "ANDROID_KEYS",
    "DIRECTIONS",
    "DISTANCES",
    "MAX_ANSWERS",
    "MAX_ITEMS",
    "MAX_REASON",
    "MAX_TEXT",
    "MAX_WAIT",
    "UBUNTU_KEYS",
    "argument_schema",
    "checked_value",
    "number",
    "show",
    "whole_number",
]

MAX_TEXT = 10_000
"""Limit of an action's text, in characters."""
MAX_WAIT = 60
"""Limit of a wait, in seconds."""
MAX_ITEMS = 200
"""Limit of the length of a list."""
MAX_REASON = 1000
"""Limit of the reason that an agent gives for an unreadable action, in characters."""
MAX_ANSWERS = 3
"""Limit of an episode's answers where a task's protocol lets the last one count; elsewhere there is one."""
DIRECTIONS = ("up", "down", "left", "right")
DISTANCES = ("short", "medium", "long")
_PRINTABLE = tuple(chr(code) for code in range(33, 127))
UBUNTU_KEYS = (
    *_PRINTABLE, "space", "enter", "tab", "backspace", "delete", "escape", "up", "down", "left", "right", "home", "end",
    "pageup", "pagedown", "insert", *(f"f{i}" for i in range(1, 13)), "ctrl", "alt", "shift", "win", "capslock",
    "printscreen", "return", "esc", "del", "pgup", "pgdn", "super", "winleft", "winright", "ctrlleft", "ctrlright",
    "altleft", "altright", "shiftleft", "shiftright",
)  # fmt: skip
ANDROID_KEYS = (
    "home", "back", "recents", "enter", "delete", "forward_delete", "tab", "space", "escape", "up", "down", "left",
    "right", "volumeup", "volumedown",
)  # fmt: skip

_UBUNTU_KEYS, _ANDROID_KEYS = frozenset(UBUNTU_KEYS), frozenset(ANDROID_KEYS)  # found without a look at each
_CONTROL = dict.fromkeys([*range(9), *range(11, 32), 127])


def show(value: object) -> str:
    """Returns a short text of any value, for a sentence."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 80 else f"{text[:77]}..."


_INTEGERS: tuple[type[SupportsInt], ...] = () if np is None else (np.integer,)
_FLOATS: tuple[type[SupportsFloat], ...] = (float,) if np is None else (float, np.floating)
_FLAGS: tuple[type, ...] = (bool,) if np is None else (bool, np.bool_)
_NUMBER = re.compile(r"\s*([+-]?\d{1,18}(?:\.\d{0,18})?)\s*")


def whole_number(value: object) -> int | None:
    """Returns the whole number that a value means, None if it means none.

    Models write whole numbers in several ways, and JSON knows only one kind of number.

    >>> whole_number(3), whole_number(3.0), whole_number("3"), whole_number("3.0"), whole_number(3.5)
    (3, 3, 3, 3, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, _INTEGERS):
        return int(value)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        whole, _, fraction = value.strip().partition(".")
        return None if fraction.strip("0") else int(whole)
    if isinstance(value, _FLOATS) and (real := float(value)).is_integer():
        return int(real)
    return None


def number(value: object) -> float | None:
    """Returns the number that a value means, None if it means none; it may be infinite.

    >>> number("2.5"), number(2), number(True), number("two")
    (2.5, 2.0, None, None)
    """
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value)
        return None if match is None else float(match[1])
    if isinstance(value, _FLOATS):
        return float(value)
    whole = whole_number(value)
    return None if whole is None or abs(whole) > 10**18 else float(whole)  # compared as whole numbers


def _pixel(value: object, size: int, name: str) -> int:
    pixel = whole_number(value)
    if pixel is None:
        raise InvalidAction(f"{name} is {show(value)}; expected a whole number from 0 to {size - 1}")
    if 0 <= pixel < size:
        return pixel
    raise InvalidAction(f"{name} is {show(value)}, off the screen; expected a whole number from 0 to {size - 1}")


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InvalidAction(f"{name} is {show(value)}; expected text")
    if len(value) > MAX_TEXT:
        raise InvalidAction(f"{name} has {len(value)} characters; expected at most {MAX_TEXT}")
    if not value.isascii() or not value.isprintable():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidAction(
                f"{name} is {show(value)}, which holds half a surrogate pair; expected Unicode"
            ) from None
        if value.translate(_CONTROL) != value:
            raise InvalidAction(f"{name} is {show(value)}; expected no control characters but newline and tab")
    return value if type(value) is str else "".join(value)  # a plain str, even if a subclass overrides methods


def _one_of(value: object, argument: Argument) -> str:
    if isinstance(value, str):
        if value in argument.choices:
            return value
        lowered = value.lower()
        if lowered in argument.choices:
            return lowered
    expected = ", ".join(argument.choices) if len(argument.choices) < 20 else "a key's name as in pyautogui"
    raise InvalidAction(
        f"{argument.name} is {show(value)}.{did_you_mean(value, argument.choices)} Expected one of: {expected}"
    )


def _key(value: object, argument: Argument) -> str:
    known = _UBUNTU_KEYS if argument.choices is UBUNTU_KEYS else _ANDROID_KEYS
    return value if type(value) is str and value in known else _one_of(value, argument)


def _keys(value: object, argument: Argument) -> list[str]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 5:
        raise InvalidAction(f"{argument.name} is {show(value)}; expected a list of 1 to 5 key names")
    return [
        key
        if type(key) is str and key in _UBUNTU_KEYS
        else _one_of(key, argument._replace(name=f"{argument.name}[{i}]"))
        for i, key in enumerate(value)
    ]


def _count(value: object, name: str) -> int:
    count = whole_number(value)
    if count is not None and 1 <= count <= 50:
        return count
    raise InvalidAction(f"{name} is {show(value)}; expected a whole number from 1 to 50")


def _seconds(value: object, name: str) -> float:
    seconds = number(value)
    if seconds is not None and 0 < seconds <= MAX_WAIT:
        return seconds
    raise InvalidAction(f"{name} is {show(value)}; expected a number of seconds above 0 and at most {MAX_WAIT}")


def _integer(value: object, name: str) -> int:
    whole = whole_number(value)
    if whole is not None and abs(whole) < 10**15:
        return whole
    raise InvalidAction(f"{name} is {show(value)}; expected a whole number")


def _number(value: object, name: str) -> float:
    known = number(value)
    if known is not None and abs(known) < 10**15:
        return known
    raise InvalidAction(f"{name} is {show(value)}; expected a number")


def _flag(value: object, name: str) -> bool:
    if isinstance(value, _FLAGS):
        return bool(value)
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise InvalidAction(f"{name} is {show(value)}; expected true or false")


def _texts(value: object, name: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or len(value) > MAX_ITEMS:
        raise InvalidAction(f"{name} is {show(value)}; expected a list of at most {MAX_ITEMS} texts")
    return [_text(text, f"{name}[{i}]") for i, text in enumerate(value)]


def _rows(value: object, name: str) -> list[list[str]]:
    if not isinstance(value, (list, tuple)) or len(value) > MAX_ITEMS:
        raise InvalidAction(f"{name} is {show(value)}; expected a list of at most {MAX_ITEMS} lists of texts")
    return [_texts(row, f"{name}[{i}]") for i, row in enumerate(value)]


_CHECKS: Mapping[str, Callable[[Any, Argument, tuple[int, int]], Any]] = {
    "x": lambda value, argument, size: _pixel(value, size[0], argument.name),
    "y": lambda value, argument, size: _pixel(value, size[1], argument.name),
    "text": lambda value, argument, size: _text(value, argument.name),
    "app": lambda value, argument, size: _text(value, argument.name),
    "key": lambda value, argument, size: _key(value, argument),
    "choice": lambda value, argument, size: _one_of(value, argument),
    "keys": lambda value, argument, size: _keys(value, argument),
    "count": lambda value, argument, size: _count(value, argument.name),
    "seconds": lambda value, argument, size: _seconds(value, argument.name),
    "integer": lambda value, argument, size: _integer(value, argument.name),
    "number": lambda value, argument, size: _number(value, argument.name),
    "flag": lambda value, argument, size: _flag(value, argument.name),
    "texts": lambda value, argument, size: _texts(value, argument.name),
    "rows": lambda value, argument, size: _rows(value, argument.name),
}


def checked_value(value: Any, argument: Argument, size: tuple[int, int]) -> Any:
    """Returns an argument's value in its usual form.

    Args:
        value: The value as an agent gave it.
        argument: The argument.
        size: Width and height of the device's screen in pixels.

    Raises:
        InvalidAction: It is none of the argument's values.
    """
    return _CHECKS[argument.kind](value, argument, size)


def argument_schema(argument: Argument, size: tuple[int, int]) -> dict[str, Any]:
    """Returns the JSON schema of an argument's values.

    Args:
        argument: The argument.
        size: Width and height of the device's screen in pixels.
    """
    schema: dict[str, Any]
    match argument.kind:
        case "x":
            schema = {"type": "integer", "minimum": 0, "maximum": size[0] - 1}
        case "y":
            schema = {"type": "integer", "minimum": 0, "maximum": size[1] - 1}
        case "key" | "choice":
            schema = {"type": "string", "enum": list(argument.choices)}
        case "keys":
            items = {"type": "string", "enum": list(argument.choices)}
            schema = {"type": "array", "items": items, "minItems": 1, "maxItems": 5}
        case "count":
            schema = {"type": "integer", "minimum": 1, "maximum": 50}
        case "integer" | "number":
            schema = {"type": argument.kind}
        case "flag":
            schema = {"type": "boolean"}
        case "texts":
            schema = {"type": "array", "items": {"type": "string"}, "maxItems": MAX_ITEMS}
        case "rows":
            row = {"type": "array", "items": {"type": "string"}, "maxItems": MAX_ITEMS}
            schema = {"type": "array", "items": row, "maxItems": MAX_ITEMS}
        case "seconds":
            schema = {"type": "number", "exclusiveMinimum": 0, "maximum": MAX_WAIT}
        case _:
            schema = {"type": "string", "maxLength": MAX_TEXT}
    schema["description"] = argument.doc
    if argument.default is not None:
        schema["default"] = argument.default
    return schema
