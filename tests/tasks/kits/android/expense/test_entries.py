"""Entries of Expenses that tasks give as text, plant and look for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.expense.entries import (
    HEAD,
    Entry,
    as_table,
    entered,
    entries,
    entry_count,
    entry_right,
    entry_text,
    none_named,
    plant_entries,
)

TOLL = Entry("Bridge toll", 1405, "Transportation", "By card")
SHIFTS = Entry("Evening shifts", 31_150, "Income", "Second instalment")


@pytest.mark.parametrize("form", [as_table, entry_text])
def test_a_text_of_either_form_gives_its_entries_back(form: Any) -> None:
    assert entered(form([TOLL, SHIFTS])) == (TOLL, SHIFTS)


@pytest.mark.parametrize("listed", ["Bridge toll", f"{HEAD}\nBridge toll|$14.05|Tolls|By card", "a: $1, category Food"])
def test_other_texts_are_no_lists_of_entries(listed: str) -> None:
    with pytest.raises(ValueError, match="categories Others, Income"):
        entered(listed)


def test_a_parameter_draws_as_many_entries_as_its_default_has() -> None:
    parameter = entries(TOLL, SHIFTS)
    for seed in range(50):
        drawn = parameter.sample(random.Random(seed))
        assert parameter.accepts(drawn)
        assert len({one.name for one in entered(drawn)}) == 2
        assert all(1000 <= one.amount <= 50_000 for one in entered(drawn))
    assert parameter.accepts(parameter.default)
    assert not parameter.accepts(as_table([TOLL]))
    assert not parameter.accepts(as_table([TOLL, TOLL]))
    assert not parameter.accepts(7)


@pytest.mark.parametrize(
    ("rows", "right", "count"),
    [
        ([TOLL], True, 1), ([TOLL, SHIFTS], True, 1), ([TOLL, TOLL], False, 2), ([SHIFTS], False, 0),
        ([TOLL._replace(note="Paid")], False, 0), ([TOLL._replace(category="Food")], False, 0),
        ([TOLL._replace(amount=1400)], False, 0), ([TOLL, TOLL._replace(amount=1400)], False, 1),
    ],
)  # fmt: skip
def test_one_entry_of_the_name_is_right(phone: Any, rows: list[Entry], right: bool, count: int) -> None:
    plant_entries(phone.setup, random.Random(1), rows)
    state = State(android=phone.state)
    assert entry_right(state, TOLL) is right
    assert entry_count(state, TOLL, count)
    assert not entry_count(state, TOLL, count + 1)
    assert none_named(state, TOLL.name) is (rows == [SHIFTS])


def test_entries_that_are_alike_are_of_one_minute(phone: Any) -> None:
    plant_entries(phone.setup, random.Random(1), [TOLL, TOLL, SHIFTS], alike=2)
    rows = phone.state.facts()["expense"].rows.values()
    assert len({row["date"] for row in rows if row["name"] == TOLL.name}) == 1
    assert len(rows) == 3
