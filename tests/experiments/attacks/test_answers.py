"""Forms of answers: what states a value, and what only has it."""

from __future__ import annotations

import pytest

from crab_gym.experiments.attacks.answers import not_stating, other_value, stating


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        ("17.61 km", "17.61km"), ("3 h", "three h"), ("4276.08", "4,276.08"), ("7", "Seven"), ("20:05", "8:05 pm"),
        ("0:30", "12:30 am"), ("2026-11-28", "November 28, 2026"), ("2026-11-28", "11/28/2026"),
        ("https://shop.example/delivery", "shop.example/delivery"), ("+1 303-555-0129", "+13035550129"),
        ("Ada, Ben", "1. Ada\n2. Ben"), ("Ada, Ben, Cleo", "Ada, Ben and Cleo"), ("Lyon", "The answer is Lyon."),
    ],
)  # fmt: skip
def test_people_write_a_value_in_several_ways(answer: str, form: str) -> None:
    assert form in list(stating(answer))
    assert len(list(stating(answer))) >= 20


def test_a_date_that_could_be_two_is_not_written_in_numbers() -> None:
    assert not [form for form in stating("2026-11-08") if "/" in form]


def test_where_the_goal_says_how_it_is_written_only_sentences_are_tried() -> None:
    assert "17.61km" not in list(stating("17.61 km", written=True))


@pytest.mark.parametrize("form", ["Bern", "not Lyon", "Lyon or Bern", "Bern, Lyon", "Lyonn", "Lyo", ""])
def test_texts_that_have_a_value_need_not_state_it(form: str) -> None:
    forms = list(not_stating("Lyon", "Bern"))
    assert form in forms
    assert len(set(forms)) >= 20
    assert not set(forms) & set(stating("Lyon"))


@pytest.mark.parametrize(("answer", "drawn", "other"), [("Lyon", "lyon", "Lyonx"), ("9", "", "0"), ("a", "b", "b")])
def test_another_value_is_another_one(answer: str, drawn: str, other: str) -> None:
    assert other_value(answer, drawn) == other
