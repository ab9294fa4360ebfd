"""The screen goes off and on: what clients read of it, and what a touch does meanwhile."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.android.uiautomator.calls import METHODS
from crab_sim.phone.apps.clock.data import ALARMS, AlarmRow
from crab_sim.phone.apps.phone.data import end_call, ring
from tests.simulator.phone import _drive as drive

SAID = {
    "dumpsys power": ("mWakefulness=Awake", "mHoldingDisplaySuspendBlocker=true", "Display Power: state=ON"),
    "dumpsys window policy": (
        "mAwake=true", "mScreenOnEarly=true mScreenOnFully=true", "screenState=SCREEN_STATE_ON",
        "interactiveState=INTERACTIVE_STATE_AWAKE",
    ),
    "dumpsys window": ("mCurrentFocus=Window{", "mScreenOnFully=true"),
    "dumpsys display": ("mState=ON", "mGlobalDisplayState=ON", "state ON"),
    "dumpsys deviceidle": ("mScreenOn=true",),
    "dumpsys activity activities": ("mResumedActivity: ActivityRecord", "mSleeping=false", "state=RESUMED"),
    "am stack list": ("visible=true",),
}  # fmt: skip
"""What reports of a screen that is on say, and those of one that is off don't."""
OFF = {
    "dumpsys power": ("mWakefulness=Asleep", "mHoldingDisplaySuspendBlocker=false", "Display Power: state=OFF"),
    "dumpsys window policy": ("mScreenOnFully=false", "SCREEN_STATE_OFF", "INTERACTIVE_STATE_SLEEP"),
    "dumpsys window": ("mCurrentFocus=null",),
    "dumpsys display": ("mState=OFF", "state OFF"),
    "dumpsys deviceidle": ("mScreenOn=false",),
    "dumpsys activity activities": ("mResumedActivity: null", "mSleeping=true"),
}
INPUT = (
    "tap 180 300", "swipe 180 700 180 200", "swipe 180 2 180 600 200", "text abc", "keyevent HOME", "keyevent BACK",
    "keyevent ENTER", "keyevent CONTACTS", "keyevent BRIGHTNESS_UP", "keyevent VOLUME_UP", "keyevent NOTIFICATION",
    "draganddrop 100 300 200 500", "keycombination CTRL_LEFT A",
)  # fmt: skip


@pytest.fixture
def device() -> Device:
    device = Device(Phone())
    device.run("am start -a android.intent.action.SENDTO -d sms:5550142 --es sms_body hello")
    return device


def said(device: Device, line: str) -> str:
    return device.run(line).stdout.decode()


def is_on(device: Device) -> bool:
    for line, words in SAID.items():
        shown = said(device, line)
        assert {word in shown for word in words} == {"mWakefulness=Awake" in said(device, "dumpsys power")}, line
    return "mWakefulness=Awake" in said(device, "dumpsys power")


def test_keys_switch_it(device: Device) -> None:
    for key, on in (
        ("POWER", False), ("POWER", True), ("WAKEUP", True), ("26", False), ("WAKEUP", True), ("SLEEP", False),
        ("SLEEP", False), ("224", True), ("223", False),
    ):  # fmt: skip
        device.run(f"input keyevent {key}")
        assert is_on(device) is on
    for line, words in OFF.items():
        assert all(word in said(device, line) for word in words), line


def test_a_screen_that_is_off_is_black_and_shows_no_nodes(device: Device) -> None:
    before = device.screenshot().copy()
    device.run("input keyevent POWER")
    assert device.screenshot().max() == 0 and device.elements() == []
    dump = device.run("uiautomator dump /sdcard/dump.xml")
    assert b"null root node" in dump.stderr and dump.stdout == b"" and said(device, "ls /sdcard/dump.xml") == ""
    device.run("input keyevent POWER")
    assert (device.screenshot() == before).all()


@pytest.mark.parametrize("gesture", INPUT)
def test_what_is_put_in_while_it_is_off_is_lost(device: Device, gesture: str) -> None:
    before = device.phone.fingerprint()
    device.run("input keyevent SLEEP")
    off = device.phone.fingerprint()
    assert device.run(f"input {gesture}").status == 0
    assert device.phone.fingerprint() == off != before
    device.run("input keyevent WAKEUP")
    assert device.phone.fingerprint() == before


def test_an_app_that_is_started_meanwhile_is_shown_once_it_is_on(device: Device) -> None:
    device.run("input keyevent POWER; am start -W -n com.android.settings/.Settings")
    assert not is_on(device) and device.screenshot().max() == 0
    device.run("input keyevent POWER")
    assert device.component == "com.android.settings/.Settings" and drive.node(device.phone, "Settings")


def test_calls_alarms_and_a_restart_turn_it_on(device: Device) -> None:
    device.run("input keyevent POWER")
    ring(device.phone, "5550199")
    assert is_on(device)
    end_call(device.phone)
    device.phone.put(ALARMS, (AlarmRow(1, int(device.phone.now // 3600 + 1) % 24, 0),))
    device.run("input keyevent POWER; cmd crab_gym advance 3600")
    assert is_on(device) and device.component.startswith("com.google.android.deskclock/")
    device.run("input keyevent POWER")
    device.reboot()
    assert is_on(device)


def test_uiautomators_server_switches_it_too(device: Device) -> None:
    assert METHODS["deviceInfo"](device)["screenOn"] is METHODS["isScreenOn"](device) is True  # type: ignore[index]
    METHODS["sleep"](device)
    assert METHODS["deviceInfo"](device)["screenOn"] is METHODS["isScreenOn"](device) is False  # type: ignore[index]
    assert not is_on(device)
    METHODS["openQuickSettings"](device)
    METHODS["wakeUp"](device)
    assert is_on(device) and device.component.startswith("com.google.android.apps.messaging/")
