"""Calc's dialogs that set properties, its named looks, and the commands on cells, rows, columns and views beside them.

* `PROPERTIES`, `show`, `accept` - the dialogs. `CELL_STYLES` - the looks of the menu Styles.
* `tool` - the commands. `cloned` - gives a held look to what was selected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from crab_sim.desktop.apps.calc import actions
from crab_sim.desktop.apps.calc.menus import COLORS, INKS, NUMBER_FORMATS
from crab_sim.desktop.apps.calc.messages import ToolMessage
from crab_sim.desktop.apps.calc.movement import follow
from crab_sim.desktop.apps.calc.state import (
    begin,
    commit,
    cursor_cell,
    desk_of,
    put_desk,
    select,
    selection,
    sheet_of,
    year,
)
from crab_sim.desktop.office_formats import special_page
from crab_sim.desktop.property_dialog import Flag, Pick, Properties, properties_page, taken
from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.tokens import Axis
from crab_sim.engines.sheets import structure
from crab_sim.engines.sheets.book import Cell, Sheet, Style, cell_at, cells_in, replace_sheet
from crab_sim.engines.sheets.edits import Edit, edit_text, put, shifted_cells, typed_rows
from crab_sim.machine.app import Context
from crab_sim.ui.editing import insert

__all__ = ["CELL_STYLES", "PROPERTIES", "accept", "cloned", "next_sheet", "show", "tool"]

CELL_STYLES: Final[Mapping[str, Style]] = {
    "Default": Style(),
    "Accent 1": Style(bold=True, fill="000000", ink="FFFFFF"),
    "Accent 2": Style(bold=True, fill="808080", ink="FFFFFF"),
    "Accent 3": Style(bold=True, fill="DDDDDD"),
    "Good": Style(fill="CCFFCC", ink="006600"),
    "Bad": Style(fill="FFCCCC", ink="CC0000"),
    "Neutral": Style(fill="FFFFCC", ink="996600"),
    "Error": Style(bold=True, fill="CC0000", ink="FFFFFF"),
    "Warning": Style(ink="CC0000"),
    "Footnote": Style(italic=True, ink="808080"),
    "Note": Style(fill="FFFFCC", ink="333333", border=True),
}
"""The looks of the menu Styles; the format of a number stays."""
_SEPARATORS: Final = (("Tab", "\t"), ("Comma", ","), ("Semicolon", ";"), ("Space", " "))
_HIDDEN: Final = Pick("sheet", "Hidden sheets", ())
PROPERTIES: Final[dict[str, Properties]] = {
    "cells": Properties("Format Cells", (
        ("Numbers", ((Pick("format", "Format", NUMBER_FORMATS),),)),
        ("Font", ((Pick("face", "Style", (
            ("Regular", (False, False)), ("Italic", (False, True)), ("Bold", (True, False)),
            ("Bold Italic", (True, True)),
        )),),)),
        ("Font Effects", (
            (Pick("ink", "Font color", (("Automatic", ""), *INKS)),),
            (Flag("underline", "Underlining"), Flag("strike", "Strikethrough")),
        )),
        ("Alignment", ((
            Pick("align", "Horizontal", (
                ("Default", ""), ("Left", "left"), ("Center", "center"), ("Right", "right"),
            )),
        ),)),
        ("Borders", ((Pick("border", "Presets", (("No Borders", False), ("All Four Borders", True))),),)),
        ("Background", ((Pick("fill", "Color", (("None", ""), *COLORS)),),)),
    ), 740),
    "insert_cells": Properties("Insert Cells", (("", ((Pick("way", "Selection", (
        ("Shift cells down", "down"), ("Shift cells right", "right"), ("Entire row", "row"),
        ("Entire column", "column"),
    )),),)),), 620),
    "delete_cells": Properties("Delete Cells", (("", ((Pick("way", "Selection", (
        ("Shift cells up", "up"), ("Shift cells left", "left"), ("Delete entire row(s)", "row"),
        ("Delete entire column(s)", "column"),
    )),),)),), 680),
    "text_to_columns": Properties("Text to Columns", (("", ((Pick("separator", "Separated by", _SEPARATORS),),)),)),
    "show_sheet": Properties("Show Sheet", (("", ((_HIDDEN,),)),)),
}  # fmt: skip
"""The dialogs that set properties, by the names of their pages; `dialog_of` fills in the hidden sheets."""


def dialog_of(context: Context, name: str) -> Properties:
    """Returns a dialog, with the workbook's hidden sheets."""
    if name != "show_sheet":
        return PROPERTIES[name]
    names = tuple([(sheet.name, i) for i, sheet in enumerate(desk_of(context).book.sheets) if sheet.closed])
    return PROPERTIES[name]._replace(tabs=(("", ((_HIDDEN._replace(values=names),),)),))


