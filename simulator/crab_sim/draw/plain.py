"""Plain pictures: pixels with a head that tells their size (PPM files), as the keys of pictures that apps make."""

from __future__ import annotations

__all__ = ["plain_head", "plain_size"]


def plain_head(width: int, height: int) -> bytes:
    """Returns what stands before the pixels of a size."""
    return f"P6\n{width} {height}\n255\n".encode()


def plain_size(key: bytes) -> tuple[int, int] | None:
    """Returns the width and height of a plain picture; None for other files, and for those of another length.

    >>> plain_size(plain_head(1, 2) + bytes(6)), plain_size(plain_head(1, 9_999_999_999))
    ((1, 2), None)
    """
    if not key.startswith(b"P6\n"):
        return None
    size = key[3:32].partition(b"\n")[0].split(b" ")
    if len(size) != 2 or not (size[0].isdigit() and size[1].isdigit()):
        return None
    width, height = map(int, size)
    head = plain_head(width, height)
    return (width, height) if key.startswith(head) and len(key) == len(head) + 3 * width * height else None
