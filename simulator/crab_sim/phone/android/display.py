"""The screen of a phone as Android tells it: its pixels, its density, and the layout below them.

The phone itself is laid out in density-independent pixels, 160 to the inch. A screen of another density shows the same
layout with larger texts and icons, and touches and bounds are converted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.devices.density import BASE
from crab_sim.draw.ops import Op, Rect

__all__ = ["Display"]

_LEAST: Final = (280, 480)
_MOST: Final = 4096


class Display:
    """A screen.

    Args:
        width: Its width in pixels, as built.
        height: Its height.
        density: Its pixels per inch, as built.

    Attributes:
        physical: Its size as built.
        physical_density: Its density as built.
        size: Its size, which may be overridden.
        density: Its density, which may be overridden.
    """

    def __init__(self, width: int, height: int, density: int = BASE) -> None:
        self.physical = self.size = width, height
        self.physical_density = self.density = density

    def layout(self) -> tuple[int, int]:
        """Returns width and height of the phone's layout; a phone's is never smaller than 280 by 480."""
        width, height = (round(side * BASE / self.density) for side in self.size)
        return max(_LEAST[0], min(_MOST, width)), max(_LEAST[1], min(_MOST, height))

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels for each of the layout's, across and upright."""
        width, height = self.layout()
        return self.size[0] / width, self.size[1] / height

    @property
    def is_plain(self) -> bool:
        """Whether a pixel is one of the layout."""
        return self.layout() == self.size

    def to_layout(self, x: int, y: int) -> tuple[int, int]:
        """Returns the place in the layout of a pixel."""
        across, down = self.scale
        return int((x + 0.5) / across), int((y + 0.5) / down)

    def to_screen(self, rect: Rect) -> Rect:
        """Returns a rectangle of the layout in pixels."""
        if self.is_plain:
            return rect
        across, down = self.scale
        left, top, right, bottom = rect
        return round(left * across), round(top * down), round(right * across), round(bottom * down)

    def ops(self, ops: Sequence[Op]) -> Sequence[Op]:
        """Returns the layout's display list in pixels."""
        if self.is_plain:
            return ops
        from crab_sim.draw.scaling import scaled  # loaded only where it is needed

        return scaled(ops, *self.scale)
