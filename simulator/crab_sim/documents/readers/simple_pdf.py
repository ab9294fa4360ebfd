"""Reading the text of simple PDF files, in a time that is in proportion to their size.

Office programs' exports of a few pages are simple, others mostly aren't: whatever isn't known here is refused, and a
library reads it instead. The text is put together by the same rule as that library's.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .pdf_objects import NotSimple, PdfObjects, PdfParser, PdfReference
from .pdf_paint import PdfPaint
from .pdf_usual import BOXES, CATALOG, PAGE, TREE, ends_well, headings_beside, is_page_size

_MAX_BYTES = 1 << 20
_MAX_PAGES = 50
_CM_PER_POINT = 2.54 / 72
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_ROW = {
    b"char": re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{4})>\s*"),
    b"range": re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{2})>\s*(?:<([0-9A-Fa-f]{4})>|\[([^\]]*)\])\s*"),
}
_TO_THE_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_TEXT = frozenset((b"Tm", b"Td", b"T*", b"TL", b"Tc", b"Tf"))
_PAINT = frozenset(
    b"w J j M d i m l c v y h re S s f F f* B B* b b* n W W* g G rg RG k K cs CS sc SC scn SCN gs".split()
)


def read_simple_pdf(data: bytes) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_sim.documents.PdfPage`.

    Raises:
        ValueError: The file is damaged, or not simple.
    """
    if len(data) > _MAX_BYTES or not data.startswith(b"%PDF-1."):
        raise NotSimple("too large")
    file = PdfObjects(data)
    root = file.dictionary(file.trailer[b"/Root"])
    tree = file.dictionary(root[b"/Pages"])
    kids = file.get(tree[b"/Kids"])
    _check_keys(root, CATALOG - {"/Names", "/Outlines", "/Metadata"})
    _check_keys(tree, TREE)
    if not isinstance(file.get(root.get(b"/OpenAction", [])), list) or not ends_well(data):
        raise NotSimple("an action at opening, or bytes behind the end")
    if b"/Encrypt" in file.trailer or len(kids) > _MAX_PAGES or tree.get(b"/Count") != len(kids):
        raise NotSimple("encrypted, too many pages, or another number of them than it says")
    fonts: dict[int, _Font] = {}
    pages = [_page(file, file.dictionary(kid), tree, fonts) for kid in kids]
    if pages:
        headings = [("title", _title(file))]
        pages[0]["others"] += headings_beside(headings, "\n".join([page["text"] for page in pages]))
    return pages


def _title(file: PdfObjects) -> str:
    """Returns the title of a file, ``""`` for none."""
    title = file.get(file.dictionary(file.trailer.get(b"/Info", {})).get(b"/Title", b""))
    if not isinstance(title, bytes):
        raise NotSimple("a title that is no text")
    return title[2:].decode("utf-16-be") if title.startswith(b"\xfe\xff") else title.decode("ascii")


def _check_keys(entries: dict[bytes, Any], known: frozenset[str]) -> None:
    more = {key.decode("latin-1") for key in entries} - known
    if more:
        raise NotSimple(f"entries that aren't known: {more}")


class _Font(NamedTuple):
    """A font: the letter and the width, in thousandths of the size, of each code; the width of a blank.

    Of the fonts that every reader has, the widths aren't known here.
    """

    letters: dict[int, str]
    widths: list[float] = []
    blank: float = 0.0


_WESTERN = _Font(
    {code: bytes([code]).decode("cp1252") for code in range(32, 256) if code not in b"\x81\x8d\x8f\x90\x9d"}
)
_ASCII = _Font({code: chr(code) for code in range(32, 127) if chr(code) not in "'`"})


def _font(file: PdfObjects, value: Any) -> _Font:
    entries = file.dictionary(value)
    if entries.get(b"/Subtype") == b"/Type1" and entries.get(b"/BaseFont") in (b"/Helvetica", b"/Helvetica-Bold"):
        if not entries.keys() <= {b"/Type", b"/Subtype", b"/BaseFont", b"/Name", b"/Encoding"}:
            raise NotSimple("a font that every reader has, but changed")
        encoding = entries.get(b"/Encoding")
        if encoding not in (None, b"/WinAnsiEncoding"):
            raise NotSimple("another encoding")
        return _ASCII if encoding is None else _WESTERN
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


def _page(file: PdfObjects, page: dict[bytes, Any], tree: dict[bytes, Any], known: dict[int, _Font]) -> dict[str, Any]:
    """Returns the fields of a page."""
    box = file.get(page.get(b"/MediaBox", tree.get(b"/MediaBox")))
    left, bottom, right, top = (float(side) for side in box)
    _check_keys(page, PAGE)
    if page.get(b"/Type") != b"/Page" or page.get(b"/Rotate", 0) != 0:
        raise NotSimple("a turned page")
    if page.get(b"/Trans") or any(name.encode() in page for name in (*BOXES, "/UserUnit")):
        raise NotSimple("a page with a transition, or another box")
    if page.get(b"/Annots"):
        raise NotSimple("a page with annotations")
    resources = file.dictionary(page[b"/Resources"])
    if any({b"/ca", b"/CA"} & file.dictionary(way).keys() for way in _ways(file, resources)):
        raise NotSimple("transparency")
    writing = _Writing(file, file.dictionary(resources.get(b"/Font", {})), known, (left, bottom, right, top))
    if b"/Contents" in page:
        for name, before in PdfParser(file.stream(page[b"/Contents"])).operations():
            writing.take(name, before)
    forms = file.dictionary(resources.get(b"/XObject", {}))
    if any(file.dictionary(form).get(b"/Subtype") != b"/Image" for form in forms.values()):
        raise NotSimple("a page with pages in it")
    size = [round(side * _CM_PER_POINT, 2) for side in (right - left, top - bottom)]
    if not is_page_size(*size):
        raise NotSimple("a page of an unusual size")
    return {"text": writing.text, "size": size, "letters": writing.letters, "others": writing.paint.others}


