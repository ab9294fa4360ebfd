"""Documents: evaluators of office documents and PDF files.

They compare a document's whole structure, as `crab_sim.documents` reads it, with the one that is asked for: its text,
how that looks, and whatever else is in the document. What isn't named has its usual look, and nothing else may be
there. These don't count: blanks around a paragraph's words, empty paragraphs at the end, empty placeholders on slides,
fonts of letters and margins of named styles that leave the words to be read, the places of windows, meta data, and a
formula's kept value where the formula is computed anew.

A missing or unreadable file counts as not made yet. So does, for most of the evaluators, a file of another format than
its name promises.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from crab_sim.documents import Cell, Paragraph, PdfPage, cells, pdf, spreadsheet, text_document
from crab_sim.documents.formulas import recomputed
from crab_tasks.kits.compare import kept, squeezed, stripped
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import read_as_named

__all__ = [
    "bare_pages", "bare_paragraphs", "cell_is", "cells_are", "computes", "headings_are", "is_label", "pdf_is",
    "pdf_is_headed", "pdf_pages_are", "rows_are", "text_document_is",
]  # fmt: skip

# Texts ----------------------------------------------------------------------------------------------------------------

_BODY = ("", "standard", "text body", "default", "default style", "default paragraph style", "normal", "body text")
"""Styles of ordinary paragraphs, by the names that programs give them."""


def _is_bare(paragraph: Paragraph) -> bool:
    """Returns whether a paragraph has the usual look, or is a heading that has its style's."""
    plain = not paragraph.other and paragraph.align == "left" and not paragraph.listed
    if not plain or (not paragraph.level and paragraph.style.casefold() not in _BODY):
        return False
    # The style of a heading may be bold.
    return not any(
        run.other or run.italic or run.underline or (run.bold and not paragraph.level)
        for run in paragraph.runs
        if run.text.strip()
    )


def bare_paragraphs(data: bytes | None) -> list[tuple[str, int]] | None:
    """Returns the text of each paragraph, without the blanks around it, and its level as a heading, 0 for none.

    Empty paragraphs at the end are left out. None where the file isn't a text, a paragraph doesn't look as usual, or
    anything else is in the text.
    """
    document = text_document(data)
    if document is None or document.tables or document.pictures or document.others:
        return None
    rows = [(stripped(row.text), row.level) for row in document.paragraphs]
    while rows and not rows[-1][0]:
        rows.pop()
    return rows if all(_is_bare(row) for row in document.paragraphs if row.text.strip()) else None


def text_document_is(state: State, path: str, lines: Sequence[str]) -> bool:
    """The file is an .odt or .docx of these paragraphs as they usually look, and has nothing else in it.

    The first of them may be a heading.
    """
    found = bare_paragraphs(read_as_named(state, path))
    return found is not None and [text for text, _ in found] == list(lines) and not any(row[1] for row in found[1:])


def headings_are(state: State, path: str, headings: Sequence[tuple[str, int]]) -> bool:
    """The text document has exactly these headings, each a text and its level; empty ones don't count."""
    found = [row for row in bare_paragraphs(read_as_named(state, path)) or () if row[1]]
    return bool(found) and found == [(squeezed(text), level) for text, level in headings]


# Spreadsheets ---------------------------------------------------------------------------------------------------------


def _holds(cell: Cell | None, value: str | float | bool | None) -> bool:
    """Returns whether a cell has a value; numbers up to rounding, texts apart from blanks around them."""
    found = None if cell is None else cell.value
    if isinstance(value, bool):
        return found is value or (isinstance(found, float) and found == float(value))
    if isinstance(value, int | float):
        return isinstance(found, float) and math.isclose(found, value, rel_tol=1e-9, abs_tol=1e-9)
    return (stripped(found) if isinstance(found, str) else found) == value


_LABEL = re.compile(
    r"(?:the )?(?:(?:grand|overall) )?(?:total|sum)"
    r"(?: (?:of )?(?:all )?(?:the )?(?:amount|cost|expense|price|value)s?)?"
    r"|(?:all )?in all|in total|altogether",
    re.IGNORECASE,
)
"""What people write beside a total."""


_BARE = re.compile(r"=?-?\d+(?:\.\d+)?")  # "=57.82"


def _is_typed(cell: Cell) -> bool:
    """Returns whether a cell has what somebody typed, by no formula but that of a number, and looks as usual."""
    return (not cell.formula or _BARE.fullmatch(cell.formula) is not None) and not cell.other and not cell.bold


