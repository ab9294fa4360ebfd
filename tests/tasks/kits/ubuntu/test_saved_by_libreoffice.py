"""What LibreOffice saves and exports of documents that have what was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_tasks.kits.ubuntu.calc.state import total_added
from crab_tasks.kits.ubuntu.documents import headings_are, pdf_is_headed, text_document_is
from crab_tasks.kits.ubuntu.impress.state import slide_added, slides_are, slides_exported
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from crab_tasks.kits.ubuntu.writer.state import line_added
from tests.simulator.documents.test_office import convert
from tests.tasks._desk import with_file
from tests.tasks.kits.ubuntu.test_document_cheats import (
    BESIDE,
    END,
    LETTER,
    LINES,
    ROWS,
    SHOW,
    SLIDES,
    edited,
    span,
    summed,
)

pytestmark = [pytest.mark.extra("soffice"), pytest.mark.slow]
PATH = "/home/user/file"


def test_texts(tmp_path: Path) -> None:
    odt, docx, page = convert(tmp_path, LETTER, "letter.odt", "odt", "docx", "pdf")
    for data in (odt, docx):
        assert text_document_is(with_file(data), PATH, LINES) and headings_are(with_file(data), PATH, [(LINES[0], 1)])
        assert line_added(with_file(data), PATH, LINES[:2], "line", LINES[2])
    assert pdf_is_headed(with_file(page), PATH, LINES)


def test_texts_with_something_else(tmp_path: Path) -> None:
    styles, start = span('style:text-line-through-style="solid" fo:color="#eeeeee"')
    struck = edited(LETTER, LINES[1], f"{start}{LINES[1]}</text:span>", styles)
    boxed = edited(LETTER, LINES[1], f"{LINES[1]}{BESIDE['shape']}")
    for name, data in (("struck", struck), ("boxed", boxed)):
        odt, docx, page = convert(tmp_path, data, f"{name}.odt", "odt", "docx", "pdf")
        assert not text_document_is(with_file(odt), PATH, LINES) and not text_document_is(with_file(docx), PATH, LINES)
        assert not pdf_is_headed(with_file(page), PATH, LINES), name


def test_sheets(tmp_path: Path) -> None:
    for data in convert(tmp_path, summed("SUM([.B2:.B3])"), "sums.ods", "ods", "xlsx"):
        assert total_added(with_file(data), PATH, ROWS, 42.5)
    for data in convert(tmp_path, summed("[.B3]*0+42.5"), "wrong.ods", "ods", "xlsx"):
        assert not total_added(with_file(data), PATH, ROWS, 42.5)


def test_slides(tmp_path: Path) -> None:
    odp, page = convert(tmp_path, SHOW, "show.odp", "odp", "pdf")
    assert slides_are(with_file(odp), PATH, SLIDES) and slides_exported(with_file(page), PATH, SLIDES)
    (more,) = convert(tmp_path, slides_file([*SLIDES, ("14:35", [])]), "more.odp", "odp")
    assert slide_added(with_file(more), PATH, SLIDES, "time", "14:35")
    covered = edited(SHOW, END, f"{END[:-12]}{BESIDE['shape']}</draw:page>")
    odp, page = convert(tmp_path, covered, "covered.odp", "odp", "pdf")
    assert not slides_are(with_file(odp), PATH, SLIDES) and not slides_exported(with_file(page), PATH, SLIDES)
