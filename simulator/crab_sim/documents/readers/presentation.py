"""Reading presentations: OpenDocument (.odp), and Office Open XML (.pptx)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from . import odf
from .packages import LARGE, Limits, Package
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
    slides = []
    for page in odf.body(package, "presentation"):
        if odf.name_of(page) == "page":
            notes = [node for node in page if odf.name_of(node) == "notes"]
            slides.append({
                "shapes": list(_odp_shapes(page, looks)),
                "notes": "\n".join(text for node in notes for text in _odp_lines(node, looks)),
                "hidden": styles.looks("drawing-page", odf.attribute(page, "style-name")).get("visibility") == "hidden",
            })  # fmt: skip
    return slides


def _odp_shapes(node: Element, looks: odf.Looks) -> Iterator[dict[str, Any]]:
    for child in node:
        name = odf.name_of(child)
        if name in ("frame", "custom-shape", "rect", "ellipse"):
            picture = looks.picture(child) if name == "frame" else None
            kind = odf.attribute(child, "class")
            yield {
                "kind": "picture" if picture else kind if kind in ("title", "subtitle") else "text",
                "text": "" if odf.attribute(child, "placeholder") == "true" else "\n".join(_odp_lines(child, looks)),
                "bounds": odf.bounds(child),
                "digest": picture["digest"] if picture else "",
            }
        elif name == "g":
            yield from _odp_shapes(child, looks)


def _odp_lines(node: Element, looks: odf.Looks) -> Iterator[str]:
    for child in node:
        if odf.name_of(child) in ("p", "h"):
            yield looks.text(child)
        elif odf.name_of(child) not in ("image", "annotation", "page-thumbnail", "event-listeners", "title", "desc"):
            yield from _odp_lines(child, looks)


def _read_pptx(package: Package) -> list[dict[str, Any]]:
    targets = package.relations(_MAIN)
    slides = []
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
                _pptx_shape(node, package, pictures) for node in root.iter() if node.tag in (f"{P}sp", f"{P}pic")
            ],
            "notes": "\n".join(_pptx_text(shape) for shape in body),
            "hidden": root.get("show") in ("0", "false"),
        })  # fmt: skip
    return slides


def _pptx_shape(node: Element, package: Package, targets: dict[str, str]) -> dict[str, Any]:
    place, size = node.find(f"{P}spPr/{A}xfrm/{A}off"), node.find(f"{P}spPr/{A}xfrm/{A}ext")
    left, top = (0, 0) if place is None else (int(place.get(name, "0")) for name in ("x", "y"))
    width, height = (0, 0) if size is None else (int(size.get(name, "0")) for name in ("cx", "cy"))
    mark = node.find(f"{P}nvSpPr/{P}nvPr/{P}ph")
    role = "" if mark is None else mark.get("type", "")
    blip = node.find(f"{P}blipFill/{A}blip")
    kind = {"title": "title", "ctrTitle": "title", "subTitle": "subtitle"}.get(role, "text")
    return {
        "kind": "picture" if node.tag == f"{P}pic" else kind,
        "text": _pptx_text(node),
        "bounds": [round(value / EMU_PER_CM, 4) for value in (left, top, left + width, top + height)],
        "digest": "" if blip is None else package.digest(targets.get(blip.get(f"{R}embed", ""), "")),
    }


def _pptx_text(shape: Element) -> str:
    lines = []
    for paragraph in shape.iterfind(f"{P}txBody/{A}p"):
        parts = ((node.text or "") if node.tag == f"{A}t" else "\n" for node in paragraph.iter()
                 if node.tag in (f"{A}t", f"{A}br"))  # fmt: skip
        lines.append("".join(parts))
    return "\n".join(lines)
