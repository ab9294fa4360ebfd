"""GIMP: opening, drawing, colours, layers, texts, exports, undo."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from crab_sim.desktop import Desktop
from crab_sim.documents import decode_image, encode_image
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import FILES, WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    right_click,
    title,
    write,
)

FOLDER = f"{HOME}/Shots"
SIZE = (160, 120)
CORNER = "coordinate of top left corner"


def shot(color: tuple[int, int, int], width: int = SIZE[0], height: int = SIZE[1]) -> bytes:
    return encode_image(np.full((height, width, 3), color, np.uint8))


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files.mkdir(FOLDER, machine.now)
    files = files.write(f"{FOLDER}/a.png", shot((100, 40, 20)), machine.now)
    files = files.write(f"{FOLDER}/b.png", shot((0, 0, 200), 60, 120), machine.now)
    machine.put(FILES, files.write(f"{FOLDER}/note.txt", b"no picture", machine.now))
    machine.launch("gimp", (f"{FOLDER}/a.png",))
    return machine


def at(machine: Desktop, x: int, y: int) -> dict[str, int]:
    """A pixel's place on the screen."""
    message = node(machine, role="image").message
    assert message is not None
    _, left, top, scale = message
    assert isinstance(left, int) and isinstance(top, int) and isinstance(scale, float)
    return {"x": left + int(x * scale), "y": top + int(y * scale)}


def touch(machine: Desktop, x: int, y: int) -> None:
    machine.execute("click", at(machine, x, y))


def drag(machine: Desktop, start: tuple[int, int], end: tuple[int, int]) -> None:
    one, two = at(machine, *start), at(machine, *end)
    machine.execute("drag", {"x1": one["x"], "y1": one["y"], "x2": two["x"], "y2": two["y"]})


def menu(machine: Desktop, *names: str) -> None:
    for name in names:
        click(machine, name)


def export(machine: Desktop, name: str = "out.png") -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """Exports the picture, and returns what the file shows."""
    press(machine, "ctrl+shift+e", "ctrl+a")
    write(machine, f"{FOLDER}/{name}\n")
    if nodes(machine, "File Exists", role="dialog"):
        click(machine, "Replace")
    click(machine, "Export", role="button")
    picture = decode_image(machine.files.read(f"{FOLDER}/{name}"))
    assert picture is not None
    return picture


def test_a_picture_opens_and_is_exported(machine: Desktop) -> None:
    assert (
        title(machine)
        == "[a] (imported)-1.0 (RGB color 8-bit gamma integer, GIMP built-in sRGB, 1 layer) 160x120 – GIMP"
    )
    press(machine, "ctrl+shift+e")
    assert node(machine, "Export Image", role="dialog")
    press(machine, "ctrl+a")
    write(machine, "copy.jpg\n")
    assert node(machine, "Export Image as JPEG", role="dialog")
    click(machine, "Export", role="button")
    assert (
        title(machine)
        == "[copy] (exported)-1.0 (RGB color 8-bit gamma integer, GIMP built-in sRGB, 1 layer) 160x120 – GIMP"
    )
    with Image.open(io.BytesIO(machine.files.read(f"{FOLDER}/copy.jpg"))) as image:
        assert (image.format, image.size, image.info["comment"]) == ("JPEG", SIZE, b"Created with GIMP")
    assert machine.files.read(f"{FOLDER}/a.png") == shot((100, 40, 20))


def test_overwriting_needs_no_dialog(machine: Desktop) -> None:
    menu(machine, "Colors", "Invert")
    assert title(machine).startswith("*[a] (imported)")
    menu(machine, "File", "Overwrite a.png")
    assert title(machine).startswith("*[a] (overwritten)")
    found = decode_image(machine.files.read(f"{FOLDER}/a.png"))
    assert found is not None and found[0, 0].tolist() == [155, 215, 235]


def test_a_name_without_a_format_and_an_existing_file(machine: Desktop) -> None:
    press(machine, "ctrl+shift+e", "ctrl+a")
    write(machine, "copy.xyz\n")
    assert node(machine, "GIMP Message", role="dialog")
    press(machine, "escape", "ctrl+a")
    write(machine, "b.png\n")
    assert node(machine, "File Exists", role="dialog")
    click(machine, "Cancel")
    assert machine.files.read(f"{FOLDER}/b.png") == shot((0, 0, 200), 60, 120)


