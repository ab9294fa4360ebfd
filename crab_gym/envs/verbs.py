"""The verb table: every action that an agent can take. The action space, JSON schemas and docs derive from it.

* `VERBS` - the table.
* `check` - validates any output of an agent as an action; raises `InvalidAction` with an explanation.
* `whole_number`, `number` - the number that a value of an action means; the one rule for all who take actions.
* `action_schema` - JSON schema of actions; `tool_schemas` - one function per verb, for function calling.
* `markdown_table` - the table as documentation.

Coordinates are integer pixels of the configured screen, origin top-left. Key names are pyautogui's.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from crab_gym.backends.base import InvalidAction
from crab_sim.devices.apps import APPS

__all__ = [
    "ANDROID_KEYS",
    "MAX_ANSWERS",
    "MAX_TEXT",
    "UBUNTU_KEYS",
    "VERBS",
    "Argument",
    "Verb",
    "action_schema",
    "check",
    "markdown_table",
    "number",
    "submitted",
    "tool_schemas",
    "verbs_of",
    "whole_number",
]

MAX_TEXT = 10_000
"""Limit of an action's text, in characters."""
MAX_WAIT = 60
"""Limit of a wait, in seconds."""
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

Kind = Literal["x", "y", "text", "key", "keys", "choice", "count", "seconds", "app"]


class Argument(NamedTuple):
    """An argument of a verb.

    Attributes:
        name: Its name.
        kind: The kind of its values.
        doc: Its description.
        choices: Its possible values, if these are few.
        default: Its default; None if it is required.
    """

    name: str
    kind: Kind
    doc: str
    choices: tuple[str, ...] = ()
    default: Any = None


class Verb(NamedTuple):
    """A row of the table.

    Attributes:
        device: The device that it acts on, or ``"root"``.
        name: Its name.
        arguments: Its arguments, in order.
        doc: Its description.
    """

    device: str
    name: str
    arguments: tuple[Argument, ...]
    doc: str


def _at(suffix: str = "", what: str = "point") -> tuple[Argument, Argument]:
    return (
        Argument(f"x{suffix}", "x", f"{what}, pixels from the left"),
        Argument(f"y{suffix}", "y", f"{what}, pixels from the top"),
    )


_DIRECTION = Argument(
    "direction", "choice", "where the view of the content moves: down shows what is below", DIRECTIONS
)
_DRAG = (*_at("1", "start"), *_at("2", "end"))
_TEXT = Argument("text", "text", "any Unicode text; a newline is Enter")

VERBS: tuple[Verb, ...] = (
    Verb("ubuntu", "click", _at(), "Clicks with the left mouse button."),
    Verb("ubuntu", "right_click", _at(), "Clicks with the right mouse button."),
    Verb("ubuntu", "double_click", _at(), "Clicks twice with the left mouse button."),
    Verb("ubuntu", "drag", _DRAG, "Presses the left mouse button at one point and releases it at another."),
    Verb(
        "ubuntu",
        "scroll",
        (*_at(), _DIRECTION, Argument("amount", "count", "notches of the wheel, 1 to 50", default=3)),
        "Turns the mouse wheel over a point.",
    ),
    Verb("ubuntu", "write_text", (_TEXT,), "Types text into what has the focus."),
    Verb("ubuntu", "press", (Argument("key", "key", "a key's name", UBUNTU_KEYS),), "Presses and releases a key."),
    Verb(
        "ubuntu",
        "hotkey",
        (Argument("keys", "keys", "names of 1 to 5 keys, modifiers first", UBUNTU_KEYS),),
        "Presses keys together, such as ctrl and s.",
    ),
    Verb(
        "ubuntu",
        "search_app",
        (Argument("name", "app", "what to type into the search"),),
        "Opens the search for apps and types a name; Enter then starts the app that is found.",
    ),
    Verb("android", "tap", _at(), "Taps a point."),
    Verb("android", "long_tap", _at(), "Touches a point for a second."),
    Verb(
        "android",
        "swipe",
        (*_at(), _DIRECTION, Argument("distance", "choice", "how far", DISTANCES, "medium")),
        "Swipes from a point, so that the view of the content moves in a direction.",
    ),
    Verb("android", "drag", _DRAG, "Drags from one point to another."),
    Verb("android", "write_text", (_TEXT,), "Types text into the focused field."),
    Verb("android", "press", (Argument("key", "key", "a key's name", ANDROID_KEYS),), "Presses a button or key."),
    Verb("android", "open_app_drawer", (), "Shows all apps."),
    Verb("android", "open_app", (Argument("name", "app", "an installed app's name"),), "Starts an app by its name."),
    Verb(
        "root", "submit", (Argument("answer", "text", "the answer"),),
        "Submits the answer: the value alone, or one plain sentence that states it. One answer counts.",
    ),
    Verb("root", "complete", (), "Declares the task to be done, which ends the episode."),
    Verb(
        "root",
        "wait",
        (Argument("seconds", "seconds", f"more than 0, at most {MAX_WAIT}", default=1),),
        "Waits.",
    ),
    Verb(
        "root", "ask", (Argument("question", "text", "one short question"),),
        "Asks the person for whom you work, who knows what no screen shows. Each question disturbs them.",
    ),
)  # fmt: skip

