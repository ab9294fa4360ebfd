"""Detecting elements as CRAB does: icons by GroundingDINO, texts by EasyOCR, whose weights have to be provided.

* `GroundingDetector` - the detector.
* `filter_boxes` - CRAB's filters of boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from crab_gym.backends.base import Element, Image
from crab_gym.vision.detection.detector import Detected, ScreenMemory, View, merge_boxes
from crab_gym.vision.ocr import Reader
from crab_gym.vision.unavailable import VisionUnavailable, need

__all__ = ["GroundingDetector", "filter_boxes"]

Bounds = tuple[int, int, int, int]

_NEAR = 80  # boxes are the same if the distance of their middles is below the screen's longer side divided by this
_MIN_SIDE = 4


class GroundingDetector:
    """Finds icons by GroundingDINO (Liu et al. 2023) and texts by an OCR engine, and filters them as CRAB does (§4.2).

    Of boxes that overlap by half the best is kept; boxes that contain others are dropped, and so are those whose middle
    is very near to that of an earlier one. All elements count as clickable. Results for recent screens are cached.
    Nothing is downloaded.

    Args:
        weights: Folder with GroundingDINO's model, tokenizer and image processor as `save_pretrained` writes them, such
            as a copy of ``IDEA-Research/grounding-dino-tiny``.
        ocr: One of `crab_gym.vision.ENGINES`, a `Reader`, or None to find only icons.
        ocr_weights: Folder with EasyOCR's weights.
        prompt: Descriptions of the elements to find, phrases that end with a full stop.
        threshold: Minimum score of an icon, 0 to 1.
        text_threshold: Minimum score of a text, 0 to 1.
        device: PyTorch's device, such as ``"cpu"`` or ``"cuda"``.

    Raises:
        VisionUnavailable: transformers, PyTorch, the OCR engine or weights are missing, or the weights are broken.
        ValueError: A threshold isn't between 0 and 1, or there is no such engine.
    """

    needs_screen = True

    def __init__(
        self,
        weights: str | Path,
        ocr: str | Reader | None = "easyocr",
        ocr_weights: str | Path | None = None,
        prompt: str = "icon . logo .",
        threshold: float = 0.02,
        text_threshold: float = 0.9,
        device: str = "cpu",
    ) -> None:
        for name, value in (("threshold", threshold), ("text_threshold", text_threshold)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is {value!r}; expected a number from 0 to 1")
        self._torch = need("torch", "torch", "llm")
        transformers = need("transformers", "transformers", "llm")
        folder = Path(weights)
        if not (folder / "config.json").is_file():
            raise VisionUnavailable(
                f"there is no model of GroundingDINO in {folder}; save one there with save_pretrained, "
                "such as IDEA-Research/grounding-dino-tiny"
            )
        try:
            model = transformers.GroundingDinoForObjectDetection.from_pretrained(
                folder, local_files_only=True, use_safetensors=True
            )
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
            self._processor = transformers.GroundingDinoImageProcessor.from_pretrained(folder, local_files_only=True)
        except Exception as error:  # their readers raise many kinds of errors for missing and broken files
            raise VisionUnavailable(f"the model in {folder} can't be loaded ({error}); save it there again") from error
        self._model = model.to(device).eval()
        self.reader = Reader(ocr, ocr_weights) if isinstance(ocr, str) else ocr
        self.prompt, self.threshold, self.text_threshold = prompt, threshold, text_threshold
        self._memory = ScreenMemory()

    def detect(self, view: View) -> Detected:
        """Returns texts and icons, large ones first."""
        detection: Detected = self._memory.recall(view.screen(), self._detect)
        return detection

    def _detect(self, screen: Image) -> Detected:
        texts = () if self.reader is None else self.reader.read(screen)
        elements = [Element("text", box.text, bounds=box.bounds) for box in texts if box.score >= self.text_threshold]
        elements += [Element("icon", bounds=box) for box in self.icons(screen)]
        height, width = screen.shape[:2]
        indexed_boxes = filter_boxes([element.bounds for element in elements], (width, height))
        elements = [elements[index]._replace(clickable=True, bounds=box) for index, box in indexed_boxes]
        elements.sort(key=lambda element: (-_area(element.bounds), element.bounds))
        return Detected(tuple(elements), ("grounding",) * len(elements))

    def icons(self, screen: Image) -> list[Bounds]:
        """Returns the boxes that GroundingDINO finds, the best scores first; of those that overlap by half, only the
        best.

        Args:
            screen: ``(H, W, 3) uint8 RGB``.
        """
        torch = self._torch
        height, width = screen.shape[:2]
        pixels = self._processor(images=np.ascontiguousarray(screen), return_tensors="pt")
        words = self._tokenizer(self.prompt.lower(), return_tensors="pt")
        inputs = {**pixels, **words}
        with torch.inference_mode():
            out = self._model(**{name: value.to(self._model.device) for name, value in inputs.items()})
        scores = torch.sigmoid(out.logits[0].float()).max(dim=-1).values
        order = torch.argsort(scores, descending=True, stable=True)
        order = order[scores[order] > self.threshold]
        middle_x, middle_y, wide, high = out.pred_boxes[0].float()[order].unbind(-1)
        corners = torch.stack([middle_x - wide / 2, middle_y - high / 2, middle_x + wide / 2, middle_y + high / 2], -1)
        scale = torch.tensor([width, height, width, height], device=corners.device)
        boxes = [(int(x0), int(y0), int(x1), int(y1)) for x0, y0, x1, y1 in (corners * scale).round().tolist()]
        return [boxes[index] for index in merge_boxes(boxes, scores[order].tolist())]


def filter_boxes(boxes: Sequence[Bounds], size: tuple[int, int]) -> list[tuple[int, Bounds]]:
    """Returns the boxes that pass CRAB's filters, cut to the screen, each with its index.

    Args:
        boxes: ``(left, top, right, bottom)`` in pixels, the best first.
        size: Width and height of the screen.

    >>> filter_boxes([(0, 0, 90, 90), (10, 10, 30, 30), (11, 10, 31, 30)], (100, 100))
    [(1, (10, 10, 30, 30))]
    """
    width, height = size
    cut = [(max(0, x0), max(0, y0), min(width, x1), min(height, y1)) for x0, y0, x1, y1 in boxes]
    inner = [
        (index, box) for index, box in enumerate(cut) if min(box[2] - box[0], box[3] - box[1]) >= _MIN_SIDE
    ]  # fmt: skip
    smallest = [
        (index, box) for index, box in inner
        if not any(other != index and _contains(box, small) and small != box for other, small in inner)
    ]  # fmt: skip
    near = round(max(size) / _NEAR)
    indexed_boxes: list[tuple[int, Bounds]] = []
    for index, box in smallest:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if not any(abs(x - (b[0] + b[2]) / 2) <= near and abs(y - (b[1] + b[3]) / 2) <= near for _, b in indexed_boxes):
            indexed_boxes.append((index, box))
    return indexed_boxes


def _contains(outer: Bounds, box: Bounds) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


def _area(box: Bounds) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
