"""Attacks by files that an agent leaves for an evaluator; `tests/simulator/documents/test_hostile.py` has more."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from crab_sim.documents import decode_image, document_text, image_size, pdf, presentation, spreadsheet, text_document
from tests.simulator.documents import _make as make

pytestmark = pytest.mark.slow

READERS: tuple[Callable[[bytes | None], Any], ...] = (text_document, spreadsheet, presentation, pdf, document_text)


def archive(members: dict[str, bytes | str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return stream.getvalue()


def pdf_of(objects: str) -> bytes:
    """Returns a PDF file of objects, whose first is the catalog; readers find them without a table."""
    return f"%PDF-1.7\n{objects}\ntrailer << /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF\n".encode()


def word(body: str, before: str = "") -> bytes:
    return archive(
        {
            "word/document.xml": f'<?xml version="1.0"?>{before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>'
        }
    )


PAGE = "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "pages that are their own parents": lambda: pdf_of(
        PAGE + "2 0 obj << /Type /Pages /Kids [2 0 R] /Count 1 >> endobj"
    ),
    "pages in a circle": lambda: pdf_of(
        PAGE
        + (
            "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type "
            "/Pages /Kids [2 0 R] /Count 1 >> endobj"
        )
    ),
    "a million pages": lambda: pdf_of(
        PAGE
        + f"2 0 obj << /Type /Pages /Kids [{'3 0 R ' * 300_000}] /Count 300000 >> endobj\n"
        + "3 0 obj << /Type /Page /Parent 2 0 R >> endobj"
    ),
    "an outline in a circle": lambda: pdf_of(
        "1 0 obj << /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >> endobj\n2 0 "
        "obj << /Type /Pages /Kids [] /Count 0 >> endobj\n3 0 obj << /First 3 0 "
        "R /Next 3 0 R /Last 3 0 R >> endobj"
    ),
    "a form that draws itself": lambda: pdf_of(
        PAGE
        + (
            "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type "
            "/Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /F 4 0 R "
            ">> >> >> endobj\n4 0 obj << /Type /XObject /Subtype /Form /Length 5 /Resources "
            "<< /XObject << /F 4 0 R >> >> >> stream\n/F Do\nendstream endobj"
        )
    ),
    "a length that refers to itself": lambda: pdf_of(PAGE + "2 0 obj << /Length 2 0 R >> stream\nx\nendstream endobj"),
    "tables of objects in a circle": lambda: (
        b"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n"
    ),
    "arrays in arrays": lambda: pdf_of(PAGE + "2 0 obj " + "[" * 50_000 + " endobj"),
    "mappings in mappings": lambda: pdf_of(PAGE + "2 0 obj " + "<< /A " * 50_000 + " endobj"),
    "a number of many digits": lambda: pdf_of(PAGE + f"2 0 obj << /Count {'9' * 50_000} >> endobj"),
    "a program in a document": lambda: pdf_of(
        "1 0 obj << /Type /Catalog /OpenAction << /S /Launch /F (/bin/sh) >> /Pages "
        "2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj"
    ),
    "entities of entities": lambda: word(
        "<w:p>&h;</w:p>",
        "<!DOCTYPE l ["
        + '<!ENTITY a "ha">'
        + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True))
        + "]>",
    ),
    "an entity from a file": lambda: word("<w:p>&i;</w:p>", '<!DOCTYPE l [<!ENTITY i SYSTEM "file:///etc/passwd">]>'),
    "an entity from the network": lambda: word(
        "<w:p>&i;</w:p>", '<!DOCTYPE l [<!ENTITY % i SYSTEM "http://127.0.0.1:1/x"> %i;]>'
    ),
    "a schema from the network": lambda: word("<w:p/>", '<!DOCTYPE l SYSTEM "http://127.0.0.1:1/x">'),
    "deep elements": lambda: word("<w:p>" * 100_000),
    "a million attributes": lambda: word("<w:p " + " ".join(f'a{n}="1"' for n in range(200_000)) + "/>"),
    "an archive of gigabytes": lambda: archive({"word/document.xml": bytes(200 << 20)}),
    "a million members": lambda: archive({f"{n}": b"" for n in range(40_000)} | {"word/document.xml": "<a/>"}),
    "members above": lambda: archive({"../../../etc/crab": b"x", "/etc/crab": b"x", "word/document.xml": "<a/>"}),
    "an archive in an archive": lambda: archive(
        {"word/document.xml": archive({"word/document.xml": archive({"x": bytes(20 << 20)})})}
    ),
    "two members of one name": lambda: (
        archive({"word/document.xml": "<a/>"})[:-22] + archive({"word/document.xml": "<b/>"})
    ),
    "formulas": lambda: archive(
        {
            "xl/workbook.xml": "<workbook/>",
            "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row><c><f>"
            + "SUM(" * 20_000
            + "</f></c></row></sheetData></worksheet>",
        }
    ),
    "cells without end": lambda: archive(
        {
            "xl/workbook.xml": "<workbook/>",
            "xl/worksheets/sheet1.xml": (
                '<worksheet><sheetData><row r="99999999999"><c r="ZZZZZZZ99999999999"><v>1</v></c></row></sheetD'
                "ata></worksheet>"
            ),
        }
    ),
    "macros": lambda: archive({"word/document.xml": "<a/>", "word/vbaProject.bin": b"\xd0\xcf\x11\xe0" + bytes(999)}),
    "nothing": lambda: b"",
    "text without end": lambda: b"a," * (4 << 20),
    "quotes without end": lambda: b'"' * (1 << 20),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_read_or_none(name: str, tmp_path: Path) -> None:
    data = DOCUMENTS[name]()
    for read in READERS:
        found = read(data)
        assert found is None or len(repr(found)) < 64 << 20
        assert "root:x" not in repr(found)[:100_000]
    assert not Path("/etc/crab").exists() and not list(tmp_path.iterdir())


def png(width: int, height: int) -> bytes:
    """Returns a PNG file whose pixels are missing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes(9)))
        + chunk(b"IEND", b"")
    )


