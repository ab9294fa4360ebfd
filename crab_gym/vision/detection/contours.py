"""Detecting elements by their outlines and texts, for screens without an accessibility tree; needs no weights.

* `ContourDetector` - the detector.
* `find_outlines` - the rectangles around outlined areas, by OpenCV.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.backends.base import Element, Image
from crab_gym.vision.compare import grey
from crab_gym.vision.detection.detector import Detected, ScreenMemory, View, merge_boxes
from crab_gym.vision.ocr import Reader, TextBox
from crab_gym.vision.unavailable import need

__all__ = ["ContourDetector", "find_outlines"]

Bounds = tuple[int, int, int, int]

_WEAK, _STRONG = 12, 36  # Canny's thresholds; the flat surfaces of toolkits differ by as little
_MIN_SIDE, _MIN_AREA = 9, 80
_THIN = 2  # least thickness of a line that is part of an icon, as long as _MIN_SIDE to _ICON
_ICON = 40
_LARGEST = 1 / 6  # share of the screen; a larger box is a window or a panel
_INSIDE = 0.8  # share of a box: a box that lies in another to this extent is a part of it
_ROW = 72  # higher boxes are panels, and no single control
_MARGIN = 2  # pixels by which the outline of a text may exceed the text
_INK, _GAP = 40, 0.6  # difference of grey between letters and background; least width of a gap, in heights of the line
_LONG = 16  # in heights: a longer box with one text is a bar
_ROOM = 2.5  # times the width of its contents: a wider box holds more than one control


class ContourDetector:
    """Finds buttons, fields, icons and labels on a screenshot by OpenCV's contours and an OCR engine.

    All elements count as clickable, since a picture doesn't show whether they are. Results for recent screens, and for
    equal pieces of text, are cached.

    Args:
        ocr: One of `crab_gym.vision.ENGINES`, a `Reader`, or None to find only outlines.
        read: Whether to read texts; only finding their places is several times faster.
        ocr_weights: Folder with EasyOCR's weights; the other engines include theirs.

    Raises:
        VisionUnavailable: OpenCV or the OCR engine is not installed, or its weights are missing.
        ValueError: There is no such engine.

    Example:
        >>> screen = np.full((100, 200, 3), 240, np.uint8)
        >>> screen[30:60, 40:120] = (30, 90, 200)
        >>> view = View("ubuntu", (200, 100), lambda: screen, tuple)
        >>> [element.bounds for element in ContourDetector(ocr=None).detect(view).elements]
        [(39, 29, 120, 60)]
    """

    needs_screen = True

    def __init__(
        self, ocr: str | Reader | None = "auto", read: bool = True, ocr_weights: str | Path | None = None
    ) -> None:
        need("cv2", "opencv-python-headless", "vision")
        self.reader = Reader(ocr, ocr_weights) if isinstance(ocr, str) else ocr
        self.read = read
        self._memory = ScreenMemory()

    def detect(self, view: View) -> Detected:
        """Returns the elements that a person might click on, large ones first."""
        detection: Detected = self._memory.recall(view.screen(), self._detect)
        return detection

    def _detect(self, screen: Image) -> Detected:
        texts: Sequence[TextBox] = ()
        if self.reader is not None:
            places = _split(screen, self.reader.detect(screen))
            texts = self.reader.recognise(screen, places) if self.read else [TextBox("", at, 1.0) for at in places]
        elements = _elements(find_outlines(screen), [box for box in texts if box.text.strip() or not self.read])
        return Detected(elements, ("contours",) * len(elements))


def _split(screen: Image, places: Sequence[Bounds]) -> list[Bounds]:
    """Cuts lines of text at gaps wider than those between words, since separate texts lie beside them."""
    plane, pieces = grey(screen), []
    for left, top, right, bottom in places:
        part = plane[top:bottom, left:right].astype(np.int16)
        if not part.size:
            continue
        inked = np.flatnonzero(part.max(axis=0) - part.min(axis=0) > _INK)
        gaps = np.flatnonzero(np.diff(inked) > _GAP * (bottom - top))
        starts, ends = [0, *(gaps + 1)], [*gaps, len(inked) - 1]
        if not len(gaps):
            pieces.append((left, top, right, bottom))
            continue
        for start, end in zip(starts, ends, strict=True):
            x0, x1 = left + int(inked[start]), left + int(inked[end]) + 1
            pieces.append((max(left, x0 - _MARGIN), top, min(right, x1 + _MARGIN), bottom))
    return pieces


def find_outlines(screen: Image) -> list[Bounds]:
    """Returns the rectangles around areas with an outline or an edge on all sides, except whole windows.

    Args:
        screen: ``(H, W, 3) uint8 RGB``.

    Raises:
        VisionUnavailable: OpenCV is not installed.
    """
    cv2: Any = need("cv2", "opencv-python-headless", "vision")
    height, width = screen.shape[:2]
    edges = cv2.Canny(np.ascontiguousarray(grey(screen)), _WEAK, _STRONG)
    boxes: list[Bounds] = []
    # First with small gaps closed, then with larger ones, which separate the parts of an icon.
    for gap in (2, 5):
        closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        contours, _ = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            left, top, wide, high = cv2.boundingRect(contour)
            shortest, longest = min(wide, high), max(wide, high)
            shape = shortest >= _MIN_SIDE and wide * high >= _MIN_AREA
            if (shape and wide * high <= _LARGEST * width * height) or (
                _THIN <= shortest < _MIN_SIDE <= longest <= _ICON
            ):
                boxes.append((left, top, left + wide, top + high))
    boxes = sorted(set(boxes))
    indices = merge_boxes(boxes, [_area(box) for box in boxes])  # of an inner and an outer edge, the outer one
    return [boxes[index] for index in indices]


def _elements(outlines: Sequence[Bounds], texts: Sequence[TextBox]) -> tuple[Element, ...]:
    """Combines outlines and texts: texts inside a control are its label; outlines of letters are dropped."""
    outlines = [box for box in outlines if not any(_inside(box, _grown(text.bounds)) for text in texts)]
    controls = [box for box in outlines if _is_control(box, outlines, texts)]
    singles = [box for box in outlines if box in controls or not _contains_any(box, outlines, texts)]
    # A part of a control, such as the icon on a button, isn't one of its own.
    singles = [box for box in singles if not any(box != outer and _inside(box, outer) for outer in controls)]
    elements = []
    for box in singles:
        own = [text for text in texts if _inside(text.bounds, box)]
        label = " ".join(text.text for text in own).strip()
        square = max(box[2] - box[0], box[3] - box[1]) <= 2 * min(box[2] - box[0], box[3] - box[1])
        elements.append(Element("button" if own else "icon" if square else "other", label, bounds=box, clickable=True))
    for text in texts:
        if not any(_inside(text.bounds, box) for box in singles):
            elements.append(Element("text", text.text.strip(), bounds=text.bounds, clickable=True))
    return tuple(sorted(elements, key=lambda element: (-_area(element.bounds), element.bounds)))


def _is_control(box: Bounds, outlines: Sequence[Bounds], texts: Sequence[TextBox]) -> bool:
    """Returns whether a box with its contents is a single control, and no panel, bar or row of several."""
    if box[3] - box[1] > _ROW:
        return False
    inner = [text.bounds for text in texts if _inside(text.bounds, box)]
    inner += [
        other for other in outlines
        if other != box and _inside(other, box) and not any(_inside(other, text) for text in inner)
    ]  # fmt: skip
    if len(inner) < 2:
        return bool(inner) and box[2] - box[0] <= _LONG * (box[3] - box[1])
    inner.sort()
    wide = box[2] - box[0]
    gaps = [after[0] - before[2] for before, after in pairwise(inner)]
    return max(gaps, default=0) <= box[3] - box[1] and wide <= _ROOM * max(
        inner[-1][2] - inner[0][0], 2 * (box[3] - box[1])
    )


def _contains_any(box: Bounds, outlines: Sequence[Bounds], texts: Sequence[TextBox]) -> bool:
    return any(_inside(text.bounds, box) for text in texts) or any(
        other != box and _inside(other, box) for other in outlines
    )


def _grown(box: Bounds) -> Bounds:
    return box[0] - _MARGIN, box[1] - _MARGIN, box[2] + _MARGIN, box[3] + _MARGIN


def _area(box: Bounds) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _inside(box: Bounds, other: Bounds) -> bool:
    """Returns whether most of a box lies in another."""
    wide = min(box[2], other[2]) - max(box[0], other[0])
    high = min(box[3], other[3]) - max(box[1], other[1])
    return wide > 0 and high > 0 and wide * high >= _INSIDE * _area(box)
