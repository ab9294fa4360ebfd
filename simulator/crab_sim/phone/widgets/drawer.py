"""The drawer that slides over a page: a list of an app's main places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple

from crab_sim.ui import Column, Icon, Label, Message_co, Row, Scene, Scroll, Space, Tile, Widget
from crab_sim.ui.node import ShadeData

__all__ = ["Drawer", "DrawerItem"]


class DrawerItem(NamedTuple, Generic[Message_co]):
    """One place that a drawer leads to.

    Attributes:
        icon: The icon's name.
        label: The place's name.
        message: Sent by a tap.
        note: Text at the row's end, such as a count.
        selected: Whether the app shows this place.
        depth: The number of places above it, such as of a folder's parents.
        verbatim: Whether its name is content, the same in every language.
    """

    icon: str
    label: str
    message: Message_co
    note: str = ""
    selected: bool = False
    depth: int = 0
    verbatim: bool = False


class Drawer(Widget[Message_co]):
    """A panel along the page's left edge; a touch beside it closes it."""

    __slots__ = ("places", "title")

    def __init__(self, title: str, places: Sequence[DrawerItem[Message_co]]) -> None:
        self.flex, self.title, self.places = 0, title, places

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the panel; the rectangle is the page that it darkens."""
        scene.ops.append(("shade", x, y, x + w, y + h, scene.clip, (0, 0, 0), 110))
        scene.node(x, y, w, h, "other", description="Close navigation drawer", message=("dismiss",), data=ShadeData())
        width = min(300, w - 56)
        scene.fill(x, y, width, h, scene.theme.raised)
        scene.node(x, y, width, h, "menu", message=("nothing",))
        tiles: list[Widget[Message_co]] = [
            Tile(
                place.label,
                place.message,
                leading=Icon(place.icon),
                trailing=Label(place.note, "small", "muted", role="") if place.note else None,
                selected=place.selected,
                role="menu_item",
                verbatim="text" if place.verbatim else "",
            )
            for place in self.places
        ]
        for i, place in enumerate(self.places):
            if place.depth:
                tiles[i] = Row([Space(18 * min(4, place.depth)), Column([tiles[i]], flex=1)])
        title = Label(self.title, "title", "accent", "bold", pad=(16, 18))
        Column([title, Scroll("drawer", tiles, pad=(8, 0))]).place(scene, x, y, width, h)
