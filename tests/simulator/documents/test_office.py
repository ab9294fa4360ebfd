"""Documents that LibreOffice saved, in its own formats and others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from crab_gym.vision import ssim
from crab_sim.documents import (
    Cell,
    cells,
    decode_image,
    pdf,
    pdf_pictures,
    presentation,
    spreadsheet,
    text_document,
)
from tests.simulator.documents import _make as make

pytestmark = pytest.mark.extra("soffice")


def convert(folder: Path, data: bytes, name: str, *kinds: str) -> list[bytes]:
    """Lets LibreOffice save a document in several formats."""
    source = folder / name
    source.write_bytes(data)
    found = []
    for kind in kinds:
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", kind,
             "--outdir", str(folder / "out"), str(source)],
            check=True, capture_output=True, timeout=240,
        )  # fmt: skip
        found.append((folder / "out" / f"{source.stem}.{kind}").read_bytes())
    return found


def test_texts(tmp_path: Path) -> None:
    *formats, page = convert(tmp_path, make.report(), "report.odt", "odt", "docx", "pdf")
    original = text_document(make.report())
    assert original is not None
    for data in formats:
        found = text_document(data)
        assert found is not None and found.others == ()
        assert [(row.text, row.level, row.listed) for row in found.paragraphs] == [
            (row.text, row.level, row.listed) for row in original.paragraphs
        ]
        assert [row.runs for row in found.paragraphs[:2]] == [row.runs for row in original.paragraphs[:2]]
        assert (found.paragraphs[2].align, found.paragraphs[0].style) == ("center", "Heading 1")
        assert found.tables == original.tables
        # The bytes of the pictures are those that were put in.
        assert [row.digest for row in found.pictures] == [row.digest for row in original.pictures]
        assert found.pictures[0].bounds == pytest.approx((0, 0, 4, 3), abs=0.01)
    pages = pdf(page)
    assert pages is not None and "Plain then bold end" in pages[0].text
    pictures = pdf_pictures(page)
    assert pictures is not None
    upper, lower = pictures[0]
    assert upper.bounds[3] <= lower.bounds[1] + 0.1
    for row, shade in ((upper, 40), (lower, 200)):
        shown, wanted = decode_image(row.data), decode_image(make.picture(shade))
        assert shown is not None and wanted is not None and ssim(shown, wanted) > 0.9


def test_spreadsheets(tmp_path: Path) -> None:
    own, other, table = convert(tmp_path, make.prices(), "prices.ods", "ods", "xlsx", "csv")
    for data in (own, other):
        sheets = spreadsheet(data)
        assert sheets is not None and [sheet.name for sheet in sheets] == ["Data", "Other"]
        assert sheets[0].cells["C10"] == Cell(13.5, "=SUM(B2:B3,0)")
        assert sheets[0].cells["D10"].value == "2026-03-04"
        assert sheets[0].cells["A1"] == Cell("Name", bold=True)
        assert sheets[1].cells["A1"].value == 27 and sheets[1].cells["A1"].formula == "=Data!C10*2"
    plain = cells(table)
    assert plain is not None and (plain["B3"], plain["C10"]) == (Cell(11.0), Cell(13.5))


def test_slides(tmp_path: Path) -> None:
    original = presentation(make.slides())
    assert original is not None
    for data in convert(tmp_path, make.slides(), "slides.odp", "odp", "pptx"):
        found = presentation(data)
        assert found is not None and len(found) == 2 and not found[0].others
        assert (found[0].title, found[0].text) == ("Harbour", "Harbour\nShips and quays")
        assert found[0].notes == "Speak slowly"
        assert [slide.hidden for slide in found] == [False, True]
        (picture,) = [row for row in found[1].shapes if row.kind == "picture"]
        assert picture.digest == original[1].shapes[0].digest
        assert picture.bounds == pytest.approx(original[1].shapes[0].bounds, abs=0.02)