@pytest.mark.parametrize("path", [f"{FOLDER}/note.txt", f"{FOLDER}/none.png"])
def test_what_cannot_be_opened_is_said(machine: Desktop, path: str) -> None:
    press(machine, "ctrl+o", "ctrl+a")
    write(machine, f"{path}\n")
    assert node(machine, "GIMP Message", role="dialog")
    press(machine, "enter")
    assert title(machine).startswith("[a]")


def test_brightness_shows_a_preview_and_is_exact(machine: Desktop) -> None:
    menu(machine, "Colors", "Brightness-Contrast...")
    before = draw(machine.scene.ops, machine.width, machine.height)
    press(machine, "ctrl+a")
    write(machine, "100\t")
    place = at(machine, 20, 20)
    shown = draw(machine.scene.ops, machine.width, machine.height)[place["y"], place["x"]]
    wanted = [round(value + (255 - value) * 100 / 254) for value in (100, 40, 20)]
    assert shown.tolist() == wanted and before[place["y"], place["x"]].tolist() == [100, 40, 20]
    click(machine, "Reset")
    assert node(machine, description="Brightness", role="text_field").text == "0"
    click(machine, description="Brightness", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "100\t")
    click(machine, "OK")
    assert export(machine)[0, 0].tolist() == wanted


def test_cancelled_dialogs_change_nothing(machine: Desktop) -> None:
    menu(machine, "Colors", "Hue-Saturation...")
    write(machine, "90\n")
    press(machine, "ctrl+z")
    assert title(machine).startswith("[a]")
    menu(machine, "Colors", "Levels...")
    write(machine, "90\t")
    press(machine, "escape")
    assert title(machine).startswith("[a]") and (export(machine)[0, 0] == (100, 40, 20)).all()


def test_scaling_keeps_the_ratio_or_not(machine: Desktop) -> None:
    menu(machine, "Image", "Scale Image...")
    press(machine, "ctrl+a")
    write(machine, "80\t")
    assert node(machine, description="Height", role="text_field", text="60")
    click(machine, "Keep the aspect ratio")
    press(machine, "ctrl+a")
    write(machine, "100\t")
    click(machine, "Scale", role="button")
    assert " 80x100 " in title(machine)
    menu(machine, "Image", "Scale Image...")
    press(machine, "ctrl+a")
    write(machine, "9000\n")
    assert node(machine, "GIMP Message", role="dialog")


def test_selecting_filling_and_cropping(machine: Desktop) -> None:
    press(machine, "r")
    drag(machine, (20, 10), (100, 70))
    names = (f"X {CORNER}", "Height of selection")
    assert [node(machine, description=name, role="text_field").text for name in names] == ["20", "60"]
    press(machine, "x", "ctrl+,")
    menu(machine, "Select", "None")
    picture = export(machine)
    assert (picture[10:70, 20:100] == 255).all() and (picture[:, :20] == (100, 40, 20)).all()
    press(machine, "ctrl+z")  # the selection is back
    menu(machine, "Image", "Crop to Selection")
    assert " 80x60 " in title(machine) and (export(machine) == 255).all()


def test_typed_places_of_a_selection(machine: Desktop) -> None:
    press(machine, "e")
    places = {f"X {CORNER}": 10, f"Y {CORNER}": 20, "Width of selection": 50, "Height of selection": 40}
    for name, number in places.items():
        click(machine, description=name, role="text_field")
        press(machine, "ctrl+a")
        write(machine, f"{number}\t")
    press(machine, "escape", "delete")
    picture = export(machine)
    assert (picture[40, 35] == 255).all() and picture[20, 10].tolist() == [100, 40, 20]
    assert picture[40, 70].tolist() == [100, 40, 20]


def test_the_crop_tool_waits_for_enter(machine: Desktop) -> None:
    press(machine, "shift+c")
    drag(machine, (30, 20), (90, 60))
    assert " 160x120 " in title(machine)
    press(machine, "escape", "enter")
    assert " 160x120 " in title(machine)
    drag(machine, (30, 20), (90, 60))
    press(machine, "enter")
    assert " 60x40 " in title(machine)


def test_the_crop_tool_expands_from_its_start_and_cuts_a_layer_alone(machine: Desktop) -> None:
    press(machine, "shift+c")
    for option in ("Expand from center", "Current layer only"):
        click(machine, option, role="checkbox")
    drag(machine, (60, 60), (80, 70))
    press(machine, "enter")
    assert " 160x120 " in title(machine)
    picture = export(machine)
    assert picture[51, 60].tolist() == [100, 40, 20] != picture[49, 60].tolist()
    click(machine, description="Reset to default values Shift Reset all tool options")
    flags = [node(machine, text, role="checkbox").flags & 4 for text in ("Expand from center", "Highlight")]
    assert flags == [0, 4]


