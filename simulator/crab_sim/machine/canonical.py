"""Canonical bytes of plain data, for fingerprints."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

__all__ = ["encode"]


def encode(value: object) -> bytes:
    """Returns bytes that are the same exactly for equal plain data, in every process.

    Plain data are None, booleans, numbers, text, bytes, sequences, frozen sets, mappings (in any order), frozen
    dataclasses, and objects with an ``items()`` that lists their content.

    Raises:
        TypeError: The value holds something that isn't plain data.

    >>> encode({"b": 1, "a": (2.5, None)}) == encode({"a": [2.5, None], "b": 1})
    True
    >>> encode({"a": 1}) == encode({"a": "1"})
    False
    """
    parts: list[bytes] = []
    _encode(value, parts)
    return b"".join(parts)


def _sized(tag: bytes, data: bytes, parts: list[bytes]) -> None:
    parts.append(tag + struct.pack(">Q", len(data)))
    parts.append(data)


def _encode(value: object, parts: list[bytes]) -> None:
    if value is None:
        parts.append(b"n")
    elif isinstance(value, bool):
        parts.append(b"t" if value else b"f")
    elif isinstance(value, int):
        _sized(b"i", str(value).encode(), parts)
    elif isinstance(value, float):
        parts.append(b"d" + struct.pack(">d", value))
    elif isinstance(value, str):
        _sized(b"s", value.encode("utf-8", "surrogatepass"), parts)
    elif isinstance(value, bytes):
        _sized(b"b", value, parts)
    elif isinstance(value, (tuple, list)):
        parts.append(b"l" + struct.pack(">Q", len(value)))
        for item in value:
            _encode(item, parts)
    elif isinstance(value, frozenset):
        members = sorted(encode(item) for item in value)
        parts.append(b"e" + struct.pack(">Q", len(members)))
        parts += members
    elif isinstance(value, Mapping):
        rows = sorted(((encode(key), item) for key, item in value.items()), key=lambda row: row[0])
        parts.append(b"m" + struct.pack(">Q", len(rows)))
        for key, item in rows:
            parts.append(key)
            _encode(item, parts)
    elif is_dataclass(value) and not isinstance(value, type):
        _encode([getattr(value, field.name) for field in fields(value)], parts)
    elif hasattr(value, "items"):
        _encode(list(value.items()), parts)
    else:
        raise TypeError(f"{value!r} is a {type(value).__name__}, not plain data")