def show(context: Context, name: str) -> None:
    """Shows a dialog, with the values that the cells have."""
    if name == "special":
        context.push(special_page(context))
        return
    style, dialog = cursor_cell(desk_of(context)).style, dialog_of(context, name)
    values: dict[str, object] = {**style._asdict(), "face": (style.bold, style.italic), "separator": ","}
    values["way"] = "down" if name == "insert_cells" else "up"
    if name == "show_sheet":
        values["sheet"] = next((i for i, sheet in enumerate(desk_of(context).book.sheets) if sheet.closed), -1)
    context.push(properties_page(context, name, dialog, values))


def accept(context: Context) -> None:
    """Does what a dialog asks for, and closes it."""
    name, start = context.page.name, context.page.arg.start
    values = taken(context, dialog_of(context, name))
    every, desk = {**start, **values}, desk_of(context)
    match name:
        case "cells":
            if "face" in values:
                values["bold"], values["italic"] = values.pop("face")
            if values:
                actions.look(context, "Attributes", lambda style: style._replace(**values))
        case "insert_cells" | "delete_cells":
            _shift(context, name == "insert_cells", every["way"])
        case "text_to_columns":
            box = actions.bounded(context)
            cells = [cell_at(sheet_of(desk), row, box.left) for row in range(box.top, box.bottom + 1)]
            rows = [edit_text(cell).split(every["separator"]) for cell in cells]
            commit(
                context, "Text to Columns", typed_rows(desk.book, desk.sheet, box.top, box.left, rows, year(context))
            )
        case "show_sheet":
            number = every["sheet"]
            opened = desk.book.sheets[number]._replace(closed=False)
            commit(context, "Show Sheet", Edit(replace_sheet(desk.book, number, opened)))
            put_desk(context, select(desk_of(context)._replace(sheet=number, left=0), 0, 0), {})


def _shift(context: Context, inserts: bool, way: str) -> None:
    desk = desk_of(context)
    if way == "row" or way == "column":
        axis: Axis = "row" if way == "row" else "column"
        if inserts:
            actions.insert_lines(context, axis, 0)
        else:
            actions.delete_lines(context, axis)
        return
    label = "Insert" if inserts else "Delete"
    commit(context, label, shifted_cells(desk.book, desk.sheet, actions.bounded(context), way))


# Commands ---------------------------------------------------------------------------------------------------------


