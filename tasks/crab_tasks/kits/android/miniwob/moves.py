"""Moves on a page: what its oracle, its other ways and its near misses are made of.

A `Move` is called with the view of the screens; it looks for what it needs, scrolls the page to it, and acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.android import pickers

__all__ = [
    "Move", "choose", "copy_text", "draw_to", "enter", "fill_past", "go_home", "hold", "hold_text", "in_front",
    "look_around", "paste", "pause", "pick_day", "pick_time", "play", "point", "press", "pull", "select_all",
    "select_text", "slide", "swipe_on", "take", "write",
]  # fmt: skip

Move: TypeAlias = Callable[[Look], Iterator[Action]]

_APP = "miniwob"
_SWIPES = 12


def play(moves: Sequence[Move], look: Look) -> Iterator[Action]:
    """Carries out moves one after another, with the page in front."""
    yield from in_front(look)
    for move in moves:
        yield from move(look)


def in_front(look: Look) -> Iterator[Action]:
    """Brings the page to the front, unless it is there."""
    if not any(element.app == _APP for element in look("android")):
        yield action("android", "open_app", name="MiniWoB")


def _wanted(element: Element, name: str, role: str, rid: str) -> bool:
    return (
        element.app == _APP
        and (not name or name in (element.text, element.description))
        and (not role or element.role == role)
        and (not rid or element.resource_id.rpartition("/")[2] == rid)
    )


def _found(look: Look, name: str, role: str, rid: str, nth: int) -> Element | None:
    found = [element for element in look("android") if _wanted(element, name, role, rid)]
    if nth >= 0:
        return found[nth] if nth < len(found) else None
    return found[-1] if found else None


def _reach(look: Look, name: str, role: str = "", rid: str = "", nth: int = -1) -> Iterator[Action]:
    """Scrolls what scrolls on the page until an element with a name is shown.

    Raises:
        OracleStuck: There is none.
    """
    for direction in ("down", "up"):
        before: Sequence[Element] = ()
        for _ in range(_SWIPES):
            if _found(look, name, role, rid, nth) is not None:
                return
            lists = [element for element in look("android") if element.app == _APP and element.scrollable]
            if not lists or look("android") == before:
                break
            before = look("android")
            x, y = lists[-1].center
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="short")
    if _found(look, name, role, rid, nth) is None:
        shown = "; ".join(f"{e.role} {e.text or e.description!r}" for e in look("android") if e.app == _APP)
        raise OracleStuck(f"no {name or rid!r} on the page; there are: {shown}")


def _element(look: Look, name: str, role: str = "", rid: str = "", nth: int = -1) -> Element:
    found = _found(look, name, role, rid, nth)
    if found is None:
        raise OracleStuck(f"no {name or rid!r} on the page")
    return found


def press(name: str = "", role: str = "", rid: str = "", nth: int = -1) -> Move:
    """Taps what has this text or description.

    Args:
        name: The text or description; "" for any.
        role: Its role; "" for any.
        rid: The last part of its resource id; "" for any.
        nth: Which of several that are shown, counted from 0; the last one by itself.
    """

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, name, role, rid, nth)
        x, y = _element(look, name, role, rid, nth).center
        yield action("android", "tap", x=x, y=y)

    return move


def hold(name: str, role: str = "") -> Move:
    """Touches something for long."""

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, name, role)
        x, y = _element(look, name, role).center
        yield action("android", "long_tap", x=x, y=y)

    return move


def write(field: str, words: str) -> Move:
    """Types into a field, in place of what it has."""

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "text_field", field)
        element = _element(look, "", "text_field", field)
        if element.text:
            yield from select_all(field)(look)
        elif not element.focused:
            x, y = element.center
            yield action("android", "tap", x=x, y=y)
        yield action("android", "write_text", text=words)

    return move


def fill_past(field: str, words: str, button: str) -> Move:
    """Types into a field, past a dialog that typing may open: closes it by a button, and types again."""

    def move(look: Look) -> Iterator[Action]:
        yield from write(field, words)(look)
        if any(_wanted(element, button, "button", "") for element in look("android")):
            yield from press(button, "button")(look)
            if _element(look, "", "text_field", field).text in (words, "•" * len(words)):
                return
            yield from write(field, words)(look)

    return move


def select_all(field: str) -> Move:
    """Selects all of a field's text."""

    def move(look: Look) -> Iterator[Action]:
        yield from hold_text(field)(look)
        yield from press("Select all", "button")(look)

    return move


def hold_text(field: str) -> Move:
    """Touches a field's text for long, which selects a word of it."""

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "text_field", field)
        left, top, _, _ = _element(look, "", "text_field", field).bounds
        yield action("android", "long_tap", x=left + 30, y=top + 20)

    return move


def copy_text(field: str) -> Move:
    """Copies all of a field's text."""

    def move(look: Look) -> Iterator[Action]:
        yield from select_all(field)(look)
        yield from press("Copy", "button")(look)

    return move


