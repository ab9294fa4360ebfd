"""Reading word processors' texts: OpenDocument (.odt) and Office Open XML (.docx)."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from . import odf, ooxml_beside, word
from .odf_beside import beside
from .packages import LARGE, Limits, Package


def read_text(data: bytes, limits: Limits = LARGE) -> dict[str, Any]:
    """Returns the fields of `crab_sim.documents.TextDocument`.

    Args:
        data: The file.
        limits: How large it may be.

    Raises:
        ValueError: The file is neither, or is too large.
    """
    package = Package(data, limits)
    if package.odf_kind() in ("text", "text-master", "text-web"):
        return _read_odt(package)
    if "word/document.xml" in package.names:
        content = word.read(package)
        content["others"] += ooxml_beside.beside(package, "word")
        return content
    raise ValueError("neither an OpenDocument text nor a .docx")


def _read_odt(package: Package) -> dict[str, Any]:
    looks = odf.Looks(package, odf.Styles(package))
    content: dict[str, list[Any]] = {"paragraphs": [], "tables": [], "pictures": [], "others": []}
    _walk(odf.body(package, "text"), looks, content, listed=False)
    content["others"] += _of_pages(package, looks)
    fields = {f"element {field.removeprefix('field ')}" for field in content["others"] if field.startswith("field ")}
    content["others"] += [other for other in beside(package, "text") if other not in fields]
    return content


_UNSEEN = ("forms", "sequence-decls", "soft-page-break")
_REMARKS = {"annotation": "comment", "note": "note", "tracked-changes": "recorded changes"}


def _walk(node: Element, looks: odf.Looks, content: dict[str, list[Any]], listed: bool) -> None:
    for child in node:
        name = odf.name_of(child)
        if name in ("p", "h"):
            content["paragraphs"].append(looks.paragraph(child, listed))
            _drawn(child, looks, content)
        elif name == "table":
            content["tables"].append(_rows(child, looks))
            _walk(child, looks, content, listed=False)
        elif name in odf.DRAWN:
            _frame(child, looks, content)
        elif name in _REMARKS:
            content["others"].append(_remark(child, looks))
        elif name not in _UNSEEN:
            if name == "section":
                content["others"].append(f"section {odf.attribute(child, 'display')}".strip())
            _walk(child, looks, content, listed or name == "list")


def _drawn(node: Element, looks: odf.Looks, content: dict[str, list[Any]]) -> None:
    """Adds what is anchored in a paragraph; the contents of frames come after it."""
    for child in node:
        name = odf.name_of(child)
        if name in odf.DRAWN:
            _frame(child, looks, content)
        elif name in _REMARKS:
            content["others"].append(_remark(child, looks))
        else:
            if name not in odf.INLINE:
                content["others"].append(f"field {name}")
            _drawn(child, looks, content)


def _remark(node: Element, looks: odf.Looks) -> str:
    text = " ".join([looks.text(child) for child in node.iter() if odf.name_of(child) in ("p", "h")])
    return f"{_REMARKS[odf.name_of(node)]}: {text}"


def _frame(frame: Element, looks: odf.Looks, content: dict[str, list[Any]]) -> None:
    picture = looks.picture(frame)
    if picture is not None:
        content["pictures"].append(picture)
    else:
        inside = [odf.name_of(child) for child in frame if odf.name_of(child) in ("text-box", "object", "plugin")]
        content["others"].append(" ".join([odf.name_of(frame), *inside]))
    _walk(frame, looks, content, listed=False)


def _of_pages(package: Package, looks: odf.Looks) -> list[str]:
    """Returns what pages have beside the text: headers and footers with something in them, a ground."""
    found = []
    for node in package.xml("styles.xml").iter():
        name = odf.name_of(node)
        if name.startswith(("header", "footer")) and not name.endswith(("style", "properties")):
            text = " ".join([looks.text(child) for child in node.iter() if odf.name_of(child) in ("p", "h")]).strip()
            if text or any(odf.name_of(child) in odf.DRAWN for child in node.iter()):
                found.append(f"{name}: {text}")
        elif name == "page-layout-properties":
            color = odf.attribute(node, "background-color")
            images = [child for child in node if odf.name_of(child) == "background-image" and len(child.attrib)]
            if color not in ("", "transparent", "#ffffff") or images:
                found.append(f"ground {color}")
    return found


def _rows(table: Element, looks: odf.Looks) -> list[list[str]]:
    """Returns the texts of a table's cells; of merged cells, the first one has the text."""
    rows: list[list[str]] = []
    for child in table:
        if odf.name_of(child) == "table-row":
            cells = [cell for cell in child if odf.name_of(cell).endswith("table-cell")]
            rows.append(["\n".join(looks.text(p) for p in cell) for cell in cells])
        elif odf.name_of(child) in ("table-header-rows", "table-rows", "table-row-group"):
            rows.extend(_rows(child, looks))
    return rows