def _ways(file: PdfObjects, resources: dict[bytes, Any]) -> list[Any]:
    """Returns a page's states of drawing."""
    return list(file.dictionary(resources.get(b"/ExtGState", {})).values())


def add_letters(pieces: list[list[Any]], text: str, size: float) -> None:
    """Adds a text to the pieces of a page in which the letters have one size; blanks don't count.

    Args:
        pieces: Texts and their sizes so far.
        text: The text.
        size: Its size in points.
    """
    bare = "".join(text.split())
    size = round(size, 1)
    if bare and pieces and pieces[-1][1] == size:
        pieces[-1][0] += bare
    elif bare:
        pieces.append([bare, size])


class _Writing:
    """Puts a page's text together: a line per baseline, with a blank where there is a gap.

    Attributes:
        text: The text so far.
        letters: The same without blanks, in pieces of one size.
        paint: What else the page shows.
    """

    def __init__(
        self, file: PdfObjects, fonts: dict[bytes, Any], known: dict[int, _Font], box: tuple[float, ...]
    ) -> None:
        self.text = ""
        self.letters: list[list[Any]] = []
        self.paint = PdfPaint()
        self._box = box
        self._file, self._fonts, self._known = file, fonts, known
        self._font: _Font | None = None
        self._size, self._gap = 12.0, 0.0  # the size of the font, and of the space between letters
        self._x, self._y = 0.0, 0.0
        self._low = self._high = 0.0  # baselines of the line
        self._width = self._tall = 0.0  # of the text since the last move
        self._unknown = False  # whether the width is
        self._start = 0.0, 0.0  # of the line of text
        self._leading = 0.0
        self._began = False
        self._moved, self._kept = False, list[bool]()  # whether the page's coordinates are, and were before

    def take(self, name: bytes, before: list[Any]) -> None:
        """Takes an instruction."""
        self.paint.take(name, before)
        if name == b"Tj":
            self._show(before[0])
        elif name in _TEXT:
            self._set_text(name, before)
        elif name == b"cm":
            self._moved = self._moved or [float(value) for value in before] != [1, 0, 0, 1, 0, 0]
        elif name == b"q":
            self._kept.append(self._moved)
        elif name == b"Q":
            self._moved = self._kept.pop()
        elif name == b"BT":
            if self._moved or self._kept:
                raise NotSimple("text on a page that is moved")
            self._start = 0.0, 0.0
        elif name == b"Do":
            self.paint.add("picture")
            self.text += "\n" if self.text[-1:] not in ("", "\n") else ""
        elif name != b"ET" and name not in _PAINT:
            raise NotSimple("an instruction that isn't known")

    def _set_text(self, name: bytes, before: list[Any]) -> None:
        """Takes an instruction on how, or where, the next text is shown."""
        left, baseline = self._start
        match name:
            case b"Tm":
                across, turned, _, up, x, y = (float(value) for value in before)
                if (across, turned, up) != (1.0, 0.0, 1.0):
                    raise NotSimple("text that is turned or scaled")
                self._go(x, y)
            case b"Td":
                self._go(left + float(before[0]), baseline + float(before[1]))
            case b"T*":
                self._go(left, baseline - self._leading)
            case b"TL":
                self._leading = float(before[0])
            case b"Tc":
                self._gap = float(before[0])
            case _:
                self._choose(before[0], float(before[1]))

    def _choose(self, name: bytes, size: float) -> None:
        reference = self._fonts.get(name)
        self._size = size
        if not isinstance(reference, PdfReference):
            raise NotSimple("a font that isn't there")
        found = self._known.get(reference.number)
        if found is None:
            found = self._known[reference.number] = _font(self._file, reference)
        self._font = found

    def _show(self, text: bytes) -> None:
        if self._font is None or not isinstance(text, bytes):
            raise NotSimple("text without a font")
        letters = self._font.letters
        shown = "".join([letters[code] for code in text])
        if _TO_THE_LEFT.search(shown):
            raise NotSimple("letters that run to the left")
        left, bottom, right, top = self._box
        if shown.strip() and not (left <= self._x <= right and bottom <= self._y <= top):
            self.paint.add("text outside")
        self.text += shown
        add_letters(self.letters, shown, self._size)
        widths = self._font.widths
        if widths:
            self._width += sum([widths[code] for code in text]) * self._size / 1000 + self._gap * len(text)
        else:
            self._unknown = True
        self._tall = self._size

    def _go(self, x: float, y: float) -> None:
        self._start = x, y
        self._move(x, y)

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
            if self._unknown or (self._font is not None and not self._font.widths and self._began):
                raise NotSimple("text in a line behind other text, whose width isn't known")
            blank = 0.0 if self._font is None else self._font.blank / 2000 * self._size
            if (abs(y - self._y) > limit or x - self._x >= blank + self._width) and last not in ("", " "):
                self.text += " "
            if last in ("", "\n") or not self._began:
                self._low = self._high = y
            else:
                self._low, self._high = min(self._low, y), max(self._high, y)
        self._began = True
        self._x, self._y, self._width, self._unknown = x, y, 0.0, False
