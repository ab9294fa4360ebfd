"""Whether a call fits its function's schema, told in words that a model knows from it.

* `misfit` - the reason why a call's arguments don't fit.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["misfit"]

_SHOWN = 80
_KINDS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "integer": ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "number": ("a number", lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)),
    "string": ("text", lambda value: isinstance(value, str)),
    "array": ("a list", lambda value: isinstance(value, (list, tuple))),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
}


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
            return f"{name} has no argument {_shown(key)}; {takes}"
        if reason := _wrong(value, properties[key]):
            return f"{key} of {name} is {_shown(value)}; expected {reason}"
    return ""


def _wrong(value: Any, schema: Mapping[str, Any]) -> str:
    """Returns what a value should be, ``""`` if it is that."""
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
    close = difflib.get_close_matches(small[:40], choices, 1) if isinstance(small, str) else []
    hint = f"{close[0]}, or another " if close else ""
    return f"{hint}one of: {', '.join(map(str, choices))}"


def _bounds(least: float | None, most: float | None, above: float | None) -> str:
    if most is None:
        return ""
    if least is not None:
        return f" from {least} to {most}"
    return f" up to {most}" if above is None else f" above {above}, at most {most}"


def _shown(value: Any) -> str:
    """Returns a value as JSON, however long or strange it is."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = "a value that is no JSON"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
