"""Values of cells after others have changed."""

from __future__ import annotations

import pytest

from crab_sim.documents import Cell, Sheet
from crab_sim.documents.formulas import recomputed

CELLS = {
    "B2": Cell(1.0), "B3": Cell(2.0), "B4": Cell(3.0, "=SUM(B2:B3)"), "C1": Cell(6.0, "=B4*2"),
    "C2": Cell("x"), "D1": Cell(7.5, "=B3*0+7.5"), "D2": Cell(9.0, "=Other!A1"), "E1": Cell(None, "=E2+1"),
    "E2": Cell(None, "=E1+1"),
}  # fmt: skip
SHEETS = (Sheet("Main", CELLS), Sheet("Other", {"A1": Cell(9.0)}))


@pytest.mark.parametrize(
    ("place", "value"),
    [("B4", 12.0), ("C1", 24.0), ("D1", 7.5), ("B2", 10.0), ("C2", "x"), ("D2", 9.0), ("Z9", None), ("", None)],
)
def test_a_cell_follows_those_that_it_needs(place: str, value: object) -> None:
    assert recomputed(SHEETS, place, {"B2": 10.0}) == value


def test_a_changed_cell_has_no_formula_any_more() -> None:
    assert recomputed(SHEETS[:1], "C1", {"B4": 1.5}) == 3.0


def test_formulas_that_need_each_other_have_no_value() -> None:
    assert recomputed(SHEETS, "E1", {}) is None
    many = {f"A{row}": Cell(0.0, f"=A{row + 1}+1") for row in range(1, 500)}
    assert recomputed((Sheet("Main", many),), "A1", {"A500": 1.0}) is None
