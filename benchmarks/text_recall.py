"""Share of the words on a screen that OCR engines read, compared with the accessibility tree.

    python benchmarks/text_recall.py [--screens N] [--engines rapidocr,tesseract,easyocr] [--weights DIR]
                                     [--backend BACKEND] [--devices android,ubuntu]

Oracles play tasks. The words of each text in the accessibility tree are looked for, letter by letter, among the words
that an engine reads with their middle in that element. Engines read a whole menu bar as one piece of text: its words
are placed by their letters. Programs also tell names that no screen shows, above all those of icons: a button, icon or
image counts only if it is twice as wide as high, a list or table never, and no element without room for its text. Two
ratios per device and engine:

* recall: words of the tree that were read at their place;
* precision: words that were read, in an element with a text, that this or the element's description has.

The time is the processor's, per screen, with the cache of `crab_gym.vision.ocr.Reader`: pieces of text that an earlier
screen had aren't read again. It needs the extra ``vision``; EasyOCR is a package of its own, whose weights lie in a
folder (docs/wrappers.md).
"""

from __future__ import annotations

import argparse
import re
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


_PICTURES = ("button", "icon", "image")
"""Roles whose text may be the name of a picture."""
_NAMED = ("list", "table", "toolbar", "web")
"""Roles whose text is a name."""
_LETTER, _LINE = 5, 12
"""Width of a letter, on average, and height of a line of the smallest texts, in pixels."""
_ALIKE = str.maketrans("∶", ":")
"""Characters that look like others: GNOME's clock has the sign of a ratio."""


def texts(marks: tuple[Mark, ...]) -> list[Mark]:
    """Returns the marks that show their own text, none within another."""
    own = [mark for mark in marks if _shows_text(mark)]
    return [mark for mark in own if not any(_holds(mark, other) for other in own)]


def _shows_text(mark: Mark) -> bool:
    """Returns whether a mark has a text of its own that is surely drawn."""
    text, (left, top, right, bottom) = mark.element.text.strip(), mark.bounds
    wide, high = right - left, bottom - top
    if mark.role in _PICTURES:
        room = wide // _LETTER if wide >= 2 * high else 0
    else:
        room = (wide // _LETTER) * (high // _LINE)
    return 0 < len(text) <= min(room, _LONGEST) and mark.role not in _NAMED


def _holds(outer: Mark, inner: Mark) -> bool:
    """Returns whether one mark lies in another, such as a label in its row."""
    (left, top, right, bottom), (x1, y1, x2, y2) = outer.bounds, inner.bounds
    return outer is not inner and left <= x1 and top <= y1 and x2 <= right and y2 <= bottom


def words_of(text: str) -> Counter[str]:
    """Returns the words of a text of the accessibility tree, as they look."""
    return Counter(text.translate(_ALIKE).split())


def words_within(mark: Mark, boxes: Sequence[TextBox]) -> Counter[str]:
    """Returns the words that were read within a mark, or no more than a letter beside it."""
    left, top, right, bottom = mark.bounds
    words: Counter[str] = Counter()
    for text, (x1, y1, x2, y2), _ in boxes:
        if top <= (y1 + y2) // 2 < bottom:
            for word in re.finditer(r"\S+", text):
                middle = x1 + (x2 - x1) * (word.start() + word.end()) / 2 / len(text)
                words[word[0]] += left - _LETTER <= middle < right + _LETTER
    return +words


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
                    expected, read = words_of(mark.element.text), words_within(mark, boxes)
                    count["expected"] += expected.total()
                    count["read"] += read.total()
                    count["found"] += (expected & read).total()
                    count["right"] += ((expected + words_of(mark.element.description)) & read).total()
            spent = (time.process_time() - start) / max(1, len(seen))
            words = count["expected"]
            recall, precision = count["found"] / max(1, words), count["right"] / max(1, count["read"])
            print(f"{device:8} {engine:10} {len(seen):7} {words:7} {recall:7.3f} {precision:9.3f} {spent:9.2f}")


if __name__ == "__main__":
    main()
