"""Browser: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, replace_text
from crab_tasks.kits.moves import find, tap

__all__ = ["bring_up", "fill", "refill", "visit"]


def visit(look: Look, url: str) -> Iterator[Action]:
    """Types an address into the phone's Browser and goes there."""
    yield from open_first_page(look, "Browser", "url_bar")
    yield tap(look, rid="url_bar")
    yield action("android", "write_text", text=f"{url}\n")


def bring_up(look: Look, text: str = "", description: str = "") -> Iterator[Action]:
    """Swipes the page down until an element is in the upper two thirds of the visible part, or the page ends."""
    before: tuple[Element, ...] = ()
    for _ in range(12):
        shown = look("android")
        area = find(look, "android", description="Web View", role="web").bounds
        lowest = area[1] + 2 * (area[3] - area[1]) // 3
        if shown == before or any(
            element.bounds[3] <= lowest
            for element in shown
            if (not text or element.text == text) and (not description or element.description == description)
        ):
            return
        before = shown
        x, y = (area[0] + area[2]) // 2, (area[1] + area[3]) // 2
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def fill(look: Look, label: str, text: str) -> Iterator[Action]:
    """Types into an empty field of a page's form."""
    yield from bring_up(look, description=label)
    yield tap(look, description=label, role="text_field")
    yield action("android", "write_text", text=text)


def refill(look: Look, label: str, text: str) -> Iterator[Action]:
    """Types in place of the contents of a field of a page's form."""
    yield from bring_up(look, description=label)
    yield from replace_text(look, label, text)