def is_label(cell: Cell) -> bool:
    """Returns whether a cell is empty, or has a word such as "Total", bold or not."""
    text = "" if cell.value is None else str(cell.value).strip().removesuffix(":")
    return not cell.formula and not cell.other and (not text or _LABEL.fullmatch(text) is not None)


def cell_is(state: State, path: str, cell: str, value: str | float | bool | None) -> bool:
    """The cell of the spreadsheet's first sheet has the value.

    Args:
        state: The devices' states.
        path: The file's path.
        cell: The cell's name, such as ``B3``.
        value: Its value: of a date its text in ISO 8601, of an empty cell None.
    """
    return cells_are(state, path, [(cell, value)])


def cells_are(state: State, path: str, values: Sequence[tuple[str, str | float | bool | None]]) -> bool:
    """Each of these cells of the spreadsheet's first sheet has its value."""
    found = cells(read_as_named(state, path))
    return found is not None and all(_holds(found.get(cell), value) for cell, value in values)


def rows_are(
    state: State,
    path: str,
    rows: Sequence[Sequence[str | float]],
    free: Sequence[str] = (),
    labels: Sequence[str] = (),
) -> bool:
    """The file is one sheet with these rows from A1 on, typed and as they usually look, and has nothing else in it.

    Args:
        state: The devices.
        path: Of a spreadsheet or a .csv.
        rows: The rows' values; an empty text stands for an empty cell.
        free: Cells, or whole columns by their letters, that may hold anything, bold or not.
        labels: Cells that may hold a word such as "Total".
    """
    sheets = spreadsheet(state.ubuntu.read_file(path))
    if not sheets or len(sheets) > 1 or sheets[0].others or sheets[0].name not in _names_of_sheet(path):
        return False
    wanted = {
        f"{chr(65 + column)}{number}": value
        for number, row in enumerate(rows, 1) for column, value in enumerate(row) if value != ""
    }  # fmt: skip
    known: dict[str, Cell] = {}
    for place, cell in sheets[0].cells.items():
        if place in labels:
            if not is_label(cell):
                return False
        elif place not in free and _column(place) not in free:
            if cell.value not in (None, "") or cell.formula:
                known[place] = cell
        elif cell.other:
            return False
    return known.keys() == wanted.keys() and all(
        _is_typed(known[place]) and _holds(known[place], value) for place, value in wanted.items()
    )


def _names_of_sheet(path: str) -> tuple[str, ...]:
    """Returns the names that a program gives the only sheet of a file: none, its own, or the file's, as of a .csv."""
    return "", "Sheet1", path.rpartition("/")[2].rpartition(".")[0]


_TRIALS = 4
_QUOTED = re.compile(r'"[^"]*"')
_VOLATILE = re.compile(
    r"\b(?:TODAY|NOW|RAND|RANDBETWEEN|RANDARRAY|RAND\.NV|RANDBETWEEN\.NV|INFO|CELL|WEBSERVICE|DDE|CURRENT)\s*\(",
    re.IGNORECASE,
)


_OF_PLACE = re.compile(r"\b(?:ROW|COLUMN)\s*\(", re.IGNORECASE)
"""Functions that come to something else where the cell has moved."""
_HALF_A_CENT = 0.005 + 1e-9


def _is_volatile(formula: str) -> bool:
    """Returns whether a formula comes to something else at another time or place, or by chance."""
    return bool(formula) and _VOLATILE.search(_QUOTED.sub("", formula)) is not None


def computes(state: State, path: str, cell: str, terms: Sequence[Sequence[str]], value: float) -> bool:
    """A formula in the cell of the first sheet comes to the value, and to the sum of products whatever is multiplied.

    The formula is computed anew, with the others that it needs, after the numbers in the cells have changed, and after
    the words in others have.

    Args:
        state: The devices.
        path: Of an .ods or .xlsx.
        cell: Its place, such as ``"B5"``.
        terms: For each term of the sum the cells whose product it is, such as ``[["B2"], ["B3"]]``.
        value: What it comes to as the cells are.
    """
    data = state.ubuntu.read_file(path)
    found = spreadsheet(data)
    known = found[0].cells.get(cell) if found else None
    if data is None or known is None or not known.formula or not _holds(known, value):
        return False
    if _OF_PLACE.search(_QUOTED.sub("", known.formula)):
        return False
    if any(_is_volatile(each.formula) for sheet in found or () for each in sheet.cells.values()):
        return False
    return _computes(data, cell, tuple(map(tuple, terms)))


