"""Reads the X server's framebuffer file: an XWD header, then rows of BGRX pixels.

The file is read, never mapped: programs in the box can cut it short, and a mapping then ends this process (SIGBUS).
"""

from __future__ import annotations

import os
import struct

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image

__all__ = ["Framebuffer"]

_HEAD = struct.Struct(">25I")  # the words of an XWD file header, version 7


class Framebuffer:
    """A screen that is looked at again and again.

    Args:
        descriptor: The file ``Xvfb_screen0``; it stays the caller's to close.

    Attributes:
        width: Width in pixels.
        height: Height in pixels.

    Raises:
        OSError: The file is too short.
        ValueError: It is of another format.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        head = os.pread(descriptor, _HEAD.size, 0)
        if len(head) != _HEAD.size:
            raise OSError(f"the screen's file ends after {len(head)} bytes, expected a header of {_HEAD.size}")
        words = _HEAD.unpack(head)
        header, version, depth_bits, colors = words[0], words[1], words[11], words[19]
        self.width, self.height, row = words[4], words[5], words[12]
        if version != 7 or depth_bits != 32:
            raise ValueError(f"expected an XWD 7 file of 32 bits per pixel, got version {version} of {depth_bits} bits")
        self._offset = header + 12 * colors  # the pixels follow the header and the colour table
        self._now: npt.NDArray[np.uint8] = np.zeros((self.height, row), np.uint8)
        self._before = self._now.copy()

    def look(self) -> None:
        """Reads the screen as it is now.

        Raises:
            OSError: The file is shorter than the screen, or can't be read.
        """
        self._now, self._before = self._before, self._now
        size = os.preadv(self._descriptor, [self._now.data], self._offset)
        if size != self._now.nbytes:
            raise OSError(f"the screen's file ends after {size} of {self._now.nbytes} bytes of pixels")

    def changed(self) -> bool:
        """Tells whether the last look saw another screen than the one before it."""
        return not np.array_equal(self._now.view(np.uint32), self._before.view(np.uint32))

    def rgb(self) -> Image:
        """Returns what the last look saw, ``(H, W, 3) uint8 RGB``."""
        pixels = self._now[:, : 4 * self.width].reshape(self.height, self.width, 4)
        image: Image = np.empty((self.height, self.width, 3), np.uint8)
        for channel in range(3):  # plane by plane: several times faster than a reversed view
            image[..., channel] = pixels[..., 2 - channel]
        return image
