from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from crab_sim.documents import (
    Cell,
    DocumentsUnavailable,
    Run,
    cells,
    document_text,
    pdf,
    pdf_pictures,
    presentation,
    spreadsheet,
    text_document,
)
from tests.simulator.documents import _make as make


def digest(shade: int) -> str:
    return hashlib.sha256(make.picture(shade)).hexdigest()


def test_a_text_has_paragraphs_with_their_looks() -> None:
    document = text_document(make.report())
    assert document is not None
    heading, plain, centred, one, two, *rest = document.paragraphs
    assert (heading.text, heading.style, heading.level) == ("Report", "Heading 1", 1)
    assert heading.all("bold") and not heading.all("italic")
    assert plain.runs == (Run("Plain then "), Run("bold", bold=True, underline=True), Run(" end"))
    assert not plain.all("bold") and plain.level == 0
    assert (centred.text, centred.align, centred.style) == ("a   b\t\nc", "center", "Heading 1")
    assert [(item.text, item.listed) for item in (one, two)] == [("one", True), ("two", True)]
    assert [item.text for item in rest] == ["pens", "2", "ink", "11", "", ""] and not any(item.listed for item in rest)
    assert not rest[-1].all("bold")
    assert document.tables == ((("pens", "2"), ("ink", "11")),)
    assert [row.digest for row in document.pictures] == [digest(40), digest(200)]
    assert document.pictures[0].bounds == (0, 0, 4, 3)
    assert document_text(make.report()) == document.text


def test_a_text_of_the_other_format_is_read_alike() -> None:
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    styles = (
        f'<w:styles {w}><w:style w:type="paragraph" w:styleId="Base" w:default="1"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Base"/>'
        '<w:pPr><w:outlineLvl w:val="0"/><w:jc w:val="center"/></w:pPr><w:rPr><w:b/></w:rPr></w:style></w:styles>'
    )
    body = (
        f'<w:document {w}><w:body><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>Ti</w:t></w:r>'
        '<w:r><w:t>tle</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>!</w:t></w:r></w:p>'
        '<w:p><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr><w:ins><w:r><w:t>kept</w:t><w:tab/></w:r></w:ins>'
        '<w:del><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del>'
        '<w:hyperlink><w:r><w:rPr><w:u w:val="single"/><w:i/></w:rPr><w:t>link</w:t></w:r></w:hyperlink></w:p>'
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>'
        '</w:body></w:document>'
    )  # fmt: skip
    document = text_document(make.archive({"word/document.xml": body, "word/styles.xml": styles}))
    assert document is not None
    title, item, cell, _ = document.paragraphs
    assert (title.style, title.level, title.align) == ("Heading 1", 1, "center")
    assert title.runs == (Run("Title", bold=True), Run("!"))
    assert item.listed and item.runs == (Run("kept\t"), Run("link", italic=True, underline=True))
    assert (cell.text, cell.style) == ("x", "Normal")
    assert document.tables == ((("x", ""),),)


def test_what_was_deleted_or_remarked_is_no_text() -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        "<text:p>kept<office:annotation><text:p>remark</text:p></office:annotation>"
        "<text:note><text:note-body><text:p>foot</text:p></text:note-body></text:note></text:p>"
    )
    assert document_text(make.open_document("text", body)) == "kept"


def test_a_spreadsheet_has_values_and_formulas() -> None:
    sheets = spreadsheet(make.prices())
    assert sheets is not None
    assert [sheet.name for sheet in sheets] == ["Data", "Other"]
    assert dict(sheets[0].cells) == {
        "A1": Cell("Name", bold=True), "B1": Cell("Cost", bold=True), "A2": Cell("pens"), "B2": Cell(2.5),
        "A3": Cell("ink"), "B3": Cell(11.0), "C10": Cell(13.5, "=SUM(B2:B3,0)"), "D10": Cell("2026-03-04"),
        "E10": Cell(True), "F10": Cell(True), "G10": Cell("09:05:00"),
    }  # fmt: skip
    assert cells(make.prices(), "Other") == {"A1": Cell(27.0, "=Data!C10*2")}
    assert cells(make.prices(), "None such") is None
    assert document_text(make.prices()) == "Name\tCost\npens\t2.5\nink\t11\n13.5\t2026-03-04\tTrue\tTrue\t09:05:00\n27"


def test_a_workbook_of_the_other_format_is_read_alike() -> None:
    import datetime

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    sheet.append(["Name", True, 2, 2.5, datetime.date(2026, 3, 4), datetime.time(9, 5)])
    sheet["AB7"] = "=SUM(C1:D1)"
    sheet["A1"].font = openpyxl.styles.Font(bold=True)
    assert cells(make.saved_by(book)) == {
        "A1": Cell("Name", bold=True), "B1": Cell(True), "C1": Cell(2.0), "D1": Cell(2.5), "E1": Cell("2026-03-04"),
        "F1": Cell("09:05:00"), "AB7": Cell(None, "=SUM(C1:D1)"),
    }  # fmt: skip


def test_a_table_of_plain_text_is_a_sheet() -> None:
    found = cells('name;cost\r\n"a;b";-2.50\r\n007;1e5\r\n'.encode("utf-8-sig"))
    assert found == {
        "A1": Cell("name"), "B1": Cell("cost"), "A2": Cell("a;b"), "B2": Cell(-2.5), "A3": Cell("007"),
        "B3": Cell("1e5"),
    }  # fmt: skip


