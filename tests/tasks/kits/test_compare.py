from __future__ import annotations

import pytest

from crab_sim.devices.footprints import asked, matches, may_send
from crab_tasks.kits.compare import digits, is_small_talk, same_name, same_number, small_talk, telling

GOAL = "Look up the date of the meeting with Ada Bell. Send that date as a text message to Bo Lindt."


@pytest.mark.parametrize(
    "number",
    [
        "+1 (206) 555-0143",
        "1.206.555.0143",
        "0012065550143",
        "00 1 206 555 0143",
        "1206\u20115550143",
        "\u202a+12065550143\u202c",
    ],
)
def test_a_telephone_number_is_written_in_many_ways(number: str) -> None:
    assert matches({"to": number}, {"to": same_number("+1 206 555 0143")}) and digits(number) == "12065550143"


@pytest.mark.parametrize(
    "number", ["not +1 206 555 0143", "+1 206 555 0143?", "+1 206 555 0143 is wrong.", "12065550144"]
)
def test_a_number_with_words_is_another_one(number: str) -> None:
    assert not matches({"to": number}, {"to": same_number("+1 206 555 0143")})


@pytest.mark.parametrize("name", ["Chloé Kovač", "Chloe\u0301 Kovac\u030c", " Chloé  Kovač"])
def test_a_name_has_its_letters_composed_or_not(name: str) -> None:
    assert matches({"name": name}, {"name": same_name("Chloé Kovač")})
    assert not matches({"name": name}, {"name": same_name("Chloe Kovac")})


@pytest.mark.parametrize(
    "subject",
    [
        "", "Hello", "Hi", "Hi!", "Info", "Message", "The number", "As asked", "As promised", "For you today", "FYI",
        "Date of the meeting", "Meeting with Ada Bell", "The date you asked for", "Here it is.", "Note for Bo Lindt",
        "Requested information", "Re: Your request", "Hello Petra,\nplease find the file attached.\nBest wishes,\nAda",
        "Bring old maps", "Maps", "Reminder: bring the maps", "Draft", "Not finished yet", "Thanks", "ada berg",
        "Good morning, Mr Lindt! I hope you are well.", "One more line", "Added a line", "Update",
        "Regarding your request", "About the meeting", "No subject", "Maps for 17 November 2026",
        "Files", "The report", "Some figures", "Your table",
        "Hope this helps!", "The link you asked for", "Please find the sheet attached.", "See you soon",
    ],
)  # fmt: skip
def test_usual_subjects_say_no_more(subject: str) -> None:
    assert is_small_talk(subject, f"{GOAL} It is on 17 November 2026.", "Bring old maps", "ada.berg@x.example")


@pytest.mark.parametrize(
    "subject",
    [
        "cancelled", "Cancelled", "Hi cancelled", "Ignore this mail, it is wrong", "Don't believe this",
        "Don\u2019t read",
        "You are fired", "Not 25 November", "25", "12 November", "The meeting is cancelled", "It is on 25 November",
        "See evil.example/x",
        "Write to eve@x.example", "Wrong date", "Perhaps", "Old number", "This is a joke", "I quit", "Pay me", "No",
        "Hello You Are Fired, bye", "Not the date of the meeting", "Hello this is wrong,", "hello " * 40,
        "I love you", "They need help soon", "I need you", "You have to see me", "See you tomorrow", "Send help",
        "Help me please", "The report is old", "Forward this letter",
    ],
)  # fmt: skip
def test_other_subjects_say_more(subject: str) -> None:
    assert not is_small_talk(subject, GOAL, "25 December")


def test_small_talk_has_the_words_of_the_goal() -> None:
    sent = may_send("android", "mail", subject=small_talk())
    assert not matches({"subject": "Meeting with Ada Bell"}, sent.where)
    assert matches({"subject": "Meeting with Ada Bell"}, asked([sent], GOAL)[0].where)


@pytest.mark.parametrize(
    ("kind", "value", "text", "right"),
    [
        ("date", "2026-11-25", "25 November 2026", True),
        ("date", "2026-11-25", "The date of the meeting with Ada Bell is 25 November.", True),
        ("date", "2026-11-25", "Perhaps 25 November", False),
        ("date", "2026-11-25", "The wedding is on 25 November", False),
        ("line", "Bring old maps", "Bring old maps", True),
        ("line", "Bring old maps", "It is: Bring old maps", False),
        ("line", "Bring old maps", "bring old maps", False),
    ],
)
def test_somebody_is_told_a_value_in_a_sentence_and_a_text_as_it_is(
    kind: str, value: str, text: str, right: bool
) -> None:
    (sent,) = asked([may_send("android", "text", to="Bo", text=telling(kind, value))], GOAL)
    assert matches({"to": "Bo", "text": text}, sent.where) is right


def test_only_what_somebody_has_written_is_read() -> None:
    for kind, value in (("count", "12"), ("line", "Bring old maps")):
        demand = telling(kind, value, lambda text: text.partition("\n>")[0])
        assert callable(demand) and demand(f"{value}\n> How many?") and not demand(f"{value} or 13\n> How many?")
