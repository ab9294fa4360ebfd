"""The objects of simple PDF files: those whose table of places and streams are plain.

* `PdfObjects` - the objects by reference. `PdfParser` - reads them one after the other. `NotSimple` - any other file.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["NotSimple", "PdfObjects", "PdfParser", "PdfReference"]

_MAX_STREAM = 1 << 20
_MAX_DEPTH = 12
_MAX_OBJECTS = 2000
_SPACE = rb"\x00\t\n\x0c\r "
_TOKEN = re.compile(
    rb"[" + _SPACE + rb"]*(?:%[^\r\n]*[" + _SPACE + rb"]+)*"
    rb"(<<|>>|\[|\]|/[^" + _SPACE + rb"()<>\[\]{}/%]*|\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f\s]*>"
    rb"|[^" + _SPACE + rb"()<>\[\]{}/%]+)"
)
_XREF = re.compile(rb"xref\r?\n0 (\d{1,5})\r?\n((?:\d{10} \d{5} [nf](?:\r\n| \n| \r))+)trailer\s*")
_REFERENCE = re.compile(rb"\s+(\d{1,5})\s+R\b")
_STREAM = re.compile(rb"\s*stream\r?\n")
_END = re.compile(rb"\s*endstream\s+endobj")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S])")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}


class NotSimple(ValueError):
    """A file, or a part of one, that isn't known here."""


class _Name(bytes):
    """A name, with its slash."""


class PdfReference(NamedTuple):
    """The place of an object elsewhere in the file, by its number."""

    number: int


class _Stream(NamedTuple):
    entries: dict[bytes, Any]
    data: bytes


class PdfObjects:
    """The objects of a file, by its table of places.

    Attributes:
        trailer: The dictionary at its end.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
        table = _XREF.match(data, start)
        if table is None or int(table[1]) > _MAX_OBJECTS:
            raise NotSimple("no plain table of places")
        rows = table[2].splitlines()
        if len(rows) != int(table[1]):
            raise NotSimple("a damaged table of places")
        self._places = [int(row[:10]) if row[17:18] == b"n" else -1 for row in rows]
        self._known: dict[int, Any] = {}
        self.trailer: dict[bytes, Any] = PdfParser(data, table.end()).value()
        if b"/Prev" in self.trailer:
            raise NotSimple("a file that was added to")

    def get(self, value: Any) -> Any:
        """Returns an object, which may be given by a reference."""
        if not isinstance(value, PdfReference):
            return value
        found = self._known.get(value.number)
        if found is None:
            found = self._known[value.number] = self._read(value.number)
        return found

    def dictionary(self, value: Any) -> dict[bytes, Any]:
        """Returns a dictionary, also that of a stream."""
        found = self.get(value)
        found = found.entries if isinstance(found, _Stream) else found
        if not isinstance(found, dict):
            raise NotSimple("no dictionary")
        return found

    def stream(self, value: Any) -> bytes:
        """Returns the content of a stream."""
        found = self.get(value)
        if not isinstance(found, _Stream):
            raise NotSimple("no stream")
        filters, data = found.entries.get(b"/Filter", []), found.data
        for name in filters if isinstance(filters, list) else [filters]:
            if name == b"/FlateDecode" and b"/DecodeParms" not in found.entries:
                packer = zlib.decompressobj()
                data = packer.decompress(data, _MAX_STREAM)
                if packer.unconsumed_tail or not packer.eof:
                    raise NotSimple("a large stream")
            elif name == b"/ASCII85Decode":
                data = base64.a85decode(data.strip().removesuffix(b"~>"))
            else:
                raise NotSimple("a filter that isn't known")
        return data

    def _read(self, number: int) -> Any:
        place = self._places[number] if number < len(self._places) else -1
        start = b"%d 0 obj" % number
        if place < 0 or not self._data.startswith(start, place):
            raise NotSimple("an object that isn't at its place")
        parser = PdfParser(self._data, place + len(start))
        value = parser.value()
        begin = _STREAM.match(self._data, parser.at)
        if begin is None:
            return value
        length = value.get(b"/Length")
        if not isinstance(length, int):
            raise NotSimple("a stream whose length is elsewhere")
        if _END.match(self._data, begin.end() + length) is None:
            raise NotSimple("a stream that isn't as long as it says")
        return _Stream(value, self._data[begin.end() : begin.end() + length])


class PdfParser:
    """Reads objects one after the other.

    Attributes:
        at: The place behind the last one.
    """

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data, self.at = data, at

    def token(self) -> bytes:
        """Returns the next piece, ``b""`` at the end."""
        match = _TOKEN.match(self._data, self.at)
        if match is None:
            if self._data[self.at :].strip(b"\0\t\n\x0c\r "):
                raise NotSimple("a piece that isn't known")
            return b""
        self.at = match.end()
        return match[1]

    def value(self, depth: int = 0) -> Any:
        """Returns the next object."""
        return self._value(self.token(), depth)

    def _value(self, token: bytes, depth: int) -> Any:
        if depth > _MAX_DEPTH or not token:
            raise NotSimple("objects inside each other, or none")
        if token == b"<<":
            entries: dict[bytes, Any] = {}
            while (key := self.token()) != b">>":
                if key[:1] != b"/":
                    raise NotSimple("a key that is no name")
                entries[key] = self.value(depth + 1)
            return entries
        if token == b"[":
            items = []
            while (item := self.token()) != b"]":
                items.append(self._value(item, depth + 1))
            return items
        if token[:1] == b"/":
            return _Name(token)
        if token[:1] == b"(":
            return _unescaped(token[1:-1])
        if token[:1] == b"<":
            return bytes.fromhex(token[1:-1].decode())
        if token in (b"true", b"false", b"null"):
            return token == b"true"
        if token.isdigit() and (match := _REFERENCE.match(self._data, self.at)) is not None:
            if match[1] != b"0":
                raise NotSimple("an object that was replaced")
            self.at = match.end()
            return PdfReference(int(token))
        return float(token) if b"." in token else int(token)

    def operations(self) -> Iterator[tuple[bytes, list[Any]]]:
        """Yields the instructions of a page, each with what stands before it."""
        before: list[Any] = []
        while token := self.token():
            if token[:1].isalpha() or token in (b"'", b'"'):
                yield token, before
                before = []
            elif len(before) > 100:
                raise NotSimple("too much before an instruction")
            else:
                before.append(self._value(token, 1))


def _unescaped(text: bytes) -> bytes:
    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8) & 255]) if code.isdigit() and code < b"8" else _ESCAPES.get(code, code)

    return _ESCAPE.sub(plain, text) if b"\\" in text else text
