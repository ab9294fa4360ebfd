"""Reading OpenDocument presentations (.odp) from their XML."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from crab_sim.documents.readers.packages import Package, length_in_cm
from crab_sim.engines.slides.formats.places import box_of, layout_of, relative
from crab_sim.engines.slides.model import (
    MAX_SHAPES,
    MAX_SLIDES,
    STYLE_NAMES,
    Box,
    Deck,
    Kind,
    Shape,
    Slide,
    empty_text,
)
from crab_sim.engines.writing.formats.archive import Unreadable, over
from crab_sim.engines.writing.formats.odt import Reader
from crab_sim.engines.writing.model import (
    NO_LOOK,
    SLIDE_STYLES,
    Align,
    Look,
    Marker,
    Paragraph,
    Run,
    Text,
    joined,
)

__all__ = ["read"]

_URN = "{urn:oasis:names:tc:opendocument:xmlns:"
_DRAW, _SHOW, _STYLE, _TEXT, _OFFICE = (
    f"{_URN}{name}:1.0}}" for name in ("drawing", "presentation", "style", "text", "office")
)
_SVG, _FO = f"{_URN}svg-compatible:1.0}}", f"{_URN}xsl-fo-compatible:1.0}}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_KINDS: Final[dict[str, Kind]] = {
    "title": "title", "subtitle": "subtitle", "outline": "outline", "object": "outline", "graphic": "outline",
}  # fmt: skip
_OUTSIDE = frozenset(["page", "notes", "handout", "header", "footer", "date-time", "page-number"])
_SKIPPED = frozenset([f"{_OFFICE}annotation", f"{_OFFICE}event-listeners", f"{_SVG}title", f"{_SVG}desc"])
_DEPTH = 20
_COLOR = re.compile("#[0-9a-f]{6}")


class _Reader(Reader):
    """Reads the texts of slides.

    Attributes:
        kind: The kind of the text that is being read.
        hidden: The names of the styles of hidden slides.
        grounds: The colours of slides' grounds by the names of their styles.
        layouts: The ids of layouts by their names in the file.
    """

    __slots__ = ("grounds", "hidden", "kind", "layouts", "package")

    def __init__(self, package: Package) -> None:
        super().__init__(package)
        self.kind, self.package = "text", package
        self.hidden: set[str] = set()
        self.grounds: dict[str, str] = {}
        for node in package.xml("content.xml").iter(f"{_STYLE}style"):
            own = node.find(f"{_STYLE}drawing-page-properties")
            if own is not None and own.get(f"{_SHOW}visibility") == "hidden":
                self.hidden.add(node.get(f"{_STYLE}name", ""))
            color = "" if own is None else own.get(f"{_DRAW}fill-color", "").lower()
            if own is not None and own.get(f"{_DRAW}fill") == "solid" and _COLOR.fullmatch(color):
                self.grounds[node.get(f"{_STYLE}name", "")] = color
        self._name_fonts()
        self.layouts: dict[str, str] = {}
        for node in package.xml("styles.xml").iter(f"{_STYLE}presentation-page-layout"):
            places = [Shape(_KINDS.get(place.get(f"{_SHOW}object", ""), "text"), _box(place)) for place in node]
            self.layouts[node.get(f"{_STYLE}name", "")] = layout_of(places)

    def _name_fonts(self) -> None:
        """Gives the styles the names of their fonts instead of those of the file's declarations."""
        faces: dict[str, str] = {}
        for part in ("styles.xml", "content.xml"):
            for node in self.package.xml(part).iter(f"{_STYLE}font-face"):
                family = node.get(f"{_SVG}font-family", "").partition(",")[0].strip("' \"")
                faces[node.get(f"{_STYLE}name", "")] = family[:100]
        for style in self.formats.values():
            if faces.get(style.look.font):
                style.look = style.look._replace(font=faces[style.look.font])

    # Text -------------------------------------------------------------------------------------------------------

    def paragraph(self, style: str) -> tuple[Paragraph, Look]:
        """Returns an empty paragraph in the style of the kind of text, and the look of a style of the file."""
        align: Align = ""
        look = NO_LOOK
        for _ in range(_DEPTH):
            found = self.formats.get(("paragraph", style))
            if found is None:
                break
            align, look, style = align or found.align, over(found.look, look), found.parent
        name = STYLE_NAMES[self.kind]
        return Paragraph(style=name, align="" if align == SLIDE_STYLES[name].align else align), look

    def block(self, node: Element, into: list[Paragraph] | None, marker: Marker, level: int, kinds: str) -> None:
        """Reads the content of an element; the paragraphs of a list's header have no markers."""
        for child in node:
            if child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
                self.one(child, into, marker, level)
                marker = ""
            elif child.tag == f"{_TEXT}list":
                name = child.get(f"{_TEXT}style-name", kinds)
                for item in child:
                    header = item.tag == f"{_TEXT}list-header"
                    self.block(item, into, "" if header else self.marker(name, level + 1), level + 1, name)
            elif child.tag not in _SKIPPED:
                self.block(child, into, marker, level, kinds)

    def one(self, node: Element, into: list[Paragraph] | None, marker: Marker, level: int) -> None:
        """Reads a paragraph."""
        style = node.get(f"{_TEXT}style-name", "")
        found = self.formats.get(("paragraph", style))
        if found is not None and not found.numbered:
            marker = ""
        paragraph, look = self.paragraph(style)
        runs: list[Run] = []
        self.runs(node, look, runs)
        depth = max(0, min(8, level)) if marker else 0
        assert into is not None
        into.append(paragraph._replace(runs=joined(runs), marker=marker, level=depth))

    def text(self, node: Element, kind: str) -> Text:
        """Returns the text in an element."""
        self.kind = kind
        found: list[Paragraph] = []
        self.block(node, found, "", -1, "")
        return tuple(found) or empty_text(kind)

    def look(self, node: Element) -> tuple[Look, Align]:
        """Returns the look and the place of lines that an object's style gives to its text."""
        style, family = node.get(f"{_SHOW}style-name", ""), "presentation"
        if not style:
            style, family = node.get(f"{_DRAW}style-name", ""), "graphic"
        look = NO_LOOK
        align: Align = ""
        for _ in range(_DEPTH):
            found = self.formats.get((family, style))
            if found is None:
                break
            look, align, style = over(found.look, look), align or found.align, found.parent
        return look, align

    # Objects ----------------------------------------------------------------------------------------------------

    def shapes(self, node: Element, found: list[Shape], depth: int = 0) -> None:
        """Reads the objects in a slide or a group."""
        for child in node:
            if len(found) > MAX_SHAPES:
                raise Unreadable(f"it has a slide with more than {MAX_SHAPES} objects")
            if child.tag == f"{_DRAW}g" and depth < _DEPTH:
                self.shapes(child, found, depth + 1)
            elif child.tag in [f"{_DRAW}{name}" for name in ("frame", "custom-shape", "rect", "ellipse")]:
                self.shape(child, found)

    def shape(self, node: Element, found: list[Shape]) -> None:
        """Reads an object, unless it has nothing to show."""
        role = node.get(f"{_SHOW}class", "")
        if role in _OUTSIDE:
            return
        box = _box(node)
        placeholder = node.get(f"{_SHOW}placeholder") == "true"
        image = node.find(f"{_DRAW}image")
        if image is not None and not placeholder:
            data = self.package.read(unquote(image.get(_LINK, "")).removeprefix("./"))
            if data:
                found.append(Shape("picture", box, picture=data))
            return
        kind: Kind = _KINDS.get(role, "text")
        if role in ("object", "graphic") and not placeholder:
            kind = "text"
        text = empty_text(kind) if placeholder else self.text(node, kind)
        if kind == "text" and not any([each.runs for each in text]):
            return
        look, align = self.look(node)
        if align and align != SLIDE_STYLES[STYLE_NAMES[kind]].align:
            text = tuple([each if each.align else each._replace(align=align) for each in text])
        found.append(Shape(kind, box, text, relative(look, kind)))

    def slide(self, node: Element) -> Slide:
        """Reads a slide."""
        shapes: list[Shape] = []
        self.shapes(node, shapes)
        notes = empty_text("notes")
        below = node.find(f"{_SHOW}notes")
        for frame in below if below is not None else ():
            if frame.get(f"{_SHOW}class") == "notes" and frame.get(f"{_SHOW}placeholder") != "true":
                notes = self.text(frame, "notes")
        name = node.get(f"{_DRAW}name", "")[:200]
        plain = re.fullmatch(r"page\d+|Slide \d+", name)
        hidden = node.get(f"{_DRAW}style-name", "") in self.hidden
        named = self.layouts.get(node.get(f"{_SHOW}presentation-page-layout-name", ""), "")
        ground = self.grounds.get(node.get(f"{_DRAW}style-name", ""), "")
        ground = "" if ground == "#ffffff" else ground
        return Slide("" if plain else name, layout_of(shapes, named), tuple(shapes), notes, hidden, ground)


