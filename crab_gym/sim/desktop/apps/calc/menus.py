"""Calc's menus, by the state of a window."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_gym.sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry
from crab_gym.sim.engines.sheets.formats import BOOLEAN, CURRENCY, DATE, NUMBER, PERCENT_2, SCIENTIFIC, TEXT, TIME

__all__ = ["CELL_MENU", "HEADER_MENU", "TAB_MENU", "MenuState", "menus"]


class MenuState(NamedTuple):
    """The basis of the menus: the words for undo and redo, the number of sheets, bars, looks of the cursor's cell."""

    undo: str = ""
    redo: str = ""
    sheets: int = 1
    hidden_bars: frozenset[str] = frozenset()
    formulas: bool = False
    filtered: bool = False
    bold: bool = False
    italic: bool = False
    underline: bool = False
    align: str = ""


_FORMATS: Final = (
    Entry("General", ("format", "General"), "Ctrl+Shift+6"),
    Entry("Number", ("format", NUMBER), "Ctrl+Shift+1"),
    Entry("Percent", ("format", PERCENT_2), "Ctrl+Shift+5"),
    Entry("Currency", ("format", CURRENCY), "Ctrl+Shift+4"),
    Entry("Date", ("format", DATE), "Ctrl+Shift+3"),
    Entry("Time", ("format", TIME)),
    Entry("Scientific", ("format", SCIENTIFIC), "Ctrl+Shift+2"),
    Entry("Boolean", ("format", BOOLEAN)),
    Entry("Text", ("format", TEXT)),
    SEPARATOR,
    Entry("Add Decimal Place", ("decimals", 1)),
    Entry("Delete Decimal Place", ("decimals", -1)),
)
_COLORS: Final = (
    ("Yellow", "FFFF00"), ("Light Green", "AFD095"), ("Light Blue", "B4C7DC"), ("Light Red", "FFA6A6"),
    ("Light Gray", "EEEEEE"),
)  # fmt: skip
_INKS: Final = (
    ("Red", "C9211E"), ("Green", "069A2E"), ("Blue", "2A6099"), ("Dark Gray", "666666"),
)  # fmt: skip
_PASTE: Final = (
    Entry("Paste Only Values", ("paste", "values")),
    Entry("Paste Only Formats", ("paste", "formats")),
)


def _file() -> BarMenu:
    return BarMenu(
        "File",
        (
            Entry("New", ("new",), "Ctrl+N"),
            Entry("Open…", ("open",), "Ctrl+O"),
            Entry("Close", ("close",), "Ctrl+W"),
            SEPARATOR,
            Entry("Save", ("save",), "Ctrl+S"),
            Entry("Save As…", ("save_as",), "Ctrl+Shift+S"),
            SEPARATOR,
            Entry("Exit LibreOffice", ("close",), "Ctrl+Q"),
        ),
    )


def _edit(state: MenuState) -> BarMenu:
    return BarMenu(
        "Edit",
        (
            Entry(f"Undo: {state.undo}" if state.undo else "Undo", ("undo",), "Ctrl+Z", enabled=bool(state.undo)),
            Entry(f"Redo: {state.redo}" if state.redo else "Redo", ("redo",), "Ctrl+Y", enabled=bool(state.redo)),
            SEPARATOR,
            Entry("Cut", ("cut",), "Ctrl+X"),
            Entry("Copy", ("copy",), "Ctrl+C"),
            Entry("Paste", ("paste", ""), "Ctrl+V"),
            Entry("Paste Special", entries=_PASTE),
            SEPARATOR,
            Entry("Select All", ("all",), "Ctrl+A"),
            SEPARATOR,
            Entry("Find and Replace…", ("find",), "Ctrl+H"),
            SEPARATOR,
            Entry("Edit Cell", ("edit",), "F2"),
        ),
    )


def _view(state: MenuState) -> BarMenu:
    shown = [
        Entry(text, ("bar", name), checked=name not in state.hidden_bars)
        for text, name in (("Toolbars", "tools"), ("Formula Bar", "formula"), ("Status Bar", "status"))
    ]
    return BarMenu("View", (*shown, SEPARATOR, Entry("Show Formula", ("formulas",), "Ctrl+`", checked=state.formulas)))


_INSERT: Final = BarMenu(
    "Insert",
    (
        Entry("Chart…", ("chart",)),
        SEPARATOR,
        Entry("Function…", ("functions",), "Ctrl+F2"),
        SEPARATOR,
        Entry("Date", ("now", "date"), "Ctrl+;"),
        Entry("Time", ("now", "time"), "Ctrl+Shift+;"),
    ),
)


def _format(state: MenuState) -> BarMenu:
    texts = (
        Entry("Bold", ("look", "bold"), "Ctrl+B", checked=state.bold),
        Entry("Italic", ("look", "italic"), "Ctrl+I", checked=state.italic),
        Entry("Single Underline", ("look", "underline"), "Ctrl+U", checked=state.underline),
    )
    aligned = tuple(
        [
            Entry(text, ("align", side), keys, checked=state.align == side)
            for text, side, keys in (
                ("Left", "left", "Ctrl+L"), ("Centered", "center", "Ctrl+E"), ("Right", "right", "Ctrl+R"),
            )
        ]
    )  # fmt: skip
    fills = (*[Entry(name, ("fill", code)) for name, code in _COLORS], Entry("No Fill", ("fill", "")))
    inks = (*[Entry(name, ("ink", code)) for name, code in _INKS], Entry("Automatic", ("ink", "")))
    return BarMenu(
        "Format",
        (
            Entry("Text", entries=texts),
            Entry("Align Text", entries=aligned),
            Entry("Number Format", entries=_FORMATS),
            Entry("Font Color", entries=inks),
            Entry("Background Color", entries=fills),
            SEPARATOR,
            Entry("Column Width…", ("width",)),
            Entry("Optimal Column Width", ("optimal",)),
            SEPARATOR,
            Entry("Clear Direct Formatting", ("plain",), "Ctrl+M"),
        ),
    )


