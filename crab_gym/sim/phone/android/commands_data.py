"""Android's commands for data: ``settings``, ``content``, ``sqlite3``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from crab_gym.sim.files import FileError
from crab_gym.sim.phone import settings_data
from crab_gym.sim.phone.android.databases import connect
from crab_gym.sim.phone.android.host import tool
from crab_gym.sim.phone.android.providers import Provider, find, select

if TYPE_CHECKING:
    from crab_gym.sim.phone.android.device import Device
    from crab_gym.sim.shell.context import Context

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
def settings(ctx: Context, device: Device) -> int:
    """Read and change Android's settings.

    Usage: settings get|put|delete|list NAMESPACE [KEY [VALUE]]
    """
    args = [arg for arg in ctx.args]
    while "--user" in args:
        at = args.index("--user")
        del args[at : at + 2]
    if not args or args[0] in ("help", "-h", "--help"):
        ctx.out(_SETTINGS_HELP)
        return 0
    verb, *rest = args
    wanted = {"get": (2, 2), "put": (3, 5), "delete": (2, 2), "list": (1, 1)}.get(verb)
    if wanted is None:
        ctx.err(f"Invalid command: {verb}\n")
        return 255
    if not wanted[0] <= len(rest) <= wanted[1]:
        ctx.err("Bad arguments\n" + _SETTINGS_HELP)
        return 255
    namespace = rest[0].lower()
    if namespace not in _NAMESPACES:
        ctx.err(f"Invalid namespace '{rest[0]}'\n")
        return 255
    phone = device.phone
    values: settings_data.Settings = phone.get("settings")
    if verb == "list":
        for key, value in sorted((key, value) for (space, key), value in values.items() if space == namespace):
            ctx.line(f"{key}={value}")
    elif verb == "get":
        ctx.line(values.get((namespace, rest[1]), "null"))
    elif verb == "put":
        phone.put("settings", settings_data.put(values, namespace, rest[1], rest[2]))
    else:
        kept = {key: value for key, value in values.items() if key != (namespace, rest[1])}
        ctx.line(f"Deleted {len(values) - len(kept)} rows")
        phone.put("settings", kept)
    return 0


# content ------------------------------------------------------------------------------------------------------------

_KINDS: Final[Mapping[str, Callable[[str], Any]]] = {
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


def _options(args: Sequence[str]) -> tuple[dict[str, str], dict[str, Any]]:
    options: dict[str, str] = {}
    bound: dict[str, Any] = {}
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
def content(ctx: Context, device: Device) -> int:
    """Ask and change content providers.

    Usage: content query|insert|update|delete --uri URI [--projection A:B] [--where SQL] [--bind NAME:TYPE:VALUE]
    """
    if not ctx.args or ctx.args[0] not in ("query", "insert", "update", "delete"):
        if ctx.args:
            ctx.err(f"[ERROR] Unsupported operation: {ctx.args[0]}\n")
        ctx.err(_CONTENT_HELP)
        return 1
    verb = ctx.args[0]
    try:
        options, bound = _options(ctx.args[1:])
        found = find(options["--uri"])
        if found is None:
            name = options["--uri"].removeprefix("content://").partition("/")[0]
            ctx.err(f"Error while accessing provider:{name}\n")
            ctx.err(f"java.lang.IllegalStateException: Could not find provider: {name}\n")
            return 1
        provider, only = found
        where = " AND ".join(f"({part})" for part in (only, options.get("--where", "")) if part)
        if verb == "query":
            projection = [name for name in options.get("--projection", "").split(":") if name]
            return _query(ctx, device, provider, projection, where, options.get("--sort", ""))
        return _change(device, provider, verb, where, bound)
    except _Bad as error:
        ctx.err(f"[ERROR] {error}\n\n{_CONTENT_HELP}")
        return 1
    except (sqlite3.Error, ValueError, OverflowError) as error:
        ctx.err(f"Error while accessing provider:{options['--uri'].removeprefix('content://').partition('/')[0]}\n")
        kind = (
            "android.database.sqlite.SQLiteException"
            if isinstance(error, sqlite3.Error)
            else "java.lang.IllegalArgumentException"
        )
        ctx.err(f"{kind}: {error}\n")
        return 1


def _shown(value: Any) -> str:
    if value is None:
        return "NULL"
    return "BLOB" if isinstance(value, bytes) else str(value)


def _query(ctx: Context, device: Device, provider: Provider, projection: Sequence[str], where: str, sort: str) -> int:
    names, rows = select(device.phone, provider, projection, where, sort)
    for i, row in enumerate(rows):
        ctx.line(f"Row: {i} " + ", ".join(f"{name}={_shown(value)}" for name, value in zip(names, row, strict=True)))
    if not rows:
        ctx.line("No result found.")
    return 0


def _change(device: Device, provider: Provider, verb: str, where: str, bound: Mapping[str, Any]) -> int:
    phone = device.phone
    if verb == "insert":
        if provider.insert is None:
            raise ValueError("this provider takes no rows")
        provider.insert(phone, bound)
        return 0
    ids = [int(row[0]) for row in select(phone, provider, ["_id"], where)[1]]
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


# sqlite3 ------------------------------------------------------------------------------------------------------------

_FLAGS = ("-header", "-noheader", "-csv", "-json", "-line", "-list", "-batch", "-readonly", "-bail", "-column")


class _Printer:
    """How rows are printed."""

    def __init__(self) -> None:
        self.mode, self.separator, self.header = "list", "|", False

    def set(self, flag: str) -> None:
        if flag in ("-csv", "-json", "-line", "-list"):
            self.mode = flag[1:]
            self.separator = "," if flag == "-csv" else self.separator
        elif flag in ("-header", "-noheader"):
            self.header = flag == "-header"

    def print(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
        if self.mode == "json":
            if rows:
                yield json.dumps([dict(zip(names, row, strict=True)) for row in rows], ensure_ascii=False, default=str)
            return
        if self.mode == "line":
            width = max(map(len, names), default=0)
            for row in rows:
                yield "\n".join(f"{name:>{width}} = {_cell(value)}" for name, value in zip(names, row, strict=True))
            return
        quote = _csv if self.mode == "csv" else _cell
        if self.header and rows:
            yield self.separator.join(names)
        for row in rows:
            yield self.separator.join(map(quote, row))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, float):
        return f"{value:.15g}" if value != int(value) or abs(value) > 1e15 else f"{value:.1f}"
    return str(value)


def _csv(value: Any) -> str:
    text = _cell(value)
    return '"' + text.replace('"', '""') + '"' if any(char in text for char in ",\"\n\r '") else text


def _statements(sql: str) -> Iterator[str]:
    """Yields the statements of a text; lines that begin with a dot are commands of the program."""
    pending = ""
    for line in sql.split("\n"):
        if not pending.strip() and line.strip().startswith("."):
            yield line.strip()
            continue
        for i, part in enumerate(line.split(";")):
            pending += (";" if i else "") + part
            if i and sqlite3.complete_statement(pending[: len(pending) - len(part)]):
                yield pending[: len(pending) - len(part)]
                pending = part
        pending += "\n"
    if pending.strip():
        yield pending


def _dot(ctx: Context, connection: sqlite3.Connection, line: str, printer: _Printer) -> None:
    name, *args = line.split()
    tables = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY 1"
    if name == ".tables":
        found = [row[0] for row in connection.execute(tables)]
        if found:
            ctx.line("  ".join(found))
    elif name in (".schema", ".fullschema"):
        query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
        rows = connection.execute(f"{query} AND tbl_name = ?", args[:1]) if args else connection.execute(query)
        for row in rows:
            ctx.line(f"{row[0]};")
    elif name == ".dump":
        for text in connection.iterdump():
            ctx.line(text)
    elif name in (".headers", ".header"):
        printer.header = args[:1] == ["on"]
    elif name == ".mode" and args:
        printer.set(f"-{args[0]}")
    elif name == ".separator" and args:
        printer.separator = args[0]
    elif name not in (".quit", ".exit", ".timeout", ".bail"):
        ctx.err(f'Error: unknown command or invalid arguments:  "{name[1:]}". Enter ".help" for help\n')


@tool("sqlite3", files=True)
def sqlite(ctx: Context, device: Device) -> int:
    """Run SQL on a database file.

    Usage: sqlite3 [-header] [-csv|-json|-line] [-separator SEP] FILE [SQL]
    """
    printer, operands, args = _Printer(), [], iter(ctx.args)
    for arg in args:
        flag = "-" + arg.lstrip("-") if arg.startswith("-") and len(arg) > 1 else ""
        if flag == "-separator":
            printer.separator = next(args, "|")
        elif flag in _FLAGS:
            printer.set(flag)
        elif flag:
            ctx.err(f"{ctx.name}: Error: unknown option: {arg}\nUse -help for a list of options.\n")
            return 1
        else:
            operands.append(arg)
    if not operands:
        ctx.err("Usage: sqlite3 [OPTIONS] FILENAME [SQL]\n")
        return 1
    path, sql = ctx.path(operands[0]), operands[1:]
    given = bool(sql)
    if not given:
        sql = [ctx.stdin.decode("utf-8", "replace")]
    try:
        before = ctx.files.read(path) if ctx.files.exists(path) else b""
    except FileError:
        ctx.err(f'Error: unable to open database "{operands[0]}": unable to open database file\n')
        return 1
    status, after = _run_sql(ctx, before, "\n".join(sql), printer, given)
    if after is not None and after != before:
        try:
            device.write_files(ctx.files.write(path, after, ctx.time()))
        except FileError:
            ctx.err(f'Error: unable to open database "{operands[0]}": unable to open database file\n')
            return 1
    return status


def _run_sql(ctx: Context, data: bytes, sql: str, printer: _Printer, given: bool) -> tuple[int, bytes | None]:
    """Runs statements; returns the exit code and the file afterwards, None where nothing was changed."""
    status = 0
    try:
        with closing(connect(data)) as connection:
            version = connection.execute("PRAGMA schema_version").fetchone()
            for statement in _statements(sql):
                try:
                    if statement.startswith("."):
                        _dot(ctx, connection, statement, printer)
                        continue
                    cursor = connection.execute(statement)
                    rows = cursor.fetchall()
                    for line in printer.print([column[0] for column in cursor.description or ()], rows):
                        ctx.line(line)
                except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                    ctx.err(f"Error: {error}\n" if given else f"Error: near line 1: {error}\n")
                    status = 1
                    if given:
                        break
            changed = connection.total_changes or connection.execute("PRAGMA schema_version").fetchone() != version
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return status, connection.serialize() if changed else None
    except (sqlite3.Error, ValueError) as error:
        ctx.err(f"Error: {error}\n" if "not a database" not in str(error) else "Error: file is not a database\n")
        return 1, None
