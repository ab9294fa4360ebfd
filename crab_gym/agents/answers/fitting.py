"""Fits a call to its function's schema: converts arguments that can mean only one thing, and says why others don't fit.

* `fitted` - a call as its schema wants it: arguments under other names, numbers as text, a mark as it is listed.
* `misfit` - the reason why a call's arguments don't fit, in words that a model knows from the schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.agents.formats.base import FormatError
from crab_gym.agents.formats.keys import key_of, keys_of
from crab_gym.envs.verbs import ANDROID_KEYS, UBUNTU_KEYS, number, whole_number
from crab_sim.suggestions import closest

__all__ = ["fitted", "misfit"]

_MAX_QUOTE = 80
_LIST = 200
"""Maximum number of characters of a text that may stand for a list or a mark."""
_OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "element": ("mark", "index", "number", "element_id", "mark_id", "element_index", "element_number", "mark_number"),
    "element1": ("mark1", "index1", "start", "from", "start_element", "from_element", "start_mark"),
    "element2": ("mark2", "index2", "end", "to", "end_element", "to_element", "end_mark"),
    "name": ("app_name", "app", "application"),
    "text": ("content", "value", "string"),
    "answer": ("text", "content", "value"),
    "key": ("keys", "key_name", "button"),
    "keys": ("key", "key_combination", "combination", "hotkey", "shortcut"),
    "direction": ("scroll_direction", "swipe_direction"),
    "amount": ("scroll_amount", "notches", "clicks"),
    "seconds": ("duration", "time"),
}
"""Arguments to the names that models give them, too."""
_REMARKS = frozenset({
    "reason", "reasoning", "thought", "thoughts", "thinking", "explanation", "rationale", "why", "comment", "intent",
})  # fmt: skip
"""Names under which models explain a call."""
_KINDS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "integer": ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "number": ("a number", lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)),
    "string": ("text", lambda value: isinstance(value, str)),
    "array": ("a list", lambda value: isinstance(value, (list, tuple))),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
}


def fitted(
    name: str, arguments: Mapping[str, Any], functions: Mapping[str, Mapping[str, Any]]
) -> tuple[str, dict[str, Any]]:
    """Returns a call with its arguments converted to the types of its function's schema, where only one reading is
    possible.

    A value that doesn't fit stays unchanged, and so does an argument that the function doesn't have: `misfit` or the
    environment says why it is wrong. An optional argument that is null counts as left out; an explanation that the
    function doesn't ask for is dropped. A press of several keys is a hotkey.

    Args:
        name: The function's name.
        arguments: The arguments as the model gave them.
        functions: The JSON schema of each function's arguments.

    >>> tap = {"properties": {"element": {"type": "integer"}}, "required": ["element"]}
    >>> fitted("android__tap", {"mark": '[11] icon "Drive"', "reason": "it is there"}, {"android__tap": tap})
    ('android__tap', {'element': 11})
    """
    schema = functions.get(name, {})
    device, _, verb = name.partition("__")
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    values = {
        key: _value(key, value, properties.get(key, {}))
        for key, value in _by_name(arguments, properties, device).items()
        if value is not None or key in required or key not in properties
    }
    if verb != "press" or "key" not in values:
        return name, values
    chord = f"{device}__hotkey"
    keys = _chord(values["key"])
    if chord in functions and len(keys) > 1:
        return chord, {key: value for key, value in values.items() if key != "key"} | {"keys": keys}
    return name, {**values, "key": _key(keys[0] if len(keys) == 1 else values["key"], device)}


def _by_name(arguments: Mapping[str, Any], properties: Mapping[str, Any], device: str) -> dict[str, Any]:
    """Renames arguments to the function's own names, and drops those that only explain the call."""
    values = dict(arguments)
    for name in properties:
        others = [other for other in _OTHER_NAMES.get(name, ()) if other in values and other not in properties]
        if len(others) == 1 and (name not in values or values[name] == values[others[0]]):
            value = values.pop(others[0])
            values.setdefault(name, value)
    remarks = {key for key in values if key in _REMARKS and key not in properties}
    if values.get("device") == device and "device" not in properties:
        remarks.add("device")
    return {key: value for key, value in values.items() if key not in remarks}


def _value(name: str, value: Any, schema: Mapping[str, Any]) -> Any:
    match schema.get("type"):
        case "integer":
            whole = whole_number(value)
            if whole is None and name.startswith("element"):
                whole = _mark(value)
            return value if whole is None else whole
        case "number":
            if isinstance(value, str) and (parsed := number(value)) is not None:
                return parsed
        case "string":
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return str(value)
        case "array":
            choices = schema.get("items", {}).get("enum")
            if isinstance(value, str) and len(value) <= _LIST:
                return (_chord(value) if name == "keys" else None) or _listed(value, choices)
            if name == "keys" and isinstance(value, (list, tuple)) and len(value) <= _LIST:
                return [key for part in value for key in (_chord(part) or [_key(part, "ubuntu")])]
    return value


