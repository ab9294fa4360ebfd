"""Evaluators of values that were written into a letter or on a slide."""

from __future__ import annotations

from crab_tasks.kits.ubuntu.document_files import sheet_file, writer_file
from crab_tasks.kits.ubuntu.impress.state import slide_added
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from crab_tasks.kits.ubuntu.writer.state import line_added
from tests.tasks._desk import with_file

PATH = "/home/user/file"
LINES = ["To all", "We meet."]
SLIDES: list[tuple[str, list[str]]] = [("Our year", ["What we did"]), ("The garden", [])]


def test_a_line_at_a_letters_end() -> None:
    for lines, accepted in (
        ([*LINES, "2 December 2026"], True), ([*LINES, "", "Dec 2, 2026", ""], True), (LINES, False),
        ([*LINES, "2 December 2026", "3 December 2026"], False), ([*LINES, "On 2 December 2026"], False),
        (["2 December 2026", *LINES], False), (["To nobody", "We meet.", "2 December 2026"], False),
    ):  # fmt: skip
        assert line_added(with_file(writer_file(lines)), PATH, LINES, "date", "2026-12-02") is accepted
    for data in (b"", sheet_file([["To all"]]), writer_file([""])):
        assert not line_added(with_file(data), PATH, LINES, "date", "2026-12-02")


def test_a_slide_at_a_presentations_end() -> None:
    for slides, accepted in (
        ([*SLIDES, ("14:35", [])], True), ([*SLIDES, ("2:35 pm", [])], True), (SLIDES, False), ([], False),
        ([*SLIDES, ("14:35", ["or so"])], False), ([*SLIDES, ("At 14:35", [])], False),
        ([SLIDES[0], ("14:35", []), SLIDES[1]], False), ([*SLIDES, ("14:35", []), ("15:35", [])], False),
    ):  # fmt: skip
        assert slide_added(with_file(slides_file(slides)), PATH, SLIDES, "time", "14:35") is accepted
    assert not slide_added(with_file(b""), PATH, SLIDES, "time", "14:35")
