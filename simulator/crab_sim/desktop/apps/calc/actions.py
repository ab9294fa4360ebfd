"""Changes of the sheet by Calc's menus, tool buttons and dialogs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Final

from crab_sim.desktop.apps.calc.dialogs import ChartChoice, FilterChoice, FindChoice, SortChoice
from crab_sim.desktop.apps.calc.movement import follow
from crab_sim.desktop.apps.calc.state import (
    CLIP,
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
from crab_sim.desktop.widgets import dialog_page
from crab_sim.documents.formulas.formats import with_decimals
from crab_sim.documents.formulas.references import MAX_ROW, range_name
from crab_sim.documents.formulas.tokens import Axis
from crab_sim.draw import text as metrics
from crab_sim.engines.sheets import structure
from crab_sim.engines.sheets.book import (
    DEFAULT_WIDTH,
    Box,
    Cell,
    Chart,
    Filter,
    Style,
    cell_at,
    cells_in,
    replace_sheet,
    used,
)
from crab_sim.engines.sheets.edits import (
    Clip,
    Edit,
    SortKey,
    cleared,
    edit_text,
    moved_cells,
    pasted,
    put,
    shown_text,
    sorted_rows,
    styled,
    typed,
    typed_rows,
)
from crab_sim.engines.sheets.filling import Direction, filled
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD

__all__ = [
    "apply_filter", "chart_now", "clear", "copy", "delete_chart", "delete_lines", "enter", "fill", "find_next",
    "insert_lines", "look", "optimal_width", "paste", "replace_all", "replace_one", "set_width", "show_chart",
    "show_filter", "show_sort", "sort_all", "sort_now", "sum_below", "toggle_filter",
]  # fmt: skip

_MAX_COPIED: Final = 100_000
_CHART_ROWS: Final = 13


def bounded(context: Context) -> Box:
    """Returns the selection, cut to the cells that are used, for whole rows and columns."""
    desk = desk_of(context)
    box, area = selection(desk), used(sheet_of(desk))
    if (box.bottom - box.top + 1) * (box.right - box.left + 1) <= _MAX_COPIED:
        return box
    return Box(box.top, box.left, max(box.top, min(box.bottom, area.bottom)), max(box.left, min(box.right, area.right)))


def enter(context: Context, text: str) -> None:
    """Types a text into the cell at the cursor."""
    desk = desk_of(context)
    put_desk(context, desk._replace(editing=""))
    desk = desk_of(context)
    if text != edit_text(cursor_cell(desk)):
        commit(context, "Input", typed(desk.book, desk.sheet, desk.row, desk.column, text, year(context)))


def clear(context: Context) -> None:
    """Deletes the contents of the selected cells."""
    desk = desk_of(context)
    commit(context, "Delete", cleared(desk.book, desk.sheet, bounded(context)))


def look(context: Context, label: str, change: Callable[[Style], Style]) -> None:
    """Changes the look of the selected cells."""
    desk = desk_of(context)
    commit(context, label, styled(desk.book, desk.sheet, bounded(context), change))


def toggle_look(context: Context, name: str) -> None:
    """Makes the selected cells bold, or another look, or plain again where the cursor's cell is so already."""
    on = not getattr(cursor_cell(desk_of(context)).style, name)
    changed: dict[str, Any] = {name: on}
    look(context, "Attributes", lambda style: style._replace(**changed))


def align(context: Context, side: str) -> None:
    """Aligns the selected cells; where they are aligned so already, their values decide again."""
    new = "" if cursor_cell(desk_of(context)).style.align == side else side
    look(context, "Attributes", lambda style: style._replace(align=new))


def decimals(context: Context, change: int) -> None:
    """Shows more or fewer decimals."""
    cell = cursor_cell(desk_of(context))
    code = cell.style.format
    if code == "General" and isinstance(cell.value, float):
        places = len(shown_text(cell).partition(".")[2])
        places = max(0, min(20, places + change))
        new = "0" + ("." + "0" * places if places else "")
    else:
        new = with_decimals(code, change)
    look(context, "Attributes", lambda style: style._replace(format=new))


