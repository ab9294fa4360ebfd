"""The density of phones' screens: pixels per inch, and the layout that they leave room for."""

from __future__ import annotations

from typing import Final

__all__ = ["BASE", "layout_size"]

BASE: Final = 160
"""The density at which a pixel is one of the layout."""
_LEAST: Final = 72


def layout_size(screen_size: tuple[int, int], dpi: object = BASE) -> tuple[int, int]:
    """Returns width and height of the layout on a screen.

    Args:
        screen_size: Width and height of the screen in pixels.
        dpi: Its density in pixels per inch.

    Raises:
        ValueError: It is no density, or leaves less than 280 by 480 for the layout.

    >>> layout_size((1080, 2400), 420)
    (411, 914)
    """
    if dpi == BASE and not isinstance(dpi, bool):
        return screen_size
    width, height = screen_size
    most = int(min(width / 280, height / 480) * BASE)
    if isinstance(dpi, bool) or not isinstance(dpi, int) or not _LEAST <= dpi <= most:
        raise ValueError(f"a density of {dpi!r} on {width}×{height} pixels; expected {_LEAST} to {most} per inch")
    return round(width * BASE / dpi), round(height * BASE / dpi)
