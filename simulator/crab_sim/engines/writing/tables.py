"""Tables in a rich text: inserting them, adding and removing rows and columns, going from cell to cell."""

from __future__ import annotations

from crab_sim.engines.writing.edits import Edited, cut, split
from crab_sim.engines.writing.model import (
    MAX_CELLS,
    MAX_PARAGRAPHS,
    Cell,
    Paragraph,
    Position,
    Run,
    Text,
    joined,
    length,
    numbered,
    plain,
    table_size,
)

__all__ = [
    "add_column", "add_row", "from_text", "insert_table", "next_cell", "remove_column", "remove_row", "remove_table",
    "to_text",
]  # fmt: skip


def insert_table(text: Text, at: Position, rows: int, columns: int) -> Edited:
    """Inserts an empty table below the paragraph at a place, or instead of it where it is empty.

    A table in a cell, or one of more cells than a text can have, is not inserted.

    Args:
        text: The text.
        at: The place at which the table is inserted.
        rows: Number of its rows.
        columns: Number of its columns.
    """
    paragraph = text[at.paragraph]
    cells = rows * columns
    if paragraph.cell is not None or not 0 < cells <= MAX_CELLS or len(text) + cells >= MAX_PARAGRAPHS:
        return text, at
    first = at.paragraph
    if length(paragraph) and at.offset:
        text, _ = split(text, at)
        first += 1
    table = 1 + max([each.cell.table for each in text if each.cell is not None], default=-1)
    new = tuple([Paragraph(cell=Cell(table, i // columns, i % columns)) for i in range(cells)])
    gap = (Paragraph(),) if first and text[first - 1].cell is not None else ()  # between two tables
    at = Position(first + len(gap), 0)
    return numbered((*text[:first], *gap, *new, *text[first:])), at


class _Grid:
    """A table taken out of its text, row by row.

    Args:
        text: The text.
        cell: One of the table's cells.
    """

    __slots__ = ("first", "rows", "stop", "table", "text")

    def __init__(self, text: Text, cell: Cell) -> None:
        self.text, self.table = text, cell.table
        numbers = [i for i, each in enumerate(text) if each.cell is not None and each.cell.table == cell.table]
        self.first, self.stop = numbers[0], numbers[-1] + 1
        rows, columns = table_size(text, cell.table)
        self.rows: list[list[Text]] = [[()] * columns for _ in range(rows)]
        for number in numbers:
            paragraph = text[number]
            if paragraph.cell is not None:
                self.rows[paragraph.cell.row][paragraph.cell.column] += (paragraph,)

    def put_back(self, row: int, column: int) -> Edited:
        """Returns the text with the table as it is now, and the start of a cell; an empty table is gone."""
        new: list[Paragraph] = []
        at = self.first
        for i, cells in enumerate(self.rows):
            for j, paragraphs in enumerate(cells):
                if (i, j) == (min(row, len(self.rows) - 1), min(column, len(cells) - 1)):
                    at = self.first + len(new)
                new += [each._replace(cell=Cell(self.table, i, j)) for each in paragraphs]
        text = (*self.text[: self.first], *new, *self.text[self.stop :])
        return (text, Position(at, 0)) if new else (numbered(text), Position(min(at, len(text) - 1), 0))


_EMPTY: Text = (Paragraph(),)


def add_row(text: Text, at: Position, below: bool) -> Edited:
    """Inserts an empty row above or below the one at a place in a table."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    rows, columns = table_size(text, cell.table)
    if (rows + 1) * columns > MAX_CELLS or len(text) + columns > MAX_PARAGRAPHS:
        return text, at
    grid, row = _Grid(text, cell), cell.row + (1 if below else 0)
    grid.rows.insert(row, [_EMPTY] * columns)
    return grid.put_back(row, 0)


def add_column(text: Text, at: Position, behind: bool) -> Edited:
    """Inserts an empty column before or behind the one at a place in a table."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    rows, columns = table_size(text, cell.table)
    if rows * (columns + 1) > MAX_CELLS or len(text) + rows > MAX_PARAGRAPHS:
        return text, at
    grid, column = _Grid(text, cell), cell.column + (1 if behind else 0)
    for cells in grid.rows:
        cells.insert(column, _EMPTY)
    return grid.put_back(cell.row, column)


def remove_row(text: Text, at: Position) -> Edited:
    """Removes the row at a place in a table, and with its last row the table."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    grid = _Grid(text, cell)
    del grid.rows[cell.row]
    return grid.put_back(cell.row, cell.column)


def remove_column(text: Text, at: Position) -> Edited:
    """Removes the column at a place in a table, and with its last column the table."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    grid = _Grid(text, cell)
    for cells in grid.rows:
        del cells[cell.column]
    return grid.put_back(cell.row, cell.column)


def remove_table(text: Text, at: Position) -> Edited:
    """Removes the table at a place."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    grid = _Grid(text, cell)
    grid.rows.clear()
    return grid.put_back(0, 0)


def from_text(text: Text, first: int, last: int, separator: str) -> Edited:
    r"""Makes a table of some paragraphs: a row of each, a cell of each part between separators.

    Args:
        text: The text.
        first: Number of the first paragraph.
        last: Number of the last one.
        separator: The character between cells; ``"\n"`` for none, so that each paragraph is a cell.
    """
    chosen, at = text[first : last + 1], Position(first, 0)
    if any([each.cell is not None for each in chosen]):
        return text, at
    rows = [_pieces(each, separator) for each in chosen]
    columns = max([len(row) for row in rows])
    if columns * len(rows) > MAX_CELLS or len(text) + columns * len(rows) >= MAX_PARAGRAPHS:
        return text, at
    table = 1 + max([each.cell.table for each in text if each.cell is not None], default=-1)
    new: list[Paragraph] = [Paragraph()] if first and text[first - 1].cell is not None else []
    start = Position(first + len(new), 0)
    for i, row in enumerate(rows):
        cells = [*row, *[Paragraph()] * (columns - len(row))]
        new += [each._replace(cell=Cell(table, i, j), page_break=False) for j, each in enumerate(cells)]
    rest = text[last + 1 :]
    if not rest or rest[0].cell is not None:
        new.append(Paragraph())
    return numbered((*text[:first], *new, *rest)), start


def _pieces(paragraph: Paragraph, separator: str) -> list[Paragraph]:
    """Returns the parts of a paragraph between separators, each with its looks."""
    found, start, words = [], 0, plain(paragraph)
    for piece in words.split(separator) if separator != "\n" else [words]:
        found.append(paragraph._replace(runs=cut(paragraph.runs, start, start + len(piece))))
        start += len(piece) + 1
    return found


def to_text(text: Text, at: Position, separator: str) -> Edited:
    r"""Makes paragraphs of the table at a place: one of each row, or of each cell where the separator is ``"\n"``."""
    cell = text[at.paragraph].cell
    if cell is None:
        return text, at
    grid = _Grid(text, cell)
    new: list[Paragraph] = []
    for cells in grid.rows:
        line = [each._replace(cell=None) for paragraphs in cells for each in paragraphs]
        if separator == "\n":
            new += line
        else:
            runs = [run for each in line for run in (*each.runs, Run(separator))]
            new.append(line[0]._replace(runs=joined(runs[:-1])))
    return numbered((*text[: grid.first], *new, *text[grid.stop :])), Position(grid.first, 0)


def next_cell(text: Text, at: Position, step: int) -> Position | None:
    """Returns the start of the cell after (step 1) or before (-1) the one at a place; None outside of the table."""
    cell = text[at.paragraph].cell
    number = at.paragraph
    while 0 <= number < len(text) and text[number].cell == cell:
        number += step
    if not 0 <= number < len(text) or cell is None:
        return None
    other = text[number].cell
    if other is None or other.table != cell.table:
        return None
    while number and text[number - 1].cell == other:
        number -= 1
    return Position(number, 0)
