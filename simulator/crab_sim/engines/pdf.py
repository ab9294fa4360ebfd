"""Writing PDF files: pages of text, lines, boxes and pictures, with the bundled fonts embedded.

    pdf_bytes([PdfPage(612, 792, (PdfText(72, 90, "Dear Zoë,", "regular", 12),))], "Letter")

All measures are points from a page's top left. The same pages give the same bytes.

* `PdfPage` - a page, with `PdfText`, `PdfBox`, `PdfLine`, `PdfPicture` on it.
* `pdf_bytes` - the file.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.draw.image_header import MAX_PIXELS, image_size
from crab_sim.draw.ops import Color

__all__ = ["PdfBox", "PdfItem", "PdfLine", "PdfPage", "PdfPicture", "PdfText", "pdf_bytes"]

_BLACK: Final = (0, 0, 0)
_SLANT = 0.2
_PARTS = 32  # parts of a font that are kept


class PdfText(NamedTuple):
    """Text on one line.

    Attributes:
        x: Its left edge.
        y: Its baseline.
        text: The text.
        font: Its font, one of `crab_sim.draw.text.FONTS`.
        size: Size in points.
        color: Its colour.
        width: The width that it is stretched or squeezed to by spaces between its letters; 0 for its own.
    """

    x: float
    y: float
    text: str
    font: metrics.Font
    size: float
    color: Color = _BLACK
    width: float = 0.0


class PdfBox(NamedTuple):
    """A rectangle: left and top edge, size, the colour inside, the colour of its edge; None for none."""

    x: float
    y: float
    width: float
    height: float
    fill: Color | None = None
    edge: Color | None = None


class PdfLine(NamedTuple):
    """A straight line: its ends, width, colour."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.5
    color: Color = _BLACK


class PdfPicture(NamedTuple):
    """A picture: left and top edge, size, and its file, a PNG, JPEG or GIF. Others are left out."""

    x: float
    y: float
    width: float
    height: float
    data: bytes


PdfItem = PdfText | PdfBox | PdfLine | PdfPicture


class PdfPage(NamedTuple):
    """A page: its size, and the things on it from back to front."""

    width: float
    height: float
    items: tuple[PdfItem, ...]


def pdf_bytes(pages: Sequence[PdfPage], title: str = "", creator: str = "") -> bytes:
    """Returns a PDF file.

    Args:
        pages: Its pages, at least one.
        title: Its title.
        creator: The program that made it.
    """
    from reportlab.pdfgen import canvas  # which takes a while; most episodes write no PDF file

    _register_fonts()
    stream = io.BytesIO()
    paper = canvas.Canvas(stream, invariant=1, pageCompression=1)  # invariant: without the time of day
    paper.setTitle(title)
    paper.setCreator(creator)
    paper.setProducer("")
    for page in pages:
        paper.setPageSize((page.width, page.height))
        _draw_all(paper, page)
        paper.showPage()
    paper.save()
    return stream.getvalue()


def _name(font: metrics.Font) -> str:
    """Returns the name of a font's file; slanted fonts share the files of upright ones."""
    return {"italic": "crab-regular", "bold_italic": "crab-bold"}.get(font, f"crab-{font}")


def _register_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics, ttfonts

    known = pdfmetrics.getRegisteredFontNames()
    for font in metrics.FONTS:
        if _name(font) not in known:
            found = ttfonts.TTFont(_name(font), metrics.font_file(font))
            found.face.makeSubset = _kept(found.face.makeSubset)
            found.addObjects = _embedding(found)
            pdfmetrics.registerFont(found)


def _kept(make: Callable[[Sequence[int]], bytes]) -> Callable[[Sequence[int]], bytes]:
    """Returns a function that makes each part of a font once: most texts have letters of the same few parts."""
    made = lru_cache(maxsize=_PARTS)(make)
    return lambda letters: made(tuple(letters))


class _FontPart(NamedTuple):
    """What a file holds of a font: the name of a part of it, its letters' widths, characters and outlines, packed."""

    name: str
    widths: bytes
    characters: bytes
    outlines: bytes


