from __future__ import annotations

import numpy as np
import pytest

from crab_gym.backends.base import Element, Image
from crab_gym.vision.detection import (
    AccessibilityDetector,
    Detected,
    ElementDetector,
    MergedDetector,
    ScreenMemory,
    View,
    make_detector,
    merge_boxes,
)

Box = tuple[int, int, int, int]


class Fixed:
    """Finds the same everywhere."""

    needs_screen = True

    def __init__(self, source: str, *boxes: Box) -> None:
        self.elements = tuple(Element("icon", bounds=box, clickable=True) for box in boxes)
        self.sources = (source,) * len(boxes)

    def detect(self, view: View) -> Detected:
        return Detected(self.elements, self.sources)


def view(*elements: Element, size: tuple[int, int] = (1000, 800)) -> View:
    def screen() -> Image:
        raise AssertionError("nobody should ask for the screen")

    return View("ubuntu", size, screen, lambda: elements)


def button(*bounds: int, role: str = "button", clickable: bool = True, scrollable: bool = False) -> Element:
    return Element(
        role, bounds=(bounds[0], bounds[1], bounds[2], bounds[3]), clickable=clickable, scrollable=scrollable
    )


def test_the_tree_is_taken_as_it_is() -> None:
    elements = button(0, 0, 9, 9), button(5, 5, 30, 30)
    assert AccessibilityDetector().detect(view(*elements)) == Detected(elements, ("tree", "tree"))
    assert isinstance(AccessibilityDetector(), ElementDetector) and isinstance(Fixed("a"), ElementDetector)


@pytest.mark.parametrize(
    "known, box, kept",
    [
        (button(100, 100, 200, 130), (100, 100, 200, 130), False),  # the same
        (button(100, 100, 200, 130), (110, 105, 190, 125), False),  # the label on a button
        (button(100, 100, 200, 130), (190, 100, 290, 130), True),  # its neighbour
        (button(100, 100, 200, 130), (110, 105, 290, 125), True),  # half beside it
        (button(0, 0, 900, 700), (110, 105, 190, 125), True),  # on something large
        (button(0, 0, 300, 300, role="list", clickable=False), (10, 10, 90, 30), True),  # in a list
        (button(0, 0, 300, 30, scrollable=True), (10, 10, 90, 30), True),
        (button(0, 0, 300, 40, role="text", clickable=False), (10, 10, 90, 30), False),  # a text nobody can click
        (button(0, 0, 300, 40, role="list_item"), (10, 10, 90, 30), False),
        (button(0, 0, 100, 40, role="toolbar", clickable=False), (0, 0, 98, 40), False),  # all of a container
    ],
)
def test_what_an_earlier_detector_knows_is_dropped(known: Element, box: Box, kept: bool) -> None:
    merged = MergedDetector([AccessibilityDetector(), Fixed("eyes", box)])
    found = merged.detect(view(known))
    assert found.elements[0] == known
    assert ([e.bounds for e in found.elements[1:]], found.sources[1:]) == (([box], ("eyes",)) if kept else ([], ()))


def test_three_are_merged_in_their_order() -> None:
    merged = MergedDetector(
        [Fixed("a", (0, 0, 20, 20)), Fixed("b", (1, 1, 20, 20), (50, 0, 70, 20)), Fixed("c", (51, 1, 69, 19))]
    )
    assert merged.detect(view()).sources == ("a", "b") and merged.needs_screen


def test_detectors_are_made_by_name() -> None:
    assert isinstance(make_detector("tree"), AccessibilityDetector)
    assert isinstance(make_detector({"kind": "tree"}), AccessibilityDetector)
    own = Fixed("mine", (0, 0, 9, 9))
    assert make_detector(own) is own
    both = make_detector(["tree", own])
    assert isinstance(both, MergedDetector) and both.detectors[1] is own


@pytest.mark.parametrize(
    "spec, error, sentence",
    [
        ("nose", ValueError, "got the source 'nose' of elements; expected one of: tree, contours, grounding"),
        ({}, ValueError, "got the source None"),
        ({"kind": "tree", "depth": 3}, TypeError, "the source 'tree' has no option 'depth'; expected none"),
        ({"kind": "contours", "x": 1}, TypeError, "has no option 'x'; expected some of: ocr, read"),
        ("grounding", TypeError, "needs the option 'weights', a folder with GroundingDINO's model"),
        (3, TypeError, "got the source 3 of elements"),
        ([], ValueError, "there are no detectors to merge"),
        (["tree", 3], TypeError, "got the source 3"),
    ],
)
def test_a_wrong_source_is_explained(spec: object, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        make_detector(spec)


def test_of_boxes_that_overlap_the_best_stays() -> None:
    boxes = [(0, 0, 10, 10), (0, 0, 10, 8), (0, 6, 10, 16), (0, 0, 10, 10)]
    assert merge_boxes(boxes, [0.5, 0.9, 0.2, 0.9]) == [1, 2]
    assert merge_boxes(boxes, [0.5, 0.1, 0.2, 0.5]) == [0, 2]  # the first of equally good ones
    assert merge_boxes([], []) == []


def test_the_memory_of_screens_is_bounded() -> None:
    memory, looked = ScreenMemory(2), []

    def look(screen: Image) -> int:
        looked.append(int(screen[0, 0, 0]))
        return looked[-1]

    screens = [np.full((4, 4, 3), value, np.uint8) for value in range(3)]
    for index in (0, 1, 0, 2, 0, 1):
        assert memory.recall(screens[index].copy(), look) == index
    assert looked == [0, 1, 2, 1]  # 1 was forgotten when 2 came, for 0 had been seen since
    assert memory.recall(np.zeros((2, 8, 3), np.uint8), look) == 0 and len(looked) == 5  # of another shape
