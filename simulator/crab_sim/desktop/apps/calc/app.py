"""LibreOffice Calc: one workbook per window."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop.apps.calc import APP as FACTS
from crab_sim.desktop.apps.calc import actions, choices, commands, files, formatting
from crab_sim.desktop.apps.calc.messages import DialogMessage, GridMessage, MenuChoice, Message
from crab_sim.desktop.apps.calc.movement import follow, moved
from crab_sim.desktop.apps.calc.pointing import Drag, clicked_cell, clicked_header, dragged
from crab_sim.desktop.apps.calc.state import (
    Desk,
    begin,
    desk_of,
    leave_edit,
    put_desk,
    select,
    selection,
    sheet_of,
)
from crab_sim.desktop.apps.calc.view import menus_of, title, view
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, menu_key, open_popup, shortcuts
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP", "Desk"]

_GRID: Final = MessageGroup(GridMessage)
_DIALOGS: Final = MessageGroup(DialogMessage)
_COMMANDS: Final = MessageGroup(MenuChoice)
_ARROWS: Final = ("up", "down", "left", "right")
_CELL_WORK: Final = 10.0  # units of work of typing a cell
_ROW_WORK: Final = 0.05  # the same, for each row of the workbook: its formulas are looked through


def start(intent: Intent) -> Page:
    """Returns the page of a file, or of a new document."""
    path = intent[0] if intent and intent[0] != "new" else ""
    page = files.new_page(path, Desk())
    return page._replace(fields={**page.fields, "fresh": "1"}) if path else page


def update(context: Context, message: Message) -> None:
    """Handles the messages of menus, tool bars, grid and dialogs."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _GRID.has(message):
        _on_grid(context, message)
    elif _DIALOGS.has(message):
        choices.choose(context, message)
    elif _COMMANDS.has(message):
        _command(context, message)
    else:
        match message:
            case ("opened",):
                pass
            case ("opened", path, *_):
                if path != "new" and context.base.fields.get("fresh"):
                    files.load(context, path)
            case ("submit", field):
                _submit(context, field)
            case ("accept",):
                actions.enter(context, context.field("cell"))
            case ("cancel_edit",):
                leave_edit(context)
            case _:
                assert_never(message)


def _command(context: Context, message: MenuChoice) -> None:
    desk = desk_of(context)
    if desk.editing and message[0] not in ("functions", "function", "insert_text"):
        actions.enter(context, context.base.fields.get("cell", ""))
    commands.carry_out(context, message)


def _on_grid(context: Context, message: GridMessage) -> None:
    """Handles the messages of the grid."""
    match message:
        case ("cell", row, column):
            clicked_cell(context, row, column)
            formatting.cloned(context)
        case ("cell_edit", row, column):
            clicked_cell(context, row, column)
            if not desk_of(context).editing:
                begin(context, None, "edit")
        case ("cell_menu", row, column):
            box = selection(desk_of(context))
            if not (box.top <= row <= box.bottom and box.left <= column <= box.right):
                clicked_cell(context, row, column)
            _popup(context, "cell")
        case ("row", number):
            clicked_header(context, "rows", number, number)
        case ("column", number):
            clicked_header(context, "columns", number, number)
        case ("header_menu", whole, number):
            clicked_header(context, whole, number, number)
            _popup(context, whole)
        case ("tab_menu" | "tab_rename" as name, number):
            if not desk_of(context).editing:
                commands.show_sheet(context, number)
                if name == "tab_menu":
                    _popup(context, "tab")
                else:
                    _command(context, ("rename_sheet",))
        case ("drag", left, top, w, h, x1, y1, x2, y2):
            dragged(context, Drag(left, top, w, h, x1, y1, x2, y2))
            formatting.cloned(context)
        case ("palette", kind):
            _popup(context, kind)
        case ("chart_at", number):
            put_desk(context, desk_of(context)._replace(chart=number))
        case _:
            assert_never(message)


def _popup(context: Context, kind: str) -> None:
    context.set(fields={**context.page.fields, "popup": kind})
    open_popup(context)


def _submit(context: Context, field: str) -> None:
    if len(context.window.pages) > 1:
        choices.submit(context)
    elif field == "name_box":
        commands.go_to(context, context.field("name_box"))


# Keys ---------------------------------------------------------------------------------------------------------------


def text(context: Context, typed: str) -> bool:
    """Takes typed text: it begins a cell; a line end goes down, a tab to the right."""
    page = context.page
    if page.overlay or len(context.window.pages) > 1:
        return False
    while typed and not context.machine.work.leaves_out(typed):
        context.machine.work.spend(_cell_work(desk_of(context)))
        at = min([place for char in "\n\t" if (place := typed.find(char)) >= 0], default=len(typed))
        head, char, typed = typed[:at], typed[at : at + 1], typed[at + 1 :]
        if head:
            begin(context, head, "enter")
        if char:
            key(context, "enter" if char == "\n" else "tab")
    return True


def _cell_work(desk: Desk) -> float:
    return _CELL_WORK + sum([len(sheet.rows) for sheet in desk.book.sheets]) * _ROW_WORK


