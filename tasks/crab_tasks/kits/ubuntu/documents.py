"""Documents: evaluators of office documents and PDF files.

A missing or unreadable file counts as not made yet. So does, for most of the evaluators, a file of another format than
its name promises.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from crab_sim.documents import Cell, cells, document_text, pdf, presentation, text_document
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import read_as_named

__all__ = [
    "cell_formula", "cell_is", "cells_are", "document_contains", "document_lines_are", "headings_are",
    "paragraph_looks", "pdf_contains", "pdf_is", "pdf_is_headed", "pdf_pages", "rows_are", "slide_contains",
    "slide_titles_are", "slides_are", "table_is", "text_document_is", "words_look",
]  # fmt: skip


def document_contains(state: State, path: str, text: str) -> bool:
    """The document (of any kind, plain text too) has the text in it, however its lines are broken."""
    found = document_text(read_as_named(state, path))
    return found is not None and squeezed(text) in squeezed(found)


def document_lines_are(state: State, path: str, lines: Sequence[str]) -> bool:
    """The paragraphs of the document, or the lines of a plain text, are these; empty ones don't count."""
    found = document_text(read_as_named(state, path))
    return found is not None and [squeezed(line) for line in found.splitlines() if line.strip()] == list(lines)


def text_document_is(state: State, path: str, lines: Sequence[str]) -> bool:
    """The file is an .odt or .docx of these paragraphs, without tables and pictures; empty ones don't count."""
    document = text_document(read_as_named(state, path))
    if document is None or document.tables or document.pictures:
        return False
    found = [squeezed(paragraph.text) for paragraph in document.paragraphs]
    return [line for line in found if line] == list(lines)


def paragraph_looks(
    state: State,
    path: str,
    text: str,
    level: int | None = None,
    looks: Sequence[str] = (),
    align: str | None = None,
    listed: bool | None = None,
) -> bool:
    """The text document has a paragraph of this text, and all such paragraphs look like this; None isn't checked.

    Args:
        state: The devices.
        path: Of an .odt or .docx.
        text: All of the paragraph's text.
        level: Of a heading, from 1 on; 0 for no heading.
        looks: Styles of all its letters: ``"bold"``, ``"italic"``, ``"underline"``.
        align: ``"left"``, ``"right"``, ``"center"`` or ``"justify"``.
        listed: Whether it is an item of a list.
    """
    document = text_document(read_as_named(state, path))
    if document is None:
        return False
    found = [row for row in document.paragraphs if squeezed(row.text) == squeezed(text)]
    return bool(found) and all(
        (level is None or row.level == level)
        and all(row.all(look) for look in looks)
        and (align is None or row.align == align)
        and (listed is None or row.listed == listed)
        for row in found
    )


def headings_are(state: State, path: str, headings: Sequence[tuple[str, int]]) -> bool:
    """The text document has exactly these headings, each a text and its level; empty ones don't count."""
    document = text_document(read_as_named(state, path))
    paragraphs = () if document is None else document.paragraphs
    found = [(squeezed(row.text), row.level) for row in paragraphs if row.level and row.text.strip()]
    return bool(found) and found == [(squeezed(text), level) for text, level in headings]


def words_look(state: State, path: str, words: Sequence[str], look: str) -> bool:
    """These pieces of text, and no others of the text document, are ``"bold"``, ``"italic"`` or ``"underline"``."""
    document = text_document(read_as_named(state, path))
    if document is None:
        return False
    found = []
    for paragraph in document.paragraphs:
        # Pieces that follow each other look alike in this, though not in all.
        piece = ""
        for run in (*paragraph.runs, None):
            if run is not None and getattr(run, look):
                piece += run.text
            else:
                found += [squeezed(piece)] if piece.strip() else []
                piece = ""
    return sorted(found) == sorted(squeezed(word) for word in words)


def table_is(state: State, path: str, rows: Sequence[Sequence[str]]) -> bool:
    """A table of the text document has exactly these rows."""
    document = text_document(read_as_named(state, path))
    wanted = [[squeezed(cell) for cell in row] for row in rows]
    tables = () if document is None else document.tables
    return any([[squeezed(cell) for cell in row] for row in table] == wanted for table in tables)


def _holds(cell: Cell | None, value: str | float | bool | None) -> bool:
    """Returns whether a cell has a value; numbers up to rounding, texts apart from blanks around them."""
    found = None if cell is None else cell.value
    if isinstance(value, bool):
        return found is value or (isinstance(found, float) and found == float(value))
    if isinstance(value, int | float):
        return isinstance(found, float) and math.isclose(found, value, rel_tol=1e-9, abs_tol=1e-9)
    return (found.strip() if isinstance(found, str) else found) == value


