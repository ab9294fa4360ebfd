"""The state of a Document Viewer window, and the places of its pages on the screen.

* `Sight`, `Selection` - the state. `sight_of`, `document_of`, `put_sight` - reading and writing it.
* `Ground`, `ground_of` - the size and place of each page.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.desktop.saving import readable
from crab_sim.engines.pdf_reading.page_text import Match, Place, matches
from crab_sim.engines.pdf_reading.reader import PageSize, PdfDamaged, PdfFile, open_pdf
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "AUTOMATIC", "FIT_PAGE", "FIT_WIDTH", "GAP", "SIDE_WIDTH", "ZOOMS", "Document", "Ground", "Placed", "Selection",
    "Sight", "area_of", "current_page", "document_of", "found_in", "ground_of", "problem_of", "put_sight",
    "shown_number", "sight_of",
]  # fmt: skip

FIT_PAGE, FIT_WIDTH, AUTOMATIC = -1, -2, 0
ZOOMS: Final = (50, 70, 85, 100, 125, 150, 175, 200, 300, 400)
"""The zooms to choose from, in percent."""
GAP: Final = 12
"""Pixels around pages."""
SIDE_WIDTH: Final = 190
"""Width of the side pane, in pixels."""
_PIXELS: Final = 96 / 72
"""Pixels per point at 100%."""
_MAX_FOUND: Final = 2000


class Selection(NamedTuple):
    """Selected text: a page, and two places in its text."""

    page: int
    anchor: Place
    caret: Place


class Sight(NamedTuple):
    """The look at a document.

    Attributes:
        zoom: In percent, or one of `AUTOMATIC`, `FIT_PAGE` and `FIT_WIDTH`.
        turns: Quarters by which the pages are turned clockwise.
        continuous: Whether the pages lie below one another; otherwise one is shown.
        inverted: Whether colours are inverted.
        side: The list in the side pane: ``"thumbnails"`` or ``"outline"``; ``""`` while it is hidden.
        page: The page to which the reader went last.
        offset: The scroll offset that the reader got there: as long as it stays, that page is the current one.
        finding: Whether the find bar is shown.
        case: Whether it tells capitals from small letters.
        whole: Whether it finds whole words only.
        found: The number of the occurrence that is shown, -1 for none.
        wanted: The text whose occurrence that is.
        selection: The selected text.
    """

    zoom: int = AUTOMATIC
    turns: int = 0
    continuous: bool = True
    inverted: bool = False
    side: str = "thumbnails"
    page: int = 0
    offset: int = 0
    finding: bool = False
    case: bool = False
    whole: bool = False
    found: int = -1
    wanted: str = ""
    selection: Selection | None = None


class Document(NamedTuple):
    """The document that a window shows: its file, and the facts about it."""

    data: bytes
    file: PdfFile


class Ground(NamedTuple):
    """The places of the pages.

    Attributes:
        scale: Pixels per point.
        tops: Top edge of each page in the content that scrolls, in pixels.
        widths: Width of each.
        heights: Height of each.
        total: Height of all.
        first: Number of the first page that is laid out: 0, or the only one.
    """

    scale: float
    tops: tuple[int, ...]
    widths: tuple[int, ...]
    heights: tuple[int, ...]
    total: int
    first: int

    def page_at(self, y: int) -> int:
        """Returns the number of the page at a height of the content, or the nearest one above."""
        number = 0
        for i, top in enumerate(self.tops):
            if top <= y:
                number = i
        return self.first + number


class Placed(NamedTuple):
    """The places of the pages on the screen: the middle of the ground, and the top edge of the content that scrolls."""

    middle: int
    top: int
    ground: Ground
    turns: int


def sight_of(context: Context) -> Sight:
    """Returns how the document is shown."""
    sight: Sight = context.base.data
    return sight


def put_sight(context: Context, sight: Sight, **scroll: int) -> None:
    """Replaces the state; further arguments are scroll offsets."""
    if scroll:
        context.set(data=sight, scroll={**context.page.scroll, **scroll})
    else:
        context.set(data=sight)


def document_of(context: Context) -> Document | None:
    """Returns the document, None if there is none that can be shown."""
    files: Files = context.get(FILES)
    data = readable(files, context.base.arg)
    if data is None:
        return None
    try:
        return Document(data, open_pdf(data))
    except PdfDamaged:
        return None


def problem_of(context: Context) -> str:
    """Returns why the document can't be shown, ``""`` if it can or there is none."""
    files: Files = context.get(FILES)
    path = context.base.arg
    if not path:
        return ""
    if not files.exists(path):
        return f"Error opening file {path}: No such file or directory"
    data = readable(files, path)
    if data is None:
        return f"Error opening file {path}: Permission denied"
    try:
        open_pdf(data)
    except PdfDamaged:
        if data[:5] == b"%PDF-":
            return "PDF document is damaged"
        return f"File type {_kind(path)} is not supported"
    return ""


