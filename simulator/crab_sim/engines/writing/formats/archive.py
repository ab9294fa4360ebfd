"""Common parts of the readers and writers of the formats: errors, bounds, archives without times of day."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from crab_sim.engines.writing.model import (
    MAX_CELLS,
    MAX_CHARACTERS,
    MAX_PARAGRAPHS,
    Cell,
    Look,
    Paragraph,
    Run,
    Text,
    joined,
    length,
)
from crab_sim.engines.zipped import Member, zipped

__all__ = ["Draft", "Unreadable", "bounded", "repacked", "shown"]


class Unreadable(ValueError):
    """A file isn't a text document that can be opened; the message says why."""


def shown(text: str) -> str:
    """Returns text without the characters that XML can't hold."""
    text = text.encode("utf-8", "replace").decode()
    return "".join([char for char in text if char in "\t\n" or " " <= char not in "\ufffe\uffff"])


def repacked(data: bytes) -> bytes:
    """Returns an archive that depends on the text only: all its files are of 1980."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        packed = zipfile.ZIP_DEFLATED
        return zipped([Member(row.filename, old.read(row), row.compress_type == packed) for row in old.infolist()])


class Draft:
    """A text that is being read.

    Attributes:
        paragraphs: The paragraphs so far.
    """

    __slots__ = ("paragraphs", "tables", "turn")

    def __init__(self) -> None:
        self.paragraphs: list[Paragraph] = []
        self.tables = 0
        self.turn = False  # a page ends here

    def add(self, paragraph: Paragraph, runs: list[Run]) -> None:
        """Adds a paragraph with its runs."""
        if len(self.paragraphs) >= MAX_PARAGRAPHS:
            raise Unreadable(f"it has more than {MAX_PARAGRAPHS} paragraphs")
        turn = self.turn and paragraph.cell is None
        self.turn = self.turn and not turn
        self.paragraphs.append(paragraph._replace(runs=joined(runs), page_break=paragraph.page_break or turn))

    def table(self, rows: Sequence[Sequence[list[Paragraph]]]) -> None:
        """Adds a table; rows that are shorter than others get empty cells."""
        columns = max([len(row) for row in rows], default=0)
        if not columns:
            return
        if columns * len(rows) > MAX_CELLS:
            raise Unreadable(f"it has a table of more than {MAX_CELLS} cells")
        if self.paragraphs and self.paragraphs[-1].cell is not None:
            self.add(Paragraph(), [])
        for i, row in enumerate(rows):
            for j in range(columns):
                place = Cell(self.tables, i, j)
                for paragraph in (row[j] if j < len(row) else []) or [Paragraph()]:
                    self.add(paragraph._replace(cell=place, page_break=False), list(paragraph.runs))
        self.tables += 1

    def text(self) -> Text:
        """Returns the text, behind whose last table comes a paragraph."""
        if not self.paragraphs or self.paragraphs[-1].cell is not None:
            self.add(Paragraph(), [])
        return bounded(self.paragraphs)


def bounded(paragraphs: Sequence[Paragraph]) -> Text:
    """Returns the paragraphs as a text.

    Raises:
        Unreadable: There are more of them, or of their characters, than a text may have.
    """
    if len(paragraphs) > MAX_PARAGRAPHS:
        raise Unreadable(f"it has more than {MAX_PARAGRAPHS} paragraphs")
    if sum([length(paragraph) for paragraph in paragraphs]) > MAX_CHARACTERS:
        raise Unreadable(f"it has more than {MAX_CHARACTERS} characters")
    return tuple(paragraphs)


def over(base: Look, own: Look) -> Look:
    """Returns a look over another one: the properties that it leaves open are the other's."""
    values: list[Any] = [value if value or value is False else below for value, below in zip(own, base, strict=True)]
    return Look(*values)


def parts(text: Text) -> list[tuple[int, list[Paragraph]]]:
    """Returns the text in parts: each a table's number, -1 outside of tables, and its paragraphs."""
    keyed = groupby(text, lambda paragraph: -1 if paragraph.cell is None else paragraph.cell.table)
    return [(table, list(found)) for table, found in keyed]


def rows_of(paragraphs: Sequence[Paragraph]) -> list[list[list[Paragraph]]]:
    """Returns the rows of a table, each of cells, each of paragraphs."""
    rows: list[list[list[Paragraph]]] = []
    last: Cell | None = None
    for paragraph in paragraphs:
        cell = paragraph.cell
        if cell is None:
            continue
        if last is None or cell.row != last.row:
            rows.append([])
        if cell != last:
            rows[-1].append([])
        rows[-1][-1].append(paragraph)
        last = cell
    return rows
