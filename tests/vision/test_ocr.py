from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import Image
from crab_gym.vision import Reader, TextBox, VisionUnavailable, read_text
from tests.vision._pictures import screen

WORDS = {"Documents": (30, 20), "Pictures": (200, 20), "Save!": (40, 110), "Cancel!": (200, 110), "17.50": (360, 20)}


class Truth:
    """An engine that knows where text is, and reads a crop's size."""

    def __init__(self, *places: tuple[int, int, int, int]) -> None:
        self.places = list(places)
        self.crops: list[Image] = []

    def detect(self, image: Image) -> list[tuple[int, int, int, int]]:
        return self.places

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        self.crops += crops
        return [(f"{crop.shape[1]}x{crop.shape[0]}" if crop.any() else " ", 0.5) for crop in crops]


def test_what_was_read_is_remembered() -> None:
    image = np.full((100, 200, 3), 9, np.uint8)
    image[50:60, 20:60] = 200
    engine = Truth((20, 50, 60, 60), (100, 20, 130, 40), (150, 20, 180, 40))
    reader = Reader(engine)
    # Two of the places look alike: they are one crop.
    assert [(box.text, box.bounds) for box in reader.read(image)] == [
        ("30x20", (100, 20, 130, 40)), ("30x20", (150, 20, 180, 40)), ("40x10", (20, 50, 60, 60)),
    ]  # fmt: skip
    assert (len(engine.crops), reader.recognised) == (2, 2)
    assert len(reader.read(image)) == 3 and reader.recognised == 2
    image[20, 150] = 1
    assert len(reader.read(image)) == 3 and reader.recognised == 3


def test_pieces_without_text_are_left_out() -> None:
    image = np.zeros((40, 40, 3), np.uint8)
    image[0:10] = 5
    assert Reader(Truth((0, 0, 10, 10), (0, 20, 10, 30))).read(image) == (TextBox("10x10", (0, 0, 10, 10), 0.5),)


def test_a_place_may_reach_beyond_the_edge() -> None:
    image = np.full((40, 40, 3), 5, np.uint8)
    assert Reader(Truth()).recognise(image, [(-5, 30, 10, 60)])[0].text == "10x10"


def check(boxes: Sequence[TextBox], words: Sequence[str]) -> None:
    for word in words:
        x, y = WORDS[word][0] + 12, WORDS[word][1] + 10
        around = [
            box.text for box in boxes
            if box.bounds[0] <= x < box.bounds[2] and box.bounds[1] - 2 <= y < box.bounds[3] + 2
        ]  # fmt: skip
        assert any(word.rstrip("!") in text for text in around), (word, boxes)


@pytest.mark.extra("tesseract")
@pytest.mark.parametrize(("ground", "ink"), [("#f4f4f4", "#202020"), ("#242424", "#eeeeee")])
def test_tesseract_reads_light_and_dark_screens(ground: str, ink: str) -> None:
    image = screen(WORDS, ground, ink)
    boxes = read_text(image, "tesseract")
    check(boxes, ["Documents", "Pictures", "Save!", "Cancel!", "17.50"])
    assert read_text(image, "tesseract") == boxes
    assert read_text(np.full((60, 80, 3), 240, np.uint8), "tesseract") == ()


@pytest.mark.extra("tesseract")
def test_tesseract_reads_a_given_place() -> None:
    image = screen(WORDS)
    (box,) = Reader("tesseract").recognise(image, [(25, 14, 140, 46)])
    assert box.text == "Documents"


@pytest.mark.extra("rapidocr")
def test_rapidocr_reads_light_and_dark_screens() -> None:
    reader = Reader("rapidocr")
    for ground, ink in (("#f4f4f4", "#202020"), ("#242424", "#eeeeee")):
        check(reader.read(screen(WORDS, ground, ink)), list(WORDS))
    before = reader.recognised
    reader.read(screen(WORDS))
    assert reader.recognised == before


def test_easyocr_is_asked_for_what_it_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    class Fake:
        def __init__(self, languages: list[str], **options: Any) -> None:
            assert languages == ["en"] and options["download_enabled"] is False
            if options["model_storage_directory"] != str(tmp_path):
                raise FileNotFoundError("Missing craft_mlt_25k.pth and downloads disabled")

        def detect(self, image: Image) -> Any:
            return [[[10, 50, 20, 40]]], [[[[5, 60], [30, 62], [30, 80], [5, 78]]]]

        def recognize(self, image: Any, horizontal_list: Any, free_list: Any) -> Any:
            assert image.ndim == 2 and horizontal_list == [[0, image.shape[1], 0, image.shape[0]]]
            return [([[0, 0]], "word", 0.75)]

    monkeypatch.setitem(sys.modules, "easyocr", SimpleNamespace(Reader=Fake))
    with pytest.raises(VisionUnavailable, match=r"craft_mlt_25k\.pth and english_g2\.pth in a folder"):
        Reader("easyocr", weights=tmp_path / "none")
    found = Reader("easyocr", weights=tmp_path).read(np.random.default_rng(0).integers(0, 255, (100, 100, 3), np.uint8))
    assert found == (TextBox("word", (10, 20, 50, 40), 0.75), TextBox("word", (5, 60, 30, 80), 0.75))


def test_a_torchvision_that_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Its import fails as here where it was built for another torch.
    (tmp_path / "easyocr.py").write_text("raise RuntimeError('operator torchvision::nms does not exist')")
    monkeypatch.delitem(sys.modules, "easyocr", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(VisionUnavailable, match=r"nms does not exist.*force-reinstall torch torchvision"):
        Reader("easyocr")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("rapidocr", "onnxruntime", "easyocr"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VisionUnavailable, match=r'pip install "\.\[vision\]"'):
        Reader("rapidocr")
    with pytest.raises(VisionUnavailable, match="apt-get install"):
        Reader("tesseract")
    with pytest.raises(VisionUnavailable, match="pip install easyocr"):
        Reader("easyocr")
    with pytest.raises(VisionUnavailable, match=r"RapidOCR.*or Tesseract"):
        Reader("auto")
    with pytest.raises(ValueError, match="expected one of: auto, rapidocr"):
        Reader("best")
