"""Calc's menus, by the state of a window."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.calc.messages import Axis, MenuChoice
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.desktop.office_formats import PLAIN_MARKS
from crab_sim.desktop.office_menus import HELP, WINDOW, file_menu, tools_end
from crab_sim.documents.formulas.formats import (
    BOOLEAN,
    CURRENCY,
    DATE,
    GENERAL,
    NUMBER,
    PERCENT_2,
    SCIENTIFIC,
    TEXT,
    TIME,
)

__all__ = [
    "CELL_MENU", "COLORS", "HEADER_MENU", "INKS", "NUMBER_FORMATS", "PALETTES", "TAB_MENU", "MenuState", "menus",
]  # fmt: skip


class MenuState(NamedTuple):
    """The basis of the menus: a file, the words for undo and redo, the number of sheets, bars, the cursor's looks."""

    named: bool = False
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
    strike: bool = False
    highlighted: bool = False
    cloning: bool = False
    frozen: bool = False
    closed: int = 0


NUMBER_FORMATS: Final = (
    ("General", GENERAL), ("Number", NUMBER), ("Percent", PERCENT_2), ("Currency", CURRENCY), ("Date", DATE),
    ("Time", TIME), ("Scientific", SCIENTIFIC), ("Boolean value", BOOLEAN), ("Text", TEXT),
)  # fmt: skip
"""The formats of numbers, by their names."""
_FORMATS: Final[tuple[Entry[MenuChoice], ...]] = (
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
COLORS: Final = (
    ("Yellow", "FFFF00"), ("Light Green", "AFD095"), ("Light Blue", "B4C7DC"), ("Light Red", "FFA6A6"),
    ("Light Gray", "EEEEEE"),
)  # fmt: skip
INKS: Final = (
    ("Red", "C9211E"), ("Green", "069A2E"), ("Blue", "2A6099"), ("Dark Gray", "666666"),
)  # fmt: skip
PALETTES: Final[dict[str, tuple[Entry[MenuChoice], ...]]] = {
    "inks": (*[Entry(name, ("ink", code)) for name, code in INKS], Entry("Automatic", ("ink", ""))),
    "fills": (*[Entry(name, ("fill", code)) for name, code in COLORS], Entry("No Fill", ("fill", ""))),
}
"""The colours of text, and those of cells."""
_PASTE: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Paste Only Values", ("paste", "values")),
    Entry("Paste Only Formats", ("paste", "formats")),
)


def _edit(state: MenuState) -> BarMenu[MenuChoice]:
    return BarMenu("Edit", (
        Entry(f"Undo: {state.undo}" if state.undo else "Undo", ("undo",), "Ctrl+Z", enabled=bool(state.undo)),
        Entry(f"Redo: {state.redo}" if state.redo else "Redo", ("redo",), "Ctrl+Y", enabled=bool(state.redo)),
        *absent("Repeat", "-"),
        Entry("Cut", ("cut",), "Ctrl+X"),
        Entry("Copy", ("copy",), "Ctrl+C"),
        Entry("Paste", ("paste", ""), "Ctrl+V"),
        Entry("Paste Special", entries=_PASTE),
        SEPARATOR,
        Entry("Select All", ("all",), "Ctrl+A"),
        Entry("Select", entries=_SELECT),
        *absent("-", "Find…"),
        Entry("Find and Replace…", ("find",), "Ctrl+H"),
        *absent("-", "Track Changes >", "-"),
        Entry("Cell Edit Mode", ("edit",), "F2"),
        *absent("Cell Protection", "-", "Links to External Files…", "OLE Object >", "-", "Edit Mode"),
    ))  # fmt: skip


def _view(state: MenuState) -> BarMenu[MenuChoice]:
    shown: list[Entry[MenuChoice]] = [
        Entry(text, ("bar", name), checked=name not in state.hidden_bars)
        for text, name in (("Toolbars", "tools"), ("Formula Bar", "formula"), ("Status Bar", "status"))
    ]
    return BarMenu("View", (
        *absent("Normal", "Page Break", "-", "User Interface…"),
        *shown,
        *absent("-", "View Headers"),
        Entry("View Grid Lines", ("bar", "lines"), checked="lines" not in state.hidden_bars),
        *absent("Grid and Helplines >", "-"),
        Entry("Value Highlighting", ("highlight",), "Ctrl+F8", checked=state.highlighted),
        *absent("Hidden Row/Column Indicator"),
        Entry("Show Formula", ("formulas",), "Ctrl+`", checked=state.formulas),
        *absent("Comments", "-", "Split Window"),
        Entry("Freeze Rows and Columns", ("freeze", "cursor"), checked=state.frozen),
        Entry("Freeze Cells", entries=_FREEZE),
        SEPARATOR,
        *absent("Sidebar", "Styles", "Gallery", "Navigator", "Function List", "Data Sources", "-", "Full Screen"),
        *absent("Zoom >"),
    ))  # fmt: skip


