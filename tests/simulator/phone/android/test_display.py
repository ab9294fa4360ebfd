"""Screens of other densities: the same layout with more pixels, and Android's words for it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from crab_sim.adbd.hosting import phones
from crab_sim.phone.android import Device
from crab_sim.phone.android.display import Display


@pytest.fixture
def device() -> Device:
    (made,) = phones(seed=7, screen_size=(1080, 2400), dpi=420)
    return made


def said(device: Device, line: str) -> str:
    return device.run(line).stdout.decode()


def place(device: Device, text: str) -> tuple[int, int, int, int]:
    found = re.search(rf'text="{text}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', device.hierarchy())
    assert found, text
    left, top, right, bottom = map(int, found.groups())
    return left, top, right, bottom


def test_commands_tell_pixels_and_density(device: Device) -> None:
    assert said(device, "wm size; wm density") == "Physical size: 1080x2400\nPhysical density: 420\n"
    assert "sw411dp w411dp h914dp 420dpi" in said(device, "dumpsys window")
    assert "logicalFrame=[0, 0, 1080, 2400]" in said(device, "dumpsys input")
    assert said(device, "getprop ro.sf.lcd_density") == "420\n"
    assert device.screenshot().shape == (2400, 1080, 3)
    assert (device.phone.width, device.phone.height) == (411, 914)


def test_touches_meet_what_is_shown(device: Device) -> None:
    device.run("am start -n com.android.settings/.Settings")
    left, top, right, bottom = place(device, "Display")
    assert 800 < right - left < 1000 and 50 < bottom - top < 100
    device.run(f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    assert 'text="Dark theme"' in device.hierarchy()
    device.run("input keyevent BACK")
    device.run("input swipe 540 2000 540 900")
    assert place(device, "Display")[1] < top
    device.run("input keyevent HOME; input motionevent DOWN 540 2000; input motionevent UP 540 800")
    assert 'text="Search apps"' in device.hierarchy() and 'text="Calculator"' in device.hierarchy()


def test_texts_and_icons_have_their_size(device: Device) -> None:
    (small,) = phones(seed=7, screen_size=(411, 914))
    for one in (device, small):
        one.run("am start -n com.android.settings/.Settings")
    large, plain = device.screenshot().astype(int), small.screenshot().astype(int)
    rows = np.linspace(0, 2399, 914).astype(int)
    columns = np.linspace(0, 1079, 411).astype(int)
    assert np.abs(large[rows][:, columns] - plain).mean() < 6  # but for the edges of letters, the same picture
    inked = (large.sum(axis=2) < 300).mean() / (plain.sum(axis=2) < 300).mean()
    assert 0.8 < inked < 1.4


def test_another_density_lays_the_phone_out_anew(device: Device) -> None:
    device.save("before")
    assert said(device, "wm density 560; wm density") == "Physical density: 420\nOverride density: 560\n"
    assert (device.phone.width, device.phone.height) == (309, 686)
    assert device.screenshot().shape == (2400, 1080, 3)
    device.load("before")
    assert (device.phone.width, device.display.density) == (411, 420)
    device.run("wm density 560; wm density reset; wm size 720x1280")
    assert said(device, "wm size; wm density").splitlines()[1:] == ["Override size: 720x1280", "Physical density: 420"]
    assert device.screenshot().shape == (1280, 720, 3) and (device.phone.width, device.phone.height) == (280, 488)


def test_a_density_that_leaves_no_room_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 72 to 205"):
        phones(screen_size=(360, 800), dpi=420)
    display = Display(360, 800)
    display.density = 640
    assert display.layout() == (280, 480)
    assert display.to_layout(359, 799) == (279, 479) and display.to_screen((0, 0, 280, 480)) == (0, 0, 360, 800)
    assert Display(360, 800).is_plain
