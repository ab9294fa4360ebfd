"""The settings of views in OpenDocument spreadsheets: the rows and columns that stay in view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crab_sim.engines.open_document import Node
from crab_sim.engines.sheets.book import Book

if TYPE_CHECKING:
    from crab_sim.documents.readers.packages import Package

__all__ = ["frozen_settings", "read_frozen"]

_CONFIG: Final = "urn:oasis:names:tc:opendocument:xmlns:config:1.0"
_FROZEN: Final = "2"
_MOST: Final = 100


def frozen_settings(book: Book) -> Node | None:
    """Returns the settings of a workbook; None where no sheet has any."""
    sheets = [sheet for sheet in book.sheets if any(sheet.frozen)]
    if not sheets:
        return None
    root = Node("office:settings", {"xmlns:config": _CONFIG})
    views = root.add("config:config-item-set", {"config:name": "ooo:view-settings"})
    view = views.add("config:config-item-map-indexed", {"config:name": "Views"}).add("config:config-item-map-entry")
    view.add("config:config-item", {"config:name": "ViewId", "config:type": "string"}, "view1")
    tables = view.add("config:config-item-map-named", {"config:name": "Tables"})
    for sheet in sheets:
        entry = tables.add("config:config-item-map-entry", {"config:name": sheet.name})
        rows, columns = sheet.frozen
        items = (
            ("HorizontalSplitMode", "short", _FROZEN if columns else "0"),
            ("VerticalSplitMode", "short", _FROZEN if rows else "0"),
            ("HorizontalSplitPosition", "int", str(columns)), ("VerticalSplitPosition", "int", str(rows)),
            ("ActiveSplitRange", "short", "3" if rows and columns else "2" if rows else "1"),
            ("PositionRight", "int", str(columns)), ("PositionBottom", "int", str(rows)),
        )  # fmt: skip
        for name, kind, value in items:
            entry.add("config:config-item", {"config:name": name, "config:type": kind}, value)
    return root


def read_frozen(package: Package) -> dict[str, tuple[int, int]]:
    """Returns the rows and columns that stay in view, by the names of sheets."""
    found: dict[str, tuple[int, int]] = {}
    space = f"{{{_CONFIG}}}"
    for entry in package.xml("settings.xml").iter(f"{space}config-item-map-entry"):
        items = {node.get(f"{space}name", ""): node.text or "" for node in entry.findall(f"{space}config-item")}
        sides = []
        for side in ("Vertical", "Horizontal"):
            count = items.get(f"{side}SplitPosition", "0")
            frozen = items.get(f"{side}SplitMode") == _FROZEN and count.isdecimal() and len(count) < 8
            sides.append(min(int(count), _MOST) if frozen else 0)
        if any(sides):
            found[entry.get(f"{space}name", "")] = sides[0], sides[1]
    return found
