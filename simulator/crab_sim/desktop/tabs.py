"""Tabs: one of a window's pages is its first page, the others are kept in that page's data until their tab is clicked.

The data of such pages is a named tuple with the fields ``left`` and ``right``: the pages in the tabs beside this one.
The tabs change only while no dialog lies on the first page.

* `pages_of`, `current` - the pages. `show_tab`, `add_tab`, `close_tab` - going from one to another.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.machine.app import Context
from crab_sim.ui import Page

__all__ = ["add_tab", "close_tab", "current", "pages_of", "show_tab"]


def pages_of(page: Page) -> tuple[Page, ...]:
    """Returns the pages of a window's tabs, given its first page, from left to right."""
    return (*page.data.left, page, *page.data.right)


def current(page: Page) -> int:
    """Returns the number of the tab in front."""
    return len(page.data.left)


def _put(context: Context, pages: Sequence[Page], front: int) -> None:
    alone = [each._replace(data=each.data._replace(left=(), right=()), overlay=()) for each in pages]
    page = alone[front]
    context.replace(page._replace(data=page.data._replace(left=tuple(alone[:front]), right=tuple(alone[front + 1 :]))))


def show_tab(context: Context, number: int) -> None:
    """Shows the page of a tab."""
    pages = pages_of(context.page)
    if 0 <= number < len(pages):
        _put(context, pages, number)


def add_tab(context: Context, page: Page) -> None:
    """Shows another page in a new tab at the right end."""
    pages = (*pages_of(context.page), page)
    _put(context, pages, len(pages) - 1)


def close_tab(context: Context) -> None:
    """Closes the tab in front; with the last one, the window."""
    pages, front = list(pages_of(context.page)), current(context.page)
    del pages[front]
    if pages:
        _put(context, pages, min(front, len(pages) - 1))
    else:
        context.close()
