"""Commands of Writer on the text: typing, the caret, formatting, lists, tables, the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.writer import files, formatting, searching
from crab_sim.desktop.apps.writer.dialogs import table_problem
from crab_sim.desktop.apps.writer.files import put_base, writer_of
from crab_sim.desktop.apps.writer.messages import CommandMessage, PointMessage
from crab_sim.desktop.apps.writer.page_view import Ground
from crab_sim.desktop.apps.writer.state import Writer, changed, moved, stepped, typed
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.engines.writing import edits, moves, tables
from crab_sim.engines.writing.commands import FormatMessage, formatted, keyed, relevelled
from crab_sim.engines.writing.layout import flow
from crab_sim.engines.writing.model import Paragraph, Position, length
from crab_sim.engines.writing.session import (
    current_look,
    deleted,
    edited,
    redone,
    selected,
    selection,
    typing_work,
    undone,
    with_paragraph,
)
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui import MessageGroup
from crab_sim.ui.editing import MAX_TEXT

__all__ = [
    "COMMANDS",
    "command",
    "export_range",
    "insert_table",
    "place_caret_unless_selected",
    "text_key",
    "type_text",
]

COMMANDS: Final = MessageGroup(CommandMessage)
_FORMATS: Final = MessageGroup(FormatMessage)


def command(context: Context, message: CommandMessage) -> None:  # noqa: C901 - one case for each command
    """Carries out a command that a menu, a tool bar, a key or the mouse gives."""
    writer = writer_of(context)
    if _FORMATS.has(message):
        put_base(context, stepped(writer, formatted(writer.session, message, current_look(writer.session))))
        return
    match message:
        case ("point" | "word", *_) | ("sweep", *_):
            _pointed(context, message)
        case ("styles" | "fonts" | "sizes" as kind, x, y):
            context.set(overlay=(kind, x, y))
        case ("colors" | "grounds" as kind,):
            x, y = context.point
            context.set(overlay=(kind, x - 14, y + 16))
        case ("undo",):
            put_base(context, stepped(writer, undone(writer.session)))
        case ("redo",):
            put_base(context, stepped(writer, redone(writer.session)))
        case ("cut" | "copy" as name,):
            _copy(context, writer, name == "cut")
        case ("paste",):
            pasted = context.get(CLIPBOARD)
            if pasted:
                put_base(context, typed(writer, pasted.replace("\r", "")))
        case ("all",):
            end = Position(len(writer.text) - 1, length(writer.text[-1]))
            put_base(context, moved(writer, end, Position(0, 0)), follow=False)
        case ("find_bar",):
            searching.open_bar(context)
        case ("close_find",):
            searching.close_bar(context)
        case ("search", back):
            searching.search_bar(context, back)
        case ("replace_dialog",):
            searching.open_dialog(context)
        case ("marks",):
            put_base(context, writer._replace(marks=not writer.marks), follow=False)
        case ("zoom", zoom):
            context.set(data=writer._replace(zoom=zoom), scroll={})
        case ("dialog", name):
            formatting.show(context, name)
        case ("bar", name):
            put_base(context, writer._replace(hidden_bars=writer.hidden_bars ^ {name}), follow=False)
        case ("clone",):
            formatting.hold(context)
        case ("special", char):
            context.set(arg=char)
        case ("insert_text", new):
            if context.page.name == "special":
                context.pop()
            _edit(context, lambda text, at: edits.insert(text, at, new))
        case ("text_file",):
            context.push(file_chooser.page(context, "open_text", f"{HOME}/Documents", ""))
        case ("select", part):
            formatting.select_part(context, part)
        case ("page_break",):
            _edit(context, edits.insert_page_break)
        case ("table_dialog",):
            _table_dialog(context)
        case ("count",):
            context.push(dialog_page(context, "count"))
        case ("pdf_options",):
            page = dialog_page(context, "pdf_options", "all")
            context.push(page._replace(fields={**page.fields, "pages": "1"}))
        case ("row" | "column" as what, how):
            _table_command(context, what, how)
        case ("delete_table",):
            _edit(context, tables.remove_table)
        case _:
            assert_never(message)


def _edit(context: Context, edit: Callable[[tuple[Paragraph, ...], Position], edits.Edited]) -> None:
    """Applies an edit at the caret; it replaces the selection."""
    writer = writer_of(context)
    put_base(context, stepped(writer, edited(writer.session, edit)))


# Mouse ------------------------------------------------------------------------------------------------------------


def _pointed(context: Context, message: PointMessage) -> None:
    """Places the caret, or selects a word or the text between both ends of a drag."""
    writer, ground = writer_of(context), Ground(message[1], message[2], message[3], message[4])
    pages = flow(writer.text)
    match message:
        case ("word", *_):
            low, high = moves.word_around(writer.text, ground.position(pages, *context.point))
            writer = moved(writer, high, low)
        case ("sweep", _, _, _, _, x1, y1, x2, y2):
            writer = moved(writer, ground.position(pages, x2, y2), ground.position(pages, x1, y1))
        case ("point", *_):
            writer = moved(writer, ground.position(pages, *context.point))
        case _:
            assert_never(message)
    context.set(data=formatting.cloned(writer), scroll={"page": ground.offset}, focus="")


def place_caret_unless_selected(context: Context, ground: Ground) -> None:
    """Places the caret at the point of a right click outside of the selection."""
    writer = writer_of(context)
    at = ground.position(flow(writer.text), *context.point)
    low, high = selection(writer.session)
    if not low <= at <= high or not selected(writer.session):
        context.set(data=moved(writer, at), scroll={"page": ground.offset}, focus="")


def _copy(context: Context, writer: Writer, cut: bool) -> None:
    if not selected(writer.session):
        return
    context.put(CLIPBOARD, edits.selected_text(writer.text, *selection(writer.session))[:MAX_TEXT])
    if cut:
        after = deleted(writer.session)
        put_base(context, changed(writer, after.text, after.caret))


# Keys -------------------------------------------------------------------------------------------------------------


def text_key(context: Context, name: str) -> bool:
    """Handles a key in the text; returns whether it is one that edits or moves the caret."""
    writer = writer_of(context)
    if name in ("tab", "shift+tab"):
        put_base(context, _tab(writer, 1 if name == "tab" else -1))
        return True
    if name == "escape":
        put_base(context, moved(writer, writer.caret))
        return True
    session = keyed(writer.session, name)
    if session is not None:
        put_base(context, stepped(writer, session))
    return session is not None


def _tab(writer: Writer, step: int) -> Writer:
    """Goes to the next cell, changes a list item's level, or types a tab."""
    paragraph = writer.text[writer.caret.paragraph]
    if paragraph.cell is not None:
        target = tables.next_cell(writer.text, writer.caret, step)
        if target is not None:
            return moved(writer, target)
        if step < 0:
            return writer
        text, caret = tables.add_row(writer.text, writer.caret, True)
        return changed(writer, text, caret)
    if paragraph.marker and not writer.caret.offset:
        return stepped(writer, with_paragraph(writer.session, lambda each: relevelled(each, step)))
    return typed(writer, "\t") if step > 0 else writer


