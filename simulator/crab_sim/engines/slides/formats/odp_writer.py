"""Writing OpenDocument presentations (.odp)."""

from __future__ import annotations

import hashlib
from typing import Final

from crab_sim.engines.open_document import Node, OpenDocument
from crab_sim.engines.slides.formats.media import kind_of
from crab_sim.engines.slides.model import LAYOUTS, Box, Deck, Shape, Slide, is_empty, placeholders
from crab_sim.engines.slides.text_layout import OUTLINE_SIZES
from crab_sim.engines.writing.formats.odf_looks import look_attributes
from crab_sim.engines.writing.formats.odt import Writer
from crab_sim.engines.writing.model import SLIDE_STYLES, Look, Paragraph, length

__all__ = ["write"]

_BARE: Final = {"draw:stroke": "none", "draw:fill": "none", "draw:auto-grow-height": "false"}
_PARENTS: Final = {"title": "Default-title", "subtitle": "Default-subtitle", "outline": "Default-outline1"}


def _length(size: int) -> str:
    return f"{size / 1000:.6g}cm"


def _at(box: Box) -> dict[str, str]:
    return {
        "svg:x": _length(box.x), "svg:y": _length(box.y), "svg:width": _length(box.width),
        "svg:height": _length(box.height),
    }  # fmt: skip


