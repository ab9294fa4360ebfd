"""The parts of a page that has been laid out: texts, grounds, pictures, controls, and spots that a touch reaches."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from crab_sim.draw.text import Font
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.css.styles import Style
from crab_sim.ui.theme import Color

__all__ = ["NO_LINK", "Area", "Edge", "Fragment", "Ground", "Image", "Item", "Link", "Place", "Spot", "Vector", "Words"]


class Link(NamedTuple):
    """A link: its address, whether it is a download, its id, its label where it isn't its text, and its whole text."""

    href: str = ""
    download: bool = False
    rid: str = ""
    label: str = ""
    text: str = ""
    number: int = -1


NO_LINK = Link()
"""Stands for no link."""


class Ground(NamedTuple):
    """A coloured rectangle."""

    x: int
    y: int
    w: int
    h: int
    color: Color
    radius: int = 0


class Edge(NamedTuple):
    """The line around a rectangle."""

    x: int
    y: int
    w: int
    h: int
    color: Color
    radius: int
    width: int


class Words(NamedTuple):
    """Words in one style on one line; `context` and `at` say where they stand in the page's texts."""

    x: int
    y: int
    w: int
    h: int
    text: str
    color: Color
    size: int
    font: Font
    underline: bool
    context: int
    at: int


class Image(NamedTuple):
    """A picture; `href` is the link around it."""

    x: int
    y: int
    w: int
    h: int
    src: str
    alt: str
    link: Link
    ground: Color


class Vector(NamedTuple):
    """A drawing that is part of the page, as SVG."""

    x: int
    y: int
    w: int
    h: int
    text: str
    ground: Color


class Place(NamedTuple):
    """The place of a control, and the text on a button."""

    x: int
    y: int
    w: int
    h: int
    control: Control
    style: Style
    text: str = ""


class Spot(NamedTuple):
    """An accessible thing on the page; one with a link takes touches."""

    x: int
    y: int
    w: int
    h: int
    role: str
    text: str
    description: str = ""
    rid: str = ""
    link: Link = NO_LINK


class Area(NamedTuple):
    """The place of an element of a page with scripts: its number, how it takes touches, and its text."""

    x: int
    y: int
    w: int
    h: int
    node: int
    press: str = ""
    text: str = ""


Item: TypeAlias = Ground | Edge | Words | Image | Vector | Place | Spot | Area


class Fragment:
    """A box that has been laid out.

    Attributes:
        w: Its width in pixels.
        h: Its height.
        items: The things in it, relative to its top left corner.
        children: The boxes in it, with their places.
        clips: Whether things that are too wide are cut.
    """

    __slots__ = ("children", "clips", "h", "items", "w")

    def __init__(self, w: int, h: int) -> None:
        self.w, self.h = w, h
        self.items: list[Item] = []
        self.children: list[tuple[int, int, Fragment]] = []
        self.clips = False

    def put(self, x: int, y: int, child: Fragment) -> None:
        """Places a box in this one."""
        self.children.append((x, y, child))

    def flatten(self, into: list[Item], x: int = 0, y: int = 0, right: int = 1 << 30) -> None:
        """Adds all things to a list, with their places on the page.

        Args:
            into: The list.
            x: The box's left edge on the page.
            y: Its top edge.
            right: The edge at which things that are too wide are cut.
        """
        if self.clips:
            right = min(right, x + self.w)
        for item in self.items:
            left, width = x + item.x, item.w
            if left + width > right:
                width = right - left
                if width <= 0:
                    continue
            into.append(item._replace(x=left, y=y + item.y, w=width))
        for dx, dy, child in self.children:
            child.flatten(into, x + dx, y + dy, right)
