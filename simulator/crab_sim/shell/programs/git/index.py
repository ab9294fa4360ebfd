"""The index: the content of the next commit, in the file ``.git/index`` of version 2.

* `IndexEntry`, `Index` - its entries. `read_index`, `index_bytes` - the file.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.text import decode, encode

__all__ = ["Index", "IndexEntry", "index_bytes", "read_index"]

_HEAD: Final = struct.Struct(">4sLL")
_ENTRY: Final = struct.Struct(">10L20sH")


class IndexEntry(NamedTuple):
    """A file of the next commit.

    Attributes:
        path: Its path in the work tree.
        mode: Its mode, such as ``0o100644``.
        id: Its blob.
        stage: 0, or in a conflict 1 for the common ancestor, 2 for ours, 3 for theirs.
        size: Its size in bytes when it was added.
        mtime: Its modification time then, in seconds since 1970.
    """

    path: str
    mode: int
    id: str
    stage: int = 0
    size: int = 0
    mtime: float = 0.0


Index: TypeAlias = dict[str, tuple[IndexEntry, ...]]
"""The entries of each path: one of stage 0, or those of a conflict in the order of their stages."""


@lru_cache(maxsize=64)
def _entries(data: bytes) -> tuple[IndexEntry, ...]:
    if len(data) < 32 or data[:4] != b"DIRC":
        raise GitError("error: bad signature 0x00000000\nfatal: index file corrupt")
    _, version, count = _HEAD.unpack_from(data)
    if version not in (2, 3) or hashlib.sha1(data[:-20], usedforsecurity=False).digest() != data[-20:]:
        raise GitError("error: bad index file sha1 signature\nfatal: index file corrupt")
    entries, at = [], _HEAD.size
    for _ in range(count):
        if at + _ENTRY.size > len(data):
            raise GitError("fatal: index file corrupt")
        _, _, seconds, nano, _, _, mode, _, _, size, name, flags = _ENTRY.unpack_from(data, at)
        start = at + _ENTRY.size + (2 if flags & 0x4000 else 0)
        end = data.find(b"\0", start)
        if end < 0:
            raise GitError("fatal: index file corrupt")
        path = decode(data[start:end])
        entries.append(IndexEntry(path, mode, name.hex(), flags >> 12 & 3, size, seconds + nano / 1e9))
        at += (end - at) // 8 * 8 + 8
    return tuple(entries)


def read_index(data: bytes) -> Index:
    """Returns the index of a file's bytes.

    Raises:
        GitError: They are those of no index.
    """
    index: Index = {}
    for entry in _entries(data):
        index[entry.path] = (*index.get(entry.path, ()), entry)
    return index


def index_bytes(index: Index) -> bytes:
    """Returns the bytes of the index's file."""
    entries: Iterable[IndexEntry] = [entry for path in sorted(index, key=encode) for entry in index[path]]
    rows = []
    for entry in entries:
        name = encode(entry.path)
        seconds = int(entry.mtime)
        nano = int((entry.mtime - seconds) * 1e9)
        flags = entry.stage << 12 | min(len(name), 0xFFF)
        row = _ENTRY.pack(
            seconds & 0xFFFFFFFF, nano, seconds & 0xFFFFFFFF, nano, 0, 0, entry.mode, 1000, 1000,
            entry.size & 0xFFFFFFFF, bytes.fromhex(entry.id), flags,
        ) + name  # fmt: skip
        rows.append(row + bytes(8 - len(row) % 8))
    body = _HEAD.pack(b"DIRC", 2, len(rows)) + b"".join(rows)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()