class _Writer(Writer):
    """Builds the elements of a presentation."""

    __slots__ = ("deck",)

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        super().__init__()

    def new_document(self) -> OpenDocument:
        """Returns an empty presentation."""
        return OpenDocument("presentation")

    def begin(self) -> None:
        """Adds the page, its styles, the kinds of lists, and the layouts."""
        self.add_font("Liberation Sans")
        self.add_lists(0.4724, 0.4)
        self.add_master()
        for number, name in enumerate(LAYOUTS, 1):
            if LAYOUTS[name].places:
                self.add_layout(f"AL{number}T{number}", name)

    def node(self, name: str, parent: Node, **more: str) -> Node:
        """Returns a new element of another, in which ``a__b_c`` is the attribute ``a:b-c``."""
        return parent.add(name, {key.replace("__", ":").replace("_", "-"): value for key, value in more.items()})

    # Styles -----------------------------------------------------------------------------------------------------

    def add_style_of(self, name: str, look: Look, align: str, graphic: dict[str, str], above: float = 0.0) -> None:
        """Adds a named style of the texts on slides.

        Args:
            name: Its name.
            look: The look of the text.
            align: The place of its lines.
            graphic: Attributes of the objects.
            above: The space above a paragraph, in points.
        """
        node = self.node("style:style", self.document.styles, style__name=name, style__family="presentation")
        frame = self.node("style:graphic-properties", node)
        frame.attributes |= {**_BARE, **graphic}
        self.node(
            "style:paragraph-properties", node, fo__text_align="start" if align == "left" else align,
            fo__margin_top=f"{above:g}pt",
        )  # fmt: skip
        node.add("style:text-properties", _text(look))

    def add_master(self) -> None:
        """Adds the master page, with the styles of its texts."""
        automatic, own, masters = self.document.page_styles, self.document.automatic, self.document.masters
        page = self.node("style:page-layout", automatic, style__name="PM1")
        self.node(
            "style:page-layout-properties", page, fo__page_width=_length(self.deck.width),
            fo__page_height=_length(self.deck.height), style__print_orientation="landscape", fo__margin_top="0cm",
            fo__margin_bottom="0cm", fo__margin_left="0cm", fo__margin_right="0cm",
        )  # fmt: skip
        for group, name, hidden in ((automatic, "dp1", ""), (own, "dp1", ""), (own, "dp2", "hidden")):
            self.add_ground(group, name, "#ffffff", bool(hidden))
        middle = {"draw:textarea-vertical-align": "middle"}
        for kind in ("Title", "Subtitle"):
            style = SLIDE_STYLES[f"Slide {kind}"]
            look = Look(size=style.size, font=style.font)
            self.add_style_of(f"Default-{kind.lower()}", look, style.align, middle)
        self.add_style_of("Default-notes", Look(size=20.0, font="Liberation Sans"), "left", {})
        for level in range(9):
            size = OUTLINE_SIZES[min(level, len(OUTLINE_SIZES) - 1)]
            shrink = {"draw:fit-to-size": "shrink-to-fit"}
            above = SLIDE_STYLES["Outline"].above
            look = Look(size=size, font="Liberation Sans")
            self.add_style_of(f"Default-outline{level + 1}", look, "left", shrink, above)
        master = self.node(
            "style:master-page", masters, style__name="Default", style__page_layout_name="PM1",
            draw__style_name="dp1",
        )  # fmt: skip
        for shape in placeholders("content", self.deck):
            node = self.node("draw:frame", master, presentation__style_name=_PARENTS[shape.kind], draw__layer="layout")
            attributes = {**_at(shape.box), "presentation:class": shape.kind, "presentation:placeholder": "true"}
            node.attributes |= attributes
            node.add("draw:text-box")

    def add_ground(self, group: Node, name: str, color: str, hidden: bool) -> None:
        """Adds the style of slides with a ground of a colour.

        Args:
            group: The element that gets the style.
            name: Its name.
            color: The colour as ``#rrggbb``.
            hidden: Whether the slides are hidden.
        """
        node = self.node("style:style", group, style__name=name, style__family="drawing-page")
        more = {"presentation__visibility": "hidden"} if hidden else {}
        self.node("style:drawing-page-properties", node, draw__fill="solid", draw__fill_color=color, **more)

    def ground(self, slide: Slide) -> str:
        """Returns the name of the style of a slide's ground."""
        if not slide.ground:
            return "dp2" if slide.hidden else "dp1"
        key = ("ground", slide.ground, slide.hidden)
        if key not in self.styles:
            self.styles[key] = f"dp{len(self.styles) + 3}"
            self.add_ground(self.document.automatic, self.styles[key], slide.ground, slide.hidden)
        return self.styles[key]

    def add_layout(self, name: str, layout: str) -> None:
        """Adds a layout of slides."""
        node = self.node("style:presentation-page-layout", self.document.styles, style__name=name)
        for shape in placeholders(layout, self.deck):
            place = self.node("presentation:placeholder", node, presentation__object=shape.kind)
            place.attributes |= _at(shape.box)

    def paragraph_style(self, paragraph: Paragraph) -> str:
        """Returns the style of a paragraph."""
        key = ("align", paragraph.align)
        if key not in self.styles:
            align = {"left": "start", "right": "end"}.get(paragraph.align, paragraph.align)
            name = f"P{len(self.styles)}"
            node = self.node("style:style", self.document.automatic, style__name=name, style__family="paragraph")
            node.add("style:paragraph-properties", {"fo:text-align": align} if align else {})
            self.styles[key] = name
        return self.styles[key]

    def shape_style(self, shape: Shape) -> tuple[str, str]:
        """Returns the attribute that names an object's style, and the style's name."""
        key = ("shape", shape.kind if shape.kind in _PARENTS else "other", shape.look)
        family = "presentation" if shape.kind in _PARENTS else "graphic"
        if key not in self.styles:
            name = f"{'pr' if family == 'presentation' else 'gr'}{len(self.styles)}"
            more = {"style__parent_style_name": _PARENTS[shape.kind]} if shape.kind in _PARENTS else {}
            node = self.node("style:style", self.document.automatic, style__name=name, style__family=family, **more)
            frame = self.node("style:graphic-properties", node)
            look = shape.look
            if shape.kind == "text":
                grows = {**_BARE, "draw:auto-grow-height": "true", "draw:textarea-vertical-align": "top"}
                frame.attributes |= grows
                look = look._replace(size=look.size or SLIDE_STYLES["Text Box"].size)
            elif shape.kind == "picture":
                frame.attributes |= _BARE
            node.add("style:text-properties", _text(look))
            self.styles[key] = name
        return ("presentation:style-name" if family == "presentation" else "draw:style-name"), self.styles[key]

    # Slides -----------------------------------------------------------------------------------------------------

    def slide(self, number: int, slide: Slide) -> None:
        """Adds a slide."""
        page = self.node("draw:page", self.document.body)
        attributes = {
            "draw:name": slide.name or f"page{number + 1}", "draw:style-name": self.ground(slide),
            "draw:master-page-name": "Default",
        }  # fmt: skip
        if LAYOUTS[slide.layout].places:
            place = list(LAYOUTS).index(slide.layout) + 1
            attributes["presentation:presentation-page-layout-name"] = f"AL{place}T{place}"
        page.attributes |= attributes
        expected = [(shape.kind, shape.box) for shape in placeholders(slide.layout, self.deck)]
        for shape in slide.shapes:
            self.shape(page, shape, (shape.kind, shape.box) not in expected)
        if any([length(each) for each in slide.notes]):
            notes = self.node("presentation:notes", page)
            thumbnail = self.node("draw:page-thumbnail", notes, draw__page_number=str(number + 1), draw__layer="layout")
            attributes = {**_at(Box(2000, 2000, 17000, 9560)), "presentation:class": "page"}
            thumbnail.attributes |= attributes
            frame = self.node("draw:frame", notes, presentation__style_name="Default-notes", draw__layer="layout")
            frame.attributes |= {**_at(Box(2000, 13000, 17000, 12000)), "presentation:class": "notes"}
            self.blocks(list(slide.notes), self.node("draw:text-box", frame))

    def shape(self, page: Node, shape: Shape, moved: bool) -> None:
        """Adds an object to a slide."""
        node = self.node("draw:frame", page)
        attribute, style = self.shape_style(shape)
        node.attributes |= {attribute: style, "draw:layer": "layout", **_at(shape.box)}
        if shape.kind == "picture":
            kind = kind_of(shape.picture)
            name = f"Pictures/{hashlib.sha256(shape.picture).hexdigest()[:40].upper()}.{kind.ending}"
            self.document.add_picture(name, kind.media_type, shape.picture)
            shown = {"xlink:href": name, "xlink:type": "simple", "xlink:show": "embed", "xlink:actuate": "onLoad"}
            node.add("draw:image", shown)
            return
        if shape.kind in _PARENTS:
            own: dict[str, str] = {"presentation:class": shape.kind}
            own |= {"presentation:user-transformed": "true"} if moved else {}
            own |= {"presentation:placeholder": "true"} if is_empty(shape) else {}
            node.attributes |= own
        box = self.node("draw:text-box", node)
        if not is_empty(shape):
            self.blocks(list(shape.text), box)


def _text(look: Look) -> dict[str, str]:
    """Returns the attributes of a look."""
    found = look_attributes(look)
    if look.font:
        found |= {"fo:font-family": f"'{look.font}'", "style:font-name": look.font}
    return found


def write(deck: Deck) -> bytes:
    """Returns a presentation as a file."""
    writer = _Writer(deck)
    for number, slide in enumerate(deck.slides):
        writer.slide(number, slide)
    return writer.document.file()