def type_text(context: Context, new: str) -> None:
    """Types text with the keys' meaning of tabs: in a table, they lead to the next cell."""
    writer = writer_of(context)
    new = new[:MAX_TEXT].replace("\r", "")
    pieces = new.split("\t")
    work = context.machine.work
    for i, piece in enumerate(pieces):
        if work.leaves_out("\t".join(pieces[i:])):
            break
        work.spend(typing_work(writer.text, piece))
        if i:
            writer = _tab(writer, 1)
        if piece:
            writer = typed(writer, piece)
    put_base(context, writer)


# Tables -----------------------------------------------------------------------------------------------------------


def _table_dialog(context: Context) -> None:
    number = 1 + max([each.cell.table + 1 for each in writer_of(context).text if each.cell is not None], default=0)
    page = dialog_page(context, "table", None, "columns", "2")
    context.push(page._replace(fields={**page.fields, "name": f"Table{number}", "rows": "2"}))


def insert_table(context: Context) -> None:
    """Inserts the table that the dialog describes."""
    columns, rows = context.field("columns"), context.field("rows")
    if table_problem(columns, rows):
        return
    context.pop()
    _edit(context, lambda text, at: tables.insert_table(text, at, int(rows), int(columns)))


def _table_command(context: Context, what: str, how: str) -> None:
    if how == "delete":
        _edit(context, tables.remove_row if what == "row" else tables.remove_column)
        return
    behind = how in ("below", "after")
    adder = tables.add_row if what == "row" else tables.add_column
    _edit(context, lambda text, at: adder(text, at, behind))


def export_range(context: Context) -> None:
    """Goes on from the options to the name of the PDF file."""
    pages = context.field("pages") if context.page.arg == "pages" else ""
    context.pop()
    files.export(context, pages)
