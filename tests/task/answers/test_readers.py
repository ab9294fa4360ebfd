from __future__ import annotations

import pytest

from crab_gym.task.answers import READERS, states, tells
from crab_gym.task.answers.plain import MAX_LENGTH
from crab_gym.task.types import TYPES


def test_each_type_of_values_has_a_reader() -> None:
    assert READERS.keys() == {name for name, each in TYPES.items() if not each.resource} | {
        "moment",
        "point",
        "stopwatch",
        "title",
    }


@pytest.mark.parametrize(
    ("kind", "value", "same", "others"),
    [
        ("phone_number", "+1 555 0142", ("(+1) 555-0142", "15550142"), ("Call +1 555 0142", "+1 555 0143")),
        ("amount", "14257.54", ("14257,54", "14,257.54", "14257.54"), ("It is 14257.54", "14257.55", "14257")),
        ("count", 7_312_450, ("7312450", "7,312,450", "7 312 450"), ("7312451", "7312450 or so")),
        ("date", "2026-10-15", ("Oct 15, 2026", "15.10.2026", "2026-10-15"), ("On Oct 15", "16 October 2026")),
        ("time", "14:30", ("2:30 pm", "14:30."), ("at 14:30", "14:31", "2:30")),
        ("email", "ada@x.example", ("ADA@x.example",), ("ada@x.example, bo@x.example",)),
        ("url", "http://git.example/x", ("git.example/x",), ("git.example/y", "see git.example/x")),
        ("line", "Wash the tent", (" Wash  the tent",), ("wash the tent", "Wash the tent.", "Wash the tents")),
        ("program", "scan-mails", (" scan-mails",), ("scan-mail", "Scan-Mails")),
    ],
)
def test_a_value_alone_is_stated(kind: str, value: str | int, same: tuple[str], others: tuple[str]) -> None:
    assert [text for text in same if not states(kind, text, value)] == []
    assert [text for text in others if states(kind, text, value)] == []


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        ("11/10/2026", "2026-11-10", False), ("11/10/2026", "2026-10-11", False), ("10/10/2026", "2026-10-10", True),
        ("11-10-2026", "2026-10-11", False), ("11.10.2026", "2026-10-11", True), ("11.10.2026", "2026-11-10", False),
        ("2026-11-10", "2026-11-10", True), ("31/02/2026", "2026-02-28", False), ("02/29", "2024-02-29", True),
        ("Thursday, 15 October 2026", "2026-10-15", True), ("Friday, 15 October 2026", "2026-10-15", False),
    ],
)  # fmt: skip
def test_a_date_that_can_be_two_is_none(text: str, value: str, right: bool) -> None:
    assert states("date", text, value) is right


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4,276", 4276), ("4.276", 4.276), ("0,375", 0.375), ("4.276.100", 4_276_100), ("4,5", 4.5), ("12,30", 12.3),
        ("a hundred", 100), ("two hundred and five", 205), ("one hundred and sixty-one thousand", 161_000),
        ("nineteen thousand four hundred and twelve", 19_412), ("twelve point three", 12.3), ("-3", -3),
    ],
)  # fmt: skip
def test_a_number_has_one_value(text: str, value: float) -> None:
    assert states("amount", text, value)
    assert not states("amount", text, value + 1) and not states("amount", text, value * 1000)


@pytest.mark.parametrize("text", ["04:06", "4:06", "4:06.12", "4 min 6 s", "4m 6s", "4 minutes and 6 seconds", "246 s"])
def test_a_stopwatch_shows_a_time(text: str) -> None:
    assert tells("stopwatch", f"It stands at {text}.", 24_612)
    assert not tells("stopwatch", f"It stands at {text}.", 24_712) and not tells("stopwatch", f"{text} or 4:07", 24_612)
    assert not tells("stopwatch", "4:06.13", 24_612)


def test_a_sentence_has_words_of_the_question_only() -> None:
    question = "How many boats are in the harbour of Alder?"
    assert tells("count", "In the harbour of Alder there are 5 boats.", 5, question)
    assert not tells("count", "In the harbour of Alder there are 5 boats.", 5)
    assert not tells("count", "In the harbour of Millbrook there are 5 boats.", 5, question)


def test_denials_of_the_question_are_no_words_of_a_sentence() -> None:
    question = "Which of the towns, Alder or Millbrook, is not on the coast, but has a lighthouse? Submit the place."
    assert tells("place", "The town which has a lighthouse is Alder.", "Alder", question)
    for text in (
        "Alder or Millbrook",
        "It is not Alder",
        "Millbrook, but Alder",
        "Millbrook Alder",
        "Alder, Millbrook",
    ):
        assert not tells("place", text, "Alder", question), text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Hello Petra,\nthat makes 310.00 euros in all.\n\nKind regards\nAda", True),
        ("Hi,\n310\n\nBest wishes", True), ("Dear Petra Lund,\n\nit is 310.\n\nThanks", True),
        ("Hello Petra,\nthat makes 310 or 320.\n\nKind regards", False), ("Hello 310,\n320\n\nRegards", False),
        ("310\n\nRegards 320", False),
    ],
)  # fmt: skip
def test_a_letter_may_greet(text: str, right: bool) -> None:
    assert tells("amount", text, 310, "What have we spent altogether?") is right


