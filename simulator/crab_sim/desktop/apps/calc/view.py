"""The look of a Calc window: menu bar, tool bars, formula bar, grid, tabs of the sheets, status bar."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from crab_sim.desktop.apps.calc.charts import ChartLayer
from crab_sim.desktop.apps.calc.dialogs import dialog
from crab_sim.desktop.apps.calc.grid import Grid
from crab_sim.desktop.apps.calc.menus import CELL_MENU, HEADER_MENU, PALETTES, TAB_MENU, MenuState, menus
from crab_sim.desktop.apps.calc.messages import MenuChoice, Message
from crab_sim.desktop.apps.calc.state import (
    Desk,
    cursor_cell,
    desk_of,
    document_name,
    selection,
    sheet_of,
)
from crab_sim.desktop.chrome.bars import (
    Tab,
    TabBar,
    ToolButton,
    absent_button,
    fitting_groups,
    status_bar,
    tool_bar,
)
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import BarMenu, Entry, OpenMenu
from crab_sim.desktop.measures import DOCK_WIDTH
from crab_sim.desktop.widgets import Sized
from crab_sim.documents.formulas.formats import CURRENCY, NUMBER, PERCENT_2
from crab_sim.documents.formulas.values import SheetError, general
from crab_sim.engines.sheets.book import Box, Sheet, cells_in
from crab_sim.machine.app import Context, View
from crab_sim.ui import Column, Divider, Field, Page, Row, Theme, Widget

__all__ = ["bars_height", "menus_of", "popup_entries", "title", "view"]

_FIELD_NAME: Final = "Name Box"


def title(context: Context) -> str:
    """Returns the document's name with the program's."""
    return f"{document_name(context)} - LibreOffice Calc"


def menus_of(desk: Desk) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menus for a state."""
    style, sheet = cursor_cell(desk).style, sheet_of(desk)
    return menus(
        MenuState(
            desk.named, desk.undo[-1].label if desk.undo else "", desk.redo[-1].label if desk.redo else "",
            len(desk.book.sheets), desk.hidden_bars, desk.formulas, sheet.filter is not None, style.bold,
            style.italic, style.underline, style.align, style.strike, desk.highlighted, desk.held is not None,
            any(sheet.frozen), sum([each.closed for each in desk.book.sheets]),
        )
    )  # fmt: skip


_POPUPS: Final[dict[str, tuple[Entry[MenuChoice], ...]]] = {
    "cell": CELL_MENU,
    "tab": TAB_MENU,
    **HEADER_MENU,
    **PALETTES,
}


def popup_entries(page: Page) -> tuple[Entry[MenuChoice], ...]:
    """Returns the entries of the context menu that is open, whose kind the page's fields tell."""
    return _POPUPS.get(page.fields.get("popup", ""), ())


def _button(
    icon: str, name: str, message: Message, on: bool | None = None, enabled: bool = True
) -> ToolButton[Message]:
    return ToolButton(icon, "", message, on, enabled, text=name)


def _marked(mark: str, name: str, message: Message, on: bool | None = None, bold: bool = True) -> ToolButton[Message]:
    """Returns a button with a sign such as ``"%"``."""
    return ToolButton("", "", message, on, text=name, font="bold" if bold else "regular", mark=mark)


def _absent(*buttons: tuple[str, str]) -> list[Widget[Message]]:
    return [absent_button(icon, name) for icon, name in buttons]


_PRINT: Final = _absent(("pdf", "Export Directly as PDF"), ("print", "Print"), ("preview", "Print Preview"))
_SPELLING: Final = _absent(("spelling", "Spelling"))
_LINES: Final = _absent(("table", "Row"), ("grid", "Column"))
_MORE: Final = _absent(
    ("link_chain", "Hyperlink"), ("messages", "Comment"), ("file", "Headers and Footers"), ("crop", "Print Area"),
)  # fmt: skip
_PIVOT: Final = _absent(("sheet", "Pivot Table"))
_LAST: Final = _absent(("table", "Split Window"), ("shapes", "Draw Functions"))
_VERTICAL: Final = _absent(
    ("arrow_up", "Align Top"), ("swap_vertical", "Center Vertically"), ("arrow_down", "Align Bottom"),
    ("wrap", "Wrap Text"), ("merge_cells", "Merge and Center Cells"), ("merge_cells", "Merge Cells"),
    ("grid", "Unmerge Cells"),
)  # fmt: skip
_INDENTS: Final = _absent(
    ("indent_more", "Increase"), ("indent_less", "Decrease"), ("borders", "Borders (Shift to overwrite)")
)


