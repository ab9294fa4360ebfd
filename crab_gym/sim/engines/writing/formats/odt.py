"""OpenDocument texts (.odt): read from their XML, written with odfpy."""

from __future__ import annotations

import io
import re
from typing import Any, Final
from xml.etree.ElementTree import Element

from crab_gym.documents.readers.packages import Package
from crab_gym.sim.engines.writing.formats.archive import Draft, over, parts, repacked, rows_of, shown, unavailable
from crab_gym.sim.engines.writing.model import (
    DEFAULT,
    MAX_CELLS,
    NO_LOOK,
    STYLES,
    Align,
    Look,
    Marker,
    Paragraph,
    Run,
    Style,
    Text,
    style_of,
)

__all__ = ["Format", "Reader", "Writer", "read", "write"]

_URN = "{urn:oasis:names:tc:opendocument:xmlns:"
_STYLE, _TEXT, _TABLE, _OFFICE = (f"{_URN}{name}:1.0}}" for name in ("style", "text", "table", "office"))
_FO = f"{_URN}xsl-fo-compatible:1.0}}"
_SKIPPED = frozenset(
    [f"{_OFFICE}annotation", f"{_TEXT}note", f"{_TEXT}tracked-changes", f"{_OFFICE}forms", f"{_TEXT}sequence-decls"]
)
_MAX_BLANKS = 1000
_PIECES = re.compile(r"\t|\n| +|[^\t\n ]+(?: [^\t\n ]+)*")
_BY_ODF: Final = {style.odf: style.name for style in STYLES.values()}
_ALIGNS: Final[dict[str, Align]] = {
    "start": "left", "left": "left", "end": "right", "right": "right", "center": "center", "justify": "justify",
}  # fmt: skip


# Reading ----------------------------------------------------------------------------------------------------------


class Format:
    """The properties of a style of the file, and the style that it derives from."""

    __slots__ = ("align", "look", "name", "numbered", "page_break", "parent")

    def __init__(self, node: Element) -> None:
        self.parent = node.get(f"{_STYLE}parent-style-name", "")
        self.name = node.get(f"{_STYLE}display-name", "") or node.get(f"{_STYLE}name", "").replace("_20_", " ")
        own = node.find(f"{_STYLE}paragraph-properties")
        self.align: Align = "" if own is None else _ALIGNS.get(own.get(f"{_FO}text-align", ""), "")
        self.page_break = own is not None and own.get(f"{_FO}break-before") == "page"
        self.numbered = own is None or own.get(f"{_TEXT}enable-numbering") != "false"
        self.look = _look(node.find(f"{_STYLE}text-properties"))


def _look(node: Element | None) -> Look:
    if node is None:
        return NO_LOOK

    def on(name: str, off: str) -> bool | None:
        value = node.get(name)
        return None if value is None else value != off

    size, font = node.get(f"{_FO}font-size", ""), node.get(f"{_STYLE}font-name", "")
    return Look(
        on(f"{_FO}font-weight", "normal"),
        on(f"{_FO}font-style", "normal"),
        on(f"{_STYLE}text-underline-style", "none"),
        on(f"{_STYLE}text-line-through-style", "none"),
        _points(size),
        _color(node.get(f"{_FO}color", "")),
        font[:100],
        _color(node.get(f"{_FO}background-color", "")),
    )


def _points(size: str) -> float:
    try:
        return max(2.0, min(96.0, float(size.removesuffix("pt")))) if size.endswith("pt") else 0.0
    except ValueError:
        return 0.0


def _color(text: str) -> str:
    digits = text[1:].lower()
    return f"#{digits}" if text[:1] == "#" and len(digits) == 6 and set(digits) <= set("0123456789abcdef") else ""