def test_painting_with_a_chosen_colour(machine: Desktop) -> None:
    click(machine, description="The active foreground color.")
    click(machine, description="HTML notation", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "00ff00\n")
    press(machine, "n")
    drag(machine, (20, 60), (140, 60))
    picture = export(machine)
    assert picture[60, 80].tolist() == [0, 255, 0] and picture[20, 80].tolist() == [100, 40, 20]
    press(machine, "o")
    touch(machine, 80, 20)
    press(machine, "shift+b")
    touch(machine, 80, 60)
    assert (export(machine) == (100, 40, 20)).all()


def test_texts_are_typed_on_the_canvas(machine: Desktop) -> None:
    press(machine, "t")
    touch(machine, 30, 30)
    write(machine, "Hello")
    press(machine, "backspace")
    assert "2 layers" in title(machine) and node(machine, "Hell", role="list_item")
    press(machine, "escape")
    picture = export(machine)
    assert (picture[30:60, 30:80] == 0).any() and (picture[:, 100:] == (100, 40, 20)).all()
    press(machine, "ctrl+z")
    assert "1 layer)" in title(machine)


def test_layers_from_files_are_moved_and_the_canvas_fits(machine: Desktop) -> None:
    press(machine, "ctrl+alt+o", "ctrl+a")
    write(machine, "b.png\n")
    assert "2 layers" in title(machine)
    press(machine, "f2")
    assert [node(machine, description=name, role="text_field").text for name in ("Offset X", "Offset Y")] == ["50", "0"]
    click(machine, description="Offset X", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "160\n")
    press(machine, "/")
    write(machine, "fit canvas to l\n")
    assert " 220x120 " in title(machine)
    picture = export(machine)
    assert (picture[:, :160] == (100, 40, 20)).all() and (picture[:, 160:] == (0, 0, 200)).all()


def test_the_move_tool_takes_the_layer_below_the_pointer(machine: Desktop) -> None:
    press(machine, "ctrl+alt+o", "ctrl+a")
    write(machine, "b.png\n")
    press(machine, "m")
    drag(machine, (70, 50), (20, 50))
    picture = export(machine)
    assert (picture[:, :60] == (0, 0, 200)).all() and (picture[:, 60:] == (100, 40, 20)).all()


def test_the_dock_orders_hides_and_fades_layers(machine: Desktop) -> None:
    press(machine, "ctrl+alt+o", "ctrl+a")
    write(machine, "b.png\n")
    names = [n.text for n in nodes(machine, role="list_item") if n.app == "gimp"]
    assert names == ["b.png", "a.png"]
    lower = next(n for n in nodes(machine, role="button") if n.description.startswith("Lower this layer"))
    click(machine, description=lower.description)
    assert (export(machine) == (100, 40, 20)).all()
    click(machine, description="Visibility of a.png")
    assert export(machine)[60, 80].tolist() == [0, 0, 200]
    click(machine, description="Visibility of a.png")
    right_click(machine, "a.png")
    click(machine, "Delete Layer")
    assert "1 layer)" in title(machine)
    press(machine, "ctrl+z")
    click(machine, "a.png", role="list_item")
    click(machine, description="Opacity", role="text_field")
    fields = [n for n in nodes(machine, description="Opacity", role="text_field") if n.bounds[0] > 800]
    machine.execute("click", {"x": fields[0].bounds[0] + 8, "y": fields[0].bounds[1] + 8})
    press(machine, "ctrl+a")
    write(machine, "0\n")
    assert export(machine)[60, 80].tolist() == [0, 0, 200]


def test_undo_history(machine: Desktop) -> None:
    before = export(machine)
    press(machine, "n")
    touch(machine, 20, 20)
    menu(machine, "Image", "Transform", "Rotate 90° clockwise")
    menu(machine, "Colors", "Invert")
    assert " 120x160 " in title(machine)
    click(machine, "Undo", role="tab")
    assert [n.text for n in nodes(machine, role="list_item") if n.app == "gimp"] == [
        "[ Base Image ]", "Pencil", "Rotate Image", "Invert",
    ]  # fmt: skip
    click(machine, "[ Base Image ]", role="list_item")
    assert not title(machine).startswith("*") and (export(machine) == before).all()
    press(machine, "ctrl+y", "ctrl+y", "ctrl+y", "ctrl+y")
    assert " 120x160 " in title(machine) and export(machine)[0, 0].tolist() == [155, 215, 235]