def cell_is(state: State, path: str, cell: str, value: str | float | bool | None, sheet: str | None = None) -> bool:
    """The spreadsheet's cell has the value.

    Args:
        state: The devices' states.
        path: The file's path.
        cell: The cell's name, such as ``B3``.
        value: Its value: of a date its text in ISO 8601, of an empty cell None.
        sheet: The sheet's name; None for the first sheet.
    """
    found = cells(read_as_named(state, path), sheet)
    return found is not None and _holds(found.get(cell), value)


def cells_are(state: State, path: str, values: Sequence[tuple[str, str | float]], sheet: str | None = None) -> bool:
    """Each of these cells of the spreadsheet has its value."""
    found = cells(read_as_named(state, path), sheet)
    return found is not None and all(_holds(found.get(cell), value) for cell, value in values)


def rows_are(
    state: State,
    path: str,
    rows: Sequence[Sequence[str | float]],
    sheet: str | None = None,
    free: Sequence[str] = (),
) -> bool:
    """The sheet has these rows from A1 on, and nothing else; an empty text stands for an empty cell.

    Args:
        state: The devices.
        path: Of a spreadsheet or a .csv.
        rows: The rows' values.
        sheet: The sheet's name; the first one where it isn't given.
        free: Cells, or whole columns by their letters, that may hold anything.
    """
    found = cells(state.ubuntu.read_file(path), sheet)
    if found is None:
        return False
    wanted = {
        f"{chr(65 + column)}{number}": value
        for number, row in enumerate(rows, 1) for column, value in enumerate(row) if value != ""
    }  # fmt: skip
    filled = {
        place
        for place, cell in found.items()
        if cell.value not in (None, "") and place not in free and place.rstrip("0123456789") not in free
    }
    return filled == wanted.keys() and all(_holds(found[place], value) for place, value in wanted.items())


def cell_formula(
    state: State,
    path: str,
    cell: str,
    value: str | float,
    formulas: Sequence[str] = (),
    sheet: str | None = None,
) -> bool:
    """The cell is computed, and comes to the value.

    Args:
        state: The devices.
        path: Of an .ods or .xlsx.
        cell: Its place, such as ``"B5"``.
        value: Its result.
        formulas: Allowed formulas, such as ``"=SUM(B2:B4)"``; blanks, case and ``$`` don't matter. Any if empty.
        sheet: The sheet's name; the first one where it isn't given.
    """
    found = (cells(state.ubuntu.read_file(path), sheet) or {}).get(cell)
    if found is None or not found.formula or not _holds(found, value):
        return False
    return not formulas or _bare(found.formula) in [_bare(formula) for formula in formulas]


def _bare(formula: str) -> str:
    return "".join(formula.split()).replace("$", "").upper()


def slide_titles_are(state: State, path: str, titles: Sequence[str]) -> bool:
    """The presentation has exactly as many slides, with these titles."""
    slides = presentation(read_as_named(state, path))
    return slides is not None and [squeezed(slide.title) for slide in slides] == list(titles)


def slides_are(state: State, path: str, slides: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The presentation has exactly these slides, each a title and the lines below it."""
    found = presentation(state.ubuntu.read_file(path))
    said = [(squeezed(slide.title), squeezed(slide.text)) for slide in found or ()]
    return bool(found) and said == [(title, squeezed(" ".join((title, *lines)))) for title, lines in slides]


def slide_contains(state: State, path: str, number: int, text: str) -> bool:
    """The slide, counted from 1, has the text in it; the speaker's notes don't count."""
    slides = presentation(read_as_named(state, path)) or ()
    return len(slides) >= number and squeezed(text) in squeezed(slides[number - 1].text)


def pdf_contains(state: State, path: str, text: str, page: int | None = None) -> bool:
    """The PDF file has the text on a page, or on the page of this number, counted from 1."""
    pages = pdf(state.ubuntu.read_file(path)) or ()
    looked = pages if page is None else pages[page - 1 : page]
    return any(squeezed(text) in squeezed(found.text) for found in looked)


def pdf_is(state: State, path: str, lines: Sequence[str]) -> bool:
    """The PDF file says these lines and nothing else, however they are broken."""
    pages = pdf(state.ubuntu.read_file(path))
    return bool(pages) and squeezed(" ".join(page.text for page in pages or ())) == " ".join(lines)


def pdf_is_headed(state: State, path: str, lines: Sequence[str]) -> bool:
    """The PDF file says what `pdf_is` asks for, and the letters of its first line are larger than all others."""
    if not pdf_is(state, path, lines):
        return False
    found = [piece for page in pdf(state.ubuntu.read_file(path)) or () for piece in page.letters]
    if not found:
        return False
    (heading, size), *others = found
    return heading == "".join(lines[0].split()) and all(size > other for _, other in others)


def pdf_pages(state: State, path: str, count: int) -> bool:
    """The PDF file has so many pages."""
    pages = pdf(state.ubuntu.read_file(path))
    return pages is not None and len(pages) == count