def _sheet(state: MenuState) -> BarMenu:
    return BarMenu(
        "Sheet",
        (
            Entry("Insert Rows Above", ("insert", "row", 0)),
            Entry("Insert Rows Below", ("insert", "row", 1)),
            Entry("Insert Columns Before", ("insert", "column", 0)),
            Entry("Insert Columns After", ("insert", "column", 1)),
            Entry("Delete Rows", ("delete_lines", "row")),
            Entry("Delete Columns", ("delete_lines", "column")),
            SEPARATOR,
            Entry("Delete Contents", ("clear",), "Del"),
            Entry(
                "Fill Cells",
                entries=(
                    Entry("Fill Down", ("fill_cells", "down"), "Ctrl+D"),
                    Entry("Fill Right", ("fill_cells", "right")),
                    Entry("Fill Up", ("fill_cells", "up")),
                    Entry("Fill Left", ("fill_cells", "left")),
                ),
            ),
            SEPARATOR,
            Entry("Insert Sheet…", ("insert_sheet",)),
            Entry("Insert Sheet at End", ("add_sheet",)),
            Entry("Duplicate Sheet", ("copy_sheet",)),
            Entry("Delete Sheet…", ("delete_sheet",), enabled=state.sheets > 1),
            Entry("Rename Sheet…", ("rename_sheet",)),
            Entry(
                "Move Sheet",
                entries=(
                    Entry("To the Left", ("move_sheet", -1), enabled=state.sheets > 1),
                    Entry("To the Right", ("move_sheet", 1), enabled=state.sheets > 1),
                ),
            ),
        ),
    )


def _data(state: MenuState) -> BarMenu:
    return BarMenu(
        "Data",
        (
            Entry("Sort…", ("sort",)),
            Entry("Sort Ascending", ("sort_now", False)),
            Entry("Sort Descending", ("sort_now", True)),
            SEPARATOR,
            Entry("AutoFilter", ("filter",), "Ctrl+Shift+L", checked=state.filtered),
            SEPARATOR,
            Entry("Recalculate", ("recalculate",), "F9"),
        ),
    )


_HELP: Final = BarMenu("Help", (Entry("About LibreOffice", ("about",)),))


@lru_cache(maxsize=64)
def menus(state: MenuState) -> tuple[BarMenu, ...]:
    """Returns the menus of the menu bar."""
    return _file(), _edit(state), _view(state), _INSERT, _format(state), _sheet(state), _data(state), _HELP


CELL_MENU: Final = (
    Entry("Cut", ("cut",), "Ctrl+X"),
    Entry("Copy", ("copy",), "Ctrl+C"),
    Entry("Paste", ("paste", ""), "Ctrl+V"),
    Entry("Paste Special", entries=_PASTE),
    SEPARATOR,
    Entry("Insert Rows Above", ("insert", "row", 0)),
    Entry("Insert Columns Before", ("insert", "column", 0)),
    Entry("Delete Rows", ("delete_lines", "row")),
    Entry("Delete Columns", ("delete_lines", "column")),
    Entry("Clear Contents", ("clear",), "Del"),
    SEPARATOR,
    Entry("Clear Direct Formatting", ("plain",), "Ctrl+M"),
)
"""The context menu of cells."""


def _header_menu(columns: bool) -> tuple[Entry, ...]:
    kind, one, other = ("column", "Columns Before", "Columns After") if columns else ("row", "Rows Above", "Rows Below")
    rest = (Entry("Column Width…", ("width",)), Entry("Optimal Column Width", ("optimal",))) if columns else ()
    return (
        Entry("Cut", ("cut",), "Ctrl+X"),
        Entry("Copy", ("copy",), "Ctrl+C"),
        Entry("Paste", ("paste", ""), "Ctrl+V"),
        SEPARATOR,
        Entry(f"Insert {one}", ("insert", kind, 0)),
        Entry(f"Insert {other}", ("insert", kind, 1)),
        Entry(f"Delete {'Columns' if columns else 'Rows'}", ("delete_lines", kind)),
        Entry("Clear Contents", ("clear",), "Del"),
        *((SEPARATOR, *rest) if rest else ()),
    )


HEADER_MENU: Final = {"columns": _header_menu(True), "rows": _header_menu(False)}
"""The context menus of the headers."""
TAB_MENU: Final = (
    Entry("Insert Sheet…", ("insert_sheet",)),
    Entry("Delete Sheet…", ("delete_sheet",)),
    Entry("Rename Sheet…", ("rename_sheet",)),
    Entry("Duplicate Sheet", ("copy_sheet",)),
    Entry("Move to the Left", ("move_sheet", -1)),
    Entry("Move to the Right", ("move_sheet", 1)),
)
"""The context menu of the sheets' tabs."""
