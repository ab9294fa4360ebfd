"""Parts of a document's file beside its content, which readers of texts, sheets and slides don't look at."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from pypdf.generic import FloatObject

from crab_sim.documents import pdf, presentation, spreadsheet, text_document
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfPage, PdfPicture, PdfText, pdf_bytes
from crab_sim.engines.sheets.book import new_book
from crab_sim.engines.sheets.files.ods_file import write_ods
from crab_sim.engines.sheets.files.xlsx_writer import write_xlsx
from crab_sim.engines.slides.formats import deck_bytes
from crab_sim.engines.slides.model import new_deck
from crab_sim.engines.writing.formats import text_bytes
from crab_sim.engines.writing.model import Look, Paragraph, Run
from tests.simulator.documents import _make as make

LETTER = text_bytes((Paragraph((Run("One two"),)),), "odt")
SLIDES = deck_bytes(new_deck(), "odp")
LINKED = (Paragraph((Run("mill.example", Look(link="http://mill.example/")), Run(" b", Look(bold=True)))),)
WORD, SHOW = text_bytes(LINKED, "docx"), deck_bytes(new_deck(), "pptx")
SUMS = write_ods(new_book(), "2026-01-01T00:00:00Z")
BOOK = write_xlsx(new_book(), "2026-01-01T00:00:00Z")


def edited(data: bytes, name: str, old: str, new: str) -> bytes:
    """A document with another text in one of its parts, or with one more part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {row.filename: archive.read(row) for row in archive.infolist()}
    text = parts.get(name, b"").decode()
    assert old in text
    return make.archive({**parts, name: text.replace(old, new, 1) if old else new})


def others(data: bytes) -> tuple[str, ...]:
    text = text_document(data)
    if text is not None:
        return text.others
    return (spreadsheet(data) or presentation(data) or ())[0].others


@pytest.mark.parametrize("data", [LETTER, SLIDES, SUMS, BOOK, WORD, SHOW])
def test_a_document_that_a_program_wrote_has_nothing_else(data: bytes) -> None:
    assert others(data) == ()
    assert others(edited(data, "more/x.txt", "", "more")) == ("member more/x.txt",)


