"""Moves on the pages of the phone's apps: opening, going back, scrolling, typing."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import find, has, hold, tap

__all__ = [
    "at_root", "leave_pages", "on_first_page", "open_first_page", "open_row", "replace_text", "reveal", "scroll_sorted",
    "scroll_to", "type_into", "write_into",
]  # fmt: skip


def scroll_to(look: Look, text: str = "", description: str = "", role: str = "", rid: str = "") -> Iterator[Action]:
    """Swipes the phone's list down to its end, then back up, until an element is on the screen.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        role: Its role; "" for any.
        rid: The last part of its resource id; "" for any.
    """
    for direction in ("down", "up"):
        before: tuple[Element, ...] = ()
        for _ in range(12):
            shown = look("android")
            if has(look, "android", text, description, rid, role):
                return
            if shown == before:
                break
            before = shown
            x, y = find(look, "android", role="list").center
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="long")


def scroll_sorted(look: Look, text: str) -> Iterator[Action]:
    """Swipes a list that is sorted by its rows' texts towards a row, until that is on the screen."""
    before: tuple[Element, ...] = ()
    for _ in range(12):
        shown = look("android")
        rows = [one.text for one in shown if one.role == "list_item" and one.text]
        if text in rows or shown == before:
            return
        before = shown
        x, y = find(look, "android", role="list").center
        up = bool(rows) and text.casefold() < rows[0].casefold()
        yield action("android", "swipe", x=x, y=y, direction="up" if up else "down", distance="long")


def open_row(look: Look, text: str, role: str = "list_item") -> Iterator[Action]:
    """Scrolls to a row of the phone's list and taps it, if there is one of this text."""
    yield from scroll_to(look, text, role=role)
    if has(look, "android", text, role=role):
        yield tap(look, text, role=role)


def leave_pages(look: Look, rid: str) -> Iterator[Action]:
    """Goes back on the phone until an element of an app's first page is on the screen."""
    for _ in range(5):
        if has(look, "android", rid=rid):
            return
        yield action("android", "press", key="back")
    raise OracleStuck(f"no page with {rid!r} was reached by going back")


def open_first_page(look: Look, app: str, rid: str) -> Iterator[Action]:
    """Opens an app of the phone on its first page, the one with an element of this resource id."""
    yield action("android", "open_app", name=app)
    yield from leave_pages(look, rid)


def on_first_page(look: Look, app: str, rid: str) -> Iterator[Action]:
    """Opens an app of the phone on its first page, unless that is on the screen."""
    if not has(look, "android", rid=rid):
        yield from open_first_page(look, app, rid)


def at_root(look: Look, app: str, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Opens an app of the phone, and goes back in it until an element of its first page is on the screen.

    Args:
        look: Shows the screens.
        app: The app's name.
        text: Text of an element of its first page; "" for any.
        description: Its description; "" for any.
        role: Its role; "" for any.
    """
    yield action("android", "open_app", name=app)
    for _ in range(7):
        if has(look, "android", text, description, role=role):
            return
        yield action("android", "press", key="back")
    raise OracleStuck(f"no page of {app} with {text or description!r} was reached by going back")


def type_into(look: Look, hint: str, text: str) -> Iterator[Action]:
    """Types a text into an empty field of the phone; on a small screen the page is scrolled to it."""
    if not has(look, "android", description=hint, role="text_field"):
        yield from scroll_to(look, description=hint, role="text_field")
    yield tap(look, description=hint, role="text_field")
    yield action("android", "write_text", text=text)


def write_into(look: Look, hint: str, text: str) -> Iterator[Action]:
    """Types a text into an empty field of the phone, which is tapped unless it has the focus."""
    if not any(element.focused and element.description == hint for element in look("android")):
        yield tap(look, description=hint, role="text_field")
    yield action("android", "write_text", text=text)


def replace_text(look: Look, hint: str, text: str) -> Iterator[Action]:
    """Types a text in place of the contents of a field of the phone."""
    yield hold(look, description=hint, role="text_field")
    yield tap(look, text="Select all")
    yield action("android", "write_text", text=text)


def reveal(look: Look, description: str, role: str = "") -> Iterator[Action]:
    """Swipes the list on the screen down until an element is clear of its lower end, where a button may lie above."""

    def clear() -> bool:
        area = find(look, "android", role="list").bounds
        return any(
            element.description == description and element.bounds[3] < area[3] - 90
            for element in look("android")
            if not role or element.role == role
        )

    before: tuple[Element, ...] = ()
    for _ in range(8):
        shown = look("android")
        if clear() or shown == before:
            return
        before = shown
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")
