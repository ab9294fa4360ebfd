from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.mail import APP
from crab_sim.phone.apps.mail import app as mail
from crab_sim.phone.apps.mail import data as mail_data
from crab_sim.phone.apps.mail.data import DATABASE, MAILS, OWNER, MailRow
from crab_sim.phone.system.notifications import NOTIFICATIONS
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101", "ada.holm@example.com")
BO = ContactRow(2, "Bo Lange", "", "bo@example.org")


def row(id_: int, subject: str, folder: str = "inbox", age: float = 100.0, **more: object) -> MailRow:
    base = MailRow(id_, folder, ADA.email, ADA.name, (OWNER,), (), subject, f"Text of {subject}", phone().now - age)
    return base._replace(**more)  # type: ignore[arg-type]


@pytest.fixture
def box() -> Phone:
    machine = phone()
    machine.put(CONTACTS, (ADA, BO))
    machine.put(
        MAILS,
        (
            row(1, "Oldest", age=9_000, cc=(BO.email,)),
            row(2, "Middle", age=5_000, read=False),
            row(3, "Newest", attachment="/storage/emulated/0/Documents/plan.txt"),
            row(4, "My answer", "sent", sender=OWNER, name="Me", to=(BO.email,)),
            row(5, "Half done", "drafts", sender=OWNER, name="Me", to=(BO.email,)),
            row(6, "Junk", "trash"),
        ),
    )
    machine.execute("open_app", {"name": "Mail"})
    return machine


def rows(machine: Phone) -> tuple[MailRow, ...]:
    found: tuple[MailRow, ...] = machine.get(MAILS)
    return found


def folder(machine: Phone, mail_id: int) -> str:
    return next(found.folder for found in rows(machine) if found.id == mail_id)


def listed(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="viewified_conversation_item_view")]


def go_to(machine: Phone, name: str) -> None:
    tap(machine, description="Open navigation drawer")
    tap(machine, name, role="menu_item")


def chips(machine: Phone) -> list[str]:
    return [n.description for n in nodes(machine, rid="peoplekit_chip")]


def test_seeded_mailboxes_differ_and_are_sound() -> None:
    boxes = [rows(phone(seed)) for seed in range(30)]
    assert len(set(boxes)) == 30
    for seed, found in enumerate(boxes):
        machine = phone(seed)
        inbox = mail_data.in_folder(found, "inbox")
        assert 12 <= len(inbox) <= 18
        assert {mail_.folder for mail_ in found} == {"inbox", "archive", "sent", "drafts", "spam", "trash"}
        assert any(not mail_.read for mail_ in inbox)
        assert [mail_.id for mail_ in found] == list(range(1, len(found) + 1))
        assert all(mail_.date < machine.now and mail_.date.is_integer() for mail_ in found)
        assert all("@" in mail_.sender and "{" not in mail_.body for mail_ in found)
        attached = [mail_.attachment for mail_ in found if mail_.attachment]
        assert len(attached) == 2 and all(machine.files.is_file(path) for path in attached)


def test_inbox_is_newest_first_and_opening_marks_read(box: Phone) -> None:
    assert listed(box) == ["Newest", "Middle", "Oldest"]
    assert node(box, "1 unread")
    tap(box, "Middle")
    assert node(box, rid="subject").text == "Middle"
    assert node(box, "Text of Middle")
    press(box, "back")
    assert not nodes(box, "1 unread")
    assert all(found.read for found in rows(box))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Starred", []),
        ("Sent", ["My answer"]),
        ("Drafts", ["Half done"]),
        ("All mail", ["My answer", "Newest", "Half done", "Middle", "Oldest"]),
        ("Spam", []),
        ("Trash", ["Junk"]),
    ],
)
def test_drawer_leads_to_folders(box: Phone, name: str, expected: list[str]) -> None:
    go_to(box, name)
    assert sorted(listed(box)) == sorted(expected)
    assert node(box, name)
    if not expected:
        assert node(box, mail._EMPTY[name.lower()])


