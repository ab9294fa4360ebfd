"""Mails on the real desktop: setups plant them, evaluators read them, Thunderbird shows and sends them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from crab_gym.backends.base import MailAttachment, State
from crab_sim.devices.mail_filters import Condition, Filter, FilterAction
from crab_tasks.kits.ubuntu.windows import window_in_front
from tests.backends.desktop.conftest import Desk

pytestmark = pytest.mark.desktop

RULE = Filter("Bills", (Condition("from", "is", "a@example.org"),), (FilterAction("Move to folder", "Clubs"),))


@pytest.fixture(scope="module")
def box() -> Iterator[Any]:
    desk = Desk()
    yield desk
    desk.backend.close()


def test_a_setup_plants_and_removes_mails_and_filters(box: Any) -> None:
    assert box.state.mails() == ()
    assert box.state.mail_filters() == ()
    sheet = MailAttachment("a.txt", b"one\n")
    mail_id = box.setup.add_mail(
        "Ada Holm <ada@example.org>", "Lunch", "At noon?\n", age=60.0, cc="b@example.com", attachments=[sheet]
    )
    box.setup.add_mail("ada@example.org", "Old", "Long ago.\n", folder="Letters/Ada", age=9e6, read=True)
    box.setup.set_mail_filters([RULE])
    mails = {mail.subject: mail for mail in box.state.mails()}
    lunch, old = mails["Lunch"], mails["Old"]
    assert (lunch.id, lunch.folder, lunch.sender, lunch.cc) == (mail_id, "Inbox", "ada@example.org", ("b@example.com",))
    assert (lunch.body, lunch.read, lunch.attachments) == ("At noon?", False, (sheet,))
    assert (old.folder, old.read) == ("Letters/Ada", True)
    assert len(mails) == 14, "a few mails come with the first change"
    assert box.state.mail_filters() == (RULE,)
    facts = box.state.facts()
    assert facts["mail"].rows[mail_id]["folder"] == "Inbox"
    assert facts["mail_filter"].rows["Bills"]["enabled"] is True
    box.setup.remove_mail(old.id)
    assert "Old" not in {mail.subject for mail in box.state.mails()}


def test_thunderbird_shows_the_mails_and_sends_an_answer(box: Any) -> None:
    box.setup.add_mail("Ada Holm <ada@example.org>", "Dinner", "When?\n", age=10.0)
    box.open("Thunderbird")
    row = _soon(box, lambda e: e.role == "list_item" and e.text.startswith("Dinner, Unread"))
    box.act("click", x=row.center[0], y=row.center[1])
    _soon(box, lambda e: e.text == "Subject: Dinner")
    assert next(mail for mail in box.state.mails() if mail.subject == "Dinner").read
    box.act("hotkey", keys=["ctrl", "r"])
    _soon(box, lambda e: "wrote:" in e.text)
    assert window_in_front(State(ubuntu=box.state), "thunderbird", "Write: Re: Dinner")
    box.act("write_text", text="At eight.")
    box.act("hotkey", keys=["ctrl", "enter"])
    deadline = time.monotonic() + 60
    while not box.state.effects():
        assert time.monotonic() < deadline
        time.sleep(0.2)
    (effect,) = box.state.effects()
    assert (effect.kind, effect.to) == ("mail", "ada@example.org")
    assert (effect.subject, effect.cc, effect.bcc, effect.attachments) == ("Re: Dinner", "", "", ())
    assert effect.text.startswith("At eight.")
    assert "/home/user/thunderbird" not in box.state.facts()["file"].rows


def _soon(box: Any, test: Any) -> Any:
    deadline = time.monotonic() + 90
    while not (found := [e for e in box.backend.elements() if test(e)]):
        assert time.monotonic() < deadline, [(e.role, e.text) for e in box.backend.elements()]
        time.sleep(0.3)
        box.backend.settle()
    return found[-1]
