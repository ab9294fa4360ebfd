from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image as Pillow

from crab_sim.documents import encode_image, fits_name, has_format
from tests.simulator.documents import _make as make


def jpeg() -> bytes:
    stream = io.BytesIO()
    Pillow.fromarray(np.zeros((4, 4, 3), np.uint8)).save(stream, "JPEG")
    return stream.getvalue()


FILES = {
    "odt": make.report(), "odp": make.slides(), "pdf": make.pdf_of("text"), "jpg": jpeg(),
    "xlsx": make.workbook('<row r="1"><c r="A1"><v>1</v></c></row>'),
    "png": encode_image(np.zeros((4, 4, 3), np.uint8)),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_a_file_has_its_own_format_and_no_other(kind: str) -> None:
    found = [ending for ending in ("odt", "ods", "odp", "docx", "xlsx", "pptx", "pdf", "png", "jpg")
             if has_format(FILES[kind], ending)]  # fmt: skip
    assert found == [kind]


def test_no_file_has_no_format() -> None:
    assert not has_format(None, "png")
    assert not has_format(b"", "odt")


def test_a_name_promises_a_format_by_its_ending() -> None:
    assert fits_name(FILES["jpg"], "/home/user/a.JPEG") and fits_name(FILES["odt"], "a.b.odt")
    assert not fits_name(FILES["jpg"], "/home/user/a.png") and not fits_name(FILES["xlsx"], "/home/user/a.ods")
    for name in ("/home/user/png", "notes.csv", "letter."):
        assert fits_name(FILES["jpg"], name) and not fits_name(None, name)
