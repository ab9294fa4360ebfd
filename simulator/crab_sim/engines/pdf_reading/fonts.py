"""The fonts of a PDF file: the text and the widths behind the bytes that a page shows.

* `PdfFont` - a font. `font_of` - the one that a page's resource describes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.pdf_reading.glyph_names import glyph_text

__all__ = ["Glyph", "PdfFont", "font_of"]

_MAX_CODES: Final = 70_000
_HEX = rb"<([0-9A-Fa-f\s]*)>"
_CHAR = re.compile(_HEX + rb"\s*" + _HEX)
_RANGE = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(?:" + _HEX + rb"|\[([^\]]*)\])")
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_MEASURED = 100  # pixels at which the bundled fonts stand in for missing widths


class Glyph(NamedTuple):
    """A shown character: its text, its width in thousandths of the font's size, whether it is the one-byte space."""

    text: str
    width: float
    space: bool


class PdfFont:
    """A font of a PDF file.

    Args:
        face: The bundled font that is drawn in its place.
        wide: Whether its codes have two bytes.
        texts: The text of each code.
        widths: The width of each code, in thousandths of the size.
        default: The width of other codes, None for that of the bundled font.
    """

    __slots__ = ("default", "face", "texts", "wide", "widths")

    def __init__(
        self,
        face: metrics.Font,
        wide: bool,
        texts: Mapping[int, str],
        widths: Mapping[int, float],
        default: float | None,
    ) -> None:
        self.face, self.wide, self.texts, self.widths, self.default = face, wide, texts, widths, default

    def glyphs(self, data: bytes) -> Iterator[Glyph]:
        """Yields the characters that bytes show."""
        step = 2 if self.wide else 1
        for at in range(0, len(data) - step + 1, step):
            code = int.from_bytes(data[at : at + step], "big")
            text = self.texts.get(code)
            if text is None:
                text = "" if self.wide else data[at : at + 1].decode("cp1252", "replace").replace("\ufffd", "")
            width = self.widths.get(code, self.default)
            if width is None:
                width = metrics.width(text, self.face, _MEASURED) * 1000 / _MEASURED
            yield Glyph(text, width, code == 32 and not self.wide)


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _face(name: str, flags: int) -> metrics.Font:
    """Returns the bundled font that is nearest to one of this name and these flags of its descriptor."""
    low = name.casefold()
    if flags & 1 or any(word in low for word in ("mono", "courier", "consol", "code")):
        return "mono"
    bold = any(word in low for word in ("bold", "black", "heavy", "semibold", "demi"))
    if flags & 64 or any(word in low for word in ("italic", "oblique")):
        return "bold_italic" if bold else "italic"
    return "bold" if bold else "regular"


def _unhex(digits: bytes) -> bytes:
    return bytes.fromhex(digits.decode("ascii"))


def _utf16(digits: bytes) -> str:
    return _unhex(digits).decode("utf-16-be", "replace")


def _code(digits: bytes) -> int:
    return int.from_bytes(_unhex(digits), "big")


def to_unicode(cmap: bytes) -> dict[int, str]:
    """Returns the text of each code that a ToUnicode map has.

    >>> to_unicode(b"1 beginbfrange <41> <43> <0061> endbfrange 1 beginbfchar <02><00660069> endbfchar")
    {65: 'a', 66: 'b', 67: 'c', 2: 'fi'}
    """
    texts: dict[int, str] = {}
    for section in _SECTION.finditer(cmap):
        if section[1] == b"char":
            for pair in _CHAR.finditer(section[2]):
                texts[_code(pair[1])] = _utf16(pair[2])
            continue
        for row in _RANGE.finditer(section[2]):
            low, high = _code(row[1]), _code(row[2])
            if row[4] is not None:
                for code, found in zip(range(low, high + 1), re.finditer(_HEX, row[4]), strict=False):
                    texts[code] = _utf16(found[1])
                continue
            start = _utf16(row[3])
            for code in range(low, min(high, low + 0xFFFF) + 1):
                if start and len(texts) < _MAX_CODES:
                    texts[code] = start[:-1] + chr(min(0x10FFFF, ord(start[-1]) + code - low))
    return texts


def _differences(encoding: Any) -> dict[int, str]:
    texts: dict[int, str] = {}
    code = 0
    for entry in _resolved(encoding.get("/Differences", ())):
        if isinstance(entry, str):
            texts[code] = glyph_text(entry.removeprefix("/"))
            code += 1
        else:
            code = int(entry)
    return texts


def _wide_widths(table: Any) -> dict[int, float]:
    """Returns the widths of a composite font's array: codes with a list, or ranges with one width."""
    widths: dict[int, float] = {}
    rows = [_resolved(entry) for entry in table]
    at = 0
    while at + 1 < len(rows) and len(widths) < _MAX_CODES:
        first, second = int(rows[at]), rows[at + 1]
        if isinstance(second, list):
            for i, width in enumerate(second):
                widths[first + i] = float(width)
            at += 2
        elif at + 2 < len(rows):
            for code in range(first, min(int(second), first + 0xFFFF) + 1):
                widths[code] = float(rows[at + 2])
            at += 3
        else:
            break
    return widths


def font_of(resource: Any) -> PdfFont:
    """Returns the font of a page's resource.

    Args:
        resource: Its dictionary, as pypdf reads it.
    """
    name = str(resource.get("/BaseFont", ""))
    wide = resource.get("/Subtype") == "/Type0"
    texts: dict[int, str] = {}
    widths: dict[int, float] = {}
    default: float | None = None
    described = resource
    if wide:
        described = _resolved(_resolved(resource["/DescendantFonts"])[0])
        widths, default = _wide_widths(_resolved(described.get("/W", ()))), float(described.get("/DW", 1000))
    else:
        first = int(resource.get("/FirstChar", 0))
        for i, width in enumerate(_resolved(resource.get("/Widths", ()))):
            widths[first + i] = float(_resolved(width))
        encoding = _resolved(resource.get("/Encoding"))
        if encoding == "/MacRomanEncoding":
            texts = {code: bytes([code]).decode("mac_roman") for code in range(32, 256)}
        elif hasattr(encoding, "get"):
            texts = _differences(encoding)
    cmap = _resolved(resource.get("/ToUnicode"))
    if hasattr(cmap, "get_data"):
        texts |= to_unicode(cmap.get_data())
    descriptor = _resolved(described.get("/FontDescriptor"))
    flags = int(descriptor.get("/Flags", 0)) if hasattr(descriptor, "get") else 0
    return PdfFont(_face(name, flags), wide, texts, widths, default)
