"""Whether a call fits its function's schema, told in words that a model knows from it.

* `misfit` - the reason why a call's arguments don't fit.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping
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
    kind, fits = _KINDS.get(schema.get("type", ""), ("", lambda value: True))
    choices = schema.get("enum")
    if choices:
        small = value.lower() if isinstance(value, str) else value
        close = difflib.get_close_matches(small[:40], choices, 1) if isinstance(small, str) else []
        hint = f"{close[0]}, or another " if close else ""
        return "" if small in choices or value in choices else f"{hint}one of: {', '.join(map(str, choices))}"
    least, most = schema.get("minimum", schema.get("minItems")), schema.get("maximum", schema.get("maxItems"))
    above = schema.get("exclusiveMinimum")
    between = (
        f" from {least} to {most}" if least is not None and most is not None
        else f" above {above}, at most {most}" if above is not None and most is not None
        else f" up to {most}" if most is not None
        else ""
    )  # fmt: skip
    if not fits(value):
        return kind + between
    size = len(value) if isinstance(value, (list, tuple)) else value
    if isinstance(size, (int, float)) and not isinstance(size, bool):
        if (least is not None and size < least) or (most is not None and size > most):
            return kind + between
        if above is not None and not size > above:
            return kind + between
    return ""


def _shown(value: Any) -> str:
    """Returns a value as JSON, however long or strange it is."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = "a value that is no JSON"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