def test_what_could_hide_a_value_is_refused() -> None:
    for text in ("5\u200b", "٥", "5\u2060 6", "５", "5" + " " * MAX_LENGTH + "6", "5 " * 50_000):
        assert not tells("count", text, 5)
    assert tells("count", "5" + " " * 100, 5)


@pytest.mark.parametrize(
    ("text", "right"), [("no", True), ("No, it was not.", True), ("not no", False), ("It is not no.", False)]
)
def test_a_no_may_be_followed_by_a_not_but_not_denied(text: str, right: bool) -> None:
    assert tells("choice", text, "no", "Was the brightness at its maximum?", among=("yes", "no")) is right


def test_letters_are_composed() -> None:
    decomposed = "Chloe\u0301 Kovac\u030c"
    assert states("person_name", decomposed, "Chloé Kovač") and not states("person_name", "Chloe Kovac", "Chloé Kovač")
    assert tells("person_name", f"It is {decomposed}.", "Chloé Kovač")


@pytest.mark.parametrize(
    ("text", "right"), [("30m38s", True), ("30min38s", True), ("30m 38s", True), ("30m3s8s", False), ("30m38", False)]
)
def test_units_may_be_written_without_blanks(text: str, right: bool) -> None:
    assert tells("count", text, 1838, "How many seconds did it take?", "s") is right


def test_a_sum_is_explained_by_words_of_the_goal() -> None:
    goal = "Count the lines of level ERROR and those of level WARNING, then submit their sum."
    assert tells("count", "Their sum is 36 (errors and warnings).", 36, goal)
    assert not tells("count", "36 (errors without warnings)", 36, goal)


@pytest.mark.parametrize(
    ("text", "right"),
    [("an hour", True), ("It is an hour.", True), ("half an hour", False), ("an hour and a half", False), ("a", False)],
)
def test_an_article_tells_of_one_unit(text: str, right: bool) -> None:
    assert tells("count", text, 1, "How many hours does it take?", "h") is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("At 20:30 there were 5 boats", True), ("On 20 October there were 5 boats", True), ("5 (2026-10-20)", True),
        ("At 20:31 there were 5 boats", False), ("On 21 October there were 5 boats", False), ("5, 5 May", False),
        ("On 20 October 2027 there were 5 boats", False),
    ],
)  # fmt: skip
def test_only_what_is_asked_about_may_be_dated(text: str, right: bool) -> None:
    assert tells("count", text, 5, "How many boats were in the harbour at 20:30 on 20 October 2026?") is right


def test_only_what_is_counted_stands_behind_a_number() -> None:
    goal = "In ~/logs there is mailer.log. Count the lines of level ERROR in the log. Submit that number of lines."
    for text in ("10 lines", "10 errors", "There are 10 lines of level ERROR in the log.", "10 lines contain ERROR"):
        assert tells("count", text, 10, goal), text
    for text in ("10 logs", "10 levels", "The number of logs is 10", "10 warnings", "line 10"):
        assert not tells("count", text, 10, goal), text


def test_further_lines_tell_what_is_known() -> None:
    goal = "Look up the address of that place. Send that address as a text message to Bo Lindt."
    for text in ("The address of Alder is 5 Mill Lane", "Alder, 5 Mill Lane"):
        assert tells("address", text, "5 Mill Lane", f"{goal}\nIt is about Alder.")
        assert not tells("address", text, "5 Mill Lane", goal)
        assert not tells("address", text, "5 Mill Lane", f"{goal}\nIt is about Millbrook.")


@pytest.mark.parametrize("text", ["It needs 2/3 cup", "You need 2/3 cup.", "2/3 cup is needed"])
def test_a_need_is_a_verb(text: str) -> None:
    assert tells("line", text, "2/3 cup", "How much flour does the recipe need?")


def test_a_name_of_the_goal_follows_only_behind_a_code() -> None:
    goal = 'Which city has the post code and country "11564, Saudi Arabia", or is it Ada Bell?'
    for text, right in (
        ("11564 Riyadh", True),
        ("11565 Riyadh", False),
        ("Riyadh, Saudi Arabia", True),
        ("Riyadh (Saudi Arabia)", True),
        ("Riyadh, Ada Bell", False),
    ):
        assert tells("city", text, "Riyadh", goal) is right
