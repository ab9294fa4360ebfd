"""Text metrics of a phone: those of `crab_sim.draw.text`, for the fonts that it shows instead (`Theme.face`)."""

from __future__ import annotations

from crab_sim.draw import text as texts
from crab_sim.draw.text import ANDROID, Font

__all__ = ["Font", "ellipsize", "line_height", "width", "wrap", "wrap_spans"]


def width(text: str, font: Font, size: int) -> int:
    """Returns the width of a line of text, in pixels."""
    return texts.width(text, ANDROID[font], size)


def line_height(font: Font, size: int) -> int:
    """Returns the height of a line of text, in pixels."""
    return texts.line_height(ANDROID[font], size)


def ellipsize(text: str, font: Font, size: int, max_width: int) -> str:
    """Returns the text if it fits, else as much of its beginning as fits with an ellipsis behind.

    Args:
        text: One line.
        font: One of its fonts.
        size: Pixels per em.
        max_width: Room in pixels.
    """
    return texts.ellipsize(text, ANDROID[font], size, max_width)


def wrap(text: str, font: Font, size: int, max_width: int) -> tuple[str, ...]:
    """Returns the lines of a wrapped text.

    Args:
        text: The text.
        font: One of its fonts.
        size: Pixels per em.
        max_width: Room in pixels.
    """
    return texts.wrap(text, ANDROID[font], size, max_width)


def wrap_spans(text: str, font: Font, size: int, max_width: int) -> tuple[tuple[int, int], ...]:
    """Returns where the lines of a wrapped text begin and end.

    Args:
        text: The text.
        font: One of its fonts.
        size: Pixels per em.
        max_width: Room in pixels.
    """
    return texts.wrap_spans(text, ANDROID[font], size, max_width)
