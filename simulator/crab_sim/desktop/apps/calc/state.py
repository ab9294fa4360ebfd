"""The state of a Calc window: its workbook, the cursor, the selection, and earlier states for Undo.

State: page ``sheet`` (arg: the file's path, data: `Desk`); dialogs lie above it. The field ``cell`` has the text of the
input line, and the focus while a cell is edited; the field ``name_box`` is the Name Box.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.documents.formulas.evaluator import Surroundings
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW, range_name
from crab_sim.engines.sheets.book import (
    MAX_TEXT,
    Book,
    Box,
    Cell,
    Sheet,
    Style,
    cell_at,
    cell_size,
    new_book,
    text_size,
)
from crab_sim.engines.sheets.edits import Clip, Edit, edit_text
from crab_sim.engines.sheets.recalculation import computed, recalculated
from crab_sim.machine.app import Context
from crab_sim.machine.slices import SEED, Slice
from crab_sim.ui import Page

__all__ = [
    "CLIP", "Desk", "Editing", "Step", "around", "begin", "commit", "desk_of", "document_name", "leave_edit",
    "put_desk", "redo", "select", "selection", "sheet_of", "undo", "year",
]  # fmt: skip

_MAX_UNDO: Final = 40
_MUCH: Final = 65_536
"""Characters of an edit beyond which the workbook's whole text is measured."""
CLIP: Final = Slice[Clip | None]("calc_clip", volatile="replaced by every copy")
"""The cells that were copied last, on whichever window."""
Editing: TypeAlias = Literal["", "enter", "edit"]
"""Whether a cell is edited: after typing into it the arrows leave it, after F2 they move the caret."""
_DAYS: Final = 25_569  # from 1899-12-30 to 1970


class Step(NamedTuple):
    """An earlier state, and the name of the change that followed it."""

    label: str
    book: Book
    sheet: int
    row: int
    column: int


class Desk(NamedTuple):
    """The state of a window.

    Attributes:
        book: The workbook.
        sheet: Number of the sheet in front.
        row: Row of the cursor.
        column: Column of the cursor.
        start: Row and column at which the selection began; it goes to the cursor.
        whole: Whether whole ``"rows"`` or ``"columns"`` are selected, or ``"all"``.
        modified: Whether it differs from the file.
        undo: What can be undone, oldest first.
        redo: What can be done again, the next one last.
        tab_from: The column to which Enter goes back after Tab; -1 for none.
        editing: Whether a cell is edited.
        picked: Start and end of the reference that a click has put into the edited formula.
        left: The first column in view.
        closing: Whether the window closes once the file is saved.
        hidden_bars: The bars that the menu View has hidden.
        formulas: Whether cells show their formulas.
        chart: Number of the selected chart, -1 for none.
        ask: Whether to ask before saving in another format than ODF.
        named: Whether it has a file.
        highlighted: Whether numbers, texts and formulas have colours of their own.
        held: The look that the next selected cells get, as it is cloned.
    """

    book: Book = new_book()
    sheet: int = 0
    row: int = 0
    column: int = 0
    start: tuple[int, int] = (0, 0)
    whole: str = ""
    modified: bool = False
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    tab_from: int = -1
    editing: Editing = ""
    picked: tuple[int, int] = (0, 0)
    left: int = 0
    closing: bool = False
    hidden_bars: frozenset[str] = frozenset()
    formulas: bool = False
    chart: int = -1
    ask: bool = True
    named: bool = False
    highlighted: bool = False
    held: Style | None = None


def desk_of(context: Context) -> Desk:
    """Returns the window's state."""
    desk: Desk = context.base.data
    return desk


def sheet_of(desk: Desk) -> Sheet:
    """Returns the sheet in front."""
    return desk.book.sheets[desk.sheet]


def cursor_cell(desk: Desk) -> Cell:
    """Returns the cell at the cursor."""
    return cell_at(sheet_of(desk), desk.row, desk.column)


def selection(desk: Desk) -> Box:
    """Returns the selected range."""
    (row, column), whole = desk.start, desk.whole
    top, bottom = min(row, desk.row), max(row, desk.row)
    left, right = min(column, desk.column), max(column, desk.column)
    if whole in ("rows", "all"):
        left, right = 0, MAX_COLUMN
    if whole in ("columns", "all"):
        top, bottom = 0, MAX_ROW
    return Box(top, left, bottom, right)


def document_name(context: Context) -> str:
    """Returns the name of the file, or that of a new document."""
    path: str = context.base.arg
    return path.rpartition("/")[2] or "Untitled 1"


