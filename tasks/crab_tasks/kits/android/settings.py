"""Settings: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.moves import tap

__all__ = ["settings_page"]


def settings_page(look: Look, page: str) -> Iterator[Action]:
    """Opens a page of the phone's Settings."""
    yield from open_first_page(look, "Settings", "search_bar")
    yield from scroll_to(look, page)
    yield tap(look, text=page, role="list_item")
