"""OpenDocument texts (.odt), read and written."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element

from crab_sim.documents.readers.packages import Package
from crab_sim.engines.open_document import Node, OpenDocument
from crab_sim.engines.writing.formats.archive import Draft, over, parts, rows_of, shown
from crab_sim.engines.writing.formats.odf_looks import (
    look_attributes,
    read_look,
    read_space,
    space_attributes,
    spaced,
)
from crab_sim.engines.writing.model import (
    DEFAULT,
    MAX_CELLS,
    NO_LOOK,
    NO_SPACE,
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
_HREF = "{http://www.w3.org/1999/xlink}href"
_MAX_LINK = 2000
_OF_LINKS = ("Internet_20_link", "Visited_20_Internet_20_Link")
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

    __slots__ = ("align", "look", "name", "numbered", "page_break", "parent", "space")

    def __init__(self, node: Element) -> None:
        self.parent = node.get(f"{_STYLE}parent-style-name", "")
        self.name = node.get(f"{_STYLE}display-name", "") or node.get(f"{_STYLE}name", "").replace("_20_", " ")
        own = node.find(f"{_STYLE}paragraph-properties")
        self.align: Align = "" if own is None else _ALIGNS.get(own.get(f"{_FO}text-align", ""), "")
        self.page_break = own is not None and own.get(f"{_FO}break-before") == "page"
        self.numbered = own is None or own.get(f"{_TEXT}enable-numbering") != "false"
        self.space = NO_SPACE if own is None else read_space(own)
        self.look = read_look(node.find(f"{_STYLE}text-properties"))


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
        page_break, look, space = False, NO_LOOK, NO_SPACE
        for _ in range(20):
            found = self.formats.get(("paragraph", style))
            if found is not None and style.replace("_20_", " ") not in _BY_ODF:
                align = align or found.align
                page_break = page_break or found.page_break
                look, space = over(found.look, look), spaced(found.space, space)
                style = found.parent
        name = _BY_ODF.get(style.replace("_20_", " "), DEFAULT)
        return Paragraph(style=name, align=align, page_break=page_break, space=space), look

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
            elif child.tag == f"{_TEXT}span" and child.get(f"{_TEXT}style-name") in _OF_LINKS:
                self.runs(child, look, found)
            elif child.tag == f"{_TEXT}span":
                self.runs(child, over(look, self.text_look(child.get(f"{_TEXT}style-name", ""))), found)
            elif child.tag == f"{_TEXT}a":
                self.runs(child, look._replace(link=child.get(_HREF, "")[:_MAX_LINK]), found)
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
    """Builds the elements of a document.

    Attributes:
        document: The document.
        styles: The names of the styles that it has so far, by what they stand for.
    """

    __slots__ = ("document", "styles")

    def __init__(self) -> None:
        self.document = self.new_document()
        self.styles: dict[object, str] = {}
        self.begin()

    def new_document(self) -> OpenDocument:
        """Returns an empty document."""
        return OpenDocument("text")

    def begin(self) -> None:
        """Adds what all documents have: the page, the named styles, the kinds of lists."""
        self.add_page()
        for each in STYLES.values():
            self.add_style(each)
        self.add_lists()

    def add_page(self) -> None:
        """Adds the page: paper of the size Letter, with LibreOffice's margins."""
        page = self.document.page_styles.add("style:page-layout", {"style:name": "Mpm1"})
        margins = {f"fo:margin-{side}": "0.7902in" for side in ("top", "bottom", "left", "right")}
        page.add("style:page-layout-properties", {"fo:page-width": "8.5in", "fo:page-height": "11in", **margins})
        self.document.masters.add("style:master-page", {"style:name": "Standard", "style:page-layout-name": "Mpm1"})

    def add_style(self, each: Style) -> None:
        """Adds a named style."""
        for font in (each.font, "Liberation Mono"):
            self.add_font(font)
        name = each.odf.replace(" ", "_20_")
        attributes = {"style:name": name, "style:family": "paragraph"}
        if name != "Standard":
            attributes |= {"style:parent-style-name": "Standard", "style:display-name": each.odf}
        if each.level:
            attributes["style:default-outline-level"] = str(each.level)
        attributes["style:class"] = "chapter" if each.level or "itle" in name else "text"
        node = self.document.styles.add("style:style", attributes)
        node.add(
            "style:paragraph-properties",
            {
                "fo:margin-top": f"{each.above:g}pt", "fo:margin-bottom": f"{each.below:g}pt",
                "fo:line-height": f"{each.spacing:.0%}",
                "fo:text-align": "start" if each.align == "left" else each.align,
            },
        )  # fmt: skip
        weight = "bold" if each.bold else "normal"
        node.add(
            "style:text-properties",
            {"style:font-name": each.font, "fo:font-size": f"{each.size:g}pt", "fo:font-weight": weight},
        )

    def add_font(self, font: str) -> None:
        """Declares a font once."""
        if ("font", font) not in self.styles:
            self.styles["font", font] = font
            self.document.fonts.add("style:font-face", {"style:name": font, "svg:font-family": f"'{font}'"})

    def add_lists(self, indent: float = 0.25, label: float = 0.25) -> None:
        """Adds the styles of the two kinds of lists; each level is indented, and markers have a width, in inches."""
        for kind in ("bullet", "number"):
            node = self.document.automatic.add("text:list-style", {"style:name": f"L_{kind}"})
            for level in range(10):
                if kind == "bullet":
                    attributes = {"text:bullet-char": "•◦▪"[level % 3]}
                else:
                    attributes = {"style:num-format": "1", "style:num-suffix": "."}
                entry = node.add(f"text:list-level-style-{kind}", {"text:level": str(level + 1), **attributes})
                step = f"{indent * (level + 1):g}in"
                entry.add(
                    "style:list-level-properties", {"text:space-before": step, "text:min-label-width": f"{label:g}in"}
                )

    def paragraph_style(self, paragraph: Paragraph) -> str:
        """Returns the name of the style of a paragraph: the named one, or one derived from it."""
        name = STYLES[paragraph.style].odf.replace(" ", "_20_")
        if not paragraph.align and not paragraph.page_break and paragraph.space == NO_SPACE:
            return name
        key = (paragraph.style, paragraph.align, paragraph.page_break, paragraph.space)
        if key not in self.styles:
            own = f"P{len(self.styles)}"
            attributes = {"style:name": own, "style:family": "paragraph", "style:parent-style-name": name}
            node = self.document.automatic.add("style:style", attributes)
            more = {"fo:break-before": "page"} if paragraph.page_break else {}
            more |= space_attributes(paragraph.space)
            if paragraph.align:
                more["fo:text-align"] = {"left": "start", "right": "end"}.get(paragraph.align, paragraph.align)
            node.add("style:paragraph-properties", more)
            self.styles[key] = own
        return self.styles[key]

    def text_style(self, look: Look) -> str:
        """Returns the name of the style of characters with a look."""
        if look not in self.styles:
            more = look_attributes(look)
            if look.font:
                self.add_font(shown(look.font))
                more["style:font-name"] = shown(look.font)
            name = f"T{len(self.styles)}"
            node = self.document.automatic.add("style:style", {"style:name": name, "style:family": "text"})
            node.add("style:text-properties", more)
            self.styles[look] = name
        return self.styles[look]

    def paragraph(self, paragraph: Paragraph, into: Node) -> None:
        """Adds a paragraph or heading to an element."""
        level, style = style_of(paragraph).level, self.paragraph_style(paragraph)
        attributes = {"text:outline-level": str(level)} if level else {}
        node = into.add("text:h" if level else "text:p", {**attributes, "text:style-name": style})
        before, link, around = " ", "", node
        for i, run in enumerate(paragraph.runs):
            piece, last = shown(run.text), i == len(paragraph.runs) - 1
            if run.look.link != link:
                link, around = run.look.link, self.link(node, run.look.link)
            look = run.look._replace(link="")
            if look == NO_LOOK:
                self.characters(around, piece, before, last)
            else:
                span = around.add("text:span", {"text:style-name": self.text_style(look)})
                self.characters(span, piece, before, last)
            before = piece[-1:] or before

    def link(self, node: Node, link: str) -> Node:
        """Adds the element of a link to a paragraph's; returns the paragraph's for no link."""
        if not link:
            return node
        if "link" not in self.styles:
            self.styles["link"] = _OF_LINKS[0]
            attributes = {"style:name": _OF_LINKS[0], "style:display-name": "Internet Link", "style:family": "text"}
            look = Look(underline=True, color="#000080")
            self.document.styles.add("style:style", attributes).add("style:text-properties", look_attributes(look))
        target = {"xlink:type": "simple", "xlink:href": shown(link), "text:style-name": self.styles["link"]}
        return node.add("text:a", target)

    def characters(self, node: Node, piece: str, before: str, last: bool) -> None:
        """Adds characters to an element; blanks that XML would swallow become elements.

        Args:
            node: The element.
            piece: The characters.
            before: The character before them; a blank at the start of the paragraph.
            last: Whether they end the paragraph.
        """
        for match in _PIECES.finditer(piece):
            found = match[0]
            if found == "\t":
                node.add("text:tab")
            elif found == "\n":
                node.add("text:line-break")
            elif found[0] == " ":
                ends = last and match.end() == len(piece)
                kept = " " if before not in " \t\n" and not ends else ""
                if kept:
                    node.children.append(kept)
                if len(found) > len(kept):
                    node.add("text:s", {"text:c": str(len(found) - len(kept))})
            else:
                node.children.append(found)
            before = found[-1]

    def blocks(self, paragraphs: list[Paragraph], into: Node) -> None:
        """Adds paragraphs of one cell, or of none, to an element; those with markers in lists."""
        open_lists: list[tuple[Marker, Node, Node]] = []  # by level: kind, list, its last item
        for paragraph in paragraphs:
            if not paragraph.marker:
                open_lists = []
                self.paragraph(paragraph, into)
                continue
            del open_lists[paragraph.level + 1 :]
            if len(open_lists) == paragraph.level + 1 and open_lists[-1][0] != paragraph.marker:
                open_lists.pop()
            while len(open_lists) <= paragraph.level:
                above = open_lists[-1][2] if open_lists else into
                node = above.add("text:list", {"text:style-name": f"L_{paragraph.marker}"})
                open_lists.append((paragraph.marker, node, node.add("text:list-item")))
            kind, node, item = open_lists[-1]
            if item.children:
                item = node.add("text:list-item")
                open_lists[-1] = (kind, node, item)
            self.paragraph(paragraph, item)

    def table(self, number: int, paragraphs: list[Paragraph]) -> None:
        """Adds a table with borders."""
        automatic = self.document.automatic
        if "cell" not in self.styles:
            self.styles["cell"] = "Cell1"
            node = automatic.add("style:style", {"style:name": "Cell1", "style:family": "table-cell"})
            node.add("style:table-cell-properties", {"fo:border": "0.5pt solid #000000", "fo:padding": "0.0382in"})
            node = automatic.add("style:style", {"style:name": "Table1", "style:family": "table"})
            node.add(
                "style:table-properties",
                {"style:width": "6.9194in", "table:align": "margins", "table:border-model": "collapsing"},
            )
        rows = rows_of(paragraphs)
        named = {"table:name": f"Table{number + 1}", "table:style-name": "Table1"}
        grid = self.document.body.add("table:table", named)
        grid.add("table:table-column", {"table:number-columns-repeated": str(len(rows[0]))})
        for row in rows:
            line = grid.add("table:table-row")
            for cell in row:
                box = line.add("table:table-cell", {"office:value-type": "string", "table:style-name": "Cell1"})
                self.blocks(cell, box)


def write(text: Text) -> bytes:
    """Returns a text as a file."""
    writer = Writer()
    for table, paragraphs in parts(text):
        if table < 0:
            writer.blocks(paragraphs, writer.document.body)
        else:
            writer.table(table, paragraphs)
    return writer.document.file()
