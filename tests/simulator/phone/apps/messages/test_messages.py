from __future__ import annotations

import pytest

from crab_sim.machine.rows import remove
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.phone.apps.contacts import data as contacts
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.messages import APP
from crab_sim.phone.apps.messages import data as messages
from crab_sim.phone.apps.messages.data import MESSAGES, MessageRow
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")


@pytest.fixture
def chat() -> Phone:
    machine = phone()
    now = machine.now
    machine.put(CONTACTS, (ADA, BRUNO))
    machine.put(
        MESSAGES,
        (
            MessageRow(1, "12065550101", "Hello from Ada", now - 7200, "inbox"),
            MessageRow(2, ADA.phone, "Hello Ada", now - 7000, "sent"),
            MessageRow(3, "555-0177", "Who is this?", now - 90_000, "inbox", False),
        ),
    )
    machine.execute("open_app", {"name": "Messages"})
    return machine


def rows(machine: Phone) -> tuple[MessageRow, ...]:
    found: tuple[MessageRow, ...] = machine.get(MESSAGES)
    return found


def listed(machine: Phone) -> list[tuple[str, str]]:
    return [(n.text, n.description) for n in nodes(machine, role="list_item")]


def test_seeded_conversations_mix_contacts_and_strangers() -> None:
    for seed in range(30):
        machine = phone(seed)
        groups = messages.threads(rows(machine))
        known = set(contacts.by_number(machine.get(CONTACTS)))
        assert 4 <= len(groups) <= 6
        assert all(2 <= len(group) <= 8 for group in groups.values())
        assert known & set(groups) and set(groups) - known
        assert all(row.date < machine.now and row.date.is_integer() for row in rows(machine))
        assert not all(row.read for row in rows(machine))
        assert [row.id for row in rows(machine)] == list(range(1, len(rows(machine)) + 1))


def test_conversations_join_on_digits_and_the_latest_is_first(chat: Phone) -> None:
    assert listed(chat) == [("Ada Holm", "You: Hello Ada"), ("555-0177", "Who is this?")]
    assert len(nodes(chat, description="Unread")) == 1


def test_opening_marks_read(chat: Phone) -> None:
    tap(chat, "555-0177")
    assert all(row.read for row in rows(chat))
    assert node(chat, "Who is this?", rid="message_text").description == "Received"
    press(chat, "back")
    assert not nodes(chat, description="Unread")


