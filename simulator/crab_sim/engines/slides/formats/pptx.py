"""Reading Office Open XML presentations (.pptx) from their XML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from crab_sim.documents.readers.packages import Package
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
from crab_sim.engines.writing.formats.archive import Unreadable
from crab_sim.engines.writing.model import (
    NO_LOOK,
    SLIDE_STYLES,
    Align,
    Caps,
    Look,
    Marker,
    Paragraph,
    Run,
    Script,
    Text,
    joined,
)

__all__ = ["LAYOUT_TYPES", "read"]

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MAIN = "ppt/presentation.xml"
_EMU = 360
"""Office's units per hundredth of a millimetre."""
_KINDS: Final[dict[str, Kind]] = {
    "title": "title", "ctrTitle": "title", "subTitle": "subtitle", "body": "outline", "": "outline", "obj": "outline",
    "pic": "outline", "chart": "outline", "tbl": "outline",
}  # fmt: skip
LAYOUT_TYPES: Final = {
    "blank": "blank", "titleOnly": "title_only", "title": "title", "tx": "content", "obj": "content", "twoObj": "two",
    "objOverTx": "over", "fourObj": "four",
}  # fmt: skip
"""The ids of layouts by the types that files give them."""
_ALIGNS: Final[dict[str, Align]] = {"l": "left", "ctr": "center", "r": "right", "just": "justify"}
_CAPS: Final[dict[str, Caps]] = {"small": "small", "all": "upper"}
_OFF = ("0", "false", "none", "noStrike")


def _emu(value: str | None) -> int:
    """Returns a length of Office in hundredths of a millimetre."""
    return int(float(value or "0")) // _EMU


def _place(node: Element, path: str = f"{_P}spPr/{_A}xfrm") -> Box | None:
    """Returns the place that an object has itself."""
    frame = node.find(path)
    start, size = (None, None) if frame is None else (frame.find(f"{_A}off"), frame.find(f"{_A}ext"))
    if start is None or size is None:
        return None
    return box_of(_emu(start.get("x")), _emu(start.get("y")), _emu(size.get("cx")), _emu(size.get("cy")))


def _mark(node: Element) -> Element | None:
    """Returns the mark of an object that fills a place of the layout."""
    found = node.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return found if found is not None else node.find(f"{_P}nvPicPr/{_P}nvPr/{_P}ph")


def _inherited(mark: Element, levels: Sequence[Element]) -> Box:
    """Returns the place that an object has from its slide's layout, or from the master."""
    kind, number = mark.get("type", ""), mark.get("idx", "")
    for level in levels:
        for node in level.iter(f"{_P}sp"):
            other = _mark(node)
            if other is None:
                continue
            alike = _KINDS.get(other.get("type", ""), "text") == _KINDS.get(kind, "text")
            if (number and other.get("idx", "") == number) or (alike and not number) or (alike and level is levels[-1]):
                box = _place(node)
                if box is not None:
                    return box
    return Box(1400, 3685, 25199, 9134)


# Text -------------------------------------------------------------------------------------------------------------


def _flag(node: Element, name: str) -> bool | None:
    value = node.get(name)
    return None if value is None else value not in _OFF


def _color(node: Element | None) -> str:
    color = None if node is None else node.find(f"{_A}srgbClr")
    digits = "" if color is None else color.get("val", "").lower()
    return f"#{digits}" if len(digits) == 6 and set(digits) <= set("0123456789abcdef") else ""


def _look(node: Element | None) -> Look:
    """Returns the look that the properties of characters tell."""
    if node is None:
        return NO_LOOK
    size, font = node.get("sz", ""), node.find(f"{_A}latin")
    name = "" if font is None else font.get("typeface", "")
    return Look(
        _flag(node, "b"), _flag(node, "i"), _flag(node, "u"), _flag(node, "strike"),
        max(2.0, min(96.0, int(size) / 100)) if size.isdecimal() else 0.0,
        _color(node.find(f"{_A}solidFill")), "" if name.startswith("+") else name[:100],
        _color(node.find(f"{_A}highlight")), script=_script(node.get("baseline", "0")),
        caps=_CAPS.get(node.get("cap", ""), ""),
    )  # fmt: skip


def _script(baseline: str) -> Script:
    percent = baseline.removeprefix("-").removesuffix("%")
    if not percent.isdecimal() or not int(percent):
        return ""
    return "sub" if baseline.startswith("-") else "super"


def _marker(properties: Element | None, kind: str) -> Marker:
    if properties is not None:
        if properties.find(f"{_A}buNone") is not None:
            return ""
        if properties.find(f"{_A}buAutoNum") is not None:
            return "number"
        if properties.find(f"{_A}buChar") is not None:
            return "bullet"
    return "bullet" if kind == "outline" else ""


