"""What oracles do in the phone's Browser."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, action
from crab_tasks.oracles import find, leave_pages, tap

__all__ = ["bring_up", "fill", "refill", "visit"]


def visit(look: Look, url: str) -> Iterator[Action]:
    """Types an address into the phone's Browser and goes there."""
    yield action("android", "open_app", name="Browser")
    yield from leave_pages(look, "url_bar")
    yield tap(look, rid="url_bar")
    yield action("android", "write_text", text=f"{url}\n")


def bring_up(look: Look, text: str = "", description: str = "") -> Iterator[Action]:
    """Swipes the page down until an element is in the upper two thirds of what is shown of it, or the page ends."""
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
    """Types in place of what a field of a page's form holds."""
    yield from bring_up(look, description=label)
    x, y = find(look, "android", description=label, role="text_field").center
    yield action("android", "long_tap", x=x, y=y)
    yield tap(look, text="Select all")
    yield action("android", "write_text", text=text)