BODY = "<office:body>"
SCRIPT = f"<office:scripts><text:p/></office:scripts>{BODY}"
CASES: Mapping[str, tuple[bytes, str, str, str, str]] = {
    "script": (LETTER, "content.xml", BODY, SCRIPT, "script"),
    "page": (LETTER, "styles.xml", 'fo:page-width="8.5in"', 'fo:page-width="1cm"', "page width 1cm"),
    "margin": (LETTER, "styles.xml", 'margin-left="0.7902in"', 'margin-left="30cm"', "page width 8.5in"),
    "line": (LETTER, "styles.xml", 'line-height="100%"', 'line-height="1%"', "line-height 1%"),
    "small": (LETTER, "styles.xml", 'font-size="12pt"', 'font-size="2pt"', "font-size 2pt"),
    "symbols": (
        LETTER, "styles.xml", "svg:font-family=\"'Liberation Serif'\"", 'svg:font-family="Wingdings"',
        "font Liberation Serif Wingdings",
    ),
    "break": (LETTER, "styles.xml", "fo:margin-top=", 'fo:break-before="page" fo:margin-top=', "break-before page"),
    "blank": (
        LETTER, "styles.xml", "svg:font-family=\"'Liberation Serif'\"", 'svg:font-family="Adobe Blank"',
        "font Liberation Serif Adobe Blank",
    ),
    "template": (
        LETTER, "meta.xml", "</office:meta>", '<meta:template xlink:href="http://a/b" xmlns:xlink="x"/></office:meta>',
        "template http://a/b",
    ),
    "kind": (LETTER, "META-INF/manifest.xml", 'opendocument.text"', 'opendocument.text-master"',
             "manifest of application/vnd.oasis.opendocument.text-master"),
    "listed": (LETTER, "META-INF/manifest.xml", '"styles.xml"', '"more.xml"', "no member more.xml"),
    "unlisted": (LETTER, "META-INF/manifest.xml", '"content.xml"', '"meta.xml"', "no manifest"),
    "global": (LETTER, "content.xml", "<office:text>", '<office:text text:global="true">', "master document"),
    "comment": (LETTER, "content.xml", BODY, f"<!-- VOID -->{BODY}", "comment in content.xml"),
    "form": (LETTER, "content.xml", "<office:text>", "<office:text><office:forms><a/></office:forms>", "link "),
    "master": (SLIDES, "styles.xml", "</style:master-page>", "<draw:rect/></style:master-page>", "master rect"),
    "layer": (
        SLIDES, "styles.xml", "<office:master-styles>",
        '<office:master-styles><draw:layer-set><draw:layer draw:name="layout" draw:display="none"/></draw:layer-set>',
        "layer layout none",
    ),
    "padding": (
        SLIDES, "styles.xml", "<style:graphic-properties ",
        '<style:graphic-properties fo:padding-left="30cm" ', "padding-left 30cm",
    ),
    "title": (SLIDES, "content.xml", "<draw:text-box", "<svg:title>VOID</svg:title><draw:text-box", "title: VOID"),
    "show": (
        SLIDES, "content.xml", "</office:presentation>",
        '<presentation:settings presentation:show="x"/></office:presentation>', "show show x",
    ),
    "locked": (SUMS, "content.xml", "<table:table ", '<table:table table:protected="true" ', "protected"),
    "locked_book": (
        BOOK, "xl/worksheets/sheet1.xml", "</sheetData>", '</sheetData><sheetProtection sheet="1"/>',
        "element sheetProtection",
    ),
    "dates": (BOOK, "xl/workbook.xml", "<workbookPr/>", '<workbookPr date1904="1"/>', "date1904"),
    "window": (BOOK, "xl/workbook.xml", '"visible"', '"veryHidden"', "hidden window"),
    "theme": (BOOK, "xl/theme/theme1.xml", '"windowText"', '"window"', "theme dk1 FFFFFF 000000"),
    "wide": (BOOK, "xl/worksheets/sheet1.xml", 'left="0.75"', 'left="75"', "margin left 75"),
    "extension": (
        BOOK, "xl/worksheets/sheet1.xml", "</worksheet>", '<extLst><ext uri="x"/></extLst></worksheet>', "extension x",
    ),
    "phonetic": (BOOK, "xl/worksheets/sheet1.xml", "<sheetData", "<rPh/><sheetData", "element rPh"),
    "phonetic_shared": (BOOK, "xl/sharedStrings.xml", "", "<sst><si><rPh/></si></sst>", "element rPh"),
    "manual": (BOOK, "xl/workbook.xml", 'fullCalcOnLoad="1"', 'calcMode="manual"', "calculation manual"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_part_that_no_program_writes_by_itself(name: str) -> None:
    data, part, old, new, other = CASES[name]
    assert other in others(edited(data, part, old, new))


def test_an_address_that_is_a_link_looks_as_usual() -> None:
    document = text_document(WORD)
    assert document is not None and not any(run.other or run.underline for run in document.paragraphs[0].runs)


def test_an_archive_with_two_files_of_one_name_is_no_document() -> None:
    stream = io.BytesIO(LETTER)
    with zipfile.ZipFile(stream, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("content.xml", b"<a/>")
    assert text_document(stream.getvalue()) is None


def _rewritten(change: Callable[[Any], object]) -> bytes:
    import pypdf

    page = PdfPage(595, 842, (PdfText(72, 72, "Tea at mill.example", "regular", 12),))
    data = pdf_bytes([page], "Tea at mill.example", "Writer")
    writer, stream = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    change(writer)
    writer.write(stream)
    return stream.getvalue()


def _linked(address: str) -> Callable[[Any], object]:
    from pypdf.annotations import Link

    return lambda writer: writer.add_annotation(0, Link(rect=(0, 0, 99, 99), url=address))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda writer: None, ()),
        (lambda writer: writer.pages[0].rotate(180), ("turned 180",)),
        (lambda writer: writer.pages[0].cropbox.__setitem__(0, FloatObject(99)), ("CropBox of another size",)),
        (lambda writer: writer.pages[0].scale_by(0.01), ("page of 0.2 x 0.3 cm",)),
        (_linked("http://mill.example/"), ()),
        (_linked("http://l.example/"), ("link http://l.example/",)),
        (lambda writer: writer.add_metadata({"/Title": "Coffee"}), ("title Coffee",)),
        (lambda writer: writer.add_metadata({"/Title": "Tea"}), ("title Tea",)),
        (lambda writer: writer.add_outline_item(title="Coffee", page_number=0), ("outline Coffee",)),
        (
            lambda writer: [
                writer.add_outline_item(title=name, page_number=0) for name in ("Tea at  mill.example", "Slide 1")
            ],
            (),
        ),
        (_linked("http://elsewhere.example/"), ("link http://elsewhere.example/",)),
        (lambda writer: writer.add_attachment("more.txt", b"more"), ("entry /EmbeddedFiles",)),
        (lambda writer: writer.encrypt("", "owner", algorithm="RC4-128"), ("encrypted",)),
    ],
)
def test_a_pdf_file_that_shows_something_else(change: Callable[[Any], object], found: tuple[str, ...]) -> None:
    (page,) = pdf(_rewritten(change)) or ()
    assert page.others == found


@pytest.mark.parametrize("data", [LETTER, SLIDES, SUMS, BOOK, WORD, SHOW])
def test_bytes_behind_the_end_of_an_archive(data: bytes) -> None:
    assert others(data + b"more") == ("bytes behind the end",)
    assert others(data[:-2] + b"\4\0more") == ("bytes behind the end",)


def test_a_pdf_file_whose_objects_are_elsewhere() -> None:
    data = _rewritten(lambda writer: None)
    (page,) = pdf(data.replace(b"\n", b"\n%more\n", 1)) or ()
    assert page.others == ("objects elsewhere",)


@pytest.mark.parametrize("data", [_rewritten(lambda writer: None), pdf_bytes([PdfPage(595, 842, ())], "", "Writer")])
def test_a_pdf_file_that_miscounts_its_pages(data: bytes) -> None:
    (page,) = pdf(data) or ()
    assert page.others == ()
    for count in (b"0", b"2"):
        (page,) = pdf(data.replace(b"/Count 1", b"/Count " + count)) or ()
        assert page.others == ("pages miscounted",)


def test_bytes_behind_the_end_of_a_pdf_file() -> None:
    (page,) = pdf(_rewritten(lambda writer: None) + b"more") or ()
    assert page.others == ("bytes behind the end",)


def test_white_paint_over_pictures() -> None:
    items: tuple[PdfItem, ...] = (
        PdfPicture(60, 60, 90, 20, make.picture(9)), PdfBox(0, 0, 595, 842, (255, 255, 255)),
    )  # fmt: skip
    (page,) = pdf(pdf_bytes([PdfPage(595, 842, items)], "", "Impress")) or ()
    assert page.others == ("picture", "drawing")
