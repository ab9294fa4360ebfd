from __future__ import annotations

import pytest

from crab_sim.devices.facts import Effect
from crab_sim.machine import keyboard
from crab_sim.machine.slices import CLIPBOARD, EFFECTS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.contacts import data as contacts
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.messages import data as messages_data
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone import APP
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone.data import CALL, CALLS, Call, CallRow
from crab_sim.phone.system.blocked import BLOCKED
from crab_sim.phone.system.notifications import NOTIFICATIONS
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101", starred=True)
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")
STRANGER = "+1 212-555-0177"


@pytest.fixture
def dial() -> Phone:
    machine = phone()
    now = machine.now
    machine.put(CONTACTS, (ADA, BRUNO))
    machine.put(
        CALLS,
        (
            CallRow(1, STRANGER, "missed", now - 90_000),
            CallRow(2, ADA.phone, "outgoing", now - 7_200, 125),
            CallRow(3, "12065550102", "incoming", now - 3_600, 20),
        ),
    )
    machine.execute("open_app", {"name": "Phone"})
    return machine


def rows(machine: Phone) -> tuple[CallRow, ...]:
    found: tuple[CallRow, ...] = machine.get(CALLS)
    return found


def current(machine: Phone) -> Call | None:
    call: Call | None = machine.get(CALL)
    return call


def wait(machine: Phone, seconds: float) -> None:
    """Lets time pass, and what was due happen."""
    machine.advance(seconds)
    assert APP.tick is not None
    APP.tick(machine)


def listed(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="name")]


def test_seeded_logs_mix_people_and_strangers() -> None:
    logs = [rows(phone(seed)) for seed in range(30)]
    assert len(set(logs)) == 30
    for seed, log in enumerate(logs):
        machine = phone(seed)
        known = set(contacts.by_number(machine.get(CONTACTS)))
        numbers = {contacts.digits(row.number) for row in log}
        assert 14 <= len(log) <= 24
        assert numbers & known and numbers - known
        assert all("-555-01" in row.number for row in log)
        assert all(row.date < machine.now and row.date % 86_400 >= 8 * 3600 for row in log)
        assert [row.id for row in log] == list(range(1, len(log) + 1))
        assert all(row.duration == 0 for row in log if row.kind == "missed")
        assert all(row.duration > 0 for row in log if row.kind == "incoming")


def test_recents_show_the_latest_first_and_can_be_filtered(dial: Phone) -> None:
    assert listed(dial) == ["Bruno Silva", "Ada Holm", STRANGER]
    tap(dial, "Missed", role="button")
    assert listed(dial) == [STRANGER]
    tap(dial, "All", role="button")
    assert len(listed(dial)) == 3


def test_keypad_dials_what_was_typed_and_the_call_is_logged(dial: Phone) -> None:
    tap(dial, "Keypad", role="tab")
    for key in ("5", "5", "5", "star", "0", "1", "pound", "8"):
        tap(dial, description=key)
    tap(dial, description="backspace")
    tap(dial, description="backspace")
    write(dial, "9")
    assert node(dial, rid="digits").text == "555*019"
    start = dial.now
    tap(dial, description="dial")
    assert node(dial, rid="contactgrid_contact_name").text == "555*019"
    assert current(dial) == Call("555*019", "dialing", False, start, start)
    wait(dial, 4)
    call = current(dial)
    assert call is not None and (call.state, call.since) == ("active", start + 4)
    wait(dial, 61)
    assert node(dial, rid="contactgrid_bottom_timer").text == "01:01"
    tap(dial, description="End call")
    assert current(dial) is None
    assert rows(dial)[-1] == CallRow(4, "555*019", "outgoing", start, 61)
    assert not nodes(dial, description="End call")
    assert node(dial, rid="digits").text == ""