def test_slides_have_a_title_text_notes_and_pictures() -> None:
    found = presentation(make.slides())
    assert found is not None
    first, second = found
    assert (first.title, first.text, first.notes) == ("Harbour", "Harbour\nShips and quays", "Speak slowly")
    assert first.shapes[1].bounds == (2, 5, 22, 8)
    assert (second.title, second.text) == ("", "")
    assert (first.hidden, second.hidden) == (False, True)
    assert [(row.kind, row.digest, row.bounds) for row in second.shapes] == [
        ("picture", digest(90), (2.54, 2, 10.54, 8))
    ]
    assert document_text(make.slides()) == "Harbour\nShips and quays\n"


def test_a_pdf_has_pages() -> None:
    data = make.pdf_of("first page", "second page")
    pages = pdf(data)
    assert pages is not None
    assert [page.text.strip() for page in pages] == ["first page", "second page"]
    assert pages[0].size == pytest.approx((21.0, 29.7), abs=0.05)
    assert document_text(data) == "first page\nsecond page"
    assert pdf_pictures(data) == ((), ())


def test_pictures_of_a_pdf_come_with_their_places() -> None:
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (144, 72), (10, 200, 30)).save(stream, "PDF", resolution=72)
    found = pdf_pictures(stream.getvalue())
    assert found is not None
    ((row,),) = found
    assert row.bounds == pytest.approx((0, 0, 5.08, 2.54), abs=0.01)
    picture = Image.open(io.BytesIO(row.data))
    assert picture.size == (144, 72)
    assert picture.getpixel((9, 9)) == pytest.approx((10, 200, 30), abs=3)


def test_plain_text_is_text_and_binary_is_not() -> None:
    assert document_text("päivää\n".encode()) == "päivää\n"
    assert document_text(b"") == ""
    assert document_text(b"\x7fELF\0\0") is None
    assert document_text(None) is None


def test_one_kind_is_not_taken_for_another() -> None:
    readers = {"text": text_document, "sheets": spreadsheet, "slides": presentation, "pdf": pdf}
    made = {"text": make.report(), "sheets": make.prices(), "slides": make.slides(), "pdf": make.pdf_of("x")}
    for kind, read in readers.items():
        assert [name for name, data in made.items() if read(data) is not None] == [kind]


def test_a_broken_library_is_no_broken_document(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("pypdf", "openpyxl"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise ImportError('no {name} here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(DocumentsUnavailable, match="no pypdf here"):
        pdf(make.pdf_of("not read before"))
    with pytest.raises(DocumentsUnavailable, match="no openpyxl here"):
        cells(make.workbook('<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1</f></c></row>'))


@pytest.mark.parametrize("made", [make.report, make.prices, make.slides, make.dates])
def test_a_large_document_is_read_like_a_small_one(made: Callable[[], bytes]) -> None:
    small, stream = made(), io.BytesIO(made())
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as file:  # more XML than this process reads by itself
        name = "docProps/custom.xml" if made is make.dates else "layout-cache"
        file.writestr(name, b"<a>" + b" " * (3 << 20) + b"</a>")
    for read in (text_document, spreadsheet, presentation):
        assert read(stream.getvalue()) == read(small)
    assert document_text(stream.getvalue()) == document_text(small)


def test_dates_of_a_workbook_depend_on_its_first_day() -> None:
    styles = '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="46"/><xf numFmtId="20"/></cellXfs>'
    row = '<row><c s="1"><v>59</v></c><c s="1"><v>61.5</v></c><c s="2"><v>1.5</v></c><c s="3"><v>0.25</v></c></row>'
    values = {"C1": Cell("36:00:00"), "D1": Cell("06:00:00")}
    assert cells(make.workbook(row, styles)) == {"A1": Cell("1900-02-28"), "B1": Cell("1900-03-01T12:00:00"), **values}
    later = cells(make.workbook(row, styles, settings='<workbookPr date1904="1"/>'))
    assert later == {"A1": Cell("1904-02-29"), "B1": Cell("1904-03-02T12:00:00"), **values}


def test_formulas_that_cells_share_are_moved() -> None:
    rows = (
        '<row r="2"><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*$A$1</f><v>6</v></c></row>'
        '<row r="3"><c r="B3"><f t="shared" si="0"/><v>8</v></c></row>'
    )
    assert cells(make.workbook(rows)) == {"B2": Cell(6.0, "=A2*$A$1"), "B3": Cell(8.0, "=A3*$A$1")}


def test_texts_of_a_workbook_may_have_pieces() -> None:
    strings = "<si><r><t>a </t></r><r><t>b</t></r><rPh><t>said</t></rPh></si><si><t>_x005F_c</t></si>"
    pieces = '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>d</t></is></c><c t="e"><v>#N/A</v></c>'
    assert cells(make.workbook(f"<row>{pieces}</row>", strings=strings)) == {
        "A1": Cell("a b"), "B1": Cell("_c"), "C1": Cell("d"), "D1": Cell("#N/A"),
    }  # fmt: skip
