"""Mutants of documents: each field of their structure, as long as the format keeps it."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress

import pytest
from PIL import Image

from crab_gym.experiments.attacks.documents import Unkept, document_mutants
from crab_gym.experiments.attacks.mutants import Mutant
from crab_gym.experiments.attacks.parts import PARTS
from crab_sim.documents import pdf, presentation, spreadsheet, text_document
from crab_sim.engines.archives import Packed, contents, pack
from crab_sim.engines.pdf import PdfPage, PdfText, pdf_bytes
from crab_sim.engines.sheets.book import Book, Cell, Sheet, new_book, put_cells
from crab_sim.engines.sheets.files.ods_file import write_ods
from crab_sim.engines.sheets.files.xlsx_writer import write_xlsx
from crab_sim.engines.slides.formats import deck_bytes, read_deck
from crab_sim.engines.slides.model import Box, Deck, Shape, Slide, new_deck
from crab_sim.engines.writing.formats import read_text, text_bytes
from crab_sim.engines.writing.model import Look, Paragraph, Run


def kept(path: str, data: bytes) -> dict[str, bytes]:
    """Returns the files of the mutants that their format keeps, by their kinds."""
    found: dict[str, bytes] = {}
    for mutant in document_mutants(path, data):
        kind = ".".join(mutant.kind[1:])
        if kind not in found:
            with suppress(Unkept, ValueError):
                found[kind] = mutant.build()
    return found


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_texts_are_struck_through_coloured_shrunk_and_changed(kind: str) -> None:
    text = (Paragraph((Run("One"), Run(" two", Look(bold=True)))), Paragraph((Run("Three"),)))
    found = kept(f"letter.{kind}", text_bytes(text, kind))
    (first, *_), *_ = read_text(found["runs.look.strike.set"], f"a.{kind}")[0]
    assert first.look.strike is True
    for name in ("runs.text.other", "runs.look.color.other", "runs.look.size.other", "align.other", "removed", "added"):
        assert read_text(found[name], f"a.{kind}") != read_text(text_bytes(text, kind), f"a.{kind}")


LINKED = Run("mill.example", Look(link="http://mill.example/"))
LETTER = (Paragraph((Run("Tea at four, "), LINKED)), Paragraph((Run("Milk"),), marker="bullet"))
SHOWN = Deck((Slide("", "content", (Shape("text", Box(1000, 1000, 9000, 2000), LETTER),)),))
PAGE = PdfPage(595, 842, (PdfText(72, 72, "Tea at four", "regular", 12),))
CELLS = {(0, 0): Cell("Tea"), (0, 1): Cell(2.0), (0, 2): Cell(2.0, "=SUM(B1)")}
SUMS = Book((put_cells(Sheet("Sheet1"), CELLS),))
FILES = {
    "docx": text_bytes(LETTER, "docx"), "odt": text_bytes(LETTER, "odt"), "pptx": deck_bytes(SHOWN, "pptx"),
    "odp": deck_bytes(SHOWN, "odp"), "pdf": pdf_bytes([PAGE], "", "Writer"),
    "ods": write_ods(SUMS, "2026-01-01T00:00:00Z"), "xlsx": write_xlsx(SUMS, "2026-01-01T00:00:00Z"),
}  # fmt: skip


@pytest.mark.parametrize("ending", FILES)
def test_what_no_program_writes_is_seen(ending: str) -> None:
    readers: dict[str, Callable[[bytes], object]] = {
        "pdf": pdf, "pptx": presentation, "odp": presentation, "ods": spreadsheet, "xlsx": spreadsheet,
    }  # fmt: skip
    read = readers.get(ending, text_document)
    own = read(FILES[ending])
    assert own is not None
    for what, change in PARTS[ending]:
        assert read(change(FILES[ending])) != own, what


def test_slides_are_hidden_and_their_shapes_moved() -> None:
    deck = new_deck()
    found = kept("talk.odp", deck_bytes(deck, "odp"))
    assert read_deck(found["slides.hidden.other"]).slides[0].hidden
    assert {"slides.shapes.box.x.other", "slides.notes.runs.added"} & set(found)


def test_a_workbook_gets_another_sheet() -> None:
    found = kept("sums.ods", write_ods(new_book(), "2026-01-01T00:00:00Z"))
    assert "sheets.added" in found and "sheets.name.other" in found


def test_members_of_an_archive_are_renamed_changed_and_left_out() -> None:
    data = pack("zip", [Packed("a.txt", b"one", 0.0), Packed("b.txt", b"two", 0.0)])
    found = kept("both.zip", data)
    assert [member.path for member in contents(found["removed"], "zip")] == ["b.txt"]
    assert {"path.other", "data.other", "added"} <= set(found)


def test_pictures_are_painted_over_scaled_and_bleached() -> None:
    stream = io.BytesIO()
    Image.effect_mandelbrot((80, 60), (-2, -1, 1, 1), 20).convert("RGB").save(stream, "PNG")
    found = kept("photo.png", stream.getvalue())
    assert Image.open(io.BytesIO(found["scaled to 40 x 30"])).size == (40, 30)
    painted = Image.open(io.BytesIO(found["a red rectangle in it"]))
    assert painted.getpixel((25, 20)) == (255, 0, 0)
    assert "mirrored" in found and "without colours" not in found, "the picture is grey"


def test_a_file_that_only_has_the_name_has_no_structure() -> None:
    none: list[Mutant] = list(document_mutants("letter.odt", b"no document"))
    assert none == list(document_mutants("letter.txt", b"text")) == []
