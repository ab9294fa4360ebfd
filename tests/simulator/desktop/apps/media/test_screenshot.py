"""Pictures of the screen: the Print key's panel, the Screenshot app, and the command."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from crab_sim.desktop import Desktop
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    start,
    title,
    write,
)

FOLDER = f"{HOME}/Pictures/Screenshots"
NAME = "Screenshot from 2026-10-12 08-00-00"


def pixels(machine: Desktop, path: str) -> Any:
    with Image.open(io.BytesIO(machine.files.read(path))) as image:
        assert image.format == "PNG"
        return np.asarray(image.convert("RGB"))


def screen(machine: Desktop) -> Any:
    return draw(machine.scene.ops, machine.width, machine.height)


@pytest.mark.parametrize("key", ["printscreen", "print", "prtsc"])
def test_print_opens_the_panel(key: str) -> None:
    machine = desktop("Files")
    before = screen(machine)
    press(machine, key)
    write(machine, "c")
    click(machine, description="Capture")
    assert machine.files.list(FOLDER) == (f"{NAME}.png",)
    assert (pixels(machine, f"{FOLDER}/{NAME}.png") == before).all()
    assert front_app(machine) == "files"
    press(machine, key, "escape")
    assert (screen(machine)[:, :1280] == before).mean() > 0.9
    assert len(machine.files.list(FOLDER)) == 1


def test_an_area_is_dragged_and_taken() -> None:
    machine = desktop("Files")
    before = screen(machine)
    press(machine, "printscreen")
    machine.execute("drag", {"x1": 100, "y1": 60, "x2": 420, "y2": 310})
    left, top, right, bottom = node(machine, description="Selected area").bounds
    assert (left, top, right, bottom) == (100, 60, 420, 310)
    machine.execute("drag", {"x1": 420, "y1": 310, "x2": 300, "y2": 200})
    press(machine, "enter")
    assert (pixels(machine, f"{FOLDER}/{NAME}.png") == before[60:200, 100:300]).all()


def test_a_window_below_others_is_taken_whole() -> None:
    machine = desktop("Calculator")
    left, top, right, bottom = machine.get(WINDOWS)[0].frame
    alone = screen(machine)[top:bottom, left:right]
    start(machine, "Files")
    press(machine, "printscreen")
    click(machine, "Window", role="radio")
    click(machine, "Calculator", role="radio")
    click(machine, description="Capture")
    assert (pixels(machine, f"{FOLDER}/{NAME}.png") == alone).all()
    assert front_app(machine) == "files"


def test_shortcuts_take_at_once_and_count() -> None:
    machine = desktop("Calculator")
    press(machine, "shift+printscreen", "alt+print")
    assert sorted(machine.files.list(FOLDER)) == [f"{NAME}-1.png", f"{NAME}.png"]
    assert pixels(machine, f"{FOLDER}/{NAME}.png").shape == (720, 1280, 3)
    assert pixels(machine, f"{FOLDER}/{NAME}-1.png").shape == (560, 400, 3)


def test_typing_does_not_reach_the_window_below() -> None:
    machine = desktop("Calculator")
    press(machine, "printscreen")
    write(machine, "12")
    press(machine, "7", "escape")
    assert node(machine, description="Entry").text == ""


def test_a_picture_is_the_same_without_screens() -> None:
    seen, unseen = desktop("Calculator"), desktop("Calculator")
    unseen.set_drawn(False)
    for machine in (seen, unseen):
        machine.execute("hotkey", {"keys": ["shift", "printscreen"]})
    assert seen.fingerprint() == unseen.fingerprint()


def test_the_app_asks_for_name_and_folder() -> None:
    machine = desktop("Calculator")
    before = screen(machine)
    start(machine, "Screenshot")
    click(machine, "Take Screenshot")
    assert (title(machine), len(nodes(machine, "Copy to Clipboard"))) == ("Screenshot", 1)
    assert nodes(machine, description="Preview of the screenshot")
    write(machine, "sum")
    press(machine, "enter")
    taken = pixels(machine, f"{HOME}/Pictures/sum.png")
    assert (taken[:, 64:] == before[:, 64:]).all(), "the dock shows one more app, the windows are the same"
    assert front_app(machine) == "calculator"


def test_a_delay_lets_other_windows_come() -> None:
    machine = desktop("Screenshot")
    click(machine, "Window", role="radio")
    click(machine, description="Delay in Seconds")
    press(machine, "ctrl+a")
    write(machine, "3")
    click(machine, "Take Screenshot")
    assert front_app(machine) == ""
    start(machine, "Calculator")
    machine.advance(2)
    assert front_app(machine) == "calculator"
    machine.advance(1.5)
    assert (title(machine), len(nodes(machine, "Copy to Clipboard"))) == ("Screenshot", 1)
    press(machine, "ctrl+s")
    (name,) = [name for name in machine.files.list(f"{HOME}/Pictures") if name.startswith("Screenshot from")]
    assert name == "Screenshot from 2026-10-12 08-00-03.png"
    assert pixels(machine, f"{HOME}/Pictures/{name}").shape == (560, 400, 3)


def test_the_app_selects_an_area_and_can_be_cancelled() -> None:
    machine = desktop("Screenshot")
    click(machine, "Selection", role="radio")
    click(machine, "Take Screenshot")
    press(machine, "escape")
    assert title(machine) == "Screenshot"
    click(machine, "Take Screenshot")
    machine.execute("drag", {"x1": 200, "y1": 100, "x2": 260, "y2": 140})
    assert (title(machine), len(nodes(machine, "Copy to Clipboard"))) == ("Screenshot", 1)
    press(machine, "ctrl+a")
    write(machine, "part\n")
    assert pixels(machine, f"{HOME}/Pictures/part.png").shape == (40, 60, 3)


def test_it_asks_before_it_replaces_a_file() -> None:
    machine = desktop("Screenshot")
    for _ in range(2):
        start(machine, "Screenshot")
        click(machine, "Take Screenshot")
        press(machine, "ctrl+a")
        write(machine, "one.png\n")
    first = machine.files.read(f"{HOME}/Pictures/one.png")
    assert nodes(machine, "Replace")
    press(machine, "escape", "ctrl+a")
    write(machine, "one.jpg\n")
    assert not machine.files.exists(f"{HOME}/Pictures/one.jpg")
    press(machine, "enter")
    click(machine, "Cancel")
    assert machine.files.read(f"{HOME}/Pictures/one.png") == first


def test_the_command_takes_pictures() -> None:
    machine = desktop("Terminal")
    write(machine, "gnome-screenshot -f /tmp/a.png\n")
    assert pixels(machine, "/tmp/a.png").shape == (720, 1280, 3)
    assert front_app(machine) == "terminal"
    write(machine, "gnome-screenshot -w --delay=2 --file b.png\n")
    machine.advance(2.5)
    left, top, right, bottom = machine.get(WINDOWS)[0].frame
    assert pixels(machine, f"{HOME}/b.png").shape == (bottom - top, right - left, 3)
    write(machine, "gnome-screenshot --delay=x; gnome-screenshot --none\n")
    text = node(machine, rid="terminal").text
    assert "Cannot parse integer value" in text and "Unknown option --none" in text
    write(machine, "gnome-screenshot -i\n")
    assert title(machine) == "Screenshot"
    assert center(node(machine, "Take Screenshot"))
