"""Parses models' answers into actions, or into the reason why they can't be read.

* `read_action` - the action that a reply asks for.
* `read_call` - the call of any tool; an agent with its own tools starts here.
* `read_object` - the first JSON object of a text, with small faults repaired.
* `Unreadable` - the reason why there is none; the environment refuses its `action` with that reason.
* `tools_of` - the tools of an environment's function schemas.

Models' answers are treated as hostile: they are never evaluated, and the time to read them is linear in their length.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from crab_gym.agents.answers.fitting import fitted
from crab_gym.agents.answers.text_calls import Certainty, TextCall, counting, text_calls
from crab_gym.agents.answers.thoughts import after_thoughts, split_thoughts
from crab_gym.agents.chat import Reply, Tool
from crab_gym.agents.json_repair import MAX_READ, loose_objects, strict_object
from crab_sim.suggestions import did_you_mean

__all__ = ["CUT_OFF", "Call", "Unreadable", "read_action", "read_call", "read_object", "tools_of"]

_TOOL_KEYS = ("tool", "tool_name", "function", "function_name", "action", "action_name", "action_type", "name", "verb")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input", "tool_input", "action_input")
_WRAPPERS = ("tool_calls", "tool_call", "function_call", "function", "tool", "call", "action", "actions")
_DEPTH = 4
"""Maximum depth to which a call may be wrapped."""
_MAX_QUOTE = 80


class Unreadable(NamedTuple):
    """An answer that can't be read.

    Attributes:
        reason: The reason, as a sentence that the model may be shown.
    """

    reason: str

    def action(self) -> dict[str, Any]:
        """Returns an action that the environment refuses with the reason."""
        return {"device": "", "name": "", "args": {}, "unreadable": self.reason}


class Call(NamedTuple):
    """A call of an existing tool.

    Attributes:
        tool: The tool's name.
        arguments: Its arguments, converted to the types of the tool's schema where possible.
        id: The server's name for the call, ``""`` if it was read from text.
    """

    tool: str
    arguments: dict[str, Any]
    id: str = ""

    def action(self) -> dict[str, Any]:
        """Returns the action of a tool whose name is ``<device>__<verb>``."""
        device, _, name = self.tool.partition("__")
        return {"device": device, "name": name, "args": self.arguments}


def tools_of(schemas: Sequence[Mapping[str, Any]]) -> tuple[Tool, ...]:
    """Returns function schemas, such as `PolicySpec.tools`, as tools.

    >>> from crab_gym.envs.verbs import tool_schemas
    >>> tools_of(tool_schemas({}))[1].name
    'root__complete'
    """
    return tuple(Tool(schema["name"], schema["description"], schema["parameters"]) for schema in schemas)


def read_action(reply: Reply, tools: Sequence[Tool]) -> dict[str, Any]:
    """Returns the action that a reply asks for; if there is none, one that the environment refuses with the reason.

    Args:
        reply: The answer, see `read_call`.
        tools: The tools of the environment, named ``<device>__<verb>``.

    >>> from crab_gym.envs.verbs import tool_schemas
    >>> tools = tools_of(tool_schemas({"android": (360, 800)}))
    >>> read_action(Reply('I tap it. {"name": "android__tap", "arguments": {"x": "10", "y": 20,}}'), tools)
    {'device': 'android', 'name': 'tap', 'args': {'x': 10, 'y': 20}}
    >>> read_action(Reply('{"name": "android__tab"}'), tools)["unreadable"]
    "there is no tool 'android__tab'. Did you mean 'android__tap'?"
    """
    return read_call(reply, tools).action()


def read_call(reply: Reply, tools: Sequence[Tool]) -> Call | Unreadable:
    """Returns the call of a tool that a reply asks for.

    The server's first tool call counts. If there is none, the text is read without its thoughts, in the notations of
    `crab_gym.agents.answers.text_calls`: a call in a fence or between a template's marks counts before one that only
    stands in the text, and of several with words between them the last one.

    A tool may also be named without its device if only one device has it, or with another separator.

    Args:
        reply: The answer.
        tools: The existing tools.
    """
    known = _Names(tools)
    if reply.calls:
        call = reply.calls[0]
        arguments = call.arguments
        if arguments is None and reply.finish == "length":
            return Unreadable(CUT_OFF)  # half a text must not be typed
        if arguments is None:
            arguments = _arguments(call.raw)
        if arguments is None:
            return Unreadable(f"the arguments of {_quoted(call.name)} are {_quoted(call.raw)}; expected a JSON object")
        return _known_call(known, call.name, "", arguments, call.id)
    answer = split_thoughts(reply.text)
    cut = reply.finish == "length"
    written = list(text_calls(answer.answer, known.has))
    best = _best_call(written, known)
    if cut and (not written or not written[-1].closed or best is None or best[0] is not Certainty.MARKED):
        return Unreadable(CUT_OFF)  # what was said so far may have been a mention
    if best is not None:
        return best[1]
    if (bare := _bare(answer.answer, known)) is not None:
        return bare
    if written:
        return Unreadable("the JSON of the answer names no tool; " + _EXPECTED)
    return _nothing(reply, answer.answer, answer.open)


def _best_call(written: Sequence[TextCall], known: _Names) -> tuple[Certainty, Call | Unreadable] | None:
    """Returns the call that counts among those of a text, and how sure it is; None if there is none."""
    readings: dict[int, Call | Unreadable] = {}
    calls: list[TextCall] = []
    data: list[TextCall] = []
    for one in written:
        call = _positioned(known, one) if one.name else _find_call(one.arguments, known, _DEPTH)
        if call is not None:
            readings[id(one)] = call
            likely = isinstance(call, Call) or one.name or any(key in one.arguments for key in _ARGUMENT_KEYS)
            (calls if likely else data).append(one)
    choice = counting(calls or data)
    return None if choice is None else (choice.certainty, readings[id(choice)])


def _bare(answer: str, known: _Names) -> Call | None:
    """Returns the call of a tool that needs no arguments, if its name alone is the last line of an answer."""
    line = _LAST.search(answer[-400:])
    matches = known.find(line[1]) if line is not None else []
    if len(matches) != 1 or known.schemas[matches[0]].get("required") or "__" not in matches[0]:
        return None
    return Call(matches[0], {})


def _nothing(reply: Reply, answer: str, thinking: bool) -> Unreadable:
    """Returns the reason why an answer without a call can't be read."""
    if reply.finish == "refusal":
        return Unreadable(f"the model refused to answer: {_quoted(reply.text)}")
    if len(answer) > MAX_READ:
        return Unreadable(f"the first {MAX_READ} characters of the answer hold no JSON object; {_EXPECTED}")
    if thinking:
        return Unreadable(f"the answer ends within its thoughts; {_EXPECTED} after them")
    if not answer.strip():
        return Unreadable("the answer is empty; expected a call of a tool")
    return Unreadable(f"the answer {_quoted(answer.strip())} holds no JSON object; {_EXPECTED}")