def test_hanging_up_before_an_answer_logs_no_duration(dial: Phone) -> None:
    tap(dial, description="Call Ada Holm")
    dial.advance(2)
    tap(dial, description="End call")
    assert rows(dial)[-1] == CallRow(4, ADA.phone, "outgoing", dial.now - 2, 0)


def test_empty_keypad_brings_back_the_last_number(dial: Phone) -> None:
    tap(dial, "Keypad", role="tab")
    tap(dial, description="dial")
    assert node(dial, rid="digits").text == ADA.phone
    assert current(dial) is None
    press(dial, "enter")
    call = current(dial)
    assert call is not None and call.number == ADA.phone


def test_keypad_suggests_people_and_long_zero_is_a_plus(dial: Phone) -> None:
    tap(dial, "Keypad", role="tab")
    long_tap(dial, description="0")
    write(dial, "120655501")
    assert node(dial, rid="digits").text == "+120655501"
    tap(dial, "Ada Holm")
    assert node(dial, rid="contactgrid_contact_name").text == "Ada Holm"


def test_unknown_number_goes_to_a_new_contact(dial: Phone) -> None:
    tap(dial, "Keypad", role="tab")
    write(dial, "555-0123")
    tap(dial, "Create new contact")
    assert node(dial, description="Phone", rid="phone_field").text == "555-0123"


def test_switches_and_keypad_during_a_call(dial: Phone) -> None:
    tap(dial, description="Call Ada Holm")
    assert node(dial, "Hold").message is None
    wait(dial, 5)
    for label in ("Mute", "Speaker", "Hold"):
        tap(dial, label)
    assert node(dial, rid="contactgrid_bottom_timer").text == "On hold"
    tap(dial, "Mute")
    call = current(dial)
    assert call is not None and (call.muted, call.speaker, call.held) == (False, True, True)
    tap(dial, "Keypad", role="button")
    tap(dial, description="star")
    write(dial, "12#x")
    assert node(dial, rid="digits").text == "*12#"
    tap(dial, description="Hide keypad")
    assert node(dial, "Mute")


def test_the_call_goes_on_while_one_looks_elsewhere(dial: Phone) -> None:
    tap(dial, description="Call Ada Holm")
    press(dial, "back")
    tap(dial, "Return to the call with Ada Holm")
    press(dial, "home")
    wait(dial, 5)
    dial.execute("open_app", {"name": "Phone"})
    dial.launch("phone", ())
    assert node(dial, rid="contactgrid_contact_name").text == "Ada Holm"
    tap(dial, description="End call")
    assert len(rows(dial)) == 4
    assert listed(dial)[0] == "Ada Holm"


def test_incoming_call_is_answered(dial: Phone) -> None:
    press(dial, "home")
    dial.launch("phone", ("incoming", BRUNO.phone))
    assert node(dial, rid="contactgrid_contact_name").text == "Bruno Silva"
    call = current(dial)
    assert call is not None and call.state == "ringing"
    start = dial.now
    wait(dial, 6)
    tap(dial, "Answer")
    wait(dial, 30)
    press(dial, "back")
    phone_data.end_call(dial)
    assert rows(dial)[-1] == CallRow(4, BRUNO.phone, "incoming", start, 30)


@pytest.mark.parametrize("declined", [True, False])
def test_declined_and_unanswered_calls_are_missed(dial: Phone, declined: bool) -> None:
    start = dial.now
    dial.launch("phone", ("incoming", STRANGER))
    if declined:
        tap(dial, "Decline")
    else:
        wait(dial, 30)
    assert current(dial) is None
    assert rows(dial)[-1] == CallRow(4, STRANGER, "missed", start)
    note = dial.get(NOTIFICATIONS)[0]
    assert (note.app, note.title, note.text) == ("phone", "Missed call", STRANGER)
    dial.launch(note.app, note.intent)
    assert listed(dial)[0] == STRANGER