def _paragraph(node: Element, kind: str) -> Paragraph:
    own = node.find(f"{_A}pPr")
    style = SLIDE_STYLES[STYLE_NAMES[kind]]
    runs: list[Run] = []
    for child in node:
        if child.tag == f"{_A}br":
            runs.append(Run("\n", _look(child.find(f"{_A}rPr"))))
        elif child.tag in (f"{_A}r", f"{_A}fld"):
            words = child.find(f"{_A}t")
            runs.append(Run("" if words is None else words.text or "", _look(child.find(f"{_A}rPr"))))
    align = "" if own is None else _ALIGNS.get(own.get("algn", ""), "")
    depth = "0" if own is None else own.get("lvl", "0")
    marker = _marker(own, kind)
    level = min(int(depth), 8) if marker and depth.isdecimal() else 0
    return Paragraph(joined(runs), style.name, "" if align == style.align else align, marker, level)


def _text(node: Element, kind: str) -> Text:
    """Returns the text of an object."""
    return tuple([_paragraph(each, kind) for each in node.iterfind(f"{_P}txBody/{_A}p")]) or empty_text(kind)


# Slides -----------------------------------------------------------------------------------------------------------


def _shape(node: Element, package: Package, targets: dict[str, str], levels: Sequence[Element]) -> Shape | None:
    """Returns an object; None for one with nothing to show."""
    mark = _mark(node)
    box = _place(node)
    if box is None:
        box = Box(0, 0, 5000, 5000) if mark is None else _inherited(mark, levels)
    if node.tag == f"{_P}pic":
        blip = node.find(f"{_P}blipFill/{_A}blip")
        data = b"" if blip is None else package.read(targets.get(blip.get(f"{_R}embed", ""), ""))
        return Shape("picture", box, picture=data) if data else None
    kind: Kind = "text"
    if mark is not None:
        role = mark.get("type", "")
        if role not in _KINDS:
            return None  # dates, footers, numbers of slides
        kind = _KINDS[role]
    text = _text(node, kind)
    said = any([each.runs for each in text])
    if mark is None and not said:
        return None
    style = node.find(f"{_P}txBody/{_A}lstStyle/{_A}lvl1pPr/{_A}defRPr")
    return Shape(kind, box, text if said else empty_text(kind), relative(_look(style), kind))


def _slide(package: Package, name: str) -> Slide:
    root, targets = package.xml(name), package.relations(name)
    layout = next((target for target in targets.values() if "/slideLayouts/" in target), "")
    above = package.relations(layout).values() if layout else ()
    master = next((target for target in above if "/slideMasters/" in target), "")
    levels = [package.xml(part) for part in (layout, master) if part in package.names]
    shapes: list[Shape] = []
    for node in root.iter():
        if node.tag in (f"{_P}sp", f"{_P}pic"):
            shape = _shape(node, package, targets, levels)
            if shape is not None:
                shapes.append(shape)
        if len(shapes) > MAX_SHAPES:
            raise Unreadable(f"it has a slide with more than {MAX_SHAPES} objects")
    notes = empty_text("notes")
    for target in targets.values():
        if "/notesSlides/" in target:
            for node in package.xml(target).iter(f"{_P}sp"):
                mark = _mark(node)
                if mark is not None and mark.get("type", "") == "body":
                    notes = _text(node, "notes")
    own = root.find(f"{_P}cSld")
    title = "" if own is None else own.get("name", "")[:200]
    kind = LAYOUT_TYPES.get(levels[0].get("type", ""), "") if levels else ""
    ground = _color(root.find(f"{_P}cSld/{_P}bg/{_P}bgPr/{_A}solidFill"))
    ground = "" if ground == "#ffffff" else ground
    return Slide(title, layout_of(shapes, kind), tuple(shapes), notes, root.get("show", "1") in _OFF, ground)


def read(package: Package) -> Deck:
    """Returns the presentation of a file."""
    main, targets = package.xml(_MAIN), package.relations(_MAIN)
    names = [targets.get(row.get(f"{_R}id", ""), "") for row in main.iterfind(f"{_P}sldIdLst/{_P}sldId")]
    names = [name for name in names if name in package.names]
    if not names:
        raise Unreadable("it has no slides")
    if len(names) > MAX_SLIDES:
        raise Unreadable(f"it has more than {MAX_SLIDES} slides")
    size = main.find(f"{_P}sldSz")
    width, height = (0, 0) if size is None else (_emu(size.get("cx")), _emu(size.get("cy")))
    if width < 1000 or height < 1000:
        width, height = Deck(()).width, Deck(()).height
    box = box_of(0, 0, width, height)
    return Deck(tuple([_slide(package, name) for name in names]), box.width, box.height)