_INSERT: Final[BarMenu[MenuChoice]] = BarMenu("Insert", (
    *absent("Image…"),
    Entry("Chart…", ("chart",)),
    *absent("Sparkline…", "Pivot Table…", "Media >", "OLE Object >", "Shape >", "-"),
    Entry("Function…", ("functions",), "Ctrl+F2"),
    *absent("Named Range or Expression…", "-", "Text Box", "Comment", "Floating Frame…", "Fontwork…", "-"),
    *absent("Hyperlink…"),
    Entry("Special Character…", ("dialog", "special")),
    Entry("Formatting Mark", entries=PLAIN_MARKS),
    SEPARATOR,
    Entry("Date", ("now", "date"), "Ctrl+;"),
    Entry("Time", ("now", "time"), "Ctrl+Shift+;"),
    *absent("Field >", "Headers and Footers…", "-", "Form Control >", "Signature Line…"),
))  # fmt: skip


def _format(state: MenuState) -> BarMenu[MenuChoice]:
    texts: tuple[Entry[MenuChoice], ...] = (
        Entry("Bold", ("look", "bold"), "Ctrl+B", checked=state.bold),
        Entry("Italic", ("look", "italic"), "Ctrl+I", checked=state.italic),
        Entry("Single Underline", ("look", "underline"), "Ctrl+U", checked=state.underline),
        Entry("Strikethrough", ("look", "strike"), checked=state.strike),
    )
    aligned = tuple(
        [
            Entry(text, ("align", side), keys, checked=state.align == side)
            for text, side, keys in (
                ("Left", "left", "Ctrl+L"), ("Centered", "center", "Ctrl+E"), ("Right", "right", "Ctrl+R"),
            )
        ]
    )  # fmt: skip
    return BarMenu("Format", (
        Entry("Text", entries=texts),
        Entry("Align Text", entries=aligned),
        Entry("Number Format", entries=_FORMATS),
        Entry("Font Color", entries=PALETTES["inks"]),
        Entry("Background Color", entries=PALETTES["fills"]),
        SEPARATOR,
        Entry("Clone Formatting", ("clone",), checked=state.cloning),
        Entry("Clear Direct Formatting", ("plain",), "Ctrl+M"),
        SEPARATOR,
        Entry("Cells…", ("dialog", "cells"), "Ctrl+1"),
        Entry("Rows", entries=_HIDE_ROWS),
        Entry("Columns", entries=_COLUMNS),
        *absent("Merge and Unmerge Cells >", "-", "Character…", "Paragraph…", "Page Style…", "Print Ranges >", "-"),
        *absent("Conditional >", "AutoFormat Styles…", "Spreadsheet Theme", "-", "Image >", "Chart >", "Sparklines >"),
        *absent("Text Box and Shape >", "Name…", "Description…", "-", "Anchor >", "Arrange >", "Flip >", "Group >"),
    ))  # fmt: skip


_COLUMNS: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Column Width…", ("width",)),
    Entry("Optimal Column Width", ("optimal",)),
    SEPARATOR,
    Entry("Hide", ("hide_lines", "column")), Entry("Show", ("show_lines", "column")),
)  # fmt: skip
_HIDE_ROWS: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Hide", ("hide_lines", "row")), Entry("Show", ("show_lines", "row")),
)  # fmt: skip
_SELECT: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Select Row", ("select_lines", "rows"), "Shift+Space"),
    Entry("Select Column", ("select_lines", "columns"), "Ctrl+Space"),
    Entry("Select Data Area", ("select_data",)),
)
_FREEZE: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Freeze First Row", ("freeze", "row")), Entry("Freeze First Column", ("freeze", "column")),
)  # fmt: skip


def _named(*names: str) -> tuple[Entry[MenuChoice], ...]:
    return tuple([Entry(name, ("cell_style", name)) for name in names])


_STYLES: Final[BarMenu[MenuChoice]] = BarMenu("Styles", (
    *_named("Default", "Accent 1", "Accent 2", "Accent 3"), *absent("Heading 1", "Heading 2"),
    *_named("Good", "Bad", "Neutral", "Error", "Warning", "Footnote", "Note"),
    *absent("-", "Update Selected Style", "New Style from Selection", "-", "Manage Styles"),
))  # fmt: skip


_ROWS: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Rows Above", ("insert", "row", 0)),
    Entry("Rows Below", ("insert", "row", 1)),
)
_NEW_COLUMNS: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Columns Before", ("insert", "column", 0)), Entry("Columns After", ("insert", "column", 1)),
)  # fmt: skip
_FILL: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Fill Down", ("fill_cells", "down"), "Ctrl+D"),
    Entry("Fill Right", ("fill_cells", "right")),
    Entry("Fill Up", ("fill_cells", "up")),
    Entry("Fill Left", ("fill_cells", "left")),
)