def test_a_second_caller_finds_the_line_busy(dial: Phone) -> None:
    tap(dial, description="Call Ada Holm")
    dial.launch("phone", ("incoming", BRUNO.phone))
    assert node(dial, rid="contactgrid_contact_name").text == "Ada Holm"
    assert rows(dial)[-1].kind == "missed"
    assert dial.get(NOTIFICATIONS)[0].text == "Bruno Silva"


def test_quick_reply_declines_with_a_message(dial: Phone) -> None:
    dial.launch("phone", ("incoming", STRANGER))
    tap(dial, "Message", role="button")
    tap(dial, "I'll call you later.")
    last = dial.get(MESSAGES)[-1]
    assert (last.address, last.body, last.box) == (STRANGER, "I'll call you later.", "sent")
    assert current(dial) is None and rows(dial)[-1].kind == "missed"


def test_keys_of_the_telephone(dial: Phone) -> None:
    dial.launch("phone", ("incoming", STRANGER))
    keyboard.press(dial, "call")
    call = current(dial)
    assert call is not None and call.state == "active"
    keyboard.press(dial, "endcall")
    assert current(dial) is None


def test_row_menu(dial: Phone) -> None:
    long_tap(dial, STRANGER)
    tap(dial, "Copy number")
    assert dial.get(CLIPBOARD) == STRANGER
    long_tap(dial, "Ada Holm")
    assert not nodes(dial, "Add to contacts")
    tap(dial, "Delete from history")
    assert [row.id for row in rows(dial)] == [1, 3]
    long_tap(dial, STRANGER)
    tap(dial, "Edit number before call")
    assert node(dial, rid="digits").text == STRANGER
    press(dial, "back")
    long_tap(dial, STRANGER)
    tap(dial, "Send message")
    assert node(dial, rid="conversation_title").text == STRANGER
    dial.execute("open_app", {"name": "Phone"})
    long_tap(dial, STRANGER)
    tap(dial, "Add to contacts")
    write(dial, "Vera")
    tap(dial, "Save")
    dial.execute("open_app", {"name": "Phone"})
    assert "Vera" in listed(dial)


def test_details_and_deleting_a_numbers_calls(dial: Phone) -> None:
    tap(dial, "Ada Holm", rid="name")
    assert node(dial, "Outgoing call").description.startswith(("Today", "Yesterday"))
    assert node(dial, "2 min 5 sec")
    tap(dial, "Contact")
    assert node(dial, rid="large_title").text == "Ada Holm"
    dial.execute("open_app", {"name": "Phone"})
    tap(dial, description="More options")
    tap(dial, "Delete from history")
    tap(dial, "Cancel")
    tap(dial, description="More options")
    tap(dial, "Delete from history")
    tap(dial, "Delete", role="button")
    assert listed(dial) == ["Bruno Silva", STRANGER]


def test_clearing_the_history_asks_and_leaves_an_empty_page(dial: Phone) -> None:
    for answer, left in (("Cancel", 3), ("OK", 0)):
        tap(dial, description="More options")
        tap(dial, "Clear call history")
        tap(dial, answer, role="button")
        assert len(rows(dial)) == left
    assert node(dial, "No recent calls")


def test_favourites_contacts_and_search(dial: Phone) -> None:
    tap(dial, "Favourites", role="tab")
    assert [n.text for n in nodes(dial, role="list_item")] == ["Ada Holm"]
    tap(dial, "Contacts", role="tab")
    assert [n.text for n in nodes(dial, rid="contact_name")] == ["Ada Holm", "Bruno Silva"]
    tap(dial, "Search contacts", role="button")
    write(dial, "bru")
    assert [n.text for n in nodes(dial, rid="contact_name")] == ["Bruno Silva"]
    tap(dial, description="Call Bruno Silva")
    tap(dial, description="End call")
    assert rows(dial)[-1].number == BRUNO.phone
    dial.put(CONTACTS, ())
    press(dial, "back")
    tap(dial, "Favourites", role="tab")
    assert node(dial, "No favourites yet")


