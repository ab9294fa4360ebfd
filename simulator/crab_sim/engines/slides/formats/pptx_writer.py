"""Writing Office Open XML presentations (.pptx): a package of a master, its layouts, the slides, pictures and notes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from crab_sim.engines.slides.formats.media import kind_of
from crab_sim.engines.slides.formats.pptx import LAYOUT_TYPES
from crab_sim.engines.slides.model import LAYOUTS, Box, Deck, Shape, Slide, is_empty, placeholders
from crab_sim.engines.slides.text_layout import OUTLINE_SIZES
from crab_sim.engines.writing.formats.archive import shown
from crab_sim.engines.writing.model import SLIDE_STYLES, Look, Paragraph, Text, length
from crab_sim.engines.zipped import Member, zipped

__all__ = ["write"]

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE: Final = "http://schemas.openxmlformats.org"
_NAMES: Final = (
    f'xmlns:a="{_OFFICE}/drawingml/2006/main" xmlns:p="{_OFFICE}/presentationml/2006/main" '
    f'xmlns:r="{_OFFICE}/officeDocument/2006/relationships"'
)
_KIND: Final = "application/vnd.openxmlformats-officedocument.presentationml"
_RELATION: Final = f"{_OFFICE}/officeDocument/2006/relationships"
_TYPES: Final = {"title": "title", "subtitle": "subTitle", "outline": "body"}
_ALIGNS: Final = {"left": "l", "center": "ctr", "right": "r", "justify": "just"}
_EMU: Final = 360
_COLORS: Final = (
    ("dk1", "000000"), ("lt1", "FFFFFF"), ("dk2", "44546A"), ("lt2", "E7E6E6"), ("accent1", "2A6099"),
    ("accent2", "FF8000"), ("accent3", "808080"), ("accent4", "FFBF00"), ("accent5", "158466"), ("accent6", "00A933"),
    ("hlink", "0563C1"), ("folHlink", "954F72"),
)  # fmt: skip
_MAP: Final = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
    'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
)
_GROUP: Final = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" '
    'y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
_FILL: Final = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_NOTES_BOX: Final = Box(1905, 12065, 15240, 9875)


# Text -------------------------------------------------------------------------------------------------------------


def _look(look: Look, name: str = "rPr") -> str:
    """Returns the properties of characters."""
    attributes = ' lang="en-US"'
    if look.size:
        attributes += f' sz="{round(look.size * 100)}"'
    for key, value in (("b", look.bold), ("i", look.italic)):
        attributes += "" if value is None else f' {key}="{int(value)}"'
    if look.underline is not None:
        attributes += f' u="{"sng" if look.underline else "none"}"'
    if look.strike is not None:
        attributes += f' strike="{"sngStrike" if look.strike else "noStrike"}"'
    if look.script:
        attributes += f' baseline="{30000 if look.script == "super" else -25000}"'
    if look.caps:
        attributes += f' cap="{"small" if look.caps == "small" else "all"}"'
    inner = ""
    if look.color:
        inner += f'<a:solidFill><a:srgbClr val="{look.color[1:].upper()}"/></a:solidFill>'
    if look.highlight:
        inner += f'<a:highlight><a:srgbClr val="{look.highlight[1:].upper()}"/></a:highlight>'
    if look.font:
        inner += f"<a:latin typeface={quoteattr(shown(look.font))}/>"
    return f"<a:{name}{attributes}>{inner}</a:{name}>"


def _paragraph(paragraph: Paragraph, kind: str) -> str:
    attributes = f' lvl="{paragraph.level}"' if paragraph.level else ""
    if paragraph.align:
        attributes += f' algn="{_ALIGNS[paragraph.align]}"'
    if paragraph.marker and kind != "outline":
        attributes += f' marL="{285750 * (paragraph.level + 1)}" indent="-285750"'
    bullet = {"": "<a:buNone/>", "number": '<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/>'}.get(
        paragraph.marker, '<a:buFont typeface="Arial"/><a:buChar char="•"/>'
    )
    if kind == "outline" and not paragraph.marker:
        attributes += ' marL="0" indent="0"'
    found = f"<a:p><a:pPr{attributes}>{bullet}</a:pPr>"
    for run in paragraph.runs:
        for i, line in enumerate(shown(run.text).split("\n")):
            if i:
                found += f"<a:br>{_look(run.look)}</a:br>"
            if line:
                found += f"<a:r>{_look(run.look)}<a:t>{escape(line)}</a:t></a:r>"
    return found + "</a:p>"


def _body(text: Text, kind: str, look: Look, properties: str) -> str:
    """Returns a text's element."""
    style = f"<a:lvl1pPr>{_look(look, 'defRPr')}</a:lvl1pPr>" if look != Look() else ""
    style = style.replace(' lang="en-US"', "")
    paragraphs = "".join([_paragraph(each, kind) for each in text]) or "<a:p/>"
    return f"<p:txBody><a:bodyPr {properties}</a:bodyPr><a:lstStyle>{style}</a:lstStyle>{paragraphs}</p:txBody>"


