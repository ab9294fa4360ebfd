"""The Background panel of Settings: adding, choosing and removing pictures of one's own."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.desktop import Desktop
from crab_sim.desktop.settings_store import BACKGROUND
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import FILES
from crab_sim.ui.node import Node
from tests.simulator.desktop._drive import HOME, center, click, desktop, node, nodes, press, setting, write

OWN = f"{HOME}/.local/share/backgrounds"


def png(color: tuple[int, int, int]) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (64, 36), color).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    for name, color in (("red one.png", (200, 0, 0)), ("blue.png", (0, 0, 200))):
        machine.put(FILES, machine.files.write(f"{HOME}/Pictures/{name}", png(color), machine.now))
    machine.launch("settings", ("background",))
    return machine


def add(machine: Desktop, name: str) -> None:
    click(machine, "Add Picture…")
    write(machine, f"{HOME}/Pictures/{name}\n")
    machine.advance(1)


def own(machine: Desktop) -> list[Node]:
    """The user's own pictures, which have no names."""
    return sorted((each for each in nodes(machine, role="cell") if not each.text), key=lambda cell: cell.bounds)


def choose_own(machine: Desktop) -> None:
    machine.execute("click", center(own(machine)[0]))


def test_a_picture_is_copied_and_chosen(machine: Desktop) -> None:
    add(machine, "red one.png")
    (name,) = machine.files.list(OWN)
    assert name == "2026-10-12-08-00-00-red one.png"
    assert machine.files.read(f"{OWN}/{name}") == png((200, 0, 0))
    assert "red" not in setting(machine, BACKGROUND, "picture-uri")
    choose_own(machine)
    for key in ("picture-uri", "picture-uri-dark"):
        assert setting(machine, BACKGROUND, key) == f"file://{OWN}/2026-10-12-08-00-00-red%20one.png"
    assert draw(machine.scene.ops, 1280, 720)[700, 1270].tolist() == [200, 0, 0]


def test_the_newest_stands_first(machine: Desktop) -> None:
    add(machine, "red one.png")
    add(machine, "blue.png")
    assert [cell.description.rpartition("-")[2] for cell in own(machine)] == ["blue.png", "red one.png"]


def test_a_picture_is_removed(machine: Desktop) -> None:
    add(machine, "blue.png")
    choose_own(machine)
    click(machine, description="Remove Background")
    assert machine.files.list(OWN) == ()
    assert not own(machine)
    assert setting(machine, BACKGROUND, "picture-uri") == "file:///usr/share/backgrounds/default.png"
    assert setting(machine, BACKGROUND, "picture-uri-dark").endswith("default-dark.png")


def test_only_pictures_are_added(machine: Desktop) -> None:
    click(machine, "Add Picture…")
    write(machine, f"{HOME}/Documents/expenses.csv\n")
    assert nodes(machine, "The file isn't a picture that can be shown.")
    press(machine, "enter")
    click(machine, "Add Picture…")
    press(machine, "escape")
    assert not machine.files.exists(OWN)
    assert not nodes(machine, role="dialog")


def test_a_desktop_without_a_picture_has_a_colour(machine: Desktop) -> None:
    machine.launch("terminal", ("new",))
    write(machine, "gsettings set org.gnome.desktop.background picture-options none\n")
    write(machine, "gsettings set org.gnome.desktop.background primary-color '#102030'\n")
    assert draw(machine.scene.ops, 1280, 720)[715, 1275].tolist() == [16, 32, 48]
    write(machine, "gsettings set org.gnome.desktop.background primary-color 'teal'\n")
    assert draw(machine.scene.ops, 1280, 720)[715, 1275].tolist() == [2, 60, 136]
    machine.launch("settings", ("background",))
    click(machine, "Lake", role="cell")
    assert setting(machine, BACKGROUND, "picture-options") == "zoom"
    assert node(machine, "Lake", role="cell").flags & 8


def test_files_are_not_made_to_draw_a_bundled_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("the files were made")

    monkeypatch.setattr(Desktop, "seeders", {**Desktop.seeders, "files": unwanted})
    machine = Desktop()
    machine.boot(3)
    assert machine.scene.ops[0][0] == "picture"
