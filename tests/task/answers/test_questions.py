from __future__ import annotations

import pytest

from crab_gym.task.answers.questions import Comparison, question_of

LOOK_UPS = "Look up the date of the meeting with Ada Bell. Look up the e-mail address of Bo Lindt. "


@pytest.mark.parametrize(
    ("request_", "has"),
    [
        ("Send that date as a text message to +1 555 0142.", True),
        ("Submit that date as your answer.", True),
        ("Answer the text message in which Hugo asks what to do, on the phone, with that date.", True),
        ("On mail.example, reply with that date to the mail from Hugo.", True),
        ("Open Mail, tap Compose, type that date as the text and tap Send.", True),
        ("Mail that e-mail address to Hugo.", False),
    ],
)
def test_a_request_leads_to_what_was_looked_up(request_: str, has: bool) -> None:
    asked = question_of(LOOK_UPS + request_).asked("")
    assert asked.has("ada") is has and asked.has("bo") is not has and not asked.has("hugo's")


@pytest.mark.parametrize("goal", [LOOK_UPS + "Submit that price.", LOOK_UPS + "Send it to Hugo.", LOOK_UPS])
def test_all_may_be_told_where_nothing_says_what_is_asked(goal: str) -> None:
    asked = question_of(goal).asked("")
    assert asked.has("ada") and asked.has("bo")


def test_a_question_counts_and_tells_apart() -> None:
    asked = question_of("Count the lines of level ERROR in a.log. How many .png files did you copy?")
    assert {"lin", "error", "fil", "png", "copy"} <= asked.counted | asked.particular


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("7", True), ("7 hours ahead", True), ("Manila is ahead of Lagos by 7", True), ("ahead of Lagos", True),
        ("Lagos is 7 behind Manila", True), ("the difference between Lagos and Manila", True),
        ("Lagos is ahead", False), ("Manila is behind", False), ("7 hours behind", False), ("Lagos 7", False),
        ("Lagos is ahead of Manila", False), ("Manila is ahead and behind", False), ("Manila and Lagos", False),
    ],
)  # fmt: skip
def test_a_comparison_has_an_order(text: str, right: bool) -> None:
    assert Comparison("Manila", "ahead", "Lagos").holds(text) is right
