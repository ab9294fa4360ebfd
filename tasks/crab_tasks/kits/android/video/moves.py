"""Videos: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import at_root, scroll_sorted
from crab_tasks.kits.moves import hold, tap

__all__ = ["open_videos_tab", "select_videos"]


def select_videos(look: Look, names: Sequence[str]) -> Iterator[Action]:
    """Selects videos in the list of all, in this order; names are without the ending."""
    yield from open_videos_tab(look, "Video")
    for i, name in enumerate(names):
        yield from scroll_sorted(look, name)
        yield tap(look, text=name, role="list_item") if i else hold(look, name, role="list_item")


def open_videos_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Videos."""
    yield from at_root(look, "Videos", "Playlists", role="tab")
    yield tap(look, text=tab, role="tab")
