"""The files in a bundle, read on demand.

A bundle is the length of its index (8 bytes, big-endian), the index (JSON: name to offset and size), and the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["Files", "packed"]

_MAX_CACHED = 64 << 10  # bytes; larger files are read again each time


def packed(files: Mapping[str, bytes]) -> bytes:
    """Returns a bundle of files.

    >>> Files(packed({"a": b"one", "b": b"two"}))["b"]
    b'two'
    """
    places, at = {}, 0
    for name, data in files.items():
        places[name] = at, len(data)
        at += len(data)
    index = json.dumps(places).encode()
    return b"".join([len(index).to_bytes(8, "big"), index, *files.values()])


class Files(Mapping[str, bytes]):
    """Files by name, such as ``"photos/cat.jpg"``.

    Args:
        bundle: Bytes or a memory map, which isn't copied.
    """

    def __init__(self, bundle: Any) -> None:
        self._view = memoryview(bundle)
        self._start = 8 + int.from_bytes(self._view[:8], "big")
        self._places: dict[str, tuple[int, int]] = json.loads(bytes(self._view[8 : self._start]))
        self._read: dict[str, bytes] = {}

    def __getitem__(self, name: str) -> bytes:
        if name in self._read:
            return self._read[name]
        at, size = self._places[name]
        data = bytes(self._view[self._start + at : self._start + at + size])
        if size <= _MAX_CACHED and not name.startswith("photos/"):
            self._read[name] = data
        return data

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
