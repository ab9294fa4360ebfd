from __future__ import annotations

from crab_tasks.kits.state import State
from crab_tasks.kits.web.mail_site import mail_sent

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
        assert not mail_sent(state, None, ADA, "line", "Two lamps")
    browser.send("mail.example/compose", to=ADA.upper(), subject="", body="Two lamps\n", act="send")
    assert mail_sent(state, None, ADA, "line", "Two lamps")
