from __future__ import annotations

import pytest

from crab_tasks.kits.answer_lists import answer_is_about, answer_is_list, answer_is_moment

TITLES = ["Team lunch", "Bug bash", "Dan's party"]


@pytest.mark.parametrize(
    "answer",
    [
        "Team lunch, Bug bash, Dan's party",
        "dan's party,team LUNCH ,bug bash.",
        "Team lunch, Bug bash and Dan's party",
        "Team lunch, Bug bash, and Dan's party",
        '"Team lunch"; "Bug bash"; "Dan\'s party"',
        "- Team lunch\n- Bug bash\n- Dan's party\n",
        "Team lunch, Bug bash, Dans party",
    ],
)
def test_a_list_names_each_item_in_any_order(answer: str) -> None:
    assert answer_is_list({}, answer, TITLES)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        "Team lunch, Bug bash",
        "Team lunch, Team lunch, Team lunch",
        "Team lunch, Bug bash, Bug bash",
        "Team lunch, Bug bash, Dan's party, Dan's party",
        "Team lunch, Bug bash, Dan's party, Trivia night",
        "Team lunch, Bug bash, not Dan's party",
        "Team lunch, Bug bash, Dan's pantry",
        "Team lunch Bug bash Dan's party",
        "Team lunch, Bug bash, Dan's party" * 1000,
    ],
)
def test_a_list_with_less_or_more_is_refused(answer: str | None) -> None:
    assert not answer_is_list({}, answer, TITLES)


def test_one_item_is_a_list() -> None:
    assert answer_is_list({}, "Rock and roll evening.", ["Rock and roll evening"])
    assert not answer_is_list({}, "Rock and roll evening or Chess evening", ["Rock and roll evening"])


def test_items_may_have_and_in_them() -> None:
    assert answer_is_list({}, "Files and folders and Bread and butter", ["Bread and butter", "Files and folders"])
    assert answer_is_list({}, "And so on, Bread and butter", ["Bread and butter", "And so on"])
    assert answer_is_list({}, "Bread and butter, and so on", ["Bread and butter", "And so on"])


def test_an_equal_item_is_named_so_many_times() -> None:
    assert answer_is_list({}, "Gym, Gym", ["Gym", "Gym"])
    assert not answer_is_list({}, "Gym", ["Gym", "Gym"])


def test_another_digit_is_no_misspelling() -> None:
    assert not answer_is_list({}, "Prepare the agenda for week 42", ["Prepare the agenda for week 43"])
    assert not answer_is_list({}, "12 cup", ["1/2 cup"])


def test_a_denial_is_no_misspelling() -> None:
    assert not answer_is_list({}, "not Participate in brainstorming", ["Participate in brainstorming"])


@pytest.mark.parametrize("answer", ["12005", "12000 m", "It is 11995 metres.", "12,001.5", "12000m", "12000 m, 12 km"])
def test_a_number_may_be_a_little_off(answer: str) -> None:
    assert answer_is_about({}, answer, 12000, 10)


@pytest.mark.parametrize(
    "answer",
    [None, "", "12010", "11990", "12 km", "12.00", "12000 or 12020", "1.2.000", "12000/13000", "١٢٠٠٠", "-12000"],
)
def test_another_number_is_refused(answer: str | None) -> None:
    assert not answer_is_about({}, answer, 12000, 10)


@pytest.mark.parametrize(
    "answer", ["October 20 2023 14:05", "On 20 October, at 2:05 pm.", "2023-10-20 14:05", "20.10.2023 14:05"]
)
def test_a_moment_is_a_date_with_a_time(answer: str) -> None:
    assert answer_is_moment({}, answer, "2023-10-20", "14:05")


@pytest.mark.parametrize(
    "answer", [None, "", "October 20", "14:05", "October 20 2023 14:06", "October 20 or 21 October 14:05"]
)
def test_another_moment_is_refused(answer: str | None) -> None:
    assert not answer_is_moment({}, answer, "2023-10-20", "14:05")