CUT_OFF: Final = "the answer was cut off at its limit of tokens; expected a shorter one"
"""The reason for which an answer is refused that may be incomplete."""
_EXPECTED = 'expected a call of a tool, as {"name": "<tool>", "arguments": {...}}'


def read_object(text: str) -> dict[str, Any] | Unreadable:
    """Returns the first non-empty JSON object of a text, such as a plan, a judgement or a summary.

    >>> read_object("Sure: ```json {'done': True, 'why': 'it's dark'} ```")
    {'done': True, 'why': "it's dark"}
    """
    text = after_thoughts(text)
    for value, _ in loose_objects(text):
        if value:
            return value
    return Unreadable(f"the answer {_quoted(text.strip())} holds no JSON object")


class _Names:
    """Finds tools by the variants of their names that models write."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self.tools = {tool.name: tool for tool in tools}
        self._alike: dict[str, list[str]] = {}
        for name in self.tools:
            for key in {_alike(name), _alike(name.partition("__")[2] or name)}:
                self._alike.setdefault(key, []).append(name)
        self.schemas = {tool.name: tool.parameters for tool in tools}

    def has(self, name: str) -> bool:
        """Returns whether a name may mean a tool."""
        return bool(self.find(name))

    def find(self, name: str, device: str = "") -> list[str]:
        """Returns the tools that a name may mean, usually one or none."""
        for full in (f"{device}__{name}", name) if device else (name,):
            if full in self.tools:
                return [full]
            key = _alike(_PREFIX.sub("", full[:200]))
            if key in self._alike:
                return self._alike[key]
        return []

    def missing(self, name: str, device: str) -> Unreadable:
        """Returns an error message for a tool that doesn't exist, with a hint."""
        full = f"{device}__{name}" if device else name
        hint = did_you_mean(full, self.tools) or f" Expected one of: {', '.join(self.tools)}"
        return Unreadable(f"there is no tool {_quoted(full)}.{hint}")


