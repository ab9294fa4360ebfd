"""The command ``sqlite3`` over the phone's files; an app shows at once the changes made to its database."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from crab_sim.files import FileError
from crab_sim.phone.android.databases import connect
from crab_sim.phone.android.host import tool
from crab_sim.phone.app import Cell
from crab_sim.shell.text import clean, decode

if TYPE_CHECKING:
    from crab_sim.phone.android.device import Device
    from crab_sim.shell.context import CommandContext

__all__ = ["sqlite"]

_MODES = ("list", "csv", "json", "line", "column", "tabs", "quote")
_IGNORED = ("-batch", "-interactive", "-nofollow", "-safe", "-echo")
_SKIPPED = re.compile(r"(?:\s|;|--[^\n]*+\n?+|/\*.*?\*/)*+", re.DOTALL)
_VACUUM = re.compile(r"\s*vacuum\s*;?\s*", re.IGNORECASE)
_MAX_SHOWN = 10_000  # rows of the mode ``column``, whose widths all rows determine


class _Style(NamedTuple):
    """The form in which rows are printed."""

    mode: str = "list"
    separator: str = "|"
    header: bool = False
    null: str = ""
    end: str = "\n"

    def switched(self, mode: str) -> _Style:
        separator = {"csv": ",", "list": "|", "tabs": "\t", "quote": ","}.get(mode, self.separator)
        return self._replace(mode="list" if mode == "tabs" else mode, separator=separator, end="\n")


# Values -------------------------------------------------------------------------------------------------------------


def _number(value: float, infinity: str = "Inf") -> str:
    r"""Returns a real number as SQLite prints it.

    >>> _number(2.0), _number(1e20), _number(-float("inf"))
    ('2.0', '1.0e+20', '-Inf')
    """
    if value in (float("inf"), -float("inf")):
        return infinity if value > 0 else f"-{infinity}"
    text = f"{value:.15g}"
    mantissa, e, exponent = text.partition("e")
    return text if "." in mantissa else f"{mantissa}.0{e}{exponent}"


def _text(value: Cell, null: str = "") -> str:
    if value is None:
        return null
    if isinstance(value, bytes):
        return value.partition(b"\0")[0].decode("utf-8", "replace")
    return _number(value) if isinstance(value, float) else str(value).partition("\0")[0]


def _csv(text: str) -> str:
    quoted = not text or any(char in " \"'," or char < " " or char > "~" for char in text)
    return '"' + text.replace('"', '""') + '"' if quoted else text


def _literal(value: Cell) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, float):
        return _number(value, "1e999")
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def _json(value: Cell) -> str:
    if isinstance(value, float):
        return _number(value, "1e999")
    return json.dumps(value.decode("latin-1") if isinstance(value, bytes) else value, ensure_ascii=False)


def _printed(style: _Style, names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yields the text of a statement's rows, piece by piece."""
    if style.mode == "json":
        before = "["
        for row in rows:
            pairs = ",".join(f"{json.dumps(name)}:{_json(value)}" for name, value in zip(names, row, strict=True))
            yield f"{before}{{{pairs}}}"
            before = ",\n"
        if before != "[":
            yield "]\n"
    elif style.mode == "line":
        width, before = max(5, *map(len, names)), ""
        for row in rows:
            lines = [f"{n:>{width}} = {_text(value, style.null)}\n" for n, value in zip(names, row, strict=True)]
            yield before + "".join(lines)
            before = "\n"
    elif style.mode == "column":
        yield from _columns(style, names, rows)
    else:
        heads = [_csv(name) if style.mode == "csv" else _literal(name) if style.mode == "quote" else name
                 for name in names]  # fmt: skip
        for i, row in enumerate(rows):
            if i == 0 and style.header:
                yield style.separator.join(heads) + style.end
            yield style.separator.join([_cell(style, value) for value in row]) + style.end


def _cell(style: _Style, value: Cell) -> str:
    if style.mode == "quote":
        return _literal(value)
    if style.mode == "csv" and value is not None:
        return _csv(_text(value))
    return _text(value, style.null)