def test_send(box: Phone) -> None:
    tap(box, "Compose")
    write(box, "ada.holm@example.com")
    tap(box, description="Subject")
    assert chips(box) == [ADA.email]
    write(box, "Plans\nSee you\nat eight")
    wrapper, body = node(box, rid="body_wrapper").bounds, node(box, rid="body").bounds
    assert wrapper[0] <= body[0] and wrapper[1] <= body[1] and body[2] <= wrapper[2] and body[3] <= wrapper[3]
    tap(box, description="Send")
    sent = rows(box)[-1]
    assert sent == MailRow(7, "sent", OWNER, "Me", (ADA.email,), (), "Plans", "See you\nat eight", box.now)
    assert node(box, "Message sent")
    box.advance(60)
    assert not nodes(box, "Message sent")


def test_recipients_become_chips_by_enter_comma_and_suggestion(box: Phone) -> None:
    tap(box, "Compose")
    write(box, "x@example.com, Cy <y@example.com>\n")
    assert chips(box) == ["x@example.com", "y@example.com"]
    write(box, "holm")
    tap(box, "Ada Holm")
    assert chips(box) == ["x@example.com", "y@example.com", ADA.email]
    tap(box, description="Add Cc")
    write(box, "bo@example.org")
    tap(box, description="Compose email")
    assert len(chips(box)) == 4
    tap(box, description="y@example.com")
    tap(box, "Remove")
    tap(box, description="Send")
    assert rows(box)[-1].to == ("x@example.com", ADA.email)
    assert rows(box)[-1].cc == (BO.email,)


def test_another_recipient_can_be_added_later(box: Phone) -> None:
    tap(box, "Compose")
    write(box, "x@example.com")
    tap(box, description="Subject")
    tap(box, description="Add recipient")
    write(box, "y@example.com")
    tap(box, description="Send")
    assert rows(box)[-1].to == ("x@example.com", "y@example.com")


def test_wrong_and_missing_addresses_are_not_sent(box: Phone) -> None:
    tap(box, "Compose")
    tap(box, description="Send")
    assert node(box, "Add at least one recipient.")
    tap(box, "OK")
    write(box, "nobody, ada.holm@example.com")
    tap(box, description="Send")
    assert node(box, "The address <nobody> is invalid.")
    tap(box, "OK")
    assert len(rows(box)) == 6
    tap(box, description="nobody")
    tap(box, "Remove")
    tap(box, description="Send")
    assert rows(box)[-1].to == (ADA.email,)


def test_mail_to_oneself_arrives(box: Phone) -> None:
    tap(box, "Compose")
    write(box, "Me@Example.com\n")
    tap(box, description="Subject")
    write(box, "Remember")
    tap(box, description="Send")
    assert [(found.folder, found.subject, found.read) for found in rows(box)[-2:]] == [
        ("sent", "Remember", True),
        ("inbox", "Remember", False),
    ]
    assert listed(box)[0] == "Remember"


def test_incoming_mail_is_noticed(box: Phone) -> None:
    press(box, "home")
    new = mail_data.receive(box, ADA.email, "News", "Listen")
    note = box.get(NOTIFICATIONS)[0]
    assert (note.app, note.title, note.text) == ("mail", "Ada Holm", "News")
    box.launch(note.app, note.intent)
    assert node(box, "Listen")
    assert mail_data.in_folder(rows(box), "inbox")[0]._replace(read=False).id == new
    assert rows(box)[-1].read and box.get(NOTIFICATIONS) == ()


@pytest.mark.parametrize("leave", ["button", "key"])
def test_leaving_keeps_a_draft_and_sending_removes_it(box: Phone, leave: str) -> None:
    tap(box, "Compose")
    write(box, "bo@example.org\n")
    tap(box, description="Compose email")
    write(box, "Dear Bo")
    if leave == "key":
        press(box, "back")
    else:
        tap(box, description="Navigate up")
    assert node(box, "Draft saved")
    draft = rows(box)[-1]
    assert (draft.folder, draft.to, draft.body) == ("drafts", (BO.email,), "Dear Bo")
    go_to(box, "Drafts")
    tap(box, "(no subject)")
    assert chips(box) == [BO.email]
    write(box, "!")
    press(box, "back")
    assert [found.body for found in rows(box) if found.id == draft.id] == ["Dear Bo!"]
    tap(box, "(no subject)")
    tap(box, description="Send")
    assert listed(box) == ["Half done"]
    assert rows(box)[-1].folder == "sent"