def _sheet(state: MenuState) -> BarMenu[MenuChoice]:
    several = state.sheets > 1
    return BarMenu("Sheet", (
        Entry("Insert Cells…", ("dialog", "insert_cells"), "Ctrl++"),
        Entry("Insert Rows", entries=_ROWS),
        Entry("Insert Columns", entries=_NEW_COLUMNS),
        *absent("Insert Page Break >", "-"),
        Entry("Delete Cells…", ("dialog", "delete_cells"), "Ctrl+-"),
        Entry("Delete Rows", ("delete_lines", "row")),
        Entry("Delete Columns", ("delete_lines", "column")),
        *absent("Delete Page Break >", "-"),
        Entry("Insert Sheet…", ("insert_sheet",)),
        Entry("Insert Sheet at End…", ("add_sheet",)),
        *absent("Insert Sheet from File…", "External Links…"),
        Entry("Delete Sheet…", ("delete_sheet",), enabled=several),
        SEPARATOR,
        Entry("Clear Cells…", ("clear",), "Del"),
        *absent("Cycle Cell Reference Types"),
        Entry("Fill Cells", entries=_FILL),
        *absent("Named Ranges and Expressions >", "Cell Comments >", "-"),
        Entry("Rename Sheet…", ("rename_sheet",)),
        Entry("Hide Sheet", ("hide_sheet",), enabled=state.sheets - state.closed > 1),
        Entry("Show Sheet…", ("dialog", "show_sheet"), enabled=state.closed > 0),
        SEPARATOR,
        Entry("Move Sheet", entries=(
            Entry("To the Left", ("move_sheet", -1), enabled=several),
            Entry("To the Right", ("move_sheet", 1), enabled=several),
        )),
        Entry("Duplicate Sheet", ("copy_sheet",)),
        Entry("Navigate", enabled=several, entries=(
            Entry("To Previous Sheet", ("step_sheet", -1)), Entry("To Next Sheet", ("step_sheet", 1)),
        )),
        *absent("-", "Sheet Tab Color…", "Sheet Events…", "Right-To-Left"),
    ))  # fmt: skip


def _data(state: MenuState) -> BarMenu[MenuChoice]:
    return BarMenu("Data", (
        Entry("Sort…", ("sort",)),
        Entry("Sort Ascending", ("sort_now", False)),
        Entry("Sort Descending", ("sort_now", True)),
        SEPARATOR,
        Entry("AutoFilter", ("filter",), "Ctrl+Shift+L", checked=state.filtered),
        *absent("More Filters >", "-", "Define Range…", "Select Range…", "Refresh Range", "-", "Pivot Table >", "-"),
        Entry("Calculate", entries=(
            Entry("Recalculate", ("recalculate",), "F9"), Entry("Formula to Value", ("to_values",)),
        )),
        *absent("Validity…", "Subtotals…", "Form…", "-", "Streams…", "XML Source…", "-", "Multiple Operations…"),
        Entry("Text to Columns…", ("dialog", "text_to_columns")),
        *absent("Consolidate…", "Group and Outline >", "Statistics >"),
    ))  # fmt: skip


_TOOLS: Final = BarMenu("Tools", (
    *absent("Spelling…", "Automatic Spell Checking", "Thesaurus…", "Language >", "-", "AutoCorrect Options…"),
    *absent("AutoInput", "ImageMap", "-", "Redact", "Auto-Redact", "-", "Goal Seek…", "Solver…", "Detective >"),
    *absent("Scenarios…", "-", "Forms >", "-", "Share Spreadsheet…", "Protect Sheet…"),
    *absent("Protect Spreadsheet Structure…"),
    *tools_end(),
))  # fmt: skip


@lru_cache(maxsize=64)
def menus(state: MenuState) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menus of the menu bar."""
    file: BarMenu[MenuChoice] = file_menu(absent("Export…", "Export as PDF…"), ("close",), state.named)
    return (
        file, _edit(state), _view(state), _INSERT, _format(state), _STYLES, _sheet(state), _data(state), _TOOLS,
        WINDOW, HELP,
    )  # fmt: skip


CELL_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
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


def _header_menu(columns: bool) -> tuple[Entry[MenuChoice], ...]:
    kind: Axis = "column" if columns else "row"
    one, other = ("Columns Before", "Columns After") if columns else ("Rows Above", "Rows Below")
    rest: tuple[Entry[MenuChoice], ...] = (
        (Entry("Column Width…", ("width",)), Entry("Optimal Column Width", ("optimal",))) if columns else ()
    )
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
TAB_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Insert Sheet…", ("insert_sheet",)),
    Entry("Delete Sheet…", ("delete_sheet",)),
    Entry("Rename Sheet…", ("rename_sheet",)),
    Entry("Duplicate Sheet", ("copy_sheet",)),
    Entry("Move to the Left", ("move_sheet", -1)),
    Entry("Move to the Right", ("move_sheet", 1)),
)
"""The context menu of the sheets' tabs."""
