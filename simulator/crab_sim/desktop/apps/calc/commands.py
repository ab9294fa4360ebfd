"""The messages of Calc's menus, tool buttons and sheets, and their effects."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import office
from crab_sim.desktop.apps.calc import actions, files, formatting
from crab_sim.desktop.apps.calc.dialogs import FindChoice
from crab_sim.desktop.apps.calc.grid import column_width
from crab_sim.desktop.apps.calc.messages import (
    EditMessage,
    InsertMessage,
    LookMessage,
    MenuChoice,
    SheetMessage,
    TabMessage,
    ToolMessage,
)
from crab_sim.desktop.apps.calc.state import (
    Desk,
    around,
    begin,
    commit,
    desk_of,
    put_desk,
    redo,
    select,
    selection,
    sheet_of,
    undo,
)
from crab_sim.desktop.office_menus import FileMessage
from crab_sim.desktop.widgets import dialog_page
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW
from crab_sim.engines.sheets import structure
from crab_sim.engines.sheets.recalculation import computed
from crab_sim.machine.app import Context
from crab_sim.ui import MessageGroup
from crab_sim.ui.editing import insert

__all__ = ["carry_out", "go_to", "show_sheet"]

_FILES: Final = MessageGroup(FileMessage)
_EDITS: Final = MessageGroup(EditMessage)
_INSERTIONS: Final = MessageGroup(InsertMessage)
_LOOKS: Final = MessageGroup(LookMessage)
_TOOLS: Final = MessageGroup(ToolMessage)
_SHEETS: Final = MessageGroup(SheetMessage)


def carry_out(context: Context, message: MenuChoice) -> None:
    """Carries out a command of the menus and tool bars."""
    if _FILES.has(message):
        _file(context, message)
    elif _EDITS.has(message):
        _edit(context, message)
    elif _INSERTIONS.has(message):
        _insert(context, message)
    elif _LOOKS.has(message):
        _look(context, message)
    elif _SHEETS.has(message):
        _change(context, message)
    elif _TOOLS.has(message):
        formatting.tool(context, message)
    else:
        _change_sheets(context, message)


def _file(context: Context, message: FileMessage) -> None:
    """Handles the messages of the menus File and Help."""
    match message:
        case ("new",):
            context.open("calc", "new")
        case ("open",):
            files.open_dialog(context)
        case ("save",):
            files.save(context)
        case ("save_as",):
            files.save_as(context)
        case ("save_copy",):
            files.save_as(context, chooser="save_copy")
        case ("reload",):
            files.reload(context)
        case ("about",):
            office.about(context)
        case ("close",):
            files.ask_to_close(context)
        case _:
            assert_never(message)


def _edit(context: Context, message: EditMessage) -> None:
    """Handles the messages of the menus Edit and View."""
    match message:
        case ("undo",):
            undo(context)
        case ("redo",):
            redo(context)
        case ("cut" | "copy" as name,):
            actions.copy(context, name == "cut")
        case ("paste", kind):
            actions.paste(context, kind)
        case ("all",):
            desk = desk_of(context)
            put_desk(context, select(desk, desk.row, desk.column)._replace(whole="all"))
        case ("find",):
            page = dialog_page(context, "find", FindChoice(), "search", context.base.fields.get("search", ""))
            context.push(page._replace(fields={**page.fields, "replace": ""}))
        case ("edit",):
            begin(context, None, "edit")
        case ("bar", name):
            desk = desk_of(context)
            put_desk(context, desk._replace(hidden_bars=desk.hidden_bars ^ {name}))
        case ("formulas",):
            desk = desk_of(context)
            put_desk(context, desk._replace(formulas=not desk.formulas))
        case _:
            assert_never(message)


def _insert(context: Context, message: InsertMessage) -> None:
    """Handles the messages of the menu Insert, and of the input line."""
    match message:
        case ("chart",):
            actions.show_chart(context)
        case ("functions",):
            context.push(dialog_page(context, "functions", None, "entry", ""))
        case ("function", name):
            context.pop()
            _insert_function(context, name)
        case ("now", kind):
            actions.insert_now(context, kind)
        case ("sum",):
            actions.sum_below(context)
        case ("equals",):
            begin(context, "=", "edit")
        case ("recalculate",):
            desk = desk_of(context)
            put_desk(context, desk._replace(book=computed(desk.book, around(context))))
        case _:
            assert_never(message)


def _insert_function(context: Context, name: str) -> None:
    """Puts a function into the formula that is edited, or begins one with it."""
    if not desk_of(context).editing:
        begin(context, "=", "edit")
    page = context.page
    text, selected = insert(page.fields.get("cell", ""), page.selection, f"{name}(")
    text = text if text.startswith("=") else "=" + text
    context.set(fields={**page.fields, "cell": text}, focus="cell", selection=selected)


def _look(context: Context, message: LookMessage) -> None:
    """Handles the messages of the menu Format and its tool bar."""
    match message:
        case ("look", name):
            actions.toggle_look(context, name)
        case ("align", side):
            actions.align(context, side)
        case ("format", code):
            actions.look(context, "Attributes", lambda style: style._replace(format=code))
        case ("fill", color):
            actions.look(context, "Attributes", lambda style: style._replace(fill=color))
        case ("ink", color):
            actions.look(context, "Attributes", lambda style: style._replace(ink=color))
        case ("plain",):
            actions.look(context, "Clear Direct Formatting", lambda style: type(style)())
        case ("decimals", change):
            actions.decimals(context, change)
        case ("width",):
            desk = desk_of(context)
            width = actions.scaled_width(column_width(sheet_of(desk), selection(desk).left))
            context.push(dialog_page(context, "width", "", "entry", width))
        case ("optimal",):
            box = selection(desk_of(context))
            actions.optimal_width(context, box.left, box.right)
        case ("optimal_column", column):
            actions.optimal_width(context, column, column)
        case _:
            assert_never(message)


def _change(context: Context, message: SheetMessage) -> None:
    """Handles the messages of the menus Sheet and Data, but for those about whole sheets."""
    match message:
        case ("insert", axis, after):
            actions.insert_lines(context, axis, after)
        case ("delete_lines", axis):
            actions.delete_lines(context, axis)
        case ("clear",):
            if desk_of(context).chart >= 0:
                actions.delete_chart(context)
            else:
                actions.clear(context)
        case ("fill_cells", direction):
            actions.fill(context, direction)
        case ("sort",):
            actions.show_sort(context)
        case ("sort_now", descending):
            actions.sort_now(context, descending)
        case ("filter",):
            actions.toggle_filter(context)
        case ("filter_column", column, _, _):
            actions.show_filter(context, column)
        case _:
            assert_never(message)


def _change_sheets(context: Context, message: TabMessage) -> None:
    """Handles the messages about whole sheets."""
    desk = desk_of(context)
    book, number = desk.book, desk.sheet
    match message:
        case ("sheet", chosen):
            if not desk.editing and chosen < len(book.sheets):
                show_sheet(context, chosen)
        case ("add_sheet",):
            commit(context, "Insert Sheet", structure.add_sheet(book, len(book.sheets), structure.new_name(book)))
            show_sheet(context, len(book.sheets))
        case ("insert_sheet",):
            context.push(dialog_page(context, "insert_sheet", "", "entry", structure.new_name(book)))
        case ("rename_sheet",):
            context.push(dialog_page(context, "rename_sheet", "", "entry", book.sheets[number].name))
        case ("copy_sheet",):
            name = _copy_name(desk)
            commit(context, "Copy Sheet", structure.copy_sheet(book, number, number + 1, name))
            show_sheet(context, number + 1)
        case ("delete_sheet",):
            if len(book.sheets) > 1:
                context.push(dialog_page(context, "delete_sheet"))
        case ("delete_sheet_now",):
            context.pop()
            commit(context, "Delete Sheet", structure.delete_sheet(book, number))
            show_sheet(context, min(number, len(desk_of(context).book.sheets) - 1))
        case ("move_sheet", by):
            if 0 <= number + by < len(book.sheets):
                commit(context, "Move Sheet", structure.move_sheet(book, number, number + by))
                show_sheet(context, number + by)
        case _:
            assert_never(message)


def _copy_name(desk: Desk) -> str:
    name, count = desk.book.sheets[desk.sheet].name, 2
    while structure.name_problem(desk.book, f"{name}_{count}") and count < 1000:
        count += 1
    return f"{name}_{count}"


def show_sheet(context: Context, number: int) -> None:
    """Shows another sheet, from its first cell on."""
    desk = desk_of(context)._replace(sheet=number, left=0)
    put_desk(context, select(desk, 0, 0), {})


def go_to(context: Context, text: str) -> None:
    """Goes to the place that was typed into the Name Box."""
    from crab_sim.desktop.apps.calc.movement import follow
    from crab_sim.documents.formulas.references import parse_ref
    from crab_sim.engines.sheets.book import sheet_number

    ref = parse_ref(text.strip())
    desk = desk_of(context)
    if ref is None:
        put_desk(context, desk)
        return
    if ref.sheet:
        number = sheet_number(desk.book, ref.sheet)
        if number < 0:
            put_desk(context, desk)
            return
        desk = desk._replace(sheet=number)
    whole_columns = ref.row == 0 and ref.last_row == MAX_ROW
    whole = "columns" if whole_columns else "rows" if ref.column == 0 and ref.last_column == MAX_COLUMN else ""
    row, column = (0 if whole_columns else ref.last_row), (0 if whole == "rows" else ref.last_column)
    follow(context, select(desk, row, column)._replace(start=(ref.row, ref.column), whole=whole))
