from __future__ import annotations

import pytest

from crab_gym.task.answers import names_all

QUESTION = (
    "Which events does the phone's Calendar have on 2026-11-14? Submit the title, or the titles separated by "
    "commas if there are several."
)
TITLES = ["Team lunch", "Bug bash", "Dan's party"]


@pytest.mark.parametrize(
    "answer",
    [
        "Team lunch, Bug bash, Dan's party", "dan's party,team LUNCH ,bug bash.",
        "Team lunch, Bug bash and Dan's party",
        "Team lunch, Bug bash, and Dan's party", '"Team lunch"; "Bug bash"; "Dan\'s party"',
        "“Team lunch”, “Bug bash”, “Dan’s party”", "- Team lunch\n- Bug bash\n- Dan's party\n",
        "* Team lunch\n* Bug bash\n* Dan's party", "• Team lunch\n• Bug bash\n• Dan's party",
        "1. Team lunch\n2. Bug bash\n3. Dan's party", "1) Team lunch 2) Bug bash 3) Dan's party",
        "1. Team lunch\n2. Bug bash\n3. Dan's party.", "Team lunch\nBug bash\nDan's party",
        "Team lunch,\nBug bash,\nDan's party", "Team lunch, Bug bash, Dans party",
        "Team lunch and Bug bash and Dan's party",
        "Team lunch, Bug bash & Dan's party", "The events are Team lunch, Bug bash and Dan's party.",
        "The titles are: Team lunch, Bug bash, Dan's party", "Titles: Team lunch, Bug bash, Dan's party",
        "The events on 2026-11-14 are Team lunch, Bug bash and Dan's party.",
        "I found Team lunch, Bug bash, Dan's party",
        "Team lunch, Bug bash and Dan's party are the events.", "There are Team lunch, Bug bash and Dan's party",
        "It's Team lunch, Bug bash and Dan's party.",
        "The titles are:\n- Team lunch\n- Bug bash\n- Dan's party", "Answer: Team lunch, Bug bash, Dan's party",
        "The events that I found are Team lunch, Bug bash and Dan's party", "Team lunch, Bug bash, Dan's party!",
        "[Team lunch, Bug bash, Dan's party]", '["Team lunch", "Bug bash", "Dan\'s party"]',
        "(Team lunch, Bug bash, Dan's party)", "['Team lunch', 'Bug bash', 'Dan's party']",
        "There are three events: Team lunch, Bug bash and Dan's party", "3 events: Team lunch, Bug bash, Dan's party",
        "The 3 titles are Team lunch, Bug bash and Dan's party.", "I found three: Team lunch, Bug bash, Dan's party",
        "As requested: Team lunch, Bug bash, Dan's party", "According to Calendar, Team lunch, Bug bash, Dan's party",
        "Hi! Team lunch, Bug bash, Dan's party. Have a nice day!",
    ],
)  # fmt: skip
def test_a_list_names_each_item_in_any_order(answer: str) -> None:
    assert names_all(answer, TITLES, QUESTION)


@pytest.mark.parametrize(
    "answer",
    [
        "", "Team lunch, Bug bash", "Team lunch, Team lunch, Team lunch", "Team lunch, Bug bash, Bug bash",
        "Team lunch, Bug bash, Dan's party, Dan's party", "Team lunch, Bug bash, Dan's party, Trivia night",
        "Team lunch, Bug bash, not Dan's party", "Team lunch, Bug bash, Dan's pantry",
        "Team lunch Bug bash Dan's party", "Team lunch, Bug bash or Dan's party",
        "Team lunch, Bug bash, maybe Dan's party",
        "Team lunch, Bug bash, Dan's party?", "Either Team lunch, Bug bash, Dan's party",
        "Not Team lunch, Bug bash, Dan's party", "The events aren't Team lunch, Bug bash and Dan's party",
        "1. Team lunch\n3. Bug bash\n2. Dan's party", "Team lunch, Bug bash, Dan's party...",
        "Team lunch, Bug bash, Dan's party, etc.", "Team lunch, Bug bash, Dan's party, ...",
        "I guess Team lunch, Bug bash, Dan's party",
        "Team lunch, Bug bash, Dan's party and others", "Are Team lunch, Bug bash, Dan's party",
        "Team lunch, Bug bash and Dan's party are not the events", "All but Team lunch, Bug bash and Dan's party",
        "Team lunch/Bug bash/Dan's party", "Team lunch, Bug bash, Dan's party" * 1000,
        "Team lunch, Bug bash, Dan's party. Not sure", "Team lunch (?), Bug bash, Dan's party",
        "Team lunch, Bug bash, Dan's party, but I haven't looked", "Probably: Team lunch, Bug bash, Dan's party",
        "Yes: Team lunch, Bug bash, Dan's party", "No: Team lunch, Bug bash, Dan's party",
        "There are two events: Team lunch, Bug bash and Dan's party", "[Team lunch, Bug bash, Dan's party",
        "[Team lunch, Bug bash, Dan's party]?", "[Team lunch], [Bug bash], [Trivia night]",
        "According to Eve, Team lunch, Bug bash, Dan's party", "There are 4: Team lunch, Bug bash, Dan's party",
    ],
)  # fmt: skip
def test_a_list_with_less_or_more_is_refused(answer: str) -> None:
    assert not names_all(answer, TITLES, QUESTION)


def test_whether_there_is_something_is_answered_by_yes() -> None:
    question = "Is there anything in the Calendar for 2026-11-14? Submit the titles separated by commas."
    assert names_all("Yes: Team lunch, Bug bash, Dan's party", TITLES, question)
    assert names_all("Yes, there are three events: Team lunch, Bug bash and Dan's party", TITLES, question)
    for text in ("No: Team lunch, Bug bash, Dan's party", "Yes", "Yes and no: Team lunch, Bug bash, Dan's party"):
        assert not names_all(text, TITLES, question)


def test_one_item_may_have_its_noun_before_it() -> None:
    question = "Which entries of the Tasks app have a high priority? Submit the titles."
    assert names_all("The entry Label the lamp has a high priority.", ["Label the lamp"], question)
    assert names_all("Label the lamp has a high priority.", ["Label the lamp"], question)
    assert names_all("Tea garden begins next", ["Tea garden"], "Which event begins next?")
    for text in ("The entry Label the lamp has no high priority", "The other entry Label the lamp has a high priority"):
        assert not names_all(text, ["Label the lamp"], question)


def test_one_item_is_a_list() -> None:
    evening = ["Rock and roll evening"]
    assert names_all("Rock and roll evening.", evening) and names_all("The title is Rock and roll evening", evening)
    assert not names_all("Rock and roll evening or Chess evening", evening)


def test_items_may_have_and_in_them() -> None:
    assert names_all("Files and folders and Bread and butter", ["Bread and butter", "Files and folders"])
    assert names_all("And so on, Bread and butter", ["Bread and butter", "And so on"])
    assert names_all("Bread and butter, and so on", ["Bread and butter", "And so on"])


def test_an_equal_item_is_named_so_many_times() -> None:
    assert names_all("Gym, Gym", ["Gym", "Gym"])
    assert not names_all("Gym", ["Gym", "Gym"])


@pytest.mark.parametrize("answer", ["Inspecion of the bed", "Inspection of the bedd", "Inspection of the be"])
def test_a_letter_more_or_less_is_another_item(answer: str) -> None:
    assert names_all("Inspection of the bed", ["Inspection of the bed"])
    assert not names_all(answer, ["Inspection of the bed"])


def test_many_separators_are_no_list() -> None:
    assert not names_all("a and b, " * 100, ["a", "b", "a and b"])