@lru_cache(maxsize=64)
def _standard(width: int, can_undo: bool, can_redo: bool, filtered: bool, cloning: bool, frozen: bool) -> Row[Message]:
    groups: list[list[Widget[Message]]] = [
        [_button("file", "New", ("new",)), _button("open", "Open", ("open",)), _button("save", "Save", ("save",))],
        _PRINT,
        [_button("cut", "Cut", ("cut",)), _button("copy", "Copy", ("copy",)), _button("paste", "Paste", ("paste", ""))],
        [_button("brush", "Clone", ("clone",), on=cloning), _button("eraser", "Clear", ("plain",))],
        [_button("undo", "Undo", ("undo",), enabled=can_undo), _button("redo", "Redo", ("redo",), enabled=can_redo)],
        [_button("search", "Find and Replace", ("find",)), *_SPELLING, *_LINES],
        [
            _button("sort", "Sort", ("sort",)),
            _button("arrow_down", "Sort Ascending", ("sort_now", False)),
            _button("arrow_up", "Sort Descending", ("sort_now", True)),
            _button("filter", "AutoFilter", ("filter",), on=filtered),
        ],
        [
            absent_button("image", "Image"), _button("chart", "Chart", ("chart",)), *_PIVOT,
            _button("omega", "Symbol", ("dialog", "special")), *_MORE,
            _button("freeze", "Freeze Rows and Columns", ("freeze", "cursor"), on=frozen), *_LAST,
        ],
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


@lru_cache(maxsize=64)
def _formatting(width: int, bold: bool, italic: bool, underline: bool, align: str) -> Row[Message]:
    groups: list[list[Widget[Message]]] = [
        [
            _marked("B", "Bold", ("look", "bold"), on=bold),
            _marked("I", "Italic", ("look", "italic"), on=italic, bold=False),
            _marked("U", "Underline", ("look", "underline"), on=underline, bold=False),
        ],
        [
            _button("text_color", "Font Color", ("palette", "inks")),
            _button("bucket", "Background Color", ("palette", "fills")),
        ],
        [
            _button("align_left", "Align Left", ("align", "left"), on=align == "left"),
            _button("align_center", "Align Center", ("align", "center"), on=align == "center"),
            _button("align_right", "Align Right", ("align", "right"), on=align == "right"),
        ],
        _VERTICAL,
        [
            _marked("$", "Currency", ("format", CURRENCY)),
            _marked("%", "Percent", ("format", PERCENT_2)),
            _marked("0.0", "Number", ("format", NUMBER)),
            _button("calendar", "Date", ("format", "MM/DD/YY")),
            _marked(".00+", "Add Decimal Place", ("decimals", 1), bold=False),
            _marked(".0−", "Delete Decimal Place", ("decimals", -1), bold=False),
        ],
        _INDENTS,
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


def _input_line(editing: bool) -> Row[Message]:
    tools: list[Widget[Message]] = [Sized(Field("name_box", _FIELD_NAME, "name_box"), 110)]
    if editing:
        tools += [_button("close", "Cancel", ("cancel_edit",)), _button("check", "Accept", ("accept",))]
    else:
        tools += [
            _marked("fx", "Function Wizard", ("functions",), bold=False),
            _marked("Σ", "Select Function", ("sum",)),
            _marked("=", "Formula", ("equals",), bold=False),
        ]
    return Row([*tools, Field("cell", "Input line", "input_line", flex=1)], gap=2, pad=(6, 3), background="bar")


def _bars(desk: Desk, width: int) -> list[Widget[Message]]:
    """Returns the tool bars above the grid."""
    sheet, style = sheet_of(desk), cursor_cell(desk).style
    rows: list[Widget[Message]] = []
    if "tools" not in desk.hidden_bars:
        undo, redo, filtered = bool(desk.undo), bool(desk.redo), sheet.filter is not None
        rows.append(_standard(width, undo, redo, filtered, desk.held is not None, any(sheet.frozen)))
        rows.append(_formatting(width, style.bold, style.italic, style.underline, style.align))
    if "formula" not in desk.hidden_bars:
        rows.append(_input_line(bool(desk.editing)))
    rows.append(Divider())
    return rows


def _tabs(desk: Desk) -> TabBar[Message]:
    tabs: list[Tab[Message]] = [
        Tab(sheet.name, ("sheet", number), menu=("tab_menu", number), double=("tab_rename", number))
        for number, sheet in enumerate(desk.book.sheets)
        if not sheet.closed
    ]
    front = sum([not sheet.closed for sheet in desk.book.sheets[: desk.sheet]])
    return TabBar(tabs, front, ("add_sheet",), "Add", 130)


def bars_height(desk: Desk, theme: Theme, w: int) -> int:
    """Returns the height of everything but the grid."""
    rows = [MenuBar((), ()), *_bars(desk, w), _tabs(desk)]
    if "status" not in desk.hidden_bars:
        rows.append(status_bar(["x"]))
    return sum([row.height(theme, w) for row in rows])


class _ById:
    """A sheet as a key: two are equal if they are the same object."""

    __slots__ = ("sheet",)

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __hash__(self) -> int:
        return id(self.sheet.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.sheet.rows is self.sheet.rows


@lru_cache(maxsize=32)
def _summary(key: _ById, box: Box) -> str:
    """Returns the status bar's sum and average of a selection."""
    numbers: list[float] = []
    count = 0
    for _, _, cell in cells_in(key.sheet, box):
        value = cell.value
        if isinstance(value, SheetError):
            return value.code
        if value is not None:
            count += 1
        if isinstance(value, float):
            numbers.append(value)
    total = math.fsum(numbers)
    if len(numbers) > 1 or count > 1:
        mean = general(total / len(numbers), 10) if numbers else ""
        return f"Average: {mean}; Sum: {general(total, 10)}"
    return f"Sum: {general(total, 10)}"


def _status(desk: Desk) -> Row[Message]:
    box = selection(desk)
    place = f"Sheet {desk.sheet + 1} of {len(desk.book.sheets)}"
    rows, columns = box.bottom - box.top + 1, box.right - box.left + 1
    shown = sheet_of(desk)
    size = f"Selected: {rows:,} rows, {columns:,} columns" if rows * columns > 1 else ""
    if shown.hidden and shown.filter is not None:
        total = shown.filter.box.bottom - shown.filter.box.top
        size = size or f"{total - len(shown.hidden)} of {total} records found"
    changed = "Document modified" if desk.modified else ""
    return status_bar([place, size], [changed, _summary(_ById(shown), box), "100%"])


def _width(context: Context) -> int:
    """Returns the width of the window's content."""
    window = context.window
    left, _, right, _ = window.frame
    return context.machine.width - DOCK_WIDTH if window.maximized else right - left


def view(context: Context) -> View[Message]:
    """Shows the bars and the grid, and the dialog or menu that is open."""
    page, first, desk = context.page, context.base, desk_of(context)
    bar = menus_of(desk)
    caret = first.selection if first.focus == "cell" else (0, 0)
    rows: list[Widget[Message]] = [
        MenuBar(bar, page.overlay),
        *_bars(desk, _width(context)),
        ChartLayer(Grid(desk, first.fields.get("cell", ""), caret), desk),
        _tabs(desk),
    ]
    if "status" not in desk.hidden_bars:
        rows.append(_status(desk))
    overlay: Widget[Message] | None
    if page is not first:
        overlay = dialog(context, page)
    else:
        overlay = drop_down(bar, page.overlay)
        if overlay is None and isinstance(page.overlay, OpenMenu):
            overlay = popup(popup_entries(page), page.overlay)
    return View(Column(rows), overlay)
