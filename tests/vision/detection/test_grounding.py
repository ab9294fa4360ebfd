"""GroundingDINO with a tiny configuration and random weights: its loading, its boxes, its filters; not its eyes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import crab_gym.vision.detection.grounding as module
from crab_gym.backends.base import Image
from crab_gym.vision import Reader, VisionUnavailable
from crab_gym.vision.detection import View, make_detector

Box = tuple[int, int, int, int]
needs_torch = pytest.mark.extra("torch", "transformers")
PHRASES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "?", "icon", "logo")


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `save_pretrained` writes it."""
    import torch
    import transformers

    folder = tmp_path_factory.mktemp("grounding")
    torch.manual_seed(0)
    config = transformers.GroundingDinoConfig(
        backbone_config=transformers.SwinConfig(
            image_size=64, embed_dim=16, depths=[1, 1, 1, 1], num_heads=[1, 2, 2, 2], window_size=4,
            out_features=["stage2", "stage3", "stage4"],
        ),
        text_config=transformers.BertConfig(
            vocab_size=len(PHRASES), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
        ),
        d_model=32, encoder_layers=1, encoder_ffn_dim=32, encoder_attention_heads=2, decoder_layers=2,
        decoder_ffn_dim=32, decoder_attention_heads=2, num_queries=20, encoder_n_points=2, decoder_n_points=2,
    )  # fmt: skip
    transformers.GroundingDinoForObjectDetection(config).save_pretrained(folder)
    transformers.GroundingDinoImageProcessor(size={"shortest_edge": 96, "longest_edge": 160}).save_pretrained(folder)
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(PHRASES))
    transformers.BertTokenizer(str(vocabulary)).save_pretrained(folder)
    return folder


def screen(seed: int = 0) -> Image:
    return np.random.default_rng(seed).integers(0, 256, (90, 160, 3), np.uint8)


def view(image: Image) -> View:
    return View("android", (image.shape[1], image.shape[0]), lambda: image, tuple)


@needs_torch
def test_random_weights_give_boxes_on_the_screen(weights: Path) -> None:
    detector = make_detector({"kind": "grounding", "weights": str(weights), "ocr": None, "threshold": 0.0})
    found = detector.detect(view(screen()))
    assert 1 <= len(found.elements) <= 20 and set(found.sources) == {"grounding"}
    for element in found.elements:
        left, top, right, bottom = element.bounds
        assert 0 <= left < right <= 160 and 0 <= top < bottom <= 90
        assert (element.role, element.clickable) == ("icon", True)
    again = module.GroundingDetector(weights, ocr=None, threshold=0.0)
    assert again.detect(view(screen())) == found
    assert module.GroundingDetector(weights, ocr=None, threshold=1.0).detect(view(screen())).elements == ()


@needs_torch
def test_boxes_are_those_of_transformers_own_processing(weights: Path) -> None:
    import torch
    import transformers

    detector = module.GroundingDetector(weights, ocr=None, threshold=0.3)
    processor = transformers.GroundingDinoProcessor(
        transformers.GroundingDinoImageProcessor.from_pretrained(weights),
        transformers.AutoTokenizer.from_pretrained(weights),
    )
    inputs = processor(images=screen(1), text="icon . logo .", return_tensors="pt")
    with torch.inference_mode():
        out = transformers.GroundingDinoForObjectDetection.from_pretrained(weights).eval()(**inputs)
    theirs = processor.post_process_grounded_object_detection(
        out, inputs["input_ids"], threshold=0.3, text_threshold=1.0, target_sizes=[(90, 160)]
    )[0]
    expected = {tuple(int(v) for v in box) for box in theirs["boxes"].round().tolist()}
    ours = detector.icons(screen(1))
    assert ours and set(ours) <= expected


@needs_torch
def test_texts_come_from_the_reader_if_it_is_sure(weights: Path) -> None:
    class Words:
        def detect(self, image: Image) -> list[Box]:
            return [(10, 10, 50, 20), (10, 60, 70, 75)]

        def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
            return [("Save", 0.95) if crop.shape[1] == 40 else ("noise", 0.5) for crop in crops]

    found = module.GroundingDetector(weights, ocr=Reader(Words()), threshold=1.0).detect(view(screen()))
    assert [(e.role, e.text, e.bounds, e.clickable) for e in found.elements] == [
        ("text", "Save", (10, 10, 50, 20), True)
    ]


@needs_torch
def test_easyocr_gets_the_folder_of_its_weights(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FakeReader:
        def __init__(self, languages: list[str], **options: Any) -> None:
            asked.append(options["model_storage_directory"])

        def detect(self, image: Image) -> Any:
            return [[[10, 50, 10, 20]]], [[]]

        def recognize(self, plane: Any, **places: Any) -> Any:
            return [([[0, 0], [40, 0], [40, 10], [0, 10]], "Mail", 0.97)]

    asked: list[str] = []
    monkeypatch.setitem(sys.modules, "easyocr", SimpleNamespace(Reader=FakeReader))
    detector = module.GroundingDetector(weights, ocr_weights="/models/easyocr", threshold=1.0)
    assert [element.text for element in detector.detect(view(screen())).elements] == ["Mail"]
    assert asked == ["/models/easyocr"]


@needs_torch
def test_broken_weights_are_explained(weights: Path, tmp_path: Path) -> None:
    for path in weights.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    model = tmp_path / "model.safetensors"
    model.write_bytes(model.read_bytes()[:1000])
    with pytest.raises(VisionUnavailable, match=r"the model in .* can't be loaded .*; save it there again"):
        module.GroundingDetector(tmp_path, ocr=None)


@needs_torch
def test_weights_that_are_not_there_are_explained(tmp_path: Path) -> None:
    with pytest.raises(VisionUnavailable, match=r"there is no model of GroundingDINO in .*; save one there"):
        module.GroundingDetector(tmp_path / "nothing")


@pytest.mark.parametrize("options", [{"threshold": -0.1}, {"text_threshold": 1.5}])
def test_thresholds_are_checked(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        module.GroundingDetector("anywhere", **options)


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(VisionUnavailable, match=r'this needs the package torch .*the extra "llm"'):
        module.GroundingDetector("anywhere")


def test_crabs_filters() -> None:
    boxes = [
        (-5, 10, 30, 40),  # reaches over the edge
        (40, 40, 42, 80),  # too thin
        (300, 10, 400, 40),  # off the screen
        (50, 10, 150, 80), (60, 20, 80, 40),  # the first contains the second
        (61, 21, 81, 41),  # as good as the one before
        (100, 10, 120, 30),
    ]  # fmt: skip
    kept = module.filter_boxes(boxes, (160, 90))
    assert kept == [(0, (0, 10, 30, 40)), (4, (60, 20, 80, 40)), (6, (100, 10, 120, 30))]
