from __future__ import annotations

import pytest

from crab_tasks.kits.answers import (
    answer_is_hundredths,
    answer_is_number,
    answer_is_phone_number,
    answer_is_word,
)


@pytest.mark.parametrize("answer", ["12.30", "12.3", "12,30", "12.30 km", "They are 12.3 km.", "0012.30"])
def test_a_number_may_be_written_in_several_ways(answer: str) -> None:
    assert answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize(
    "answer", [None, "", "km", "12", "12.31", "12.301", "1230", "-12.30", "12.30 or 12.40", "1.2.3", "١٢.٣٠", "12.3٠"]
)
def test_another_number_or_two_are_no_answer(answer: str | None) -> None:
    assert not answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize(
    "answer", ["12.3 km in 3 tracks", "In the 7 days to 2026-10-08 they ran 12.30 km, at 20:30 for the last time"]
)
def test_counts_and_times_are_no_kilometres(answer: str) -> None:
    assert answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize("answer", ["12.3 km or 12.4 km", "12 km, 12.30 km", "12.3 in 3.0 tracks"])
def test_two_numbers_of_kilometres_are_a_guess(answer: str) -> None:
    assert not answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize(
    "answer", ["5", "5 pictures", "I copied 5 .mp3 files.", "There are 5: I counted 5 at 20:30", "5.0", "By 5 pm: 5"]
)
def test_a_count_may_be_in_a_sentence(answer: str) -> None:
    assert answer_is_number({}, answer, 5)


@pytest.mark.parametrize("answer", [None, "", "5 pm", "mp5", "5 or 6", "4 5", "15", "-5", "5,5", "1-5", "5/6", "٥"])
def test_another_count_or_two_are_refused(answer: str | None) -> None:
    assert not answer_is_number({}, answer, 5)


@pytest.mark.parametrize(
    "answer",
    [
        "+1 555 0128",
        "15550128",
        "1-555-0128",
        "The text 'Train at 20:30' went to +1 555 0128",
        "+1 (555) 0128, before 5 pm",
        "+1 555 0128 at 20:30; yes, +1 555 0128.",
    ],
)
def test_a_telephone_number_may_be_in_a_sentence(answer: str) -> None:
    assert answer_is_phone_number({}, answer, "+1 555 0128")


@pytest.mark.parametrize(
    "answer", [None, "", "0128", "+1 555 0128 or +1 555 0129", "+1 555 01280", "+1 555 0128 555 0129", "+١ ٥٥٥ ٠١٢٨"]
)
def test_another_telephone_number_or_two_are_refused(answer: str | None) -> None:
    assert not answer_is_phone_number({}, answer, "+1 555 0128")


@pytest.mark.parametrize("answer", ["on", "On.", "It was on, on the page of Settings", "ON"])
def test_one_of_two_words_may_be_in_a_sentence(answer: str) -> None:
    assert answer_is_word({}, answer, "on", ("on", "off"))


@pytest.mark.parametrize("answer", [None, "", "off", "on or off", "one", "It was not off"])
def test_another_word_or_both_are_refused(answer: str | None) -> None:
    assert not answer_is_word({}, answer, "on", ("on", "off"))
