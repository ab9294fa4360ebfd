"""Reading the text of simple PDF files, in a time that is in proportion to their size.

Office programs' exports of a few pages are simple, others mostly aren't: whatever isn't known here is refused, and a
library reads it instead. The text is put together by the same rule as that library's.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

_MAX_BYTES = 1 << 20
_MAX_STREAM = 1 << 20
_MAX_PAGES = 50
_MAX_DEPTH = 12
_MAX_OBJECTS = 2000
_CM_PER_POINT = 2.54 / 72
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
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_ROW = {
    b"char": re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{4})>\s*"),
    b"range": re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{2})>\s*(?:<([0-9A-Fa-f]{4})>|\[([^\]]*)\])\s*"),
}
_TO_THE_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_PAINT = frozenset(
    b"w J j M d i m l c v y h re S s f F f* B B* b b* n W W* g G rg RG k K cs CS sc SC scn SCN gs TL".split()
)


class NotSimple(ValueError):
    """A file, or a part of one, that isn't known here."""


class _Name(bytes):
    """A name, with its slash."""


class _Reference(NamedTuple):
    number: int


class _Stream(NamedTuple):
    entries: dict[bytes, Any]
    data: bytes


def read_simple_pdf(data: bytes) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_gym.documents.PdfPage`.

    Raises:
        ValueError: The file is damaged, or not simple.
    """
    if len(data) > _MAX_BYTES or not data.startswith(b"%PDF-1."):
        raise NotSimple("too large")
    file = _File(data)
    tree = file.dictionary(file.dictionary(file.trailer[b"/Root"])[b"/Pages"])
    kids = file.get(tree[b"/Kids"])
    if b"/Encrypt" in file.trailer or len(kids) > _MAX_PAGES:
        raise NotSimple("encrypted, or too many pages")
    return [_page(file, file.dictionary(kid), tree) for kid in kids]


class _File:
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
        self.fonts: dict[int, _Font] = {}
        self.trailer: dict[bytes, Any] = _Parser(data, table.end()).value()
        if b"/Prev" in self.trailer:
            raise NotSimple("a file that was added to")

    def get(self, value: Any) -> Any:
        """Returns an object, which may be given by a reference."""
        if not isinstance(value, _Reference):
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
        parser = _Parser(self._data, place + len(start))
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


class _Parser:
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
            return _Reference(int(token))
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


class _Font(NamedTuple):
    """A font: the letter and the width, in thousandths of the size, of each code; the width of a blank."""

    letters: dict[int, str]
    widths: list[float]
    blank: float


def _font(file: _File, value: Any) -> _Font:
    entries = file.dictionary(value)
    if entries.get(b"/Subtype") != b"/TrueType" or b"/Encoding" in entries:
        raise NotSimple("a font of another kind")
    letters: dict[int, str] = {}
    rest = file.stream(entries[b"/ToUnicode"])
    for section in _SECTION.finditer(rest):
        row, body = _ROW[section[1]], section[2].strip()
        at = 0
        while at < len(body):
            match = row.match(body, at)
            if match is None:
                raise NotSimple("a map of letters that isn't known")
            at = match.end()
            _add_letters(match, letters)
    widths = [float(width) for width in file.get(entries[b"/Widths"])]
    if entries.get(b"/FirstChar") != 0 or len(widths) > 256:
        raise NotSimple("widths of other codes")
    blanks = [code for code, letter in letters.items() if letter == " " and code < len(widths)]
    if not blanks or not all(widths[code] == widths[blanks[0]] for code in blanks):
        raise NotSimple("a font without a blank")
    return _Font(letters, widths, widths[blanks[0]])


def _add_letters(match: re.Match[bytes], letters: dict[int, str]) -> None:
    first = int(match[1], 16)
    if match.re is _ROW[b"char"]:
        letters[first] = chr(int(match[2], 16))
        return
    last = int(match[2], 16)
    if match[3] is not None:
        for code in range(first, last + 1):
            letters[code] = chr(int(match[3], 16) + code - first)
        return
    found = re.findall(rb"<([0-9A-Fa-f]{4})>", match[4])
    for code, digits in zip(range(first, last + 1), found, strict=True):
        letters[code] = chr(int(digits, 16))


def _page(file: _File, page: dict[bytes, Any], tree: dict[bytes, Any]) -> dict[str, Any]:
    """Returns the fields of a page."""
    box = file.get(page.get(b"/MediaBox", tree.get(b"/MediaBox")))
    left, bottom, right, top = (float(side) for side in box)
    if page.get(b"/Type") != b"/Page" or page.get(b"/Rotate", 0) != 0:
        raise NotSimple("a turned page")
    resources = file.dictionary(page[b"/Resources"])
    writing = _Writing(file, file.dictionary(resources.get(b"/Font", {})))
    if b"/Contents" in page:
        for name, before in _Parser(file.stream(page[b"/Contents"])).operations():
            writing.take(name, before)
    forms = file.dictionary(resources.get(b"/XObject", {}))
    if any(file.dictionary(form).get(b"/Subtype") != b"/Image" for form in forms.values()):
        raise NotSimple("a page with pages in it")
    size = [round(side * _CM_PER_POINT, 2) for side in (right - left, top - bottom)]
    return {"text": writing.text, "size": size}


class _Writing:
    """Puts a page's text together: a line per baseline, with a blank where there is a gap.

    Attributes:
        text: The text so far.
    """

    def __init__(self, file: _File, fonts: dict[bytes, Any]) -> None:
        self.text = ""
        self._file, self._fonts = file, fonts
        self._font: _Font | None = None
        self._size, self._gap = 12.0, 0.0  # the size of the font, and of the space between letters
        self._x, self._y = 0.0, 0.0
        self._low = self._high = 0.0  # baselines of the line
        self._width = self._tall = 0.0  # of the text since the last move
        self._began = False
        self._moved, self._kept = False, list[bool]()  # whether the page's coordinates are, and were before

    def take(self, name: bytes, before: list[Any]) -> None:
        """Takes an instruction."""
        if name == b"Tj":
            self._show(before[0])
        elif name == b"Tm":
            across, turned, _, up, x, y = (float(value) for value in before)
            if (across, turned, up) != (1.0, 0.0, 1.0):
                raise NotSimple("text that is turned or scaled")
            self._move(x, y)
        elif name == b"Tf":
            self._choose(before[0], float(before[1]))
        elif name == b"Tc":
            self._gap = float(before[0])
        elif name == b"cm":
            self._moved = self._moved or [float(value) for value in before] != [1, 0, 0, 1, 0, 0]
        elif name == b"q":
            self._kept.append(self._moved)
        elif name == b"Q":
            self._moved = self._kept.pop()
        elif name == b"BT":
            if self._moved or self._kept:
                raise NotSimple("text on a page that is moved")
        elif name == b"Do":
            self.text += "\n" if self.text[-1:] not in ("", "\n") else ""
        elif name != b"ET" and name not in _PAINT:
            raise NotSimple("an instruction that isn't known")

    def _choose(self, name: bytes, size: float) -> None:
        reference = self._fonts.get(name)
        self._size = size
        if not isinstance(reference, _Reference):
            raise NotSimple("a font that isn't there")
        if self._file.dictionary(reference).get(b"/Subtype") == b"/Type1":
            self._font = None  # chosen at the start of each page, without any text in it
            return
        found = self._file.fonts.get(reference.number)
        if found is None:
            found = self._file.fonts[reference.number] = _font(self._file, reference)
        self._font = found

    def _show(self, text: bytes) -> None:
        if self._font is None or not isinstance(text, bytes):
            raise NotSimple("text without a font")
        letters = self._font.letters
        shown = "".join([letters[code] for code in text])
        if _TO_THE_LEFT.search(shown):
            raise NotSimple("letters that run to the left")
        self.text += shown
        widths = self._font.widths
        self._width += sum([widths[code] for code in text]) * self._size / 1000 + self._gap * len(text)
        self._tall = self._size

    def _move(self, x: float, y: float) -> None:
        """Begins a line or leaves a blank, where the next text is far enough from the last one."""
        limit = 0.8 * min(self._tall, self._size)
        apart = 0.0 if self._low <= y <= self._high else min(abs(y - self._low), abs(y - self._high))
        last = self.text[-1:]
        if (apart if self._began else abs(y - self._y)) > limit:
            if last not in ("", "\n"):
                self.text += "\n"
            self._low = self._high = y
        else:
            blank = 0.0 if self._font is None else self._font.blank / 2000 * self._size
            if (abs(y - self._y) > limit or x - self._x >= blank + self._width) and last not in ("", " "):
                self.text += " "
            if last in ("", "\n") or not self._began:
                self._low = self._high = y
            else:
                self._low, self._high = min(self._low, y), max(self._high, y)
        self._began = True
        self._x, self._y, self._width = x, y, 0.0
