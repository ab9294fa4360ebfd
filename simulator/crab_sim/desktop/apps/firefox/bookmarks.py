"""Bookmarks: the dialog that adds and edits one, and removing them."""

from __future__ import annotations

from crab_sim.desktop.apps.firefox.state import BLANK, BOOKMARKS
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.pages.history import BookmarkRow
from crab_sim.machine.app import Context
from crab_sim.machine.rows import next_id, remove

__all__ = ["ask", "remove_address", "remove_row", "save"]


def ask(context: Context, url: str, title: str) -> None:
    """Opens the dialog for the bookmark of an address."""
    if not url or url == BLANK:
        return
    known = next((row for row in context.machine.get(BOOKMARKS) if row.url == url), None)
    context.push(dialog_page(context, "bookmark", url, "name", known.title if known is not None else title))


def save(context: Context) -> None:
    """Saves the bookmark under the name in the dialog."""
    page = context.page
    url, title = str(page.arg), page.fields["name"].strip() or str(page.arg)
    context.pop()
    rows = context.machine.get(BOOKMARKS)
    if any(row.url == url for row in rows):
        context.put(BOOKMARKS, tuple([row._replace(title=title) if row.url == url else row for row in rows]))
    else:
        context.put(BOOKMARKS, (*rows, BookmarkRow(next_id(rows), url, title, context.machine.now)))


def remove_address(context: Context, url: str) -> None:
    """Removes the bookmark of an address."""
    context.put(BOOKMARKS, tuple([row for row in context.machine.get(BOOKMARKS) if row.url != url]))


def remove_row(context: Context, row_id: int) -> None:
    """Removes a bookmark."""
    context.put(BOOKMARKS, remove(context.machine.get(BOOKMARKS), row_id))