def test_an_unchanged_draft_stays_as_it_is_and_an_empty_one_goes(box: Phone) -> None:
    go_to(box, "Drafts")
    before = rows(box)
    tap(box, "Half done")
    press(box, "back")
    assert rows(box) == before
    tap(box, "Compose")
    press(box, "back")
    assert rows(box) == before
    tap(box, "Half done")
    tap(box, description="More options")
    tap(box, "Discard")
    assert listed(box) == []


def test_reply_reply_all_and_forward(box: Phone) -> None:
    tap(box, "Oldest")
    tap(box, "Reply", role="button")
    assert chips(box) == [ADA.email]
    write(box, "Yes!")
    tap(box, description="Send")
    sent = rows(box)[-1]
    assert (sent.to, sent.cc, sent.subject) == ((ADA.email,), (), "Re: Oldest")
    assert sent.body.startswith("Yes!\n\nOn ") and sent.body.endswith("> Text of Oldest")
    tap(box, description="Reply all")
    tap(box, description="Send")
    assert (rows(box)[-1].to, rows(box)[-1].cc) == ((ADA.email,), (BO.email,))
    press(box, "back")
    tap(box, "Newest")
    tap(box, "Forward", role="button")
    write(box, "bo@example.org")
    tap(box, description="Send")
    sent = rows(box)[-1]
    assert (sent.to, sent.subject) == ((BO.email,), "Fwd: Newest")
    assert sent.attachment.endswith("plan.txt") and "Text of Newest" in sent.body


def test_archive_delete_and_undo(box: Phone) -> None:
    tap(box, "Middle")
    tap(box, description="Archive")
    assert folder(box, 2) == "archive"
    assert listed(box) == ["Newest", "Oldest"]
    tap(box, "Undo")
    assert listed(box) == ["Newest", "Middle", "Oldest"]
    tap(box, "Oldest")
    tap(box, description="Delete")
    assert folder(box, 1) == "trash"


def test_selection(box: Phone) -> None:
    long_tap(box, "Middle")
    tap(box, "Oldest")
    tap(box, description="Mark as read")
    assert all(found.read for found in rows(box))
    long_tap(box, "Middle")
    tap(box, description="Mark as unread")
    assert [found.id for found in rows(box) if not found.read] == [2]
    long_tap(box, "Middle")
    tap(box, "Newest")
    tap(box, description="More options")
    tap(box, "Add star")
    assert [found.id for found in rows(box) if found.starred] == [2, 3]
    long_tap(box, "Newest")
    tap(box, "Middle")
    tap(box, description="Delete")
    assert listed(box) == ["Oldest"]
    long_tap(box, "Oldest")
    press(box, "back")
    assert node(box, "Search in mail")


def test_trash_is_emptied_after_a_question(box: Phone) -> None:
    go_to(box, "Trash")
    tap(box, "Junk")
    tap(box, description="Delete")
    tap(box, "Cancel")
    press(box, "back")
    tap(box, "Empty trash now")
    tap(box, "Delete", role="button")
    assert 6 not in [found.id for found in rows(box)]
    assert node(box, mail._EMPTY["trash"])


def test_star_spam_and_back_to_the_inbox(box: Phone) -> None:
    tap(box, description="Add star")
    assert [found.id for found in rows(box) if found.starred] == [1]
    tap(box, "Newest")
    tap(box, description="More options")
    tap(box, "Report spam")
    assert folder(box, 3) == "spam"
    go_to(box, "Spam")
    tap(box, "Newest")
    tap(box, description="More options")
    tap(box, "Move to inbox")
    assert folder(box, 3) == "inbox"