_BY_DEVICE: dict[str, dict[str, Verb]] = {}
for _verb in VERBS:
    _BY_DEVICE.setdefault(_verb.device, {})[_verb.name] = _verb
_UBUNTU_KEYS, _ANDROID_KEYS = frozenset(UBUNTU_KEYS), frozenset(ANDROID_KEYS)  # found without a look at each
_CONTROL = dict.fromkeys([*range(9), *range(11, 32), 127])
_NO_DEFAULT = object()


def verbs_of(devices: Sequence[str]) -> tuple[Verb, ...]:
    """Returns the verbs of some devices and of root, in the table's order."""
    return tuple(verb for verb in VERBS if verb.device in devices or verb.device == "root")


def _suggest(name: object, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, 1) if isinstance(name, str) else []
    return f" Did you mean {close[0]!r}?" if close else ""


def _show(value: object) -> str:
    """Returns a short text of any value, for a sentence."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 80 else f"{text[:77]}..."


_NUMBER = re.compile(r"\s*([+-]?\d{1,18}(?:\.\d{0,18})?)\s*")


def whole_number(value: object) -> int | None:
    """Returns the whole number that a value means, None if it means none.

    Models write whole numbers in several ways, and JSON knows only one kind of number.

    >>> whole_number(3), whole_number(3.0), whole_number("3"), whole_number("3.0"), whole_number(3.5)
    (3, 3, 3, 3, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        whole, _, fraction = value.strip().partition(".")
        return None if fraction.strip("0") else int(whole)
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return int(value)
    return None


def number(value: object) -> float | None:
    """Returns the number that a value means, None if it means none; it may be infinite.

    >>> number("2.5"), number(2), number(True), number("two")
    (2.5, 2.0, None, None)
    """
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value)
        return None if match is None else float(match[1])
    if isinstance(value, (float, np.floating)):
        return float(value)
    whole = whole_number(value)
    return None if whole is None or abs(whole) > 10**18 else float(whole)  # compared as whole numbers


def _pixel(value: object, size: int, name: str) -> int:
    pixel = whole_number(value)
    if pixel is None:
        raise InvalidAction(f"{name} is {_show(value)}; expected a whole number from 0 to {size - 1}")
    if 0 <= pixel < size:
        return pixel
    raise InvalidAction(f"{name} is {_show(value)}, off the screen; expected a whole number from 0 to {size - 1}")


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InvalidAction(f"{name} is {_show(value)}; expected text")
    if len(value) > MAX_TEXT:
        raise InvalidAction(f"{name} has {len(value)} characters; expected at most {MAX_TEXT}")
    if not value.isascii() or not value.isprintable():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidAction(
                f"{name} is {_show(value)}, which holds half a surrogate pair; expected Unicode"
            ) from None
        if value.translate(_CONTROL) != value:
            raise InvalidAction(f"{name} is {_show(value)}; expected no control characters but newline and tab")
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
        f"{argument.name} is {_show(value)}.{_suggest(value, argument.choices)} Expected one of: {expected}"
    )


