"""Pictures of text, as photographed notes and lists are."""

from __future__ import annotations

import io
import textwrap
from functools import lru_cache

__all__ = ["written"]

_WIDTH, _SIZE, _MARGIN, _LINE = 720, 27, 26, 38
_PAPER, _INK = 250, 25


@lru_cache(maxsize=64)
def written(text: str, columns: int = 48) -> bytes:
    """Returns a JPEG of a text in black on white, which can be read on a phone's screen.

    Args:
        text: The text, without characters that most fonts lack.
        columns: The most characters of a line; longer lines are wrapped.
    """
    from PIL import Image, ImageDraw, ImageFont

    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, columns) or [""]]
    image = Image.new("L", (_WIDTH, 2 * _MARGIN + _LINE * len(lines)), _PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(_SIZE)
    for i, line in enumerate(lines):
        draw.text((_MARGIN, _MARGIN + _LINE * i), line, fill=_INK, font=font)
    data = io.BytesIO()
    image.save(data, "JPEG", quality=70)
    return data.getvalue()