def _columns(style: _Style, names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    table = [[_text(value, style.null) for value in row] for row, _ in zip(rows, range(_MAX_SHOWN), strict=False)]
    if not table:
        return
    widths = [max(map(len, column)) for column in zip(*table, names, strict=True)]
    heads = [list(names), ["-" * width for width in widths]] if style.header else []
    for row in (*heads, *table):
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) + "\n"


# The program --------------------------------------------------------------------------------------------------------


class _Session:
    """One run of the program on a database."""

    def __init__(self, context: CommandContext, connection: sqlite3.Connection, style: _Style, given: bool) -> None:
        self.context, self.connection, self.style = context, connection, style
        self.given = given  # whether the text is an argument, at whose first mistake the program ends
        self.bail, self.status, self.over = given, 0, False

    def run(self, text: str) -> None:
        """Runs a text: statements, and lines that begin with a dot."""
        pending, start = "", 1
        for number, line in enumerate(text.split("\n"), 1):
            if self.over:
                return
            if not pending and line.startswith("."):
                self._dot(line)
                continue
            if not pending:
                start = number
            pending += line + "\n"
            self.context.shell.budget.handle(len(pending))
            if ";" in line and sqlite3.complete_statement(pending):
                self._script(pending, start)
                pending = ""
            elif _SKIPPED.fullmatch(pending):
                pending = ""
        if pending and not self.over:
            self._script(pending, start)

    def _script(self, text: str, line: int) -> None:
        """Runs statements that end together."""
        for statement in self._parts(text):
            if not self._statement(statement, line) and self.bail:
                self.over = True
                return

    def _parts(self, text: str) -> Iterator[str]:
        begin = 0
        for match in re.finditer(";", text):
            part = text[begin : match.end()]
            self.context.shell.budget.handle(len(part))
            if sqlite3.complete_statement(part):
                yield part
                begin = match.end()
        yield text[begin:]

    def _statement(self, sql: str, line: int) -> bool:
        if _SKIPPED.fullmatch(sql) or _VACUUM.fullmatch(sql):
            return True
        self.context.charge()
        try:
            cursor = self.connection.execute(sql)
            if cursor.description is not None:
                for text in _printed(self.style, [column[0] for column in cursor.description], cursor):
                    self.context.out(text)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
            self._complain(f"Error: {error}" if self.given else f"Error: near line {line}: {error}")
            return False
        return True

    def _complain(self, message: str) -> None:
        self.context.err(f"{message}\n")
        self.status = 1

    # Lines that begin with a dot ------------------------------------------------------------------------------------

    def _dot(self, line: str) -> None:
        name, *args = line.split()
        first = args[0].strip("'\"") if args else ""
        match name:
            case ".tables":
                self._tables(first)
            case ".schema" | ".fullschema":
                self._schema(first)
            case ".dump":
                self._dump(first)
            case ".headers" | ".header":
                self.style = self.style._replace(header=first in ("on", "yes", "1"))
            case ".mode" if first in _MODES:
                self.style = self.style.switched(first)
                if first == "csv":
                    self.style = self.style._replace(end="\r\n")
                elif first == "column":
                    self.style = self.style._replace(header=True)
            case ".separator" if first:
                self.style = self.style._replace(separator=_unescaped(first))
            case ".nullvalue" if args:
                self.style = self.style._replace(null=first)
            case ".bail" if first:
                self.bail = first in ("on", "yes", "1")
            case ".quit" | ".exit":
                self.over = True
            case ".timeout" | ".echo" | ".changes":
                pass
            case _:
                self._complain(f'Error: unknown command or invalid arguments:  "{name[1:]}". Enter ".help" for help')

    def _rows(self, sql: str, *args: str) -> list[tuple[Cell, ...]]:
        try:
            return self.connection.execute(sql, args).fetchall()
        except sqlite3.Error as error:
            self._complain(f"Error: {error}")
            return []

    def _tables(self, like: str) -> None:
        query = (
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        )
        found = [str(row[0]) for row in self._rows(f"{query} AND name LIKE ? ORDER BY 1", like or "%")]
        width = max(map(len, found), default=0)
        lines = -(-len(found) // max(1, 80 // (width + 2)))
        for i in range(lines):
            self.context.line("  ".join(f"{name:<{width}}" for name in found[i::lines]))

    def _schema(self, like: str) -> None:
        query = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND tbl_name LIKE ? ORDER BY rowid"
        for (sql,) in self._rows(query, like or "%"):
            self.context.line(f"{sql!s};")

    def _dump(self, like: str) -> None:
        self.context.out("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
        query = (
            "SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL AND tbl_name LIKE ? ORDER BY type != 'table'"
        )
        for kind, name, sql in self._rows(query, like or "%"):
            if name == "sqlite_sequence":
                self.context.line("DELETE FROM sqlite_sequence;")
            elif not str(name).startswith("sqlite_"):
                self.context.line(f"{sql!s};")
            if kind == "table":
                self._contents(str(name))
        self.context.line("COMMIT;")

    def _contents(self, table: str) -> None:
        shown = table if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", table) else '"' + table.replace('"', '""') + '"'
        quoted = '"' + table.replace('"', '""') + '"'
        try:
            for row in self.connection.execute(f"SELECT * FROM {quoted}"):
                self.context.line(f"INSERT INTO {shown} VALUES({','.join(map(_literal, row))});")
        except sqlite3.Error as error:
            self._complain(f"Error: {error}")


def _unescaped(text: str) -> str:
    return text.replace("\\t", "\t").replace("\\n", "\n")


def _arguments(context: CommandContext) -> tuple[_Style, bool, bool, list[str], list[str]]:
    """Returns style, whether only to read, whether to stop at a mistake, the operands, and commands to run first.

    Raises:
        ValueError: An option is unknown; the message is its name.
    """
    style, read_only, bail, args = _Style(), False, False, iter(context.args)
    operands: list[str] = []
    first: list[str] = []
    for arg in args:
        flag = "-" + arg.lstrip("-") if arg.startswith("-") and len(arg) > 1 else ""
        if flag == "-separator":
            style = style._replace(separator=_unescaped(next(args, "|")))
        elif flag == "-nullvalue":
            style = style._replace(null=next(args, ""))
        elif flag == "-cmd":
            first.append(next(args, ""))
        elif flag in ("-header", "-noheader"):
            style = style._replace(header=flag == "-header")
        elif flag[1:] in _MODES:
            style = style.switched(flag[1:])
        elif flag in ("-readonly", "-bail"):
            read_only, bail = read_only or flag == "-readonly", bail or flag == "-bail"
        elif flag and flag not in _IGNORED:
            raise ValueError(arg)
        elif not flag:
            operands.append(arg)
    return style, read_only, bail, operands, first


@tool("sqlite3", files=True)
def sqlite(context: CommandContext, device: Device) -> int:
    """Run SQL on a database file.

    Usage: sqlite3 [-header] [-csv|-json|-line|-column] [-separator SEP] FILE [SQL]...
    """
    try:
        style, read_only, bail, operands, first = _arguments(context)
    except ValueError as unknown:
        context.err(f"{context.name}: Error: unknown option: {unknown}\nUse -help for a list of options.\n")
        return 1
    path = context.path(operands[0]) if operands and operands[0] != ":memory:" else ""
    try:
        before = context.files.read(path) if path and context.files.exists(path) else b""
    except FileError:
        return _cannot_open(context, operands[0])
    texts = operands[1:]
    try:
        with closing(connect(before, context.time(), read_only=read_only)) as connection:
            session = _Session(context, connection, style, bool(texts))
            session.bail = session.bail or bail
            for text in (*first, *(texts or [decode(context.stdin)])):
                session.run(clean(text))
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            after = before
            with suppress(sqlite3.Error):  # nothing was ever written into a new database
                after = connection.serialize()
    except (sqlite3.Error, ValueError) as error:
        context.err(f"Error: {error}\n")
        return 1
    if path and after[28:] != before[28:]:
        try:
            device.write_files(context.files.write(path, after, context.time()))
        except FileError:
            return _cannot_open(context, operands[0])
    return session.status


def _cannot_open(context: CommandContext, name: str) -> int:
    context.err(f'Error: unable to open database "{name}": unable to open database file\n')
    return 1
