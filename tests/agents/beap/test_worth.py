"""The benchmark of backtracking, in small: a team that errs recovers by snapshots, and by undoing."""

from __future__ import annotations

import pytest

from benchmarks.beap import VARIANTS, measure, play, table

FEW = ("learn.todo_from_note", "android.text_contact", "android.tidy_tasks", "ubuntu.write_note")


def test_a_team_that_errs_recovers_by_restores_and_by_undoing() -> None:
    result = measure(FEW, seeds=2, rate=0.2)
    rows = result["variants"]
    assert result["passed"]
    assert rows["restore"]["SR"] == 1.0
    assert rows["restore"]["restores"] > 0
    assert (rows["restore"]["BSR"], rows["restore"]["ABS"]) == (1.0, 0.0)
    assert rows["undo"]["SR"] > rows["no backtrack"]["SR"]
    assert rows["undo"]["restores"] == 0
    assert rows["undo"]["ABS"] > 0
    assert 0 < rows["undo"]["BSR"] <= 1
    for name in ("no backtrack", "no tracker"):
        assert (rows[name]["attempts"], rows[name]["BTR"], rows[name]["BSR"]) == (0, 0.0, None)
    lines = table(result).splitlines()
    assert [line.split("  ")[0] for line in lines] == ["variant", *VARIANTS]
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_team_that_does_not_err_needs_no_way_back(variant: str) -> None:
    record = play("android.text_contact", 0, variant, rate=0.0)
    assert (record.success, record.restores) == (True, 0)
    assert not any("backtrack" in step.notes for step in record.steps)


def test_the_same_seed_errs_in_the_same_way() -> None:
    one, other = (play("android.text_contact", 1, "undo", 0.3) for _ in range(2))
    assert [step.action for step in one.steps] == [step.action for step in other.steps]
    assert [step.notes for step in one.steps] == [step.notes for step in other.steps]
