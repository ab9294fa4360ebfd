"""Selection of several rows of a list at once.

A long tap selects the first row. While rows are selected, the page's overlay is ``("select", keys)``, which Back
closes, and a bar with their number and actions replaces the app bar.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from crab_sim.machine.app import Context
from crab_sim.ui import IconButton, Label, MessageT, Page, Row, Widget

__all__ = ["bar", "selected", "toggle"]


def selected(page: Page) -> tuple[Any, ...]:
    """Returns the keys of a page's selected rows: its app's own, such as ids or paths."""
    match page.overlay:
        case ("select", tuple(keys)):
            return keys
    return ()


def toggle(context: Context, key: Hashable) -> None:
    """Selects a row, or deselects it if it is selected."""
    keys = selected(context.page)
    keys = tuple([k for k in keys if k != key]) if key in keys else (*keys, key)
    context.set(overlay=("select", keys) if keys else ())


def bar(count: int, actions: Sequence[Widget[MessageT]]) -> Row[MessageT]:
    """Returns the bar above a list while rows are selected: their number and the actions on them."""
    close: Widget[MessageT] = IconButton("close", "Close selection", ("dismiss",), tone="text")
    return Row([close, Label(str(count), "title", flex=1), *actions], pad=(8, 8), height=60, background="surface")
