"""Reading presentations: OpenDocument (.odp), and Office Open XML (.pptx)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from . import odf, ooxml_beside
from .looks import is_symbols, is_too_small, shape_look
from .odf_beside import beside
from .packages import LARGE, Limits, Package, length_in_cm
from .word import EMU_PER_CM, A, R

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_MAIN = "ppt/presentation.xml"


def read_slides(data: bytes, limits: Limits = LARGE) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_sim.documents.Slide`.

    Args:
        data: The file.
        limits: How large it may be.

    Raises:
        ValueError: The file is neither, or is too large.
    """
    package = Package(data, limits)
    if package.odf_kind() == "presentation":
        return _read_odp(package)
    if _MAIN in package.names:
        return _read_pptx(package)
    raise ValueError("neither an OpenDocument presentation nor a .pptx")


def _read_odp(package: Package) -> list[dict[str, Any]]:
    styles = odf.Styles(package)
    looks = odf.Looks(package, styles)
    slides: list[dict[str, Any]] = []
    sizes = _odp_sizes(package)
    for page in odf.body(package, "presentation"):
        if odf.name_of(page) == "page":
            notes = [node for node in page if odf.name_of(node) == "notes"]
            look = styles.looks("drawing-page", odf.attribute(page, "style-name"))
            slides.append({
                "shapes": list(_odp_shapes(page, looks, styles)),
                "notes": "\n".join(text for node in notes for text in _odp_lines(node, looks)),
                "hidden": look.get("drawing-page:visibility") == "hidden",
                "others": _odp_others(page, look, looks),
                "size": sizes.get(odf.attribute(page, "master-page-name"), _NO_SIZE),
            })  # fmt: skip
    if slides:
        slides[0]["others"] += beside(package, "presentation")
    return slides


_NO_SIZE = (0.0, 0.0)


def _odp_sizes(package: Package) -> dict[str, tuple[float, float]]:
    """Returns the width and height, in centimetres, of the slides of each master."""
    layouts: dict[str, tuple[float, float]] = {}
    masters: dict[str, str] = {}
    for node in package.xml("styles.xml").iter():
        name = odf.name_of(node)
        if name == "page-layout":
            own = next((odf.attributes(child) for child in node if odf.name_of(child) == "page-layout-properties"), {})
            width, height = length_in_cm(own.get("page-width")), length_in_cm(own.get("page-height"))
            layouts[odf.attribute(node, "name")] = round(width, 2), round(height, 2)
        elif name == "master-page":
            masters[odf.attribute(node, "name")] = odf.attribute(node, "page-layout-name")
    return {master: layouts.get(layout, _NO_SIZE) for master, layout in masters.items()}


def _odp_others(page: Element, look: Mapping[str, str], looks: odf.Looks) -> list[str]:
    """Returns what a slide has beside its shapes."""
    found = []
    fill = look.get("drawing-page:fill", "none")
    if fill != "none" and (fill, look.get("drawing-page:fill-color")) != ("solid", "#ffffff"):
        found.append(f"ground {fill} {look.get('drawing-page:fill-color', '')}".strip())
    transition = look.get("drawing-page:transition-style") or look.get("drawing-page:type")
    if transition not in (None, "none"):
        found.append(f"transition {transition}")
    for node in page:
        name = odf.name_of(node)
        if name == "annotation":
            found.append(f"comment: {' '.join(_odp_lines(node, looks))}")
        elif name in ("par", "animations") and sum(1 for _ in node.iter()) > 1:
            found.append("animations")
    return found


def _odp_shapes(node: Element, looks: odf.Looks, styles: odf.Styles) -> Iterator[dict[str, Any]]:
    for child in node:
        name = odf.name_of(child)
        if name == "g":
            yield from _odp_shapes(child, looks, styles)
        elif name in odf.DRAWN:
            picture = looks.picture(child) if name == "frame" else None
            kind = odf.attribute(child, "class")
            placeholder = odf.attribute(child, "placeholder") == "true"
            look: dict[str, str] = {}
            for family, attribute in (("graphic", "style-name"), ("paragraph", "text-style-name")):
                style = odf.attribute(child, attribute)
                look |= styles.looks(family, style) or styles.looks("presentation", style)
            yield {
                "kind": _odp_kind(child, kind, picture is not None),
                "text": "" if placeholder else "\n".join(_odp_lines(child, looks)),
                "bounds": odf.bounds(child),
                "digest": picture["digest"] if picture else "",
                "other": sorted(
                    {
                        *shape_look(look, odf.attribute(child, "transform")),
                        *_odp_looks(child, looks, look, "center" if kind in ("title", "subtitle") else "left"),
                    }
                ),
            }


