"""Settings: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.settings.state import Control
from crab_tasks.kits.moves import find, has, tap

__all__ = ["drag_slider", "open_control", "quick_settings", "search_control", "settings_page", "show_tile", "tap_tile"]


def settings_page(look: Look, page: str) -> Iterator[Action]:
    """Opens a page of the phone's Settings."""
    yield action("android", "open_app", name="Settings")
    for _ in range(5):
        if has(look, "android", rid="search_bar"):
            break
        yield action("android", "press", key="back")
        if not has(look, "android", rid="search_bar") and has(look, "android", role="list"):
            x, y = find(look, "android", role="list").center  # where text is large, the first page may be scrolled
            yield action("android", "swipe", x=x, y=y, direction="up", distance="long")
    yield from scroll_to(look, page)
    yield tap(look, text=page, role="list_item")


def _pull_down(look: Look) -> Action:
    right, bottom = max((e.bounds[2], e.bounds[3]) for e in look("android"))
    return action("android", "drag", x1=right // 2, y1=2, x2=right // 2, y2=2 * bottom // 3)


def quick_settings(look: Look) -> Iterator[Action]:
    """Pulls the phone's Quick Settings down as far as they go."""
    yield action("android", "press", key="home")
    for _ in range(2):
        yield _pull_down(look)


def show_tile(look: Look, control: Control) -> Iterator[Action]:
    """Pulls the phone's Quick Settings down until they show a control's tile."""
    for _ in range(2):
        if not has(look, "android", text=control.tile, role="switch"):
            yield _pull_down(look)


def open_control(look: Look, control: Control) -> Iterator[Action]:
    """Opens the page of Settings that has a control."""
    yield from settings_page(look, control.page)


def search_control(look: Look, control: Control, word: str) -> Iterator[Action]:
    """Opens the page of Settings that has a control by the search.

    Args:
        look: Shows the screens.
        control: The control.
        word: The word that finds it, as the search shows it.
    """
    yield action("android", "open_app", name="Settings")
    yield tap(look, rid="search_bar")
    yield action("android", "write_text", text=word)
    yield tap(look, text=word, role="list_item")


def tap_tile(look: Look, control: Control) -> Iterator[Action]:
    """Taps the tile of a control in Quick Settings."""
    if not has(look, "android", text=control.tile, role="switch"):
        yield from quick_settings(look)
    yield tap(look, text=control.tile, role="switch")


def drag_slider(look: Look, description: str, share: float) -> Iterator[Action]:
    """Drags a slider, which is on the screen, to a share of its length.

    Args:
        look: Shows the screens.
        description: The slider's description.
        share: 0 for its left end, 1 for its right end.
    """
    slider = find(look, "android", description=description)
    left, _, right, _ = slider.bounds
    x, y = slider.center
    yield action("android", "drag", x1=x, y1=y, x2=left + round(share * (right - 1 - left)), y2=y)
