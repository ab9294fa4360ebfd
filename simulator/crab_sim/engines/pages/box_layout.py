"""The layout of boxes, for lines, rows, grids and tables: it lays them out, and they lay out their boxes with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from crab_sim.engines.pages.css.styles import Sides, Viewport
from crab_sim.engines.pages.fragments import NO_LINK, Fragment, Link
from crab_sim.engines.pages.render_tree import Box, Part

__all__ = ["BoxLayout"]


class BoxLayout(ABC):
    """One layout of a page.

    Args:
        viewport: The view.

    Attributes:
        contexts: The texts of the page, each a row of words that a search looks through.
    """

    def __init__(self, viewport: Viewport) -> None:
        self.viewport = viewport
        self.contexts: list[str] = []

    def context(self, text: str) -> int:
        """Adds a text of the page, and returns its number."""
        self.contexts.append(text)
        return len(self.contexts) - 1

    def across(self, sides: Sides, whole: int) -> int:
        """Returns the pixels on the left and right; ``auto`` counts none."""
        left, right = sides.left, sides.right
        return (left.of(whole) if left is not None else 0) + (right.of(whole) if right is not None else 0)

    def groups(self, parts: Sequence[Part]) -> list[Box | list[Part]]:
        """Groups the parts in a box: those that stand in lines together, and each of the others alone."""
        groups: list[Box | list[Part]] = []
        row: list[Part] = []
        for part in parts:
            if isinstance(part, str) or (part.inline and not part.style.float_side):
                row.append(part)
                continue
            if any(not isinstance(one, str) or one.strip() for one in row):
                groups.append(row)
            row = []
            groups.append(part)
        if any(not isinstance(one, str) or one.strip() for one in row):
            groups.append(row)
        return groups

    @abstractmethod
    def link_of(self, box: Box, link: Link) -> Link:
        """Returns the link that a box is, or the one around it."""

    @abstractmethod
    def widths(self, box: Box) -> tuple[int, int]:
        """Returns a box's least width, and its width where there is enough room, both without its margins."""

    @abstractmethod
    def fitting(self, box: Box, room: int) -> int:
        """Returns the width of a box that is as wide as its content, but no wider than the room."""

    @abstractmethod
    def atom(self, box: Box, room: int, link: Link) -> Fragment:
        """Returns a box that stands in a line."""

    @abstractmethod
    def block(self, box: Box, room: int, forced: int = 0, link: Link = NO_LINK, quiet: bool = False) -> Fragment:
        """Returns a box that has been laid out.

        Args:
            box: The box.
            room: The width around it, of which its lengths may be shares.
            forced: The width that it must have; 0 for what its style says.
            link: The link around it.
            quiet: Whether the text in it belongs to something that has it already.
        """
