"""Images that are handed out as arrays, on memory that is written again once nobody holds them.

* `Block` - memory handed out as an array, which knows whether anybody still holds it.
* `Frame` - a block with an image; `FramePool` - the last few frames of one screen.

A fresh array for each screenshot costs the pages that the operating system clears for it, and the whole image must be
copied. Without the pool a step with both screens takes 1.6 times as long (workload of `benchmarks/sim_speed.py`: 550
against 350 µs).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Block", "Frame", "FramePool"]


class Block:
    """Memory that is handed out as an array.

    Args:
        memory: An object with a writable buffer that isn't an array itself: an array made on it then is the base of
            all its views, so that it lives as long as any of them.

    >>> block = Block(bytearray(4))
    >>> array = block.hand_out(np.frombuffer(block.memory, np.uint8))
    >>> part, array = array[1:], None
    >>> block.is_free
    False
    >>> part = None
    >>> block.is_free
    True
    """

    __slots__ = ("_holder", "memory")

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self._holder: weakref.ref[NDArray[np.uint8]] | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody holds the array that was handed out last, or a view of it."""
        return self._holder is None or self._holder() is None

    def hand_out(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Returns an array made on the memory, which isn't free again before that array and all its views are gone."""
        self._holder = weakref.ref(array)
        return array

    def is_shown_by(self, array: NDArray[np.uint8]) -> bool:
        """Returns whether an array is a view of the one that was handed out last."""
        return self._holder is not None and self._holder() is array.base is not None


class Frame(Block):
    """An image of one screen.

    Attributes:
        pixels: The image, ``(H, 3 * W) uint8``: red, green and blue side by side. For drawing; never handed out.
    """

    __slots__ = ("_read_only", "_shape", "pixels")

    def __init__(self, width: int, height: int) -> None:
        self.pixels: NDArray[np.uint8] = np.empty((height, 3 * width), np.uint8)
        super().__init__(self.pixels.data)
        self._read_only = self.memory.toreadonly()
        self._shape = (height, width, 3)

    def image(self) -> NDArray[np.uint8]:
        """Returns the image, ``(H, W, 3) uint8 RGB``, which its holder can't make writable."""
        return self.hand_out(np.frombuffer(self._read_only, np.uint8)).reshape(self._shape)


_FrameType = TypeVar("_FrameType", bound=Frame)


class FramePool(Generic[_FrameType]):
    """The last few frames of one screen, newest first.

    Args:
        make: Makes a frame.
        limit: Frames that are kept. One that drops out lives on with its holders.
    """

    __slots__ = ("_limit", "_make", "frames")

    def __init__(self, make: Callable[[], _FrameType], limit: int) -> None:
        self._make, self._limit = make, limit
        self.frames: list[_FrameType] = []

    @property
    def newest(self) -> _FrameType | None:
        """The frame that was taken last."""
        return self.frames[0] if self.frames else None

    def free(self) -> list[_FrameType]:
        """Returns the frames that nobody holds, newest first."""
        return [frame for frame in self.frames if frame.is_free]

    def take(self) -> _FrameType:
        """Returns a frame to draw on, which is the newest from now on: one that nobody holds, else a new one."""
        for frame in self.frames:
            if frame.is_free:
                return self.begin(frame)
        return self.begin(None)

    def begin(self, frame: _FrameType | None) -> _FrameType:
        """Makes a frame the newest and returns it.

        Args:
            frame: One of those that are kept; None for a new one.
        """
        if frame is None:
            frame = self._make()
        else:
            self.frames.remove(frame)
        self.frames.insert(0, frame)
        del self.frames[self._limit :]
        return frame