_LAST = re.compile(r"(?:\A|\n)[ \t*]*(?:Action[ *]*:[ *]*)?`?([A-Za-z]\w*__\w+)`?\.?\s*\Z")
_PREFIX = re.compile(r"(?:functions|default_api|tools?)[.:]")
"""What some templates write before the name of each tool."""


def _alike(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _known_call(
    known: _Names, name: str, device: str, arguments: Mapping[str, Any], call_id: str = ""
) -> Call | Unreadable:
    matches = known.find(name, device)
    if len(matches) > 1:
        return Unreadable(f"several tools are called {_quoted(name)}; expected one of: {', '.join(matches)}")
    if not matches:
        return known.missing(name, device)
    return Call(*fitted(matches[0], arguments, known.schemas), call_id)


def _positioned(known: _Names, call: TextCall) -> Call | Unreadable:
    """Returns a call whose name is written, with names for the arguments that have none."""
    if not call.positional:
        return _known_call(known, call.name, "", call.arguments)
    if len(call.positional) == 1 and isinstance(call.positional[0], dict) and not call.arguments:
        return _known_call(known, call.name, "", call.positional[0])
    matches = known.find(call.name)
    if len(matches) != 1:
        return _known_call(known, call.name, "", call.arguments)
    properties = known.schemas[matches[0]].get("properties", {})
    points = {name for name in properties if name.startswith("element") and name.replace("element", "x") in properties}
    names = [name for name in properties if name not in points][: len(call.positional)]
    twice = not call.arguments.keys().isdisjoint(names)
    if len(names) < len(call.positional) or twice or (points and len(names) == 1):
        return Unreadable(f"the arguments of {matches[0]} have no names; {_EXPECTED}")
    arguments = dict(zip(names, call.positional, strict=True))
    return _known_call(known, call.name, "", arguments | dict(call.arguments))


def _find_call(value: Any, known: _Names, depth: int) -> Call | Unreadable | None:
    """Returns the call in an object of one of the shapes that models use, None if it holds none."""
    if isinstance(value, list):
        return _find_call(value[0], known, depth) if value else None
    if not isinstance(value, dict) or not depth:
        return None
    for key in _WRAPPERS:
        if isinstance(value.get(key), (dict, list)) and (call := _find_call(value[key], known, depth - 1)) is not None:
            return call
    device = value.get("device")
    device = device if isinstance(device, str) else ""
    names = [key for key in _TOOL_KEYS if isinstance(value.get(key), str)]
    key_of_name = next((key for key in names if known.find(value[key], device)), names[0] if names else "")
    if not key_of_name:
        for key, inner in value.items():  # {"android__tap": {"x": 1, "y": 2}}
            if isinstance(inner, dict) and known.find(key):
                return _known_call(known, key, "", inner)
        for inner in value.values():
            if isinstance(inner, (dict, list)) and isinstance(call := _find_call(inner, known, depth - 1), Call):
                return call
        return None
    for key in _ARGUMENT_KEYS:
        if key in value and (arguments := _arguments(value[key])) is not None:
            return _known_call(known, value[key_of_name], device, arguments)
    flat = {key: inner for key, inner in value.items() if key not in (key_of_name, "device")}
    call = _known_call(known, value[key_of_name], device, flat)
    if isinstance(call, Unreadable):
        return call
    properties = known.schemas[call.tool].get("properties", {})
    return call._replace(arguments={key: inner for key, inner in call.arguments.items() if key in properties})


def _arguments(value: Any) -> dict[str, Any] | None:
    """Returns arguments, which some models give as JSON in a string; None if they are no object."""
    if isinstance(value, str):
        if not value.strip():
            return {}
        strict = strict_object(value)
        return strict if strict is not None else next((loose for loose, _ in loose_objects(value)), None)
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def _quoted(value: str) -> str:
    """Quotes a text in a sentence, however long or strange it is."""
    text = repr(value[: 2 * _MAX_QUOTE]).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _MAX_QUOTE else f"{text[: _MAX_QUOTE - 3]}..."
