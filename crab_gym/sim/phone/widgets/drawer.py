"""Widgets that slide over a page: the drawer with an app's main places, and short notices at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.sim.machine.app import Context
from crab_gym.sim.ui import AnyMessage, Box, Column, Icon, Label, Row, Scene, Scroll, Space, Tile, Widget
from crab_gym.sim.ui.node import ShadeData

__all__ = ["Drawer", "Notice", "Place", "floating", "notice"]

_SHOWN = 4.0  # seconds for which a notice stays


class Place(NamedTuple):
    """One place that a drawer leads to: icon, name, what a touch sends, a note at its end, whether one is there.

    `depth` is how many places it lies below, such as a folder in another.
    """

    icon: str
    label: str
    message: AnyMessage
    note: str = ""
    selected: bool = False
    depth: int = 0


class Drawer(Widget):
    """A panel along the page's left edge; a touch beside it closes it."""

    __slots__ = ("places", "title")

    def __init__(self, title: str, places: Sequence[Place]) -> None:
        self.flex, self.title, self.places = 0, title, places

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the panel; the rectangle is the page that it darkens."""
        scene.ops.append(("shade", x, y, x + w, y + h, scene.clip, (0, 0, 0), 110))
        scene.node(x, y, w, h, "other", description="Close navigation drawer", message=("dismiss",), data=ShadeData())
        width = min(300, w - 56)
        scene.fill(x, y, width, h, scene.theme.raised)
        scene.node(x, y, width, h, "menu", message=("nothing",))
        tiles: list[Widget] = [
            Tile(
                place.label,
                place.message,
                leading=Icon(place.icon),
                trailing=Label(place.note, "small", "muted", role="") if place.note else None,
                selected=place.selected,
                role="menu_item",
            )
            for place in self.places
        ]
        for i, place in enumerate(self.places):
            if place.depth:
                tiles[i] = Row([Space(18 * min(4, place.depth)), Column([tiles[i]], flex=1)])
        title = Label(self.title, "title", "accent", "bold", pad=(16, 18))
        Column([title, Scroll("drawer", tiles, pad=(8, 0))]).place(scene, x, y, width, h)


class Notice(NamedTuple):
    """A short notice, as plain data of a page: what it says, until when, and what its button undoes."""

    text: str
    until: float
    undo: AnyMessage = ()


def notice(context: Context, text: str, undo: AnyMessage = ()) -> Notice:
    """Returns a notice that begins to show now."""
    return Notice(text, context.now + _SHOWN, undo)


def floating(context: Context, shown: Notice | None, button: Widget | None) -> Widget | None:
    """Returns what floats above a page: its button, and below that the notice as long as it shows."""
    gone = shown is None or context.machine.now > shown.until  # asked without a trace: then seconds don't matter
    if shown is None or gone or context.seconds > shown.until:
        return button
    row: list[Widget] = [Label(shown.text, 14, "background", role="")]
    if shown.undo:
        row += [Space(16), Label("Undo", 14, "selection", "bold", role="button", message=shown.undo)]
    bar = Box(Row(row, height=30), "text", (16, 9), 10, text=shown.text, role="text")
    if button is None:
        return bar
    return Column([Row([Space(flex=1), button]), Row([bar, Space(flex=1)])], gap=10)
