"""Thunderbird: reading, answering, filing, searching, filters, the address book, and the files that it keeps."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Mail, MailAttachment
from crab_gym.backends.mails import find_filters, find_mailboxes, read_mails
from crab_gym.backends.sim import SimBackend
from crab_sim.desktop import Desktop
from crab_sim.devices.facts import Effect, changes, content_digest
from crab_sim.devices.mail_filters import Condition, Filter, FilterAction
from crab_sim.ui.node import SELECTED
from tests.simulator.desktop._drive import center, click, node, nodes, press, start, title, write

SUBJECT = "Figures for the office"
OWNER = "user@example.net"
RULES = "/home/user/.thunderbird/h7k2m9qd.default-default/Mail/pop.example.net/msgFilterRules.dat"
QUICK = "Filter messages <Ctrl+Shift+K>"


class Box:
    """A desktop with a mail of Ada's in the inbox, and Thunderbird in front."""

    def __init__(self, seed: int = 4) -> None:
        self.backend = SimBackend("ubuntu", (1280, 720))
        self.backend.reset(seed)
        machine = self.backend.machine
        assert isinstance(machine, Desktop)
        self.machine = machine
        self.id = self.backend.setup.add_mail(
            "Ada Holm <ada@example.org>", SUBJECT, "Hello,\n\nplease see the table.\nAda",
            cc="Bo <bo@example.com>", attachments=[MailAttachment("figures.csv", b"a,b\n1,2\n")],
        )  # fmt: skip
        self.before = self.backend.state.facts()
        start(machine, "Thunderbird")

    @property
    def mails(self) -> tuple[Mail, ...]:
        return self.backend.state.mails()

    @property
    def mail(self) -> Mail:
        (mail,) = (mail for mail in self.mails if mail.id == self.id)
        return mail

    @property
    def sent(self) -> Mail:
        return next(mail for mail in reversed(self.mails) if mail.folder == "Sent")

    def open(self) -> None:
        click(self.machine, SUBJECT, role="list_item")

    def changes(self) -> set[tuple[str, str]]:
        return {(one.operation, one.kind) for one in changes(self.before, self.backend.state.facts())}

    def menu(self, *entries: str) -> None:
        click(self.machine, entries[0], role="menu")
        for entry in entries[1:]:
            click(self.machine, entry, role="menu_item")


@pytest.fixture
def box() -> Box:
    return Box()


def test_opening_shows_a_mail_and_marks_it_as_read(box: Box) -> None:
    assert not box.mail.read
    box.open()
    assert box.mail.read
    unknown = "Not in the address book"
    people = [f"Ada Holm <ada@example.org> {unknown}", f"Bo <bo@example.com> {unknown}"]
    for text in (*people, "Hello,\n\nplease see the table.\nAda"):
        assert nodes(box.machine, text)
    assert box.changes() == set()


def test_the_mailbox_is_made_when_it_is_first_used_and_is_the_same_for_a_seed() -> None:
    first, second = SimBackend("ubuntu", (1280, 720)), SimBackend("ubuntu", (1280, 720))
    first.reset(9)
    second.reset(9)
    assert not first.state.exists("/home/user/.thunderbird")
    untouched = first.state.mails()
    start(second.machine, "Thunderbird")  # type: ignore[arg-type]
    assert second.state.mails() == untouched
    assert 18 <= len(untouched) <= 30
    assert changes(first.state.facts(), second.state.facts()) == []
    second.setup.remove("/home/user/.thunderbird")
    assert second.state.mails() == ()


def test_a_reply_quotes_and_goes_to_the_sender_alone(box: Box) -> None:
    box.open()
    click(box.machine, "Reply", role="button")
    assert title(box.machine) == f"Write: Re: {SUBJECT} - Thunderbird"
    write(box.machine, "It is 42.\n")
    press(box.machine, "ctrl+enter")
    sent = box.sent
    assert (sent.to, sent.cc, sent.bcc, sent.answers) == (("ada@example.org",), (), (), box.id)
    assert sent.body.startswith("It is 42.\n")
    assert "> please see the table." in sent.body
    (effect,) = box.backend.state.effects()
    assert effect == Effect("mail", "ada@example.org", sent.body, f"Re: {SUBJECT}")
    assert box.changes() == {("add", "mail")}
    assert "Replied" in node(box.machine, SUBJECT, role="list_item").description


