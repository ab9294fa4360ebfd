"""EXIF data of JPEG files: a photo's time, camera, orientation and place."""

from __future__ import annotations

import calendar
import struct
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Exif", "add_exif", "read_exif", "strip_exif", "with_exif"]


class Exif(NamedTuple):
    """A photo's EXIF data.

    Attributes:
        taken: Local time, in seconds since 1970; None where unknown.
        make: The camera's manufacturer.
        model: The camera.
        orientation: EXIF's, 1 to 8: 6 and 8 are shown turned by 90 degrees clockwise and counterclockwise, 3 by 180.
        place: Latitude and longitude in degrees.
    """

    taken: float | None = None
    make: str = ""
    model: str = ""
    orientation: int = 1
    place: tuple[float, float] | None = None


def with_exif(data: bytes, values: Exif) -> bytes:
    """Returns a JPEG with these values in place of its EXIF data.

    Raises:
        ValueError: The data is no JPEG.
    """
    if data[:2] != b"\xff\xd8":
        raise ValueError(f"a file that begins with {data[:2]!r}: expected a JPEG")
    return add_exif(strip_exif(data), values)


def strip_exif(data: bytes) -> bytes:
    """Returns a JPEG without its first two bytes and its EXIF segment."""
    first, last = _app1(data)
    return data[2:first] + data[last:]


def add_exif(body: bytes, values: Exif) -> bytes:
    """Returns the JPEG with these values whose other bytes are `body`, as from `strip_exif`."""
    block = b"Exif\0\0" + _tiff(values)
    return b"".join((b"\xff\xd8\xff\xe1", struct.pack(">H", len(block) + 2), block, body))


def _app1(data: bytes) -> tuple[int, int]:
    """Returns the start and end of a JPEG's EXIF segment; (2, 2) where it has none."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and 0xE0 <= data[at + 1] <= 0xEF:
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            return at, end
        at = max(end, at + 4)
    return 2, 2


_Field = tuple[int, int, bytes]  # tag, type, value
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8}  # bytes of a value of a type


def _ascii(tag: int, text: str) -> _Field:
    return tag, 2, text.encode("ascii", "replace") + b"\0"


def _directory(fields: Sequence[_Field], at: int) -> bytes:
    """Returns a TIFF directory for an offset, followed by the values that don't fit into it."""
    beyond = at + 2 + 12 * len(fields) + 4
    table, rest = struct.pack("<H", len(fields)), b""
    for tag, kind, value in sorted(fields):
        count = len(value) // _SIZES[kind]
        if len(value) <= 4:
            table += struct.pack("<HHI4s", tag, kind, count, value)
        else:
            table += struct.pack("<HHII", tag, kind, count, beyond + len(rest))
            rest += value + b"\0" * (len(value) % 2)
    return table + b"\0\0\0\0" + rest


def _degrees(value: float) -> bytes:
    """Returns degrees, minutes and seconds as three fractions."""
    total = round(abs(value) * 3_600_000)
    degrees, rest = divmod(total, 3_600_000)
    minutes, milliseconds = divmod(rest, 60_000)
    return struct.pack("<6I", degrees, 1, minutes, 1, milliseconds, 1000)


_STAMP = b"0000:00:00 00:00:00"  # placeholder of the time in a form
_NORTH, _EAST = b"\xfe" * 24, b"\xfd" * 24  # placeholders of the place


def _tiff(values: Exif) -> bytes:
    north, east = values.place or (0.0, 0.0)
    signs = "" if values.place is None else ("N" if north >= 0 else "S") + ("E" if east >= 0 else "W")
    block = _form(values.make, values.model, values.orientation, values.taken is not None, signs)
    if values.taken is not None:
        block = block.replace(_STAMP, time.strftime("%Y:%m:%d %H:%M:%S", time.gmtime(values.taken)).encode())
    return block.replace(_NORTH, _degrees(north)).replace(_EAST, _degrees(east)) if signs else block