def _box(node: Element) -> Box:
    """Returns an object's place."""
    x, y, width, height = (length_in_cm(node.get(f"{_SVG}{name}")) * 1000 for name in ("x", "y", "width", "height"))
    return box_of(x, y, width, height)


def _size(package: Package, master: str) -> tuple[int, int]:
    """Returns the size of the slides that have a master page."""
    styles = package.xml("styles.xml")
    masters = {node.get(f"{_STYLE}name", ""): node for node in styles.iter(f"{_STYLE}master-page")}
    page = masters.get(master)
    wanted = "" if page is None else page.get(f"{_STYLE}page-layout-name", "")
    for layout in styles.iter(f"{_STYLE}page-layout"):
        own = layout.find(f"{_STYLE}page-layout-properties")
        if own is not None and layout.get(f"{_STYLE}name") == wanted:
            width, height = (length_in_cm(own.get(f"{_FO}page-{side}")) * 1000 for side in ("width", "height"))
            if width >= 1000 and height >= 1000:
                box = box_of(0, 0, width, height)
                return box.width, box.height
    return Deck(()).width, Deck(()).height


def read(package: Package) -> Deck:
    """Returns the presentation of a file."""
    reader = _Reader(package)
    body = package.xml("content.xml").find(f"{_OFFICE}body/{_OFFICE}presentation")
    pages = [] if body is None else body.findall(f"{_DRAW}page")
    if not pages:
        raise Unreadable("it has no slides")
    if len(pages) > MAX_SLIDES:
        raise Unreadable(f"it has more than {MAX_SLIDES} slides")
    width, height = _size(package, pages[0].get(f"{_DRAW}master-page-name", ""))
    return Deck(tuple([reader.slide(page) for page in pages]), width, height)
