"""The Image Viewer: pictures of a folder, zooming, turning, saving, the wallpaper."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.desktop import Desktop
from crab_sim.desktop.settings_store import BACKGROUND
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    right_click,
    setting,
    title,
    write,
)

FOLDER = f"{HOME}/Shots"


def png(color: tuple[int, int, int], width: int = 60, height: int = 30) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), color).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files.mkdir(FOLDER, machine.now)
    for name, color in (("a.png", (200, 0, 0)), ("b.png", (0, 200, 0)), ("c.png", (0, 0, 200))):
        files = files.write(f"{FOLDER}/{name}", png(color), machine.now)
    machine.put(FILES, files.write(f"{FOLDER}/note.txt", b"no picture", machine.now))
    machine.launch("image_viewer", (f"{FOLDER}/b.png",))
    return machine


def size(machine: Desktop, path: str) -> tuple[int, int]:
    with Image.open(io.BytesIO(machine.files.read(path))) as image:
        return image.size


def test_the_picture_is_drawn_as_it_is(machine: Desktop) -> None:
    left, top, right, bottom = node(machine, description="b.png", role="image").bounds
    assert (right - left, bottom - top) == (60, 30)
    assert draw(machine.scene.ops, 1280, 720)[(top + bottom) // 2, (left + right) // 2].tolist() == [0, 200, 0]
    assert nodes(machine, "60 × 30 pixels", role="text") or "60 × 30 pixels" in str(machine.scene.nodes)


def test_keys_go_through_the_pictures_of_the_folder(machine: Desktop) -> None:
    for key, shown in (("right", "c.png"), ("right", "a.png"), ("left", "c.png"), ("home", "a.png"), ("end", "c.png")):
        press(machine, key)
        assert title(machine) == shown
    click(machine, description="Previous Image")
    assert title(machine) == "b.png"


def test_zoom_changes_the_size_on_the_screen(machine: Desktop) -> None:
    def width() -> int:
        left, _, right, _ = node(machine, description="b.png", role="image").bounds
        return right - left

    click(machine, description="Zoom In")
    assert width() == 75
    press(machine, "-", "-")
    assert width() == 45
    press(machine, "f")
    assert width() == 60


def test_a_turned_picture_is_saved_and_asked_about(machine: Desktop) -> None:
    click(machine, description="Rotate Right")
    assert size(machine, f"{FOLDER}/b.png") == (60, 30)
    press(machine, "ctrl+w")
    assert nodes(machine, "Close Without Saving")
    click(machine, "Save", role="button")
    assert size(machine, f"{FOLDER}/b.png") == (30, 60)
    assert machine.get(WINDOWS) == ()


def test_four_turns_are_none(machine: Desktop) -> None:
    press(machine, *["ctrl+r"] * 4)
    press(machine, "ctrl+w")
    assert machine.get(WINDOWS) == ()


def test_turns_are_undone(machine: Desktop) -> None:
    press(machine, "ctrl+r", "ctrl+shift+r", "ctrl+r", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+w")
    assert machine.get(WINDOWS) == ()


def test_save_as_writes_the_format_of_the_name(machine: Desktop) -> None:
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, "copy.jpg\n")
    assert machine.files.read(f"{FOLDER}/copy.jpg")[:2] == b"\xff\xd8"
    assert title(machine) == "copy.jpg"
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, "copy.txt\n")
    assert any("Could not save" in dialog.text for dialog in nodes(machine, role="dialog"))
    assert not machine.files.exists(f"{FOLDER}/copy.txt")


def test_the_menu_sets_the_wallpaper_and_trashes(machine: Desktop) -> None:
    click(machine, description="Menu")
    click(machine, "Set as Wallpaper")
    press(machine, "enter")
    assert setting(machine, BACKGROUND, "picture-uri") == f"file://{FOLDER}/b.png"
    assert draw(machine.scene.ops, 1280, 720)[700, 1200].tolist() == [0, 200, 0]
    press(machine, "ctrl+c", "delete")
    assert machine.get(CLIPBOARD) == f"{FOLDER}/b.png"
    assert not machine.files.exists(f"{FOLDER}/b.png")
    assert title(machine) == "c.png"


def test_open_shows_another_picture(machine: Desktop) -> None:
    press(machine, "ctrl+o")
    write(machine, f"{FOLDER}/a.png\n")
    assert title(machine) == "a.png"
    press(machine, "alt+enter")
    assert nodes(machine, "60 pixels")
    click(machine, description="Hide sidebar")
    assert not nodes(machine, "60 pixels")
    right_click(machine, description="a.png")
    click(machine, "Show Containing Folder")
    assert (front_app(machine), title(machine)) == ("files", "Shots")


def test_fullscreen_uses_the_whole_screen(machine: Desktop) -> None:
    before = machine.front
    press(machine, "f11")
    assert machine.front is not None and machine.front.maximized
    click(machine, description="Fullscreen")
    assert machine.front == before


@pytest.mark.parametrize("data", [b"", b"not a picture", png((9, 9, 9))[:40]])
def test_damaged_files_are_shown_as_broken(data: bytes) -> None:
    machine = desktop()
    machine.put(FILES, machine.files.write(f"{HOME}/x.png", data, machine.now))
    machine.launch("image_viewer", (f"{HOME}/x.png",))
    press(machine, "ctrl+r", "ctrl+s", "+", "right")
    assert draw(machine.scene.ops, 1280, 720).any()


def test_escape_leaves_the_whole_screen_and_then_the_window(machine: Desktop) -> None:
    press(machine, "f11", "escape")
    assert machine.front is not None and not machine.front.maximized
    press(machine, "ctrl+r", "escape")
    click(machine, "Close Without Saving")
    assert front_app(machine) != "image_viewer"