def key(context: Context, name: str) -> bool:
    """Handles the keys of the sheet, of the edited cell, and the menus' shortcuts."""
    page = context.page
    if len(context.window.pages) > 1:
        return _dialog_key(context, page, name)
    desk = desk_of(context)
    if menu_key(context, menus_of(desk), name, update):
        return True
    if page.overlay:
        return False
    if page.focus == "name_box":
        if name == "escape":
            put_desk(context, desk)
        return name in ("escape", "tab", "shift+tab")
    if page.focus == "cell":
        if not desk.editing:  # the input line was clicked
            put_desk(context, desk._replace(editing="edit"))
        return _edit_key(context, name)
    return _sheet_key(context, desk, name)


def _leave_cell(context: Context, rows: int, columns: int) -> None:
    """Takes the edited cell over, and moves on; Enter after Tabs goes back to the first column."""
    if desk_of(context).editing:
        actions.enter(context, context.field("cell"))
    desk = desk_of(context)
    origin = desk.tab_from
    if columns > 0:
        moved_on = select(desk, desk.row, desk.column + columns)
        follow(context, moved_on._replace(tab_from=desk.column if origin < 0 else origin))
        return
    column = origin if rows > 0 and origin >= 0 else desk.column + columns
    state = moved_state(context, rows)
    follow(context, select(state, state.row, column))


def moved_state(context: Context, rows: int) -> Desk:
    """Returns the state with the cursor some rows further, past those that a filter hides."""
    desk = desk_of(context)
    if rows:
        new = moved(context, "down" if rows > 0 else "up")
        if new is not None:
            return new
    return desk


def _edit_key(context: Context, name: str) -> bool:
    """Handles a key while a cell is edited."""
    match name:
        case "enter":
            _leave_cell(context, 1, 0)
        case "shift+enter":
            _leave_cell(context, -1, 0)
        case "tab":
            _leave_cell(context, 0, 1)
        case "shift+tab":
            _leave_cell(context, 0, -1)
        case "escape":
            leave_edit(context)
        case "f2":
            desk = desk_of(context)
            put_desk(context, desk._replace(editing="edit" if desk.editing == "enter" else "enter"))
        case "ctrl+enter" | "alt+enter":
            pass
        case "f4":
            _toggle_absolute(context)
        case "ctrl+s" | "ctrl+shift+s" | "ctrl+w" | "ctrl+q":
            actions.enter(context, context.field("cell"))
            _sheet_key(context, desk_of(context), name)
        case _:
            desk = desk_of(context)
            if name in _ARROWS and desk.editing == "enter":
                actions.enter(context, context.field("cell"))
                new = moved(context, name)
                if new is not None:
                    follow(context, new)
                return True
            return False
    return True


def _toggle_absolute(context: Context) -> None:
    """Goes on from relative to absolute references in the part of the formula before the caret."""
    from crab_sim.documents.formulas.references import REF, parse_ref, print_ref

    page = context.page
    typed, caret = page.fields.get("cell", ""), page.selection[1]
    for match in REF.finditer(typed):
        ref = parse_ref(match[0])
        if ref is not None and match.start() <= caret <= match.end():
            a, b = ref.fixed[0], ref.fixed[1]
            nxt = {(False, False): (True, True), (True, True): (True, False), (True, False): (False, True)}
            row, column = nxt.get((a, b), (False, False))
            new = print_ref(ref._replace(fixed=(row, column, row, column)))
            changed = typed[: match.start()] + new + typed[match.end() :]
            at = match.start() + len(new)
            context.set(fields={**page.fields, "cell": changed}, selection=(at, at))
            return


def _sheet_key(context: Context, desk: Desk, name: str) -> bool:
    """Handles a key while no cell is edited."""
    new = moved(context, name)
    if new is not None:
        follow(context, new)
        return True
    for keys, message in shortcuts(menus_of(desk)):
        if keys == name:
            _command(context, message)
            return True
    match name:
        case "enter" | "shift+enter":
            _leave_cell(context, 1 if name == "enter" else -1, 0)
        case "tab" | "shift+tab":
            _leave_cell(context, 0, 1 if name == "tab" else -1)
        case "backspace":
            actions.clear(context)
        case "ctrl+shift+t" | "f5":
            place = context.field("name_box")
            context.set(focus="name_box", selection=(0, len(place)))
        case "ctrl+f":
            _command(context, ("find",))
        case _:
            return _rarer_key(context, desk, name)
    return True


def _rarer_key(context: Context, desk: Desk, name: str) -> bool:
    match name:
        case "ctrl+pageup" | "ctrl+pagedown":
            _command(context, ("step_sheet", 1 if name == "ctrl+pagedown" else -1))
        case "ctrl+shift+z":
            _command(context, ("redo",))
        case "alt+down":
            found = sheet_of(desk).filter
            if found is not None and desk.row == found.box.top and found.box.left <= desk.column <= found.box.right:
                actions.show_filter(context, desk.column)
        case "escape":
            put_desk(context, desk._replace(chart=-1))
        case _:
            return False
    return True


def _dialog_key(context: Context, page: Page, name: str) -> bool:
    match name:
        case "escape":
            choices.choose(context, ("cancel",))
        case "enter" if not page.focus:
            choices.submit(context)
        case "tab" | "shift+tab" if page.name == "find":
            to = "replace" if page.focus == "search" else "search"
            context.set(focus=to, selection=(0, len(context.field(to))))
        case "tab" | "shift+tab":
            return True
        case _:
            return not page.focus
    return True


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=files.ask_to_close,
    **FACTS.facts,
)