def test_send(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    tap(chat, description="Send SMS")
    write(chat, "   ")
    tap(chat, description="Send SMS")
    assert len(rows(chat)) == 3
    assert node(chat, rid="compose_message_text").text == "   "
    write(chat, "See you at 8! ")
    tap(chat, description="Send SMS")
    sent = rows(chat)[-1]
    assert sent == MessageRow(4, sent.address, "See you at 8!", chat.now, "sent")
    assert contacts.digits(sent.address) == contacts.digits(ADA.phone)
    assert node(chat, rid="compose_message_text").text == ""
    assert node(chat, "See you at 8!", rid="message_text").description == "Sent"


def test_start_chat_by_number_and_by_contact(chat: Phone) -> None:
    tap(chat, "Start chat")
    write(chat, "555 0188")
    tap(chat, "Send to 555 0188")
    write(chat, "first")
    tap(chat, description="Send SMS")
    press(chat, "back")
    tap(chat, "Start chat")
    write(chat, "bru")
    assert [text for text, _ in listed(chat)] == ["Bruno Silva"]
    tap(chat, "Bruno Silva")
    write(chat, "second")
    tap(chat, description="Send SMS")
    assert [(row.address, row.body) for row in rows(chat)[3:]] == [("555 0188", "first"), (BRUNO.phone, "second")]
    press(chat, "back")
    assert [text for text, _ in listed(chat)] == ["Bruno Silva", "555 0188", "Ada Holm", "555-0177"]


def test_enter_begins_a_line_of_the_message(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    before = node(chat, rid="compose_message_text").bounds
    write(chat, "one\ntwo")
    press(chat, "enter")
    write(chat, "three\n")
    field = node(chat, rid="compose_message_text")
    assert field.text == "one\ntwo\nthree\n" and field.bounds[3] - field.bounds[1] > before[3] - before[1]
    tap(chat, description="Send SMS")
    assert rows(chat)[-1].body == "one\ntwo\nthree"
    assert node(chat, rid="compose_message_text").bounds == before
    write(chat, "ab")
    press(chat, "left")
    press(chat, "enter")
    assert node(chat, rid="compose_message_text").text == "a\nb"


def test_enter_in_the_recipient_field(chat: Phone) -> None:
    tap(chat, "Start chat")
    write(chat, "nobody\n")
    assert node(chat, "No contacts found")
    press(chat, "back")
    tap(chat, "Start chat")
    write(chat, "ada\n")
    assert node(chat, rid="conversation_title").text == "Ada Holm"


def test_bubble_menu(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    long_tap(chat, "Hello from Ada")
    tap(chat, "Copy")
    assert chat.get(CLIPBOARD) == "Hello from Ada"
    long_tap(chat, "Hello from Ada")
    tap(chat, "Delete")
    press(chat, "back")
    assert len(rows(chat)) == 3
    long_tap(chat, "Hello from Ada")
    tap(chat, "Delete")
    tap(chat, "Delete", role="button")
    assert [row.id for row in rows(chat)] == [2, 3]


@pytest.mark.parametrize("from_list", [True, False])
def test_delete_conversation_asks_first(chat: Phone, from_list: bool) -> None:
    for answer in ("Cancel", "Delete"):
        if from_list:
            long_tap(chat, "Ada Holm")
        else:
            if nodes(chat, "Start chat"):
                tap(chat, "Ada Holm")
            tap(chat, description="More options")
        tap(chat, "Delete", role="menu_item")
        tap(chat, answer, role="button")
        assert len(rows(chat)) == (3 if answer == "Cancel" else 1)
    assert listed(chat) == [("555-0177", "Who is this?")]


def test_mark_as_unread_and_read(chat: Phone) -> None:
    long_tap(chat, "Ada Holm")
    tap(chat, "Mark as unread")
    assert [row.id for row in rows(chat) if not row.read] == [1, 3]
    long_tap(chat, "555-0177")
    tap(chat, "Mark as read")
    assert [row.id for row in rows(chat) if not row.read] == [1]


def test_search(chat: Phone) -> None:
    tap(chat, description="Search messages")
    write(chat, "FROM ada")
    assert listed(chat) == [("Ada Holm", "Hello from Ada")]
    tap(chat, "Ada Holm")
    assert node(chat, rid="conversation_title").text == "Ada Holm"


def test_unknown_number_can_be_saved_and_a_known_one_viewed(chat: Phone) -> None:
    tap(chat, "555-0177")
    tap(chat, description="More options")
    tap(chat, "Add to contacts")
    write(chat, "Emil")
    tap(chat, "Save")
    assert chat.get(CONTACTS)[-1] == ContactRow(3, "Emil", "555-0177")
    chat.execute("open_app", {"name": "messages"})
    assert node(chat, rid="conversation_title").text == "Emil"
    tap(chat, description="More options")
    tap(chat, "View contact")
    assert node(chat, rid="large_title").text == "Emil"


def test_intent_with_text_waits_for_send(chat: Phone) -> None:
    chat.launch("messages", ("compose", "555-0177", "draft"))
    assert rows(chat)[2].read
    assert node(chat, rid="compose_message_text").text == "draft"
    tap(chat, description="Send SMS")
    assert rows(chat)[-1].body == "draft"
    chat.launch("messages", ("compose", "555-0177"))
    press(chat, "back")
    assert node(chat, "Start chat")


def test_times_follow_the_format(chat: Phone) -> None:
    chat.put(SETTINGS, {**chat.get(SETTINGS), ("system", "time_12_24"): "12"})
    times = [n.text for n in nodes(chat, rid="conversation_timestamp")]
    assert times[0].endswith((" AM", " PM"))


def test_row_functions_leave_others_alone() -> None:
    start, first = messages.add((), "1", "a", 5.0)
    more, second = messages.add(start, "2", "b", 6.0, "inbox", False)
    assert (first, second) == (1, 2)
    assert messages.mark_read(start, "1") is start
    assert messages.mark_read(more, "(2)")[1].read
    assert remove(more, 1) == more[1:]
    assert remove(more, 9) == messages.remove_thread(more, "9") == more
    assert messages.remove_thread(more, "+2") == start


def test_an_incoming_message_is_unread_and_noticed(chat: Phone) -> None:
    press(chat, "home")
    messages.receive(chat, "+12065550102", "Are you there?")
    assert rows(chat)[-1] == MessageRow(4, "+12065550102", "Are you there?", chat.now, "inbox", False)
    note = chat.get(NOTIFICATIONS)[0]
    assert (note.app, note.title, note.text) == ("messages", "Bruno Silva", "Are you there?")
    chat.launch(note.app, note.intent)
    assert node(chat, rid="conversation_title").text == "Bruno Silva"
    assert rows(chat)[-1].read
    assert chat.get(NOTIFICATIONS) == ()


def test_what_arrives_in_the_open_conversation_is_read(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    messages.receive(chat, ADA.phone, "Look at this")
    assert rows(chat)[-1].read
    assert node(chat, "Look at this", rid="message_text")
    assert chat.get(NOTIFICATIONS) == ()


@pytest.mark.parametrize("leave", ["button", "key"])
def test_drafts_are_kept_for_each_conversation(chat: Phone, leave: str) -> None:
    def back() -> None:
        if leave == "key":
            press(chat, "back")
        else:
            tap(chat, description="Navigate up")

    tap(chat, "Ada Holm")
    write(chat, "I was about to")
    back()
    assert listed(chat)[0] == ("Ada Holm", "Draft: I was about to")
    tap(chat, "Start chat")
    write(chat, "555 0188\n")
    write(chat, "New here")
    back()
    assert listed(chat)[0] == ("555 0188", "Draft: New here")
    tap(chat, "Ada Holm")
    assert node(chat, rid="compose_message_text").text == "I was about to"
    tap(chat, description="Send SMS")
    back()
    assert listed(chat)[1] == ("Ada Holm", "You: I was about to")
    long_tap(chat, "555 0188")
    tap(chat, "Delete", role="menu_item")
    tap(chat, "Delete", role="button")
    assert [text for text, _ in listed(chat)] == ["Ada Holm", "555-0177"]
    assert chat.get(messages.DRAFTS) == ()


def test_a_text_is_a_draft_as_soon_as_it_is_typed(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    write(chat, "Never mi")
    press(chat, "home")
    assert [row.body for row in chat.get(messages.DRAFTS)] == ["Never mi"]
    chat.launch("messages")
    for _ in range(8):
        press(chat, "backspace")
    assert chat.get(messages.DRAFTS) == ()


def test_a_draft_comes_back_when_another_app_opens_the_conversation(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    write(chat, "Half")
    press(chat, "back")
    chat.launch("messages", ("compose", ADA.phone))
    assert node(chat, rid="compose_message_text").text == "Half"
    chat.launch("messages", ("compose", ADA.phone, "Whole"))
    assert node(chat, rid="compose_message_text").text == "Whole"


def test_forward(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    long_tap(chat, "Hello from Ada")
    tap(chat, "Forward")
    tap(chat, "Bruno Silva")
    assert node(chat, rid="compose_message_text").text == "Hello from Ada"
    tap(chat, description="Send SMS")
    assert (rows(chat)[-1].address, rows(chat)[-1].body) == (BRUNO.phone, "Hello from Ada")


def test_shared_text_asks_for_a_recipient(chat: Phone) -> None:
    chat.launch("messages", APP.shares["text"]("a link"))
    tap(chat, "Bruno Silva")
    assert node(chat, rid="compose_message_text").text == "a link"
    chat.launch("messages", ("compose", "", "another"))
    write(chat, "ada\n")
    assert node(chat, rid="compose_message_text").text == "another"


def test_message_details(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    for body, line in (("Hello from Ada", "From: 12065550101"), ("Hello Ada", "To: +1 206-555-0101")):
        long_tap(chat, body)
        tap(chat, "View details")
        assert node(chat, line)
        tap(chat, "OK")
    assert not nodes(chat, role="dialog")


def test_call_from_a_conversation(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    tap(chat, description="Call")
    assert node(chat, rid="contactgrid_contact_name").text == "Ada Holm"
