"""Pictures of text."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from crab_tasks.kits.android.text_pictures import written


def pixels(text: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(written(text))).convert("L"))


def test_each_line_is_drawn_in_ink_on_paper() -> None:
    one, two = pixels("Bridge toll"), pixels("Bridge toll\nBridge toll")
    assert two.shape[0] > one.shape[0]
    assert one.min() < 80
    assert one.max() > 240
    ink = (two < 128).sum(axis=1) > 0
    assert np.flatnonzero(np.diff(ink.astype(int)) == 1).size >= 2


def test_long_lines_are_wrapped_and_empty_ones_kept() -> None:
    assert pixels("word " * 40).shape == pixels("\n".join(["word " * 9] * 4) + "\nword word word word").shape
    assert pixels("a\n\nb").shape == pixels("a\nb\nc").shape
