"""Things that a page of a PDF file shows beside dark text, read from its drawing instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_PALE = 0.55
"""Lightness from which text is called pale, from 0 (black) to 1 (white)."""
_FILL = (b"f", b"F", b"f*")
_DRAW = (b"B", b"B*", b"b", b"b*", b"S", b"s", b"sh")
_TEXT = (b"Tj", b"TJ", b"'", b'"')
_COLORS = (b"g", b"rg", b"k", b"sc", b"scn")
_UNSEEN = (3, 7)
"""Ways of showing text that don't."""


class PdfPaint:
    """Follows a page's drawing instructions.

    Attributes:
        others: What is on the page beside dark text so far, each thing once but for pictures: ``"ground #ddeeff"`` for
            what is filled before all text and pictures in another colour than white, ``"drawing"`` for all that is
            painted later, ``"picture"``, ``"pale text"``, ``"unseen text"``, ``"text outside"``.
    """

    def __init__(self) -> None:
        self.others: list[str] = []
        self._color, self._mode, self._written = (0.0, 0.0, 0.0), 0, False
        self._kept: list[tuple[tuple[float, float, float], int]] = []

    def add(self, what: str) -> None:
        """Notes something."""
        if what == "picture" or what not in self.others:
            self.others.append(what)

    def take(self, name: bytes, before: Sequence[Any]) -> None:
        """Takes an instruction with its operands."""
        if name in _COLORS:
            self._color = _color(before)
        elif name in _TEXT:
            self._written = True
            if self._mode in _UNSEEN:
                self.add("unseen text")
            elif _lightness(self._color) > _PALE:
                self.add("pale text")
        elif name in _FILL and not self._written and "picture" not in self.others:
            if min(self._color) < 1.0:
                self.add("ground #" + "".join(f"{round(255 * part):02x}" for part in self._color))
        elif name in _FILL or name in _DRAW:
            self.add("drawing")
        elif name == b"q":
            self._kept.append((self._color, self._mode))
        elif name == b"Q" and self._kept:
            self._color, self._mode = self._kept.pop()
        elif name == b"Tr":
            self._mode = int(before[0])
        elif name in (b"BI", b"INLINE IMAGE"):
            self.add("picture")


def _color(before: Sequence[Any]) -> tuple[float, float, float]:
    """Returns the colour that some operands give; of a pattern, grey."""
    try:
        parts = [min(1.0, max(0.0, float(part))) for part in before]
    except (TypeError, ValueError):
        return 0.5, 0.5, 0.5
    if len(parts) == 1:
        return parts[0], parts[0], parts[0]
    if len(parts) == 3:
        return parts[0], parts[1], parts[2]
    if len(parts) == 4:
        left = 1 - parts[3]
        return (1 - parts[0]) * left, (1 - parts[1]) * left, (1 - parts[2]) * left
    return 0.5, 0.5, 0.5


def _lightness(color: tuple[float, float, float]) -> float:
    red, green, blue = color
    return 0.299 * red + 0.587 * green + 0.114 * blue
