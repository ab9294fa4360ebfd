"""Mailboxes and message filters: the files in which Thunderbird keeps them, and what is read from foreign ones."""

from __future__ import annotations

import mailbox
from pathlib import Path

import pytest

from crab_sim.devices.mail_filters import (
    Condition,
    Filter,
    FilterAction,
    matches_filter,
    read_filters,
    write_filters,
)
from crab_sim.devices.mailboxes import (
    READ,
    STARRED,
    Attachment,
    Content,
    Heads,
    Person,
    StoredMail,
    content_of,
    heads_of,
    join_mailbox,
    people_of,
    split_mailbox,
    write_source,
)

ADA, BO = Person("Ada Holm", "ada@example.org"), Person("Müller, Bo", "bo@example.com")
HEADS = Heads("1@example.org", ADA, (BO,), (Person("", "cy@example.net"),), (), "Zahlen für Bö", 1_790_000_000.0)
TEXT = "Hello,\n\nFrom here on:\n>From there\nüber 5 €\n"
FILE = Attachment("tàble 1.csv", "text/csv", b"a,b\n1,2\n\x00\xff")


def test_a_written_mail_is_read_back() -> None:
    for files in ((), (FILE,), (FILE, Attachment("b.txt", "text/plain", b""))):
        source = write_source(HEADS, Content(TEXT, files))
        assert heads_of(source)._replace(multipart=False) == HEADS
        assert heads_of(source).multipart is bool(files)
        assert content_of(source) == Content(TEXT.rstrip("\n"), files)


def test_a_mailbox_keeps_mails_with_status_and_tags() -> None:
    mails = [
        StoredMail(write_source(HEADS, Content(TEXT)), READ | STARRED, ("$label1", "$label4")),
        StoredMail(write_source(HEADS._replace(id="2@example.org"), Content("second", (FILE,)))),
    ]
    data = join_mailbox(mails)
    assert split_mailbox(data) == tuple(mails)
    assert split_mailbox(data.replace(b"\n", b"\r\n")) == tuple(mails)


def test_other_programs_read_the_mailbox(tmp_path: Path) -> None:
    path = tmp_path / "Inbox"
    path.write_bytes(join_mailbox([StoredMail(write_source(HEADS, Content(TEXT, (FILE,))), READ)]))
    box = mailbox.mbox(path)
    (message,) = box
    box.close()
    assert message["X-Mozilla-Status"] == "0001"
    assert message["Message-ID"] == "<1@example.org>"
    parts = [part for part in message.walk() if not part.is_multipart()]
    assert [part.get_payload(decode=True) for part in parts][1] == FILE.data


def test_expunged_mails_are_gone() -> None:
    mail = StoredMail(b"Subject: a\n\nb\n", 0x9)
    assert split_mailbox(join_mailbox([mail, StoredMail(b"Subject: c\n\nd\n")])) == (StoredMail(b"Subject: c\n\nd\n"),)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (b"", ""), (b"\xff\xfe\n\n\xff", "\ufffd" * 2 + "\n\n\ufffd"), (b"no header at all\n", "no header at all"),
        (b"Content-Type: text/html\n\n<style>p {}</style><p>One&amp;two</p><p>three</p>\n", "One&two\nthree"),
        (b"Content-Type: text/plain; charset=none-such\n\nplain\n", "plain"),
        (b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nrest", "rest"),
        (b"Content-Type: multipart/mixed\n\nnothing\n", "nothing"),
    ],
)  # fmt: skip
def test_foreign_mails_are_read_as_far_as_they_go(source: bytes, text: str) -> None:
    assert content_of(source).text.strip() == text
    assert heads_of(source).id


def test_attached_names_are_names_of_files() -> None:
    source = write_source(HEADS, Content("", (Attachment("../../etc/passwd", "text/plain", b"x"),)))
    (file,) = content_of(source).attachments
    assert "/" not in file.name


def test_people_are_read_from_typed_lines() -> None:
    assert people_of('"Holm, Ada" <ada@example.org>; bo@example.com,,\ncy') == (
        Person("Holm, Ada", "ada@example.org"), Person("", "bo@example.com"), Person("", "cy"),
    )  # fmt: skip
    assert people_of('"' * 9_999 + "<" * 9_999) is not None


RULE = Filter(
    'Sort "all", (really)',
    (Condition("from", "is", "a@example.org"), Condition("subject", "contains", 'x "y", (z)')),
    (FilterAction("Move to folder", "Archives/Old"), FilterAction("Mark read"), FilterAction("AddTag", "$label2")),
    False, False,
)  # fmt: skip


def test_filters_are_read_back() -> None:
    plain = Filter("b", (Condition(),), (FilterAction("Delete"),))
    assert read_filters(write_filters([RULE, plain], "user@pop.example.net")) == (RULE, plain)
    assert read_filters(b'name="a\nenabled=\xff\ncondition="AND (x') == ()


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Condition("subject", "contains", "ZAHLEN"), True), (Condition("subject", "is", "zahlen"), False),
        (Condition("subject", "begins with", "zahl"), True), (Condition("subject", "ends with", "Bö"), True),
        (Condition("from", "is", "ada@example.org"), True), (Condition("from", "is", "ada"), False),
        (Condition("from", "isn't", "ada@example.org"), False), (Condition("to", "contains", "cy@"), False),
        (Condition("cc", "contains", "cy@"), True), (Condition("to or cc", "contains", "cy@"), True),
        (Condition("body", "contains", "text"), True), (Condition("body", "doesn't contain", "text"), False),
        (Condition("size", "is", "1"), False), (Condition("subject", "sounds like", "z"), False),
    ],
)  # fmt: skip
def test_conditions_are_met(condition: Condition, met: bool) -> None:
    assert matches_filter(Filter("a", (condition,)), HEADS, "a text") is met


def test_all_or_any_conditions_count() -> None:
    conditions = (Condition("subject", "contains", "zahlen"), Condition("body", "contains", "none"))
    assert not matches_filter(Filter("a", conditions), HEADS, "a text")
    assert matches_filter(Filter("a", conditions, every=False), HEADS, "a text")
