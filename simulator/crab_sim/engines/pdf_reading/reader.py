"""PDF files as an application opens them: the sizes of their pages, their outline and properties, and each page.

* `open_pdf` - the facts of a file: `PdfFile`. `page_of` - one of its pages, read when it is first asked for.
* `extract` - a file of some pages.
* `PdfDamaged` - it can't be read.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crab_sim.draw.image_header import MAX_PIXELS, image_size
from crab_sim.engines.pdf import PdfPage
from crab_sim.engines.pdf_reading.content import Matrix, Reading, times

__all__ = ["OutlineEntry", "PdfDamaged", "PdfFile", "extract", "open_pdf", "page_of"]

MAX_BYTES: Final = 32 << 20
MAX_PAGES: Final = 1000
_MAX_STREAM: Final = 4 << 20
_MAX_OUTLINE: Final = 500
_MAX_PICTURES: Final = 60
_FACTS: Final = (
    ("Title", "/Title"), ("Subject", "/Subject"), ("Author", "/Author"), ("Keywords", "/Keywords"),
    ("Producer", "/Producer"), ("Creator", "/Creator"),
)  # fmt: skip


class PdfDamaged(ValueError):
    """A file is no PDF file, or is damaged."""


class OutlineEntry(NamedTuple):
    """An entry of the table of contents: its text, the number of its page from 0, its depth from 0."""

    text: str
    page: int
    depth: int


class PageSize(NamedTuple):
    """The size of a page as it is shown, in points."""

    width: float
    height: float


class PdfFile(NamedTuple):
    """The facts of a file.

    Attributes:
        sizes: The size of each page.
        outline: The table of contents.
        properties: Names and values, such as ``("Title", "Letter")``; those that are missing are left out.
        version: Such as ``"1.4"``.
    """

    sizes: tuple[PageSize, ...]
    outline: tuple[OutlineEntry, ...]
    properties: tuple[tuple[str, str], ...]
    version: str


@lru_cache(maxsize=8)
def _reader(data: bytes) -> Any:
    return _opened(data)


def _opened(data: bytes) -> Any:
    import pypdf  # which takes a while; most episodes open no PDF file

    from crab_sim.documents.readers.pdf import needs_cipher

    if len(data) > MAX_BYTES:
        raise PdfDamaged("too large")
    try:
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and (needs_cipher(reader) or not reader.decrypt("")):
            raise PdfDamaged("encrypted")
        count = len(reader.pages)
    except PdfDamaged:
        raise
    except Exception as error:  # pypdf raises errors of many kinds for damaged files
        raise PdfDamaged(str(error)) from None
    if not 0 < count <= MAX_PAGES:
        raise PdfDamaged(f"{count} pages")
    return reader


def _box(page: Any) -> tuple[float, float, float, float]:
    box = page.cropbox
    left, bottom, right, top = (float(side) for side in (box.left, box.bottom, box.right, box.top))
    if not (0 < right - left < 20_000 and 0 < top - bottom < 20_000):
        raise PdfDamaged("a page without a size")
    return left, bottom, right, top


def _quarters(page: Any) -> int:
    return int(page.rotation) // 90 % 4


@lru_cache(maxsize=16)
def open_pdf(data: bytes) -> PdfFile:
    """Returns the facts of a PDF file.

    Args:
        data: The file.

    Raises:
        PdfDamaged: It is no PDF file.
    """
    reader = _reader(data)
    try:
        sizes = []
        for page in reader.pages:
            left, bottom, right, top = _box(page)
            across, down = right - left, top - bottom
            sizes.append(PageSize(down, across) if _quarters(page) % 2 else PageSize(across, down))
    except PdfDamaged:
        raise
    except Exception as error:
        raise PdfDamaged(str(error)) from None
    version = str(reader.pdf_header).removeprefix("%PDF-")[:8]
    return PdfFile(tuple(sizes), _outline(reader), _properties(reader), version)


def _properties(reader: Any) -> tuple[tuple[str, str], ...]:
    try:
        found = reader.metadata or {}
        rows = [(name, str(found[key])[:300]) for name, key in _FACTS if found.get(key)]
    except Exception:  # as for damaged files
        return ()
    return tuple(rows)


def _outline(reader: Any) -> tuple[OutlineEntry, ...]:
    rows: list[OutlineEntry] = []

    def collect(entries: Any, depth: int) -> None:
        for entry in entries:
            if len(rows) >= _MAX_OUTLINE or depth > 8:
                return
            if isinstance(entry, list):
                collect(entry, depth + 1)
                continue
            number = reader.get_destination_page_number(entry)
            if number is not None and number >= 0:
                rows.append(OutlineEntry(str(entry.title)[:200], number, depth))

    try:
        collect(reader.outline, 0)
    except Exception:  # a damaged outline is none
        return ()
    return tuple(rows)


def _placed(page: Any) -> Matrix:
    """Returns the matrix from a page's own coordinates to points from the top left of the page as it is shown."""
    left, bottom, right, top = _box(page)
    across, down = right - left, top - bottom
    upright: Matrix = (1.0, 0.0, 0.0, -1.0, -left, top)
    turns: tuple[Matrix, ...] = (
        (1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
        (0.0, 1.0, -1.0, 0.0, down, 0.0),
        (-1.0, 0.0, 0.0, -1.0, across, down),
        (0.0, -1.0, 1.0, 0.0, 0.0, across),
    )
    return times(upright, turns[_quarters(page)])


@lru_cache(maxsize=64)
def page_of(data: bytes, number: int) -> PdfPage:
    """Returns a page with the words, boxes, lines and pictures on it; as much as can be read of a damaged one.

    Args:
        data: The file, which `open_pdf` can open.
        number: The page's number, from 0.
    """
    reader = _reader(data)
    page, size = reader.pages[number], open_pdf(data).sizes[number]
    pictures: dict[tuple[str, ...], bytes] = {}

    def stream(form: Any) -> list[Any]:
        return _operations(form, reader)

    def picture(names: tuple[str, ...]) -> bytes:
        if names not in pictures:
            pictures[names] = _picture(page, names) if len(pictures) < _MAX_PICTURES else b""
        return pictures[names]

    reading = Reading(_placed(page), stream, picture)
    try:
        content = page.get_contents()
        if content is not None:
            reading.run(_operations(content, reader), page.get("/Resources", {}).get_object())
    except Exception:  # what was read before the damage is shown, as other viewers do
        pass
    return PdfPage(size.width, size.height, tuple(reading.items))


def _operations(stream: Any, reader: Any) -> list[Any]:
    from pypdf.generic import ContentStream

    if len(stream.get_data()) > _MAX_STREAM:
        raise PdfDamaged("a page with too many instructions")
    content = stream if isinstance(stream, ContentStream) else ContentStream(stream, reader)
    operations: list[Any] = content.operations
    return operations


def _picture(page: Any, names: tuple[str, ...]) -> bytes:
    """Returns a picture of a page as a PNG or JPEG file; empty for one that can't be decoded."""
    try:
        found = page.images[names if len(names) > 1 else names[0]]
        described = found.indirect_reference.get_object() if found.indirect_reference is not None else {}
        if int(described.get("/Width", 0)) * int(described.get("/Height", 0)) > MAX_PIXELS:
            return b""
        if "/JBIG2Decode" in str(described.get("/Filter")):  # only a program that the host may have decodes it
            return b""
        data: bytes = found.data
        if image_size(data) is not None:
            return data
        stream = io.BytesIO()
        found.image.convert("RGB").save(stream, "PNG")
        return stream.getvalue()
    except Exception:  # pypdf's and Pillow's errors for damaged pictures
        return b""


def extract(data: bytes, numbers: Sequence[int]) -> bytes:
    """Returns a PDF file of some pages of another.

    Args:
        data: The file, which `open_pdf` can open.
        numbers: The pages' numbers from 0, in their order.

    Raises:
        PdfDamaged: The pages can't be copied.
    """
    import pypdf

    reader = _opened(data)  # not the kept one: asked for a page's boxes, pypdf writes them into the page
    try:
        writer = pypdf.PdfWriter()
        for number in numbers:
            writer.add_page(reader.pages[number])
        stream = io.BytesIO()
        writer.write(stream)
    except Exception as error:
        raise PdfDamaged(str(error)) from None
    return stream.getvalue()
