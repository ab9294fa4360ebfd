from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from crab_sim.machine.app import AppSpec, Context
from crab_sim.phone import Phone
from crab_sim.phone.system import permissions
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


def test_grants_are_given_and_taken_back() -> None:
    machine = phone(0)
    for name in ("android.permission.CAMERA", "android.permission.RECORD_AUDIO"):
        permissions.grant(machine, "org.example", name)
        permissions.grant(machine, "org.example", name)
    assert permissions.of(machine, "org.example") == ("android.permission.CAMERA", "android.permission.RECORD_AUDIO")
    permissions.revoke(machine, "org.example", "android.permission.CAMERA")
    permissions.revoke(machine, "org.example", "android.permission.NONE")
    assert permissions.of(machine, "org.example") == ("android.permission.RECORD_AUDIO",)
