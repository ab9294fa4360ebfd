"""Looking at pictures: how alike two are, where one lies in another, what is written on them.

* `ssim`, `changed` - two pictures of one size, by numpy alone.
* `find_template`, `find_features` - where a picture lies in another, by OpenCV; `find_learned` by XFeat's network.
* `read_text`, `Reader` - text and its places, by RapidOCR, Tesseract or EasyOCR.

Pictures are arrays ``(H, W, 3) uint8 RGB``, places ``(left, top, right, bottom)`` in pixels, half-open. Nothing heavy
is imported before it is used; what is missing is named by `VisionUnavailable`.
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