@kept
def _computes(data: bytes, cell: str, terms: tuple[tuple[str, ...], ...]) -> bool:
    sheets = spreadsheet(data) or ()
    places = sorted({place for term in terms for place in term})
    given = {place: known.value for place in places if (known := sheets[0].cells.get(place)) is not None}
    numbers = {place: value for place, value in given.items() if isinstance(value, float)}
    # Each number alone becomes another one, then all of them do, among which are a 0 and negative ones; all of them
    # become large, and small; and words become others, none, and numbers where no number is multiplied.
    trials: list[dict[str, float | str]] = [{place: number + 7.25} for place, number in numbers.items()]
    trials += [dict.fromkeys(places, size) for size in (1e7, -1e7)]
    words = [place for place, each in sheets[0].cells.items() if isinstance(each.value, str) and not each.formula]
    apart = [place for place in words if _column(place) not in set(map(_column, places))]
    trials += [dict.fromkeys(words, "x"), dict.fromkeys(words, ""), dict.fromkeys(apart, 7.25)]
    for trial in range(_TRIALS):
        others = {place: round(((i + trial) % 7 - 1) * 3.25 + 1.01**i, 4) for i, place in enumerate(places)}
        trials.append({**others, places[trial % len(places)]: 0.0})
    for changed in trials:
        result = recomputed(sheets, cell, changed)
        inputs = {place: changed.get(place, numbers.get(place, 0.0)) for place in places}
        wanted = sum(math.prod(float(inputs[place]) for place in term) for term in terms)
        if not isinstance(result, float) or not _comes_to(result, wanted):
            return False
    return True


def _column(place: str) -> str:
    return place.rstrip("0123456789")


def _comes_to(result: float, wanted: float) -> bool:
    """Returns whether a formula's result is the wanted one, which it may round to hundredths, as people do money."""
    rounded = abs(result - wanted) < _HALF_A_CENT and math.isclose(result, round(result, 2), rel_tol=1e-12)
    return rounded or math.isclose(result, wanted, rel_tol=1e-9, abs_tol=1e-6)


# PDF files ------------------------------------------------------------------------------------------------------------

_LEAST_SIZE = 6.0
"""Points of the smallest letters that are read."""


_UNNAMED = re.compile(r"title Untitled ?\d*")


def bare_pages(data: bytes | None, *files: str) -> tuple[PdfPage, ...] | None:
    """Returns the pages of a PDF file; None where it can't be read, or has anything on them but text that is seen.

    Args:
        data: The file.
        *files: Paths of files, by whose names programs call it, and other titles that it may have.
    """
    pages = pdf(data)
    names = [file.rpartition("/")[2] for file in files]
    titles = {f"title {title}" for name in names for title in (name, name.rpartition(".")[0])}
    if pages is None or any(
        other not in titles and not _UNNAMED.fullmatch(other) for page in pages for other in page.others
    ):
        return None
    return pages if all(size >= _LEAST_SIZE for page in pages for _, size in page.letters) else None


def pdf_is(state: State, path: str, lines: Sequence[str]) -> bool:
    """The PDF file is one page that says these lines and nothing else, however they are broken."""
    return pdf_pages_are(state, path, [lines])


def pdf_pages_are(state: State, path: str, pages: Sequence[Sequence[str]], source: str = "") -> bool:
    """The PDF file has a page for each of these groups of lines, which says them and nothing else.

    Args:
        state: The devices' states.
        path: The file's path.
        pages: The lines of each page.
        source: The path of the document that it is made of, if that has another name.
    """
    found = bare_pages(state.ubuntu.read_file(path), path, source)
    return found is not None and [squeezed(page.text) for page in found] == [squeezed(" ".join(page)) for page in pages]


def pdf_is_headed(state: State, path: str, lines: Sequence[str]) -> bool:
    """The PDF file says what `pdf_is` asks for, and the letters of its first line are larger than all others."""
    if not pdf_is(state, path, lines):
        return False
    found = [piece for page in pdf(state.ubuntu.read_file(path)) or () for piece in page.letters]
    if not found:
        return False
    (heading, size), *others = found
    return heading == "".join(lines[0].split()) and all(size > other for _, other in others)