# Copying ------------------------------------------------------------------------------------------------------------


def copy(context: Context, cut: bool) -> None:
    """Copies the selected cells, as text too, for other apps."""
    desk = desk_of(context)
    sheet, box = sheet_of(desk), bounded(context)
    if (box.bottom - box.top + 1) * (box.right - box.left + 1) > _MAX_COPIED:
        return
    lines = []
    for row in range(box.top, box.bottom + 1):
        if row not in sheet.hidden:
            cells = [shown_text(cell_at(sheet, row, column)) for column in range(box.left, box.right + 1)]
            lines.append("\t".join(cells))
    found = [(row, column, cell) for row, column, cell in cells_in(sheet, box)]
    if sheet.hidden and not cut:  # filtered rows aren't copied
        shown = [row for row in range(box.top, box.bottom + 1) if row not in sheet.hidden]
        places = {row: box.top + i for i, row in enumerate(shown)}
        found = [(places[row], column, cell) for row, column, cell in found if row in places]
        box = box._replace(bottom=box.top + max(0, len(shown) - 1))
    text = "\n".join(lines)
    context.put(CLIPBOARD, text)
    context.put(CLIP, Clip(text, sheet.name, box, tuple(found), cut, context.window_id))


def paste(context: Context, kind: str) -> None:
    """Pastes copied cells at the selection, or text from another app, split at tabs and line ends."""
    desk = desk_of(context)
    clip = context.machine.peek(CLIP, None)
    text = context.get(CLIPBOARD)
    target = bounded(context)
    if clip is not None and clip.text == text:
        if clip.cut and not kind and clip.window == context.window_id:
            edit = moved_cells(desk.book, desk.sheet, target, clip)
            context.put(CLIP, clip._replace(cut=False))
        else:
            edit = pasted(desk.book, desk.sheet, target, clip, kind)
        box = clip.box
        height = max(target.bottom - target.top, box.bottom - box.top)
        width = max(target.right - target.left, box.right - box.left)
    elif text and kind != "formats":
        rows = [line.split("\t") for line in text.rstrip("\n").split("\n")][:20_000]
        edit = typed_rows(desk.book, desk.sheet, target.top, target.left, rows, year(context))
        height, width = len(rows) - 1, max([len(row) for row in rows]) - 1
    else:
        return
    commit(context, "Paste", edit)
    desk = select(desk_of(context), target.top + height, target.left + width)
    put_desk(context, desk._replace(start=(target.top, target.left)))


def fill(context: Context, direction: Direction) -> None:
    """Fills the selection from its first row or column; a single cell from its neighbour."""
    desk, box = desk_of(context), bounded(context)
    if direction == "down" and box.top == box.bottom:
        box = box._replace(top=max(0, box.top - 1))
    if direction == "right" and box.left == box.right:
        box = box._replace(left=max(0, box.left - 1))
    commit(context, "Fill", filled(desk.book, desk.sheet, box, direction))


def insert_lines(context: Context, axis: Axis, after: int) -> None:
    """Inserts as many rows or columns as are selected, before or after the selection."""
    desk = desk_of(context)
    box = selection(desk)
    first, last = (box.top, box.bottom) if axis == "row" else (box.left, box.right)
    count = min(last - first + 1, 1000)
    at = last + 1 if after else first
    commit(context, "Insert", structure.insert_lines(desk.book, desk.sheet, axis, at, count))


def delete_lines(context: Context, axis: Axis) -> None:
    """Deletes the selected rows or columns."""
    desk = desk_of(context)
    box = selection(desk)
    first, last = (box.top, box.bottom) if axis == "row" else (box.left, box.right)
    commit(context, "Delete", structure.delete_lines(desk.book, desk.sheet, axis, first, last - first + 1))
    desk = desk_of(context)
    put_desk(context, select(desk, box.top, box.left) if not desk.whole else desk)


