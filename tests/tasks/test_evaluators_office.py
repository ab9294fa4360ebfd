from __future__ import annotations

import numpy as np
from crab_tasks.evaluators_documents import slide_contains, slide_titles_are
from crab_tasks.evaluators_office import pdf_is, text_document_is
from crab_tasks.setups_pictures import lightened, photo, side_by_side
from crab_tasks.setups_slides import slides_file

from tests.documents import _make as make
from tests.tasks._desk import Desk, with_file

PATH = "/home/user/file"
ABSENT = {"ubuntu": Desk()}


def test_a_text_document_says_these_paragraphs() -> None:
    letter = make.open_document("text", "<text:h>Tea</text:h><text:p>at  four</text:p><text:p/>")

    def holds(data: bytes, *lines: str) -> bool:
        return text_document_is(with_file(data), None, PATH, lines)

    assert holds(letter, "Tea", "at four")
    assert not holds(letter, "Tea") and not holds(letter, "at four", "Tea")
    assert not holds(b"Tea\nat four\n", "Tea", "at four")  # plain text under a document's name
    assert not text_document_is(ABSENT, None, PATH, ["Tea"])


def test_a_pdf_file_says_these_lines() -> None:
    exported = make.pdf_of("Tea at four", "bring cups")

    def holds(data: bytes, *lines: str) -> bool:
        return pdf_is(with_file(data), None, PATH, lines)

    assert holds(exported, "Tea", "at four", "bring cups")
    assert not holds(exported, "Tea at four") and not holds(exported, "bring cups", "Tea at four")
    assert not holds(b"Tea at four bring cups", "Tea at four", "bring cups")
    assert not pdf_is(ABSENT, None, PATH, ["Tea"])


def test_slides_are_read_back_and_always_the_same_bytes() -> None:
    slides = [("Salt & pepper", ["one", "two"]), ("<End>", [])]
    data = slides_file(slides)
    assert data == slides_file(slides)
    assert slide_titles_are(with_file(data), None, PATH, ["Salt & pepper", "<End>"])
    assert slide_contains(with_file(data), None, PATH, 1, "one two")


def test_pictures_of_setups() -> None:
    dark = photo("bridge", 60, 40, 0.5)
    assert dark.shape == (40, 60, 3) and dark.max() < 128 < photo("bridge", 60, 40).max()
    assert lightened(np.array([[[0, 127, 255]]], np.uint8), 127).tolist() == [[[128, 191, 255]]]
    assert side_by_side(dark, photo("desert", 20, 40)).shape == (40, 80, 3)
