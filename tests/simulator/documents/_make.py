"""Documents made by the libraries that also read them, or part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from odf import draw, number, presentation, style, table, text
from odf.namespaces import PRESENTATIONNS
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet, OpenDocumentText

from crab_sim.documents import encode_image

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table", "style")
)
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
MANIFEST = (
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>'
)


def picture(shade: int) -> bytes:
    image = np.full((12, 16, 3), shade, np.uint8)
    image[3:6, 2:9] = (250, 20, shade)
    return encode_image(image)


def saved(document: Any) -> bytes:
    stream = io.BytesIO()
    document.write(stream)
    return stream.getvalue()


def archive(parts: Mapping[str, bytes | str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(zipfile.ZipInfo(name) if name == "mimetype" else name, data)
    return stream.getvalue()


def open_document(kind: str, body: str, before: str = "") -> bytes:
    """An OpenDocument of hand-written XML; `kind` is ``"text"`` or ``"spreadsheet"``."""
    content = (
        f'<?xml version="1.0"?>{before}<office:document-content {NAMESPACES}><office:body>'
        f"<office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    return archive({"mimetype": OPEN_DOCUMENT + kind, "META-INF/manifest.xml": MANIFEST, "content.xml": content})


def workbook(rows: str, styles: str = "", strings: str = "", settings: str = "") -> bytes:
    """An .xlsx with one sheet of hand-written rows."""
    x = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheets = f'<sheets xmlns:r="{r}"><sheet name="S" r:id="a"/></sheets>'
    return archive({
        "xl/workbook.xml": f"<workbook {x}>{settings}{sheets}</workbook>",
        "xl/_rels/workbook.xml.rels": f'<a xmlns="x"><b Id="a" Type="{r}/worksheet" Target="worksheets/s.xml"/></a>',
        "xl/worksheets/s.xml": f"<worksheet {x}><sheetData>{rows}</sheetData></worksheet>",
        "xl/styles.xml": f"<styleSheet {x}>{styles}</styleSheet>",
        "xl/sharedStrings.xml": f"<sst {x}>{strings}</sst>",
    })  # fmt: skip


def report() -> bytes:
    """An .odt with a heading, bold and centred words, blanks, a list, a table and two pictures."""
    document = OpenDocumentText()
    heading = style.Style(name="Heading_20_1", displayname="Heading 1", family="paragraph")
    heading.addElement(style.TextProperties(fontweight="bold"))
    document.styles.addElement(heading)
    bold = style.Style(name="T1", family="text")
    bold.addElement(style.TextProperties(fontweight="bold", textunderlinestyle="solid"))
    centred = style.Style(name="P1", family="paragraph", parentstylename=heading)
    centred.addElement(style.ParagraphProperties(textalign="center"))
    for node in (bold, centred):
        document.automaticstyles.addElement(node)
    document.text.addElement(text.H(outlinelevel=1, stylename=heading, text="Report"))
    line = text.P(text="Plain then ")
    line.addElement(text.Span(stylename=bold, text="bold"))
    line.addText(" end")
    document.text.addElement(line)
    line = text.P(stylename=centred, text="a")
    line.addElement(text.S(c=3))
    line.addText("b")
    line.addElement(text.Tab())
    line.addElement(text.LineBreak())
    line.addText("c")
    document.text.addElement(line)
    items = text.List()
    for word in ("one", "two"):
        item = text.ListItem()
        item.addElement(text.P(text=word))
        items.addElement(item)
    document.text.addElement(items)
    grid = table.Table(name="Prices")
    grid.addElement(table.TableColumn(numbercolumnsrepeated=2))
    for row in (("pens", "2"), ("ink", "11")):
        line = table.TableRow()
        for word in row:
            cell = table.TableCell(valuetype="string")
            cell.addElement(text.P(text=word))
            line.addElement(cell)
        grid.addElement(line)
    document.text.addElement(grid)
    for shade in (40, 200):
        line = text.P()
        frame = draw.Frame(width="4cm", height="3cm", anchortype="as-char")
        href = document.addPicture(f"{shade}.png", mediatype="image/png", content=picture(shade))
        frame.addElement(draw.Image(href=href))
        line.addElement(frame)
        document.text.addElement(line)
    return saved(document)


def prices() -> bytes:
    """An .ods with texts, numbers, a formula with its value, a date, repeated and empty cells, and a second sheet."""
    document = OpenDocumentSpreadsheet()
    bold = style.Style(name="ce1", family="table-cell")
    bold.addElement(style.TextProperties(fontweight="bold"))
    document.automaticstyles.addElement(bold)
    day = number.DateStyle(name="N49")
    for index, part in enumerate((number.Year(style="long"), number.Month(style="long"), number.Day(style="long"))):
        if index:
            day.addElement(number.Text(text="-"))
        day.addElement(part)
    dated = style.Style(name="ce2", family="table-cell", datastylename=day)
    document.automaticstyles.addElement(day)
    document.automaticstyles.addElement(dated)
    sheet = table.Table(name="Data")
    rows: list[list[Any]] = [["Name", "Cost"], ["pens", 2.5], ["ink", 11.0]]
    for place, values in enumerate(rows):
        row = table.TableRow()
        for value in values:
            looks = {"stylename": bold} if place == 0 else {}
            if isinstance(value, float):
                cell = table.TableCell(valuetype="float", value=value, **looks)
            else:
                cell = table.TableCell(valuetype="string", **looks)
                cell.addElement(text.P(text=value))
            row.addElement(cell)
        sheet.addElement(row)
    sheet.addElement(table.TableRow(numberrowsrepeated=6))
    row = table.TableRow()
    row.addElement(table.TableCell(numbercolumnsrepeated=2))
    row.addElement(table.TableCell(valuetype="float", value=13.5, formula="of:=SUM([.B2:.B3];0)"))
    row.addElement(table.TableCell(valuetype="date", datevalue="2026-03-04", stylename=dated))
    row.addElement(table.TableCell(valuetype="boolean", booleanvalue="true", numbercolumnsrepeated=2))
    row.addElement(table.TableCell(valuetype="time", timevalue="PT09H05M00S"))
    sheet.addElement(row)
    document.spreadsheet.addElement(sheet)
    other = table.Table(name="Other")
    row = table.TableRow()
    row.addElement(table.TableCell(valuetype="float", value=27, formula="of:=[$Data.C10]*2"))
    other.addElement(row)
    document.spreadsheet.addElement(other)
    return saved(document)


def dates() -> bytes:
    """An .xlsx with dates and times, a bold text, a formula, and two sheets."""
    import datetime

    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    moments = [datetime.date(2026, 3, 4), datetime.time(9, 5), datetime.datetime(2026, 1, 2, 3, 4, 5, 120_000)]
    sheet.append(["Name", True, 2, -2.5, *moments, datetime.timedelta(hours=30, minutes=2)])
    sheet["A1"].font = openpyxl.styles.Font(bold=True)
    sheet["AB7"] = "=SUM(C1:D1)"
    sheet["B3"], sheet["C3"], sheet["D3"] = 0.5, 3, 45000.25
    sheet["B3"].number_format, sheet["C3"].number_format = '0.00"day"', "[Red]#,##0"
    sheet["D3"].number_format = "yyyy\\-mm\\-dd"
    book.create_sheet("Two words")["C7"] = "x < y & z\n"
    return saved_by(book)


def slides() -> bytes:
    """An .odp of two slides: a title and a line with notes, and a picture; the second is hidden."""
    document = OpenDocumentPresentation()
    looks = style.Style(name="pr1", family="presentation")
    document.automaticstyles.addElement(looks)
    layout = style.PageLayout(name="PM1")
    document.automaticstyles.addElement(layout)
    master = style.MasterPage(name="Default", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    first = draw.Page(name="one", masterpagename=master)
    for kind, words, top in (("title", "Harbour", "1cm"), ("outline", "Ships and quays", "5cm")):
        frame = draw.Frame(width="20cm", height="3cm", x="2cm", y=top, attributes={"class": kind})
        frame.setAttrNS(PRESENTATIONNS, "style-name", looks)
        box = draw.TextBox()
        box.addElement(text.P(text=words))
        frame.addElement(box)
        first.addElement(frame)
    notes = presentation.Notes()
    frame = draw.Frame(width="10cm", height="3cm", x="2cm", y="12cm", attributes={"class": "notes"})
    frame.setAttrNS(PRESENTATIONNS, "style-name", looks)
    box = draw.TextBox()
    box.addElement(text.P(text="Speak slowly"))
    frame.addElement(box)
    notes.addElement(frame)
    first.addElement(notes)
    hidden = style.Style(name="dp2", family="drawing-page")
    properties = style.DrawingPageProperties()
    properties.setAttrNS(PRESENTATIONNS, "visibility", "hidden")
    hidden.addElement(properties)
    document.automaticstyles.addElement(hidden)
    second = draw.Page(name="two", masterpagename=master, stylename=hidden)
    frame = draw.Frame(width="8cm", height="6cm", x="1in", y="2cm")
    href = document.addPicture("p.png", mediatype="image/png", content=picture(90))
    frame.addElement(draw.Image(href=href))
    second.addElement(frame)
    for page in (first, second):
        document.presentation.addElement(page)
    return saved(document)


def pdf_of(*pages: str) -> bytes:
    """A PDF with one line of text on each page."""
    import pypdf
    from pypdf.generic import DictionaryObject, NameObject, StreamObject

    writer = pypdf.PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for line in pages:
        page = writer.add_blank_page(595, 842)
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = StreamObject()
        stream.set_data(f"BT /F1 12 Tf 72 700 Td ({line}) Tj ET".encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)
    return saved(writer)


def saved_by(book: Any) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
