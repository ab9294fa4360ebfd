"""Memory of batched observations: their layout, and blocks that are reused in turn.

* `Layout` - the places of a batch of observations in one block of bytes.
* `Ring` - blocks that are written in turn, except those that a caller still holds.

Observations never change after they are returned. Copying every batch would cost more than drawing it, so a block
itself is handed out, and reused once neither it nor a view of it is referenced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import Space, spaces
from numpy.typing import NDArray

from crab_sim.fast.frames import Block

__all__ = ["Layout", "Ring"]

_ALIGNED = 64
"""Alignment of arrays, in bytes."""

Path = tuple[Any, ...]


class _Place(NamedTuple):
    """An array of a batch: its path in an observation, and its place in a block."""

    path: Path
    offset: int
    nbytes: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Layout:
    """The places of a batch of observations in a block of bytes.

    Arrays (``Box``, ``Discrete``, ``MultiDiscrete``, ``MultiBinary``, in any ``Dict`` and ``Tuple``) have a place
    there; anything else, such as text, is passed as an object.

    Args:
        space: Space of one environment's observations.
        rows: Number of environments.

    Attributes:
        nbytes: Size of a block.
        rows: Number of environments.
    """

    def __init__(self, space: Space[Any], rows: int) -> None:
        self.rows = rows
        self._space = space
        self._places: list[_Place] = []
        self._objects: list[Path] = []
        self.nbytes = 1  # a block of nothing can't be mapped
        self._visit(space, ())

    def _visit(self, space: Space[Any], path: Path) -> None:
        if isinstance(space, spaces.Dict):
            for key, inner in space.spaces.items():
                self._visit(inner, (*path, key))
        elif isinstance(space, spaces.Tuple):
            for index, inner in enumerate(space.spaces):
                self._visit(inner, (*path, index))
        elif isinstance(space, (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)):
            dtype = np.dtype(space.dtype)
            shape = (self.rows, *(space.shape or ()))
            nbytes = int(np.prod(shape)) * dtype.itemsize
            offset = -(-self.nbytes // _ALIGNED) * _ALIGNED if self._places else 0
            self._places.append(_Place(path, offset, nbytes, shape, dtype))
            self.nbytes = max(1, offset + nbytes)
        else:
            self._objects.append(path)

    def arrays(self, block: NDArray[np.uint8]) -> list[NDArray[Any]]:
        """Returns the arrays in a block of `nbytes` bytes, each of shape ``(rows, ...)``."""
        return [
            block[place.offset : place.offset + place.nbytes].view(place.dtype).reshape(place.shape)
            for place in self._places
        ]

    def write(self, arrays: Sequence[NDArray[Any]], row: int, observation: Any) -> tuple[Any, ...]:
        """Writes an environment's observation to its row.

        Args:
            arrays: The arrays of a block.
            row: Number of the environment.
            observation: Its observation.

        Returns:
            The observation's parts that aren't arrays.
        """
        for place, array in zip(self._places, arrays, strict=True):
            array[row] = _at(observation, place.path)
        return tuple([_at(observation, path) for path in self._objects]) if self._objects else ()

    def gather(self, arrays: Sequence[NDArray[Any]], objects: Sequence[tuple[Any, ...]]) -> Any:
        """Returns the batch in Gymnasium's form: arrays, and tuples of the parts that aren't arrays."""
        parts: dict[Path, Any] = {place.path: array for place, array in zip(self._places, arrays, strict=True)}
        for index, path in enumerate(self._objects):
            parts[path] = tuple([row[index] for row in objects])
        return _tree(self._space, parts, ())

    def row(self, arrays: Sequence[NDArray[Any]], objects: tuple[Any, ...], row: int) -> Any:
        """Returns one environment's observation, with copies of its arrays."""
        parts = {place.path: array[row].copy() for place, array in zip(self._places, arrays, strict=True)}
        parts.update(zip(self._objects, objects, strict=True))
        return _tree(self._space, parts, ())


def _at(observation: Any, path: Path) -> Any:
    for key in path:
        observation = observation[key]
    return observation


def _tree(space: Space[Any], parts: Mapping[Path, Any], path: Path) -> Any:
    """Returns an observation with the structure of its space, made of parts by path."""
    if isinstance(space, spaces.Dict):
        return {key: _tree(inner, parts, (*path, key)) for key, inner in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_tree(inner, parts, (*path, index)) for index, inner in enumerate(space.spaces))
    return parts[path]


class Ring:
    """Blocks of bytes that are written in turn.

    A block that was handed out is free again once neither it nor a view of it is referenced.

    Args:
        blocks: Blocks shared with other processes; None for blocks of this process, made when needed.
        make: Makes a block of this process.
    """

    _MAX_BLOCKS = 3

    def __init__(self, blocks: Sequence[Any] | None = None, make: Callable[[], Any] | None = None) -> None:
        self._blocks = [Block(memory) for memory in blocks or ()]
        self._make = make

    def _free(self) -> list[int]:
        return [index for index, block in enumerate(self._blocks) if block.is_free]

    def take(self) -> int:
        """Returns the index of a free block, to be written."""
        free = self._free()
        if free:
            return free[0]
        if self._make is None:
            raise AssertionError("all blocks are held; hand_out() has to keep one back")
        if len(self._blocks) == self._MAX_BLOCKS:
            del self._blocks[0]  # its holder keeps it alive
        self._blocks.append(Block(self._make()))
        return len(self._blocks) - 1

    def open(self, index: int) -> NDArray[np.uint8]:
        """Returns a new array of a block's bytes."""
        return np.frombuffer(self._blocks[index].memory, np.uint8)

    def hand_out(self, index: int) -> NDArray[np.uint8]:
        """Returns a block's bytes for the caller to keep; a copy if no other block were left to write."""
        block = self.open(index)
        if self._make is None and self._free() == [index]:
            return block.copy()
        return self._blocks[index].hand_out(block)