def test_reply_all_and_forward(box: Box) -> None:
    box.open()
    click(box.machine, "Reply All", role="button")
    click(box.machine, "Send", role="button")
    assert (box.sent.to, box.sent.cc) == (("ada@example.org",), ("bo@example.com",))
    click(box.machine, "Forward", role="button")
    write(box.machine, "cy@example.net\n")
    click(box.machine, "Send", role="button")
    sent = box.sent
    assert (sent.to, sent.subject, sent.answers) == (("cy@example.net",), f"Fwd: {SUBJECT}", "")
    assert sent.attachments == (MailAttachment("figures.csv", b"a,b\n1,2\n"),)
    assert len(box.backend.state.effects()) == 2


def test_a_mail_with_copies_and_an_attached_file(box: Box) -> None:
    box.backend.setup.write_file("/home/user/Documents/plan.txt", "plan\n")
    click(box.machine, "New Message", role="button")
    write(box.machine, "dora@example.org, emil@example.org\n")
    for name, address in (("Cc", "fay@example.org\n"), ("Bcc", "gil@example.org")):
        click(box.machine, name, role="button")
        write(box.machine, address)
    click(box.machine, description="Subject", role="text_field")
    write(box.machine, "Plan\tHere it is.\nBye")
    click(box.machine, "Attach", role="button")
    write(box.machine, "~/Documents/plan.txt\n")
    click(box.machine, "Send", role="button")
    sent = box.sent
    assert (sent.to, sent.cc, sent.bcc) == (
        ("dora@example.org", "emil@example.org"), ("fay@example.org",), ("gil@example.org",),
    )  # fmt: skip
    assert (sent.subject, sent.body) == ("Plan", "Here it is.\nBye")
    assert sent.attachments == (MailAttachment("plan.txt", b"plan\n"),)
    (effect,) = box.backend.state.effects()
    to, cc, bcc = "dora@example.org, emil@example.org", "fay@example.org", "gil@example.org"
    attached = (("plan.txt", content_digest(b"plan\n")),)
    assert effect == Effect("mail", to, "Here it is.\nBye", "Plan", cc, bcc, attached)


def test_wrong_recipients_and_missing_subjects_are_asked_about(box: Box) -> None:
    click(box.machine, "New Message", role="button")
    press(box.machine, "ctrl+enter")
    assert node(box.machine, role="dialog").text == "Send Message Error"
    press(box.machine, "escape")
    write(box.machine, "nobody\n")
    click(box.machine, "Send", role="button")
    assert node(box.machine, role="dialog").text == "Invalid Recipient Address"
    press(box.machine, "escape")
    click(box.machine, "nobody", role="button")
    click(box.machine, "Delete", role="menu_item")
    click(box.machine, description="To", role="text_field")
    write(box.machine, "ada@example.org")
    click(box.machine, "Send", role="button")
    assert node(box.machine, role="dialog").text == "Subject Reminder"
    assert box.backend.state.effects() == ()
    click(box.machine, "Send Without Subject", role="button")
    assert box.sent.to == ("ada@example.org",)


def test_drafts_are_kept_until_they_are_sent(box: Box) -> None:
    def drafts() -> list[str]:
        return [mail.subject for mail in box.mails if mail.folder == "Drafts"]

    old = drafts()
    click(box.machine, "New Message", role="button")
    write(box.machine, "ada@example.org\n")
    click(box.machine, description="Subject", role="text_field")
    write(box.machine, "Later")
    press(box.machine, "ctrl+w")
    click(box.machine, "Save", role="button")
    assert drafts() == [*old, "Later"]
    click(box.machine, "Drafts", role="list_item")
    click(box.machine, "Later", role="list_item", verb="double_click")
    click(box.machine, description="Subject", role="text_field")
    press(box.machine, "ctrl+a")
    write(box.machine, "Sooner")
    press(box.machine, "ctrl+s")
    assert drafts() == [*old, "Sooner"]
    press(box.machine, "ctrl+enter")
    assert (drafts(), box.sent.subject) == (old, "Sooner")


