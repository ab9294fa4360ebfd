"""What is in a document beside its texts."""

from __future__ import annotations

import pytest

from crab_sim.documents import cells, pdf, presentation, spreadsheet, text_document
from crab_sim.documents.readers.pdf import read_pdf
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfPage, PdfPicture, PdfText, pdf_bytes
from tests.simulator.documents import _make as make

STYLE = '<style:style style:name="{name}" style:family="{family}">{properties}</style:style>'


def document(kind: str, body: str, family: str = "text", properties: str = "") -> bytes:
    """An OpenDocument with a style called S."""
    names = (
        'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    )
    styled = STYLE.format(name="S", family=family, properties=properties)
    content = (
        f"<office:document-content {make.NAMESPACES} {names}><office:automatic-styles>{styled}"
        f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body>"
        "</office:document-content>"
    )
    return make.archive(
        {"mimetype": make.OPEN_DOCUMENT + kind, "META-INF/manifest.xml": make.MANIFEST, "content.xml": content}
    )


@pytest.mark.parametrize(
    ("look", "looks"),
    [
        ('fo:color="#ff0000"', ("color #ff0000",)),
        ('fo:color="#000000"', ()),
        (
            'style:text-line-through-style="solid" fo:color="#eeeeee"',
            ("color #eeeeee", "text-line-through-style solid"),
        ),
        ('fo:font-size="2pt"', ("font-size 2pt",)),
        ('fo:language="de" fo:country="AT"', ()),
        ('text:display="none"', ("display none",)),
    ],
)
def test_looks_of_words(look: str, looks: tuple[str, ...]) -> None:
    properties = f"<style:text-properties {look}/>"
    data = document("text", '<text:p><text:span text:style-name="S">a</text:span></text:p>', "text", properties)
    found = text_document(data)
    assert found is not None and found.paragraphs[0].runs[0].other == looks
    row = '<table:table-row><table:table-cell table:style-name="S"><text:p>a</text:p></table:table-cell>'
    sheet = document("spreadsheet", f"<table:table>{row}</table:table-row></table:table>", "table-cell", properties)
    assert (cells(sheet) or {})["A1"].other == looks


def test_things_in_a_text() -> None:
    body = (
        "<text:p>a<draw:rect/></text:p><draw:frame><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame>"
        "<text:p>c<office:annotation><text:p>d</text:p></office:annotation></text:p>"
    )
    found = text_document(document("text", body))
    assert found is not None and found.others == ("rect", "frame text-box", "comment: d")
    assert [row.text for row in found.paragraphs] == ["a", "b", "c"]
    plain = text_document(make.report())
    assert plain is not None and plain.others == ()


def test_things_in_a_sheet() -> None:
    body = '<table:table table:style-name="S"><table:shapes><draw:frame><draw:object/></draw:frame></table:shapes>'
    hidden = document(
        "spreadsheet", f"{body}</table:table>", "table", '<style:table-properties table:display="false"/>'
    )
    (sheet,) = spreadsheet(hidden) or ()
    assert sheet.others == ("hidden", "frame object")
    assert [sheet.others for sheet in spreadsheet(make.prices()) or ()] == [(), ()]
    row = '<row r="1" hidden="1"><c r="A1" s="1"><v>1</v></c></row>'
    fonts = '<fonts><font/><font><i/><strike/><color rgb="FFFF0000"/></font></fonts>'
    styles = f'{fonts}<cellXfs><xf/><xf fontId="1" numFmtId="9"/></cellXfs>'
    looks = (cells(make.workbook(row, styles)) or {})["A1"].other
    assert looks == ("format 9", "italic", "strike", "color #ff0000", "hidden")


def test_things_on_a_slide() -> None:
    found = presentation(make.slides())
    assert found is not None and [slide.others for slide in found] == [(), ()]
    assert all(shape.other == () for slide in found for shape in slide.shapes)


TEXT = PdfText(72, 72, "Tea at four", "regular", 12)


@pytest.mark.parametrize(
    ("items", "others"),
    [
        ((TEXT,), ()),
        ((PdfBox(0, 0, 595, 842, (255, 255, 255)), TEXT), ()),
        ((PdfBox(0, 0, 595, 842, (0, 0, 255)), TEXT), ("ground #0000ff",)),
        ((TEXT, PdfBox(60, 60, 90, 20, (255, 255, 255))), ("drawing",)),
        ((TEXT, PdfPicture(60, 60, 90, 20, make.picture(9))), ("picture",)),
        ((TEXT._replace(color=(250, 250, 250)),), ("pale text",)),
        ((TEXT, TEXT._replace(y=2000)), ("text outside",)),
    ],
)
def test_things_on_a_page(items: tuple[PdfItem, ...], others: tuple[str, ...]) -> None:
    data = pdf_bytes([PdfPage(595, 842, items)], "", "Writer")
    (page,) = pdf(data) or ()
    assert page.others == others
    (again,) = read_pdf(data)
    assert tuple(again["others"]) == others