def test_intents(dial: Phone) -> None:
    dial.launch("phone", ("dial", "555-0155"))
    assert node(dial, rid="digits").text == "555-0155"
    assert current(dial) is None
    dial.launch("phone", ("call", ""))
    assert current(dial) is None
    dial.launch("phone", ("call", ADA.phone))
    call = current(dial)
    assert call is not None and call.state == "dialing"


def test_when_something_is_due(dial: Phone) -> None:
    assert phone_data.due(dial) is None
    phone_data.dial(dial, "1")
    assert phone_data.due(dial) == dial.now + 4
    phone_data.answer(dial)
    assert phone_data.due(dial) is None
    phone_data.end_call(dial)
    phone_data.end_call(dial)
    phone_data.ring(dial, "2")
    assert phone_data.due(dial) == dial.now + 30
    assert len(rows(dial)) == 4


def two_calls(dial: Phone) -> None:
    """Calls Ada, then Bruno, for whom she is put on hold."""
    tap(dial, description="Call Ada Holm")
    assert node(dial, "Add call").message is None
    wait(dial, 10)
    tap(dial, "Add call")
    tap(dial, "Contacts", role="tab")
    tap(dial, description="Call Bruno Silva")
    assert node(dial, "On hold: Ada Holm")
    wait(dial, 10)


def test_two_calls_are_swapped_and_one_goes_on_alone(dial: Phone) -> None:
    two_calls(dial)
    tap(dial, "Swap")
    assert node(dial, rid="contactgrid_contact_name").text == "Ada Holm"
    assert node(dial, "On hold: Bruno Silva")
    tap(dial, description="End call")
    call = current(dial)
    assert call is not None and (call.number, call.held, call.waiting) == (BRUNO.phone, True, None)
    tap(dial, "Hold")
    tap(dial, description="End call")
    assert current(dial) is None
    assert [(row.number, row.kind, row.duration) for row in rows(dial)[3:]] == [
        (ADA.phone, "outgoing", 16), (BRUNO.phone, "outgoing", 6),
    ]  # fmt: skip


def test_two_calls_become_one(dial: Phone) -> None:
    two_calls(dial)
    tap(dial, "Merge")
    assert node(dial, rid="contactgrid_contact_name").text == "Conference call"
    assert node(dial, "Ada Holm, Bruno Silva")
    numbers = f"{ADA.phone}, {BRUNO.phone}"
    assert dial.get(EFFECTS) == (Effect("call", ADA.phone), Effect("call", BRUNO.phone), Effect("conference", numbers))
    tap(dial, description="End call")
    assert current(dial) is None and [row.number for row in rows(dial)[3:]] == [ADA.phone, BRUNO.phone]


def test_no_third_call_begins_while_one_waits(dial: Phone) -> None:
    two_calls(dial)
    dial.launch("phone", ("call", STRANGER))
    assert [effect.to for effect in dial.get(EFFECTS)] == [ADA.phone, BRUNO.phone]


def test_a_blocked_number_neither_rings_nor_writes(dial: Phone) -> None:
    long_tap(dial, STRANGER)
    tap(dial, "Block number", role="menu_item")
    tap(dial, "Block", role="button")
    assert [row.number for row in dial.get(BLOCKED)] == [STRANGER]
    shown = Device(dial).run("content query --uri content://com.android.blockednumber/blocked").stdout.decode()
    assert f"original_number={STRANGER}" in shown
    phone_data.ring(dial, STRANGER.replace(" ", ""))
    messages_data.receive(dial, STRANGER, "Hello")
    assert current(dial) is None and len(rows(dial)) == 3
    assert not [row for row in dial.get(MESSAGES) if row.body == "Hello"]
    tap(dial, description="More options")
    tap(dial, "Blocked numbers")
    tap(dial, description=f"Unblock {STRANGER}")
    assert dial.get(BLOCKED) == () and node(dial, "No blocked numbers")
    phone_data.ring(dial, STRANGER)
    assert current(dial) is not None