def _kind(path: str) -> str:
    extension = path.rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""
    return f"“{extension}”" if extension else "of this document"


def area_of(context: Context) -> tuple[int, int]:
    """Returns the width and height of the pages' ground, in pixels."""
    window, theme, sight = context.window, context.theme, sight_of(context)
    if window.maximized:
        w, h = context.machine.width - DOCK_WIDTH, context.machine.height - BAR_HEIGHT
    else:
        left, top, right, bottom = window.frame
        w, h = right - left, bottom - top
    bar = max(theme.field, theme.button, 30) + 6
    w -= 2 + (SIDE_WIDTH + 1 if sight.side else 0)
    h -= TITLE_HEIGHT + 1 + bar * (2 if sight.finding else 1)
    return max(40, w), max(40, h)


def ground_of(context: Context, document: Document) -> Ground:
    """Returns where the pages lie."""
    sight = sight_of(context)
    shown = current_shown(sight, len(document.file.sizes))
    return _ground(document.file.sizes, sight.zoom, sight.turns, shown, *area_of(context))


def current_shown(sight: Sight, count: int) -> int:
    """Returns the number of the only page that is shown, -1 where they lie below one another."""
    return -1 if sight.continuous else max(0, min(sight.page, count - 1))


@lru_cache(maxsize=32)
def _ground(sizes: tuple[PageSize, ...], zoom: int, turns: int, only: int, w: int, h: int) -> Ground:
    chosen = sizes if only < 0 else sizes[only : only + 1]
    turned = [PageSize(size.height, size.width) if turns % 2 else size for size in chosen]
    widest, tallest = max([size.width for size in turned]), max([size.height for size in turned])
    across, down = (w - 2 * GAP - 8) / widest, (h - 2 * GAP) / tallest
    if zoom == FIT_PAGE:
        scale = min(across, down)
    elif zoom == FIT_WIDTH:
        scale = across
    elif zoom == AUTOMATIC:
        scale = min(across, _PIXELS) if len(sizes) > 1 or widest < tallest else min(across, down, _PIXELS)
    else:
        scale = zoom / 100 * _PIXELS
    scale = max(0.08, min(6.0, scale))
    widths = tuple([max(8, round(size.width * scale)) for size in turned])
    heights = tuple([max(8, round(size.height * scale)) for size in turned])
    tops, top = [], GAP
    for height in heights:
        tops.append(top)
        top += height + GAP
    return Ground(scale, tuple(tops), widths, heights, top, max(0, only))


def current_page(context: Context, document: Document) -> int:
    """Returns the number of the page that is mostly in view, or that the reader went to."""
    sight, count = sight_of(context), len(document.file.sizes)
    if not sight.continuous:
        return max(0, min(sight.page, count - 1))
    ground, high = ground_of(context, document), area_of(context)[1]
    offset = min(context.base.scroll.get("pages", 0), max(0, ground.total - high))
    if offset == min(sight.offset, max(0, ground.total - high)) and sight.page < count:
        return sight.page
    shown = [
        min(top + tall, offset + high) - max(top, offset) for top, tall in zip(ground.tops, ground.heights, strict=True)
    ]
    return shown.index(max(shown))


@lru_cache(maxsize=32)
def _found(data: bytes, count: int, wanted: str, case: bool, whole: bool) -> tuple[Match, ...]:
    rows: list[Match] = []
    for number in range(count):
        rows += matches(data, number, wanted, case, whole)
        if len(rows) >= _MAX_FOUND:
            break
    return tuple(rows)


def found_in(context: Context, document: Document) -> tuple[Match, ...]:
    """Returns the places where the text in the find bar occurs."""
    sight, wanted = sight_of(context), context.base.fields.get("find", "")
    if not sight.finding or not wanted:
        return ()
    return _found(document.data, len(document.file.sizes), wanted, sight.case, sight.whole)


def shown_number(context: Context) -> int:
    """Returns the number of the occurrence that is shown, -1 if another text is searched since, or none."""
    sight = sight_of(context)
    return sight.found if sight.wanted == context.base.fields.get("find", "") else -1
