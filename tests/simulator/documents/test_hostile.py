"""Whatever an agent writes: None in bounded time, never an exception."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_sim.documents import (
    Cell,
    cells,
    decode_image,
    document_text,
    encode_image,
    image_size,
    pdf,
    presentation,
    spreadsheet,
    text_document,
)
from crab_sim.documents.bounded import MAX_BYTES
from tests.simulator.documents import _make as make

READERS: tuple[Callable[[bytes | None], Any], ...] = (text_document, spreadsheet, presentation, pdf)

LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)
OUTSIDE = '<!DOCTYPE l [<!ENTITY i SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("before", [LAUGHS, OUTSIDE])
def test_entities_are_refused(before: str) -> None:
    assert text_document(make.open_document("text", "<text:p>&i;</text:p>", before)) is None
    body = f'<?xml version="1.0" encoding="UTF-16"?>{before}<w:document xmlns:w="w">&i;</w:document>'.encode("utf-16")
    assert text_document(make.archive({"word/document.xml": body})) is None


def test_an_archive_that_unpacks_to_gigabytes_is_refused() -> None:
    parts = {"mimetype": make.OPEN_DOCUMENT + "text", "META-INF/manifest.xml": make.MANIFEST}
    assert text_document(make.archive({**parts, "content.xml": b" " * (40 << 20)})) is None
    assert text_document(make.archive({**parts, "content.xml": "<a/>", "Pictures/a.png": bytes(200 << 20)})) is None


def test_deep_documents_are_refused() -> None:
    deep = "<text:list><text:list-item>" * 20_000 + "</text:list-item></text:list>" * 20_000
    assert text_document(make.open_document("text", deep)) is None


@pytest.mark.slow
def test_what_would_take_too_long_is_given_up() -> None:
    assert text_document(make.open_document("text", "<text:p>x</text:p>" * 800_000)) is None


def test_cells_that_stand_for_many_are_bounded() -> None:
    one = '<table:table-cell office:value-type="float" office:value="1"{}/>'
    row = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
    many = one.format(' table:number-columns-repeated="16384"')
    for rows in (row.format(1048576, many), row.format(1048576, one.format("")), row.format("9" * 5000, many)):
        assert spreadsheet(make.open_document("spreadsheet", f"<table:table>{rows}</table:table>")) is None
    rows = row.format(1048575, "") + row.format(1, one.format(""))
    data = make.open_document("spreadsheet", f"<table:table>{rows}</table:table>")
    assert cells(data) == {"A1048576": Cell(1.0)}


def test_a_sheet_may_claim_any_size() -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active["XFD1048576"] = 1
    assert cells(make.saved_by(book)) == {"XFD1048576": Cell(1.0)}


def test_blanks_that_stand_for_many_are_bounded() -> None:
    text = document_text(make.open_document("text", '<text:p><text:s text:c="999999999"/>x</text:p>'))
    assert text == " " * 1000 + "x"


def test_a_stream_that_unpacks_to_gigabytes_is_bounded() -> None:
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, StreamObject

    writer = PdfWriter()
    stream = StreamObject()
    stream._data = zlib.compress(b"0 " * (150 << 20), 1)
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    writer.add_blank_page(200, 200)[NameObject("/Contents")] = writer._add_object(stream)
    pages = pdf(make.saved(writer))
    assert pages is None or pages[0].text == ""


def test_files_that_are_too_large_are_not_looked_at() -> None:
    for start in (b"PK\3\4word/document.xml", b"%PDF-1.7", b"a,b\n"):
        data = start + b"x" * MAX_BYTES
        assert not any(read(data) for read in READERS) and document_text(data) is None


@pytest.mark.parametrize("made", [make.report, make.prices, make.slides, lambda: make.pdf_of("page")])
def test_broken_documents_are_none(made: Callable[[], bytes]) -> None:
    data = made()
    for broken in (data[: len(data) // 2], data[:100], data.replace(b"content.xml", b"c0ntent.xml"), data[:8]):
        for read in READERS:
            found = read(broken)
            assert found is None or made().startswith(b"%PDF")  # pypdf repairs what it can


@settings(max_examples=6)
@given(
    st.sampled_from([b"PK\3\4mimetypeapplication/vnd.oasis.opendocument.text", b"%PDF-1.4\n"]), st.binary(max_size=300)
)
def test_noise_is_none_or_empty(start: bytes, noise: bytes) -> None:
    for read in READERS:
        assert not read(start + noise)


def test_pictures_that_are_too_large_or_broken_are_none() -> None:
    whole = encode_image(np.full((20, 30, 3), 9, np.uint8))
    stream = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(stream, "PNG")
    huge = stream.getvalue()
    for data in (None, b"", b"GIF89a", whole[:40], huge, b"%!PS-Adobe-3.0 EPSF-3.0\n", b"<svg/>"):
        assert decode_image(data) is None
    assert image_size(huge) is None and image_size(b"GIF89a") is None and image_size(None) is None
    assert decode_image(whole[:-20]) is None or image_size(whole[:-20]) == (30, 20)


@settings(max_examples=60)
@given(st.integers(0, 3), st.binary(max_size=30), st.integers(0, 200))
def test_damaged_pictures_never_raise(kind: int, noise: bytes, at: int) -> None:
    stream = io.BytesIO()
    Image.effect_noise((24, 18), 50).save(stream, ("PNG", "JPEG", "GIF", "TIFF")[kind])
    data = stream.getvalue()
    damaged = data[:at] + noise + data[at + len(noise) :]
    found = decode_image(damaged)
    assert found is None or (found.ndim == 3 and found.dtype == np.uint8)
    image_size(damaged)