@lru_cache(maxsize=64)
def _form(make: str, model: str, orientation: int, dated: bool, signs: str) -> bytes:
    """Returns an EXIF block to be filled in; making one for every photo of a camera would be slow."""
    fields: list[_Field] = [(0x0112, 3, struct.pack("<H", orientation))]
    fields += [_ascii(tag, text) for tag, text in ((0x010F, make), (0x0110, model)) if text]
    inner: list[_Field] = []
    if dated:
        fields.append((0x0132, 2, _STAMP + b"\0"))
        inner += [(0x9003, 2, _STAMP + b"\0"), (0x9004, 2, _STAMP + b"\0")]
    gps: list[_Field] = []
    if signs:
        gps = [(0, 1, b"\2\2\0\0"), _ascii(1, signs[0]), (2, 5, _NORTH), _ascii(3, signs[1]), (4, 5, _EAST)]
    links = [(0x8769, inner), (0x8825, gps)]
    fields += [(tag, 4, b"\0\0\0\0") for tag, content in links if content]
    at = 8 + len(_directory(fields, 8))
    parts = b""
    for tag, content in links:
        if content:
            place = at + len(parts)
            fields = [field if field[0] != tag else (tag, 4, struct.pack("<I", place)) for field in fields]
            parts += _directory(content, place)
    return b"II*\0\x08\0\0\0" + _directory(fields, 8) + parts


@lru_cache(maxsize=256)
def read_exif(data: bytes) -> Exif:
    """Returns a JPEG's EXIF; missing and damaged values are left out."""
    first, last = _app1(data) if data[:2] == b"\xff\xd8" else (2, 2)
    tiff = data[first + 10 : last]
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return Exif()
    outer = _read_directory(tiff, order, _number(tiff, order, 4, 4))
    inner = _read_directory(tiff, order, _as_int(outer.get(0x8769), order))
    gps = _read_directory(tiff, order, _as_int(outer.get(0x8825), order))
    orientation = _as_int(outer.get(0x0112), order)
    return Exif(
        _taken(_as_text(inner.get(0x9003)) or _as_text(outer.get(0x0132))),
        _as_text(outer.get(0x010F)),
        _as_text(outer.get(0x0110)),
        orientation if 1 <= orientation <= 8 else 1,
        _place(gps, order),
    )


def _number(tiff: bytes, order: str, at: int, size: int) -> int:
    return int.from_bytes(tiff[at : at + size], "little" if order == "<" else "big")


def _read_directory(tiff: bytes, order: str, at: int) -> dict[int, bytes]:
    """Returns a directory's values by tag; at most 64 of them."""
    values: dict[int, bytes] = {}
    if not 8 <= at < len(tiff) - 2:
        return values
    count = min(64, _number(tiff, order, at, 2), (len(tiff) - at - 2) // 12)
    for tag, kind, number, place in struct.iter_unpack(f"{order}HHII", tiff[at + 2 : at + 2 + 12 * count]):
        at += 12  # then this entry's value begins at `at - 2`
        size = _SIZES.get(kind, 0) * number
        start = at - 2 if size <= 4 else place
        if 0 < size <= 4096 and start + size <= len(tiff):
            values[tag] = tiff[start : start + size]
    return values


def _as_int(value: bytes | None, order: str) -> int:
    return int.from_bytes(value, "little" if order == "<" else "big") if value and len(value) <= 4 else 0


def _as_text(value: bytes | None) -> str:
    return (value or b"").partition(b"\0")[0].decode("ascii", "replace").strip()


def _taken(text: str) -> float | None:
    try:
        return float(calendar.timegm(time.strptime(text, "%Y:%m:%d %H:%M:%S")))
    except (ValueError, OverflowError):
        return None


def _place(gps: dict[int, bytes], order: str) -> tuple[float, float] | None:
    degrees = []
    for tag, negative in ((2, "S"), (4, "W")):
        value = gps.get(tag, b"")
        if len(value) != 24:
            return None
        numbers = struct.unpack(f"{order}6I", value)
        if not all(numbers[1::2]):
            return None
        size = numbers[0] / numbers[1] + numbers[2] / numbers[3] / 60 + numbers[4] / numbers[5] / 3600
        degrees.append(-size if _as_text(gps.get(tag - 1)) == negative else size)
    return (degrees[0], degrees[1]) if abs(degrees[0]) <= 90 and abs(degrees[1]) <= 180 else None
