"""Evaluators of what is filled into letters, tables and slides."""

from __future__ import annotations

from crab_tasks.kits.ubuntu.calc.state import total_added
from crab_tasks.kits.ubuntu.document_files import sheet_file, writer_file
from crab_tasks.kits.ubuntu.document_viewer.state import text_pdf
from crab_tasks.kits.ubuntu.impress.state import retitled, slides_exported
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from crab_tasks.kits.ubuntu.writer.state import filled_gap_exported, gap_filled, name_filled_in
from tests.tasks._desk import with_file

PATH = "/home/user/file"


def test_a_name_in_place_of_a_whole_word() -> None:
    lines = ["Our summer feast", "Dear Lev Ekman,", "A chair at the long table is kept for Lev Ekman."]
    last = "NAMES of all guests follow."
    for found, accepted in (
        ([*lines, last], True), ([*lines, "", last], False), (lines, False), ([*lines, "Lev EkmanS of all"], False),
        ([lines[0], "Dear NAME,", lines[2], last], False), ([*lines, last, "Bye"], False),
    ):  # fmt: skip
        assert name_filled_in(with_file(writer_file(found)), PATH, "Lev Ekman") is accepted, found
    assert not name_filled_in(with_file(b""), PATH, "Lev Ekman")


def test_a_date_in_a_gap() -> None:
    for date, accepted in (
        ("11 December 2026", True), ("2026-12-11", True), ("DATE", False), ("", False),
        ("11 December 2026 or 1 May 2027", False), ("11 December", True),
    ):  # fmt: skip
        lines = ["Our winter feast", f"The feast is on {date} in the barn.", "Bring a lantern."]
        assert gap_filled(with_file(writer_file(lines)), PATH, "date", "2026-12-11") is accepted, date
        exported = with_file(text_pdf([lines], "file"))
        assert filled_gap_exported(exported, PATH, PATH, "date", "2026-12-11") is accepted, date
        assert not filled_gap_exported(with_file(writer_file(lines)), PATH, PATH, "date", "2026-12-11")
        longer = writer_file([*lines, "By all means."])
        assert not gap_filled(with_file(longer), PATH, "date", "2026-12-11")


def test_a_total_is_a_formula_over_all_numbers() -> None:
    rows: list[list[str | float]] = [["Item", "Amount"], ["Boat", 12.5], ["Tents", 30.0]]
    assert not total_added(with_file(sheet_file([*rows, ["", 42.5]])), PATH, rows, 42.5)
    assert not total_added(with_file(sheet_file(rows)), PATH, rows, 42.5)
    assert not total_added(with_file(b""), PATH, rows, 42.5)


def test_the_first_slides_title() -> None:
    rest: list[tuple[str, list[str]]] = [("What we saw", ["Two herons", "One otter"]), ("Thank you", [])]
    held = ["By the nature club"]
    for slides, accepted in (
        ([("12,40", held), *rest], True), ([("About 12.40", held), *rest], False), ([("12.40", []), *rest], False),
        ([("12.40", held), rest[1], rest[0]], False), ([("12.40", held), rest[0]], False), ([], False),
    ):  # fmt: skip
        assert retitled(with_file(slides_file(slides)), PATH, "amount", "12.40") is accepted, slides


def test_an_export_has_a_page_for_each_slide() -> None:
    slides: list[tuple[str, list[str]]] = [("A short talk", ["By us"]), ("Bees", ["More about bees"])]
    pages = [[title, *lines] for title, lines in slides]
    for found, accepted in (
        (pages, True),
        (pages[:1], False),
        ([pages[0] + pages[1]], False),
        ([*pages, ["?"]], False),
    ):
        assert slides_exported(with_file(text_pdf(found, "file")), PATH, slides) is accepted, found
    assert not slides_exported(with_file(slides_file(slides)), PATH, slides)