# Objects ----------------------------------------------------------------------------------------------------------


def _frame(box: Box) -> str:
    x, y, width, height = (length * _EMU for length in box)
    return f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'


def _place(shape: Shape, number: int, index: int, text: str) -> str:
    """Returns a place of a layout, or the text in it."""
    mark = f'<p:ph type="{_TYPES[shape.kind]}"' + (f' idx="{index}"/>' if index else "/>")
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{shape.kind.title()} {number}"/><p:cNvSpPr>'
        f'<a:spLocks noGrp="1"/>'
        f"</p:cNvSpPr><p:nvPr>{mark}</p:nvPr></p:nvSpPr><p:spPr>{_frame(shape.box)}</p:spPr>{text}</p:sp>"
    )


def _shape(shape: Shape, number: int, index: int, relation: str) -> str:
    if shape.kind == "picture":
        return (
            f'<p:pic><p:nvPicPr><p:cNvPr id="{number}" name="Picture {number}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
            f'<p:blipFill><a:blip r:embed="{relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>'
            f'<p:spPr>{_frame(shape.box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
        )
    if shape.kind == "text":
        text = _body(shape.text, shape.kind, shape.look._replace(size=shape.look.size or 18.0), 'wrap="square">')
        return (
            f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="TextBox {number}"/><p:cNvSpPr txBox="1"/><p:nvPr/>'
            f'</p:nvSpPr><p:spPr>{_frame(shape.box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/>'
            f"</p:spPr>{text}</p:sp>"
        )
    anchor = "t" if shape.kind == "outline" else "ctr"
    fit = "<a:normAutofit/>" if shape.kind == "outline" else "<a:noAutofit/>"
    said: Text = () if is_empty(shape) else shape.text
    return _place(shape, number, index, _body(said, shape.kind, shape.look, f'anchor="{anchor}">{fit}'))


def _shapes(shapes: Sequence[Shape], pictures: Sequence[str]) -> str:
    """Returns the elements of objects; places for text other than titles have numbers from 1.

    Args:
        shapes: The objects.
        pictures: The relations of those that are pictures.
    """
    found, places, seen = "", 0, 0
    for i, shape in enumerate(shapes, 2):
        index, relation = 0, ""
        if shape.kind == "picture":
            relation, seen = pictures[seen], seen + 1
        elif shape.kind in ("subtitle", "outline"):
            places += 1
            index = places
        found += _shape(shape, i, index, relation)
    return found


# Parts ------------------------------------------------------------------------------------------------------------


def _relations(rows: Sequence[tuple[str, str]]) -> str:
    """Returns the relations of a part: each a kind and a target, called rId1, rId2 and so on."""
    inner = "".join(
        [
            f'<Relationship Id="rId{i}" Type="{_RELATION}/{kind}" Target="{target}"/>'
            for i, (kind, target) in enumerate(rows, 1)
        ]
    )
    return (
        f'{_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}'
        "</Relationships>"
    )


def _theme() -> str:
    colors = "".join([f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in _COLORS])
    fonts = "".join(
        [
            f'<a:{part}Font><a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/></a:{part}Font>'
            for part in ("major", "minor")
        ]
    )
    line = f'<a:ln w="9525">{_FILL}</a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        f'{_HEAD}<a:theme xmlns:a="{_OFFICE}/drawingml/2006/main" name="Default"><a:themeElements>'
        f'<a:clrScheme name="Default">{colors}</a:clrScheme><a:fontScheme name="Default">{fonts}</a:fontScheme>'
        f'<a:fmtScheme name="Default"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst><a:lnStyleLst>{line * 3}'
        f"</a:lnStyleLst><a:effectStyleLst>{effect * 3}</a:effectStyleLst><a:bgFillStyleLst>{_FILL * 3}"
        "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def _levels(sizes: Sequence[float], align: str, bullets: bool) -> str:
    """Returns the properties of a master's nine levels of text."""
    found = ""
    for level in range(9):
        size = round(sizes[min(level, len(sizes) - 1)] * 100)
        mark = '<a:buFont typeface="Arial"/><a:buChar char="•"/>' if bullets else "<a:buNone/>"
        place = f' marL="{432000 * (level + 1)}" indent="-324000"' if bullets else ' marL="0" indent="0"'
        found += (
            f'<a:lvl{level + 1}pPr{place} algn="{align}"><a:spcBef><a:spcPts val="{1000 if bullets else 0}"/>'
            f'</a:spcBef>{mark}<a:defRPr sz="{size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill>'
            f'<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl{level + 1}pPr>'
        )
    return found


