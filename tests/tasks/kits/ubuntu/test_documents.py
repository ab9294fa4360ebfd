from __future__ import annotations

from functools import partial

import pytest

from crab_gym.backends.base import State
from crab_sim.engines.pdf import PdfPage, PdfText, pdf_bytes
from crab_tasks.kits.ubuntu import documents as docs
from crab_tasks.kits.ubuntu.document_files import writer_file
from tests.simulator.documents import _make as make
from tests.tasks._desk import Desk, with_file

PATH = "/home/user/file"
ABSENT = State(ubuntu=Desk())
REPORT, PRICES, LETTER = make.report(), make.prices(), writer_file(["Tea", "at four"])
PDF = make.pdf_of("first page", "second page")

YES: list[tuple[bytes, partial[bool]]] = [
    (PRICES, partial(docs.cell_is, cell="B2", value=2.5)),
    (PRICES, partial(docs.cell_is, cell="Z9", value=None)),
    (PRICES, partial(docs.cell_is, cell="E10", value=True)),
    (b"a, b ,3\n", partial(docs.cells_are, values=[("A1", "a"), ("B1", "b"), ("C1", 3)])),
    (b"a,,3\n,1.50\n", partial(docs.rows_are, rows=[["a", "", 3], ["", 1.5]])),
    (b"a,,3\n,1.50,more\n", partial(docs.rows_are, rows=[["a", "", 3], ["", 1.5]], free=["C2"])),
    (b"a,,3\n,1.50,more\n", partial(docs.rows_are, rows=[["a", ""], ["", 1.5]], free=["C"])),
    (LETTER, partial(docs.headings_are, headings=[("Tea", 1)])),
    (LETTER, partial(docs.text_document_is, lines=["Tea", "at four"])),
    (PRICES, partial(docs.computes, cell="C10", terms=[["B2"], ["B3"]], value=13.5)),
    (PDF, partial(docs.pdf_pages_are, pages=[["first page"], ["second", "page"]])),
]

NO: list[tuple[bytes, partial[bool]]] = [
    (PRICES, partial(docs.cell_is, cell="B2", value=2.6)),
    (PRICES, partial(docs.cell_is, cell="B2", value="2.5")),
    (PRICES, partial(docs.cell_is, cell="B2", value=True)),
    (b"a,,3\n,1.50\nmore", partial(docs.rows_are, rows=[["a", "", 3], ["", 1.5]])),
    (b"a,,3\n,1.50\nmore", partial(docs.rows_are, rows=[["a", "", 3], ["", 1.5]], free=["C", "A2"])),
    (LETTER, partial(docs.headings_are, headings=[("Tea", 2)])),
    (LETTER, partial(docs.headings_are, headings=[("Tea", 1), ("at four", 1)])),
    (b"", partial(docs.headings_are, headings=[])),
    (REPORT, partial(docs.headings_are, headings=[("Report", 1)])),
    (PRICES, partial(docs.computes, cell="B2", terms=[["B2"]], value=2.5)),
    (PRICES, partial(docs.computes, cell="C10", terms=[["B2"], ["B3"]], value=13)),
    (PRICES, partial(docs.computes, cell="C10", terms=[["B2"]], value=13.5)),
    (PRICES, partial(docs.computes, cell="C10", terms=[["B2", "B3"]], value=13.5)),
    (PDF, partial(docs.pdf_pages_are, pages=[["first page", "second page"]])),
    (PDF, partial(docs.pdf_pages_are, pages=[["first page"], ["second", "page"], [""]])),
]


@pytest.mark.parametrize(("data", "evaluator"), YES)
def test_holds(data: bytes, evaluator: partial[bool]) -> None:
    assert evaluator(with_file(data), path=PATH) is True


@pytest.mark.parametrize(("data", "evaluator"), NO)
def test_does_not_hold(data: bytes, evaluator: partial[bool]) -> None:
    assert evaluator(with_file(data), path=PATH) is False


