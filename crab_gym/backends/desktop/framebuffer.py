"""Reads the X server's framebuffer file: an XWD header, then rows of BGRX pixels, mapped into this process."""

from __future__ import annotations

import mmap
import os
import struct

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image

__all__ = ["Framebuffer"]


class Framebuffer:
    """A live view of a screen.

    Args:
        descriptor: The file ``Xvfb_screen0``; it is closed here.

    Attributes:
        width: Width in pixels.
        height: Height in pixels.
    """

    def __init__(self, descriptor: int) -> None:
        try:
            self._map = mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
        finally:
            os.close(descriptor)
        # The words of an XWD file header, version 7; the pixels follow the header and the colour table.
        words = struct.unpack(">25I", self._map[:100])
        header, version, depth_bits, colors = words[0], words[1], words[11], words[19]
        self.width, self.height, row = words[4], words[5], words[12]
        if version != 7 or depth_bits != 32:
            raise ValueError(f"expected an XWD 7 file of 32 bits per pixel, got version {version} of {depth_bits} bits")
        pixels: npt.NDArray[np.uint8] = np.frombuffer(
            self._map, np.uint8, count=row * self.height, offset=header + 12 * colors
        )
        self._pixels = pixels.reshape(self.height, row)[:, : 4 * self.width].reshape(self.height, self.width, 4)

    def rgb(self) -> Image:
        """Returns a copy of the screen, ``(H, W, 3) uint8 RGB``."""
        image: Image = np.empty((self.height, self.width, 3), np.uint8)
        for channel in range(3):  # plane by plane: several times faster than a reversed view
            image[..., channel] = self._pixels[..., 2 - channel]
        return image

    def copy(self) -> npt.NDArray[np.uint8]:
        """Returns a copy of the raw pixels, ``(H, W, 4) uint8 BGRX``, for `same_as`."""
        return self._pixels.copy()

    def same_as(self, pixels: npt.NDArray[np.uint8]) -> bool:
        """Tells whether the screen still shows what `copy` returned."""
        return bool(np.array_equal(self._pixels.view(np.uint32), pixels.view(np.uint32)))