def _odp_kind(shape: Element, role: str, picture: bool) -> str:
    if picture:
        return "picture"
    if role in ("title", "subtitle"):
        return role
    inside = [odf.name_of(child) for child in shape]
    drawn = odf.name_of(shape) != "frame" or not any(name in ("text-box", "table") for name in inside)
    return "shape" if drawn and not (odf.name_of(shape) == "frame" and not inside) else "text"


def _odp_looks(node: Element, looks: odf.Looks, look: dict[str, str], usual: str) -> Iterator[str]:
    """Yields the looks of the text in a shape that it isn't said to have as a whole, and an unusual alignment."""
    for child in node:
        if odf.name_of(child) in ("p", "h"):
            align = looks.align(child, look)
            if align not in ("", usual) and "".join(child.itertext()).strip():
                yield f"align {align}"
            for text, bold, italic, underlined, other in looks.runs(child, look):
                if text.strip():
                    yield from [n for n, on in (("bold", bold), ("italic", italic), ("underline", underlined)) if on]
                    # Programs fit the sizes of a slide's words to their boxes.
                    yield from [look for look in other if not look.startswith(_FONTS) or is_too_small(look)]
        elif odf.name_of(child) not in _NO_TEXT:
            yield from _odp_looks(child, looks, look, usual)


_FONTS = ("font-size", "font-name", "font-family")
_NO_TEXT = ("image", "annotation", "page-thumbnail", "event-listeners", "title", "desc")


def _odp_lines(node: Element, looks: odf.Looks) -> Iterator[str]:
    for child in node:
        if odf.name_of(child) in ("p", "h"):
            yield looks.text(child)
        elif odf.name_of(child) not in _NO_TEXT:
            yield from _odp_lines(child, looks)


def _read_pptx(package: Package) -> list[dict[str, Any]]:
    targets = package.relations(_MAIN)
    whole = package.xml(_MAIN).find(f"{P}sldSz")
    size = [0 if whole is None else int(whole.get(name, "0")) for name in ("cx", "cy")]
    slides: list[dict[str, Any]] = []
    for entry in package.xml(_MAIN).iterfind(f"{P}sldIdLst/{P}sldId"):
        name = targets.get(entry.get(f"{R}id", ""), "")
        root, pictures = package.xml(name), package.relations(name)
        notes = [package.xml(target) for target in pictures.values() if "/notesSlides/" in f"/{target}"]
        body = [
            shape for note in notes for shape in note.iter(f"{P}sp")
            if (mark := shape.find(f"{P}nvSpPr/{P}nvPr/{P}ph")) is None or mark.get("type", "body") == "body"
        ]  # fmt: skip
        slides.append({
            "shapes": [
                _pptx_shape(node, package, pictures)
                for node in root.iter()
                if node.tag in (f"{P}sp", f"{P}pic", f"{P}graphicFrame", f"{P}cxnSp")
            ],
            "notes": "\n".join(_pptx_text(shape) for shape in body),
            "hidden": root.get("show") in ("0", "false"),
            "others": _pptx_others(root),
            "size": [round(value / EMU_PER_CM, 2) for value in size],
        })  # fmt: skip
    if slides:
        slides[0]["others"] += ooxml_beside.beside(package, "ppt")
    return slides


def _pptx_shape(node: Element, package: Package, targets: dict[str, str]) -> dict[str, Any]:
    place, size = node.find(f"{P}spPr/{A}xfrm/{A}off"), node.find(f"{P}spPr/{A}xfrm/{A}ext")
    left, top = (0, 0) if place is None else (int(place.get(name, "0")) for name in ("x", "y"))
    width, height = (0, 0) if size is None else (int(size.get(name, "0")) for name in ("cx", "cy"))
    mark = node.find(f"{P}nvSpPr/{P}nvPr/{P}ph")
    role = "" if mark is None else mark.get("type", "")
    blip = node.find(f"{P}blipFill/{A}blip")
    kind = {"title": "title", "ctrTitle": "title", "subTitle": "subtitle"}.get(role, "text")
    if node.tag in (f"{P}graphicFrame", f"{P}cxnSp") or (kind == "text" and mark is None and _pptx_is_drawn(node)):
        kind = "shape"
    return {
        "kind": "picture" if node.tag == f"{P}pic" else kind,
        "text": _pptx_text(node),
        "bounds": [round(value / EMU_PER_CM, 4) for value in (left, top, left + width, top + height)],
        "digest": "" if blip is None else package.digest(targets.get(blip.get(f"{R}embed", ""), "")),
        "other": _pptx_looks(node, targets, kind),
    }


