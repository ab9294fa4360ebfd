"""Computer vision: comparing pictures, finding one in another, and reading text.

* `ssim`, `changed` - compare two pictures of the same size, with numpy only.
* `find_template` - finds a picture in another, with numpy only; `find_features` by OpenCV, `find_learned` by XFeat.
* `read_text`, `Reader` - text and its places, by RapidOCR, Tesseract or EasyOCR.

Pictures are arrays ``(H, W, 3) uint8 RGB``, places ``(left, top, right, bottom)`` in pixels, half-open. Large packages
are imported on first use; `VisionUnavailable` names a missing one.
"""

from __future__ import annotations

from crab_gym.vision.compare import changed, ssim
from crab_gym.vision.match import FeatureMatch, Match, find_features, find_learned, find_template
from crab_gym.vision.ocr import ENGINES, Reader, TextBox, read_text
from crab_gym.vision.unavailable import VisionUnavailable

__all__ = [
    "ENGINES", "FeatureMatch", "Match", "Reader", "TextBox", "VisionUnavailable", "changed", "find_features",
    "find_learned", "find_template", "read_text", "ssim",
]  # fmt: skip
