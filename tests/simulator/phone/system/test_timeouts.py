"""What ends by itself: the screen's being on, Do Not Disturb, a notification that has popped up."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone, power
from crab_sim.phone.android import Device
from crab_sim.phone.apps.messages import data as messages
from crab_sim.phone.apps.phone.data import ring
from crab_sim.phone.system import notifications
from crab_sim.phone.system.heads_up import HEADS_UP
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS, put
from tests.simulator.phone._drive import center, node, nodes, phone, press, setting, shade, tap

CARD = "expandableNotificationRow"


def sleepy(timeout: str = "15000", app: str = "Calculator") -> Phone:
    """Returns a phone that doesn't stay awake."""
    machine = phone(0, app)
    Device(machine).run(f"svc power stayon false; settings put system screen_off_timeout {timeout}")
    machine.advance(1.0)
    return machine


def text(machine: Phone, body: str = "Are you there?") -> None:
    messages.receive(machine, "5550147", body)
    machine.advance(1.0)


# The screen


def test_a_phone_on_its_charger_stays_awake() -> None:
    machine = phone(0, "Calculator")
    machine.advance(4 * 3600.0)
    assert power.is_on(machine)


@pytest.mark.parametrize("timeout", ["15000", "60000"])
def test_the_screen_goes_off_after_its_timeout(timeout: str) -> None:
    machine = sleepy(timeout)
    seconds = int(timeout) / 1000
    machine.advance(seconds - 2)
    assert power.is_on(machine)
    machine.advance(3.0)
    assert not power.is_on(machine) and not machine.scene.nodes


def test_touches_and_keys_keep_it_on() -> None:
    machine = sleepy()
    for action in range(6):
        machine.advance(10.0)
        if action % 2:
            tap(machine, "7", role="button")
        else:
            press(machine, "home")
            machine.execute("open_app", {"name": "Calculator"})
    assert power.is_on(machine)


@pytest.mark.parametrize("wake", ["tap", "swipe", "power"])
def test_a_touch_wakes_it_and_does_nothing_else(wake: str) -> None:
    machine = sleepy()
    tap(machine, "7", role="button")
    words, seven = [n.text for n in machine.scene.nodes], center(node(machine, "7", role="button"))
    machine.advance(20.0)
    actions = {
        "tap": ("tap", seven),
        "swipe": ("swipe", {**seven, "direction": "up", "distance": "long"}),
        "power": ("press", {"key": "power"}),
    }
    machine.execute(*actions[wake])
    assert power.is_on(machine)
    assert [n.text for n in machine.scene.nodes] == words
    machine.advance(10.0)
    assert power.is_on(machine)
    machine.advance(10.0)
    assert not power.is_on(machine)


def test_a_touch_does_not_wake_a_phone_that_was_put_to_sleep() -> None:
    machine = sleepy()
    press(machine, "power")
    machine.execute("tap", {"x": 180, "y": 400})
    assert not power.is_on(machine)


# Do Not Disturb


@pytest.mark.parametrize(("minutes", "ends"), [("0", False), ("60", True)])
def test_do_not_disturb_ends_after_its_duration(minutes: str, ends: bool) -> None:
    machine = phone()
    machine.put(SETTINGS, put(machine.get(SETTINGS), "secure", "zen_duration", minutes))
    shade(machine)
    tap(machine, "Do Not Disturb", role="switch")
    machine.advance(3500.0)
    assert setting(machine, "global", "zen_mode") == "1"
    machine.advance(200.0)
    assert setting(machine, "global", "zen_mode") == ("0" if ends else "1")


def test_a_duration_is_forgotten_when_it_is_switched_off() -> None:
    machine = phone()
    machine.put(SETTINGS, put(machine.get(SETTINGS), "secure", "zen_duration", "60"))
    machine.launch("settings", ("page", "notifications"))
    for seconds in (600.0, 60.0, 3000.0):
        tap(machine, "Do Not Disturb", role="switch")
        machine.advance(seconds)
    assert setting(machine, "global", "zen_mode") == "1"  # 3060 seconds after it was switched on again
    machine.advance(700.0)
    assert setting(machine, "global", "zen_mode") == "0"


def test_a_call_lights_the_screen_unless_it_is_on() -> None:
    for mode, lit in (("0", True), ("1", False)):
        machine = phone()
        machine.put(SETTINGS, put(machine.get(SETTINGS), "global", "zen_mode", mode))
        press(machine, "power")
        ring(machine, "5550147")
        assert power.is_on(machine) is lit


# Notifications that pop up


def test_a_message_pops_up_for_some_seconds() -> None:
    machine = phone(0, "Calculator")
    text(machine)
    assert node(machine, "5550147", rid=CARD)
    machine.advance(5.0)
    assert not nodes(machine, rid=CARD) and HEADS_UP.name not in machine.slices
    assert [row.text for row in machine.get(NOTIFICATIONS)] == ["Are you there?"]


def test_a_tap_opens_it() -> None:
    machine = phone(0, "Calculator")
    text(machine)
    tap(machine, "5550147", rid=CARD)
    assert node(machine, rid="conversation_title").text == "5550147"
    assert not nodes(machine, rid=CARD) and not machine.get(NOTIFICATIONS)


def test_a_swipe_dismisses_it() -> None:
    machine = phone(0, "Calculator")
    text(machine)
    machine.execute("swipe", {"x": 180, "y": 70, "direction": "right", "distance": "medium"})
    assert not nodes(machine, rid=CARD) and not machine.get(NOTIFICATIONS)


@pytest.mark.parametrize(
    ("namespace", "key", "value"),
    [("global", "zen_mode", "1"), ("global", "heads_up_notifications_enabled", "0")],
)
def test_settings_keep_it_away(namespace: str, key: str, value: str) -> None:
    machine = phone(0, "Calculator")
    machine.put(SETTINGS, put(machine.get(SETTINGS), namespace, key, value))
    text(machine)
    assert not nodes(machine, rid=CARD) and machine.get(NOTIFICATIONS)


def test_it_stays_away_from_its_own_app_the_shade_and_a_dark_screen() -> None:
    own = phone(0, "Messages")
    text(own)
    opened = phone(0, "Calculator")
    shade(opened)
    text(opened)
    press(opened, "back")
    dark = phone(0, "Calculator")
    press(dark, "power")
    text(dark)
    press(dark, "power")
    for machine in (own, opened, dark):
        assert not nodes(machine, rid=CARD) and machine.get(NOTIFICATIONS)


def test_what_is_not_urgent_stays_in_the_shade() -> None:
    machine = phone(0, "Calculator")
    notifications.post(machine, "browser", "Download complete", "plan.pdf", ("downloads",))
    assert not nodes(machine, rid=CARD)


def test_the_shade_takes_it_in() -> None:
    machine = phone(0, "Calculator")
    text(machine)
    shade(machine)
    press(machine, "back")
    assert not nodes(machine, rid=CARD)