def set_width(context: Context, first: int, last: int, width: int) -> None:
    """Gives columns a width.

    Args:
        context: The window's context.
        first: Number of the first column, from 0.
        last: Number of the last one; at most 501 columns change.
        width: The width in pixels.
    """
    desk = desk_of(context)
    sheet = sheet_of(desk)
    widths = dict(sheet.widths)
    for column in range(first, min(last, first + 500) + 1):
        if width == DEFAULT_WIDTH:
            widths.pop(column, None)
        else:
            widths[column] = width
    commit(context, "Column Width", Edit(replace_sheet(desk.book, desk.sheet, sheet._replace(widths=widths))))


def optimal_width(context: Context, first: int, last: int) -> None:
    """Makes columns as wide as their widest cell."""
    desk = desk_of(context)
    sheet = sheet_of(desk)
    last = min(last, used(sheet).right)
    widths = dict(sheet.widths)
    size = context.theme.font - 2
    for column in range(first, last + 1):
        found = cells_in(sheet, Box(0, column, MAX_ROW, column))
        cells = [cell for _, _, cell in found]
        best = [metrics.width(shown_text(cell), "bold" if cell.style.bold else "regular", size) for cell in cells]
        if best:
            widths[column] = max(20, min(1000, max(best) + 10))
    commit(context, "Optimal Column Width", Edit(replace_sheet(desk.book, desk.sheet, sheet._replace(widths=widths))))


def sum_below(context: Context) -> None:
    """Begins a formula with the sum of the numbers above the cursor, or left of it."""
    desk = desk_of(context)
    sheet = sheet_of(desk)
    top = desk.row
    while top > 0 and isinstance(cell_at(sheet, top - 1, desk.column).value, float):
        top -= 1
    left = desk.column
    while left > 0 and isinstance(cell_at(sheet, desk.row, left - 1).value, float):
        left -= 1
    if top < desk.row:
        begin(context, f"=SUM({range_name(top, desk.column, desk.row - 1, desk.column)})", "edit")
    elif left < desk.column:
        begin(context, f"=SUM({range_name(desk.row, left, desk.row, desk.column - 1)})", "edit")
    else:
        begin(context, "=SUM()", "edit")
        context.set(selection=(5, 5))


def insert_now(context: Context, kind: str) -> None:
    """Types today's date or the time into the cell."""
    desk = desk_of(context)
    now = time.gmtime(context.machine.now)
    text = time.strftime("%m/%d/%Y" if kind == "date" else "%H:%M:%S", now)
    commit(context, "Input", typed(desk.book, desk.sheet, desk.row, desk.column, text, year(context)))


# Sorting and filtering ----------------------------------------------------------------------------------------------


def _range(context: Context) -> Box:
    """Returns the selection, or the block of cells around the cursor if it is a single cell."""
    desk = desk_of(context)
    box = bounded(context)
    if (box.top, box.left) == (box.bottom, box.right):
        return structure.data_box(sheet_of(desk), box.top, box.left)
    area = used(sheet_of(desk))
    return box._replace(bottom=max(box.top, min(box.bottom, area.bottom)))


def _has_heading(context: Context, box: Box) -> bool:
    """Returns whether the first row of a range holds only texts, and the second something else."""
    sheet = sheet_of(desk_of(context))
    columns = range(box.left, min(box.right, box.left + 100) + 1)
    first = [cell_at(sheet, box.top, column).value for column in columns]
    second = [cell_at(sheet, box.top + 1, column).value for column in columns]
    texts = all([isinstance(value, str) for value in first])
    return box.bottom > box.top and texts and any([not isinstance(value, str) for value in second])


def show_sort(context: Context) -> None:
    """Shows the dialog Sort for the selection."""
    box = _range(context)
    desk = desk_of(context)
    put_desk(context, desk._replace(row=box.bottom, column=box.right, start=(box.top, box.left), whole=""))
    column = min(max(desk.column, box.left), box.right)
    choice = SortChoice(box, _has_heading(context, box), (SortKey(column),))
    context.push(dialog_page(context, "sort", choice))