_MARK = re.compile(
    r"\s*(?:(?:mark|element|index|number)\s*)?(?:\[\s*(\d{1,9})\s*\]|[#(]?(\d{1,9})[.:)]?)(.*)", re.DOTALL | re.I
)
_DESCRIPTION = re.compile(r'"[^"]*"?|\([^()]*\)?')


def _mark(value: Any) -> int | None:
    """Returns the number of the mark that a text or a list names; None if that isn't certain."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return whole_number(value[0])
    if not isinstance(value, str) or len(value) > _LIST or (match := _MARK.fullmatch(value)) is None:
        return None
    rest = match[3].strip()
    if rest and not (match[1] or re.match(r"[a-z_]{3,} ?\W", rest)):
        return None
    return None if re.search(r"\d", _DESCRIPTION.sub("", rest)) else int(match[1] or match[2])


def _chord(value: Any) -> list[str]:
    """Returns the keys that a text such as ``ctrl+shift+t``, or a list, wants pressed together; none if it is no chord.

    >>> _chord("ctrl+a"), _chord("ctrl++"), _chord("+"), _chord(["Enter"]), _chord("page down")
    (['ctrl', 'a'], ['ctrl', '+'], [], ['Enter'], [])
    """
    if isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], str):
        return _chord(value[0]) or [value[0]]
    if isinstance(value, str) and len(value) <= _LIST:
        value = re.split(r"\s*\+\s*(?=.)|(?<=\w)\s+(?=\w)|(?<=\w)-(?=\w)", value.strip())
    if not isinstance(value, (list, tuple)) or not 2 <= len(value) <= 5:
        return []
    try:
        first, keys = key_of(value[0], "ubuntu"), keys_of(value, "ubuntu")
    except FormatError:
        return []
    return keys if first in ("ctrl", "alt", "shift", "win") else []


def _key(value: Any, device: str) -> Any:
    """Returns the device's name for a key; the key unchanged if the device has no such key."""
    known = {"ubuntu": UBUNTU_KEYS, "android": ANDROID_KEYS}.get(device, ())
    if not known or not isinstance(value, str) or value in known or value.lower() in known:
        return value
    try:
        return key_of(value, device)
    except FormatError:
        return value


def _listed(value: str, choices: Sequence[Any] | None) -> Any:
    """Returns the list that a text such as ``ctrl+s`` or ``['ctrl', 's']`` means."""
    if choices is not None and value in choices:
        return [value]
    parts = re.findall(r"[^\s,+\[\]'\"]+", value)
    return parts if parts and (choices is None or all(part.lower() in choices for part in parts)) else value


def misfit(name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Returns the reason why a call's arguments don't fit its function, ``""`` if they do.

    Args:
        name: The function's name.
        arguments: The arguments.
        schema: The JSON schema of the function's arguments.

    >>> schema = {"properties": {"element": {"type": "integer", "maximum": 200, "description": "a mark"}}}
    >>> misfit("android__tap", {"element": None}, schema | {"required": ["element"]})
    'element of android__tap is null; expected a whole number up to 200'
    >>> misfit("android__tap", {}, schema | {"required": ["element"]})
    'android__tap lacks element (a mark); it takes: element'
    """
    properties: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    takes = f"it takes: {', '.join(properties)}" if properties else "it takes no arguments"
    for needed in schema.get("required", ()):
        if needed not in arguments:
            return f"{name} lacks {needed} ({properties[needed].get('description', 'required')}); {takes}"
    for key, value in arguments.items():
        if key not in properties:
            return f"{name} has no argument {_quoted(key)}; {takes}"
        if reason := _wrong(value, properties[key]):
            return f"{key} of {name} is {_quoted(value)}; expected {reason}"
    return ""


def _wrong(value: Any, schema: Mapping[str, Any]) -> str:
    """Returns the expected kind of a value in words; ``""`` if the value is of that kind."""
    choices = schema.get("enum")
    if choices:
        return _other_choice(value, choices)
    kind, fits = _KINDS.get(schema.get("type", ""), ("", lambda value: True))
    least, most = schema.get("minimum", schema.get("minItems")), schema.get("maximum", schema.get("maxItems"))
    above = schema.get("exclusiveMinimum")
    size = len(value) if isinstance(value, (list, tuple)) else value
    within = not isinstance(size, (int, float)) or (
        (least is None or size >= least) and (most is None or size <= most) and (above is None or size > above)
    )
    return "" if fits(value) and within else kind + _bounds(least, most, above)


def _other_choice(value: Any, choices: Sequence[Any]) -> str:
    """Returns which choices there are, the most similar one first; ``""`` if the value is one of them."""
    small = value.lower() if isinstance(value, str) else value
    if small in choices or value in choices:
        return ""
    close = closest(small, choices)
    hint = f"{close}, or another " if close else ""
    return f"{hint}one of: {', '.join(map(str, choices))}"


def _bounds(least: float | None, most: float | None, above: float | None) -> str:
    if most is None:
        return ""
    if least is not None:
        return f" from {least} to {most}"
    return f" up to {most}" if above is None else f" above {above}, at most {most}"


def _quoted(value: Any) -> str:
    """Returns a value as JSON, however long or strange it is."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = "a value that is no JSON"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _MAX_QUOTE else f"{text[: _MAX_QUOTE - 1]}…"
