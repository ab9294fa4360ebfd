"""Rich text: typing, splitting, deleting over cells, formatting, tables, and random edits that keep a text whole."""

from __future__ import annotations

import random

import pytest

from crab_sim.engines.writing import edits, tables
from crab_sim.engines.writing.layout import PAGE_HEIGHT, flow
from crab_sim.engines.writing.model import (
    MAX_CELLS,
    Look,
    Paragraph,
    Position,
    Run,
    Text,
    length,
    plain,
    style_of,
    table_size,
    text_of,
)
from crab_sim.engines.writing.places import caret_box, position_at

BOLD = Look(bold=True)


def text(*lines: str) -> Text:
    return tuple(Paragraph((Run(line),) if line else ()) for line in lines)


def check(found: Text) -> None:
    """Asserts what holds for every text: whole runs, full grids, a paragraph behind each table."""
    assert found and found[-1].cell is None
    seen: list[int] = []
    for before, paragraph in zip((None, *found[:-1]), found, strict=True):
        assert all(run.text for run in paragraph.runs)
        assert all(a.look != b.look for a, b in zip(paragraph.runs, paragraph.runs[1:], strict=False))
        if paragraph.cell is not None:
            table = paragraph.cell.table
            assert before is None or before.cell is None or before.cell.table == table, "two tables touch"
            if table not in seen:
                seen.append(table)
    assert seen == list(range(len(seen)))
    for table in seen:
        rows, columns = table_size(found, table)
        places = [p.cell for p in found if p.cell is not None and p.cell.table == table]
        assert len(set(places)) == rows * columns
        assert places == sorted(places)


def test_typed_text_takes_the_look_beside_it_and_pieces_of_one_look_are_joined() -> None:
    start = (Paragraph((Run("ab", BOLD), Run("cd"))),)
    found, caret = edits.insert(start, Position(0, 2), "X")
    assert found[0].runs == (Run("abX", BOLD), Run("cd")) and caret == (0, 3)
    found, _ = edits.insert(found, Position(0, 3), "Y", Look())
    assert found[0].runs == (Run("abX", BOLD), Run("Ycd"))


def test_enter_behind_a_heading_begins_body_text_and_ends_a_list_in_an_empty_item() -> None:
    heading = (Paragraph((Run("Title"),), style="Heading 1"),)
    found, caret = edits.split(heading, Position(0, 5))
    assert [p.style for p in found] == ["Heading 1", "Text Body"] and caret == (1, 0)
    inside, _ = edits.split(heading, Position(0, 2))
    assert [p.style for p in inside] == ["Heading 1", "Heading 1"]
    item = (Paragraph((Run("a"),), marker="bullet"),)
    found, caret = edits.split(item, Position(0, 1))
    assert [p.marker for p in found] == ["bullet", "bullet"]
    found, caret = edits.split(found, caret)
    assert [p.marker for p in found] == ["bullet", ""] and caret == (1, 0)


def test_deleting_joins_paragraphs_and_keeps_the_looks_around() -> None:
    start = (Paragraph((Run("one "), Run("two", BOLD))), Paragraph((Run("three"),)), Paragraph((Run("four", BOLD),)))
    found, caret = edits.delete(start, Position(0, 5), Position(2, 1))
    assert found == (Paragraph((Run("one "), Run("tour", BOLD))),) and caret == (0, 5)


def test_deleting_over_cells_empties_them_and_whole_tables_go() -> None:
    found, caret = tables.insert_table(text("before", "after"), Position(0, 6), 2, 2)
    assert caret == (1, 0)
    for number in range(1, 5):
        found, _ = edits.insert(found, Position(number, 0), f"cell {number}")
    check(found)
    partly, _ = edits.delete(found, Position(1, 4), Position(3, 4))
    assert text_of(partly) == "before\ncell\t\n 3\tcell 4\n\nafter"
    check(partly)
    end = Position(len(found) - 1, 2)
    gone, caret = edits.delete(found, Position(0, 3), end)
    assert text_of(gone) == "befter" and caret == (0, 3)


def test_rows_and_columns_are_added_and_removed() -> None:
    found, caret = tables.insert_table(text(""), Position(0, 0), 2, 2)
    for number, word in enumerate("abcd"):
        found, _ = edits.insert(found, Position(number, 0), word)
    found, caret = tables.add_row(found, Position(2, 0), below=False)
    assert text_of(found) == "a\tb\n\t\nc\td\n" and caret == (2, 0)
    found, caret = tables.add_column(found, Position(0, 0), behind=True)
    assert text_of(found) == "a\t\tb\n\t\t\nc\t\td\n" and found[caret.paragraph].cell == (0, 0, 1)
    found, caret = tables.remove_column(found, caret)
    found, caret = tables.remove_row(found, Position(2, 0))
    assert text_of(found) == "a\tb\nc\td\n"
    assert tables.next_cell(found, Position(1, 1), 1) == (2, 0)
    assert tables.next_cell(found, Position(3, 0), 1) is None
    found, caret = tables.remove_table(found, Position(0, 0))
    assert found == text("") and caret == (0, 0)


