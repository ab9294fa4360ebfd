"""Members of numbers, texts and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.members.table import Table
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_ENCODINGS: Final = frozenset(
    "utf8 utf8sig ascii latin1 iso88591 cp1252 windows1252 utf16 utf16le utf16be utf32 cp437 usascii".split()
)
STR = Table(
    str,
    plain="capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier"
    " islower isnumeric isprintable isspace istitle isupper lower lstrip partition removeprefix removesuffix rfind"
    " rindex rpartition rsplit rstrip split splitlines startswith strip swapcase title upper",
)
BYTES = Table(
    bytes,
    plain="capitalize count endswith find hex index isalnum isalpha isascii isdigit islower isspace istitle isupper"
    " lower lstrip partition removeprefix removesuffix rfind rindex rpartition rsplit rstrip split splitlines"
    " startswith strip swapcase title upper",
)
INT = Table(int, plain="bit_length bit_count conjugate as_integer_ratio")
FLOAT = Table(float, plain="is_integer as_integer_ratio hex conjugate")
for _numbers in (INT, FLOAT):
    _numbers.properties.update(real=lambda machine, number: +number, imag=lambda machine, number: number * 0)
INT.properties.update(numerator=lambda machine, number: +number, denominator=lambda machine, number: 1)


def encoding(name: Value) -> str:
    """Returns a known encoding.

    Raises:
        LookupError: the encoding is unknown.
    """
    if not isinstance(name, str):
        raise TypeError(f"encoding must be str, not {type_name(name)}")
    if name.lower().replace("-", "").replace("_", "") not in _ENCODINGS:
        raise LookupError(f"unknown encoding: {name}")
    return name


def check_errors(errors: Value) -> str:
    """Returns the name of a way to treat characters that an encoding lacks.

    Raises:
        LookupError: there is no such way.
    """
    known = ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape", "namereplace")
    if errors not in known:
        raise LookupError(f"unknown error handler name '{errors}'")
    return str(errors)


@STR.method("encode")
def _encode(machine: Machine, text: str, encoding_: str = "utf-8", errors: str = "strict", **named: str) -> bytes:
    machine.meter.text(4 * len(text))
    return text.encode(encoding(named.get("encoding", encoding_)), check_errors(named.get("errors", errors)))


@BYTES.method("decode")
def _decode(machine: Machine, data: bytes, encoding_: str = "utf-8", errors: str = "strict", **named: str) -> str:
    machine.meter.text(len(data))
    return data.decode(encoding(named.get("encoding", encoding_)), check_errors(named.get("errors", errors)))


@STR.method("join")
@BYTES.method("join")
def _join(machine: Machine, text: Value, values: Value) -> Value:
    if not machine.iterable(values):
        raise TypeError("can only join an iterable")
    parts = machine.collect(values)
    kind = type(text)
    for index, part in enumerate(parts):
        if not isinstance(part, kind):
            if kind is str:
                raise TypeError(f"sequence item {index}: expected str instance, {type_name(part)} found")
            raise TypeError(f"sequence item {index}: expected a bytes-like object, {type_name(part)} found")
    machine.meter.text(sum(map(len, parts)) + len(text) * len(parts))
    return text.join(parts)


@STR.method("replace")
@BYTES.method("replace")
def _replace(machine: Machine, text: Value, old: Value, new: Value, count: int = -1) -> Value:
    if isinstance(old, type(text)) and isinstance(new, type(text)) and len(new) > len(old):
        machine.meter.charge(len(text) / 50_000)
        machine.meter.text(len(text) + text.count(old) * (len(new) - len(old)))
    machine.meter.text(len(text))
    return text.replace(old, new, count)


def _padding(name: str) -> None:
    def pad(machine: Machine, text: Value, width: int, *fill: Value) -> Value:
        if isinstance(width, int):
            machine.meter.text(max(width, len(text)))
        return getattr(text, name)(width, *fill)

    STR.method(name)(pad)
    BYTES.method(name)(pad)


for _name in ("ljust", "rjust", "center", "zfill"):
    _padding(_name)


@STR.method("expandtabs")
def _expandtabs(machine: Machine, text: str, tabsize: int = 8) -> str:
    machine.meter.text(len(text) + text.count("\t") * abs(tabsize))
    return text.expandtabs(tabsize)


@STR.method("translate")
def _translate(machine: Machine, text: str, table: Value) -> str:
    if not isinstance(table, dict):
        raise TypeError("the simulated machine's Python translates only by dicts")
    longest = max([len(value) for value in table.values() if isinstance(value, str)], default=1)
    machine.meter.text(len(text) * max(longest, 1))
    return text.translate(table)


@STR.static("maketrans")
def _maketrans(machine: Machine, *values: Value) -> Value:
    machine.meter.weigh(*values)
    return str.maketrans(*values)


@STR.method("format")
def _format(machine: Machine, text: str, *values: Value, **named: Value) -> str:
    machine.meter.text(len(text))
    return machine.text.fill(text, values, named)


@STR.method("format_map")
def _format_map(machine: Machine, text: str, mapping: Value) -> str:
    machine.meter.text(len(text))
    return machine.text.fill(text, (), mapping)


@BYTES.static("fromhex")
def _fromhex(machine: Machine, text: str) -> bytes:
    machine.meter.text(len(text))
    return bytes.fromhex(text)


@FLOAT.static("fromhex")
def _float_fromhex(machine: Machine, text: str) -> float:
    machine.meter.text(len(text))
    return float.fromhex(text)


@INT.method("to_bytes")
def _to_bytes(
    machine: Machine, number: int, length: int = 1, byteorder: Value = "big", *, signed: bool = False
) -> bytes:
    machine.meter.text(length if isinstance(length, int) else 0)
    return number.to_bytes(length, byteorder, signed=signed)


@INT.static("from_bytes")
def _from_bytes(machine: Machine, data: Value, byteorder: Value = "big", *, signed: bool = False) -> int:
    data = bytes(data) if isinstance(data, bytes) else bytes(machine.collect(data))
    if len(data) > 16_384:
        raise MemoryError
    return int.from_bytes(data, byteorder, signed=signed)
