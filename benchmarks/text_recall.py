"""Share of the words on a screen that OCR engines read, compared with the accessibility tree.

    python benchmarks/text_recall.py [--screens N] [--engines rapidocr,tesseract,easyocr] [--weights DIR]
                                     [--backend BACKEND] [--devices android,ubuntu]

Oracles play tasks. The words of each text in the accessibility tree are looked for, letter by letter, among the pieces
of text that an engine reads with their middle in that element. Two ratios per device and engine:

* recall: words of the tree that were read at their place;
* precision: words that were read, in an element with a text, that this text has.

The time is the processor's, per screen, with the cache of `crab_gym.vision.ocr.Reader`: pieces of text that an earlier
screen had aren't read again. It needs the extra ``vision``; EasyOCR is a package of its own, whose weights lie in a
folder (docs/wrappers.md).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from crab_gym.vision.ocr import Reader, TextBox
from crab_gym.wrappers import Mark

sys.path.insert(0, str(Path(__file__).parent))
from marks_recall import screens

_LONGEST = 200
"""Characters of a text; a longer one is a document, of which only a part is on the screen."""


def texts(marks: tuple[Mark, ...]) -> list[Mark]:
    """Returns the marks that show their own text, none within another."""
    own = [mark for mark in marks if mark.element.text.strip() and len(mark.element.text) <= _LONGEST]
    return [mark for mark in own if not any(_holds(mark, other) for other in own)]


def _holds(outer: Mark, inner: Mark) -> bool:
    """Returns whether one mark lies in another, such as a label in its row."""
    (left, top, right, bottom), (x1, y1, x2, y2) = outer.bounds, inner.bounds
    return outer is not inner and left <= x1 and top <= y1 and x2 <= right and y2 <= bottom


def words_within(mark: Mark, boxes: Sequence[TextBox]) -> Counter[str]:
    """Returns the words that were read within a mark."""
    left, top, right, bottom = mark.bounds
    words: Counter[str] = Counter()
    for text, (x1, y1, x2, y2), _ in boxes:
        if left <= (x1 + x2) // 2 < right and top <= (y1 + y2) // 2 < bottom:
            words.update(text.split())
    return words


def main() -> None:
    """Measures and prints a row per device and engine."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--screens", type=int, default=50, help="different screens per device")
    parser.add_argument("--engines", default="rapidocr", help="OCR engines, separated by commas")
    parser.add_argument("--weights", type=Path, help="folder with EasyOCR's weights")
    parser.add_argument("--backend", default="sim", help="the devices' backend")
    parser.add_argument("--devices", default="ubuntu,android", help="devices, separated by commas")
    args = parser.parse_args()
    print(f"{'device':8} {'engine':10} {'screens':>7} {'words':>7} {'recall':>7} {'precision':>9} {'s/screen':>9}")
    for device in args.devices.split(","):
        seen = list(screens(device, args.backend, args.screens))
        for engine in args.engines.split(","):
            reader = Reader(engine, weights=args.weights)
            reader.read(np.full((64, 64, 3), 255, np.uint8))  # loads the engine
            count: Counter[str] = Counter()
            start = time.process_time()
            for screen, marks in seen:
                boxes = reader.read(screen)
                for mark in texts(marks):
                    expected, read = Counter(mark.element.text.split()), words_within(mark, boxes)
                    count["expected"] += expected.total()
                    count["read"] += read.total()
                    count["both"] += (expected & read).total()
            spent = (time.process_time() - start) / max(1, len(seen))
            words = count["expected"]
            recall, precision = (count["both"] / max(1, total) for total in (words, count["read"]))
            print(f"{device:8} {engine:10} {len(seen):7} {words:7} {recall:7.3f} {precision:9.3f} {spent:9.2f}")


if __name__ == "__main__":
    main()
