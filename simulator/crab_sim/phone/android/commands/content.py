"""Android's commands for data: ``settings`` and ``content``."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from crab_sim.phone.android.host import tool
from crab_sim.phone.android.providers.addresses import find
from crab_sim.phone.android.providers.provider import Provider, select
from crab_sim.phone.app import Cell
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS

if TYPE_CHECKING:
    from crab_sim.phone.android.device import Device
    from crab_sim.shell.context import CommandContext

__all__: list[str] = []

_NAMESPACES = ("system", "secure", "global")

# settings -----------------------------------------------------------------------------------------------------------

_SETTINGS_HELP = """Settings provider (settings) commands:
  get [--user <USER_ID>] NAMESPACE KEY
  put [--user <USER_ID>] NAMESPACE KEY VALUE
  delete [--user <USER_ID>] NAMESPACE KEY
  list [--user <USER_ID>] NAMESPACE
NAMESPACE is one of {system, secure, global}
"""


@tool("settings")
def settings(context: CommandContext, device: Device) -> int:
    """Read and change Android's settings.

    Usage: settings get|put|delete|list|reset NAMESPACE [KEY [VALUE]|PACKAGE|MODE]
    """
    args = [arg for arg in context.args]
    while "--user" in args:
        at = args.index("--user")
        del args[at : at + 2]
    if not args or args[0] in ("help", "-h", "--help"):
        context.out(_SETTINGS_HELP)
        return 0
    verb, *rest = args
    wanted = {"get": (2, 2), "put": (3, 5), "delete": (2, 2), "list": (1, 1), "reset": (2, 2)}.get(verb)
    if wanted is None:
        context.err(f"Invalid command: {verb}\n")
        return 255
    if not wanted[0] <= len(rest) <= wanted[1]:
        context.err("Bad arguments\n" + _SETTINGS_HELP)
        return 255
    namespace = rest[0].lower()
    if namespace not in _NAMESPACES:
        context.err(f"Invalid namespace '{rest[0]}'\n")
        return 255
    phone = device.phone
    values: settings_store.Settings = phone.get(SETTINGS)
    if verb == "list":
        for key, value in sorted((key, value) for (space, key), value in values.items() if space == namespace):
            context.line(f"{key}={value}")
    elif verb == "get":
        context.line(values.get((namespace, rest[1]), "null"))
    elif verb == "put":
        phone.put(SETTINGS, settings_store.put(values, namespace, rest[1], rest[2]))
    elif verb == "delete":
        kept = {key: value for key, value in values.items() if key != (namespace, rest[1])}
        context.line(f"Deleted {len(values) - len(kept)} rows")
        phone.put(SETTINGS, kept)
    return 0  # after a reset, too: it takes back what apps have set that the system doesn't trust, and none does


# content ------------------------------------------------------------------------------------------------------------

_KINDS: Final[Mapping[str, Callable[[str], Cell]]] = {
    "s": str, "i": int, "l": int, "f": float, "d": float, "n": lambda text: None,
    "b": lambda text: int(text.lower() in ("true", "1")),
}  # fmt: skip
_CONTENT_HELP = """usage: adb shell content [subcommand] [options]

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>]
usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>]
"""  # noqa: E501


class _Bad(Exception):
    """The arguments of ``content`` don't fit; the message says why."""


def _options(args: Sequence[str]) -> tuple[dict[str, str], dict[str, Cell]]:
    options: dict[str, str] = {}
    bound: dict[str, Cell] = {}
    rest = iter(args)
    for arg in rest:
        if arg not in ("--uri", "--user", "--projection", "--where", "--sort", "--bind"):
            raise _Bad(f"Unsupported argument: {arg}")
        value = next(rest, None)
        if value is None:
            raise _Bad(f"{arg} requires an argument")
        if arg == "--bind":
            name, _, typed = value.partition(":")
            kind, colon, text = typed.partition(":")
            if not colon or kind not in _KINDS or not name:
                raise _Bad(f"Binding not well formed: {value}")
            try:
                bound[name] = _KINDS[kind](text)
            except ValueError:
                raise _Bad(f'For input string: "{text}"') from None
        else:
            options[arg] = value
    if "--uri" not in options:
        raise _Bad("Content provider URI not specified. Did you specify --uri argument?")
    return options, bound


@tool("content", files=True)
def content(context: CommandContext, device: Device) -> int:
    """Ask and change content providers.

    Usage: content query|insert|update|delete --uri URI [--projection A:B] [--where SQL] [--bind NAME:TYPE:VALUE]
    """
    if not context.args or context.args[0] not in ("query", "insert", "update", "delete"):
        if context.args:
            context.err(f"[ERROR] Unsupported operation: {context.args[0]}\n")
        context.err(_CONTENT_HELP)
        return 1
    verb = context.args[0]
    try:
        options, bound = _options(context.args[1:])
        found = find(options["--uri"])
        if found is None:
            name = options["--uri"].removeprefix("content://").partition("/")[0]
            context.err(f"Error while accessing provider:{name}\n")
            context.err(f"java.lang.IllegalStateException: Could not find provider: {name}\n")
            return 1
        provider, only = found
        where = " AND ".join(f"({part})" for part in (only, options.get("--where", "")) if part)
        if verb == "query":
            projection = [name for name in options.get("--projection", "").split(":") if name]
            return _query(context, device, provider, projection, where, options.get("--sort", ""))
        return _change(device, provider, verb, where, bound)
    except _Bad as bad:
        context.err(f"[ERROR] {bad}\n\n{_CONTENT_HELP}")
        return 1
    except (sqlite3.Error, ValueError, OverflowError) as error:
        context.err(f"Error while accessing provider:{options['--uri'].removeprefix('content://').partition('/')[0]}\n")
        kind = (
            "android.database.sqlite.SQLiteException"
            if isinstance(error, sqlite3.Error)
            else "java.lang.IllegalArgumentException"
        )
        context.err(f"{kind}: {error}\n")
        return 1


def _shown(value: Cell) -> str:
    if value is None:
        return "NULL"
    return "BLOB" if isinstance(value, bytes) else str(value)


def _query(
    context: CommandContext, device: Device, provider: Provider, projection: Sequence[str], where: str, sort: str
) -> int:
    names, rows = select(device.phone, provider, projection, where, sort)
    for i, row in enumerate(rows):
        context.line(
            f"Row: {i} " + ", ".join(f"{name}={_shown(value)}" for name, value in zip(names, row, strict=True))
        )
    if not rows:
        context.line("No result found.")
    return 0


def _change(device: Device, provider: Provider, verb: str, where: str, bound: Mapping[str, Cell]) -> int:
    phone = device.phone
    if verb == "insert":
        if provider.insert is None:
            raise ValueError("this provider takes no rows")
        provider.insert(phone, bound)
        return 0
    _, rows = select(phone, provider, ["_id"], where)
    ids = [row_id for (row_id,) in rows if isinstance(row_id, int)]
    if verb == "delete":
        if provider.delete is None:
            raise ValueError("rows of this provider can't be deleted")
        if ids:
            provider.delete(phone, ids)
        return 0
    if provider.update is None:
        raise ValueError("rows of this provider can't be changed")
    for row_id in ids:
        provider.update(phone, row_id, bound)
    return 0
