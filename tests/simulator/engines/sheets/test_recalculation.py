"""Recalculation follows dependencies; edits keep references true."""

from __future__ import annotations

import random

from crab_sim.documents.formulas.references import letters
from crab_sim.engines.sheets.book import Book, Box, Cell, Filter, cell_at
from crab_sim.engines.sheets.edits import Clip, Edit, SortKey, moved_cells, pasted, put, sorted_rows, typed
from crab_sim.engines.sheets.filling import continued, filled
from crab_sim.engines.sheets.recalculation import computed, recalculated
from crab_sim.engines.sheets.structure import (
    data_box,
    delete_lines,
    delete_sheet,
    filter_values,
    insert_lines,
    rename_sheet,
    with_filter,
)
from tests.simulator.engines.sheets._sheets import NOON, book, value


def after(edit: Edit) -> Book:
    return computed(edit.book, NOON) if edit.all else recalculated(edit.book, edit.changed, NOON)


def formula(of: Book, row: int, column: int, sheet: int = 0) -> str:
    return cell_at(of.sheets[sheet], row, column).formula


def test_a_change_goes_through_chains_and_ranges() -> None:
    of = book([["1", "=A1*2", "=SUM(A1:B1)", '=C1&"!"'], ["9"]])
    changed = after(typed(of, 0, 0, 0, "5", 2026))
    assert [value(changed, at) for at in ("B1", "C1", "D1")] == [10.0, 15.0, "15!"]
    assert changed.sheets[0].rows[1] is of.sheets[0].rows[1], "rows that don't depend on it are shared"


def test_circles_are_errors_and_can_be_mended() -> None:
    of = book([["=B1", "=C1", "=A1", "=A1+1", "2"]])
    assert str(value(of, "A1")) == str(value(of, "D1")) == "SheetError(code='Err:522')"
    mended = after(typed(of, 0, 0, 2, "=E1", 2026))
    assert [value(mended, at) for at in ("A1", "B1", "C1", "D1")] == [2.0, 2.0, 2.0, 3.0]
    assert value(after(typed(mended, 0, 0, 4, "=D1", 2026)), "B1") == value(of, "A1")


def test_partial_and_full_recalculation_agree() -> None:
    """Random edits of random sheets give what computing everything anew gives."""
    for seed in range(30):
        rng = random.Random(seed)

        def content(rng: random.Random = rng) -> str:
            def ref() -> str:
                return f"{letters(rng.randrange(5))}{rng.randrange(1, 7)}"

            kind = rng.randrange(6)
            if kind < 2:
                return str(rng.randrange(-9, 99))
            if kind == 2:
                return rng.choice(["", "text", "TRUE"])
            if kind == 3:
                return f"={ref()}{rng.choice('+-*/&')}{ref()}"
            if kind == 4:
                return f"=SUM({ref()}:{ref()})"
            return f"=IF({ref()}>3,{ref()},COUNT({ref()}:{ref()}))"

        of = book([[content() for _ in range(5)] for _ in range(6)])
        for _ in range(12):
            of = after(typed(of, 0, rng.randrange(6), rng.randrange(5), content(), 2026))
            assert of.sheets == computed(of, NOON).sheets


def test_long_chains_and_many_formulas() -> None:
    rows = [["1"]] + [[f"=A{i}+1"] for i in range(1, 1500)]
    of = book(rows)
    assert value(of, "A1500") == 1500.0
    assert value(after(typed(of, 0, 0, 0, "11", 2026)), "A1500") == 1510.0


def test_rows_and_columns_come_and_go() -> None:
    of = book([["1", "=SUM(A1:A3)", "=A3"], ["2"], ["3"], ["", "=A1"]])
    grown = after(insert_lines(of, 0, "row", 1, 2))
    assert formula(grown, 0, 1) == "=SUM(A1:A5)"
    assert formula(grown, 0, 2) == "=A5"
    assert value(grown, "B1") == 6.0
    cut = after(delete_lines(of, 0, "row", 2, 1))
    assert (formula(cut, 0, 1), value(cut, "B1")) == ("=SUM(A1:A2)", 3.0)
    assert formula(cut, 0, 2) == "=#REF!"
    moved = after(insert_lines(of, 0, "column", 0, 1))
    assert (formula(moved, 0, 2), formula(moved, 3, 2)) == ("=SUM(B1:B3)", "=B1")


def test_inserting_and_deleting_again_changes_nothing() -> None:
    of = book([["1", "=SUM(A1:A3)", "=A3*$A$1"], ["2", "=B1"], ["3"]])
    for axis in ("row", "column"):
        for at in range(4):
            there = after(insert_lines(of, 0, axis, at, 3))  # type: ignore[arg-type]
            assert after(delete_lines(there, 0, axis, at, 3)).sheets == of.sheets  # type: ignore[arg-type]


