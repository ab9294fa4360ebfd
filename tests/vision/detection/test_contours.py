from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import crab_gym.vision.unavailable as unavailable
from crab_gym.backends.base import Element, Image
from crab_gym.vision import Reader, VisionUnavailable
from crab_gym.vision.detection import ElementDetector, View, make_detector
from tests.vision._pictures import screen

pytest.importorskip("cv2", reason="needs OpenCV")
from crab_gym.vision.detection.contours import ContourDetector, find_outlines

Box = tuple[int, int, int, int]
WORDS = {"Documents": (30, 20), "Save!": (40, 110), "Cancel!": (200, 110)}


class Truth:
    """An engine that knows where text is and what it says."""

    def __init__(self, **texts: Box) -> None:
        self.texts, self.looks, self.reads = texts, 0, 0

    def detect(self, image: Image) -> list[Box]:
        self.looks += 1
        return list(self.texts.values())

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        self.reads += len(crops)
        sizes = {(b[3] - b[1], b[2] - b[0]): text for text, b in self.texts.items()}
        return [(sizes.get(crop.shape[:2], "?"), 0.9) for crop in crops]


def detect(image: Image, detector: ElementDetector) -> tuple[Element, ...]:
    found = detector.detect(View("ubuntu", (image.shape[1], image.shape[0]), lambda: image, tuple))
    assert set(found.sources) <= {"contours"} and len(found.sources) == len(found.elements)
    return found.elements


def over(elements: Sequence[Element], x: int, y: int) -> list[Element]:
    return [e for e in elements if e.bounds[0] <= x < e.bounds[2] and e.bounds[1] <= y < e.bounds[3]]


@pytest.mark.parametrize("ground, ink", [("#f4f4f4", "#202020"), ("#1e1e22", "#e8e8e8")])
def test_buttons_and_labels_are_found_on_light_and_dark(ground: str, ink: str) -> None:
    image = screen(WORDS, ground, ink)
    texts = {"Documents": (28, 22, 116, 42), "Save": (38, 112, 80, 132), "Cancel": (198, 112, 256, 131)}
    found = detect(image, ContourDetector(Reader(Truth(**texts))))
    named = {element.text: element for element in found}
    assert set(named) == {"Documents", "Save", "Cancel"}
    assert named["Documents"].role == "text" and named["Save"].role == named["Cancel"].role == "button"
    assert all(element.clickable for element in found)
    left, top, right, bottom = named["Cancel"].bounds
    assert left < 190 and right > 262 and top < 108 and bottom > 134  # the button, not its label


def test_without_an_engine_outlines_are_found() -> None:
    found = detect(screen({"Save!": (40, 110)}), ContourDetector(ocr=None))
    assert len(found) == 1 and over(found, 60, 120) == [found[0]]


def test_an_icon_beside_a_text_is_one_of_its_own() -> None:
    image = np.full((80, 300, 3), 255, np.uint8)
    image[30:50, 20:23] = image[30:33, 20:40] = image[47:50, 20:40] = image[30:50, 37:40] = 0  # a square
    image[32:48:3, 80:180] = 0
    # The engine takes both for one line of text.
    found = detect(image, ContourDetector(Reader(Truth(line=(18, 26, 184, 54))), read=False))
    assert [len(over(found, x, 40)) for x in (30, 60, 130)] == [1, 0, 1]


def test_a_panel_with_several_controls_is_not_one_itself() -> None:
    image = np.full((300, 400, 3), 250, np.uint8)
    image[20:280, 20:380] = 225
    for top in (40, 120, 200):
        image[top : top + 40, 40:140] = (40, 90, 200)
    found = detect(image, ContourDetector(ocr=None))
    assert [len(over(found, 90, y)) for y in (60, 140, 220)] == [1, 1, 1]
    assert not over(found, 300, 150)


def test_small_and_thin_signs_are_found() -> None:
    image = np.full((100, 200, 3), 240, np.uint8)
    image[50:53, 20:32] = 30  # minimise
    for top in (40, 48, 56):
        image[top : top + 4, 100:104] = 30  # more
    outlines = find_outlines(image)
    assert [box for box in outlines if box[0] <= 26 < box[2]] and [box for box in outlines if box[0] <= 102 < box[2]]


def test_a_screen_is_looked_at_once() -> None:
    engine = Truth(Save=(38, 112, 80, 132))
    detector, image = ContourDetector(Reader(engine)), screen({"Save!": (40, 110)})
    first = detect(image, detector)
    assert detect(image.copy(), detector) == first and (engine.looks, engine.reads) == (1, 1)
    image[5:9, 5:9] = 0
    detect(image, detector)
    assert (engine.looks, engine.reads) == (2, 1)  # the button looks as before: its text is remembered


def test_texts_need_not_be_read() -> None:
    engine = Truth(Save=(38, 112, 80, 132))
    found = detect(screen({"Save!": (40, 110)}), ContourDetector(Reader(engine), read=False))
    assert engine.reads == 0 and [(element.role, element.text) for element in found] == [("button", "")]


def test_nothing_is_found_on_nothing() -> None:
    assert detect(np.zeros((50, 50, 3), np.uint8), ContourDetector(ocr=None)) == ()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(unavailable.importlib, "import_module", missing)
    with pytest.raises(VisionUnavailable, match=r'opencv-python-headless .*the extra "vision"'):
        ContourDetector(ocr=None)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="got the OCR engine 'eyes'"):
        ContourDetector(ocr="eyes")


def test_easyocr_gets_the_folder_of_its_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []

    class FakeReader:
        def __init__(self, languages: list[str], **options: object) -> None:
            asked.append(options.get("model_storage_directory"))
            if asked[-1] is None:
                raise FileNotFoundError("Missing craft_mlt_25k.pth")

    monkeypatch.setitem(sys.modules, "easyocr", SimpleNamespace(Reader=FakeReader))
    make_detector({"kind": "contours", "ocr": "easyocr", "ocr_weights": str(tmp_path)})
    assert asked == [str(tmp_path)]
    with pytest.raises(VisionUnavailable, match="to a source of elements as ocr_weights"):
        make_detector({"kind": "contours", "ocr": "easyocr"})