def _embedding(font: Any) -> Callable[[Any], None]:
    """Returns a function that adds a font to a document as the font's own method does, but packs each part once."""
    from reportlab.pdfbase import pdfdoc, ttfonts

    face = font.face

    @lru_cache(maxsize=_PARTS)
    def packed(number: int, letters: tuple[int, ...]) -> _FontPart:
        name = b"".join((ttfonts.SUBSETN(number), b"+", face.name, face.subfontNameX)).decode("pdfdoc")
        outlines = face.makeSubset(letters)
        things = (
            pdfdoc.PDFArray([face.getCharWidth(letter) for letter in letters]),
            pdfdoc.PDFStream(None, ttfonts.makeToUnicodeCMap(name, letters), [pdfdoc.PDFZCompress]),
            pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Length1": len(outlines)}), outlines, [pdfdoc.PDFZCompress]),
        )
        return _FontPart(name, *[thing.format(pdfdoc.DummyDoc()) for thing in things])

    def embed(document: Any) -> None:
        for number, letters in enumerate(map(tuple, font.state[document].subsets)):
            part = packed(number, letters)
            name = font.getSubsetInternalName(number, document)[1:]
            added = pdfdoc.PDFTrueTypeFont()
            added.Name, added.BaseFont = name, part.name
            added.FirstChar, added.LastChar, added.Widths = 0, len(letters) - 1, part.widths
            added.ToUnicode = document.Reference(part.characters, f"toUnicodeCMap:{part.name}")
            added.FontDescriptor = face.addSubsetObjects(document, part.name, letters)
            document.idToObject[f"fontFile:{face.filename}({part.name})"] = part.outlines
            document.Reference(added, name)
            document.idToObject["BasicFonts"].dict[name] = added
        del font.state[document]

    return embed


def _draw_all(paper: Any, page: PdfPage) -> None:
    """Draws a page; texts that follow each other are one object, so that readers see no gap between them."""
    pen: Any = None
    for item in page.items:
        if isinstance(item, PdfText):
            pen = paper.beginText() if pen is None else pen
            _draw_text(paper, pen, item, page.height)
            continue
        if pen is not None:
            paper.drawText(pen)
            pen = None
        _draw(paper, item, page.height)
    if pen is not None:
        paper.drawText(pen)


def _draw(paper: Any, item: PdfItem, height: float) -> None:
    match item:
        case PdfBox(x, y, w, h, fill, edge):
            if fill is not None:
                paper.setFillColorRGB(*_shares(fill))
            if edge is not None:
                paper.setStrokeColorRGB(*_shares(edge))
                paper.setLineWidth(0.5)
            paper.rect(x, height - y - h, w, h, stroke=int(edge is not None), fill=int(fill is not None))
        case PdfLine(x1, y1, x2, y2, width, color):
            paper.setStrokeColorRGB(*_shares(color))
            paper.setLineWidth(width)
            paper.line(x1, height - y1, x2, height - y2)
        case PdfPicture():
            _draw_picture(paper, item, height)


def _shares(color: Color) -> tuple[float, float, float]:
    red, green, blue = color
    return red / 255, green / 255, blue / 255


def _draw_text(paper: Any, pen: Any, item: PdfText, height: float) -> None:
    shown = "".join([char for char in item.text if char >= " "]).encode("utf-8", "replace").decode()
    if not shown:
        return
    name = _name(item.font)
    pen.setFont(name, item.size)
    pen.setFillColorRGB(*_shares(item.color))
    slant = _SLANT if item.font in ("italic", "bold_italic") else 0.0
    pen.setTextTransform(1, 0, slant, 1, item.x, height - item.y)
    own = paper.stringWidth(shown, name, item.size)
    pen.setCharSpace((item.width - own) / len(shown) if item.width else 0)
    pen.textOut(shown)


def _draw_picture(paper: Any, item: PdfPicture, height: float) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    size = image_size(item.data)
    if size is None or size[0] * size[1] > MAX_PIXELS:
        return
    try:
        with Image.open(io.BytesIO(item.data)) as image:
            reader = ImageReader(image.convert("RGBA" if "A" in image.getbands() else "RGB"))
    except (OSError, ValueError, SyntaxError):  # Pillow's errors for damaged files
        return
    paper.drawImage(reader, item.x, height - item.y - item.height, item.width, item.height, mask="auto")
