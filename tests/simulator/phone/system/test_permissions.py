from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from crab_sim.devices.apps import app_of
from crab_sim.machine.app import AppSpec, Context
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.recorder.data import RECORDER as RECORDER_STATE
from crab_sim.phone.system import permissions
from crab_sim.phone.system.launcher import SHELL
from crab_sim.phone.system.settings_store import SETTINGS, put
from tests.simulator.phone._drive import node, nodes, phone, press, tap


class _Asking(Phone):
    """A phone whose apps ask for permissions, and which records the messages of one app."""

    messages: ClassVar[list[tuple[Any, ...]]] = []
    apps: ClassVar[Mapping[str, AppSpec]] = {
        **Phone.apps,
        "contacts": Phone.apps["contacts"]._replace(update=lambda context, message: _Asking.messages.append(message)),
    }

    def __init__(self) -> None:
        self.messages.clear()
        super().__init__(permission_dialogs=True)
        self.launch("contacts")

    def ask(self, name: str) -> bool:
        return permissions.ask(Context(self, "contacts"), name, ("shutter", 7))


def test_without_dialogs_everything_is_allowed() -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    assert permissions.ask(Context(machine, "contacts"), "camera", ("shutter",))
    assert machine.fingerprint() == before


@pytest.mark.parametrize(
    ("rid", "allowed"),
    [
        ("permission_allow_foreground_only_button", True),
        ("permission_allow_one_time_button", True),
        ("permission_deny_button", False),
    ],
)
def test_a_dialog_asks(rid: str, allowed: bool) -> None:
    machine = _Asking()
    assert not machine.ask("camera")
    assert node(machine, "Allow Contacts to take pictures and record video?", role="dialog")
    tap(machine, rid=rid)
    assert machine.messages == ([("shutter", 7)] if allowed else [])
    assert permissions.granted(machine, "com.android.contacts", "android.permission.CAMERA") == allowed
    assert machine.ask("camera") == allowed
    machine.shell_key("back")
    machine.close_window("contacts")
    kept = rid == "permission_allow_foreground_only_button"
    assert permissions.granted(machine, "com.android.contacts", "android.permission.CAMERA") == kept


def test_some_permissions_are_simply_allowed() -> None:
    machine = _Asking()
    assert not machine.ask("photos")
    machine.execute("tap", {"x": 180, "y": 60})
    press(machine, "back")
    assert machine.messages == [] and not nodes(machine, role="dialog")
    assert not machine.ask("photos")
    tap(machine, "Allow")
    assert machine.messages == [("shutter", 7)]


RECORDER, MICROPHONE = "com.dimowner.audiorecorder", "android.permission.RECORD_AUDIO"


def said(device: Device, package: str, permission: str) -> str:
    lines = device.run(f"dumpsys package {package}").stdout.decode().splitlines()
    return next(line.strip() for line in lines if f" {permission}: granted=" in line)


@pytest.mark.parametrize(
    ("answer", "granted", "flags"),
    [("While using the app", "true", ""), ("Only this time", "true", "ONE_TIME"), ("Don’t allow", "false", "")],
)
def test_what_was_taken_back_is_asked_for_on_any_phone(answer: str, granted: str, flags: str) -> None:
    device = Device(phone(0, "Recorder"))
    machine = device.phone
    tap(machine, rid="btn_record")
    assert machine.get(RECORDER_STATE).recording is not None, "it needn't ask"
    tap(machine, rid="btn_record_delete")
    tap(machine, "Discard", role="button")
    assert "granted=true" in said(device, RECORDER, MICROPHONE)
    device.run(f"pm revoke {RECORDER} {MICROPHONE}")
    assert machine.get(SHELL).screen == "home" and "granted=false" in said(device, RECORDER, MICROPHONE)
    machine.execute("open_app", {"name": "Recorder"})
    tap(machine, rid="btn_record")
    assert node(machine, "Allow Recorder to record audio?", role="dialog")
    twin, kept = machine.fork(), machine.snapshot()
    assert twin.fingerprint() == machine.fingerprint()
    tap(machine, answer, role="button")
    line = said(device, RECORDER, MICROPHONE)
    assert f"granted={granted}" in line and flags in line and ("ONE_TIME" in line) == bool(flags)
    assert (machine.get(RECORDER_STATE).recording is not None) == (granted == "true")
    machine.close_window("recorder")
    assert f"granted={str(answer.startswith('While')).lower()}" in said(device, RECORDER, MICROPHONE)
    machine.restore(kept)
    assert node(machine, "Allow Recorder to record audio?", role="dialog")


def test_settings_tell_and_change_the_same() -> None:
    machine = phone(0, "Settings")
    machine.launch("settings", ("app", "recorder"))
    tap(machine, "Permissions", role="list_item")
    assert node(machine, "Microphone", "Allowed", role="switch")
    tap(machine, "Microphone", role="switch")
    assert node(machine, "Microphone", "Not allowed", role="switch")
    assert not permissions.granted(machine, RECORDER, MICROPHONE)
    tap(machine, "Microphone", role="switch")
    assert permissions.granted(machine, RECORDER, MICROPHONE)


def test_maps_asks_where_the_phone_is() -> None:
    machine = phone(0)
    machine.put(SETTINGS, put(machine.get(SETTINGS), "secure", "location_mode", "3"))
    permissions.revoke(machine, app_of("android", "maps").package, "android.permission.ACCESS_FINE_LOCATION")
    machine.execute("open_app", {"name": "Maps"})
    before = machine.front
    tap(machine, description="My location")
    assert node(machine, "Allow Maps to access this device’s location?", role="dialog")
    tap(machine, "While using the app")
    assert machine.front != before and not nodes(machine, role="dialog")


def test_grants_are_given_and_taken_back() -> None:
    machine = phone(0)
    for name in ("android.permission.CAMERA", "android.permission.RECORD_AUDIO"):
        permissions.grant(machine, "org.example", name)
        permissions.grant(machine, "org.example", name)
    assert permissions.of(machine, "org.example") == ("android.permission.CAMERA", "android.permission.RECORD_AUDIO")
    permissions.revoke(machine, "org.example", "android.permission.CAMERA")
    permissions.revoke(machine, "org.example", "android.permission.NONE")
    assert permissions.of(machine, "org.example") == ("android.permission.RECORD_AUDIO",)
