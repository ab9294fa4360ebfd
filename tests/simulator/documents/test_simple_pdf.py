"""PDF files that are read without a library: as the library reads them, or not at all."""

from __future__ import annotations

import random
import zlib

import numpy as np
import pytest

from crab_sim.content.documents import pdf as plain_pdf
from crab_sim.devices.media.png import png
from crab_sim.documents import pdf
from crab_sim.documents.readers.pdf import read_pdf
from crab_sim.documents.readers.simple_pdf import read_simple_pdf
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfLine, PdfPage, PdfPicture, PdfText, pdf_bytes
from crab_sim.engines.pdf_reading.reader import extract
from tests.simulator.documents import _make as make

WORDS = ("the", "Zoë’s", "café", "(a)", "\\", "b", "—", "“q”", "naïve", "12.50", "€", "ﬁ", "x\ty", "&", "½", "")
PICTURE = png(np.full((8, 8, 3), 77, np.uint8))


def page(dice: random.Random) -> PdfPage:
    """A page of lines, some of several pieces or close to each other, among boxes, lines and pictures."""
    items: list[PdfItem] = []
    y = 60.0
    for _ in range(dice.randint(0, 25)):
        kind, size = dice.random(), dice.choice([8.0, 11.0, 12.0, 24.0])
        if kind < 0.7:
            x, font = dice.choice([72.0, 72.0, 100.0, dice.uniform(0, 400)]), dice.choice(["regular", "bold", "italic"])
            text = " ".join(dice.choices(WORDS, k=dice.randint(1, 8)))
            items.append(PdfText(x, y, text, font, size, width=dice.choice([0.0, dice.uniform(50, 400)])))
            if dice.random() < 0.4:
                beside = x + dice.uniform(0, 300), y + dice.choice([0.0, 0.0, -3.0, 2.0])
                items.append(PdfText(*beside, dice.choice(WORDS), "bold", size))
            y += dice.choice([1.2, 0.5, 0.85, 1.0]) * size
        elif kind < 0.8:
            items.append(PdfBox(10, y, 100, 20, (255, 0, 0), (0, 0, 0)))
        elif kind < 0.9:
            items.append(PdfLine(10, y, 200, y))
        else:
            items.append(PdfPicture(10, y, 30, 30, PICTURE))
    return PdfPage(612, 792, tuple(items))


@pytest.mark.parametrize("seed", range(12))
def test_exports_are_read_as_the_library_reads_them(seed: int) -> None:
    dice = random.Random(seed)
    data = pdf_bytes([page(dice) for _ in range(dice.randint(1, 3))], "Title", "Writer")
    for file in (data, extract(data, [0])):
        assert read_simple_pdf(file) == read_pdf(file)


def test_plain_pages_are_read_as_the_library_reads_them() -> None:
    data = plain_pdf(["One two", "three & four", "five"])
    assert read_simple_pdf(data) == read_pdf(data)


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data and len(old) == len(new)
    return data.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"%PDF-1.4", b"%PDF-2.4"),
        (b"4 0 obj", b"9 0 obj"),
        (b"/Type1", b"/Type3"),
        (b"endstream", b"endstraem"),
        (b"14 TL", b"14 Tr"),
        (b"One two", b"One t\xe4o"),
        (b"BT /F1", b"BT /F7"),
        (b"/Root 1 0 R", b"/Root 5 0 R"),
    ],
)
def test_files_that_are_unusual_are_refused(old: bytes, new: bytes) -> None:
    with pytest.raises((ValueError, LookupError, TypeError, AttributeError)):
        read_simple_pdf(changed(plain_pdf(["One two", "three"]), old, new))


def test_text_behind_text_of_unknown_width_is_left_to_the_library() -> None:
    data = changed(plain_pdf(["One", "two"]), b"(One) Tj T* ", b"(One) Tj 2 0 Td "[:12])
    with pytest.raises((ValueError, TypeError)):
        read_simple_pdf(data)


def test_a_small_stream_that_unpacks_to_much_is_refused() -> None:
    packed = zlib.compress(b"0 " * (8 << 20), 9)
    data = pdf_bytes([PdfPage(100, 100, ())])
    start, end = data.rindex(b"stream\n", 0, data.rindex(b"endstream")) + 7, data.rindex(b"endstream")
    longer = data[:start] + packed + data[end:]
    with pytest.raises(ValueError):
        read_simple_pdf(longer)


@pytest.mark.parametrize("seed", range(30))
def test_damaged_files_are_none_or_pages(seed: int) -> None:
    dice = random.Random(seed)
    data = bytearray(pdf_bytes([page(dice)]) if seed % 2 else plain_pdf(["One", "two"]))
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(data))
        data[at : at + dice.randint(0, 3)] = dice.randbytes(dice.randint(0, 3))
    try:
        pages = read_simple_pdf(bytes(data))
    except Exception as error:  # the other process reads it then
        assert not isinstance(error, RecursionError | MemoryError)
    else:
        assert all(isinstance(row["text"], str) for row in pages)


def test_the_file_of_another_program_is_read_by_the_library() -> None:
    pages = pdf(make.pdf_of("first page"))
    assert pages is not None and pages[0].text.strip() == "first page"
