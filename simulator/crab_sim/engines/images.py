"""Turning pictures: the bytes of a JPEG or PNG file, turned and encoded again."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from crab_sim.draw.image_header import MAX_PIXELS, image_size

__all__ = ["encoded_as", "turned"]

_FORMATS: Final = {"jpg": "JPEG", "jpeg": "JPEG", "png": "PNG", "gif": "GIF", "bmp": "BMP"}


@lru_cache(maxsize=32)
def turned(data: bytes, quarters: int) -> bytes:
    """Returns a picture turned clockwise by some quarters; data that isn't a picture of bearable size stays as it is.

    Args:
        data: A JPEG or PNG file.
        quarters: The number of quarters, from 0 to 3.

    >>> turned(b"no picture", 1)
    b'no picture'
    """
    size = image_size(data)
    if not quarters or size is None or size[0] * size[1] > MAX_PIXELS:
        return data
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data)) as image:
            upright = ImageOps.exif_transpose(image)
            way = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)[quarters - 1]
            return _bytes(upright.transpose(way), image.format or "PNG")
    except (OSError, ValueError, SyntaxError):  # what Pillow raises for damaged files
        return data


def encoded_as(data: bytes, name: str) -> bytes | None:
    """Returns a picture in the format that a file's name asks for; None for a name or data that isn't a picture's."""
    kind = _FORMATS.get(name.rpartition(".")[2].lower())
    size = image_size(data)
    if kind is None or size is None or size[0] * size[1] > MAX_PIXELS:
        return None
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            return data if image.format == kind else _bytes(image, kind)
    except (OSError, ValueError, SyntaxError):
        return None


def _bytes(image: object, kind: str) -> bytes:
    from PIL import Image

    assert isinstance(image, Image.Image)
    stream = io.BytesIO()
    picture = image.convert("RGB") if kind == "JPEG" and image.mode not in ("RGB", "L") else image
    picture.save(stream, kind, **({"quality": 92} if kind == "JPEG" else {}))
    return stream.getvalue()
