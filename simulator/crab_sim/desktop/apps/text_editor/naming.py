"""The names of documents, and the windows that have them open."""

from __future__ import annotations

from crab_sim.desktop.tabs import pages_of
from crab_sim.machine.app import Context
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import Page

__all__ = ["modified", "name_of", "untitled_number", "window_of"]


def modified(page: Page) -> bool:
    """Returns whether a document isn't saved."""
    return bool(page.fields["text"] != page.data.saved)


def name_of(page: Page) -> str:
    """Returns a document's name."""
    return str(page.arg).rpartition("/")[2] or f"Untitled Document {page.data.number}"


def untitled_number(context: Context) -> int:
    """Returns the lowest number that no untitled document has."""
    windows = [window for window in context.get(WINDOWS) if window.app == "text_editor"]
    taken = {page.data.number for window in windows for page in pages_of(window.base) if not page.arg}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def window_of(context: Context, path: str) -> tuple[str, int]:
    """Returns the id of another window that can show a file, and the number of the file's tab in it, -1 for none.

    It is the one that has the file open, else the topmost one; ``""`` if there is no other.
    """
    others = [w for w in context.get(WINDOWS) if w.app == "text_editor" and w.id != context.window_id]
    for window in reversed(others):
        for number, page in enumerate(pages_of(window.base)):
            if page.arg == path:
                return window.id, number
    return (others[-1].id, -1) if others else ("", -1)