def test_closing_without_changes_asks_nothing_and_discarding_keeps_nothing(box: Box) -> None:
    box.open()
    press(box.machine, "ctrl+r", "ctrl+w")
    assert title(box.machine).startswith("Inbox")
    press(box.machine, "ctrl+r")
    write(box.machine, "x")
    press(box.machine, "ctrl+w")
    click(box.machine, "Discard Changes", role="button")
    assert box.changes() == set()


@pytest.mark.parametrize(
    ("keys", "folder"), [(("a",), "Archives/2026"), (("delete",), "Trash"), (("j",), "Junk"), (("ctrl+z",), "Inbox")]
)
def test_keys_file_a_mail(box: Box, keys: tuple[str, ...], folder: str) -> None:
    box.open()
    press(box.machine, *keys)
    assert box.mail.folder == folder
    if folder != "Inbox":
        assert box.changes() == {("change", "mail")}
        press(box.machine, "ctrl+z")
        assert box.mail.folder == "Inbox"


def test_menus_move_copy_tag_and_mark(box: Box) -> None:
    click(box.machine, SUBJECT, role="list_item", verb="right_click")
    click(box.machine, "Copy To", role="menu_item")
    click(box.machine, "Clubs", role="menu_item")
    assert sorted(mail.folder for mail in box.mails if mail.subject == SUBJECT) == ["Clubs", "Inbox"]
    assert box.changes() == {("add", "mail")}
    box.menu("Message", "Tag", "To Do")
    press(box.machine, "s", "1")
    assert (box.mail.tags, box.mail.starred) == (("To Do", "Important"), True)
    box.menu("Message", "Mark", "As Unread")
    assert not box.mail.read
    box.menu("Message", "Move To", "Archives › 2026")
    assert box.mail.folder == "Archives/2026"
    assert title(box.machine).startswith("Inbox")


def test_a_deleted_mail_is_gone_once_the_trash_is_emptied(box: Box) -> None:
    box.open()
    press(box.machine, "delete")
    box.machine.execute("right_click", center(nodes(box.machine, "Trash", role="list_item")[0]))
    click(box.machine, "Empty Trash", role="menu_item")
    click(box.machine, "Empty", role="button")
    assert all(mail.folder != "Trash" for mail in box.mails)
    assert ("remove", "mail") in box.changes()


def test_attachments_are_saved_and_opened(box: Box) -> None:
    box.open()
    click(box.machine, "Save", role="button")
    press(box.machine, "ctrl+a")
    write(box.machine, "~/Documents/copy.csv\n")
    assert box.backend.state.read_file("/home/user/Documents/copy.csv") == b"a,b\n1,2\n"
    click(box.machine, "Save", role="button")
    press(box.machine, "ctrl+a")
    write(box.machine, "~/Documents/copy.csv\n")
    assert "already exists" in node(box.machine, role="dialog").text
    click(box.machine, "Replace", role="button")
    click(box.machine, "figures.csv", role="list_item")
    assert box.machine.front is not None and box.machine.front.app == "calc"
    assert box.changes() == {("add", "file")}


def test_folders_are_made_renamed_and_deleted(box: Box) -> None:
    box.menu("File", "New", "Folder…")
    write(box.machine, "Plans\n")
    box.open()
    box.menu("Message", "Move To", "Plans")
    click(box.machine, "Plans", role="list_item", verb="right_click")
    click(box.machine, "Rename", role="menu_item")
    press(box.machine, "ctrl+a")
    write(box.machine, "Inbox")
    assert not node(box.machine, "Rename", role="button").message
    press(box.machine, "ctrl+a")
    write(box.machine, "Ideas\n")
    assert box.mail.folder == "Ideas"
    click(box.machine, "Ideas", role="list_item", verb="right_click")
    click(box.machine, "Delete", role="menu_item")
    click(box.machine, "Delete Folder", role="button")
    assert box.mail.folder == "Trash"
    assert not nodes(box.machine, "Ideas")


def subjects(machine: Desktop) -> list[str]:
    return [one.text for one in nodes(machine, role="list_item") if one.message and one.message[0] == "pick_mail"]


def plain_subjects(machine: Desktop) -> list[str]:
    return [subject.casefold().removeprefix("re: ") for subject in subjects(machine)]


def test_the_list_is_sorted_by_a_column(box: Box) -> None:
    click(box.machine, "Subject", role="button")
    first = plain_subjects(box.machine)
    assert first == sorted(first)
    click(box.machine, "Subject", role="button")
    turned = plain_subjects(box.machine)
    assert turned == sorted(turned, reverse=True)
    assert turned != first


