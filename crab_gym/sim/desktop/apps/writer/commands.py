"""Commands of Writer on the text: typing, the caret, formatting, lists, tables, the clipboard."""

from __future__ import annotations

from collections.abc import Callable

from crab_gym.sim.desktop.apps.writer import files, moves, searching
from crab_gym.sim.desktop.apps.writer.dialogs import table_problem
from crab_gym.sim.desktop.apps.writer.files import put_base, writer_of
from crab_gym.sim.desktop.apps.writer.menus import SIZES
from crab_gym.sim.desktop.apps.writer.page_view import Ground
from crab_gym.sim.desktop.apps.writer.state import (
    Writer,
    changed,
    current_look,
    deleted,
    moved,
    redone,
    selected,
    selection,
    styled,
    typed,
    undone,
    with_look,
    with_paragraph,
)
from crab_gym.sim.desktop.widgets import dialog_page
from crab_gym.sim.engines.writing import edits, tables
from crab_gym.sim.engines.writing.layout import flow
from crab_gym.sim.engines.writing.model import NO_LOOK, Paragraph, Position, length
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.slices import CLIPBOARD
from crab_gym.sim.ui.editing import MAX_TEXT
from crab_gym.sim.ui.page import AnyMessage

__all__ = ["command", "export_range", "insert_table", "place_caret_unless_selected", "text_key", "type_text"]


def command(context: Context, message: AnyMessage) -> None:  # noqa: C901 - one case for each command
    """Carries out a command that a menu, a tool bar, a key or the mouse gives."""
    writer = writer_of(context)
    match message:
        case ("point" | "word" | "sweep", *_):
            _pointed(context, message)
        case ("styles" | "fonts" | "sizes", int(x), int(y)):
            context.set(overlay=(message[0], x, y))
        case ("colors" | "grounds",):
            x, y = context.point
            context.set(overlay=(message[0], x - 14, y + 16))
        case ("undo",):
            put_base(context, undone(writer))
        case ("redo",):
            put_base(context, redone(writer))
        case ("cut" | "copy",):
            _copy(context, writer, message[0] == "cut")
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
        case ("search", bool(back)):
            searching.search_bar(context, back)
        case ("replace_dialog",):
            searching.open_dialog(context)
        case ("marks",):
            put_base(context, writer._replace(marks=not writer.marks), follow=False)
        case ("zoom", int(zoom)):
            context.set(data=writer._replace(zoom=zoom), scroll={})
        case ("page_break",):
            _edit(context, edits.insert_page_break)
        case ("table_dialog",):
            _table_dialog(context)
        case ("count",):
            context.push(dialog_page(context, "count"))
        case ("pdf_options",):
            page = dialog_page(context, "pdf_options", "all")
            context.push(page._replace(fields={**page.fields, "pages": "1"}))
        case ("row" | "column", str(how)):
            _table_command(context, str(message[0]), how)
        case ("delete_table",):
            _edit(context, tables.remove_table)
        case _:
            _format(context, writer, message)


def _edit(context: Context, edit: Callable[[tuple[Paragraph, ...], Position], edits.Edited]) -> None:
    """Applies an edit at the caret; it replaces the selection."""
    writer = writer_of(context)
    after = deleted(writer)
    text, caret = edit(after.text, after.caret)
    put_base(context, changed(writer, text, caret))


def _format(context: Context, writer: Writer, message: AnyMessage) -> None:  # noqa: C901 - one case for each command
    """Carries out a command that changes looks or paragraphs."""
    match message:
        case ("toggle", "bold"):
            on = not current_look(writer).bold
            writer = with_look(writer, lambda look: look._replace(bold=on))
        case ("toggle", "italic"):
            on = not current_look(writer).italic
            writer = with_look(writer, lambda look: look._replace(italic=on))
        case ("toggle", "underline"):
            on = not current_look(writer).underline
            writer = with_look(writer, lambda look: look._replace(underline=on))
        case ("toggle", "strike"):
            on = not current_look(writer).strike
            writer = with_look(writer, lambda look: look._replace(strike=on))
        case ("font", str(font)):
            writer = with_look(writer, lambda look: look._replace(font=font))
        case ("size", float(size)):
            writer = with_look(writer, lambda look: look._replace(size=size))
        case ("grow", int(step)):
            now = current_look(writer).size
            larger = min([size for size in SIZES if size > now], default=now)
            smaller = max([size for size in SIZES if size < now], default=now)
            new = larger if step > 0 else smaller
            writer = with_look(writer, lambda look: look._replace(size=new))
        case ("color", str(color)):
            writer = with_look(writer, lambda look: look._replace(color=color))
        case ("highlight", str(color)):
            writer = with_look(writer, lambda look: look._replace(highlight=color))
        case ("clear",):
            writer = with_paragraph(with_look(writer, lambda look: NO_LOOK), lambda each: each._replace(align=""))
        case ("style", str(name)):
            writer = styled(writer, name)
        case ("align", "left" | "center" | "right" | "justify" as align):
            writer = with_paragraph(writer, lambda each: each._replace(align=align))
        case ("list", "bullet" | "number" | "" as marker):
            low, high = selection(writer)
            chosen = writer.text[low.paragraph : high.paragraph + 1]
            off = not marker or all([each.marker == marker for each in chosen])
            if off:
                writer = with_paragraph(writer, lambda each: each._replace(marker="", level=0))
            else:
                writer = with_paragraph(writer, lambda each: each._replace(marker=marker))
        case ("level", int(step)):
            writer = with_paragraph(writer, lambda each: _level(each, step))
        case _:
            return
    put_base(context, writer)


