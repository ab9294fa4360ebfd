"""Events that happen to a served phone while a client looks on: each is seen through Android's own interfaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from crab_gym.backends.adb import AdbBackend
from crab_gym.backends.adb.setup import AdbSetup
from crab_gym.backends.base import DeviceError, UnsupportedQuery
from crab_sim.adbd.hosting import PhoneServer
from tests.adb import Adb

RECORDER, MICROPHONE = "com.dimowner.audiorecorder", "android.permission.RECORD_AUDIO"
NUMBER = "+1 212-555-0177"
SHARED = "/storage/emulated/0"


@pytest.fixture
def phone(server: PhoneServer) -> Iterator[AdbBackend]:
    backend = AdbBackend("android", (360, 800), serial=server.serials[0])
    backend.reset(3)
    yield backend
    backend.close()


def rows(uri: str) -> list[str]:
    return ["content", "query", "--uri", f"content://{uri}"]


def cat(path: str) -> list[str]:
    return ["sh", "-c", f"cat {SHARED}/{path} || true"]


def table(path: str, name: str) -> list[str]:
    return ["sqlite3", f"/data/data/{path}", f"select title from {name}"]


def note(setup: AdbSetup) -> None:
    row = {"_id": 999, "title": "Ferry at nine", "text": "", "color": 0, "is_pinned": 0, "is_archived": 0}
    rest = {"is_trashed": 0, "is_checklist": 0, "labels": "", "time_created": 1, "time_last_updated": 1}
    path = "/data/data/com.google.android.keep/databases/keep.db"
    setup.set_table(path, "note", [*setup.table(path, "note"), {**row, **rest}])


EVENTS: dict[str, tuple[Callable[[AdbSetup], object], list[str], str]] = {
    "a text": (lambda s: s.receive_text(NUMBER, "It's late;\nhurry"), rows("sms"), "hurry"),
    "a call": (lambda s: s.ring(NUMBER), ["dumpsys", "telephony.registry"], "mCallState=1"),
    "a missed call": (lambda s: s.add_call(NUMBER, "missed", 0.0), rows("call_log/calls"), "0177"),
    "a voice mail": (
        lambda s: s.leave_voicemail(NUMBER, "Call me at nine."),
        rows("com.android.voicemail/voicemail"), "transcription=Call me at nine.",
    ),
    "the call before a voice mail": (
        lambda s: s.leave_voicemail(NUMBER, "Call me at nine."), rows("call_log/calls"), "0177",
    ),
    "an invitation": (
        lambda s: s.add_event("Choir", s.now() + 9_000, s.now() + 12_600), rows("com.android.calendar/events"), "Choir",
    ),
    "a card": (lambda s: s.add_contact("Zora Locksmith", NUMBER), rows("com.android.contacts/data"), "Zora Locksmith"),
    "a download": (
        lambda s: s.write_file(f"{SHARED}/Download/plan.txt", "the plan\n"), cat("Download/plan.txt"), "the plan",
    ),
    "a change by somebody else": (
        lambda s: s.write_file(f"{SHARED}/shared.txt", "second edition\n"), cat("shared.txt"), "second edition",
    ),
    "no Wi-Fi": (lambda s: s.set_setting("global", "wifi_on", "0"), ["dumpsys", "wifi"], "Wi-Fi is disabled"),
    "dark": (lambda s: s.set_setting("secure", "ui_night_mode", "2"), ["cmd", "uimode", "night"], "yes"),
    "a copied text": (lambda s: s.set_clipboard("4711"), ["am", "broadcast", "-a", "clipper.get"], "4711"),
    "a to-do of the family's list": (
        lambda s: s.add_todo("Feed the cat"), table("org.tasks/databases/database", "tasks"), "Feed the cat",
    ),
    "a low battery": (lambda s: s.set_battery(14), ["dumpsys", "battery"], "level: 14"),
    "no charger": (lambda s: s.set_battery(80), ["dumpsys", "power"], "mIsPowered=false"),
    "another charger": (lambda s: s.set_battery(14, charging=True), ["dumpsys", "battery"], "AC powered: true"),
    "no microphone": (
        lambda s: s.revoke_permission(RECORDER, MICROPHONE), ["dumpsys", "package", RECORDER],
        f"{MICROPHONE}: granted=false",
    ),
    "a note from the other device": (
        note, table("com.google.android.keep/databases/keep.db", "note"), "Ferry at nine",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EVENTS)
def test_a_client_sees_the_event(phone: AdbBackend, server: PhoneServer, adb: Adb, name: str) -> None:
    does, command, seen = EVENTS[name]
    serial = server.serials[0]
    adb.run("connect", serial)
    assert seen not in adb.text("-s", serial, "shell", *[f"'{word}'" for word in command])
    does(phone.setup)
    assert seen in adb.text("-s", serial, "shell", *[f"'{word}'" for word in command])
    adb.run("disconnect", serial)


def test_who_calls_is_on_the_screen_until_they_hang_up(phone: AdbBackend) -> None:
    phone.setup.ring(NUMBER)
    texts = {element.text for element in phone.elements()}
    assert {"Incoming call", "Answer", "Decline"} <= texts
    phone.setup.hang_up("+1 999-555-0100")
    assert "Answer" in {element.text for element in phone.elements()}
    phone.setup.hang_up(NUMBER)
    assert "Answer" not in {element.text for element in phone.elements()}
    assert [(call.number, call.kind) for call in phone.state.calls()][-1] == ("+12125550177", "missed")


def test_a_text_comes_with_its_notification(phone: AdbBackend) -> None:
    phone.setup.receive_text(NUMBER, "Are you there?")
    assert any("Are you there?" in element.text for element in phone.elements())


@pytest.mark.parametrize(("answer", "kept"), [("While using the app", True), ("Only this time", False)])
def test_an_app_asks_for_what_was_taken_from_it(phone: AdbBackend, answer: str, kept: bool) -> None:
    assert MICROPHONE in phone.state.permissions(RECORDER)
    phone.execute("open_app", {"name": "Recorder"})
    phone.setup.revoke_permission(RECORDER, MICROPHONE)
    assert phone.state.foreground().app == "launcher" and MICROPHONE not in phone.state.permissions(RECORDER)
    phone.execute("open_app", {"name": "Recorder"})
    for find in (
        lambda element: element.resource_id.endswith("/btn_record"), lambda element: element.text == answer,
    ):  # fmt: skip
        left, top, right, bottom = next(element for element in phone.elements() if find(element)).bounds
        phone.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    assert (MICROPHONE in phone.state.permissions(RECORDER)) == kept
    assert any(element.resource_id.endswith("/btn_record_stop") for element in phone.elements())


def test_a_voice_mail_comes_with_its_notification(phone: AdbBackend) -> None:
    old = phone.setup.add_voicemail(NUMBER, "Hello.", 600.0)
    assert not any(element.text == "New voicemail" for element in phone.elements())
    phone.setup.leave_voicemail(NUMBER, "It's late,\nhurry; see “A: 5”.")
    assert any(element.text == "New voicemail" for element in phone.elements())
    first, second = phone.state.voicemails()
    assert (first.id, first.text, first.read, second.read) == (old, "Hello.", True, False)
    assert (second.number, second.text) == (NUMBER, "It's late,\nhurry; see “A: 5”.") and second.duration == 3
    assert second.date - first.date == pytest.approx(600, abs=2)
    assert [row["text"] for row in phone.state.facts()["voicemail"].rows.values()] == [first.text, second.text]


def test_only_root_reads_voice_mails(phone: AdbBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(uri: str, *columns: str) -> list[tuple[str, ...]]:
        raise DeviceError("android", f"content query {uri} failed: java.lang.SecurityException: Permission Denial")

    monkeypatch.setattr(phone.state, "query", refused)
    with pytest.raises(UnsupportedQuery, match="to root only"):
        phone.state.voicemails()


def test_a_low_battery_comes_with_its_warning(phone: AdbBackend) -> None:
    phone.setup.set_battery(15)
    texts = {element.text for element in phone.elements()}
    assert {"Battery may run out soon", "15% remaining", "Turn on Battery Saver"} <= texts
    phone.setup.set_battery(15, charging=True)
    assert "15% remaining" not in {element.text for element in phone.elements()}
    with pytest.raises(ValueError, match="expected 0 to 100"):
        phone.setup.set_battery(101)


def test_no_phone_in_the_hand_can_be_called(phone: AdbBackend) -> None:
    setup = AdbSetup(phone.setup.ask, lambda: "R5CT1234567")
    for call in (lambda: setup.ring(NUMBER), lambda: setup.receive_text(NUMBER, "Hi"), lambda: setup.hang_up(NUMBER)):
        with pytest.raises(UnsupportedQuery, match="only an emulator has a console"):
            call()