def test_the_quick_filter_and_the_search_find_mails(box: Box) -> None:
    click(box.machine, description=QUICK, role="text_field")
    write(box.machine, "figures ada")
    assert subjects(box.machine) == [SUBJECT]
    press(box.machine, "escape")
    click(box.machine, description="Show only messages with attachments", role="button")
    assert len(subjects(box.machine)) == 3
    press(box.machine, "ctrl+k")
    write(box.machine, "see the table\n")
    assert title(box.machine) == "Search: see the table - Mozilla Thunderbird"
    click(box.machine, description="Search", role="button")
    assert subjects(box.machine) == [SUBJECT]
    press(box.machine, "enter")
    box.open()
    press(box.machine, "a")
    assert box.mail.folder == "Archives/2026"


def test_several_mails_are_selected_by_keys(box: Box) -> None:
    box.open()
    press(box.machine, "shift+down", "shift+down")
    assert nodes(box.machine, "3 messages")
    before = sum(mail.folder == "Trash" for mail in box.mails)
    press(box.machine, "delete")
    assert sum(mail.folder == "Trash" for mail in box.mails) == before + 3


def test_a_filter_sorts_what_is_there_and_what_comes(box: Box) -> None:
    box.menu("Tools", "Message Filters")
    click(box.machine, "New…", role="button")
    write(box.machine, "Own")
    click(box.machine, "Subject", "Search by")
    click(box.machine, "From", role="menu_item")
    click(box.machine, description="Value", role="text_field")
    write(box.machine, OWNER)
    click(box.machine, description="Folder", role="list")
    click(box.machine, "Clubs", role="menu_item")
    click(box.machine, description="Add an action", role="button")
    click(box.machine, "OK", role="button")
    click(box.machine, "Close", role="button")
    actions = (FilterAction("Move to folder", "Clubs"), FilterAction("Mark read"))
    assert box.backend.state.mail_filters() == (Filter("Own", (Condition("from", "contains", OWNER),), actions),)
    assert b'actionValue="mailbox://user@pop.example.net/Clubs"' in (box.backend.state.read_file(RULES) or b"")
    click(box.machine, "New Message", role="button")
    write(box.machine, f"{OWNER}\n")
    click(box.machine, description="Subject", role="text_field")
    write(box.machine, "To me")
    press(box.machine, "ctrl+enter")
    found = [(mail.folder, mail.read) for mail in box.mails if mail.subject == "To me"]
    assert sorted(found) == [("Clubs", True), ("Sent", True)]
    assert ("add", "mail_filter") in box.changes()


def test_filters_run_on_a_folder_only_while_they_are_enabled(box: Box) -> None:
    rule = Filter("Ada", (Condition("from", "is", "ada@example.org"),), (FilterAction("AddTag", "$label2"),))
    box.backend.setup.set_mail_filters([rule._replace(enabled=False)])
    box.menu("Tools", "Run Filters on Folder")
    assert box.mail.tags == ()
    box.menu("Tools", "Message Filters")
    click(box.machine, description="Enabled: Ada", role="checkbox")
    click(box.machine, "Close", role="button")
    box.menu("Tools", "Run Filters on Folder")
    assert box.mail.tags == ("Work",)
    assert [mail.id for mail in box.mails if mail.tags] == [box.id]


def test_contacts_are_added_edited_written_to_and_deleted(box: Box) -> None:
    press(box.machine, "ctrl+shift+b")
    click(box.machine, "New Contact", role="button")
    write(box.machine, "Zed\tZimmer\t\tzed@example.org\n")
    click(box.machine, "Edit", role="button")
    click(box.machine, description="Phone number", role="text_field")
    write(box.machine, "+1 555 0101\n")
    (contact,) = (one for one in box.backend.state.cards() if one.name == "Zed Zimmer")
    assert (contact.phone, contact.email) == ("+1 555 0101", "zed@example.org")
    click(box.machine, "Write", role="button")
    assert nodes(box.machine, "Zed Zimmer <zed@example.org>", role="button")
    press(box.machine, "ctrl+w")
    press(box.machine, "ctrl+n")
    write(box.machine, "zimm\n")
    assert nodes(box.machine, "Zed Zimmer <zed@example.org>", role="button")
    click(box.machine, "Zed Zimmer <zed@example.org>", role="button")
    click(box.machine, "Move to Bcc", role="menu_item")
    press(box.machine, "ctrl+w")
    click(box.machine, "Discard Changes", role="button")
    click(box.machine, "Delete", role="button")
    click(box.machine, "Delete", role="button")
    assert all(one.name != "Zed Zimmer" for one in box.backend.state.cards())


