"""The kind and size of a picture, from the first bytes of its file: nothing is decoded.

* `image_size` - the size of a photo, and `MAX_PIXELS`, the largest one. `is_svg` - whether it is a drawing.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["MAX_PIXELS", "image_size", "is_svg"]

MAX_PIXELS: Final = 24_000_000
"""Most pixels of a photo that is decoded."""
_DOCTYPE: Final = rb"""<!DOCTYPE(?:"[^"]*"|'[^']*'|[^"'\[>])*+(?:\[.*?\]\s*)?>"""
_SVG: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|<\?.*?\?>|<!--.*?-->|" + _DOCTYPE + rb")*+<(?:[\w.-]+:)?svg[\s/>]", re.DOTALL
)
"""What an XML document may begin with, up to an outermost element that is a drawing."""


def image_size(data: bytes) -> tuple[int, int] | None:
    """Returns the width and height that a JPEG's or PNG's header gives, as stored; None for anything else.

    >>> image_size(b"GIF89a") is None
    True
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        return size if all(size) else None
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            size = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
            return size if all(size) else None
        if marker in (0xD9, 0xDA):
            return None
        at += 1 if marker == 0xFF else 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None


def is_svg(data: bytes) -> bool:
    """Returns whether a file is an SVG, as its first element says.

    >>> is_svg(b'<?xml version="1.0"?><!-- a box --><svg width="9"/>'), is_svg(b"GIF89a <svg>")
    (True, False)
    """
    return _SVG.match(data) is not None