def around(context: Context) -> Surroundings:
    """Returns the things on which formulas depend besides cells."""
    now = context.machine.now
    return Surroundings(now / 86_400 + _DAYS, f"{context.machine.get(SEED)}:{context.base.arg}")


def year(context: Context) -> int:
    """Returns the current year, for dates that are typed without one."""
    import datetime

    return datetime.datetime.fromtimestamp(context.machine.now, datetime.UTC).year


def put_desk(context: Context, desk: Desk, scroll: dict[str, int] | None = None) -> None:
    """Replaces the window's state; the input line and the Name Box follow it, unless a cell is edited."""
    window = context.window
    page = window.base
    fields = dict(page.fields)
    focus = page.focus
    if not desk.editing:
        fields["cell"] = edit_text(cursor_cell(desk))
        fields["name_box"] = range_name(*selection(desk))
        focus = ""
    page = page._replace(data=desk, fields=fields, focus=focus, scroll=page.scroll if scroll is None else scroll)
    if focus != window.base.focus:
        page = page._replace(selection=(0, 0))
    above = [_over(page, dialog) for dialog in window.pages[1:]]
    context.machine.put_window(window._replace(pages=(page, *above)))


def _over(page: Page, dialog: Page) -> Page:
    """Returns a dialog's page above a document's that has changed: it shows the document's bars and grid below it."""
    shown = {key: page.fields[key] for key in ("cell", "name_box")}
    scroll = {**dialog.scroll, "grid": page.scroll.get("grid", 0)}
    return dialog._replace(fields={**dialog.fields, **shown}, scroll=scroll)


def select(desk: Desk, row: int, column: int, extend: bool = False) -> Desk:
    """Returns the state with the cursor elsewhere; the nearest cell of the sheet gets it.

    Args:
        desk: The state before.
        row: Row of the cursor, from 0.
        column: Its column.
        extend: Whether the selection extends to the cursor; otherwise only the cursor's cell is selected.
    """
    row, column = max(0, min(MAX_ROW, row)), max(0, min(MAX_COLUMN, column))
    start = desk.start if extend else (row, column)
    whole = desk.whole if extend else ""
    return desk._replace(row=row, column=column, start=start, whole=whole, tab_from=-1, chart=-1)


def commit(context: Context, label: str, edit: Edit) -> None:
    """Takes over an edit: computes what depends on it, and remembers the state before.

    An edit by which the workbook's texts become too long together changes nothing.
    """
    desk = desk_of(context)
    if edit.book is desk.book or _is_too_long(edit):
        return
    book = computed(edit.book, around(context)) if edit.all else recalculated(edit.book, edit.changed, around(context))
    step = _now(desk, label)
    sheet = min(desk.sheet, len(book.sheets) - 1)
    put_desk(
        context, desk._replace(book=book, sheet=sheet, modified=True, undo=(*desk.undo, step)[-_MAX_UNDO:], redo=())
    )


def _is_too_long(edit: Edit) -> bool:
    sheets = edit.book.sheets
    written = sum([cell_size(cell_at(sheets[place.sheet], place.row, place.column)) for place in edit.changed])
    return written > _MUCH and text_size(edit.book) > MAX_TEXT


def undo(context: Context) -> None:
    """Goes back to the state before the last edit."""
    desk = desk_of(context)
    if desk.undo:
        step = desk.undo[-1]
        _go(context, desk._replace(undo=desk.undo[:-1], redo=(*desk.redo, _now(desk, step.label))), step)


def redo(context: Context) -> None:
    """Does the change again that was undone last."""
    desk = desk_of(context)
    if desk.redo:
        step = desk.redo[-1]
        _go(context, desk._replace(redo=desk.redo[:-1], undo=(*desk.undo, _now(desk, step.label))), step)


def _now(desk: Desk, label: str) -> Step:
    return Step(label, desk.book, desk.sheet, desk.row, desk.column)


def _go(context: Context, desk: Desk, step: Step) -> None:
    desk = desk._replace(book=step.book, sheet=min(step.sheet, len(step.book.sheets) - 1), modified=True)
    put_desk(context, select(desk, step.row, step.column))


def begin(context: Context, text: str | None, kind: Editing) -> None:
    """Begins to edit the cell at the cursor, with its own text or another one."""
    desk = desk_of(context)
    put_desk(context, desk._replace(editing=kind, picked=(0, 0)))
    page = context.page
    text = page.fields.get("cell", "") if text is None else text
    context.set(fields={**page.fields, "cell": text}, focus="cell", selection=(len(text), len(text)))


def leave_edit(context: Context) -> None:
    """Gives the edit up: the cell keeps its content."""
    desk = desk_of(context)
    put_desk(context, desk._replace(editing=""))