def clip(of: Book, box: Box, cut: bool = False) -> Clip:
    cells = [(row, column, cell_at(of.sheets[0], row, column)) for row in range(box.top, box.bottom + 1)
             for column in range(box.left, box.right + 1)]  # fmt: skip
    return Clip("", "Sheet1", box, tuple(cell for cell in cells if cell[2] != Cell()), cut, "w1")


def test_copies_shift_references_and_moves_take_them_along() -> None:
    of = book([["1", "=A1*$A$1"], ["2"], ["=B1"]])
    copied = after(pasted(of, 0, Box(1, 1, 2, 1), clip(of, Box(0, 1, 0, 1))))
    assert (formula(copied, 1, 1), formula(copied, 2, 1)) == ("=A2*$A$1", "=A3*$A$1")
    moved = after(moved_cells(of, 0, Box(4, 3, 4, 3), clip(of, Box(0, 1, 0, 1), True)))
    assert (formula(moved, 4, 3), formula(moved, 2, 0), value(moved, "A3")) == ("=A1*$A$1", "=D5", 1.0)
    source = after(moved_cells(of, 0, Box(5, 5, 5, 5), clip(of, Box(0, 0, 0, 0), True)))
    assert (formula(source, 0, 1), value(source, "B1")) == ("=F6*$F$6", 1.0)


def test_filling_and_series() -> None:
    of = book([["5", "=A1+1", "Mon", "Item 9"], ["7"]])
    down = after(filled(of, 0, Box(0, 1, 2, 1), "down"))
    assert [formula(down, row, 1) for row in range(3)] == ["=A1+1", "=A2+1", "=A3+1"]
    series = after(continued(of, 0, Box(0, 0, 1, 0), Box(0, 0, 4, 0)))
    assert [value(series, f"A{row}") for row in range(1, 6)] == [5.0, 7.0, 9.0, 11.0, 13.0]
    names = after(continued(of, 0, Box(0, 1, 0, 3), Box(0, 1, 2, 3)))
    assert [value(names, at) for at in ("C2", "C3", "D2", "D3")] == ["Tue", "Wed", "Item 10", "Item 11"]
    assert formula(names, 2, 1) == "=A3+1"


def test_sorting() -> None:
    of = book([["b", "2"], ["10", "x"], ["", "y"], ["A", "=B1"], ["9", "z"]])
    rising = after(sorted_rows(of, 0, Box(0, 0, 4, 1), (SortKey(0),)))
    assert [value(rising, f"A{row}") for row in range(1, 6)] == [9.0, 10.0, "A", "b", None]
    falling = after(sorted_rows(of, 0, Box(0, 0, 4, 1), (SortKey(0, True),)))
    assert [value(falling, f"A{row}") for row in range(1, 6)] == ["b", "A", 10.0, 9.0, None]


def test_sorting_is_stable_and_keeps_all_rows() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        of = book([[str(rng.randrange(4)), str(rng.randrange(3)), str(i)] for i in range(30)])
        done = after(sorted_rows(of, 0, Box(0, 0, 29, 2), (SortKey(0), SortKey(1, True))))
        rows = [(value(done, f"A{i}"), value(done, f"B{i}"), value(done, f"C{i}")) for i in range(1, 31)]
        before = [(value(of, f"A{i}"), value(of, f"B{i}"), value(of, f"C{i}")) for i in range(1, 31)]
        assert rows == sorted(before, key=lambda row: (row[0], -float(str(row[1]))))


def test_sheets_are_renamed_and_deleted_with_their_references() -> None:
    of = book([["=Sheet2.A1", "=SUM($Sheet2.A1:A2)"]], [["4"], ["5"]])
    named = after(rename_sheet(of, 1, "My data"))
    assert (formula(named, 0, 0), value(named, "B1")) == ("='My data'.A1", 9.0)
    gone = after(delete_sheet(named, 1))
    assert formula(gone, 0, 0) == "=#REF!"


def test_filters_hide_rows_and_subtotals_skip_them() -> None:
    of = book([["Kind", "Cost"], ["a", "1"], ["b", "2"], ["a", "4"], ["", "=SUBTOTAL(9,B2:B4)"]])
    assert data_box(of.sheets[0], 1, 0) == Box(0, 0, 4, 1)
    shown = Filter(Box(0, 0, 3, 1), {0: frozenset({"a"})})
    done = after(with_filter(of, 0, shown))
    assert filter_values(done.sheets[0], 0) == ["a", "b"]
    assert (done.sheets[0].hidden, value(done, "B5")) == ({2}, 5.0)
    assert after(with_filter(done, 0, None)).sheets[0].hidden == frozenset()


def test_unchanged_books_are_the_same() -> None:
    of = book([["1"]])
    assert recalculated(of, (), NOON) is of
    edit = put(of, 0, {(0, 0): cell_at(of.sheets[0], 0, 0)})
    assert edit.book == of
