"""Documents as widgets: one for each block of `crab_sim.engines.pages.blocks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.engines.pages.blocks import Block, Control, Document, Figure, Table, Text
from crab_sim.engines.pages.forms import NO_PROBLEM, Problem
from crab_sim.phone import metrics
from crab_sim.phone.apps.browser.controls import control_widget
from crab_sim.phone.apps.browser.messages import Message
from crab_sim.phone.apps.browser.runs import (
    Match,
    Paragraph,
    Plain,
    TableGrid,
    matches,
    style_of,
    text_of,
    texts_of,
)
from crab_sim.ui import Box, Divider, Label, Scene, Space, Theme, Widget

__all__ = ["PAD", "Find", "block_top", "layout"]

PAD: Final = 16
"""Pixels beside a page's text."""


class Find(NamedTuple):
    """A search on the page: its words, and the number of the current place where they stand."""

    words: str
    current: int


class _Picture(Widget[Message]):
    """A picture as wide as the page allows, in the shape that the page gives it."""

    __slots__ = ("figure", "key")

    def __init__(self, figure: Figure, key: str | bytes | None) -> None:
        self.flex, self.figure, self.key = 0, figure, key

    def _size(self, w: int) -> tuple[int, int]:
        figure = self.figure
        if self.key is None:
            return w, 44
        width = min(w, figure.width or w)
        if figure.width and figure.height:
            return max(1, width), max(1, min(2 * w, width * figure.height // figure.width))
        return max(1, width), max(1, min(2 * w, figure.height or width * 3 // 4))

    def height(self, theme: Theme, w: int) -> int:
        """Returns the picture's height."""
        _, height = self._size(w)
        return height

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, or its description if there is no picture."""
        figure, theme = self.figure, scene.theme
        width, height = self._size(w)
        follow: Message | None = ("follow", figure.href, False) if figure.href else None
        if self.key is None:
            scene.round(x, y, width, height, theme.surface, 8)
            scene.icon(x + 12, y + 12, 20, "image_broken", theme.muted)
            alt = metrics.ellipsize(figure.alt, "regular", 13, max(20, width - 52))
            scene.text(x + 42, y, width - 50, height, alt, theme.muted, 13)
        else:
            scene.ops.append(("picture", x, y, x + width, y + height, scene.clip, self.key))
        scene.node(x, y, width, height, "image", "", figure.alt, message=follow, long_message=("picture", figure.src))


def _gap(block: Block, before: Block | None) -> int:
    """Returns the space above a block."""
    if before is None:
        return 4
    if isinstance(block, Text):
        if block.kind in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return 18
        if block.kind in ("li", "small") and isinstance(before, Text) and before.kind[0] != "h":
            return 6 if before.kind == block.kind else 10
    if isinstance(block, Control) and isinstance(before, Control) and block.kind in ("checkbox", "radio"):
        return 2
    return 14 if isinstance(block, Control) else 10


def layout(
    document: Document,
    fields: Mapping[str, str],
    picture: Callable[[str], str | bytes | None],
    problem: Problem = NO_PROBLEM,
    find: Find | None = None,
) -> list[Widget[Message]]:
    """Returns a page's widgets: for each block the space above it, then the block.

    Args:
        document: The page.
        fields: The values of its controls by key.
        picture: Returns the data of the picture at an address, None if there is none.
        problem: The first invalid value.
        find: The search on the page.
    """
    widgets: list[Widget[Message]] = []
    before: Block | None = None
    seen = 0
    for block in document.blocks:
        found: list[list[Match]] = []
        for text in texts_of(block):
            spans = matches(text, find.words) if find is not None else ()
            current = find.current if find is not None else 0
            found.append([Match(low, high, seen + i == current) for i, (low, high) in enumerate(spans)])
            seen += len(spans)
        hidden = isinstance(block, Control) and block.kind == "hidden"
        widgets += (
            [Space(), Space()]
            if hidden
            else [Space(_gap(block, before)), _block(block, fields, picture, problem, found)]
        )
        before = before if hidden else block
    return widgets


def _block(
    block: Block,
    fields: Mapping[str, str],
    picture: Callable[[str], str | bytes | None],
    problem: Problem,
    found: Sequence[Sequence[Match]],
) -> Widget[Message]:
    if isinstance(block, Text):
        if block.kind == "pre":
            return Box(Label(text_of(block.runs).rstrip(), 12, font="mono", wrap=True), pad=(12, 10))
        only = block.runs[0]
        if len(block.runs) == 1 and block.kind == "p" and not block.indent and not only.href and only.style != "mono":
            return Plain(only.text, style_of(only), found[0])
        return Paragraph(block, found[0])
    if isinstance(block, Table):
        return TableGrid(block, found)
    if isinstance(block, Figure):
        return _Picture(block, picture(block.src))
    if isinstance(block, Control):
        return control_widget(block, fields, problem)
    return Divider()


def block_top(widgets: Sequence[Widget[Message]], block: int, theme: Theme, w: int) -> int:
    """Returns the distance of a block from the page's top.

    Args:
        widgets: The page's widgets.
        block: Index of the block.
        theme: The theme.
        w: Width of the page in pixels.
    """
    return sum([widget.height(theme, w - 2 * PAD) for widget in widgets[: 2 * block]])