def sort_all(context: Context) -> None:
    """Sorts by the choices of the dialog."""
    choice: SortChoice = context.page.arg
    context.pop()
    box = choice.box._replace(top=choice.box.top + 1) if choice.heading else choice.box
    desk = desk_of(context)
    commit(context, "Sort", sorted_rows(desk.book, desk.sheet, box, choice.keys))


def sort_now(context: Context, descending: bool) -> None:
    """Sorts the block around the cursor by its column."""
    desk, box = desk_of(context), _range(context)
    column = min(max(desk.start[1], box.left), box.right)
    if _has_heading(context, box):
        box = box._replace(top=box.top + 1)
    commit(context, "Sort", sorted_rows(desk.book, desk.sheet, box, (SortKey(column, descending),)))


def toggle_filter(context: Context) -> None:
    """Gives the block around the cursor an autofilter, or takes it away."""
    desk = desk_of(context)
    found = None if sheet_of(desk).filter is not None else Filter(_range(context), {})
    commit(context, "AutoFilter", structure.with_filter(desk.book, desk.sheet, found))


def show_filter(context: Context, column: int) -> None:
    """Shows the list of an autofilter's column."""
    sheet = sheet_of(desk_of(context))
    texts = frozenset(structure.filter_values(sheet, column))
    chosen = sheet.filter.chosen.get(column, texts) if sheet.filter is not None else texts
    context.push(dialog_page(context, "filter", FilterChoice(column, chosen)))


def apply_filter(context: Context) -> None:
    """Shows only the rows with the texts that are chosen."""
    choice: FilterChoice = context.page.arg
    context.pop()
    desk = desk_of(context)
    sheet = sheet_of(desk)
    if sheet.filter is None:
        return
    chosen = {column: texts for column, texts in sheet.filter.chosen.items() if column != choice.column}
    if choice.chosen != frozenset(structure.filter_values(sheet, choice.column)):
        chosen[choice.column] = choice.chosen
    found = sheet.filter._replace(chosen=chosen)
    commit(context, "AutoFilter", structure.with_filter(desk.book, desk.sheet, found))


def sort_filtered(context: Context, descending: bool) -> None:
    """Sorts the rows of the filter's range by the column whose list is open."""
    choice: FilterChoice = context.page.arg
    context.pop()
    desk = desk_of(context)
    found = sheet_of(desk).filter
    if found is not None:
        box = found.box._replace(top=found.box.top + 1)
        edit = sorted_rows(desk.book, desk.sheet, box, (SortKey(choice.column, descending),))
        commit(context, "Sort", Edit(structure.with_filter(edit.book, desk.sheet, found).book, (), True))


# Finding ------------------------------------------------------------------------------------------------------------


def _matches(cell: Cell, wanted: str, choice: FindChoice) -> bool:
    text = edit_text(cell).removeprefix("'")
    if not choice.match_case:
        text, wanted = text.casefold(), wanted.casefold()
    return text == wanted if choice.entire else wanted in text


def _found(context: Context, wanted: str, choice: FindChoice) -> list[tuple[int, int]]:
    desk = desk_of(context)
    sheet = sheet_of(desk)
    cells = cells_in(sheet, used(sheet))
    return [(row, column) for row, column, cell in cells if _matches(cell, wanted, choice)]


def find_next(context: Context, way: int) -> None:
    """Moves the cursor to the next cell with the text, from the end to the start."""
    choice: FindChoice = context.page.arg
    wanted = context.field("search")
    found = _found(context, wanted, choice) if wanted else []
    message = ""
    if not found:
        message = "Search key not found" if wanted else ""
    else:
        desk = desk_of(context)
        here = desk.row, desk.column
        after = [at for at in found if at > here] if way > 0 else [at for at in reversed(found) if at < here]
        if not after:
            message = "Reached the end of the sheet" if way > 0 else "Reached the beginning of the sheet"
            after = found if way > 0 else found[::-1]
        row, column = after[0]
        follow(context, select(desk, row, column))
    context.set(arg=choice._replace(message=message))


