"""The grid of cells: the place of its rows and columns, and its widget, which lays out only the cells in view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from crab_sim.desktop.apps.calc.messages import Message
from crab_sim.desktop.apps.calc.state import Desk, selection, sheet_of
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW, letters, place_name
from crab_sim.documents.formulas.values import SheetError
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Op
from crab_sim.engines.sheets.book import DEFAULT_WIDTH, EMPTY, Box, Cell, Sheet
from crab_sim.engines.sheets.edits import shown_text
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, SELECTED, DragData, FieldData, Node, NodeData, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["Grid", "Lines", "Spot", "header_width", "line_height", "lines_of", "spot_at", "visible_row"]

_EDGE: Final = 4  # pixels beside the edge of a header at which it is taken for the edge
_KEPT: Final = 128  # rows of a grid of which the layout is kept
_NO_CELLS: Final[Mapping[int, Cell]] = {}
_VALUE, _FORMULA = (0, 0, 255), (0, 128, 0)
_LIMIT: Final = 200  # rows below the last one to which the grid scrolls


class Line(NamedTuple):
    """A row or column in view: its number, its first pixel within the grid, and its size."""

    number: int
    at: int
    size: int


class Lines(NamedTuple):
    """The rows and columns in view."""

    rows: tuple[Line, ...]
    columns: tuple[Line, ...]


class Spot(NamedTuple):
    """A place on the grid.

    Attributes:
        zone: ``"cell"``, ``"row"``, ``"column"``, ``"edge"`` (the right edge of a column's header), ``"corner"``.
        row: The row; the nearest one in view.
        column: The column.
    """

    zone: str
    row: int
    column: int


class _Row(NamedTuple):
    """What a row's cells were laid out as."""

    cells: Mapping[int, Cell]
    ops: list[Op]
    nodes: list[Node]


@lru_cache(maxsize=4)
def _kept_rows(place: tuple[object, ...]) -> dict[tuple[int, int, tuple[int, int, int] | None], _Row]:
    """Returns the rows that were laid out at the same place: a step changes few of the hundreds of cells.

    They are found by their number, their top edge, and the cursor's column and the selected ones in them.
    """
    return {}


def line_height(theme: Theme) -> int:
    """Returns the height of rows and of the column headers."""
    return theme.font + 4


def header_width(theme: Theme) -> int:
    """Returns the width of the row headers."""
    return theme.font * 3


def column_width(sheet: Sheet, column: int) -> int:
    """Returns the width of a column in pixels."""
    return sheet.widths.get(column, DEFAULT_WIDTH)


def visible_row(sheet: Sheet, index: int) -> int:
    """Returns the number of the row that is the index-th of those that no filter hides."""
    row = index
    for hidden in sorted(sheet.hidden):
        if hidden > row:
            break
        row += 1
    return min(row, MAX_ROW)


def row_index(sheet: Sheet, row: int) -> int:
    """Returns the place of a row among those that no filter hides."""
    return row - sum([hidden < row for hidden in sheet.hidden])


def lines_of(desk: Desk, top: int, theme: Theme, w: int, h: int) -> Lines:
    """Returns the rows and columns in view.

    Args:
        desk: The window's state.
        top: The first row in view, counted without hidden ones.
        theme: The measures.
        w: Width of the grid in pixels, headers included.
        h: Its height.
    """
    sheet, size = sheet_of(desk), line_height(theme)
    upper, before = sheet.frozen
    rows: list[Line] = []
    at = size
    for row in chain(range(upper), range(visible_row(sheet, top + row_index(sheet, upper)), MAX_ROW + 1)):
        if at >= h:
            break
        if row not in sheet.hidden:
            rows.append(Line(row, at, size))
            at += size
    columns: list[Line] = []
    x = header_width(theme)
    for column in chain(range(before), range(max(before, desk.left), MAX_COLUMN + 1)):
        width = column_width(sheet, column)
        if x >= w:
            break
        if width:
            columns.append(Line(column, x, width))
            x += width
    return Lines(tuple(rows), tuple(columns))


def _line(lines: tuple[Line, ...], at: int) -> Line:
    starts = [line.at for line in lines]
    return lines[max(0, bisect_right(starts, at) - 1)]


def spot_at(lines: Lines, theme: Theme, x: int, y: int) -> Spot:
    """Returns the part of the grid at a point.

    Args:
        lines: The rows and columns that are in view.
        theme: The theme, by which the headers are measured.
        x: The point, in pixels from the grid's left edge.
        y: The point, in pixels from its top edge.
    """
    row, column = _line(lines.rows, y), _line(lines.columns, x)
    if y < line_height(theme):
        if x < header_width(theme):
            return Spot("corner", row.number, column.number)
        if x > column.at + column.size - 1 - _EDGE:
            return Spot("edge", row.number, column.number)
        if x < column.at + _EDGE and column.number > lines.columns[0].number:
            return Spot("edge", row.number, column.number - 1)
        return Spot("column", row.number, column.number)
    return Spot("row" if x < header_width(theme) else "cell", row.number, column.number)


class Grid(Widget[Message]):
    """The grid.

    Args:
        desk: The window's state.
        text: The text of the edited cell.
        caret: The selection in it.
    """

    __slots__ = ("caret", "desk", "text")

    def __init__(self, desk: Desk, text: str, caret: tuple[int, int]) -> None:
        self.flex, self.desk, self.text, self.caret = 1, desk, text, caret

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws headers, cells, selection, charts and the edited cell."""
        theme, desk, outer = scene.theme, self.desk, scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        if scene.clip[0] < scene.clip[2] and scene.clip[1] < scene.clip[3]:
            size, sheet = line_height(theme), sheet_of(desk)
            last = max(max(sheet.rows, default=0), desk.row) + _LIMIT
            limit = max(0, (row_index(sheet, min(last, MAX_ROW)) + 2) * size - h)
            offset = min(limit, scene.page.scroll.get("grid", 0))
            lines = lines_of(desk, offset // size, theme, w, h)
            scene.node(x, y, w, h, "table", sheet.name, rid="grid", data=ScrollData("grid", offset, limit, None))
            drag: DragData[Message] = DragData(("drag", x, y, w, h, 0, 0, 0, 0))
            scene.fill(x, y, w, h, _paper(theme))
            self._cells(scene, x, y, w, h, lines, drag)
            self._headers(scene, x, y, w, h, lines, drag)
            inner = (max(scene.clip[0], x + header_width(theme)), max(scene.clip[1], y + size))
            scene.clip = (*inner, scene.clip[2], scene.clip[3])
            if scene.clip[0] < scene.clip[2] and scene.clip[1] < scene.clip[3]:
                self._cursor(scene, x, y, lines)
        scene.clip = outer

    def _cells(
        self, scene: Scene[Message], x: int, y: int, w: int, h: int, lines: Lines, drag: DragData[Message]
    ) -> None:
        desk = self.desk
        sheet, box = sheet_of(desk), selection(desk)
        if scene.drawn:
            self._ruled(scene, x, y, w, h, lines, box)
        found = sheet.filter.box if sheet.filter is not None else None
        ways = desk.formulas, desk.highlighted
        place = (x, lines.columns, drag, scene.clip, scene.owner, scene.app, scene.theme, ways)
        kept = _kept_rows(place) if scene.drawn and scene.near is None else None
        low, high = scene.wanted_heights()
        first, last = scene.wanted_widths()
        columns = [each for each in lines.columns if x + each.at < last and x + each.at + each.size > first]
        for line in lines.rows:
            top = y + line.at
            if top >= high or top + line.size <= low:
                continue
            row = line.number
            cells = sheet.rows.get(row, _NO_CELLS)
            chosen = (desk.column if row == desk.row else -1, box.left, box.right)
            key = (row, top, chosen if box.top <= row <= box.bottom else None)
            plain = kept is not None and (found is None or row != found.top)  # without a filter's buttons
            done = kept.get(key) if kept is not None and plain else None
            if done is not None and done.cells is cells:
                scene.ops += done.ops
                scene.nodes += done.nodes
                continue
            first_op, first_node = len(scene.ops), len(scene.nodes)
            for column in columns:
                number = column.number
                cell = cells.get(number, EMPTY)
                text = self._text(cell)
                if text and scene.drawn:
                    self._content(scene, cell, text, x, top, column, cells, box, row)
                at_cursor = (row, number) == (desk.row, desk.column)
                inside = box.top <= row <= box.bottom and box.left <= number <= box.right
                flags = (FOCUSED | SELECTED) if at_cursor else SELECTED if inside else 0
                scene.node(
                    x + column.at, top, column.size, line.size, "cell", text, place_name(row, number),
                    message=("cell", row, number), long_message=("cell_menu", row, number),
                    double_message=("cell_edit", row, number), flags=flags, data=drag,
                )  # fmt: skip
                if found is not None and row == found.top and found.left <= number <= found.right:
                    _arrow(scene, x + column.at + column.size - 18, top + 1, line.size - 2, desk, number)
            if kept is not None and plain:
                if len(kept) >= _KEPT:
                    kept.clear()
                kept[key] = _Row(cells, scene.ops[first_op:], scene.nodes[first_node:])

    def _text(self, cell: Cell) -> str:
        return cell.formula if self.desk.formulas and cell.formula else shown_text(cell)

    def _ruled(self, scene: Scene[Message], x: int, y: int, w: int, h: int, lines: Lines, box: Box) -> None:
        """Draws the ground of cells, the selection and the lines between cells."""
        theme = scene.theme
        sheet, tint, rule = sheet_of(self.desk), _tint(theme), theme.outline if theme.dark else (221, 221, 221)
        for line in lines.rows:
            for column, cell in sheet.rows.get(line.number, {}).items():
                if cell.style.fill:
                    for shown in lines.columns:
                        if shown.number == column:
                            scene.fill(x + shown.at, y + line.at, shown.size, line.size, _color(cell.style.fill))
        rows = [line for line in lines.rows if box.top <= line.number <= box.bottom]
        columns = [line for line in lines.columns if box.left <= line.number <= box.right]
        if rows and columns and (box.top, box.left) != (box.bottom, box.right):
            left, top = x + columns[0].at, y + rows[0].at
            right, bottom = columns[-1].at + columns[-1].size + x, rows[-1].at + rows[-1].size + y
            scene.fill(left, top, right - left, bottom - top, tint)
        upper, before = sheet.frozen
        ruled = "lines" not in self.desk.hidden_bars
        for line in lines.rows:
            if ruled or line.number == upper - 1:
                ink = theme.text if line.number == upper - 1 else rule
                scene.fill(x, y + line.at + line.size - 1, w, 1, ink)
        for column_line in lines.columns:
            if ruled or column_line.number == before - 1:
                ink = theme.text if column_line.number == before - 1 else rule
                scene.fill(x + column_line.at + column_line.size - 1, y, 1, h, ink)
        for line in lines.rows:
            cells = sheet.rows.get(line.number, {})
            for shown in lines.columns:
                if shown.number in cells and cells[shown.number].style.border:
                    scene.frame(x + shown.at - 1, y + line.at - 1, shown.size + 1, line.size + 1, theme.text)

    def _content(
        self,
        scene: Scene[Message],
        cell: Cell,
        text: str,
        x: int,
        top: int,
        column: Line,
        cells: object,
        box: Box,
        row: int,
    ) -> None:
        """Draws a cell's text; a text runs over empty cells beside it, a number that is too long becomes ``###``."""
        theme, style = scene.theme, cell.style
        size = theme.font - 2
        font: metrics.Font = "bold" if style.bold else "regular"
        value = cell.value
        is_text = isinstance(value, str) or self.desk.formulas
        is_middle = isinstance(value, (bool, SheetError))
        align = style.align or ("left" if is_text else "center" if is_middle else "right")
        ink = _color(style.ink) if style.ink else theme.text
        if style.fill and not style.ink:
            ink = (20, 20, 20)
        if not style.ink and isinstance(value, float) and value < 0 and "[RED]" in style.format:
            ink = theme.danger
        if self.desk.highlighted:
            ink = _FORMULA if cell.formula else _VALUE if isinstance(value, float) else theme.text
        width = metrics.width(text, font, size)
        room, left = column.size - 6, x + column.at + 3
        if width > room and not is_text:
            text = _shorter(cell, text, font, size, room)
            width = metrics.width(text, font, size)
        elif width > room and align == "left":
            room = self._overflow(column, cells, width)
        outer = scene.clip
        scene.clip = max(outer[0], left - 3), max(outer[1], top), min(outer[2], left + room + 3), outer[3]
        if scene.clip[0] < scene.clip[2]:
            place = left if align == "left" else left + room - width if align == "right" else left + (room - width) // 2
            if width > room and align != "left":
                place = left
            scene.text(place, top, width + 2, line_height(theme), text, ink, size, font)
            if style.italic:  # there is no slanted face: a thin line below the text's start tells it
                scene.fill(place, top + line_height(theme) - 4, min(width, 6), 1, theme.muted)
            if style.strike:
                scene.fill(place, top + line_height(theme) // 2, width, 1, ink)
            if style.underline:
                scene.fill(place, top + line_height(theme) - 3, width, 1, ink)
        scene.clip = outer

    def _overflow(self, column: Line, cells: object, width: int) -> int:
        sheet = sheet_of(self.desk)
        room, number = column.size - 6, column.number + 1
        while room < width and number <= MAX_COLUMN and not (isinstance(cells, dict) and number in cells):
            room += column_width(sheet, number)
            number += 1
        return room

    def _headers(
        self, scene: Scene[Message], x: int, y: int, w: int, h: int, lines: Lines, drag: DragData[Message]
    ) -> None:
        theme, box = scene.theme, selection(self.desk)
        size, across = line_height(theme), header_width(theme)
        scene.fill(x, y, w, size, theme.surface)
        scene.fill(x, y, across, h, theme.surface)
        for column in lines.columns:
            inside = box.left <= column.number <= box.right
            _header(scene, (x + column.at, y, column.size, size), letters(column.number), inside)
            scene.node(
                x + column.at, y, column.size, size, "button", letters(column.number), "Column header",
                message=("column", column.number), long_message=("header_menu", "columns", column.number),
                double_message=("optimal_column", column.number), data=drag,
            )  # fmt: skip
        for line in lines.rows:
            inside = box.top <= line.number <= box.bottom
            _header(scene, (x, y + line.at, across, size), str(line.number + 1), inside)
            scene.node(
                x, y + line.at, across, size, "button", str(line.number + 1), "Row header",
                message=("row", line.number), long_message=("header_menu", "rows", line.number), data=drag,
            )  # fmt: skip
        scene.fill(x, y, across, size, theme.surface)
        scene.node(x, y, across, size, "button", "", "Select All", message=("all",))

    def _cursor(self, scene: Scene[Message], x: int, y: int, lines: Lines) -> None:
        """Draws the frame around the cursor and the selection, the fill handle, and the edited cell."""
        theme, desk, box = scene.theme, self.desk, selection(self.desk)
        row = next((line for line in lines.rows if line.number == desk.row), None)
        column = next((line for line in lines.columns if line.number == desk.column), None)
        rows = [line for line in lines.rows if box.top <= line.number <= box.bottom]
        columns = [line for line in lines.columns if box.left <= line.number <= box.right]
        if rows and columns and not desk.editing:
            left, top = x + columns[0].at - 1, y + rows[0].at - 1
            right, bottom = x + columns[-1].at + columns[-1].size, y + rows[-1].at + rows[-1].size
            scene.frame(left, top, right - left, bottom - top, theme.accent, 0, 2)
            if rows[-1].number == box.bottom and columns[-1].number == box.right:
                scene.fill(right - 4, bottom - 4, 7, 7, theme.accent)
        if row is None or column is None:
            return
        left, top = x + column.at, y + row.at
        if desk.editing:
            self._editor(scene, left, top, column.size, row.size)
        elif (box.top, box.left) != (box.bottom, box.right):
            scene.frame(left - 1, top - 1, column.size + 1, row.size + 1, theme.text, 0, 1)

    def _editor(self, scene: Scene[Message], left: int, top: int, width: int, height: int) -> None:
        theme, text = scene.theme, self.text
        size = theme.font - 2
        width = max(width, metrics.width(text[:300], "regular", size) + 10)
        scene.fill(left, top, width, height - 1, _paper(theme))
        scene.frame(left - 1, top - 1, width + 1, height + 1, theme.accent, 0, 2)
        low, high = min(self.caret), max(self.caret)
        before = metrics.width(text[: self.caret[1]][:300], "regular", size)
        if low < high:
            start = metrics.width(text[:low][:300], "regular", size)
            end = metrics.width(text[:high][:300], "regular", size)
            scene.fill(left + 3 + start, top + 2, end - start, height - 4, theme.selection)
        scene.text(left + 3, top, width, height, text[:300], theme.text, size)
        scene.fill(left + 3 + before, top + 3, 1, height - 6, theme.text)
        data: NodeData = FieldData("cell", left + 3, top, width, height, 0, "regular", size, False, 0)
        scene.node(
            left, top, width, height, "text_field", text, place_name(self.desk.row, self.desk.column),
            message=("focus", "cell"), flags=EDITABLE | FOCUSED, data=data,
        )  # fmt: skip


def _shorter(cell: Cell, text: str, font: metrics.Font, size: int, room: int) -> str:
    """Returns a number with fewer decimals if its format allows that, else ``###``."""
    value = cell.value
    if isinstance(value, float) and cell.style.format == "General" and cell.shown == "General" and "." in text:
        for digits in range(9, 0, -1):
            shorter = f"{value:.{digits}g}"
            if "e" not in shorter and metrics.width(shorter, font, size) <= room:
                return shorter
    return "###"


def _header(scene: Scene[Message], box: tuple[int, int, int, int], text: str, inside: bool) -> None:
    theme, (x, y, w, h) = scene.theme, box
    if inside:
        scene.fill(x, y, w, h, theme.tonal)
    scene.text(x, y, w, h, text, theme.on_tonal if inside else theme.text, theme.small, align="center")
    scene.fill(x + w - 1, y, 1, h, theme.outline)
    scene.fill(x, y + h - 1, w, 1, theme.outline)


def _arrow(scene: Scene[Message], x: int, y: int, size: int, desk: Desk, column: int) -> None:
    """Draws the button of an autofilter."""
    theme, found = scene.theme, sheet_of(desk).filter
    on = found is not None and column in found.chosen
    scene.fill(x, y, 17, size, theme.tonal if on else theme.surface)
    scene.frame(x, y, 17, size, theme.outline)
    scene.icon(x + 3, y + (size - 11) // 2, 11, "chevron_down", theme.accent if on else theme.text)
    scene.node(
        x, y, 17, size, "button", "", f"AutoFilter {letters(column)}", message=("filter_column", column, x, y + size)
    )


def _paper(theme: Theme) -> Color:
    return (28, 28, 32) if theme.dark else (255, 255, 255)


def _tint(theme: Theme) -> Color:
    paper, accent = _paper(theme), theme.accent
    share = 0.22
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(paper, accent, strict=True))
    return red, green, blue


def _color(code: str) -> Color:
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:6], 16)