def test_a_sender_is_added_to_the_address_book(box: Box) -> None:
    box.open()
    click(box.machine, "Ada Holm <ada@example.org> Not in the address book", role="list_item")
    click(box.machine, "Add to Address Book…", role="menu_item")
    click(box.machine, "Save", role="button")
    assert box.changes() == {("add", "contact")}


def test_agents_find_and_change_mails_in_the_terminal(box: Box) -> None:
    inbox = RULES.replace("msgFilterRules.dat", "Inbox")
    result = box.backend.state.run(["grep", "-c", f"Subject: {SUBJECT}", inbox])
    assert result.stdout.strip() == "1"
    box.backend.setup.write_file(inbox, b"")
    assert box.machine.front is not None
    assert subjects(box.machine) == []
    box.backend.setup.write_file(inbox, b"\xff\x00From no mailbox\nFrom - \n\n\xff")
    assert len(subjects(box.machine)) == 1
    press(box.machine, "down", "a", "delete", "ctrl+r")


def test_any_desktop_finds_the_mails_and_filters_by_their_files(box: Box) -> None:
    box.backend.setup.set_mail_filters([Filter("a", (Condition(),), (FilterAction("Delete"),))])
    box.menu("File", "New", "Folder…")
    write(box.machine, "Plans\n")
    state = box.backend.state
    assert read_mails(find_mailboxes(state)) == state.mails()
    assert find_filters(state) == state.mail_filters()


def test_a_word_of_a_mail_is_copied(box: Box) -> None:
    box.open()
    text = node(box.machine, "Hello,\n\nplease see the table.\nAda")
    box.machine.execute("right_click", {"x": text.bounds[0] + 8, "y": text.bounds[1] + 8})
    click(box.machine, "Copy", role="menu_item")
    assert box.backend.state.clipboard() == "Hello"


def test_snapshots_keep_and_restore_mails(box: Box) -> None:
    handle, mark = box.backend.snapshot(), box.backend.fingerprint()
    box.open()
    press(box.machine, "delete")
    assert box.mail.folder == "Trash"
    box.backend.restore(handle)
    assert (box.mail.folder, box.backend.fingerprint()) == ("Inbox", mark)


def test_the_spaces_are_hidden_and_shown(box: Box) -> None:
    click(box.machine, description="Hide Spaces Toolbar")
    assert not nodes(box.machine, description="Address Book (Ctrl+2)")
    click(box.machine, description="Show Spaces Toolbar")
    assert nodes(box.machine, description="Address Book (Ctrl+2)")


def test_the_panes_have_menus(box: Box) -> None:
    click(box.machine, description="Folder Pane Options")
    click(box.machine, "Hide Folder Pane", role="menu_item")
    assert not nodes(box.machine, "Inbox", role="list_item")
    click(box.machine, description="Message list display options")
    click(box.machine, "Subject", role="menu_item")
    assert node(box.machine, "Subject", role="button").flags & SELECTED


def test_the_menu_button_leads_to_the_menus(box: Box) -> None:
    click(box.machine, description="AppMenu")
    click(box.machine, "Create", role="button")
    click(box.machine, "Address Book Contact…", role="button")
    assert nodes(box.machine, "New Contact", role="dialog")


def test_the_window_for_writing_leads_to_the_main_one() -> None:
    box = Box()
    press(box.machine, "ctrl+n")
    box.menu("Help", "About Thunderbird")
    assert nodes(box.machine, "About Thunderbird", role="dialog")
    press(box.machine, "escape")
    box.menu("Tools", "Address Book")
    assert nodes(box.machine, "Address Book", role="tab") and not title(box.machine).startswith("Write")
    press(box.machine, "ctrl+n")
    box.menu("Tools", "Mail & Newsgroups")
    assert nodes(box.machine, SUBJECT, role="list_item")
