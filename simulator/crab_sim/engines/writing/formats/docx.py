"""Office Open XML texts (.docx): read from their XML, written with python-docx."""

from __future__ import annotations

import io
from typing import Any, Final
from xml.etree.ElementTree import Element

from crab_sim.documents.readers.packages import Package
from crab_sim.engines.writing.formats.archive import Draft, over, parts, repacked, rows_of, shown
from crab_sim.engines.writing.model import (
    DEFAULT,
    NO_LOOK,
    STYLES,
    Align,
    Look,
    Marker,
    Paragraph,
    Run,
    Script,
    Space,
    Text,
)

__all__ = ["read", "write"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SKIPPED = (
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", f"{_W}del", f"{_W}moveFrom",
    f"{_W}rPr", f"{_W}pPr",
)  # fmt: skip
_BY_WORD: Final = {style.word.casefold(): style.name for style in STYLES.values()}
_ALIGNS: Final[dict[str, Align]] = {
    "start": "left", "left": "left", "end": "right", "right": "right", "center": "center", "both": "justify",
}  # fmt: skip
_SCRIPTS: Final[dict[str, Script]] = {"superscript": "super", "subscript": "sub"}
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MAX_LINK = 2000
_HIGHLIGHTS: Final = {
    "yellow": "#ffff00", "green": "#00ff00", "cyan": "#00ffff", "magenta": "#ff00ff", "blue": "#0000ff",
    "red": "#ff0000", "darkBlue": "#000080", "darkCyan": "#008080", "darkGreen": "#008000",
    "darkMagenta": "#800080", "darkRed": "#800000", "darkYellow": "#808000", "darkGray": "#808080",
    "lightGray": "#c0c0c0", "black": "#000000",
}  # fmt: skip


# Reading ----------------------------------------------------------------------------------------------------------


def _value(node: Element | None, path: str) -> str:
    """Returns the value of a property, ``"on"`` for one without a value, ``""`` for none."""
    found = None if node is None else node.find(path)
    return "" if found is None else found.get(f"{_W}val", "on")


def _flag(node: Element, name: str) -> bool | None:
    value = _value(node, f"{_W}{name}")
    return None if not value else value not in ("off", "0", "false", "none")


def _look(node: Element | None) -> Look:
    """Returns the look that the properties of a run tell."""
    if node is None:
        return NO_LOOK
    size, color, fonts = _value(node, f"{_W}sz"), _value(node, f"{_W}color"), node.find(f"{_W}rFonts")
    shade = node.find(f"{_W}shd")
    ground = _HIGHLIGHTS.get(_value(node, f"{_W}highlight"), "")
    if not ground and shade is not None:
        ground = _color(shade.get(f"{_W}fill", ""))
    return Look(
        _flag(node, "b"), _flag(node, "i"), _flag(node, "u"), _flag(node, "strike"),
        max(2.0, min(96.0, int(size) / 2)) if size.isdecimal() else 0.0,
        _color(color), "" if fonts is None else fonts.get(f"{_W}ascii", "")[:100], ground,
        None, _flag(node, "shadow"), _flag(node, "outline"), _SCRIPTS.get(_value(node, f"{_W}vertAlign"), ""),
        "upper" if _flag(node, "caps") else "small" if _flag(node, "smallCaps") else "",
    )  # fmt: skip


def _space(node: Element | None) -> Space:
    """Returns the space that the properties of a paragraph tell."""
    side, gap = (None if node is None else node.find(f"{_W}{name}") for name in ("ind", "spacing"))

    def points(part: Element | None, *names: str) -> float | None:
        values = [] if part is None else [part.get(f"{_W}{name}", "") for name in names]
        found = next((value for value in values if value.removeprefix("-").isdecimal() and len(value) < 6), "")
        return int(found) / 20 if found else None

    first = (points(side, "firstLine") or 0.0) - (points(side, "hanging") or 0.0)
    line = points(gap, "line") if gap is not None and gap.get(f"{_W}lineRule", "auto") == "auto" else None
    return Space(
        points(side, "left", "start") or 0.0, points(side, "right", "end") or 0.0, first, points(gap, "before"),
        points(gap, "after"), 0.0 if line is None else max(0.5, min(5.0, round(line / 12, 2))),
    )  # fmt: skip


def _color(digits: str) -> str:
    digits = digits.lower()
    return f"#{digits}" if len(digits) == 6 and set(digits) <= set("0123456789abcdef") else ""


class _Reader:
    """Reads the body of a file."""

    __slots__ = ("draft", "kinds", "links", "styles")

    def __init__(self, package: Package) -> None:
        self.draft = Draft()
        relations = package.xml("word/_rels/document.xml.rels")
        self.links = {
            row.get("Id", ""): row.get("Target", "") for row in relations if row.get("TargetMode") == "External"
        }
        self.styles = {node.get(f"{_W}styleId", ""): node for node in package.xml("word/styles.xml").iter(f"{_W}style")}
        numbering = package.xml("word/numbering.xml")
        levels: dict[str, list[Marker]] = {}
        for node in numbering.iter(f"{_W}abstractNum"):
            formats = [_value(level, f"{_W}numFmt") for level in node.iter(f"{_W}lvl")]
            levels[node.get(f"{_W}abstractNumId", "")] = [
                "bullet" if each == "bullet" else "" if each == "none" else "number" for each in formats
            ]
        self.kinds = {
            node.get(f"{_W}numId", ""): levels.get(_value(node, f"{_W}abstractNumId"), [])
            for node in numbering.iter(f"{_W}num")
        }

    def style(self, style: str) -> tuple[str, Look, list[Element]]:
        """Returns the name of ours that a style derives from, the look it has beyond ours, and its properties."""
        look, own = NO_LOOK, []
        for _ in range(20):
            node = self.styles.get(style)
            if node is None:
                break
            properties = node.find(f"{_W}pPr")
            own += [properties] if properties is not None else []
            name = _value(node, f"{_W}name").casefold()
            if name in _BY_WORD:
                return _BY_WORD[name], look, own
            look = over(_look(node.find(f"{_W}rPr")), look)
            style = _value(node, f"{_W}basedOn")
        return DEFAULT, look, own

    def text_look(self, style: str) -> Look:
        """Returns the look of a style of characters."""
        look = NO_LOOK
        for _ in range(20):
            node = self.styles.get(style)
            if node is None:
                break
            look, style = over(_look(node.find(f"{_W}rPr")), look), _value(node, f"{_W}basedOn")
        return look

    def block(self, node: Element, into: list[Paragraph] | None) -> None:
        """Reads the content of an element; `into` gets a cell's paragraphs, None is the text itself."""
        for child in node:
            if child.tag == f"{_W}p":
                self.paragraph(child, into)
            elif child.tag == f"{_W}tbl":
                rows: list[list[list[Paragraph]]] = []
                for row in child.iterfind(f"{_W}tr"):
                    cells: list[list[Paragraph]] = []
                    for cell in row.iter(f"{_W}tc"):
                        inside: list[Paragraph] = []
                        self.block(cell, inside)
                        cells.append(inside)
                        span = _value(cell.find(f"{_W}tcPr"), f"{_W}gridSpan")
                        cells += [[]] * (min(int(span), 100) - 1 if span.isdecimal() else 0)
                    rows.append(cells)
                if into is None:
                    self.draft.table(rows)
                else:
                    into += [paragraph for line in rows for found in line for paragraph in found]
            elif child.tag not in _SKIPPED:
                self.block(child, into)

    def paragraph(self, node: Element, into: list[Paragraph] | None) -> None:
        """Reads a paragraph; a page break in it begins a page behind it."""
        own = node.find(f"{_W}pPr")
        name, base, properties = self.style(_value(own, f"{_W}pStyle"))
        if own is not None:
            properties = [own, *properties]
        align: Align = _ALIGNS.get(_value(own, f"{_W}jc"), "")
        numbered = next((found for part in properties if (found := part.find(f"{_W}numPr")) is not None), None)
        kinds = self.kinds.get(_value(numbered, f"{_W}numId"), [])
        depth = _value(numbered, f"{_W}ilvl")
        level = min(int(depth), 9) if depth.isdecimal() else 0
        marker: Marker = kinds[min(level, len(kinds) - 1)] if kinds and not STYLES[name].level else ""
        turn = own is not None and _flag(own, "pageBreakBefore") is True
        space = Space() if marker else _space(own)
        paragraph = Paragraph((), name, align, marker, level if marker else 0, turn, space=space)
        runs: list[Run] = []
        self.runs(node, base, runs)
        pages = [i for i, run in enumerate(runs) if run.text == "\f"]
        if into is not None:
            into.append(paragraph._replace(runs=tuple([run for run in runs if run.text != "\f"])))
            return
        start = 0
        for stop in pages:  # the paragraph goes on behind the break
            if any([run.text for run in runs[start:stop]]) or paragraph.page_break:
                self.draft.add(paragraph, runs[start:stop])
            paragraph, start = paragraph._replace(page_break=True), stop + 1
        if pages and not any([run.text for run in runs[start:]]):
            self.draft.turn = True
            return
        self.draft.add(paragraph, runs[start:])

    def runs(self, node: Element, base: Look, found: list[Run]) -> None:
        """Reads the runs of a paragraph, without those of text boxes anchored in it."""
        for child in node:
            if child.tag == f"{_W}r":
                own = child.find(f"{_W}rPr")
                look = over(over(base, self.text_look(_value(own, f"{_W}rStyle"))), _look(own))
                for part in child:
                    text = _characters(part)
                    if text:
                        found.append(Run(text, look))
            elif child.tag == f"{_W}hyperlink":
                link = self.links.get(child.get(f"{_R}id", ""), "")[:_MAX_LINK]
                inside: list[Run] = []
                self.runs(child, base, inside)
                found += [run._replace(look=self.linked(run.look, link)) for run in inside]
            elif child.tag not in _SKIPPED and child.tag != f"{_W}p":
                self.runs(child, base, found)

    @staticmethod
    def linked(look: Look, link: str) -> Look:
        """Returns the look of a link, without the colour and the line that all links have."""
        bare = look._replace(underline=None, color="") if link and look.color == "#000080" else look
        return bare._replace(link=link)


def _characters(node: Element) -> str:
    if node.tag == f"{_W}t":
        return (node.text or "").replace("\f", " ")
    if node.tag == f"{_W}br":
        return {"page": "\f", "column": ""}.get(node.get(f"{_W}type", ""), "\n")
    return {f"{_W}tab": "\t", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}.get(node.tag, "")


def read(package: Package) -> Text:
    """Returns the text of a file."""
    reader = _Reader(package)
    body = package.xml("word/document.xml").find(f"{_W}body")
    if body is not None:
        reader.block(body, None)
    return reader.draft.text()


# Writing ----------------------------------------------------------------------------------------------------------


class _Writer:
    """Builds python-docx's document."""

    __slots__ = ("alignment", "document", "element", "numbers", "qn", "shared")

    def __init__(self) -> None:
        import docx  # which takes a while; most episodes write no .docx
        from docx import shared
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        self.document: Any = docx.Document()
        self.shared: Any = shared
        self.alignment: Any = {
            "left": WD_ALIGN_PARAGRAPH.LEFT, "center": WD_ALIGN_PARAGRAPH.CENTER,
            "right": WD_ALIGN_PARAGRAPH.RIGHT, "justify": WD_ALIGN_PARAGRAPH.JUSTIFY,
        }  # fmt: skip
        self.element: Any = OxmlElement
        self.qn: Any = qn
        self.numbers = 0
        self.page()
        self.named_styles()
        self.list_kinds()

    def page(self) -> None:
        """Sets the page: paper of the size Letter, with LibreOffice's margins."""
        section = self.document.sections[0]
        section.page_width, section.page_height = self.shared.Inches(8.5), self.shared.Inches(11)
        for side in ("left_margin", "right_margin", "top_margin", "bottom_margin"):
            setattr(section, side, self.shared.Inches(0.79))

    def named_styles(self) -> None:
        """Gives the named styles the looks that they have on the screen."""
        for style in STYLES.values():
            node = self.document.styles[style.word]
            node.font.name, node.font.size, node.font.bold = style.font, self.shared.Pt(style.size), style.bold
            node.font.italic, node.font.color.rgb = False, self.shared.RGBColor(0, 0, 0)
            look = node.element.get_or_add_rPr()
            fonts = look.find(self.qn("w:rFonts"))
            for name in [name for name in fonts.attrib if "heme" in name]:
                del fonts.attrib[name]
            form = node.paragraph_format
            form.space_before, form.space_after = self.shared.Pt(style.above), self.shared.Pt(style.below)
            form.line_spacing = style.spacing
            form.alignment = self.alignment[style.align]
            for border in node.element.pPr.findall(self.qn("w:pBdr")):
                node.element.pPr.remove(border)

    def _child(self, parent: Any, name: str, **attributes: object) -> Any:
        node = self.element(f"w:{name}")
        for key, value in attributes.items():
            node.set(self.qn(f"w:{key}"), str(value))
        parent.append(node)
        return node

    def list_kinds(self) -> None:
        """Replaces the template's lists by two: bullets, and numbers."""
        numbering = self.document.part.numbering_part.element
        for node in list(numbering):
            numbering.remove(node)
        for number, kind in enumerate(("bullet", "decimal")):
            abstract = self._child(numbering, "abstractNum", abstractNumId=number)
            self._child(abstract, "multiLevelType", val="hybridMultilevel")
            for level in range(9):
                row = self._child(abstract, "lvl", ilvl=level)
                self._child(row, "start", val=1)
                self._child(row, "numFmt", val=kind)
                self._child(row, "lvlText", val=f"%{level + 1}." if number else "•◦▪"[level % 3])
                self._child(row, "lvlJc", val="left")
                place = self._child(row, "pPr")
                self._child(place, "ind", left=720 + 360 * level, hanging=360)
        for style in self.document.styles.element.iter(self.qn("w:style")):
            for node in list(style.iter(self.qn("w:numPr"))):
                node.getparent().remove(node)

    def new_list(self, kind: int) -> int:
        """Adds a list that counts from one, and returns its number."""
        self.numbers += 1
        node = self._child(self.document.part.numbering_part.element, "num", numId=self.numbers)
        self._child(node, "abstractNumId", val=kind)
        if kind:
            for level in range(9):
                self._child(self._child(node, "lvlOverride", ilvl=level), "startOverride", val=1)
        return self.numbers

    def blocks(self, paragraphs: list[Paragraph], box: Any) -> None:
        """Adds paragraphs to the document or a cell, whose first paragraph is there already."""
        lists: dict[Marker, int] = {}
        waiting = list(box.paragraphs) if box is not self.document else []
        for paragraph in paragraphs:
            node = waiting.pop() if waiting else box.add_paragraph()
            node.style = self.document.styles[STYLES[paragraph.style].word]
            if paragraph.align:
                node.alignment = self.alignment[paragraph.align]
            if paragraph.page_break:
                node.paragraph_format.page_break_before = True
            self.space(node.paragraph_format, paragraph.space)
            if paragraph.marker:
                if paragraph.marker not in lists:
                    lists[paragraph.marker] = self.new_list(int(paragraph.marker == "number"))
                item = self.element("w:numPr")
                self._child(item, "ilvl", val=min(paragraph.level, 8))
                self._child(item, "numId", val=lists[paragraph.marker])
                node._p.get_or_add_pPr()._insert_numPr(item)
            else:
                lists = {}
            for run in paragraph.runs:
                self.run(node, run)

    def space(self, form: Any, space: Space) -> None:
        """Gives a paragraph the space in and around it."""
        sides = {"left_indent": space.left, "right_indent": space.right, "first_line_indent": space.first}
        gaps = {"space_before": space.above, "space_after": space.below}
        for name, points in {**{key: side or None for key, side in sides.items()}, **gaps}.items():
            if points is not None:
                setattr(form, name, self.shared.Pt(points))
        if space.line:
            form.line_spacing = space.line

    def link(self, node: Any, part: Any, link: str) -> None:
        """Makes a run a link."""
        if "Internet Link" not in [style.name for style in self.document.styles]:
            style = self.document.styles.add_style("Internet Link", 2)  # of characters
            style.font.underline, style.font.color.rgb = True, self.shared.RGBColor(0, 0, 0x80)
        part.style = "Internet Link"
        around = self._child(node._p, "hyperlink")
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
        around.set(self.qn("r:id"), self.document.part.relate_to(shown(link), kind, is_external=True))
        around.append(part._r)

    def run(self, node: Any, run: Run) -> None:
        """Adds a run to a paragraph."""
        part, look = node.add_run(shown(run.text)), run.look
        if look.link:
            self.link(node, part, look.link)
        font = part.font
        font.shadow, font.outline = look.shadow, look.outline
        if look.script:
            setattr(font, f"{look.script}script", True)
        font.all_caps, font.small_caps = look.caps == "upper" or None, look.caps == "small" or None
        font.bold, font.italic, font.underline, font.strike = look.bold, look.italic, look.underline, look.strike
        if look.size:
            font.size = self.shared.Pt(look.size)
        if look.color:
            font.color.rgb = self.shared.RGBColor.from_string(look.color[1:].upper())
        if look.font:
            font.name = shown(look.font)
        if look.highlight:
            self._child(part._r.get_or_add_rPr(), "shd", val="clear", color="auto", fill=look.highlight[1:].upper())

    def table(self, paragraphs: list[Paragraph]) -> None:
        """Adds a table with borders."""
        rows = rows_of(paragraphs)
        grid = self.document.add_table(len(rows), len(rows[0]))
        grid.style = "Table Grid"
        for line, row in zip(grid.rows, rows, strict=True):
            for box, cell in zip(line.cells, row, strict=True):
                self.blocks(cell, box)


def write(text: Text) -> bytes:
    """Returns a text as a file."""
    writer = _Writer()
    for table, paragraphs in parts(text):
        if table < 0:
            writer.blocks(paragraphs, writer.document)
        else:
            writer.table(paragraphs)
    stream = io.BytesIO()
    writer.document.save(stream)
    return repacked(stream.getvalue())
