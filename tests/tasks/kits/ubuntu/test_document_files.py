"""The office's small files."""

from __future__ import annotations

from crab_tasks.kits.ubuntu.document_files import sheet_file, writer_file
from crab_tasks.kits.ubuntu.documents import headings_are, rows_are, text_document_is
from tests.tasks._desk import with_file

PATH = "/home/user/file"


def test_a_text_is_read_back_and_always_the_same_bytes() -> None:
    lines = ["Salt & pepper", "<one>", "two"]
    assert writer_file(lines) == writer_file(lines)
    assert text_document_is(with_file(writer_file(lines)), PATH, lines)
    assert headings_are(with_file(writer_file(lines)), PATH, [(lines[0], 1)])


def test_a_sheet_is_read_back_with_its_gaps() -> None:
    rows: list[list[str | float]] = [["Item", "Amount"], ["Ink & <pens>", 12345.67], ["", 3.0], ["Gap", ""]]
    assert sheet_file(rows) == sheet_file(rows)
    assert rows_are(with_file(sheet_file(rows)), PATH, rows)
    assert not rows_are(with_file(sheet_file(rows)), PATH, [*rows[:3], ["Gap", 1.0]])
