"""Settings: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.moves import find, has, tap

__all__ = ["quick_settings", "settings_page"]


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


def quick_settings(look: Look) -> Iterator[Action]:
    """Pulls the phone's Quick Settings down as far as they go."""
    yield action("android", "press", key="home")
    for _ in range(2):
        right, bottom = max((e.bounds[2], e.bounds[3]) for e in look("android"))
        yield action("android", "drag", x1=right // 2, y1=2, x2=right // 2, y2=2 * bottom // 3)