def _key(value: object, argument: Argument) -> str:
    known = _UBUNTU_KEYS if argument.choices is UBUNTU_KEYS else _ANDROID_KEYS
    return value if type(value) is str and value in known else _one_of(value, argument)


def _keys(value: object, argument: Argument) -> list[str]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 5:
        raise InvalidAction(f"{argument.name} is {_show(value)}; expected a list of 1 to 5 key names")
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
    raise InvalidAction(f"{name} is {_show(value)}; expected a whole number from 1 to 50")


def _seconds(value: object, name: str) -> float:
    seconds = number(value)
    if seconds is not None and 0 < seconds <= MAX_WAIT:
        return seconds
    raise InvalidAction(f"{name} is {_show(value)}; expected a number of seconds above 0 and at most {MAX_WAIT}")


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
}


def submitted(answers: tuple[str, ...], answer: str, most: int) -> tuple[str, ...]:
    """Returns the answers with one more, so that an agent can't find a value by trying all.

    Args:
        answers: The answers before.
        answer: The answer.
        most: How many an episode may have.

    Raises:
        InvalidAction: Enough were submitted.
    """
    if len(answers) >= most:
        raise InvalidAction(f"the episode has {len(answers)} of {most} possible answers; expected no other")
    return (*answers, answer)


def check(action: object, screens: Mapping[str, tuple[int, int]]) -> tuple[str, str, dict[str, Any]]:
    """Checks an action and fills in defaults.

    Args:
        action: The agent's action. A wrapper that can't read one passes on an `InvalidAction`; an agent passes a dict
            with the additional key ``"unreadable"``, whose value is the reason.
        screens: Device to its screen's (width, height) in pixels, for all devices of the environment.

    Returns:
        Device, verb and arguments of a valid action, as new objects.

    Raises:
        InvalidAction: The action is invalid; the message names the given value and the expected one.

    >>> check({"device": "root", "name": "wait", "args": {}}, {})
    ('root', 'wait', {'seconds': 1.0})
    """
    if type(action) is not dict and not isinstance(action, Mapping):
        if isinstance(action, InvalidAction):
            # A new one, since the traceback of this one would keep the whole step's objects alive.
            raise InvalidAction(*action.args)
        raise InvalidAction(
            f"the action is {_show(action)}; expected a dict such as "
            '{"device": "root", "name": "complete", "args": {}}'
        )
    try:
        device, name, args = action["device"], action["name"], action["args"]
    except KeyError as missing:
        raise InvalidAction(f"the action has no {missing}; expected the keys 'device', 'name' and 'args'") from None
    except Exception as error:
        raise InvalidAction(f"the action can't be read ({type(error).__name__}); expected a plain dict") from None
    if len(action) != 3:
        if type(action) is dict and type(reason := action.get("unreadable")) is str:
            raise InvalidAction(reason[:MAX_REASON].encode("utf-8", "backslashreplace").decode())
        extra = [key for key in action if key not in ("device", "name", "args")]
        raise InvalidAction(f"the action has the key {_show(extra[0])}; expected only 'device', 'name' and 'args'")
    if not isinstance(device, str) or (device not in screens and device != "root"):
        known = (*screens, "root")
        raise InvalidAction(
            f"the device is {_show(device)}.{_suggest(device, known)} Expected one of: {', '.join(known)}"
        )
    verbs = _BY_DEVICE[device]
    verb = verbs.get(name) if isinstance(name, str) else None
    if verb is None:
        raise InvalidAction(
            f"{device} has no verb {_show(name)}.{_suggest(name, tuple(verbs))} Expected one of: {', '.join(verbs)}"
        )
    if type(args) is not dict and not isinstance(args, Mapping):
        raise InvalidAction(f"args of {name} is {_show(args)}; expected a dict")
    size = screens.get(device, (0, 0))
    checked: dict[str, Any] = {}
    for argument in verb.arguments:
        value = args.get(argument.name, _NO_DEFAULT)
        if value is _NO_DEFAULT:
            if argument.default is None:
                raise InvalidAction(f"{name} lacks {argument.name!r} ({argument.doc}); {_expected(verb)}")
            value = argument.default
        kind = argument.kind
        if type(value) is int and (kind == "x" or kind == "y") and 0 <= value < size[kind == "y"]:
            checked[argument.name] = value  # the usual case, made fast
        else:
            checked[argument.name] = _CHECKS[kind](value, argument, size)
    if checked.keys() != args.keys() and (extra := [key for key in args if key not in checked]):
        raise InvalidAction(f"{name} takes no {_show(extra[0])}; {_expected(verb)}")
    return device, verb.name, checked


