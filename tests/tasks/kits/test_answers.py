from __future__ import annotations

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.answers import answer_is, answer_is_one_of, answer_names_all


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("5", True),
        ("The harbour has 5 boats.", True),
        ("5 towns", False),
        ("5 or 6", False),
        ("", False),
        (None, False),
    ],
)
def test_an_answer_is_read_by_the_words_of_the_goal(answer: str | None, right: bool) -> None:
    state: State = State(goal="How many boats has the harbour?")
    assert answer_is(state, answer, "count", 5) is right


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("36", True), ("36 lines", True), ("36 errors and warnings", True), ("There are 36 warnings and errors.", True),
        ("Their sum is 36 (errors and warnings).", True), ("36 errors", False), ("36 warnings", False),
        ("errors: 36", False), ("The total of the lines of level ERROR is 36", False),
    ],
)  # fmt: skip
def test_a_sum_is_not_told_as_one_of_its_parts(answer: str, right: bool) -> None:
    state: State = State(goal="Count the lines of level ERROR and those of level WARNING as errors and warnings.")
    assert answer_is(state, answer, "count", 36, parts=("error", "warning")) is right


def test_a_unit_may_be_left_out_or_converted() -> None:
    state: State = State(goal="How long is it?")
    for answer, right in (("1.5", True), ("1500 m", True), ("1.5km", True), ("1500", False), ("1.5 kg", False)):
        assert answer_is(state, answer, "amount", 1.5, unit="km") is right


@pytest.mark.parametrize(
    ("answer", "right"),
    [("On.", True), ("It was on before.", True), ("off", False), ("on or off", False), ("It was not off", False)],
)
def test_one_of_two_words(answer: str, right: bool) -> None:
    assert answer_is_one_of(State(), answer, "on", ("on", "off")) is right
    assert not answer_is_one_of(State(), None, "on", ("on", "off"))


def test_all_items_are_named() -> None:
    state: State = State(goal="Which towns has it? Submit their names.")
    assert answer_names_all(state, "The towns are Alder and Millbrook.", ["Millbrook", "Alder"])
    assert not answer_names_all(state, "Alder and Millbrok", ["Millbrook", "Alder"])
    assert not answer_names_all(state, "Alder", ["Millbrook", "Alder"])
    assert not answer_names_all(state, None, ["Alder"])
