"""The verb table: every action that an agent can take. The action space, JSON schemas and docs derive from it.

* `VERBS` - the table; `TABLE` - the same by device and name.
* `check` - validates any output of an agent as an action; raises `InvalidAction` with an explanation.
* `whole_number`, `number` - the number that a value of an action means; the one rule for all who take actions.
* `action_schema` - JSON schema of actions; `tool_schemas` - one function per verb, for function calling.
* `markdown_table` - the table as documentation.

Coordinates are integer pixels of the configured screen, origin top-left. Key names are pyautogui's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import InvalidAction
from crab_gym.envs.values import (
    ANDROID_KEYS,
    DIRECTIONS,
    DISTANCES,
    MAX_ANSWERS,
    MAX_REASON,
    MAX_TEXT,
    MAX_WAIT,
    UBUNTU_KEYS,
    argument_schema,
    checked_value,
    number,
    show,
    whole_number,
)
from crab_sim.devices.apps import APPS
from crab_sim.devices.tools import Argument
from crab_sim.suggestions import did_you_mean

__all__ = [
    "ANDROID_KEYS",
    "APP_NAMES",
    "DIRECTIONS",
    "DISTANCES",
    "MAX_ANSWERS",
    "MAX_TEXT",
    "MAX_WAIT",
    "TABLE",
    "UBUNTU_KEYS",
    "VERBS",
    "Actions",
    "Table",
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

_DEVICES = ("ubuntu", "android", "root")
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

Table = Mapping[str, Mapping[str, Verb]]
"""Device to its verbs by name."""
TABLE: Table = {device: {verb.name: verb for verb in VERBS if verb.device == device} for device in _DEVICES}
"""The verbs of `VERBS`, as an environment without tools has them."""
_LISTED = 40
_NO_DEFAULT = object()


def verbs_of(devices: Sequence[str], table: Table = TABLE) -> tuple[Verb, ...]:
    """Returns the verbs of some devices and of root, in the table's order."""
    return tuple([verb for name in table if name in devices or name == "root" for verb in table[name].values()])


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


def check(
    action: object, screens: Mapping[str, tuple[int, int]], table: Table = TABLE
) -> tuple[str, str, dict[str, Any]]:
    """Checks an action and fills in defaults.

    Args:
        action: The agent's action. A wrapper that can't read one passes on an `InvalidAction`; an agent passes a dict
            with the additional key ``"unreadable"``, whose value is the reason.
        screens: Device to its screen's (width, height) in pixels, for all devices of the environment.
        table: The environment's verbs and tools.

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
            f"the action is {show(action)}; expected a dict such as "
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
        raise InvalidAction(f"the action has the key {show(extra[0])}; expected only 'device', 'name' and 'args'")
    if not isinstance(device, str) or (device not in screens and device != "root"):
        known = (*screens, "root")
        raise InvalidAction(
            f"the device is {show(device)}.{did_you_mean(device, known)} Expected one of: {', '.join(known)}"
        )
    verbs = table[device]
    verb = verbs.get(name) if isinstance(name, str) else None
    if verb is None:
        raise InvalidAction(
            f"{device} has no verb {show(name)}.{did_you_mean(name, tuple(verbs))} Expected one of: {_listed(verbs)}"
        )
    if type(args) is not dict and not isinstance(args, Mapping):
        raise InvalidAction(f"args of {name} is {show(args)}; expected a dict")
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
            checked[argument.name] = checked_value(value, argument, size)
    if checked.keys() != args.keys() and (extra := [key for key in args if key not in checked]):
        raise InvalidAction(f"{name} takes no {show(extra[0])}; {_expected(verb)}")
    return device, verb.name, checked


def _listed(verbs: Mapping[str, Verb]) -> str:
    more = len(verbs) - _LISTED
    return ", ".join([*list(verbs)[:_LISTED], *([f"… and {more} more"] if more > 0 else [])])


def _expected(verb: Verb) -> str:
    names = ", ".join(argument.name for argument in verb.arguments)
    return f"expected: {names}" if names else "expected no arguments"


def _arguments_schema(verb: Verb, screens: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    size = screens.get(verb.device, (0, 0))
    return {
        "type": "object",
        "properties": {argument.name: argument_schema(argument, size) for argument in verb.arguments},
        "required": [argument.name for argument in verb.arguments if argument.default is None],
        "additionalProperties": False,
    }


def action_schema(screens: Mapping[str, tuple[int, int]], table: Table = TABLE) -> dict[str, Any]:
    """Returns the JSON schema of actions.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        table: The environment's verbs and tools.
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
            for verb in verbs_of(tuple(screens), table)
        ]
    }


def tool_schemas(screens: Mapping[str, tuple[int, int]], table: Table = TABLE) -> list[dict[str, Any]]:
    """Returns one function per verb for function calling, named ``<device>__<verb>``.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        table: The environment's verbs and tools.
    """
    return [
        {
            "name": f"{verb.device}__{verb.name}",
            "description": verb.doc,
            "parameters": _arguments_schema(verb, screens),
        }
        for verb in verbs_of(tuple(screens), table)
    ]


class Actions:
    """The actions of some devices, which a space is made of.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        table: The verbs, and tools if there are any.
    """

    def __init__(self, screens: Mapping[str, tuple[int, int]], table: Table = TABLE) -> None:
        self.screens, self.table = dict(screens), table

    def contains(self, x: Any) -> bool:
        """Returns whether an action is valid."""
        try:
            check(x, self.screens, self.table)
        except InvalidAction:
            return False
        return True

    def json_schema(self) -> dict[str, Any]:
        """Returns the JSON schema of the actions."""
        return action_schema(self.screens, self.table)

    def tool_schemas(self) -> list[dict[str, Any]]:
        """Returns one function per verb, for function calling."""
        return tool_schemas(self.screens, self.table)


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
