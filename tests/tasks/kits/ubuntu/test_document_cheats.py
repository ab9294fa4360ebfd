"""Documents that have the right texts, and something that nobody asked for."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from crab_sim.engines.pdf import PdfBox, PdfItem, PdfPage, PdfText, pdf_bytes
from crab_tasks.kits.ubuntu import documents as docs
from crab_tasks.kits.ubuntu.calc.state import total_added
from crab_tasks.kits.ubuntu.document_files import sheet_file, writer_file
from crab_tasks.kits.ubuntu.impress.state import slide_added, slides_are
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from crab_tasks.kits.ubuntu.writer.state import document_is_pasted, line_added
from tests.simulator.documents import _make as make
from tests.tasks._desk import with_file

PATH = "/home/user/file"
NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("style", "style"), ("draw", "drawing"), ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"),
        ("number", "datastyle"),
    )
)  # fmt: skip
NAMES += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
NAMES += ' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"'


def edited(data: bytes, old: str, new: str, styles: str = "") -> bytes:
    """A document in which a text of its XML is another one, and which has some more automatic styles."""
    part = "content.xml"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts: dict[str, Any] = {row.filename: archive.read(row) for row in archive.infolist()}
    content = str(parts[part], "utf-8")
    assert old in content
    content = content.replace(old, new, 1)
    if styles and "<office:automatic-styles>" in content:
        content = content.replace("<office:automatic-styles>", f"<office:automatic-styles>{styles}", 1)
    elif styles:
        styles = f"<office:automatic-styles>{styles}</office:automatic-styles>"
        content = content.replace("<office:body>", f"{styles}<office:body>", 1)
    root = content.index("office:version")
    missing = [name for name in NAMES.split(" ") if f"{name.partition('=')[0]}=" not in content]
    parts[part] = f"{content[:root]}{' '.join(missing)} {content[root:]}"
    return make.archive(parts)


def span(*properties: str) -> tuple[str, str]:
    """The styles of a span with some properties, and how it begins."""
    style = f'<style:style style:name="T9" style:family="text"><style:text-properties {" ".join(properties)}/>'
    return f"{style}</style:style>", '<text:span text:style-name="T9">'


LINES = ["Our feast", "We meet in the hut", "Bring a chair."]
LETTER = writer_file(LINES)
SECOND = f"<text:p>{LINES[1]}</text:p>"
LOOKS = (
    'style:text-line-through-style="solid"', 'style:text-line-through-type="double"', 'fo:color="#ffffff"',
    'fo:color="#ff0000"', 'text:display="none"', 'fo:background-color="#000000"', 'fo:font-size="1pt"',
    'fo:font-weight="bold"', 'fo:font-style="italic"', 'style:text-underline-style="solid"',
    'style:text-position="super 58%"', 'fo:text-transform="uppercase"',
)  # fmt: skip


@pytest.mark.parametrize("look", LOOKS)
def test_text_with_another_look(look: str) -> None:
    styles, start = span(look)
    data = edited(LETTER, LINES[1], f"{start}{LINES[1]}</text:span>", styles)
    state = with_file(data)
    assert not docs.text_document_is(state, PATH, LINES)
    assert not line_added(state, PATH, LINES[:2], "line", LINES[2])
    hidden = any(word in look for word in ("line-through", "#ffffff", "display", "1pt"))
    assert document_is_pasted(state, PATH, "\n".join(LINES)) is not hidden


def test_text_with_the_look_of_a_changed_named_style() -> None:
    named = (
        '<style:style style:name="Standard" style:family="paragraph"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
    )
    styles = f"<office:styles>{named}</office:styles>"
    content = edited(LETTER, "<office:body>", f"{styles}<office:body>")
    data = edited(content, SECOND, f'<text:p text:style-name="Standard">{LINES[1]}</text:p>')
    assert not docs.text_document_is(with_file(data), PATH, LINES)
    plain = edited(LETTER, SECOND, f'<text:p text:style-name="Standard">{LINES[1]}</text:p>')
    assert docs.text_document_is(with_file(plain), PATH, LINES)


FRAME = '<draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="9cm">{}</draw:frame>'
BESIDE = {
    "picture": FRAME.format("<draw:image/>"),
    "box": FRAME.format("<draw:text-box/>"),
    "shape": '<draw:rect svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="9cm"/>',
    "comment": "<office:annotation><text:p>No!</text:p></office:annotation>",
    "hidden_text": '<text:hidden-text text:condition="1" text:string-value="x"/>',
    "field": "<text:date>today</text:date>",
    "link": '<text:a xlink:href="http://elsewhere.example">hut</text:a>',
    "note": "<text:note><text:note-body><text:p>Not true</text:p></text:note-body></text:note>",
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_text_with_something_else_in_it(name: str) -> None:
    text = LINES[1].removesuffix("hut") if name == "link" else LINES[1]
    state = with_file(edited(LETTER, SECOND, f"<text:p>{text}{BESIDE[name]}</text:p>"))
    assert not docs.text_document_is(state, PATH, LINES)
    assert name == "link" or not document_is_pasted(state, PATH, "\n".join(LINES))


def test_an_address_that_a_program_made_a_link() -> None:
    lines = [LINES[0], "ann@mill.example"]
    style = '<style:style style:name="Internet_20_link" style:family="text"><style:text-properties {}/></style:style>'
    blue = 'fo:color="#000080"'
    named = f"<office:styles>{style.format(blue)}</office:styles>"
    link = '<text:a xlink:href="mailto:ann@mill.example"><text:span text:style-name="Internet_20_link">{}</text:span>'
    data = edited(writer_file(lines), "<office:body>", f"{named}<office:body>")
    data = edited(data, f"<text:p>{lines[1]}", f"<text:p>{link.format(lines[1])}</text:a>")
    assert docs.text_document_is(with_file(data), PATH, lines)


def test_letters_that_a_named_style_makes_too_small() -> None:
    style = '<style:style style:name="Standard" style:family="paragraph"><style:text-properties fo:font-size="{}"/>'
    for size, right in (("10pt", True), ("1pt", False)):
        named = f"<office:styles>{style.format(size)}</style:style></office:styles>"
        data = edited(LETTER, "<office:body>", f"{named}<office:body>")
        data = edited(data, SECOND, SECOND.replace("<text:p>", '<text:p text:style-name="Standard">'))
        assert docs.text_document_is(with_file(data), PATH, LINES) is right


def test_paragraphs_of_another_kind() -> None:
    style = '<style:style style:name="P9" style:family="paragraph"><style:paragraph-properties {}/></style:style>'
    for look in ('fo:text-align="center"', 'fo:background-color="#000000"', 'fo:break-before="page"'):
        data = edited(LETTER, SECOND, f'<text:p text:style-name="P9">{LINES[1]}</text:p>', style.format(look))
        assert not docs.text_document_is(with_file(data), PATH, LINES), look
    listed = f"<text:list><text:list-item>{SECOND}</text:list-item></text:list>"
    table = (
        f"<table:table><table:table-row><table:table-cell>{SECOND}</table:table-cell></table:table-row></table:table>"
    )
    section = f'<text:section text:display="none">{SECOND}</text:section>'
    for body in (listed, table, section):
        assert not docs.text_document_is(with_file(edited(LETTER, SECOND, body)), PATH, LINES), body
    revised = "<text:tracked-changes><text:changed-region/></text:tracked-changes>"
    assert not docs.text_document_is(with_file(edited(LETTER, "<office:text>", f"<office:text>{revised}")), PATH, LINES)


# Sheets ---------------------------------------------------------------------------------------------------------------

ROWS: list[list[str | float]] = [["Item", "Amount"], ["Boat", 12.5], ["Tents", 30.0]]
SUM = (
    '<table:table-row><table:table-cell/><table:table-cell office:value-type="float" office:value="42.5" '
    'table:formula="of:={}"/></table:table-row></table:table>'
)


def summed(formula: str) -> bytes:
    return edited(sheet_file(ROWS), "</table:table>", SUM.format(formula))


@pytest.mark.parametrize(
    ("formula", "right"),
    [
        ("SUM([.B2:.B3])", True),
        ("SUM([.B1:.B3])", True),
        ("[.B2]+[.$B$3]", True),
        ("SUMPRODUCT([.B2:.B3])", True),
        ("SUBTOTAL(9;[.B2:.B3])", True),
        ("SUM([.B2:.B3])+SUM([.B2])-[.B2]", True),
        ("[.B3]*0+42.5", False),
        ("SUM([.B2:.B3])*0+42.5", False),
        ("[.B2]+30", False),
        ("IF([.B2]=12.5;42.5;0)", False),
        ("MAX([.B2:.B3])+12.5", False),
        ("42.5", False),
        ("SUM([.B2:.B3]", False),
        ("[.B4]", False),
        ("IF([.B2]&gt;1000000;0;SUM([.B2:.B3]))", False),
        ("MIN(SUM([.B2:.B3]);100000)", False),
        ("MAX(SUM([.B2:.B3]);-99999)", False),
        ("SUM([.B2:.B3])*([.A1]=&quot;Item&quot;)", False),
        ("SUM([.B2:.B3])+IF([.A2]=&quot;&quot;;1;0)", False),
        ("IF(ROW()=4;SUM([.B2:.B3]);0)", False),
        ("SUM([.A2:.B3])", False),
    ],
)
def test_a_formula_is_judged_by_what_it_gives(formula: str, right: bool) -> None:
    assert total_added(with_file(summed(formula)), PATH, ROWS, 42.5) is right


CELL = '<table:table-cell office:value-type="float" office:value="12.5">'
LOOKED = (
    '<style:style style:name="ce9" style:family="table-cell"><style:table-cell-properties {}/>'
    "<style:text-properties {}/></style:style>"
)


def sheets() -> dict[str, bytes]:
    """Sheets with the right values, and something else."""
    data = summed("SUM([.B2:.B3])")
    shapes = f"<table:shapes>{BESIDE['shape']}</table:shapes>"
    more = '<table:table table:name="Sheet2">{}</table:table><table:table table:name="Sheet3"/>'
    row = '<table:table-row><table:table-cell office:value-type="float" office:value="7"/></table:table-row>'
    found = {
        "second_sheet": edited(data, "</office:spreadsheet>", f"{more.format(row)}</office:spreadsheet>"),
        "empty_sheet": edited(data, "</office:spreadsheet>", f"{more.format('')}</office:spreadsheet>"),
        "comment": edited(data, CELL, f"{CELL}{BESIDE['comment']}"),
        "picture": edited(data, CELL, f"{CELL}{BESIDE['picture']}"),
        "covered": edited(data, "<table:table-row>", f"{shapes}<table:table-row>"),
        "hidden_row": edited(data, "<table:table-row>", '<table:table-row table:visibility="collapse">'),
        "merged": edited(data, CELL, f'{CELL[:-1]} table:number-rows-spanned="2">'),
        "another_cell": edited(data, "<table:table-cell/>", '<table:table-cell office:value-type="boolean" '
                               'office:boolean-value="true"/><table:table-cell/>'),
        "other_words_beside": edited(data, "<table:table-cell/>", '<table:table-cell office:value-type="string">'
                                     "<text:p>Ada steals</text:p></table:table-cell>"),
        "number_beside": edited(data, "<table:table-cell/>", '<table:table-cell office:value-type="float" '
                                'office:value="17"/>'),
        "formula_beside": edited(data, "<table:table-cell/>", '<table:table-cell office:value-type="string" '
                                 'table:formula="of:=&quot;Total&quot;"><text:p>Total</text:p></table:table-cell>'),
        "constant_for_a_number": edited(data, CELL, f'{CELL[:-1]} table:formula="of:=10+2.5">'),
        "formula_for_a_number": edited(data, CELL, f'{CELL[:-1]} table:formula="of:=[.B3]-17.5">'),
    }  # fmt: skip
    looked = f'{CELL[:-1]} table:style-name="ce9">'
    for name, ground, text in (
        ("struck", "", 'style:text-line-through-style="solid"'), ("pale", "", 'fo:color="#ffffff"'),
        ("black", 'fo:background-color="#000000"', ""), ("bold", "", 'fo:font-weight="bold"'),
        ("italic", "", 'fo:font-style="italic"'), ("tiny", "", 'fo:font-size="1pt"'),
    ):  # fmt: skip
        found[name] = edited(data, CELL, looked, LOOKED.format(ground, text))
    percent = (
        '<number:percentage-style style:name="N9"><number:number number:decimal-places="0"/></number:percentage-style>'
        '<style:style style:name="ce9" style:family="table-cell" style:data-style-name="N9"/>'
    )
    found["percent"] = edited(data, CELL, looked, percent)
    return found


SHEETS = sheets()


@pytest.mark.parametrize("label", ["Total", "Sum:", "Grand total", "Total costs"])
def test_a_total_has_its_label(label: str) -> None:
    cell = f'<table:table-cell office:value-type="string"><text:p>{label}</text:p></table:table-cell>'
    data = edited(summed("SUM([.B2:.B3])"), "<table:table-cell/>", cell)
    assert total_added(with_file(data), PATH, ROWS, 42.5)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_with_something_else(name: str) -> None:
    assert not total_added(with_file(SHEETS[name]), PATH, ROWS, 42.5)


# Slides ---------------------------------------------------------------------------------------------------------------

SLIDES: list[tuple[str, list[str]]] = [("Our year", ["What we did", "Where"]), ("The garden", ["Two beds"])]
SHOW = slides_file(SLIDES)
END = "</draw:text-box></draw:frame></draw:page>"


CENTRED = (
    '<style:style style:name="C" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/>'
    "</style:style>"
)


def shows() -> dict[str, bytes]:
    """Presentations with the right texts, and something else."""
    styles, start = span('style:text-line-through-style="solid"')
    noted = FRAME.format("<draw:text-box><text:p>No</text:p></draw:text-box>")
    moved = 'svg:height="10cm" svg:x="1.5cm" svg:y="4cm"'
    return {
        "covered": edited(SHOW, END, f"{END[:-12]}{BESIDE['shape']}</draw:page>"),
        "picture": edited(SHOW, END, f"{END[:-12]}{BESIDE['picture']}</draw:page>"),
        "struck": edited(SHOW, "What we did", f"{start}What we did</text:span>", styles),
        "bold": edited(SHOW, "Where", f"{span('')[1]}Where</text:span>", span('fo:font-weight="bold"')[0]),
        "tiny": edited(SHOW, "Where", f"{span('')[1]}Where</text:span>", span('fo:font-size="1pt"')[0]),
        "filled": edited(SHOW, 'draw:fill="none"', 'draw:fill="solid" draw:fill-color="#000000"'),
        "outside": edited(SHOW, moved, 'svg:height="10cm" svg:x="91.5cm" svg:y="4cm"'),
        "turned": edited(SHOW, moved, f'draw:transform="rotate (3.1)" {moved}'),
        "comment": edited(SHOW, END, f"{END[:-12]}{BESIDE['comment']}</draw:page>"),
        "centred": edited(SHOW, "<text:p>Where", '<text:p text:style-name="C">Where', CENTRED),
        "notes": edited(SHOW, END, f"{END[:-12]}<presentation:notes>{noted}</presentation:notes></draw:page>"),
    }  # fmt: skip


SHOWS = shows()


@pytest.mark.parametrize("name", SHOWS)
def test_slides_with_something_else(name: str) -> None:
    assert slides_are(with_file(SHOW), PATH, SLIDES)
    assert not slides_are(with_file(SHOWS[name]), PATH, SLIDES)


def test_a_new_slide_with_something_else() -> None:
    data = slides_file([*SLIDES, ("14:35", [])])
    assert slide_added(with_file(data), PATH, SLIDES, "time", "14:35")
    for thing in (BESIDE["shape"], BESIDE["picture"], BESIDE["comment"]):
        last = "<draw:text-box></draw:text-box></draw:frame></draw:page></office:presentation>"
        covered = edited(data, last, last.replace("</draw:page>", f"{thing}</draw:page>"))
        assert not slide_added(with_file(covered), PATH, SLIDES, "time", "14:35"), thing


# PDF files ------------------------------------------------------------------------------------------------------------


def test_a_page_with_something_else() -> None:
    lines = ["Tea", "at four"]
    texts = tuple(PdfText(72, 72 + 20 * i, text, "regular", 12) for i, text in enumerate(lines))

    def holds(*items: PdfItem, pages: int = 1) -> bool:
        page = PdfPage(595, 842, (*texts, *items))
        return docs.pdf_is(with_file(pdf_bytes([page] * pages, "Tea", "Writer")), PATH, lines)

    assert holds()
    assert not holds(pages=2)
    assert not holds(PdfBox(50, 50, 200, 100, (0, 0, 0)))
    tiny = texts[1]._replace(size=1)
    pale = texts[1]._replace(color=(255, 255, 255))
    outside = texts[1]._replace(x=900)
    for last in (tiny, pale, outside):
        data = pdf_bytes([PdfPage(595, 842, (texts[0], last))], "Tea", "Writer")
        assert not docs.pdf_is(with_file(data), PATH, lines), last