PICTURES: dict[str, bytes] = {
    "a billion pixels": png(1_000_000, 1_000),
    "pixels beyond counting": png(2**31 - 1, 2**31 - 1),
    "no pixels": png(0, 5),
    "a line of pixels": png(2**30, 1),
    "a gif of a screen's size": b"GIF89a"
    + struct.pack("<HH", 65_535, 65_535)
    + b"\xf0\0\0"
    + bytes(6)
    + b","
    + struct.pack("<HHHH", 0, 0, 65_535, 65_535)
    + b"\0\2\0;",
    "a bitmap": b"BM"
    + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, 2**31 - 1, 2**31 - 1, 1, 24, 0, 0, 0, 0, 0, 0),
    "a tiff that refers to itself": b"II*\0\x08\0\0\0\1\0\0\1\3\0\1\0\0\0\1\0\0\0\x08\0\0\0",
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "an icon": b"\0\0\1\0\xff\xff" + bytes(99),
    "webp": b"RIFF\xff\xff\xff\xffWEBPVP8X" + b"\xff" * 40,
    "jpeg": b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\3" + bytes(20),
    "a font": b"\0\1\0\0" + bytes(99),
    "a script": b"#!/bin/sh\ntouch /tmp/crab\n",
    "xbm": b"#define x_width 99999\n#define x_height 99999\n",
    "ppm": b"P6 99999 99999 255\n",
    "pcx": b"\n\5\1\x08" + b"\xff" * 124,
    "fits": b"SIMPLE  =                    T" + bytes(2880),
    "dds": b"DDS " + b"\xff" * 124,
    "tga": bytes(2) + b"\2" + bytes(9) + b"\xff\xff\xff\xff\x18\0",
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_read_or_none(name: str) -> None:
    found = decode_image(PICTURES[name])
    assert found is None or found.size < 64 << 20
    image_size(PICTURES[name])


def test_five_hundred_damaged_files() -> None:
    rng = random.Random(0)
    picture = io.BytesIO()
    Image.fromarray(np.zeros((40, 60, 3), np.uint8)).save(picture, "PNG")
    files = [picture.getvalue(), make.report()]
    for _ in range(500):
        data = bytearray(rng.choice(files))
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(9)] = rng.randbytes(rng.randrange(9))
        found = decode_image(bytes(data))
        assert found is None or found.dtype == np.uint8
        if data[:2] == b"PK" and rng.random() < 0.2:
            text_document(bytes(data))
