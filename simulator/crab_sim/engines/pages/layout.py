"""A page laid out in a view: the place of everything in it, and the texts that a search looks through.

* `lay_out` - the layout of a page. `find_matches`, `match_top` - searching it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines.pages.boxes import Boxes
from crab_sim.engines.pages.css.styles import Viewport
from crab_sim.engines.pages.dom import Node, Tree
from crab_sim.engines.pages.fragments import Item, Place, Words
from crab_sim.engines.pages.render_tree import Box, render_tree
from crab_sim.ui.theme import Color

__all__ = ["Layout", "Match", "anchor_top", "find_matches", "lay_out", "match_top"]

_MAX_MATCHES: Final = 1000


class Match(NamedTuple):
    """A place where the searched words stand: the number of the text, and their start and end in it."""

    context: int
    start: int
    end: int


class Layout(NamedTuple):
    """A page that has been laid out.

    Attributes:
        height: Its height in pixels.
        ground: The colour of its ground.
        items: The things on it, back to front.
        contexts: Its texts.
    """

    height: int
    ground: Color
    items: tuple[Item, ...]
    contexts: tuple[str, ...]

    def place(self, key: str) -> Place | None:
        """Returns the place of a control, by its key."""
        return next((item for item in self.items if isinstance(item, Place) and item.control.key == key), None)


@lru_cache(maxsize=96)
def lay_out(
    tree: Tree, sheets: tuple[str, ...], viewport: Viewport, sizes: tuple[tuple[str, tuple[int, int]], ...]
) -> Layout:
    """Returns the layout of a page.

    Args:
        tree: The page.
        sheets: The texts of its style sheets.
        viewport: The view.
        sizes: The sizes of its pictures, by their addresses.
    """
    root, viewport = render_tree(tree, sheets, viewport)
    known: Mapping[str, tuple[int, int]] = dict(sizes)
    boxes = Boxes(tree.base, viewport, known.get)
    body = boxes.block(root, viewport.width, viewport.width)
    items: list[Item] = []
    body.flatten(items)
    return Layout(max(body.h, 1), _ground(root), tuple(items), tuple(boxes.contexts))


def _ground(root: Box) -> Color:
    """Returns the colour of the whole view: that of the root, or else of the body."""
    grounds = [root.style.background, *[child.style.background for child in root.children if isinstance(child, Box)]]
    return next((color for color in grounds if color is not None), root.style.ground)


def find_matches(layout: Layout, words: str, cased: bool = False, whole: bool = False) -> tuple[Match, ...]:
    """Returns the places where words stand on a page.

    Args:
        layout: The page.
        words: The words.
        cased: Whether capitals differ from small letters.
        whole: Whether letters around the place rule it out.
    """
    if not words:
        return ()
    escaped = re.escape(words)
    pattern = re.compile(rf"(?<!\w){escaped}(?!\w)" if whole else escaped, 0 if cased else re.IGNORECASE)
    found = [Match(i, *match.span()) for i, text in enumerate(layout.contexts) for match in pattern.finditer(text)]
    shown = {item.context for item in layout.items if isinstance(item, Words)}
    return tuple([match for match in found if match.context in shown][:_MAX_MATCHES])


def match_top(layout: Layout, match: Match) -> int:
    """Returns the top edge of a place on a page."""
    for item in layout.items:
        if isinstance(item, Words) and item.context == match.context and item.at + len(item.text) > match.start:
            return item.y
    return 0


def anchor_top(layout: Layout, tree: Tree, name: str) -> int | None:
    """Returns the top edge of the element with an id; None where there is none."""
    node = next((node for node in tree.root.walk() if node.attrs.get("id") == name), None)
    text = _first_text(node) if node is not None else ""
    for item in layout.items:
        if isinstance(item, Words) and text and item.context >= 0 and layout.contexts[item.context].startswith(text):
            return item.y
    return None


def _first_text(node: Node) -> str:
    for child in node.walk():
        for part in child.children:
            if isinstance(part, str) and part.strip():
                return " ".join(part.split())
    return ""
