"""ZIP archives of documents, with the bytes that `zipfile` writes, in a third of the time.

A document's archive holds many small files, most of which are the same each time that it is saved: each is packed once.

* `Member` - a file of an archive. `zipped` - the archive.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Member", "zipped"]

_LOCAL: Final = struct.Struct("<4s5H3L2H")
_CENTRAL: Final = struct.Struct("<4sBB5H3L5H2L")
_END: Final = struct.Struct("<4s4H2LH")
_VERSION: Final = 20
_UNIX: Final = 3
_DATE: Final = 0x21  # the first day of 1980, as every other
_UTF_8: Final = 0x800
_STORED: Final = 0
_DEFLATED: Final = 8
_KEPT: Final = 32  # packed files that are kept
_MOST: Final = 16_384  # bytes of such a file


class Member(NamedTuple):
    """A file of an archive: its name, its content, and whether it is packed."""

    name: str
    data: bytes
    packed: bool = True


def zipped(members: Iterable[Member], mode: int = 0o644) -> bytes:
    """Returns an archive, all of whose files are of the first day of 1980.

    Args:
        members: Its files.
        mode: Their permission bits.

    >>> zipped([Member("a.txt", b"hi", packed=False)])[30:37]
    b'a.txthi'
    """
    parts: list[bytes] = []
    rows: list[bytes] = []
    offset = 0
    for name, data, packed in members:
        ascii_name = name.isascii()
        encoded = name.encode()
        content = (_kept(data) if len(data) <= _MOST else _deflated(data)) if packed else data
        common = (
            0 if ascii_name else _UTF_8, _DEFLATED if packed else _STORED, 0, _DATE, zlib.crc32(data), len(content),
            len(data), len(encoded), 0,
        )  # fmt: skip
        rows.append(_CENTRAL.pack(b"PK\1\2", _VERSION, _UNIX, _VERSION, *common, 0, 0, 0, mode << 16, offset) + encoded)
        parts += [_LOCAL.pack(b"PK\3\4", _VERSION, *common), encoded, content]
        offset += _LOCAL.size + len(encoded) + len(content)
    listed = b"".join(rows)
    parts += [listed, _END.pack(b"PK\5\6", 0, 0, len(rows), len(rows), len(listed), offset, 0)]
    return b"".join(parts)


@lru_cache(maxsize=_KEPT)
def _kept(data: bytes) -> bytes:
    return _deflated(data)


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()
