"""The part of JSON schema that the action schemas use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_KNOWN = {
    "additionalProperties", "const", "default", "description", "enum", "exclusiveMinimum", "items", "maxItems",
    "maxLength", "maximum", "minItems", "minimum", "oneOf", "properties", "required", "type",
}  # fmt: skip


def accepts(schema: Mapping[str, Any], value: Any) -> bool:
    """Returns whether a value fits a schema; a keyword that this doesn't know is an error."""
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "oneOf" in schema and sum(accepts(option, value) for option in schema["oneOf"]) != 1:
        return False
    if "const" in schema and not (type(value) is type(schema["const"]) and value == schema["const"]):
        return False
    if "enum" in schema and not any(type(value) is type(option) and value == option for option in schema["enum"]):
        return False
    if "type" in schema and (
        isinstance(value, bool) != (schema["type"] == "boolean") or not isinstance(value, _TYPES[schema["type"]])
    ):
        return False
    if isinstance(value, dict):
        return _accepts_object(schema, value)
    if isinstance(value, list):
        sizes = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return bool(sizes and all(accepts(schema.get("items", {}), item) for item in value))
    if isinstance(value, str):
        return bool(len(value) <= schema.get("maxLength", len(value)))
    if isinstance(value, (int, float)):
        above = value > schema["exclusiveMinimum"] if "exclusiveMinimum" in schema else True
        return bool(above and schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def _accepts_object(schema: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    properties = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", ())):
        return False
    if schema.get("additionalProperties") is False and any(name not in properties for name in value):
        return False
    return all(accepts(properties[name], item) for name, item in value.items() if name in properties)