def test_a_table_of_too_many_cells_is_not_inserted() -> None:
    start = text("a")
    assert tables.insert_table(start, Position(0, 1), MAX_CELLS, 2) == (start, Position(0, 1))


def test_looks_change_between_two_places_only() -> None:
    found = edits.with_looks(
        text("one two", "three"), Position(0, 4), Position(1, 2), lambda look: look._replace(bold=True)
    )
    assert found[0].runs == (Run("one "), Run("two", BOLD))
    assert found[1].runs == (Run("th", BOLD), Run("ree"))
    assert edits.selected_text(found, Position(0, 2), Position(1, 2)) == "e two\nth"


@pytest.mark.parametrize("seed", range(12))
def test_random_edits_keep_a_text_whole(seed: int) -> None:
    rng = random.Random(seed)
    found: Text = text("some words", "")
    for _ in range(150):
        number = rng.randrange(len(found))
        at = Position(number, rng.randint(0, length(found[number])))
        other = Position((last := rng.randrange(len(found))), rng.randint(0, length(found[last])))
        match rng.randrange(11):
            case 0:
                found, at = edits.insert(found, at, rng.choice(("x", "two words ", "\n", "\t", "ü" * 90)))
            case 1:
                found, at = edits.split(found, at)
            case 2:
                found, at = edits.delete(found, *edits.ordered(at, other))
            case 3:
                found, at = tables.insert_table(found, at, rng.randint(1, 3), rng.randint(1, 3))
            case 4:
                found, at = tables.add_row(found, at, rng.random() < 0.5)
            case 5:
                found, at = tables.add_column(found, at, rng.random() < 0.5)
            case 6:
                found, at = rng.choice((tables.remove_row, tables.remove_column, tables.remove_table))(found, at)
            case 7:
                first, last_at = edits.ordered(at, other)
                size = rng.choice((0.0, 8.0, 28.0))
                found = edits.with_looks(found, first, last_at, lambda look, size=size: look._replace(size=size))
            case 8:
                found, at = edits.insert_page_break(found, at)
            case _:
                marker = rng.choice(("bullet", "number", ""))
                change = {"marker": marker, "level": 0 if not marker else rng.randrange(3)}
                found = edits.with_paragraphs(
                    found, number, number, lambda each, change=change: each._replace(**change)
                )
        check(found)
        assert edits.clamp(found, at) == at
        pages = flow(found)
        for paragraph, each in enumerate(found):
            box = caret_box(pages, Position(paragraph, length(each)))
            assert 0 <= box.page < pages.pages and 0 < box.y < PAGE_HEIGHT


def test_every_place_is_found_again_by_a_point_on_its_caret() -> None:
    words = "The quick brown fox jumps over the lazy dog. " * 8
    start = (
        Paragraph((Run(words), Run("bold words ", BOLD), Run("large", Look(size=24.0)))),
        Paragraph(),
        *text("end"),
    )
    pages = flow(start)
    for number, paragraph in enumerate(start):
        for offset in range(0, length(paragraph) + 1, 7):
            at = Position(number, offset)
            box = caret_box(pages, at)
            assert position_at(pages, box.page, box.x, box.y + box.height // 2) == at


def test_lines_break_between_words_and_show_all_text() -> None:
    words = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. " * 5
    lines = [placed.line for placed in flow((Paragraph((Run(words),), align="justify"),)).lines]
    shown = ["".join(piece.text for piece in line.pieces) for line in lines]
    assert "".join(shown) == words and len(lines) > 3
    assert all(line.endswith(" ") for line in shown)
    assert all(piece.x + piece.width <= 690 for line in lines for piece in line.pieces if piece.text.strip())


def test_long_texts_go_on_on_further_pages_and_a_page_break_begins_one() -> None:
    pages = flow(text(*["line"] * 100))
    assert pages.pages == 3 and {placed.page for placed in pages.lines} == {0, 1, 2}
    broken, _ = edits.insert_page_break(text("one", "two"), Position(1, 0))
    assert [placed.page for placed in flow(broken).lines] == [0, 0, 1] or flow(broken).pages == 2


def test_numbers_count_by_level_and_begin_anew_behind_other_text() -> None:
    item = Paragraph((Run("x"),), marker="number")
    below = item._replace(level=1)
    placed = flow((item, item, below, below, item, Paragraph(), item, item._replace(marker="bullet"))).lines
    assert [line.marker for line in placed] == ["1.", "2.", "1.", "2.", "3.", "", "1.", "•"]


def test_styles_tell_size_and_place_of_a_paragraph() -> None:
    title = Paragraph((Run("T"),), style="Title")
    assert style_of(title).align == "center" and plain(title) == "T"
    (line,) = flow((title,)).lines
    assert line.line.left > 250 and line.line.height > 40
