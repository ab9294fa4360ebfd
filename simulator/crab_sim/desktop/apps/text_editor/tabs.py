"""The documents of a window: one is its page, the others are kept in that page's data until their tab is clicked."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.desktop.apps.text_editor.messages import Document
from crab_sim.machine.app import Context
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import Page

__all__ = [
    "add_tab",
    "close_tab",
    "current",
    "documents",
    "modified",
    "name_of",
    "show_tab",
    "untitled_number",
    "window_of",
]


def documents(page: Page) -> tuple[Page, ...]:
    """Returns the documents of a window's first page, from left to right."""
    document: Document = page.data
    return (*document.left, page, *document.right)


def current(page: Page) -> int:
    """Returns the number of the tab in front."""
    return len(page.data.left)


def modified(page: Page) -> bool:
    """Returns whether a document isn't saved."""
    return bool(page.fields["text"] != page.data.saved)


def name_of(page: Page) -> str:
    """Returns a document's name."""
    return str(page.arg).rpartition("/")[2] or f"Untitled Document {page.data.number}"


def _put(context: Context, pages: Sequence[Page], front: int) -> None:
    page, preferences = pages[front], context.base.data.preferences
    alone = [each._replace(data=each.data._replace(left=(), right=()), overlay=()) for each in pages]
    data = page.data._replace(left=tuple(alone[:front]), right=tuple(alone[front + 1 :]), preferences=preferences)
    context.replace(page._replace(data=data, overlay=(), focus="text"))


def show_tab(context: Context, number: int) -> None:
    """Shows a document of the window."""
    pages = documents(context.page)
    if 0 <= number < len(pages):
        _put(context, pages, number)


def add_tab(context: Context, page: Page) -> None:
    """Shows another document in a new tab at the right end."""
    pages = (*documents(context.page), page)
    _put(context, pages, len(pages) - 1)


def close_tab(context: Context) -> None:
    """Closes the document in front; with the last one, the window."""
    pages, front = list(documents(context.page)), current(context.page)
    del pages[front]
    if pages:
        _put(context, pages, min(front, len(pages) - 1))
    else:
        context.close()


def untitled_number(context: Context) -> int:
    """Returns the lowest number that no untitled document has."""
    windows = [window for window in context.get(WINDOWS) if window.app == "text_editor"]
    taken = {page.data.number for window in windows for page in documents(window.base) if not page.arg}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def window_of(context: Context, path: str) -> tuple[str, int]:
    """Returns the id of another window that can show a file, and the number of the file's tab in it, -1 for none.

    It is the one that has the file open, else the topmost one; ``""`` if there is no other.
    """
    others = [w for w in context.get(WINDOWS) if w.app == "text_editor" and w.id != context.window_id]
    for window in reversed(others):
        for number, page in enumerate(documents(window.base)):
            if page.arg == path:
                return window.id, number
    return (others[-1].id, -1) if others else ("", -1)