def _level(paragraph: Paragraph, step: int) -> Paragraph:
    return paragraph._replace(level=max(0, min(8, paragraph.level + step))) if paragraph.marker else paragraph


# Mouse ------------------------------------------------------------------------------------------------------------


def _ground(message: AnyMessage) -> Ground:
    left, top, zoom, offset = (int(str(number)) for number in message[1:5])
    return Ground(left, top, zoom, offset)


def _pointed(context: Context, message: AnyMessage) -> None:
    """Places the caret, or selects a word or the text between both ends of a drag."""
    writer, ground = writer_of(context), _ground(message)
    pages = flow(writer.text)
    x, y = context.point
    at = ground.position(pages, x, y)
    match message:
        case ("word", *_):
            low, high = moves.word_around(writer.text, at)
            writer = moved(writer, high, low)
        case ("sweep", _, _, _, _, int(x1), int(y1), int(x2), int(y2)):
            writer = moved(writer, ground.position(pages, x2, y2), ground.position(pages, x1, y1))
        case _:
            writer = moved(writer, at)
    context.set(data=writer, scroll={"page": ground.offset}, focus="")


def place_caret_unless_selected(context: Context, message: AnyMessage) -> None:
    """Places the caret at the point of a right click outside of the selection."""
    writer, ground = writer_of(context), _ground(message)
    at = ground.position(flow(writer.text), *context.point)
    low, high = selection(writer)
    if not low <= at <= high or not selected(writer):
        context.set(data=moved(writer, at), scroll={"page": ground.offset}, focus="")


def _copy(context: Context, writer: Writer, cut: bool) -> None:
    if not selected(writer):
        return
    context.put(CLIPBOARD, edits.selected_text(writer.text, *selection(writer))[:MAX_TEXT])
    if cut:
        after = deleted(writer)
        put_base(context, changed(writer, after.text, after.caret))


# Keys -------------------------------------------------------------------------------------------------------------


def text_key(context: Context, name: str) -> bool:
    """Handles a key in the text; returns whether it is one that edits or moves the caret."""
    writer = writer_of(context)
    extend = "shift+" in name
    plain_name = name.replace("shift+", "")
    vertical = moves.vertical(writer.text, writer.caret, plain_name, writer.goal)
    if vertical is not None:
        to, goal = vertical
        put_base(context, moved(writer, to, writer.anchor if extend else None, goal))
        return True
    if plain_name in ("left", "right") and not extend and selected(writer):
        low, high = selection(writer)
        put_base(context, moved(writer, low if plain_name == "left" else high))
        return True
    target = moves.move(writer.text, writer.caret, plain_name)
    if target is not None:
        put_base(context, moved(writer, target, writer.anchor if extend else None))
        return True
    match name:
        case "enter":
            put_base(context, typed(writer, "\n"))
        case "shift+enter":
            _edit(context, lambda text, at: edits.insert(text, at, "\n"))
        case "tab" | "shift+tab":
            put_base(context, _tab(writer, 1 if name == "tab" else -1))
        case "backspace" | "delete" | "ctrl+backspace" | "ctrl+delete" | "shift+backspace":
            put_base(context, _erased(writer, name))
        case "escape":
            put_base(context, moved(writer, writer.caret))
        case _:
            return False
    return True


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
        return with_paragraph(writer, lambda each: _level(each, step))
    return typed(writer, "\t") if step > 0 else writer


def _erased(writer: Writer, name: str) -> Writer:
    """Removes the selection, or the character or word beside the caret."""
    if selected(writer):
        after = deleted(writer)
        return changed(writer, after.text, after.caret)
    at = writer.caret
    paragraph = writer.text[at.paragraph]
    if "backspace" in name and not at.offset and paragraph.marker:
        return with_paragraph(writer, lambda each: each._replace(marker="", level=0))
    key = ("ctrl+" if "ctrl+" in name else "") + ("left" if "backspace" in name else "right")
    other = moves.move(writer.text, at, key)
    if other is None or writer.text[other.paragraph].cell != paragraph.cell:
        return writer
    text, caret = edits.delete(writer.text, *edits.ordered(at, other))
    return changed(writer, text, caret)


def type_text(context: Context, new: str) -> None:
    """Types text with the keys' meaning of tabs: in a table, they lead to the next cell."""
    writer = writer_of(context)
    new = new[:MAX_TEXT].replace("\r", "")
    pieces = new.split("\t")
    for i, piece in enumerate(pieces):
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