def _pptx_is_drawn(shape: Element) -> bool:
    """Returns whether a shape is drawn, and no box of text."""
    box = shape.find(f"{P}nvSpPr/{P}cNvSpPr")
    return box is None or box.get("txBox") not in ("1", "true")


def _pptx_others(root: Element) -> list[str]:
    """Returns what a slide has beside its shapes."""
    marks = {f"{P}bg": "ground", f"{P}transition": "transition", f"{P}timing": "animations"}
    # An empty transition only says how fast the next slide follows.
    found = []
    for node in root.iter():
        if node.tag in marks and len(node):
            colors = [part.get("val", "") for part in node.iter(f"{A}srgbClr")] if node.tag == f"{P}bg" else []
            found.append(" ".join([marks[node.tag], *colors]))
    return found


_PPTX_ALIGNS = {"l": "left", "ctr": "center", "r": "right", "just": "justify"}
_MOST_INSET = 2 * EMU_PER_CM  # of words in their shape
_PPTX_FILLS = {"solidFill": "solid", "gradFill": "gradient", "blipFill": "bitmap", "pattFill": "hatch"}


def _pptx_looks(shape: Element, targets: dict[str, str], kind: str) -> list[str]:
    """Returns what isn't as usual about a shape and its text.

    Args:
        shape: The shape.
        targets: The relations of its slide.
        kind: The kind of the shape.
    """
    found = {f"turned {place.get('rot')}" for place in shape.iter(f"{A}xfrm") if place.get("rot", "0") != "0"}
    usual = (None, "0", "false", "none", "noStrike")
    raised = {"baseline": "raised", "cap": "capitals"}
    for run in shape.iter(f"{A}rPr"):
        names = {"b": "bold", "i": "italic", "u": "underline", "strike": "strike", **raised}
        found |= {name for key, name in names.items() if run.get(key) not in usual}
        colors = [node.get("val") for node in run.iterfind(f"{A}solidFill/{A}srgbClr")]
        found |= {f"color #{color}" for color in colors if color != "000000"}
        if is_too_small(size := f"font-size {int(run.get('sz', '1800')) / 100:g}pt"):
            found.add(size)
        fonts = [font.get("typeface", "") for font in run.iterfind(f"{A}latin")]
        found |= {f"font-name {font}" for font in fonts if is_symbols(font)}
    for piece in (*shape.iter(f"{A}r"), *shape.iter(f"{A}fld")):
        for properties in piece.iterfind(f"{A}rPr"):
            found |= set(ooxml_beside.links_of(properties, targets, piece.findtext(f"{A}t", "")))
    edges = [node.get(f"{side}Ins", "0") for node in shape.iter(f"{A}bodyPr") for side in "ltrb"]
    found |= {f"inset {edge}" for edge in edges if abs(int(edge)) > _MOST_INSET}
    for properties in shape.iter(f"{P}cNvPr"):
        found |= {"hidden"} if properties.get("hidden", "0") not in usual else set()
        found |= set(ooxml_beside.links_of(properties, targets, _pptx_text(shape)))
    aligns = {_PPTX_ALIGNS.get(node.get("algn", ""), "") for node in shape.iter(f"{A}pPr")}
    found |= {f"align {align}" for align in aligns - {"", "center" if kind in ("title", "subtitle") else "left"}}
    for name, fill in _PPTX_FILLS.items():
        for node in shape.iterfind(f"{P}spPr/{A}{name}"):
            found.add(" ".join([f"fill {fill}", *[f"#{color.get('val')}" for color in node.iter(f"{A}srgbClr")]]))
    for run in shape.iter(f"{A}defRPr"):  # of all of the shape's text
        found |= {name for key, name in raised.items() if run.get(key) not in usual}
    return sorted(found)


def _pptx_text(shape: Element) -> str:
    lines = []
    for paragraph in shape.iterfind(f"{P}txBody/{A}p"):
        parts = ((node.text or "") if node.tag == f"{A}t" else "\n" for node in paragraph.iter()
                 if node.tag in (f"{A}t", f"{A}br"))  # fmt: skip
        lines.append("".join(parts))
    return "\n".join(lines)