def paste(field: str) -> Move:
    """Pastes into a field, in place of what it has."""

    def move(look: Look) -> Iterator[Action]:
        if _element(look, "", "text_field", field).text:
            yield from select_all(field)(look)
        else:
            yield from hold_text(field)(look)
        yield from press("Paste", "button")(look)

    return move


def select_text(field: str, start: Sequence[int], end: Sequence[int]) -> Move:
    """Drags over a field's text, between two points given from its upper left corner."""

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "text_field", field)
        left, top, _, _ = _element(look, "", "text_field", field).bounds
        places = {"x1": left + start[0], "y1": top + start[1], "x2": left + end[0], "y2": top + end[1]}
        yield action("android", "drag", **places)

    return move


def enter() -> Move:
    """Presses Enter."""
    return lambda look: iter([action("android", "press", key="enter")])


def choose(name: str, option: str) -> Move:
    """Chooses from a drop-down list."""

    def move(look: Look) -> Iterator[Action]:
        yield from press(rid=name)(look)
        yield from press(option, "list_item")(look)

    return move


def pick_day(name: str, date: str) -> Move:
    """Picks a date, given as year-month-day."""

    def move(look: Look) -> Iterator[Action]:
        yield from press(rid=name)(look)
        year, month, number = map(int, date.split("-"))
        yield from pickers.pick_date(look, (year, month, number))

    return move


def pick_time(name: str, time: str) -> Move:
    """Picks a time of day, given as hours:minutes."""

    def move(look: Look) -> Iterator[Action]:
        yield from press(rid=name)(look)
        hour, minute = map(int, time.split(":"))
        yield from pickers.choose_time(look, hour, minute)

    return move


def slide(name: str, share: float) -> Move:
    """Taps a slider at a share of its range."""

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "slider", name)
        left, top, right, bottom = _element(look, "", "slider", name).bounds
        x = left + 10 + round((right - left - 20) * share)
        yield action("android", "tap", x=x, y=(top + bottom) // 2)

    return move


def _spot(look: Look, canvas: str, width: int, x: float, y: float) -> tuple[int, int]:
    """Returns the pixel of a point of a canvas of a width of its own."""
    left, top, right, _ = _element(look, "", "", canvas).bounds
    scale = (right - left) / width
    return left + round(x * scale), top + round(y * scale)


def point(canvas: str, width: int, x: float, y: float) -> Move:
    """Taps a point of a canvas.

    Args:
        canvas: Its name.
        width: Its width in its own coordinates.
        x: The point.
        y: The same.
    """

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "", canvas)
        across, down = _spot(look, canvas, width, x, y)
        yield action("android", "tap", x=across, y=down)

    return move


def draw_to(canvas: str, width: int, start: Sequence[float], stop: Sequence[float]) -> Move:
    """Drags from one point of a canvas to another.

    Args:
        canvas: Its name.
        width: Its width in its own coordinates.
        start: The first point.
        stop: The second.
    """

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "", canvas)
        x1, y1 = _spot(look, canvas, width, *start)
        x2, y2 = _spot(look, canvas, width, *stop)
        yield action("android", "drag", x1=x1, y1=y1, x2=x2, y2=y2)

    return move


def pull(name: str, dx: int, dy: int, rid: str = "") -> Move:
    """Drags something.

    Args:
        name: Its text or description; "" for any.
        dx: Pixels to the right.
        dy: Pixels downwards.
        rid: The last part of its resource id; "" for any.
    """

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, name, "", rid)
        x, y = _element(look, name, "", rid).center
        yield action("android", "drag", x1=x, y1=y, x2=x + dx, y2=y + dy)

    return move


def swipe_on(rid: str, direction: str, times: int = 1) -> Move:
    """Swipes over something; the direction is that of the view."""

    def move(look: Look) -> Iterator[Action]:
        for _ in range(times):
            x, y = _element(look, "", "", rid).center
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="short")

    return move


def take(name: str, place: int, to: int) -> Move:
    """Drags a row of a list that can be sorted.

    Args:
        name: The list's name.
        place: The row's number, counted from 0.
        to: Its number afterwards.
    """

    def move(look: Look) -> Iterator[Action]:
        yield from _reach(look, "", "", name)
        left, top, right, _ = _element(look, "", "", name).bounds
        x = (left + right) // 2
        yield action("android", "drag", x1=x, y1=top + 48 * place + 24, x2=x, y2=top + 48 * to + 24)

    return move


def go_home() -> Move:
    """Leaves the page for the home screen, and comes back."""

    def move(look: Look) -> Iterator[Action]:
        yield action("android", "press", key="home")
        yield from in_front(look)

    return move


def pause() -> Move:
    """Waits for a second."""
    return lambda look: iter([action("root", "wait", seconds=1)])


def look_around() -> Move:
    """Scrolls the page to its end and back, and touches its instruction."""

    def move(look: Look) -> Iterator[Action]:
        x, y = _element(look, "", "", "utterance").center
        yield action("android", "tap", x=x, y=y)
        x, y = _element(look, "", "", "page").center
        for direction in ("down", "up"):
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="medium")

    return move