def test_search(box: Phone) -> None:
    tap(box, "Search in mail")
    write(box, "text of m")
    assert listed(box) == ["My answer", "Middle"]
    tap(box, "Middle")
    tap(box, description="Archive")
    assert folder(box, 2) == "archive"
    replace(box, "Search in mail", "junk")
    assert node(box, "No results")


def test_attach_a_recent_file(box: Phone) -> None:
    box.put(FILES, box.files.write("/storage/emulated/0/Download/new file.txt", b"x", box.now))
    tap(box, "Compose")
    write(box, "bo@example.org")
    tap(box, description="Attach file")
    tap(box, "new file.txt")
    tap(box, description="Remove new file.txt")
    assert not nodes(box, "new file.txt")
    tap(box, description="Attach file")
    tap(box, "new file.txt")
    tap(box, description="Send")
    assert rows(box)[-1].attachment == "/storage/emulated/0/Download/new file.txt"


def test_intents_and_shares(box: Phone) -> None:
    box.launch("mail", ("compose", "a@example.com", "Title", "Body"))
    assert chips(box) == ["a@example.com"]
    assert node(box, description="Subject").text == "Title"
    assert node(box, description="Compose email").text == "Body"
    box.launch("mail", APP.shares["text"]("shared words"))
    assert node(box, description="Compose email").text == "shared words"
    box.launch("mail", APP.shares["image"]("/storage/emulated/0/DCIM/a.jpg"))
    assert node(box, rid="attachment_tile").text == "a.jpg"
    assert len(rows(box)) == 6


def test_details_of_a_mail(box: Phone) -> None:
    tap(box, "Oldest")
    assert node(box, rid="recipient_summary").text == "to me, bo"
    tap(box, description="Show details")
    assert node(box, "Ada Holm <ada.holm@example.com>")
    assert node(box, BO.email)


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
emails = st.from_regex(r"[a-z]{1,8}@[a-z]{1,8}\.com", fullmatch=True)
mails = st.builds(
    MailRow,
    st.integers(1, 10**6),
    st.sampled_from(("inbox", "archive", "sent", "drafts", "spam", "trash")),
    texts,
    texts,
    st.lists(emails, max_size=3).map(tuple),
    st.lists(emails, max_size=2).map(tuple),
    texts,
    texts,
    st.integers(0, 2 * 10**12).map(lambda ms: ms / 1000),
    st.booleans(),
    st.booleans(),
    texts,
    st.integers(0, 10**6),
)


@given(st.lists(mails, max_size=4, unique_by=lambda found: found.id).map(tuple))
def test_database_round_trip(found: tuple[MailRow, ...]) -> None:
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    db.executescript(DATABASE.schema)
    for record in DATABASE.dump(found)["messages"]:
        db.execute(f"INSERT INTO messages VALUES ({','.join('?' * len(record))})", tuple(record))
    tables = {"messages": [dict(record) for record in db.execute("SELECT * FROM messages")]}
    assert sorted(DATABASE.load(tables)[0]) == sorted(found)


def test_database_refuses_unknown_folders() -> None:
    columns = [line.split()[0] for line in DATABASE.schema.splitlines() if line.startswith("    ")]
    (record,) = DATABASE.dump((row(1, "x"),))["messages"]
    with pytest.raises(ValueError, match="'attic'"):
        DATABASE.load({"messages": [{**dict(zip(columns, record, strict=True)), "folder": "attic"}]})


def test_many_recipients_scroll_instead_of_pushing_the_text_out() -> None:
    machine = phone(0, "Mail", 280, 600)
    tap(machine, "Compose")
    write(machine, ", ".join(f"reader{i}@example.org" for i in range(30)))
    press(machine, "enter")
    assert not nodes(machine, rid="subject")
    for _ in range(8):
        machine.execute("swipe", {"x": 140, "y": 300, "direction": "down", "distance": "long"})
    left, top, right, bottom = node(machine, rid="body_wrapper").bounds
    assert (left, right) == (0, 280)
    assert bottom - top > 100
