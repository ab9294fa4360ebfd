from __future__ import annotations

import pytest

from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps import contacts, messages
from crab_gym.sim.phone.apps.contacts import ContactRow
from crab_gym.sim.phone.apps.messages import MessageRow
from tests.sim.phone._drive import long_tap, node, nodes, phone, press, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")


@pytest.fixture
def chat() -> Phone:
    machine = phone()
    now = machine.now
    machine.put("contacts", (ADA, BRUNO))
    machine.put(
        "messages",
        (
            MessageRow(1, "12065550101", "Hello from Ada", now - 7200, "inbox"),
            MessageRow(2, ADA.phone, "Hello Ada", now - 7000, "sent"),
            MessageRow(3, "555-0177", "Who is this?", now - 90_000, "inbox", False),
        ),
    )
    machine.execute("open_app", {"name": "Messages"})
    return machine


def rows(machine: Phone) -> tuple[MessageRow, ...]:
    found: tuple[MessageRow, ...] = machine.get("messages")
    return found


def listed(machine: Phone) -> list[tuple[str, str]]:
    return [(n.text, n.description) for n in nodes(machine, role="list_item")]


def test_seeded_conversations_mix_contacts_and_strangers() -> None:
    for seed in range(30):
        machine = phone(seed)
        groups = messages.threads(rows(machine))
        known = set(contacts.by_number(machine.get("contacts")))
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
    press(chat, "enter")
    press(chat, "back")
    tap(chat, "Start chat")
    write(chat, "bru")
    assert [text for text, _ in listed(chat)] == ["Bruno Silva"]
    tap(chat, "Bruno Silva")
    write(chat, "second\n")
    assert [(row.address, row.body) for row in rows(chat)[3:]] == [("555 0188", "first"), (BRUNO.phone, "second")]
    press(chat, "back")
    assert [text for text, _ in listed(chat)] == ["Bruno Silva", "555 0188", "Ada Holm", "555-0177"]


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
    assert chat.get("clipboard") == "Hello from Ada"
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
    assert chat.get("contacts")[-1] == ContactRow(3, "Emil", "555-0177")
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
    chat.put("settings", {**chat.get("settings"), ("system", "time_12_24"): "12"})
    times = [n.text for n in nodes(chat, rid="conversation_timestamp")]
    assert times[0].endswith((" AM", " PM"))


def test_row_functions_leave_others_alone() -> None:
    start, first = messages.add((), "1", "a", 5.0)
    more, second = messages.add(start, "2", "b", 6.0, "inbox", False)
    assert (first, second) == (1, 2)
    assert messages.mark_read(start, "1") is start
    assert messages.mark_read(more, "(2)")[1].read
    assert messages.remove(more, 1) == more[1:]
    assert messages.remove(more, 9) == messages.remove_thread(more, "9") == more
    assert messages.remove_thread(more, "+2") == start
