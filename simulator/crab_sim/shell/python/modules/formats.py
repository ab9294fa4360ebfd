"""``json``, ``csv``, ``io``, ``base64`` and ``hashlib``."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.openfile import OpenFile
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


# --- json --------------------------------------------------------------------------------------------------------


def _json(machine: Machine) -> dict[str, Value]:
    meter = machine.meter

    def dumps(value: Value, *, indent: Value = None, sort_keys: Value = False, ensure_ascii: Value = True,
              separators: Value = None, default: Value = None, skipkeys: Value = False, allow_nan: Value = True,
              ) -> str:  # fmt: skip
        meter.weigh(value)
        if isinstance(indent, int) and indent > 100:
            raise MemoryError

        def other(found: Value) -> Value:
            if default is None:
                raise TypeError(f"Object of type {type_name(found)} is not JSON serializable")
            made = machine.call(default, found)
            meter.charge(0.1)
            meter.weigh(made)
            return made

        shown = json.dumps(
            value, indent=indent, sort_keys=bool(sort_keys), ensure_ascii=bool(ensure_ascii), separators=separators,
            default=other, skipkeys=bool(skipkeys), allow_nan=bool(allow_nan),
        )  # fmt: skip
        meter.text(len(shown))
        meter.charge(len(shown) / (5000 if indent is None else 1500))  # the host indents in Python
        return shown

    def loads(text: Value, *, object_hook: Value = None, parse_float: Value = None, object_pairs_hook: Value = None,
              ) -> Value:  # fmt: skip
        if not isinstance(text, (str, bytes)):
            raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type_name(text)}")
        meter.charge(len(text) / 500)

        def hook(given: Value) -> Callable[[Value], Value] | None:
            return None if given is None else lambda value: machine.call(given, value)

        return json.loads(
            text,
            object_hook=hook(object_hook),
            parse_float=hook(parse_float),
            object_pairs_hook=hook(object_pairs_hook),
        )

    def dump(value: Value, file: Value, **named: Value) -> None:
        machine.call(machine.attribute(file, "write"), dumps(value, **named))

    def load(file: Value, **named: Value) -> Value:
        return loads(machine.call(machine.attribute(file, "read")), **named)

    calls: dict[str, Callable[..., Value]] = {"dumps": dumps, "loads": loads, "dump": dump, "load": load}
    return {"JSONDecodeError": json.JSONDecodeError, **natives(machine, calls)}


# --- csv ---------------------------------------------------------------------------------------------------------

_FORMATS = frozenset(
    "delimiter quotechar quoting lineterminator doublequote escapechar skipinitialspace strict".split()
)


class Rows:
    """``csv.reader`` and ``csv.DictReader``.

    Attributes:
        fields: of a DictReader: the names of the columns; None before the first line is read.
    """

    def __init__(self, machine: Machine, lines: Value, dialect: dict[str, Value], *, named: bool = False) -> None:
        self._machine = machine
        self.reader = csv.reader(_lines(machine, lines), **dialect)
        self.named = named
        self.fields: list[Value] | None = None
        self.rest: Value = None
        self.missing: Value = None

    def __iter__(self) -> Rows:
        return self

    def __next__(self) -> Value:
        self._machine.meter.charge(0.05)
        if not self.named:
            return next(self.reader)
        self.header()
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        fields = self.fields or []
        made: dict[Value, Value] = dict(zip(fields, row, strict=False))
        if len(row) > len(fields):
            made[self.rest] = row[len(fields) :]
        for name in fields[len(row) :]:
            made[name] = self.missing
        return made

    def header(self) -> list[Value] | None:
        """Returns the names of the columns."""
        if self.fields is None:
            self.fields = next(self.reader, None)
        return self.fields


class RowWriter:
    """``csv.writer`` and ``csv.DictWriter``."""

    def __init__(self, machine: Machine, file: Value, dialect: dict[str, Value]) -> None:
        self._machine = machine
        self.writer = csv.writer(self, **dialect)
        self.file = file
        self.fields: list[Value] = []
        self.missing: Value = ""
        self.extras = "raise"

    def write(self, text: str) -> int:
        """Takes the text of a row."""
        return int(self._machine.call(self._machine.attribute(self.file, "write"), text))

    def row(self, values: list[Value]) -> Value:
        """Writes a row."""
        machine = self._machine
        machine.meter.charge(0.05)
        shown = [
            value if value is None or isinstance(value, (int, float)) else machine.text.show(value) for value in values
        ]
        return self.writer.writerow(shown)


ROWS = Table(Rows)
ROWS.properties["fieldnames"] = lambda machine, rows: rows.header()
ROWS.properties["line_num"] = lambda machine, rows: rows.reader.line_num
WRITER = Table(RowWriter)


@WRITER.method("writerow")
def _writerow(machine: Machine, writer: RowWriter, row: Value) -> Value:
    if not writer.fields:
        if not machine.iterable(row):
            raise csv.Error(f"iterable expected, not {type_name(row)}")
        return writer.row(machine.collect(row))
    unknown = [name for name in row if name not in writer.fields]
    if unknown and writer.extras == "raise":
        shown = ", ".join(machine.text.repr(name) for name in unknown)
        raise ValueError(f"dict contains fields not in fieldnames: {shown}")
    return writer.row([row.get(name, writer.missing) for name in writer.fields])


@WRITER.method("writerows")
def _writerows(machine: Machine, writer: RowWriter, rows: Value) -> None:
    for row in machine.items(rows):
        _writerow(machine, writer, row)


@WRITER.method("writeheader")
def _writeheader(machine: Machine, writer: RowWriter) -> Value:
    return writer.row(writer.fields)


def _lines(machine: Machine, source: Value) -> Iterator[str]:
    for line in machine.items(source):
        if not isinstance(line, str):
            raise csv.Error(
                f"iterator should return strings, not {type_name(line)} (the file should be opened in text mode)"
            )
        machine.meter.charge(len(line) / 500)
        yield line


def _csv(machine: Machine) -> dict[str, Value]:
    def dialect(given: tuple[Value, ...], named: dict[str, Value]) -> dict[str, Value]:
        name = named.pop("dialect", given[0] if given else "excel")
        unknown = [key for key in named if key not in _FORMATS]
        if unknown:
            raise TypeError(f"'{unknown[0]}' is an invalid keyword argument for this function")
        return {"dialect": name if name in ("excel", "excel-tab", "unix") else "excel", **named}

    def dict_reader(file: Value, fieldnames: Value = None, restkey: Value = None, restval: Value = None,
                    **named: Value) -> Rows:  # fmt: skip
        rows = Rows(machine, file, dialect((), named), named=True)
        rows.fields = None if fieldnames is None else machine.collect(fieldnames)
        rows.rest, rows.missing = restkey, restval
        return rows

    def dict_writer(file: Value, fieldnames: Value, restval: Value = "", extrasaction: str = "raise",
                    **named: Value) -> RowWriter:  # fmt: skip
        writer = RowWriter(machine, file, dialect((), named))
        writer.fields = machine.collect(fieldnames)
        writer.missing, writer.extras = restval, extrasaction
        return writer

    calls: dict[str, Callable[..., Value]] = {
        "reader": lambda lines, *given, **named: Rows(machine, lines, dialect(given, named)),
        "writer": lambda file, *given, **named: RowWriter(machine, file, dialect(given, named)),
        "DictReader": dict_reader,
        "DictWriter": dict_writer,
    }
    constants = ("QUOTE_ALL", "QUOTE_MINIMAL", "QUOTE_NONE", "QUOTE_NONNUMERIC")
    return {"Error": csv.Error, **{name: getattr(csv, name) for name in constants}, **natives(machine, calls)}


# --- io, base64, hashlib -----------------------------------------------------------------------------------------


def _io(machine: Machine) -> dict[str, Value]:
    def memory(mode: str) -> Callable[..., OpenFile]:
        def make(initial: Value = None, newline: Value = None) -> OpenFile:
            file = OpenFile(None, None, mode, {})
            if initial:
                file.write(initial)
                file.pos = 0
            return file

        return make

    return natives(machine, {"StringIO": memory("w+"), "BytesIO": memory("wb+"), "open": machine.builtins["open"].call})


def _base64(machine: Machine) -> dict[str, Value]:
    def on_bytes(function: Callable[..., bytes]) -> Callable[[Value], bytes]:
        def call(data: Value, *given: Value, **named: Value) -> bytes:
            machine.meter.text(2 * len(data))
            return function(data, *given, **named)

        return call

    names = "b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode".split()
    return natives(machine, {name: on_bytes(getattr(base64, name)) for name in names})


class Digest:
    """A hash of bytes."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.hash = hashlib.new(name, data, usedforsecurity=False)


DIGEST = Table(Digest)
DIGEST.properties["name"] = lambda machine, digest: digest.name
DIGEST.properties["digest_size"] = lambda machine, digest: digest.hash.digest_size


@DIGEST.method("update")
def _update(machine: Machine, digest: Digest, data: Value) -> None:
    if not isinstance(data, bytes):
        raise TypeError("Strings must be encoded before hashing")
    machine.meter.charge(len(data) / 100_000)
    digest.hash.update(data)


@DIGEST.method("hexdigest")
def _hexdigest(machine: Machine, digest: Digest) -> str:
    return digest.hash.hexdigest()


@DIGEST.method("digest")
def _digest(machine: Machine, digest: Digest) -> bytes:
    return digest.hash.digest()


def _hashlib(machine: Machine) -> dict[str, Value]:
    def maker(name: str) -> Callable[[Value], Digest]:
        def make(data: Value = b"", **named: Value) -> Digest:
            digest = Digest(name, b"")
            _update(machine, digest, data)
            return digest

        return make

    names = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
    return natives(machine, {name: maker(name) for name in names})


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "json": _json,
    "csv": _csv,
    "io": _io,
    "base64": _base64,
    "hashlib": _hashlib,
}