def _master(deck: Deck) -> str:
    places = _shapes(placeholders("content", deck), [])
    ids = "".join([f'<p:sldLayoutId id="{2147483649 + i}" r:id="rId{i + 1}"/>' for i in range(len(LAYOUTS))])
    title = _levels([SLIDE_STYLES["Slide Title"].size], "ctr", False)
    body, other = _levels(OUTLINE_SIZES, "l", True), _levels([18.0], "l", False)
    return (
        f'{_HEAD}<p:sldMaster {_NAMES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill>'
        f"<a:effectLst/></p:bgPr></p:bg><p:spTree>{_GROUP}{places}</p:spTree></p:cSld>{_MAP}<p:sldLayoutIdLst>{ids}"
        f"</p:sldLayoutIdLst><p:txStyles><p:titleStyle>{title}</p:titleStyle><p:bodyStyle>{body}</p:bodyStyle>"
        f"<p:otherStyle>{other}</p:otherStyle></p:txStyles></p:sldMaster>"
    )


def _layout(deck: Deck, name: str) -> str:
    places = _shapes(placeholders(name, deck), [])
    kind = next((kind for kind, value in LAYOUT_TYPES.items() if value == name and kind != "tx"), "cust")
    return (
        f'{_HEAD}<p:sldLayout {_NAMES} type="{kind}" preserve="1"><p:cSld '
        f"name={quoteattr(LAYOUTS[name].name)}><p:spTree>{_GROUP}{places}</p:spTree></p:cSld><p:clrMapOvr>"
        "<a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def _notes_master() -> str:
    shape = Shape("outline", _NOTES_BOX)
    return (
        f'{_HEAD}<p:notesMaster {_NAMES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill>'
        f"<a:effectLst/></p:bgPr></p:bg><p:spTree>{_GROUP}{_place(shape, 2, 1, _body((), 'notes', Look(), '>'))}"
        f"</p:spTree></p:cSld>{_MAP}</p:notesMaster>"
    )


def _notes(text: Text) -> str:
    shape = Shape("outline", _NOTES_BOX)
    return (
        f"{_HEAD}<p:notes {_NAMES}><p:cSld><p:spTree>{_GROUP}"
        f"{_place(shape, 2, 1, _body(text, 'notes', Look(), '>'))}</p:spTree></p:cSld><p:clrMapOvr>"
        "<a:masterClrMapping/></p:clrMapOvr></p:notes>"
    )


class _Package:
    """Collects the parts of a file, with their types."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self.types: dict[str, str] = {}

    def add(self, name: str, kind: str, content: str, relations: Sequence[tuple[str, str]] = ()) -> None:
        """Adds a part and its relations.

        Args:
            name: Its name in the archive.
            kind: Its media type.
            content: Its XML.
            relations: Its relations, each a kind and a target.
        """
        self.parts[name] = content.encode()
        self.types[name] = kind
        if relations:
            folder, _, file = name.rpartition("/")
            self.parts[f"{folder}/_rels/{file}.rels"] = _relations(relations).encode()

    def bytes(self) -> bytes:
        """Returns the archive."""
        kinds = {name.rpartition(".")[2] for name in self.parts if name.startswith("ppt/media/")}
        media = {"jpg": "image/jpeg", "bin": "application/octet-stream"}
        defaults = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "xml": "application/xml"}
        defaults |= {kind: media.get(kind, f"image/{kind}") for kind in sorted(kinds)}
        inner = "".join([f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in defaults.items()])
        inner += "".join([f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in self.types.items()])
        types = f'{_HEAD}<Types xmlns="{_OFFICE}/package/2006/content-types">{inner}</Types>'
        start = _relations([("officeDocument", "ppt/presentation.xml")])
        files = {"[Content_Types].xml": types.encode(), "_rels/.rels": start.encode(), **self.parts}
        return zipped([Member(name, data) for name, data in files.items()])


def _add_slide(package: _Package, number: int, slide: Slide) -> None:
    """Adds a slide, counted from 1, with its pictures and notes."""
    layout = list(LAYOUTS).index(slide.layout) + 1
    relations = [("slideLayout", f"../slideLayouts/slideLayout{layout}.xml")]
    pictures: list[str] = []
    for shape in slide.shapes:
        if shape.kind == "picture":
            name = f"{hashlib.sha256(shape.picture).hexdigest()[:32]}.{kind_of(shape.picture).ending}"
            package.parts[f"ppt/media/{name}"] = shape.picture
            relations.append(("image", f"../media/{name}"))
            pictures.append(f"rId{len(relations)}")
    shapes = _shapes(slide.shapes, pictures)
    if any([length(each) for each in slide.notes]):
        name = f"ppt/notesSlides/notesSlide{number}.xml"
        back = [("notesMaster", "../notesMasters/notesMaster1.xml"), ("slide", f"../slides/slide{number}.xml")]
        package.add(name, f"{_KIND}.notesSlide+xml", _notes(slide.notes), back)
        relations.append(("notesSlide", f"../notesSlides/notesSlide{number}.xml"))
    title = f" name={quoteattr(shown(slide.name))}" if slide.name else ""
    hidden = ' show="0"' if slide.hidden else ""
    ground = ""
    if slide.ground:
        ground = f'<p:bg><p:bgPr><a:solidFill><a:srgbClr val="{slide.ground[1:].upper()}"/></a:solidFill>'
        ground += "<a:effectLst/></p:bgPr></p:bg>"
    content = (
        f"{_HEAD}<p:sld {_NAMES}{hidden}><p:cSld{title}>{ground}<p:spTree>{_GROUP}{shapes}</p:spTree></p:cSld>"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>"
    )
    package.add(f"ppt/slides/slide{number}.xml", f"{_KIND}.slide+xml", content, relations)


def write(deck: Deck) -> bytes:
    """Returns a presentation as a file."""
    package = _Package()
    for number, name in enumerate(LAYOUTS, 1):
        part = f"ppt/slideLayouts/slideLayout{number}.xml"
        above = [("slideMaster", "../slideMasters/slideMaster1.xml")]
        package.add(part, f"{_KIND}.slideLayout+xml", _layout(deck, name), above)
    below = [("slideLayout", f"../slideLayouts/slideLayout{i + 1}.xml") for i in range(len(LAYOUTS))]
    theme = [("theme", "../theme/theme1.xml")]
    package.add("ppt/slideMasters/slideMaster1.xml", f"{_KIND}.slideMaster+xml", _master(deck), below + theme)
    theme_kind = "application/vnd.openxmlformats-officedocument.theme+xml"
    package.add("ppt/theme/theme1.xml", theme_kind, _theme())
    relations = [("slideMaster", "slideMasters/slideMaster1.xml")]
    noted = any([length(each) for slide in deck.slides for each in slide.notes])
    notes = ""
    if noted:
        package.add("ppt/theme/theme2.xml", theme_kind, _theme())
        above = [("theme", "../theme/theme2.xml")]
        package.add("ppt/notesMasters/notesMaster1.xml", f"{_KIND}.notesMaster+xml", _notes_master(), above)
        relations.append(("notesMaster", "notesMasters/notesMaster1.xml"))
        notes = f'<p:notesMasterIdLst><p:notesMasterId r:id="rId{len(relations)}"/></p:notesMasterIdLst>'
    ids = ""
    for number, slide in enumerate(deck.slides, 1):
        _add_slide(package, number, slide)
        relations.append(("slide", f"slides/slide{number}.xml"))
        ids += f'<p:sldId id="{255 + number}" r:id="rId{len(relations)}"/>'
    relations.append(("theme", "theme/theme1.xml"))
    content = (
        f'{_HEAD}<p:presentation {_NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
        f'</p:sldMasterIdLst>{notes}<p:sldIdLst>{ids}</p:sldIdLst><p:sldSz cx="{deck.width * _EMU}" '
        f'cy="{deck.height * _EMU}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>'
    )
    package.add("ppt/presentation.xml", f"{_KIND}.presentation.main+xml", content, relations)
    return package.bytes()