def tool(context: Context, message: ToolMessage) -> None:
    """Carries out a command on cells, rows, columns or the view."""
    desk = desk_of(context)
    match message:
        case ("dialog", name):
            show(context, name)
        case ("cell_style", name):
            look = CELL_STYLES[name]
            actions.look(context, "Styles", lambda style: look._replace(format=style.format))
        case ("special", char):
            context.set(arg=char)
        case ("insert_text", char):
            _insert_text(context, char)
        case ("clone",):
            put_desk(context, desk._replace(held=None if desk.held else cursor_cell(desk).style))
        case ("highlight",):
            put_desk(context, desk._replace(highlighted=not desk.highlighted))
        case ("freeze", what):
            _freeze(context, what)
        case ("hide_lines" | "show_lines" as how, axis):
            _hide_lines(context, axis, how == "hide_lines")
        case ("hide_sheet",):
            closed = sheet_of(desk)._replace(closed=True)
            commit(context, "Hide Sheet", Edit(replace_sheet(desk.book, desk.sheet, closed)))
            next_sheet(context, 1)
        case ("select_lines", whole):
            put_desk(context, desk._replace(whole=whole))
        case ("select_data",):
            box = structure.data_box(sheet_of(desk), desk.row, desk.column)
            chosen = select(desk, box.bottom, box.right)._replace(start=(box.top, box.left))
            follow(context, chosen)
        case ("step_sheet", by):
            next_sheet(context, by)
        case ("to_values",):
            cells = {
                (row, column): Cell(cell.value, "", cell.style._replace(format=_code(cell)))
                for row, column, cell in cells_in(sheet_of(desk), actions.bounded(context))
                if cell.formula
            }
            commit(context, "Formula to Value", put(desk.book, desk.sheet, cells))
        case _:
            assert_never(message)


def _code(cell: Cell) -> str:
    return cell.shown if cell.style.format == GENERAL else cell.style.format


def _insert_text(context: Context, char: str) -> None:
    """Inserts a character into the cell that is edited, or at the end of the one at the cursor."""
    if context.page.name == "special":
        context.pop()
    if not desk_of(context).editing:
        begin(context, None, "edit")
    page = context.page
    text, selected = insert(page.fields.get("cell", ""), page.selection, char)
    context.set(fields={**page.fields, "cell": text}, focus="cell", selection=selected)


def _freeze(context: Context, what: str) -> None:
    """Keeps the rows and columns before the cursor, or the first row or column, in view; or lets them go again."""
    desk = desk_of(context)
    sheet = sheet_of(desk)
    frozen = {"row": (1, 0), "column": (0, 1)}.get(what, (min(desk.row, 100), min(desk.column, 100)))
    if any(sheet.frozen) and what == "cursor":
        frozen = (0, 0)
    commit(context, "Freeze", Edit(replace_sheet(desk.book, desk.sheet, sheet._replace(frozen=frozen))))
    put_desk(context, desk_of(context)._replace(left=0), {})


def _hide_lines(context: Context, axis: Axis, hide: bool) -> None:
    """Hides the selected rows or columns, or shows those among them that are hidden."""
    desk, box = desk_of(context), selection(desk_of(context))
    sheet = sheet_of(desk)
    if axis == "row":
        rows = frozenset(range(box.top, min(box.bottom, box.top + 20_000) + 1))
        changed: Sheet = sheet._replace(hidden=sheet.hidden | rows if hide else sheet.hidden - rows)
    else:
        widths = dict(sheet.widths)
        for column in range(box.left, min(box.right, box.left + 500) + 1):
            if hide:
                widths[column] = 0
            elif not widths.get(column, 1):
                del widths[column]
        changed = sheet._replace(widths=widths)
    commit(context, "Hide" if hide else "Show", Edit(replace_sheet(desk.book, desk.sheet, changed)))


def next_sheet(context: Context, by: int) -> None:
    """Shows the next sheet that isn't hidden in a direction, or the nearest one in the other."""
    desk = desk_of(context)
    shown = [i for i, sheet in enumerate(desk.book.sheets) if not sheet.closed]
    ahead = [i for i in shown if (i - desk.sheet) * by > 0]
    here = desk.sheet if desk.sheet in shown else shown[0] if by < 0 else shown[-1]
    number = (min(ahead) if by > 0 else max(ahead)) if ahead else here
    if number != desk.sheet:
        put_desk(context, select(desk._replace(sheet=number, left=0), 0, 0), {})


def cloned(context: Context) -> None:
    """Gives the held look to the selected cells."""
    held = desk_of(context).held
    if held is not None:
        put_desk(context, desk_of(context)._replace(held=None))
        actions.look(context, "Attributes", lambda style: held)
