"""The command ``gsettings`` over the desktop's settings, with the real one's wording and quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.desktop.settings_store import DEFAULTS, KINDS, Kind, check
from crab_sim.devices.clock_settings import ALARMS, CITIES, SCHEMA
from crab_sim.devices.gvariant import parse, quoted

if TYPE_CHECKING:
    from crab_sim.desktop.host import DesktopHost
    from crab_sim.shell.context import CommandContext

__all__ = ["gsettings", "printed"]

_USAGE = """Usage:
  gsettings [--schemadir SCHEMADIR] COMMAND [ARGS…]

Commands:
  list-schemas              List installed schemas
  list-keys                 List keys in a schema
  list-recursively          List keys and values, recursively
  range                     Query the range of a key
  get                       Get the value of a key
  set                       Set the value of a key
  reset                     Reset the value of a key
  writable                  Check if a key is writable
"""
_LIST = "aa{sv}"
"""The type of what Clocks keeps among the settings."""
_KINDS = {**KINDS, (SCHEMA, ALARMS): _LIST, (SCHEMA, CITIES): _LIST}
_TYPES = {"b": "type b", "i": "type i", "u": "type u", "s": "type s", _LIST: f"type {_LIST}"}


def printed(kind: Kind, value: str) -> str:
    r"""Returns a value as gsettings prints it.

    >>> printed("s", "it's"), printed("u", "300"), printed(("24h", "12h"), "24h")
    ('"it\'s"', 'uint32 300', "'24h'")
    """
    if kind == "u":
        return f"uint32 {value}"
    return value if kind in ("b", "i", "d", _LIST) else quoted(value)


def _parsed(kind: Kind, text: str) -> str | None:
    """Parses a text as gsettings does; None if it isn't of the type."""
    text = text.strip()
    in_quotes = len(text) >= 2 and text[0] == text[-1] and text[0] in "'\""
    if kind == "s" or isinstance(kind, tuple):
        return text[1:-1].replace("\\" + text[0], text[0]).replace("\\\\", "\\") if in_quotes else text
    if in_quotes:
        return None
    return text.removeprefix("uint32 ") if kind == "u" else text


def gsettings(context: CommandContext) -> int:
    """Read and change the settings of the desktop.

    Usage: gsettings COMMAND [ARGS...]
    """
    host: DesktopHost = context.host  # type: ignore[assignment]
    args = context.args
    if not args or args[0] in ("help", "--help"):
        (context.out if args else context.err)(_USAGE)
        return 0 if args else 1
    name, *rest = args
    if name == "list-schemas" and not rest:
        for schema in dict.fromkeys(schema for schema, _ in _KINDS):
            context.line(schema)
        return 0
    if name == "list-recursively" and len(rest) < 2:
        return _list(context, host, rest[0] if rest else "")
    if name == "list-keys" and len(rest) == 1:
        keys = [key for schema, key in _KINDS if schema == rest[0]]
        if not keys:
            return _no_schema(context, rest[0])
        for key in keys:
            context.line(key)
        return 0
    wanted = {"get": 2, "range": 2, "writable": 2, "reset": 2, "set": 3}.get(name)
    if wanted is None:
        context.err(f"Unknown command {name}\n\n{_USAGE}" if name not in ("list-schemas", "list-keys") else _USAGE)
        return 1
    if len(rest) != wanted:
        value = " VALUE" if name == "set" else ""
        context.err(f"Usage:\n  gsettings [--schemadir SCHEMADIR] {name} SCHEMA[:PATH] KEY{value}\n")
        return 1
    return _one(context, host, name, rest)


def _no_schema(context: CommandContext, schema: str) -> int:
    context.err(f"No such schema “{schema}”\n")
    return 1


def _list(context: CommandContext, host: DesktopHost, only: str) -> int:
    settings = {**host.settings, **host.kept}
    rows = [(schema, key) for schema, key in _KINDS if only in ("", schema) and (schema, key) in settings]
    if not rows:
        return _no_schema(context, only)
    for schema, key in rows:
        context.line(f"{schema} {key} {printed(_KINDS[schema, key], settings[schema, key])}")
    return 0


def _one(context: CommandContext, host: DesktopHost, name: str, rest: list[str]) -> int:
    """Carries out a command on one key."""
    schema, key = rest[0], rest[1]
    if (schema, key) not in _KINDS:
        if all(schema != known for known, _ in _KINDS):
            return _no_schema(context, schema)
        context.err(f"No such key “{key}”\n")
        return 1
    kind = _KINDS[schema, key]
    match name:
        case "get":
            context.line(printed(kind, (host.kept if kind == _LIST else host.settings)[schema, key]))
        case "writable":
            context.line("true")
        case "range":
            context.line(_range(kind, key))
        case "reset" if kind == _LIST:
            host.kept = {**host.kept, (schema, key): f"@{_LIST} []"}
        case "reset":
            host.settings = {**host.settings, (schema, key): DEFAULTS[schema, key]}
        case _:
            return _set(context, host, schema, key, rest[2])
    return 0


def _range(kind: Kind, key: str) -> str:
    if isinstance(kind, tuple):
        return "\n".join(["enum", *[f"'{value}'" for value in kind]])
    if kind == "d":
        return "range d 0.5 3.0" if key == "text-scaling-factor" else "range d -1.0 1.0"
    return _TYPES[kind]


def _set(context: CommandContext, host: DesktopHost, schema: str, key: str, text: str) -> int:
    kind = _KINDS[schema, key]
    if kind == _LIST and _is_list(text):
        host.kept = {**host.kept, (schema, key): text}
        return 0
    value = _parsed(kind, text)
    kept = None if value is None or kind == _LIST else check(schema, key, value)
    if kept is not None:
        host.settings = {**host.settings, (schema, key): kept}
        return 0
    number = kind in ("i", "u", "d") and value is not None and value.lstrip("+-").replace(".", "", 1).isdigit()
    if isinstance(kind, tuple) or number:
        context.err("The provided value is outside of the valid range\n")
    else:
        context.err(f"unknown keyword:\n  {text}\n  {'^' * len(text)}\n")
    return 1


def _is_list(text: str) -> bool:
    """Returns whether a text is a list of dictionaries."""
    try:
        value = parse(text)
    except ValueError:
        return False
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
