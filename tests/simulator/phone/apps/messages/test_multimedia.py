"""Groups, attachments and blocked numbers of the Messages app, and what the provider shows of them."""

from __future__ import annotations

import pytest

from crab_sim.devices.facts import content_digest
from crab_sim.machine.slices import EFFECTS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device, storage
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.messages.data import MESSAGES, MessageRow
from crab_sim.phone.media.storage import scan
from crab_sim.phone.system.blocked import BLOCKED
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101")
BRUNO = ContactRow(2, "Bruno Silva", "+1 206-555-0102")
BOTH = f"{ADA.phone}, {BRUNO.phone}"
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"


@pytest.fixture
def chat() -> Phone:
    machine = phone(3)
    machine.put(CONTACTS, (ADA, BRUNO))
    machine.put(MESSAGES, (MessageRow(1, ADA.phone, "Hello", machine.now - 7200, "inbox"),))
    machine.execute("open_app", {"name": "Messages"})
    return machine


def query(machine: Phone, uri: str) -> str:
    return Device(machine).run(f"content query --uri content://{uri}").stdout.decode()


def start_group(machine: Phone) -> None:
    tap(machine, description="Start chat") if nodes(machine, description="Start chat") else tap(machine, "Start chat")
    tap(machine, "Create group")


def attach(machine: Phone) -> str:
    """Attaches the newest photo of the phone; returns its path."""
    shot = scan(machine.files, "image")[0]
    tap(machine, description="Attach photo")
    tap(machine, description=f"Photo, {shot.name}")
    return shot.path


def test_a_text_goes_to_a_group(chat: Phone) -> None:
    start_group(chat)
    tap(chat, "Bruno Silva")
    assert node(chat, "Next").message is None
    tap(chat, "Ada Holm")
    tap(chat, "Next")
    assert node(chat, rid="conversation_title").text == "Ada Holm, Bruno Silva"
    write(chat, "Hello both")
    tap(chat, description="Send SMS")
    assert chat.get(EFFECTS)[-1].fields() == {"to": BOTH, "text": "Hello both", "attachments": ()}
    assert chat.get(MESSAGES)[-1][1:3] == (BOTH, "Hello both")
    press(chat, "back")
    assert node(chat, "Ada Holm, Bruno Silva").description == "You: Hello both"
    assert "Hello both" not in query(chat, "sms") and "text=Hello both" in query(chat, "mms/part")
    assert all(f"address={one.phone}" in query(chat, "mms/2/addr") for one in (ADA, BRUNO))


def test_a_number_is_typed_into_a_group_and_taken_out(chat: Phone) -> None:
    start_group(chat)
    write(chat, "555-0177")
    tap(chat, "Add 555-0177")
    write(chat, "bruno\n")
    tap(chat, "Ada Holm")
    tap(chat, "Bruno Silva")
    tap(chat, "Next")
    assert node(chat, rid="conversation_title").text == "Ada Holm, 555-0177"


def test_a_photo_goes_with_a_text_and_stays_when_its_file_is_gone(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    path = attach(chat)
    tap(chat, description="Remove attachment")
    assert node(chat, description="Send SMS") and not nodes(chat, description="Remove attachment")
    attach(chat)
    write(chat, "Look")
    tap(chat, description="Send SMS")
    data, name = chat.files.read(path), path.rpartition("/")[2]
    assert chat.get(EFFECTS)[-1].attachments == ((name, content_digest(data)),)
    sent = chat.get(MESSAGES)[-1]
    assert sent.attachment == (name, data) and node(chat, description=name, role="image")
    assert f"ct=image/jpeg, name={name}" in query(chat, "mms/part") and "msg_box=2" in query(chat, "mms")
    long_tap(chat, description=name)
    assert [n.text for n in nodes(chat, role="menu_item")] == ["View details", "Delete"]


def test_the_database_of_messages_can_be_read_back(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    attach(chat)
    tap(chat, description="Send SMS")
    before = chat.get(MESSAGES)
    storage.write(chat, DATABASE, storage.read(chat, DATABASE), 0.0)
    assert chat.get(MESSAGES) == before
    storage.set_rows(chat, DATABASE, "sms", [])
    assert chat.get(MESSAGES) == before[1:]


def test_nothing_is_sent_without_text_and_photo(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    tap(chat, description="Send SMS")
    assert chat.get(EFFECTS) == () and len(chat.get(MESSAGES)) == 1


def test_a_number_is_blocked_from_its_conversation(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    tap(chat, description="More options")
    tap(chat, "Block", role="menu_item")
    tap(chat, "Block", role="button")
    assert [row.number for row in chat.get(BLOCKED)] == [ADA.phone]
    tap(chat, description="More options")
    tap(chat, "Unblock")
    assert chat.get(BLOCKED) == ()


def test_photos_are_those_of_the_shared_storage(chat: Phone) -> None:
    tap(chat, "Ada Holm")
    tap(chat, description="Attach photo")
    shown = [n.description for n in nodes(chat, role="image") if n.description.startswith("Photo, ")]
    there = [f"Photo, {shot.name}" for shot in scan(chat.files, "image") if shot.path.startswith(SDCARD)]
    assert shown == there[: len(shown)]
