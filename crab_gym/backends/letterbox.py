"""Scaling and letterboxing between a device's own pixels and the configured screen, in both directions."""

from __future__ import annotations

from typing import NamedTuple

from crab_gym.backends.base import Image

__all__ = ["Letterbox"]


class Letterbox(NamedTuple):
    """The place of a device's screen of (`width`, `height`) pixels in a configured one of (`to_width`, `to_height`).

    It is scaled to (`inner_width`, `inner_height`) and put at (`left`, `top`), with black bars around it.
    """

    width: int
    height: int
    to_width: int
    to_height: int
    inner_width: int
    inner_height: int
    left: int
    top: int

    @classmethod
    def fit(cls, device: tuple[int, int], configured: tuple[int, int]) -> Letterbox:
        """Returns the largest place for a device's screen in the middle of the configured one.

        >>> Letterbox.fit((1080, 2400), (360, 800)).inner_height, Letterbox.fit((100, 100), (360, 800))[4:]
        (800, (360, 360, 0, 220))
        """
        width, height = device
        to_width, to_height = configured
        scale = min(to_width / width, to_height / height)
        inner_width, inner_height = max(1, round(width * scale)), max(1, round(height * scale))
        left, top = (to_width - inner_width) // 2, (to_height - inner_height) // 2
        return cls(width, height, to_width, to_height, inner_width, inner_height, left, top)

    @property
    def same(self) -> bool:
        """Whether nothing needs to be scaled."""
        return (self.width, self.height) == (self.to_width, self.to_height)

    def to_device(self, x: int, y: int) -> tuple[int, int]:
        """Returns the device's pixel under one of the configured screen; one in a bar becomes the nearest."""
        if self.same:
            return x, y
        device_x = (x - self.left + 0.5) * self.width / self.inner_width
        device_y = (y - self.top + 0.5) * self.height / self.inner_height
        return min(max(int(device_x), 0), self.width - 1), min(max(int(device_y), 0), self.height - 1)

    def to_screen(self, bounds: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Returns a rectangle of the device in pixels of the configured screen; it keeps at least one pixel."""
        if self.same:
            return bounds
        left, top, right, bottom = bounds
        across, down = self.inner_width / self.width, self.inner_height / self.height
        new_left, new_top = self.left + int(left * across), self.top + int(top * down)
        new_right = max(self.left + round(right * across), new_left + 1)
        new_bottom = max(self.top + round(bottom * down), new_top + 1)
        return new_left, new_top, new_right, new_bottom

    def draw(self, picture: Image) -> Image:
        """Returns the configured screen with the device's picture in it."""
        if self.same:
            return picture
        import numpy as np
        from PIL import Image as pillow

        small = pillow.fromarray(picture).resize(
            (self.inner_width, self.inner_height), pillow.Resampling.BILINEAR, reducing_gap=2.0
        )
        screen = np.zeros((self.to_height, self.to_width, 3), np.uint8)
        screen[self.top : self.top + self.inner_height, self.left : self.left + self.inner_width] = np.asarray(small)
        return screen
