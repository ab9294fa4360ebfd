"""Reads the X server's framebuffer file: an XWD header, then rows of BGRX pixels.

The file is read, never mapped: a program in the box can truncate it, upon which a mapping would end this process
(SIGBUS).
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
    """The screen in a framebuffer file, for repeated reading.

    Args:
        descriptor: The file ``Xvfb_screen0``; it stays the caller's to close.

    Attributes:
        width: Width in pixels.
        height: Height in pixels.

    Raises:
        OSError: The file is too short.
        ValueError: It has another format.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        head = os.pread(descriptor, _HEAD.size, 0)
        if len(head) != _HEAD.size:
            raise OSError(f"the screen's file ends after {len(head)} bytes, expected a header of {_HEAD.size}")
        (
            header_size, version, _format, _depth, self.width, self.height, _x_offset, _byte_order, _unit, _bit_order,
            _pad, depth_bits, row, _visual, _red, _green, _blue, _bits, _entries, colors, *_window,
        ) = _HEAD.unpack(head)  # fmt: skip
        if version != 7 or depth_bits != 32:
            raise ValueError(f"expected an XWD 7 file of 32 bits per pixel, got version {version} of {depth_bits} bits")
        self._offset = header_size + 12 * colors  # the pixels follow the header and the colour table
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
        """Returns whether the last two calls of `look` read different screens."""
        return not np.array_equal(self._now.view(np.uint32), self._before.view(np.uint32))

    def rgb(self) -> Image:
        """Returns the screen that `look` has read, ``(H, W, 3) uint8 RGB``."""
        pixels = self._now[:, : 4 * self.width].reshape(self.height, self.width, 4)
        image: Image = np.empty((self.height, self.width, 3), np.uint8)
        for channel in range(3):  # plane by plane is several times faster than copying a reversed view
            image[..., channel] = pixels[..., 2 - channel]
        return image
