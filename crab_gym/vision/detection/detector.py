"""Detectors of the elements that can be acted on: their protocol, and those that need no picture.

* `ElementDetector` - the protocol: takes a `View` of a device, returns the `Detected` elements.
* `AccessibilityDetector` - the device's own accessibility tree.
* `MergedDetector` - several detectors in one.
* `make_detector` - a detector by its name, or by a list of names.
* `overlap` - how much two boxes overlap.

`crab_gym.vision.detection.contours` finds elements by their outlines and texts, without weights, and
`crab_gym.vision.detection.grounding` by CRAB's pair of EasyOCR and GroundingDINO.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple, Protocol, runtime_checkable

from crab_gym.backends.base import Element, Image

__all__ = [
    "SOURCES", "AccessibilityDetector", "Detected", "ElementDetector", "MergedDetector", "ScreenMemory", "View",
    "make_detector", "merge_boxes", "overlap",
]  # fmt: skip

Bounds = tuple[int, int, int, int]

_DETECTORS = {
    "tree": ("crab_gym.vision.detection.detector", "AccessibilityDetector"),
    "contours": ("crab_gym.vision.detection.contours", "ContourDetector"),
    "grounding": ("crab_gym.vision.detection.grounding", "GroundingDetector"),
}
SOURCES = tuple(_DETECTORS)
"""The names that `make_detector` knows."""

_CONTAINERS = frozenset({"window", "dialog", "list", "menu", "table", "toolbar", "web", "image", "other"})
"""Roles of elements that may contain others that the accessibility tree doesn't know."""
_SAME = 0.5  # share of two boxes' union: boxes that overlap more are the same element
_INSIDE = 0.8  # share of a box: a box that lies in another to this extent is a part of it
_LARGE = 1 / 8  # share of the screen: a larger element is a container, independent of its role


class View(NamedTuple):
    """A device as a detector sees it; screen and elements are read only on demand.

    Attributes:
        device: The device's name.
        size: Width and height of the screen in pixels.
        screen: Returns the screenshot, ``(H, W, 3) uint8 RGB``.
        elements: Returns the accessibility tree, back to front.
    """

    device: str
    size: tuple[int, int]
    screen: Callable[[], Image]
    elements: Callable[[], Sequence[Element]]


class Detected(NamedTuple):
    """Elements, back to front, and the source of each."""

    elements: tuple[Element, ...]
    sources: tuple[str, ...]


@runtime_checkable
class ElementDetector(Protocol):
    """Finds the elements of a screen.

    Attributes:
        needs_screen: Whether it reads the screenshot; otherwise it only reads the accessibility tree.
    """

    needs_screen: bool

    def detect(self, view: View) -> Detected:
        """Returns the elements of a device's screen; equal screens give equal elements."""


class AccessibilityDetector:
    """Detects the elements of the device's own accessibility tree, with exact bounds, roles and states."""

    needs_screen = False

    def detect(self, view: View) -> Detected:
        """Returns the accessibility tree."""
        elements = tuple(view.elements())
        return Detected(elements, ("tree",) * len(elements))


class MergedDetector:
    """Merges several detectors; an element of a later one is dropped if an earlier one already has it.

    This is the case if their boxes are mostly the same, or if it lies in an earlier one's control, such as a label in
    a button. Elements in a container (a window, a list, a web page, or anything large) are kept.

    Args:
        detectors: The detectors, the most trusted first.

    Raises:
        ValueError: There are none.
    """

    def __init__(self, detectors: Sequence[ElementDetector]) -> None:
        if not detectors:
            raise ValueError("there are no detectors to merge; give at least one")
        self.detectors = tuple(detectors)
        self.needs_screen = any(detector.needs_screen for detector in self.detectors)

    def detect(self, view: View) -> Detected:
        """Returns the elements of the first detector, then those that the others add."""
        elements, sources = self.detectors[0].detect(view)
        for detector in self.detectors[1:]:
            targets = [element for element in elements if not _is_container(element, view.size)]
            covers = [element.bounds for element in targets]
            known = [element.bounds for element in elements]
            more = detector.detect(view)
            added = [
                (element, source)
                for element, source in zip(more.elements, more.sources, strict=True)
                if not any(_share(element.bounds, cover) >= _INSIDE for cover in covers)
                and not any(overlap(element.bounds, other) >= _SAME for other in known)
            ]
            elements = (*elements, *(element for element, _ in added))
            sources = (*sources, *(source for _, source in added))
        return Detected(elements, sources)


