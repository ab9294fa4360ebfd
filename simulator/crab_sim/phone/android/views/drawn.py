"""The lines of text and the images that are drawn on a screen beside its elements, found by where they lie."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from crab_sim.draw.ops import Op, Rect

__all__ = ["Drawn"]

_SHOWN = ("icon", "picture", "round", "text")
_LETTERS = 2  # as many at most are on a disc in place of a picture


class Drawn:
    """The lines and images of a display list.

    Args:
        ops: The display list.
        shade: A darkened rectangle; what was drawn before it lies behind. None for none.
    """

    def __init__(self, ops: Sequence[Op], shade: Rect | None) -> None:
        self._lines: list[tuple[int, Rect, str]] = []
        self._images: list[tuple[int, Rect]] = []
        disc: Rect = (0, 0, 0, 0)
        for op in _flat(ops):
            if op[0] == "shade" and op[1:5] == shade:
                self._lines, self._images = [], []
            if op[0] not in _SHOWN:
                continue
            rect = _clipped(op)
            if rect is None:
                continue
            if op[0] == "round":
                disc = rect
            elif op[0] != "text":
                self._images.append((rect[1], rect))
            elif len(op[7]) <= _LETTERS and _holds(disc, rect):
                self._images.append((disc[1], disc))
            else:
                self._lines.append((rect[1], rect, op[7]))
        self._lines.sort()
        self._images.sort()

    def images(self, within: Rect) -> list[Rect]:
        """Returns the images that lie in a rectangle, from left to right."""
        left, top, right, bottom = within
        found = []
        for i in range(bisect_left(self._images, (top, ())), len(self._images)):
            y, rect = self._images[i]
            if y >= bottom:
                break
            if left <= rect[0] and rect[2] <= right and rect[3] <= bottom:
                found.append(rect)
        return sorted(found)

    def line(self, within: Rect, text: str) -> Rect | None:
        """Returns where in a rectangle a text is drawn, or as much of it as there is room for; None for nowhere."""
        left, top, right, bottom = within
        for i in range(bisect_left(self._lines, (top, ())), len(self._lines)):
            y, rect, shown = self._lines[i]
            if y >= bottom:
                break
            if left <= rect[0] < right and _shows(shown, text):
                return max(left, rect[0]), max(top, rect[1]), min(right, rect[2]), min(bottom, rect[3])
        return None


def _clipped(op: Op) -> Rect | None:
    """Returns the visible part of an operation's rectangle, None for none."""
    _, left, top, right, bottom, clip, *_ = op
    if clip is None:
        return left, top, right, bottom
    left, top, right, bottom = max(left, clip[0]), max(top, clip[1]), min(right, clip[2]), min(bottom, clip[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _holds(disc: Rect, rect: Rect) -> bool:
    """Returns whether a line begins on a disc."""
    return disc[0] <= rect[0] and rect[2] <= disc[2] and disc[1] <= rect[1] < disc[3]


def _shows(shown: str, text: str) -> bool:
    """Returns whether a line that is drawn is a text, its first words, or its beginning with an ellipsis."""
    if shown.endswith("…"):
        return len(shown) > 1 and text.startswith(shown[:-1])
    return text.startswith(shown) and (len(text) == len(shown) or text[len(shown)].isspace()) and bool(shown)


def _flat(ops: Iterable[Op]) -> Iterator[Op]:
    for op in ops:
        if op[0] == "layer":
            yield from _flat(op[6])
        else:
            yield op
