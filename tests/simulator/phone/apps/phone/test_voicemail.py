"""Voice mails: the tab, playing, deleting, and the same over ADB."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.phone import voicemail
from crab_sim.phone.apps.phone.data import CALL, CALLS, CallRow
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow
from crab_sim.phone.system.notifications import NOTIFICATIONS
from tests.simulator.phone._drive import node, nodes, phone, press, shade, tap

ADA = ContactRow(1, "Ada Holm", "+1 206-555-0101")
STRANGER = "+1 212-555-0177"
URI = "content://com.android.voicemail/voicemail"


def leave(machine: Phone, number: str, text: str, age: float = 0.0, read: bool = False) -> int:
    return voicemail.add(machine, VoicemailRow(0, number, machine.now - age, 14, text, read))


@pytest.fixture
def dial() -> Phone:
    machine = phone()
    machine.put(CONTACTS, (ADA,))
    leave(machine, ADA.phone, "Please call me back.", 90_000, read=True)
    leave(machine, STRANGER, "The keys are under the mat.")
    machine.execute("open_app", {"name": "Phone"})
    return machine


def tiles(machine: Phone) -> list[tuple[str, str]]:
    return [(one.text, one.description) for one in nodes(machine, rid="voicemail", role="list_item")]


def open_tab(machine: Phone) -> None:
    tap(machine, "Voicemail", role="tab")


def test_the_tab_is_there_only_where_there_are_some(dial: Phone) -> None:
    plain = phone()
    before = plain.fingerprint()
    plain.execute("open_app", {"name": "Phone"})
    assert len(nodes(plain, role="tab")) == 4 and VOICEMAILS.name not in plain.slices
    assert before != plain.fingerprint() and len(nodes(dial, role="tab")) == 5


def test_the_list_tells_who_when_how_long_and_what_is_new(dial: Phone) -> None:
    open_tab(dial)
    (newest, about), (oldest, then) = tiles(dial)
    assert (newest, oldest) == (STRANGER, "Ada Holm")
    assert about.startswith("New · ") and about.endswith(" · 00:14") and not then.startswith("New")
    assert not nodes(dial, "The keys are under the mat.")


def test_an_old_one_leaves_the_notification_of_a_new_one(dial: Phone) -> None:
    voicemail.announce(dial, STRANGER)
    open_tab(dial)
    tap(dial, "Ada Holm", role="list_item")
    tap(dial, "Play")
    assert dial.get(NOTIFICATIONS) and not dial.get(VOICEMAILS)[1].read


def test_playing_takes_its_time_and_is_noted(dial: Phone) -> None:
    voicemail.announce(dial, STRANGER)
    open_tab(dial)
    tap(dial, STRANGER, role="list_item")
    assert node(dial, "The keys are under the mat.", rid="transcription_text") and node(dial, "Transcript")
    assert not dial.get(VOICEMAILS)[1].read and dial.get(NOTIFICATIONS)
    tap(dial, "Play")
    assert dial.get(VOICEMAILS)[1].read and not dial.get(NOTIFICATIONS)
    dial.advance(5)
    assert node(dial, "00:05") and node(dial, "Pause")
    tap(dial, "Pause")
    dial.advance(50)
    assert node(dial, "00:05")
    tap(dial, "Play")
    dial.advance(30)
    assert node(dial, "Play") and len(nodes(dial, "00:14")) == 2
    tap(dial, "Play")
    dial.advance(2)
    assert node(dial, "00:02")
    press(dial, "back")
    assert not any(about.startswith("New") for _, about in tiles(dial))


def test_a_place_in_it_is_sought(dial: Phone) -> None:
    open_tab(dial)
    tap(dial, "Ada Holm", role="list_item")
    assert node(dial, ADA.phone)
    left, top, right, bottom = node(dial, description="Playback position").bounds
    dial.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    assert node(dial, "00:07") and node(dial, "Play")


def test_deleting_asks_first(dial: Phone) -> None:
    open_tab(dial)
    tap(dial, "Ada Holm", role="list_item")
    tap(dial, "Delete")
    tap(dial, "Cancel")
    assert len(dial.get(VOICEMAILS)) == 2
    tap(dial, "Delete")
    tap(dial, "Delete", role="button")
    assert tiles(dial)[0][0] == STRANGER and [row.number for row in dial.get(VOICEMAILS)] == [STRANGER]
    tap(dial, STRANGER, role="list_item")
    dial.put(VOICEMAILS, ())
    assert node(dial, "This voicemail was deleted")
    press(dial, "back")
    assert node(dial, "No voicemails") and node(dial, "Voicemail", role="tab")
    tap(dial, "Recents", role="tab")
    assert not nodes(dial, "Voicemail", role="tab")


def test_the_caller_is_called_back(dial: Phone) -> None:
    open_tab(dial)
    tap(dial, STRANGER, role="list_item")
    tap(dial, "Call back")
    call = dial.get(CALL)
    assert call is not None and call.number == STRANGER


def test_the_notification_opens_the_list(dial: Phone) -> None:
    press(dial, "home")
    voicemail.announce(dial, ADA.phone)
    shade(dial)
    assert node(dial, "Ada Holm")
    tap(dial, "New voicemail", role="list_item")
    assert len(tiles(dial)) == 2


def test_android_has_them_too(dial: Phone) -> None:
    device = Device(dial)
    calls = len(dial.get(CALLS))
    shown = device.run(f"content query --uri {URI} --projection number:is_read:transcription").stdout.decode()
    assert f"number={STRANGER}, is_read=0, transcription=The keys are under the mat." in shown
    assert device.run("content query --uri content://call_log/calls").stdout.count(b"Row: ") == calls
    bound = "--bind number:s:5550123 --bind duration:i:9 --bind is_read:i:0 --bind transcription:s:Hello"
    device.run(f"content insert --uri {URI} {bound}")
    new = dial.get(VOICEMAILS)[-1]
    assert (new.number, new.duration, new.text, new.read) == ("5550123", 9, "Hello", False)
    assert dial.get(NOTIFICATIONS)[0].title == "New voicemail"
    device.run(f"content update --uri {URI} --where _id={new.id} --bind is_read:i:1")
    assert dial.get(VOICEMAILS)[-1] == new._replace(read=True)
    device.run(f"content delete --uri {URI} --where _id={new.id}")
    assert len(dial.get(VOICEMAILS)) == 2 and len(dial.get(CALLS)) == calls


def test_the_database_of_calls_has_them(dial: Phone) -> None:
    path = "/data/data/com.android.providers.contacts/databases/calllog.db"
    device, before = Device(dial), dial.get(VOICEMAILS)
    said = device.run(f"sqlite3 {path} 'select transcription from calls where type=4 order by _id'").stdout.decode()
    assert said.splitlines() == ["Please call me back.", "The keys are under the mat."]
    device.run(f'sqlite3 {path} "update calls set is_read=1 where type=4; delete from calls where type<>4"')
    assert dial.get(CALLS) == () and all(row.read for row in dial.get(VOICEMAILS))
    after = dial.get(VOICEMAILS)
    assert [row[:2] + row[3:5] for row in after] == [row[:2] + row[3:5] for row in before]


def test_a_call_of_the_same_number_in_the_table_is_no_problem(dial: Phone) -> None:
    first = dial.get(VOICEMAILS)[0].id
    dial.put(CALLS, (CallRow(first, "5550123", "missed", dial.now),))
    found = Device(dial).run(
        "sqlite3 /data/data/com.android.providers.contacts/databases/calllog.db 'select count(*) from calls'"
    )
    assert found.stdout == b"3\n"