def _is_container(element: Element, size: tuple[int, int]) -> bool:
    large = _area(element.bounds) > _LARGE * size[0] * size[1]
    return large or element.scrollable or (element.role in _CONTAINERS and not element.clickable)


def make_detector(spec: Any, **options: Any) -> ElementDetector:
    """Returns a detector.

    Args:
        spec: One of `SOURCES`; a mapping ``{"kind": one of them, **options}``; an `ElementDetector`; or a sequence of
            these, which are merged, the most trusted first.
        **options: Options of the detector, if `spec` is a name.

    Raises:
        ValueError: There is no such source.
        TypeError: `spec` is none of these, or the detector has no such option, or lacks one.
        VisionUnavailable: A package that the detector needs is not installed.

    >>> make_detector("tree").needs_screen, make_detector(["tree"]).needs_screen
    (False, False)
    """
    if isinstance(spec, str):
        return _named(spec, options)
    if isinstance(spec, Mapping):
        rest = {str(key): value for key, value in spec.items() if key != "kind"}
        return _named(spec.get("kind"), rest)
    if isinstance(spec, Sequence):
        detectors = [make_detector(part) for part in spec]
        return detectors[0] if len(detectors) == 1 else MergedDetector(detectors)
    if isinstance(spec, ElementDetector):
        return spec
    raise TypeError(f"got the source {spec!r} of elements; expected one of {', '.join(SOURCES)}, or a detector")


def _named(name: object, options: Mapping[str, Any]) -> ElementDetector:
    if not isinstance(name, str) or name not in SOURCES:
        raise ValueError(f"got the source {name!r} of elements; expected one of: {', '.join(SOURCES)}")
    module, kind = _DETECTORS[name]
    detector = getattr(import_module(module), kind)
    known = [option for option in signature(detector).parameters if detector is not AccessibilityDetector]
    unknown = [option for option in options if option not in known]
    if unknown:
        expected = f"expected some of: {', '.join(known)}" if known else "expected none"
        raise TypeError(f"the source {name!r} has no option {unknown[0]!r}; {expected}")
    if name == "grounding" and "weights" not in options:
        raise TypeError("the source 'grounding' needs the option 'weights', a folder with GroundingDINO's model")
    instance: ElementDetector = detector(**options)
    return instance


class ScreenMemory:
    """A cache of the results for the last few different screens, since detection is slow.

    >>> import numpy as np
    >>> memory, screen = ScreenMemory(), np.zeros((2, 2, 3), np.uint8)
    >>> memory.recall(screen, lambda _: "seen"), memory.recall(screen.copy(), lambda _: "seen again")
    ('seen', 'seen')
    """

    def __init__(self, size: int = 16) -> None:
        self._size = size
        self._results: OrderedDict[bytes, Any] = OrderedDict()

    def recall(self, screen: Image, look: Callable[[Image], Any]) -> Any:
        """Returns the result of `look` for a screen, which is called only if the screen isn't cached."""
        key = hashlib.blake2b(screen.tobytes(), digest_size=16, key=repr(screen.shape).encode()).digest()
        if key not in self._results:
            self._results[key] = look(screen)
            while len(self._results) > self._size:
                self._results.popitem(last=False)
        self._results.move_to_end(key)
        return self._results[key]


def merge_boxes(boxes: Sequence[Bounds], scores: Sequence[float]) -> list[int]:
    """Returns the indices of the boxes that remain when only the best of mostly equal boxes is kept.

    Args:
        boxes: ``(left, top, right, bottom)`` each.
        scores: The score of each box; of boxes with equal scores, the first is kept.

    >>> merge_boxes([(0, 0, 10, 10), (1, 0, 11, 10), (20, 0, 30, 10)], [0.5, 0.9, 0.1])
    [1, 2]
    """
    indices: list[int] = []
    for index in sorted(range(len(boxes)), key=lambda i: -scores[i]):
        if not any(overlap(boxes[index], boxes[other]) >= _SAME for other in indices):
            indices.append(index)
    return sorted(indices)


def _area(box: Bounds) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _common(a: Bounds, b: Bounds) -> int:
    return _area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))


def overlap(a: Bounds, b: Bounds) -> float:
    """Returns the intersection of two boxes as a share of their union."""
    common = _common(a, b)
    return common / (_area(a) + _area(b) - common) if common else 0.0


def _share(box: Bounds, other: Bounds) -> float:
    """Returns the share of a box that lies in another."""
    return _common(box, other) / max(1, _area(box))
