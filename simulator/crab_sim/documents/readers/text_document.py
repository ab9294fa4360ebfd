"""Reading word processors' texts: OpenDocument (.odt) and Office Open XML (.docx)."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from . import odf, word
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
        return word.read(package)
    raise ValueError("neither an OpenDocument text nor a .docx")


def _read_odt(package: Package) -> dict[str, Any]:
    looks = odf.Looks(package, odf.Styles(package))
    content: dict[str, list[Any]] = {"paragraphs": [], "tables": [], "pictures": []}
    _walk(odf.body(package, "text"), looks, content, listed=False)
    return content


def _walk(node: Element, looks: odf.Looks, content: dict[str, list[Any]], listed: bool) -> None:
    for child in node:
        name = odf.name_of(child)
        if name in ("p", "h"):
            content["paragraphs"].append(looks.paragraph(child, listed))
            _frames(child, looks, content)
        elif name == "table":
            content["tables"].append(_rows(child, looks))
            _walk(child, looks, content, listed=False)
        elif name == "frame":
            _frame(child, looks, content)
        elif name not in ("tracked-changes", "forms", "sequence-decls", "annotation", "note"):
            _walk(child, looks, content, listed or name == "list")


def _frames(node: Element, looks: odf.Looks, content: dict[str, list[Any]]) -> None:
    """Adds the frames that are anchored in a paragraph; their contents come after it."""
    for child in node:
        if odf.name_of(child) == "frame":
            _frame(child, looks, content)
        elif odf.name_of(child) not in ("annotation", "note"):
            _frames(child, looks, content)


def _frame(frame: Element, looks: odf.Looks, content: dict[str, list[Any]]) -> None:
    picture = looks.picture(frame)
    if picture is not None:
        content["pictures"].append(picture)
    _walk(frame, looks, content, listed=False)


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
