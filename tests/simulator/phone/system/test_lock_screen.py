"""The lock screen: when it comes, what is on it, and what opens the phone."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.power import LOCK, LOCKED
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS, put
from tests.simulator.phone._drive import center, node, nodes, phone, press, scroll_to, swipe, tap, write


def locked(lock: str, app: str = "Calculator") -> Phone:
    machine = phone(0, app)
    machine.put(LOCK, lock)
    for _ in range(2):
        press(machine, "power")
    return machine


def shows_lock(machine: Phone) -> bool:
    return bool(nodes(machine, description="Lock screen"))


def typed(machine: Phone, pin: str) -> None:
    for digit in pin:
        tap(machine, digit, role="button")
    tap(machine, description="Enter", role="button")


def test_a_phone_without_a_lock_comes_on_as_it_was() -> None:
    machine = locked("none")
    assert not shows_lock(machine) and nodes(machine, "=", role="button")


def test_a_swipe_opens() -> None:
    machine = locked("swipe")
    assert shows_lock(machine) and nodes(machine, "Swipe up to open") and not nodes(machine, "=", role="button")
    swipe(machine, "up")
    assert shows_lock(machine)
    swipe(machine, "down")
    assert not shows_lock(machine) and nodes(machine, "=", role="button")
    again = phone(0, "Calculator")
    again.put(LOCK, "swipe")
    assert LOCKED.name not in machine.slices and machine.fingerprint() == again.fingerprint()


def test_a_pin_is_asked_for() -> None:
    machine = locked("2468")
    swipe(machine, "down")
    typed(machine, "246")
    assert nodes(machine, "Wrong PIN") and shows_lock(machine)
    typed(machine, "2469")
    assert nodes(machine, "Wrong PIN")
    tap(machine, "2", role="button")
    assert nodes(machine, "Enter your PIN") and node(machine, rid="pinEntry").text == "•"
    tap(machine, description="Delete", role="button")
    typed(machine, "2468")
    assert not shows_lock(machine) and nodes(machine, "=", role="button")


def test_keys_type_the_pin() -> None:
    machine = locked("1357")
    for key in ("enter", "1", "9", "backspace", "3", "5", "7", "enter"):
        press(machine, key)
    assert not shows_lock(machine)


@pytest.mark.parametrize("key", ["home", "back", "recents", "volumeup", "a"])
def test_other_keys_open_nothing(key: str) -> None:
    machine = locked("swipe")
    settings = machine.get(SETTINGS)
    press(machine, key)
    write(machine, "text")
    assert shows_lock(machine) and machine.get(SETTINGS) == settings
    swipe(machine, "down")
    assert nodes(machine, "=", role="button")


def test_back_leaves_the_pin() -> None:
    machine = locked("2468")
    swipe(machine, "down")
    press(machine, "back")
    assert nodes(machine, "Swipe up to open")


def test_a_notification_is_opened_once_the_phone_is() -> None:
    machine = locked("2468")
    notifications.post(machine, "messages", "Ada", "Hello", ("compose", "5550147"))
    tap(machine, "Ada", role="list_item")
    assert shows_lock(machine)
    typed(machine, "2468")
    assert node(machine, rid="conversation_title").text == "5550147"
    assert not machine.get(notifications.NOTIFICATIONS)


def test_notifications_are_left_out_where_settings_say_so() -> None:
    machine = locked("swipe")
    notifications.post(machine, "messages", "Ada", "Hello", ("compose", "5550147"))
    machine.put(SETTINGS, put(machine.get(SETTINGS), "secure", "lock_screen_show_notifications", "0"))
    assert not nodes(machine, "Ada")


def test_calls_and_alarms_are_above_it() -> None:
    machine = locked("2468")
    machine.launch("phone", ("incoming", "5550147"))
    assert nodes(machine, "Answer") and not shows_lock(machine)
    tap(machine, "Decline", role="button")
    assert shows_lock(machine)


def test_settings_set_and_remove_the_lock() -> None:
    machine = phone(0, "Settings")
    scroll_to(machine, "Security")
    tap(machine, "Security")
    tap(machine, "Screen lock")
    tap(machine, "PIN", role="radio")
    write(machine, "12")
    tap(machine, "Confirm")
    assert machine.get(LOCK) == "none"  # too short
    write(machine, "34")
    tap(machine, "Confirm")
    assert machine.get(LOCK) == "1234" and node(machine, "Screen lock").description == "PIN"
    tap(machine, "Screen lock")
    machine.execute("tap", center(node(machine, "Swipe", role="radio")))
    assert machine.get(LOCK) == "swipe"
    tap(machine, "Screen lock")
    tap(machine, "None", role="radio")
    assert machine.get(LOCK) == "none"


def test_commands_tell_of_the_lock_and_open_it() -> None:
    machine = locked("swipe")
    device = Device(machine)

    def said(command: str) -> str:
        return device.run(command).stdout.decode()

    assert "mShowingLockscreen=true" in said("dumpsys window") and "showing=true" in said("dumpsys window policy")
    assert "secure=false" in said("dumpsys window policy")
    device.run("wm dismiss-keyguard")
    assert not shows_lock(machine) and "mShowingLockscreen=false" in said("dumpsys window")


def test_a_restarted_phone_is_locked_and_a_command_opens_no_pin() -> None:
    machine = phone()
    machine.put(LOCK, "2468")
    device = Device(machine)
    device.reboot()
    device.run("wm dismiss-keyguard")
    assert nodes(machine, "Enter your PIN") and b"secure=true" in device.run("dumpsys window policy").stdout
