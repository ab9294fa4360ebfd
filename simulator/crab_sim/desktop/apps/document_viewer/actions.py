"""The steps of the Document Viewer: going to pages, zooming, finding, selecting, copying, saving.

* `go_to`, `scroll_by`, `zoom_to`, `zoom_step` - moving. `find_next`, `note_typing` - finding.
* `select`, `select_word`, `select_all`, `copy` - selecting. `load`, `save_copy` - files.
"""

from __future__ import annotations

from crab_sim.desktop.apps.document_viewer.paper import point_on
from crab_sim.desktop.apps.document_viewer.state import (
    GAP,
    ZOOMS,
    Document,
    Placed,
    Selection,
    Sight,
    area_of,
    current_page,
    document_of,
    found_in,
    ground_of,
    put_sight,
    shown_number,
    sight_of,
)
from crab_sim.desktop.saving import save_file
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.pdf_reading.page_text import Place, between, lines_of, place_at
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui.editing import word_at

__all__ = [
    "change", "copy", "find_next", "go_to", "notice", "save_copy", "scroll_by", "select", "select_all", "select_word",
    "zoom_step", "zoom_to",
]  # fmt: skip


def notice(context: Context, title: str, text: str) -> None:
    """Shows a message."""
    context.push(dialog_page(context, "notice", (title, text)))


def go_to(context: Context, number: int, down: float = 0.0) -> None:
    """Shows a page.

    Args:
        context: The window's context.
        number: The page's number, from 0; one beyond the ends is the first or last.
        down: The height on the page that comes to the top of the window, in pixels.
    """
    document = document_of(context)
    if document is None:
        return
    number = max(0, min(number, len(document.file.sizes) - 1))
    sight = sight_of(context)._replace(page=number)
    context.set(data=sight)
    ground = ground_of(context, document)
    offset = max(0, round(ground.tops[number - ground.first] - GAP + down))
    put_sight(context, sight._replace(offset=offset), pages=offset)


def scroll_by(context: Context, pixels: int) -> None:
    """Scrolls; where one page is shown, the end of it leads to the next."""
    document = document_of(context)
    if document is None:
        return
    ground, now = ground_of(context, document), context.page.scroll.get("pages", 0)
    limit = max(0, ground.total - area_of(context)[1])
    sight = sight_of(context)
    if not sight.continuous and (now + pixels > limit or now + pixels < 0):
        go_to(context, sight.page + (1 if pixels > 0 else -1))
        return
    context.set(scroll={**context.page.scroll, "pages": max(0, min(now + pixels, limit))})


def _keep_page(context: Context, document: Document, sight: Sight) -> None:
    """Changes the sight, and keeps the current page in view."""
    number = current_page(context, document)
    context.set(data=sight)
    go_to(context, number)


def zoom_to(context: Context, zoom: int) -> None:
    """Sets the zoom, in percent or to one of the fits."""
    document = document_of(context)
    if document is not None:
        _keep_page(context, document, sight_of(context)._replace(zoom=zoom))


def zoom_step(context: Context, by: int) -> None:
    """Goes to the next larger or smaller zoom."""
    document = document_of(context)
    if document is None:
        return
    now = ground_of(context, document).scale * 75
    steps = [zoom for zoom in ZOOMS if (zoom > now + 1 if by > 0 else zoom < now - 1)]
    if steps:
        zoom_to(context, steps[0] if by > 0 else steps[-1])


def change(context: Context, **changes: object) -> None:
    """Changes attributes of the sight, and keeps the current page in view."""
    sight = sight_of(context)._replace(**changes)  # type: ignore[arg-type]
    document = document_of(context)
    if document is None:
        context.set(data=sight)
    else:
        _keep_page(context, document, sight)


# Finding ----------------------------------------------------------------------------------------------------------


def find_next(context: Context, by: int) -> None:
    """Shows the next or previous occurrence; the first search starts at the current page."""
    document = document_of(context)
    if document is None:
        return
    found, shown = found_in(context, document), shown_number(context)
    if not found:
        return
    if 0 <= shown < len(found):
        number = (shown + by) % len(found)
    else:
        current = current_page(context, document)
        later = [i for i, match in enumerate(found) if match.page >= current]
        number = later[0] if later else 0
    match, sight = found[number], sight_of(context)
    context.set(data=sight._replace(found=number, wanted=context.field("find")))
    line = lines_of(document.data, match.page)[match.line]
    upright = sight.turns % 4 == 0
    down = line.top * ground_of(context, document).scale - 80 if upright else 0.0
    go_to(context, match.page, down)


# Selecting --------------------------------------------------------------------------------------------------------


def _place(document: Document, placed: Placed, number: int, x: int, y: int) -> Place:
    size = document.file.sizes[number]
    return place_at(lines_of(document.data, number), *point_on(placed, number, (size.width, size.height), x, y))


def select(context: Context, placed: Placed, x1: int, y1: int, x2: int, y2: int) -> None:
    """Selects the text of a page between two points of the screen.

    Args:
        context: The window's context.
        placed: Where the pages lie.
        x1: The first point, in pixels.
        y1: The same.
        x2: The second point.
        y2: The same.
    """
    document = document_of(context)
    if document is None:
        return
    number = placed.ground.page_at(y1 - placed.top)
    if not lines_of(document.data, number):
        return
    ends = _place(document, placed, number, x1, y1), _place(document, placed, number, x2, y2)
    put_sight(context, sight_of(context)._replace(selection=Selection(number, *ends)))


def select_word(context: Context, placed: Placed) -> None:
    """Selects the word at the point of a double click."""
    document = document_of(context)
    if document is None:
        return
    x, y = context.point
    number = placed.ground.page_at(y - placed.top)
    lines = lines_of(document.data, number)
    if lines:
        at = _place(document, placed, number, x, y)
        start, stop = word_at(lines[at.line].text, at.offset)
        chosen = Selection(number, Place(at.line, start), Place(at.line, stop))
        put_sight(context, sight_of(context)._replace(selection=chosen))


def select_all(context: Context) -> None:
    """Selects the text of the current page."""
    document = document_of(context)
    if document is None:
        return
    number = current_page(context, document)
    lines = lines_of(document.data, number)
    if lines:
        end = Place(len(lines) - 1, len(lines[-1].text))
        put_sight(context, sight_of(context)._replace(selection=Selection(number, Place(0, 0), end)))


def copy(context: Context) -> None:
    """Copies the selected text."""
    document, chosen = document_of(context), sight_of(context).selection
    if document is None or chosen is None or chosen.page >= len(document.file.sizes):
        return
    lines = lines_of(document.data, chosen.page)
    if max(chosen.anchor, chosen.caret).line < len(lines):
        text = between(lines, chosen.anchor, chosen.caret)
        if text:
            context.put(CLIPBOARD, text)


# Files ------------------------------------------------------------------------------------------------------------


def save_copy(context: Context, path: str) -> None:
    """Writes the document's file under another path; the window goes on to show the original."""
    document = document_of(context)
    if document is None:
        return
    problem = save_file(context, path, document.data)
    if problem:
        name = context.base.arg.rpartition("/")[2]
        notice(context, f"Could not save the document “{name}”.", problem)