def test_what_is_not_there_or_cannot_be_read_is_not_there_yet() -> None:
    broken = [
        State(ubuntu=Desk()),
        *(with_file(data) for data in (b"", b"\0\1", REPORT[:900], b"%PDF-1.7 nothing", b"PK\3\4")),
    ]
    for _, evaluator in YES:
        if evaluator.keywords.get("value", "") is None:
            continue  # an empty cell is in an empty table too
        for state in broken:
            assert evaluator(state, path=PATH) is False, evaluator


OWN_ENDINGS = {LETTER: "odt", PRICES: "ods"}
UNNAMED = {docs.rows_are, docs.computes}
"""Evaluators of such files that take them by their content alone, since the synthesised tasks have them like that."""


@pytest.mark.parametrize(
    ("data", "evaluator"), [row for row in YES if row[0] in OWN_ENDINGS and row[1].func not in UNNAMED]
)
def test_a_name_promises_a_format(data: bytes, evaluator: partial[bool]) -> None:
    for ending in (*OWN_ENDINGS.values(), "odp"):
        held = evaluator(with_file(data, f"file.{ending}"), path=f"{PATH}.{ending}")
        assert held is (ending == OWN_ENDINGS[data]), ending


def test_a_text_document_says_these_paragraphs() -> None:
    letter = make.open_document("text", "<text:h text:outline-level='1'>Tea</text:h><text:p>at  four</text:p><text:p/>")

    def holds(data: bytes, *lines: str) -> bool:
        return docs.text_document_is(with_file(data), PATH, lines)

    assert holds(letter, "Tea", "at four")
    assert not holds(letter, "Tea") and not holds(letter, "at four", "Tea")
    assert not holds(b"Tea\nat four\n", "Tea", "at four")  # plain text under a document's name
    assert not docs.text_document_is(ABSENT, PATH, ["Tea"])
    assert docs.text_document_is(with_file(letter, "a.odt"), f"{PATH[:-4]}a.odt", ["Tea", "at four"])
    assert not docs.text_document_is(with_file(letter, "a.docx"), f"{PATH[:-4]}a.docx", ["Tea", "at four"])


def test_a_pdf_file_says_these_lines() -> None:
    exported = make.pdf_of("Tea at four bring cups")

    def holds(data: bytes, *lines: str) -> bool:
        return docs.pdf_is(with_file(data), PATH, lines)

    assert holds(exported, "Tea", "at four", "bring cups")
    assert not holds(exported, "Tea at four") and not holds(exported, "bring cups", "Tea at four")
    assert not holds(make.pdf_of("Tea at four", "bring cups"), "Tea at four", "bring cups")
    assert not holds(b"Tea at four bring cups", "Tea at four", "bring cups")
    assert not docs.pdf_is(ABSENT, PATH, ["Tea"])


def test_a_pdf_file_shows_its_heading() -> None:
    def holds(*pieces: tuple[str, float], lines: tuple[str, ...] = ("Tea time", "at four", "bring cups")) -> bool:
        texts = [PdfText(72, 72 + 40 * i, text, "regular", size) for i, (text, size) in enumerate(pieces)]
        exported = pdf_bytes([PdfPage(595, 842, tuple(texts))], "", "Writer")
        return docs.pdf_is_headed(with_file(exported), PATH, lines)

    below = (("at four", 12.0), ("bring cups", 12.0))
    assert holds(("Tea time", 18.0), *below) and holds(("Tea", 18.0), ("time", 18.0), *below)
    assert not holds(("Tea time", 12.0), *below), "exported before the heading was one"
    assert not holds(("Tea time", 18.0), ("at four", 12.0), ("bring cups", 24.0))
    assert not holds(("Tea", 18.0), ("time", 16.0), *below) and not holds(("Tea time", 18.0), below[0])
    assert not holds(("Tea time", 18.0), ("at", 18.0), ("four", 12.0), below[1])
    assert not docs.pdf_is_headed(ABSENT, PATH, ["Tea time"])