def _replaced(text: str, wanted: str, new: str, choice: FindChoice) -> str:
    if choice.entire:
        return new
    flags = 0 if choice.match_case else re.IGNORECASE
    return re.sub(re.escape(wanted), lambda match: new, text, flags=flags)[:32_767]


def replace_one(context: Context) -> None:
    """Replaces the text in the cursor's cell if it is there, and goes on to the next one."""
    choice: FindChoice = context.page.arg
    wanted, new = context.field("search"), context.field("replace")
    desk = desk_of(context)
    cell = cursor_cell(desk)
    if wanted and _matches(cell, wanted, choice):
        text = _replaced(edit_text(cell), wanted, new, choice)
        commit(context, "Replace", typed(desk.book, desk.sheet, desk.row, desk.column, text, year(context)))
    find_next(context, 1)


def replace_all(context: Context) -> None:
    """Replaces the text in all cells of the sheet."""
    from crab_sim.engines.sheets.edits import new_cell

    choice: FindChoice = context.page.arg
    wanted, new = context.field("search"), context.field("replace")
    found = _found(context, wanted, choice) if wanted else []
    desk = desk_of(context)
    sheet = sheet_of(desk)
    cells = {}
    for row, column in found:
        cell = cell_at(sheet, row, column)
        cells[row, column] = new_cell(cell, _replaced(edit_text(cell), wanted, new, choice), year(context))
    if cells:
        commit(context, "Replace", put(desk.book, desk.sheet, cells))
    count = len(cells)
    message = f"{count} result{'s' if count != 1 else ''} replaced" if count else "Search key not found"
    context.set(arg=choice._replace(message=message))


# Charts -------------------------------------------------------------------------------------------------------------


def show_chart(context: Context) -> None:
    """Shows the dialog for a chart of the selection."""
    box = _range(context)
    context.push(dialog_page(context, "chart", ChartChoice(box), "entry", ""))


def chart_now(context: Context) -> None:
    """Draws the chart beside its cells."""
    choice: ChartChoice = context.page.arg
    heading = context.field("entry").strip()[:100]
    context.pop()
    desk = desk_of(context)
    sheet = sheet_of(desk)
    row = min(choice.box.top + 1 + _CHART_ROWS * len(sheet.charts), MAX_ROW)  # below those that are there
    chart = Chart(choice.kind, choice.box, heading, row, choice.box.right + 2)
    new = sheet._replace(charts=(*sheet.charts, chart)[-20:])
    commit(context, "Insert Chart", Edit(replace_sheet(desk.book, desk.sheet, new)))


def delete_chart(context: Context) -> None:
    """Deletes the selected chart."""
    desk = desk_of(context)
    sheet = sheet_of(desk)
    charts = sheet.charts[: desk.chart] + sheet.charts[desk.chart + 1 :]
    put_desk(context, desk._replace(chart=-1))
    commit(context, "Delete", Edit(replace_sheet(desk.book, desk.sheet, sheet._replace(charts=charts))))


def scaled_width(sheet_width: int) -> str:
    """Returns a width in pixels as the dialog shows it, in inches.

    >>> scaled_width(85)
    '0.89"'
    """
    return f'{sheet_width / 96:.2f}"'


def parsed_width(text: str) -> int | None:
    """Returns the pixels of a typed width: in inches, or with ``cm``, ``mm`` or ``px``.

    >>> parsed_width("2.54 cm"), parsed_width('1"'), parsed_width("wide")
    (96, 96, None)
    """
    match = re.fullmatch(r"\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*(cm|mm|in|px|\"|″|)\s*", text)
    if match is None:
        return None
    size = {"cm": 96 / 2.54, "mm": 9.6 / 2.54, "px": 1.0}.get(match[2], 96.0)
    return max(10, min(1000, round(float(match[1].replace(",", ".")) * size)))
