"""Videos: the grid, the player as time passes, its playlist, speeds, and pictures of videos."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.desktop import Desktop
from crab_sim.devices import media
from crab_sim.machine.slices import FILES, WINDOWS
from tests.simulator.desktop._drive import HOME, click, desktop, front_app, node, nodes, press, start, title, write


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files
    for name, cover, seconds in (("cake", "cake", 60.0), ("sea", "waves", 90.0), ("walk", "meadow", 30.0)):
        data = media.movie("mp42", seconds, machine.now, media.bundled_photo(cover))
        files = files.write(f"{HOME}/Videos/{name}.mp4", data, machine.now)
    machine.put(FILES, files)
    start(machine, "Videos")
    return machine


def times(machine: Desktop) -> list[str]:
    return [n.text for n in nodes(machine, role="text") if n.text[2:3] == ":"]


def test_videos_are_listed_and_searched(machine: Desktop) -> None:
    assert [n.text for n in nodes(machine, role="icon") if n.app == "videos"] == ["cake", "sea", "walk"]
    write(machine, "wa")
    assert [n.text for n in nodes(machine, role="icon") if n.app == "videos"] == ["walk"]
    press(machine, "escape")
    click(machine, "sea", role="icon")
    assert title(machine) == "sea"
    click(machine, description="Back to the videos")
    assert title(machine) == "Videos"


def test_time_passes_and_stops_at_the_end(machine: Desktop) -> None:
    click(machine, "cake", role="icon")
    machine.advance(25)
    assert times(machine) == ["00:25", "01:00"]
    press(machine, "space")
    machine.advance(100)
    assert times(machine) == ["00:25", "01:00"]
    click(machine, description="Play")
    machine.advance(100)
    assert times(machine) == ["01:00", "01:00"]
    click(machine, description="Play")
    machine.advance(2)
    assert times(machine) == ["00:02", "01:00"]


def test_seeking_and_speed(machine: Desktop) -> None:
    click(machine, "sea", role="icon")
    press(machine, "right")
    assert times(machine)[0] == "01:00"
    press(machine, "left", "p")
    assert times(machine)[0] == "00:45"
    left, top, right, bottom = node(machine, description="Playback position").bounds
    machine.execute("click", {"x": left + (right - left) // 3, "y": (top + bottom) // 2})
    assert times(machine)[0] in ("00:29", "00:30")
    click(machine, description="Speed")
    click(machine, "2×", role="menu_item")
    press(machine, "home", "p")
    begin = int(times(machine)[0][3:])
    machine.advance(10)
    assert times(machine)[0] == f"00:{begin + 20}"
    press(machine, "[")
    assert node(machine, description="Speed").text == "1.75×"
    assert times(machine)[0] == f"00:{begin + 20}"


def test_the_playlist_plays_one_after_the_other(machine: Desktop) -> None:
    click(machine, "cake", role="icon")
    click(machine, description="Menu")
    click(machine, "Add to Playlist…", role="menu_item")
    write(machine, "walk.mp4\n")
    machine.advance(65)
    assert title(machine) == "walk"
    assert times(machine) == ["00:05", "00:30"]
    click(machine, description="Repeat")
    machine.advance(30)
    assert title(machine) == "cake"
    click(machine, "walk", role="list_item")
    click(machine, description="Move Up")
    rows = [n.text for n in nodes(machine, role="list_item") if n.app == "videos"]
    assert rows == ["walk", "cake"]
    assert title(machine) == "cake", "the video that plays goes on"
    click(machine, "cake", role="list_item")
    click(machine, description="Remove")
    assert title(machine) == "walk"


def test_a_picture_of_the_video_is_saved(machine: Desktop) -> None:
    click(machine, "sea", role="icon")
    press(machine, "ctrl+alt+s", "ctrl+alt+s")
    for name in ("Screenshot from sea.png", "Screenshot from sea - 1.png"):
        with Image.open(io.BytesIO(machine.files.read(f"{HOME}/Pictures/{name}"))) as image:
            assert image.format == "PNG"
            with Image.open(io.BytesIO(media.bundled_photo("waves"))) as cover:
                assert image.size == cover.size


def test_files_open_in_it_and_others_are_refused(machine: Desktop) -> None:
    press(machine, "ctrl+w")
    start(machine, "Terminal")
    write(machine, "xdg-open Videos/walk.mp4\n")
    assert front_app(machine) == "videos" and title(machine) == "walk"
    press(machine, "ctrl+o")
    write(machine, f"{HOME}/Documents/expenses.csv\n")
    assert nodes(machine, "Videos is unable to play the file")
    press(machine, "space", "right", "n", "b", "ctrl+alt+s", "ctrl+p")
    press(machine, "enter", "enter")
    click(machine, description="Back to the videos")
    machine.execute("hotkey", {"keys": ["ctrl", "q"]})
    assert [window.app for window in machine.get(WINDOWS)] == ["terminal"]


def test_properties_and_full_screen(machine: Desktop) -> None:
    click(machine, "walk", role="icon")
    press(machine, "ctrl+p")
    assert nodes(machine, "00:30", role="text") and nodes(machine, "~/Videos")
    press(machine, "escape", "f11")
    assert machine.get(WINDOWS)[0].maximized
    press(machine, "escape")
    assert not machine.get(WINDOWS)[0].maximized
