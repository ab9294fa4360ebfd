"""Music: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import at_root, scroll_sorted
from crab_tasks.kits.moves import hold, tap

__all__ = ["open_tab", "select_songs"]


def select_songs(look: Look, titles: Sequence[str]) -> Iterator[Action]:
    """Selects songs in the list of all, in this order."""
    yield from open_tab(look, "Songs")
    for i, title in enumerate(titles):
        yield from scroll_sorted(look, title)
        yield tap(look, text=title, role="list_item") if i else hold(look, title, role="list_item")


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Music."""
    yield from at_root(look, "Music", "Playlists", role="tab")
    yield tap(look, text=tab, role="tab")
