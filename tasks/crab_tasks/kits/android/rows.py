"""Moves to rows of the phone's long lists."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import find

__all__ = ["hold_row", "rows_shown", "tap_row", "to_row"]

_CLEAR = 15
"""Least height of a row on the screen; of a lower one, the middle may lie below what is above the list's end."""


def rows_shown(look: Look, text: str, near: str = "") -> list[Element]:
    """Returns the rows on the screen that have a text, and another one in their descriptions, from the top down."""
    return [
        one
        for one in look("android")
        if one.role == "list_item"
        and one.text == text
        and near in one.description
        and one.bounds[3] - one.bounds[1] >= _CLEAR
    ]


def to_row(look: Look, text: str, near: str = "") -> Iterator[Action]:
    """Swipes the list down to its end, then back up, until a row is on the screen.

    Args:
        look: Shows the screens.
        text: The row's text.
        near: A part of its description.
    """
    for direction in ("down", "up"):
        before: tuple[Element, ...] = ()
        for _ in range(40):
            shown = look("android")
            if rows_shown(look, text, near):
                return
            if shown == before:
                break
            before = shown
            x, y = find(look, "android", role="list").center
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="long")


def _touch(look: Look, verb: str, text: str, near: str) -> Iterator[Action]:
    yield from to_row(look, text, near)
    rows = rows_shown(look, text, near)
    if not rows:
        raise OracleStuck(f"no row {text!r} {near!r} is listed")
    x, y = rows[0].center
    yield action("android", verb, x=x, y=y)


def tap_row(look: Look, text: str, near: str = "") -> Iterator[Action]:
    """Scrolls to a row and taps it.

    Args:
        look: Shows the screens.
        text: The row's text.
        near: A part of its description.
    """
    yield from _touch(look, "tap", text, near)


def hold_row(look: Look, text: str, near: str = "") -> Iterator[Action]:
    """Scrolls to a row and touches it for long.

    Args:
        look: Shows the screens.
        text: The row's text.
        near: A part of its description.
    """
    yield from _touch(look, "long_tap", text, near)