def test_copies_become_layers_and_images(machine: Desktop) -> None:
    press(machine, "r")
    drag(machine, (0, 0), (40, 30))
    press(machine, "ctrl+c", "ctrl+v")
    assert "2 layers" in title(machine)
    press(machine, "ctrl+shift+v")
    assert title(machine) == "[Untitled]-2.0 (RGB color 8-bit gamma integer, GIMP built-in sRGB, 1 layer) 40x30 – GIMP"
    click(machine, "[a] (imported)", role="tab")
    assert " 160x120 " in title(machine)


def test_closing_asks_about_changes(machine: Desktop) -> None:
    press(machine, "ctrl+i")
    press(machine, "ctrl+w")
    assert node(machine, "Discard Changes")
    press(machine, "escape", "alt+f4")
    assert node(machine, "Quit GIMP", role="dialog")
    click(machine, "Discard Changes")
    assert machine.get(WINDOWS) == ()


def test_files_open_in_one_window(machine: Desktop) -> None:
    machine.launch("gimp", (f"{FOLDER}/b.png",))
    assert len(machine.get(WINDOWS)) == 1 and title(machine).startswith("[b] (imported)-2.0")
    press(machine, "ctrl+w")
    assert title(machine).startswith("[a]")
    press(machine, "ctrl+w", "ctrl+w")
    assert title(machine) == "GNU Image Manipulation Program"
    press(machine, "ctrl+n")
    write(machine, "30\t20\n")
    assert title(machine) == "[Untitled]-3.0 (RGB color 8-bit gamma integer, GIMP built-in sRGB, 1 layer) 30x20 – GIMP"


def test_zoom_and_scrolling(machine: Desktop) -> None:
    press(machine, "1")
    for _ in range(6):
        press(machine, "+")
    spot = at(machine, 0, 0)
    machine.execute("scroll", {**center(node(machine, role="image")), "direction": "down", "amount": 2})
    assert at(machine, 0, 0)["y"] < spot["y"]
    press(machine, "n")
    drag(machine, (70, 60), (75, 60))
    assert export(machine)[60, 72].tolist() == [0, 0, 0]
    menu(machine, "View", "Fit Image in Window")
    assert at(machine, 160, 120)["x"] - at(machine, 0, 0)["x"] == 160


def test_old_steps_are_forgotten_and_state_is_shared(machine: Desktop) -> None:
    for _ in range(60):
        press(machine, "ctrl+i")
    data = machine.get(WINDOWS)[-1].pages[0].data
    assert len(data.images[0].past) == 50
    assert len({step.raster.layers[0].pixels for step in data.images[0].past}) == 1
    press(machine, "ctrl+shift+a")
    handle, print_before = machine.snapshot(), machine.fingerprint()
    menu(machine, "Colors", "Invert")
    assert machine.fingerprint() != print_before
    machine.restore(handle)
    assert machine.fingerprint() == print_before


def test_files_and_the_viewer_open_pictures_with_it(machine: Desktop) -> None:
    press(machine, "alt+f4")
    machine.launch("files", (FOLDER,))
    right_click(machine, "note.txt")
    assert not nodes(machine, "Open With GIMP")
    press(machine, "escape")
    right_click(machine, "b.png")
    click(machine, "Open With GIMP")
    assert front_app(machine) == "gimp" and title(machine).startswith("[b]")
    press(machine, "ctrl+q")
    machine.launch("image_viewer", (f"{FOLDER}/a.png",))
    click(machine, description="Menu")
    click(machine, "Open With GIMP")
    assert front_app(machine) == "gimp" and title(machine).startswith("[a]")


def test_programs_and_files_start_it(machine: Desktop) -> None:
    press(machine, "ctrl+alt+t")
    write(machine, f"gimp {FOLDER}/b.png\n")
    assert front_app(machine) == "gimp" and title(machine).startswith("[b]")


def test_drags_reach_a_window_below_and_raise_it(machine: Desktop) -> None:
    press(machine, "p", "1", "+", "+", "+", "+", "+", "+")
    canvas = node(machine, role="image").bounds
    machine.launch("files", (FOLDER,))
    bottom = machine.get(WINDOWS)[-1].frame[3]
    x, y = (canvas[0] + canvas[2]) // 2, canvas[3] - 12
    assert front_app(machine) == "files" and bottom < y
    machine.execute("drag", {"x1": x, "y1": y, "x2": x + 6, "y2": y})
    assert front_app(machine) == "gimp" and title(machine).startswith("*[a]")
