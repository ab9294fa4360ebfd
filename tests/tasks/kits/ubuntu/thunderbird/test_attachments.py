"""Evaluators of files that are attached to mails."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Mail, MailAttachment, State
from crab_tasks.kits.ubuntu.thunderbird.state import attachment_saved, file_mailed
from tests.tasks._desk import Desk

ADA, BO = "ada@example.org", "bo@example.org"
PATH = "/home/user/list.md"
LIST = MailAttachment("list.md", b"one\ntwo\n")


class Mailbox(Desk):
    """A desktop with mails."""

    rows: tuple[Mail, ...] = ()

    def mails(self) -> tuple[Mail, ...]:
        return self.rows


def _mail(number: int, folder: str, to: str = ADA, *files: MailAttachment, subject: str = "List") -> Mail:
    return Mail(str(number), folder, BO, "Bo", (to,), (), (), subject, "Here.", 0.0, attachments=files)


@pytest.mark.parametrize(
    ("mails", "right"),
    [
        ([_mail(1, "Sent", ADA.upper(), LIST)], True),
        ([_mail(1, "Sent", ADA, LIST), _mail(2, "Sent", ADA)], True),
        ([_mail(1, "Drafts", ADA, LIST)], False),
        ([_mail(1, "Sent", BO, LIST)], False),
        ([_mail(1, "Sent", ADA)], False),
        ([_mail(1, "Sent", ADA, LIST, LIST)], False),
        ([_mail(1, "Sent", ADA, LIST), _mail(2, "Sent", ADA, LIST)], False),
        ([_mail(1, "Sent", ADA, LIST)._replace(cc=(BO,))], False),
        ([_mail(1, "Sent", ADA, LIST._replace(name="old.md"))], False),
        ([_mail(1, "Sent", ADA, LIST._replace(data=b"one\n"))], False),
    ],
)
def test_the_file_is_mailed_once(mails: list[Mail], right: bool) -> None:
    box = Mailbox({PATH: LIST.data})
    box.rows = tuple(mails)
    state = State(ubuntu=box)
    assert file_mailed(state, PATH, ADA) is right
    box.files.clear()
    assert not file_mailed(state, PATH, ADA)


def test_what_is_attached_is_saved() -> None:
    box = Mailbox({PATH: LIST.data, "/home/user/other.md": b"one\n"})
    box.rows = (_mail(1, "Inbox", ADA, LIST), _mail(2, "Inbox", ADA, LIST, subject="List (draft)"))
    state = State(ubuntu=box)
    assert attachment_saved(state, BO, "List", PATH)
    assert not attachment_saved(state, BO, "List", "/home/user/other.md")
    assert not attachment_saved(state, ADA, "List", PATH)
    box.files.pop(PATH)
    assert not attachment_saved(state, BO, "List", PATH)