class Reader:
    """Reads the paragraphs of a file.

    Attributes:
        draft: The text so far.
        formats: The styles by family and name.
        lists: The kinds of lists' levels by the names of their styles.
    """

    __slots__ = ("draft", "formats", "lists")

    def __init__(self, package: Package) -> None:
        self.draft = Draft()
        self.formats: dict[tuple[str, str], Format] = {}
        self.lists: dict[str, list[Marker]] = {}
        for part in ("styles.xml", "content.xml"):
            for node in package.xml(part).iter():
                if node.tag == f"{_STYLE}style":
                    key = node.get(f"{_STYLE}family", ""), node.get(f"{_STYLE}name", "")
                    self.formats[key] = Format(node)
                elif node.tag == f"{_TEXT}list-style":
                    kinds: list[Marker] = [
                        "number" if level.tag.endswith("-number") else "bullet"
                        for level in node
                        if "level" in level.tag
                    ]
                    self.lists[node.get(f"{_STYLE}name", "")] = kinds

    def paragraph(self, style: str) -> tuple[Paragraph, Look]:
        """Returns an empty paragraph in a style of the file, and the look that the style gives beyond ours."""
        align: Align = ""
        page_break, look = False, NO_LOOK
        for _ in range(20):
            found = self.formats.get(("paragraph", style))
            if found is not None and style.replace("_20_", " ") not in _BY_ODF:
                align = align or found.align
                page_break = page_break or found.page_break
                look = over(found.look, look)
                style = found.parent
        name = _BY_ODF.get(style.replace("_20_", " "), DEFAULT)
        return Paragraph(style=name, align=align, page_break=page_break), look

    def text_look(self, style: str) -> Look:
        """Returns the look of a style of characters."""
        look = NO_LOOK
        for _ in range(20):
            found = self.formats.get(("text", style))
            if found is None:
                break
            look, style = over(found.look, look), found.parent
        return look

    def block(self, node: Element, into: list[Paragraph] | None, marker: Marker, level: int, kinds: str) -> None:
        """Reads the content of an element.

        Args:
            node: The element.
            into: List that gets the paragraphs of a cell; None adds them to the text itself.
            marker: The marker of the first paragraph, where the element is an item of a list.
            level: Depth of the list around it, from 0; -1 outside of lists.
            kinds: Name of the style of the list around it.
        """
        for child in node:
            if child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
                self.one(child, into, marker, level)
                marker = ""  # only the first paragraph of an item has its marker
            elif child.tag == f"{_TEXT}list":
                name = child.get(f"{_TEXT}style-name", kinds)
                for item in child:
                    self.block(item, into, self.marker(name, level + 1), level + 1, name)
            elif child.tag == f"{_TABLE}table":
                self.table(child, into)
            elif child.tag not in _SKIPPED:
                self.block(child, into, marker, level, kinds)

    def marker(self, style: str, level: int) -> Marker:
        """Returns the kind of a list's items at a level."""
        kinds = self.lists.get(style) or ["bullet"]
        return kinds[max(0, min(level, len(kinds) - 1))]

    def one(self, node: Element, into: list[Paragraph] | None, marker: Marker, level: int) -> None:
        """Reads a paragraph or heading.

        Args:
            node: The element.
            into: List that gets the paragraph of a cell; None adds it to the text itself.
            marker: Its marker as an item of a list; ``""`` for none.
            level: Depth of the list around it, from 0.
        """
        paragraph, base = self.paragraph(node.get(f"{_TEXT}style-name", ""))
        if node.tag == f"{_TEXT}h":
            if not STYLES[paragraph.style].level:
                depth = node.get(f"{_TEXT}outline-level", "1")
                paragraph = paragraph._replace(style=f"Heading {depth if depth in '123' else 3}")
            marker = ""
        if marker:
            paragraph = paragraph._replace(marker=marker, level=max(0, min(9, level)))
        runs: list[Run] = []
        self.runs(node, base, runs)
        if into is None:
            self.draft.add(paragraph, runs)
        else:
            into.append(paragraph._replace(runs=tuple(runs)))

    def runs(self, node: Element, look: Look, found: list[Run]) -> None:
        """Reads the characters of a paragraph or a part of one."""
        found.append(Run(_squeezed(node.text), look))
        for child in node:
            if child.tag == f"{_TEXT}s":
                blanks = child.get(f"{_TEXT}c", "1")
                found.append(Run(" " * (min(int(blanks), _MAX_BLANKS) if blanks.isdecimal() else 1), look))
            elif child.tag == f"{_TEXT}tab":
                found.append(Run("\t", look))
            elif child.tag == f"{_TEXT}line-break":
                found.append(Run("\n", look))
            elif child.tag == f"{_TEXT}span":
                self.runs(child, over(look, self.text_look(child.get(f"{_TEXT}style-name", ""))), found)
            elif child.tag not in _SKIPPED and not child.tag.endswith("}frame"):
                self.runs(child, look, found)
            found.append(Run(_squeezed(child.tail), look))

    def table(self, node: Element, into: list[Paragraph] | None) -> None:
        """Reads a table; one in a cell becomes paragraphs of the cell."""
        rows: list[list[list[Paragraph]]] = []
        for row in node.iter(f"{_TABLE}table-row"):
            cells: list[list[Paragraph]] = []
            for cell in row:
                if cell.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                    inside: list[Paragraph] = []
                    self.block(cell, inside, "", -1, "")
                    times = cell.get(f"{_TABLE}number-columns-repeated", "1")
                    cells += [inside] * (min(int(times), MAX_CELLS + 1) if times.isdecimal() else 1)
            rows.append(cells[: MAX_CELLS + 1])
        if into is None:
            self.draft.table(rows)
        else:
            into += [paragraph for line in rows for found in line for paragraph in found]


