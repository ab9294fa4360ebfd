from __future__ import annotations

import pytest

from crab_tasks.kits.state import State
from crab_tasks.kits.web.mail.state import answered_with, forwarded, mail_sent
from tests.tasks.kits.web.conftest import Browser

ADA = "ada@example.org"


def test_the_text_is_sent_and_nothing_else(browser: Browser, state: State) -> None:
    for to, cc, body, act in (
        (ADA, "", "Two lamps", "save"),
        (ADA, "", "Two lamps, please", "send"),
        (ADA, "bo@example.org", "Two lamps", "send"),
        ("bo@example.org", "", "Two lamps", "send"),
    ):
        browser.send("mail.example/compose", to=to, cc=cc, subject="Two lamps", body=body, act=act)
        assert not mail_sent(state, ADA, "line", "Two lamps")
    browser.send("mail.example/compose", to=ADA.upper(), subject="", body="Two lamps\n", act="send")
    assert mail_sent(state, ADA, "line", "Two lamps")


BO = "bo@example.org"


def _mail(browser: Browser) -> str:
    """Delivers a mail, and returns its number."""
    browser.sites.replace("mail.example", "mails", [{"id": 7, "from": f"Bo <{BO}>", "subject": "Ride", "body": "Yes?"}])
    return "7"


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({}, True),
        ({"body": "Two lamps\n\nOn 14 Oct 2026, 10:20, Bo wrote:\n> Yes?\n"}, True),
        ({"to": BO.upper()}, True),
        ({"body": "Two lamps\n\nOn 14 Oct 2026, 10:20, Bo wrote:\n> Yes?\n\nNo, three"}, False),
        ({"body": "Two lamps\n\nOn 14 Oct 2026, 10:20, Bo wrote:\n> Yes?\n> Three lamps"}, False),
        ({"body": "Two lamps\n\nOn 14 Oct 2026, 10:20, Eve wrote:\n> Yes?"}, False),
        ({"body": "Two lamps or three"}, False),
        ({"cc": ADA}, False),
        ({"to": ADA}, False),
        ({"answers": ""}, False),
        ({"subject": "Fwd: Ride"}, False),
        ({"act": "save"}, False),
    ],
)
def test_the_mail_is_answered(browser: Browser, state: State, more: dict[str, str], right: bool) -> None:
    form = {"to": BO, "subject": "Re: Ride", "body": "Two lamps", "act": "send", "answers": _mail(browser)}
    browser.send("mail.example/compose", **(form | more))
    assert answered_with(state, "Bo", BO, "Ride", "Yes?", "line", "Two lamps") is right


def test_two_answers_are_a_guess(browser: Browser, state: State) -> None:
    form = {"to": BO, "subject": "Re: Ride", "act": "send", "answers": _mail(browser)}
    for body, right in (("Two lamps", True), ("Three lamps", False)):
        browser.send("mail.example/compose", body=body, **form)
        assert answered_with(state, "Bo", BO, "Ride", "Yes?", "line", "Two lamps") is right


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({}, True),
        ({"body": "For you\n\nYes?"}, True),
        ({"body": "For you"}, False),
        ({"to": f"{ADA}, {BO}"}, False),
        ({"subject": "Re: Ride"}, False),
        ({"answers": ""}, False),
        ({"act": "save"}, False),
    ],
)
def test_the_mail_is_forwarded(browser: Browser, state: State, more: dict[str, str], right: bool) -> None:
    form = {"to": ADA, "subject": "Fwd: Ride", "body": "Yes?", "act": "send", "answers": _mail(browser)}
    browser.send("mail.example/compose", **(form | more))
    assert forwarded(state, "Bo", BO, "Ride", "Yes?", ADA) is right
