"""Items of pages, as the phone's MiniWoB app takes them: plain data.

The kinds of items and of their actions are described beside the app, in `crab_sim.phone.apps.miniwob`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

__all__ = [
    "DONE", "Act", "Item", "box", "button", "canvas", "check", "choice", "column", "day", "dialog", "end", "field",
    "flow", "grid", "hour", "icon", "line", "link", "radio", "row", "scatter", "scroll", "shape", "slider", "somewhere",
    "space", "submit", "table", "tabs", "text", "tile",
]  # fmt: skip

Item: TypeAlias = dict[str, Any]
"""An item of a page, plain JSON."""
Act: TypeAlias = list[Any]
"""An action of an item."""
DONE = "Submit"
"""The event that most pages end with."""


def end(event: str = DONE) -> list[Act]:
    """Returns the actions that end a page."""
    return [["end", event]]


def text(words: str, **more: Any) -> Item:
    """Returns a text."""
    return {"k": "text", "text": words, **more}


def link(words: str, do: list[Act] | None = None, **more: Any) -> Item:
    """Returns a link; by itself it ends the page with its words."""
    return {"k": "link", "text": words, "do": end(words) if do is None else do, **more}


def flow(items: Sequence[Item], **more: Any) -> Item:
    """Returns items beside one another, in as many rows as they need."""
    return {"k": "flow", "items": list(items), **more}


def button(words: str, do: list[Act] | None = None, **more: Any) -> Item:
    """Returns a button; by itself it ends the page with its words."""
    return {"k": "button", "text": words, "do": end(words) if do is None else do, **more}


def submit(words: str = DONE, **more: Any) -> Item:
    """Returns the button with which a page ends."""
    return button(words, end(), style="filled", **more)


def icon(picture: str, words: str, do: list[Act], **more: Any) -> Item:
    """Returns a button that is an icon.

    Args:
        picture: The icon's name.
        words: What it does.
        do: Its actions.
        **more: Further fields of the item.
    """
    return {"k": "icon", "icon": picture, "text": words, "do": do, **more}


def check(name: str, words: str) -> Item:
    """Returns a check box that puts its words into a list of values."""
    return {"k": "toggle", "toggle": "checkbox", "text": words, "on": {name: {"has": words}},
            "do": [["pick", name, words]]}  # fmt: skip


def radio(name: str, words: str) -> Item:
    """Returns one of several options."""
    return {"k": "toggle", "toggle": "radio", "text": words, "on": {name: words}, "do": [["set", name, words]]}


def field(name: str, hint: str, **more: Any) -> Item:
    """Returns a text field."""
    return {"k": "field", "name": name, "text": hint, **more}


def choice(name: str, hint: str, options: Sequence[str]) -> Item:
    """Returns a drop-down list."""
    return {"k": "choice", "name": name, "text": hint, "options": list(options)}


def slider(name: str, words: str, least: int, most: int, step: int = 1) -> Item:
    """Returns a slider.

    Args:
        name: Its value's name.
        words: What it is for.
        least: Its least value.
        most: Its greatest value.
        step: Between two values.
    """
    return {"k": "slider", "name": name, "text": words, "least": least, "most": most, "step": step}


def day(name: str, hint: str, start: str) -> Item:
    """Returns a date; `start` is the day at which the picker opens."""
    return {"k": "date", "name": name, "text": hint, "from": start}


def hour(name: str, hint: str, start: str) -> Item:
    """Returns a time of day; `start` is the time at which the picker opens."""
    return {"k": "time", "name": name, "text": hint, "from": start}


def tabs(name: str, options: Sequence[str]) -> Item:
    """Returns tabs; the value is the chosen one's number."""
    return {"k": "tabs", "name": name, "options": list(options)}


def tile(words: str, do: list[Act] | None = None, **more: Any) -> Item:
    """Returns a row of a list."""
    return {"k": "tile", "text": words, "do": do or [], **more}


def column(items: Sequence[Item], **more: Any) -> Item:
    """Returns items below one another."""
    return {"k": "column", "items": list(items), **more}


def row(items: Sequence[Item], **more: Any) -> Item:
    """Returns items beside one another."""
    return {"k": "row", "items": list(items), **more}


def grid(items: Sequence[Item], columns: int, cell: int, **more: Any) -> Item:
    """Returns items in rows of equal cells.

    Args:
        items: The items.
        columns: Cells of a row.
        cell: Height of a cell.
        **more: Further fields of the item.
    """
    return {"k": "grid", "items": list(items), "columns": columns, "cell": cell, **more}


def box(items: Sequence[Item], **more: Any) -> Item:
    """Returns items on a ground of their own."""
    return {"k": "box", "items": list(items), **more}


def scatter(items: Sequence[Item], height: int = 360) -> Item:
    """Returns items whose places are drawn as the page is opened."""
    return {"k": "scatter", "items": list(items), "height": max(height, 56 * len(items))}


def scroll(name: str, items: Sequence[Item], height: int) -> Item:
    """Returns a list that scrolls by itself."""
    return {"k": "scroll", "name": name, "items": list(items), "height": height}


def table(rows: Sequence[Sequence[str]], head: bool = False) -> Item:
    """Returns a table."""
    return {"k": "table", "rows": [list(cells) for cells in rows], "head": head}


def dialog(title: str, items: Sequence[Item], **more: Any) -> Item:
    """Returns a dialog; buttons at the end of its items are its buttons."""
    return {"k": "dialog", "text": title, "items": list(items), **more}


def canvas(name: str, size: Sequence[int], shapes: Sequence[Item], **more: Any) -> Item:
    """Returns a canvas.

    Args:
        name: Its name.
        size: Its width and height.
        shapes: What it shows, back to front.
        **more: Further fields of the item.
    """
    return {"k": "canvas", "name": name, "size": list(size), "shapes": list(shapes), **more}


def shape(kind: str, **more: Any) -> Item:
    """Returns a shape of a canvas."""
    return {"s": kind, **more}


def line(**more: Any) -> Item:
    """Returns a thin line."""
    return {"k": "line", **more}


def somewhere(rng: random.Random, items: Sequence[Item], most: int = 240) -> list[Item]:
    """Returns items with empty space above them, so that pages of a family differ in where things are.

    Args:
        rng: Draws the height of the space.
        items: The items.
        most: The greatest height.
    """
    return [space(rng.randint(0, most)), *items]


def space(size: int = 8) -> Item:
    """Returns empty space."""
    return {"k": "space", "size": size}
