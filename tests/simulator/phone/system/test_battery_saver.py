"""The battery: its charge on all screens and over ADB, the warning, and what turns Battery Saver on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crab_sim.phone import Phone, battery, power
from crab_sim.phone.android import Device
from crab_sim.phone.system import battery_saver
from crab_sim.phone.system.heads_up import HEADS_UP
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS, put
from tests.simulator.phone._drive import node, nodes, phone, press, setting, shade, tap

WARNING = "Battery may run out soon"


def low(app: str = "", level: int = 14) -> Phone:
    machine = phone(3, app)
    battery_saver.unplug(machine)
    battery_saver.change(machine, {"level": str(level)})
    return machine


def warned(machine: Phone) -> bool:
    return WARNING in [row.title for row in machine.get(NOTIFICATIONS)]


def by_button(machine: Phone) -> None:
    tap(machine, "Turn on Battery Saver", role="button")


def by_tile(machine: Phone) -> None:
    shade(machine)
    shade(machine)
    tap(machine, "Battery Saver", role="switch")


def by_notification(machine: Phone) -> None:
    shade(machine)
    tap(machine, WARNING, role="list_item")
    assert node(machine, "14%") and node(machine, "About 5 hours, 38 minutes left")
    tap(machine, "Battery Saver", role="switch")


@pytest.mark.parametrize("way", [by_button, by_tile, by_notification])
@pytest.mark.parametrize("app", ["", "Contacts", "Settings"])
def test_the_warning_pops_up_and_goes_once_the_saver_is_on(app: str, way: Callable[[Phone], None]) -> None:
    machine = low(app)
    assert node(machine, WARNING, role="list_item") and node(machine, "14% remaining")
    assert node(machine, description="Battery 14 percent")
    way(machine)
    assert setting(machine, "global", "low_power") == "1" and not warned(machine)
    press(machine, "home")
    assert node(machine, description="Battery 14 percent, Battery Saver on") and not nodes(machine, WARNING)


def test_the_warning_comes_once_and_goes_with_the_charger() -> None:
    machine = low()
    battery_saver.change(machine, {"level": "9"})
    assert [row.title for row in machine.get(NOTIFICATIONS)] == [WARNING]
    battery_saver.change(machine, {"AC powered": "true"})
    assert not warned(machine)
    battery_saver.unplug(machine)
    assert warned(machine)
    battery_saver.change(machine, {"level": "16"})
    assert not warned(machine)


@pytest.mark.parametrize(("level", "charging", "saver"), [(16, False, "0"), (3, True, "0"), (3, False, "1")])
def test_nothing_is_to_be_warned_of(level: int, charging: bool, saver: str) -> None:
    machine = phone(3)
    machine.put(SETTINGS, put(machine.get(SETTINGS), "global", "low_power", saver))
    if not charging:
        battery_saver.unplug(machine)
    battery_saver.change(machine, {"level": str(level)})
    assert not warned(machine) and HEADS_UP.name not in machine.slices


def test_a_phone_whose_battery_is_reset_is_as_it_was() -> None:
    machine = phone(3)
    before = machine.fingerprint()
    battery_saver.unplug(machine)
    battery_saver.change(machine, {"level": "60"})
    machine.scene  # noqa: B018 - a screen is looked at, as environments do
    assert machine.fingerprint() != before
    battery_saver.reset(machine)
    machine.put(NOTIFICATIONS, ())
    assert node(machine, description="Battery") and battery.level(machine) == 82
    assert battery.BATTERY.name not in machine.slices


def test_a_fork_and_a_snapshot_have_its_charge() -> None:
    machine = low("Settings")
    kept, twin = machine.snapshot(), machine.fork()
    assert twin.fingerprint() == machine.fingerprint() and battery.level(twin) == 14
    by_button(machine)
    battery_saver.reset(machine)
    machine.restore(kept)
    assert machine.fingerprint() == twin.fingerprint() and warned(machine)


def test_without_a_charger_the_screen_goes_off() -> None:
    machine = low()
    machine.put(SETTINGS, put(machine.get(SETTINGS), "system", "screen_off_timeout", "30000"))
    machine.advance(29)
    assert power.is_on(machine)
    machine.advance(40)
    assert not power.is_on(machine)
    machine.execute("tap", {"x": 180, "y": 400})
    battery_saver.change(machine, {"AC powered": "true"})
    machine.advance(900)
    assert power.is_on(machine)


@pytest.mark.parametrize("text", ["-5", "--5", "99999999999999999999", "0"])
def test_any_level_can_be_shown(text: str) -> None:
    device = Device(phone(3))
    device.run(f"dumpsys battery unplug; dumpsys battery set level {text}")
    shown = battery.level(device.phone)
    assert 0 <= shown <= 100 and node(device.phone, description=f"Battery {shown} percent")
    device.phone.execute("open_app", {"name": "Settings"})
    assert node(device.phone, "Battery", f"{shown}% - Battery Saver", role="list_item")


def test_android_tells_the_same() -> None:
    device = Device(low())
    said = device.run("dumpsys battery; dumpsys power").stdout.decode()
    assert "  level: 14\n" in said and "USB powered: false" in said and "  mPlugType=0\n" in said
    assert "mIsPowered=false" in said and "mBatteryLevel=14" in said
    device.run("dumpsys battery reset")
    assert "  mPlugType=2\n" in device.run("dumpsys power").stdout.decode() and not warned(device.phone)
    device.run("dumpsys battery set ac 1; dumpsys battery set usb 0")
    assert "  mPlugType=1\n" in device.run("dumpsys power").stdout.decode()