def _squeezed(text: str | None) -> str:
    """Returns text as XML means it: blanks and line ends in a row are one blank."""
    if not text:
        return ""
    inner = " ".join(text.split())
    return (" " if text[0].isspace() else "") + inner + (" " if inner and text[-1].isspace() else "")


def read(package: Package) -> Text:
    """Returns the text of a file."""
    reader = Reader(package)
    body = package.xml("content.xml").find(f"{_OFFICE}body/{_OFFICE}text")
    if body is not None:
        reader.block(body, None, "", -1, "")
    return reader.draft.text()


# Writing ----------------------------------------------------------------------------------------------------------


class Writer:
    """Builds odfpy's document."""

    __slots__ = ("document", "odf", "styles")

    def __init__(self) -> None:
        try:
            from odf import opendocument, style, table, text
        except ImportError:
            raise unavailable("odfpy") from None
        self.odf: dict[str, Any] = {"style": style, "table": table, "text": text}
        self.document: Any = self.new_document(opendocument)
        self.styles: dict[object, Any] = {}
        self.begin()

    def new_document(self, opendocument: Any) -> Any:
        """Returns an empty document."""
        return opendocument.OpenDocumentText()

    def begin(self) -> None:
        """Adds what all documents have: the page, the named styles, the kinds of lists."""
        self.add_page()
        for each in STYLES.values():
            self.add_style(each)
        self.add_lists()

    def add_page(self) -> None:
        """Adds the page: paper of the size Letter, with LibreOffice's margins."""
        style = self.odf["style"]
        page = style.PageLayout(name="Mpm1")
        margins = {f"margin{side}": "0.7902in" for side in ("top", "bottom", "left", "right")}
        page.addElement(style.PageLayoutProperties(pagewidth="8.5in", pageheight="11in", **margins))
        self.document.automaticstyles.addElement(page)
        self.document.masterstyles.addElement(style.MasterPage(name="Standard", pagelayoutname=page))

    def add_style(self, each: Style) -> None:
        """Adds a named style."""
        style = self.odf["style"]
        for font in (each.font, "Liberation Mono"):
            self.add_font(font)
        name = each.odf.replace(" ", "_20_")
        more: dict[str, Any] = {} if name == "Standard" else {"parentstylename": "Standard", "displayname": each.odf}
        if each.level:
            more["defaultoutlinelevel"] = str(each.level)
        node = style.Style(name=name, family="paragraph", **more)
        node.setAttrNS(_STYLE[1:-1], "class", "chapter" if each.level or "itle" in name else "text")
        node.addElement(
            style.ParagraphProperties(
                margintop=f"{each.above:g}pt",
                marginbottom=f"{each.below:g}pt",
                lineheight=f"{each.spacing:.0%}",
                textalign="start" if each.align == "left" else each.align,
            )
        )
        weight = "bold" if each.bold else "normal"
        node.addElement(style.TextProperties(fontname=each.font, fontsize=f"{each.size:g}pt", fontweight=weight))
        self.document.styles.addElement(node)

    def add_font(self, font: str) -> None:
        """Declares a font once."""
        if ("font", font) not in self.styles:
            face = self.odf["style"].FontFace(name=font, fontfamily=f"'{font}'")
            self.styles["font", font] = face
            self.document.fontfacedecls.addElement(face)

    def add_lists(self, indent: float = 0.25, label: float = 0.25) -> None:
        """Adds the styles of the two kinds of lists; each level is indented, and markers have a width, in inches."""
        style, text = self.odf["style"], self.odf["text"]
        for kind in ("bullet", "number"):
            node = text.ListStyle(name=f"L_{kind}")
            for level in range(10):
                if kind == "bullet":
                    entry = text.ListLevelStyleBullet(level=str(level + 1), bulletchar="•◦▪"[level % 3])
                else:
                    entry = text.ListLevelStyleNumber(level=str(level + 1), numformat="1", numsuffix=".")
                step = f"{indent * (level + 1):g}in"
                width = f"{label:g}in"
                entry.addElement(style.ListLevelProperties(spacebefore=step, minlabelwidth=width))
                node.addElement(entry)
            self.document.automaticstyles.addElement(node)

    def paragraph_style(self, paragraph: Paragraph) -> Any:
        """Returns the style of a paragraph: the named one, or one derived from it."""
        name = STYLES[paragraph.style].odf.replace(" ", "_20_")
        if not paragraph.align and not paragraph.page_break:
            return name
        key = (paragraph.style, paragraph.align, paragraph.page_break)
        if key not in self.styles:
            style = self.odf["style"]
            node = style.Style(name=f"P{len(self.styles)}", family="paragraph", parentstylename=name)
            more = {"breakbefore": "page"} if paragraph.page_break else {}
            if paragraph.align:
                more["textalign"] = {"left": "start", "right": "end"}.get(paragraph.align, paragraph.align)
            node.addElement(style.ParagraphProperties(**more))
            self.document.automaticstyles.addElement(node)
            self.styles[key] = node
        return self.styles[key]

    def text_style(self, look: Look) -> Any:
        """Returns the style of characters with a look."""
        if look not in self.styles:
            style = self.odf["style"]
            more: dict[str, str] = {}
            if look.bold is not None:
                more["fontweight"] = "bold" if look.bold else "normal"
            if look.italic is not None:
                more["fontstyle"] = "italic" if look.italic else "normal"
            if look.underline is not None:
                more["textunderlinestyle"] = "solid" if look.underline else "none"
                more |= {"textunderlinewidth": "auto", "textunderlinecolor": "font-color"} if look.underline else {}
            if look.strike is not None:
                more["textlinethroughstyle"] = "solid" if look.strike else "none"
            if look.size:
                more["fontsize"] = f"{look.size:g}pt"
            if look.color:
                more["color"] = look.color
            if look.highlight:
                more["backgroundcolor"] = look.highlight
            if look.font:
                self.add_font(look.font)
                more["fontname"] = look.font
            node = style.Style(name=f"T{len(self.styles)}", family="text")
            node.addElement(style.TextProperties(**more))
            self.document.automaticstyles.addElement(node)
            self.styles[look] = node
        return self.styles[look]

    def paragraph(self, paragraph: Paragraph) -> Any:
        """Returns a paragraph or heading as an element."""
        text = self.odf["text"]
        level, style = style_of(paragraph).level, self.paragraph_style(paragraph)
        node = text.H(outlinelevel=level, stylename=style) if level else text.P(stylename=style)
        before = " "
        for i, run in enumerate(paragraph.runs):
            piece, last = shown(run.text), i == len(paragraph.runs) - 1
            if run.look == NO_LOOK:
                self.characters(node, piece, before, last)
            else:
                span = text.Span(stylename=self.text_style(run.look))
                self.characters(span, piece, before, last)
                node.addElement(span)
            before = piece[-1:] or before
        return node

    def characters(self, node: Any, piece: str, before: str, last: bool) -> None:
        """Adds characters to an element; blanks that XML would swallow become elements.

        Args:
            node: The element.
            piece: The characters.
            before: The character before them; a blank at the start of the paragraph.
            last: Whether they end the paragraph.
        """
        text = self.odf["text"]
        for match in _PIECES.finditer(piece):
            found = match[0]
            if found == "\t":
                node.addElement(text.Tab())
            elif found == "\n":
                node.addElement(text.LineBreak())
            elif found[0] == " ":
                ends = last and match.end() == len(piece)
                kept = " " if before not in " \t\n" and not ends else ""
                node.addText(kept)
                if len(found) > len(kept):
                    node.addElement(text.S(c=len(found) - len(kept)))
            else:
                node.addText(found)
            before = found[-1]

    def blocks(self, paragraphs: list[Paragraph], into: Any) -> None:
        """Adds paragraphs of one cell, or of none, to an element; those with markers in lists."""
        text = self.odf["text"]
        open_lists: list[tuple[Marker, Any, Any]] = []  # by level: kind, list, its last item
        for paragraph in paragraphs:
            if not paragraph.marker:
                open_lists = []
                into.addElement(self.paragraph(paragraph))
                continue
            del open_lists[paragraph.level + 1 :]
            if len(open_lists) == paragraph.level + 1 and open_lists[-1][0] != paragraph.marker:
                open_lists.pop()
            while len(open_lists) <= paragraph.level:
                node = text.List(stylename=f"L_{paragraph.marker}")
                if open_lists:
                    open_lists[-1][2].addElement(node)
                else:
                    into.addElement(node)
                item = text.ListItem()
                node.addElement(item)
                open_lists.append((paragraph.marker, node, item))
            kind, node, item = open_lists[-1]
            if item.hasChildNodes():
                item = text.ListItem()
                node.addElement(item)
                open_lists[-1] = (kind, node, item)
            item.addElement(self.paragraph(paragraph))

    def table(self, number: int, paragraphs: list[Paragraph]) -> None:
        """Adds a table with borders."""
        style, table = self.odf["style"], self.odf["table"]
        if "cell" not in self.styles:
            node = style.Style(name="Cell1", family="table-cell")
            node.addElement(style.TableCellProperties(border="0.5pt solid #000000", padding="0.0382in"))
            self.document.automaticstyles.addElement(node)
            self.styles["cell"] = node
            node = style.Style(name="Table1", family="table")
            node.addElement(style.TableProperties(width="6.9194in", align="margins", bordermodel="collapsing"))
            self.document.automaticstyles.addElement(node)
            self.styles["table"] = node
        rows = rows_of(paragraphs)
        grid = table.Table(name=f"Table{number + 1}", stylename=self.styles["table"])
        grid.addElement(table.TableColumn(numbercolumnsrepeated=str(len(rows[0]))))
        for row in rows:
            line = table.TableRow()
            for cell in row:
                box = table.TableCell(valuetype="string", stylename=self.styles["cell"])
                self.blocks(cell, box)
                line.addElement(box)
            grid.addElement(line)
        self.document.text.addElement(grid)


def write(text: Text) -> bytes:
    """Returns a text as a file.

    Raises:
        FormatUnavailable: odfpy is not installed.
    """
    writer = Writer()
    for table, paragraphs in parts(text):
        if table < 0:
            writer.blocks(paragraphs, writer.document.text)
        else:
            writer.table(table, paragraphs)
    stream = io.BytesIO()
    writer.document.write(stream)
    return repacked(stream.getvalue(), tidy=True)