def _expected(verb: Verb) -> str:
    names = ", ".join(argument.name for argument in verb.arguments)
    return f"expected: {names}" if names else "expected no arguments"


def _argument_schema(argument: Argument, size: tuple[int, int]) -> dict[str, Any]:
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
        case "seconds":
            schema = {"type": "number", "exclusiveMinimum": 0, "maximum": MAX_WAIT}
        case _:
            schema = {"type": "string", "maxLength": MAX_TEXT}
    schema["description"] = argument.doc
    if argument.default is not None:
        schema["default"] = argument.default
    return schema


def _arguments_schema(verb: Verb, screens: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    size = screens.get(verb.device, (0, 0))
    return {
        "type": "object",
        "properties": {argument.name: _argument_schema(argument, size) for argument in verb.arguments},
        "required": [argument.name for argument in verb.arguments if argument.default is None],
        "additionalProperties": False,
    }


def action_schema(screens: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """Returns the JSON schema of actions.

    Args:
        screens: Device to its screen's (width, height) in pixels.
    """
    return {
        "oneOf": [
            {
                "type": "object",
                "description": verb.doc,
                "properties": {
                    "device": {"const": verb.device},
                    "name": {"const": verb.name},
                    "args": _arguments_schema(verb, screens),
                },
                "required": ["device", "name", "args"],
                "additionalProperties": False,
            }
            for verb in verbs_of(tuple(screens))
        ]
    }


def tool_schemas(screens: Mapping[str, tuple[int, int]]) -> list[dict[str, Any]]:
    """Returns one function per verb for function calling, named ``<device>__<verb>``.

    Args:
        screens: Device to its screen's (width, height) in pixels.
    """
    return [
        {
            "name": f"{verb.device}__{verb.name}",
            "description": verb.doc,
            "parameters": _arguments_schema(verb, screens),
        }
        for verb in verbs_of(tuple(screens))
    ]


def markdown_table() -> str:
    """Returns the verb table as Markdown, for the documentation."""
    lines = ["| device | verb | arguments | effect |", "|---|---|---|---|"]
    for verb in VERBS:
        arguments = []
        for argument in verb.arguments:
            label = argument.name if argument.default is None else f"{argument.name}={argument.default}"
            choices = f": {', '.join(argument.choices)}" if 0 < len(argument.choices) < 20 else ""
            arguments.append(f"`{label}` ({argument.doc}{choices})")
        lines.append(f"| {verb.device} | `{verb.name}` | {'; '.join(arguments) or '–'} | {verb.doc} |")
    return "\n".join(lines) + "\n"


APP_NAMES: Mapping[str, tuple[str, ...]] = {
    device: tuple(app.name for app in APPS if app.device == device and app.id != "launcher" and not app.hidden)
    for device in ("ubuntu", "android")
}
"""Names of the apps of each device, from which a random action draws."""
