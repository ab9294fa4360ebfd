"""GIMP's menus: colours, filters, selections, layers and the view, as a user chooses them, and in exported files."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.gimp.state import Document, Studio
from crab_sim.documents import decode_image, encode_image
from crab_sim.engines.raster.model import Selection, pixels_of
from crab_sim.machine.slices import CLIPBOARD, FILES
from tests.simulator.desktop._drive import HOME, click, desktop, front_app, node, nodes, press, write

FOLDER = f"{HOME}/Shots"


def picture() -> NDArray[np.uint8]:
    """Returns a picture of four fields of colours, 40 x 30."""
    pixels = np.zeros((30, 40, 3), np.uint8)
    pixels[:15, :20], pixels[:15, 20:] = (200, 40, 40), (60, 160, 60)
    pixels[15:, :20], pixels[15:, 20:] = (50, 60, 180), (120, 120, 120)
    return pixels


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files.mkdir(FOLDER, machine.now)
    machine.put(FILES, files.write(f"{FOLDER}/a.png", encode_image(picture()), machine.now))
    machine.launch("gimp", (f"{FOLDER}/a.png",))
    return machine


def studio(machine: Desktop) -> Studio:
    front = machine.front
    assert front is not None
    state: Studio = front.pages[0].data
    return state


def image(machine: Desktop) -> Document:
    state = studio(machine)
    return state.images[state.current]


def colors(machine: Desktop) -> NDArray[np.uint8]:
    """Returns the colours of the four fields in the active layer."""
    pixels = pixels_of(image(machine).raster.layers[image(machine).raster.active])
    return np.array([pixels[7, 10, :3], pixels[7, 30, :3], pixels[22, 10, :3], pixels[22, 30, :3]])


def menu(machine: Desktop, *names: str) -> None:
    click(machine, names[0], role="menu")
    for name in names[1:]:
        click(machine, name, role="menu_item")


def field(machine: Desktop, name: str, text: str) -> None:
    click(machine, description=name, role="text_field")
    press(machine, "ctrl+a")
    write(machine, text)


def export(machine: Desktop) -> NDArray[np.uint8]:
    press(machine, "ctrl+shift+e", "ctrl+a")
    write(machine, f"{FOLDER}/out.png\n")
    click(machine, "Export", role="button")
    shown = decode_image(machine.files.read(f"{FOLDER}/out.png"))
    assert shown is not None
    return shown


def spread(values: NDArray[np.uint8]) -> int:
    """Returns how far the channels of the first colour are apart."""
    return int(values[0].max()) - int(values[0].min())


def test_colours_are_less_saturated_lighter_and_toned_and_undone(machine: Desktop) -> None:
    before = colors(machine)
    menu(machine, "Colors", "Saturation...")
    field(machine, "Scale", "0.2")
    press(machine, "enter", "enter")
    assert spread(colors(machine)) < spread(before) / 2
    press(machine, "ctrl+z")
    assert (colors(machine) == before).all()
    menu(machine, "Colors", "Exposure...")
    field(machine, "Exposure", "1")
    press(machine, "enter", "enter")
    assert (colors(machine)[3] > before[3] + 20).all()
    press(machine, "ctrl+z")
    menu(machine, "Colors", "Colorize...")
    click(machine, "OK", role="button")
    red, green, blue = colors(machine)[0]
    assert red < green == blue  # cyan, by the dialog's first values
    assert (export(machine)[7, 10] == (red, green, blue)).all()


@pytest.mark.parametrize(
    ("entry", "first"),
    [("Linear Invert", (174, 253, 253)), ("Value Invert", (55, 11, 11)), ("Equalize", (255, 0, 0))],
)
def test_colours_are_changed_without_a_dialog(machine: Desktop, entry: str, first: tuple[int, int, int]) -> None:
    menu(machine, "Colors", *(["Auto"] if entry == "Equalize" else []), entry)
    assert tuple(int(part) for part in colors(machine)[0]) == first
    press(machine, "ctrl+z")
    assert tuple(colors(machine)[0]) == (200, 40, 40)


def test_contrast_is_stretched_with_and_without_the_hues(machine: Desktop) -> None:
    menu(machine, "Colors", "Auto", "Stretch Contrast...")
    click(machine, "OK", role="button")
    assert tuple(colors(machine)[0]) == (255, 0, 0) and len(set(colors(machine)[3].tolist())) == 1
    press(machine, "ctrl+z")
    menu(machine, "Colors", "Auto", "White Balance")
    assert len(set(colors(machine)[3].tolist())) > 1
    assert {int(colors(machine)[:, part].max()) for part in range(3)} == {255}


def test_the_last_filter_is_repeated_and_shown_again(machine: Desktop) -> None:
    menu(machine, "Filters", "Edge-Detect", "Sobel...")
    click(machine, "Vertical", role="checkbox")
    click(machine, "OK", role="button")
    edges = image(machine).raster
    assert edges.layers[0].pixels != b"" and (colors(machine) == 0).all()
    assert pixels_of(edges.layers[0])[7, 20, :3].any() and not pixels_of(edges.layers[0])[15, 10, :3].any()
    press(machine, "ctrl+z", "ctrl+f")
    assert image(machine).raster == edges
    press(machine, "ctrl+shift+f")
    assert nodes(machine, "Sobel Edge Detection", role="dialog")
    press(machine, "escape")
    press(machine, "ctrl+z")
    menu(machine, "Filters", "Generic", "Dilate")
    assert tuple(pixels_of(image(machine).raster.layers[0])[7, 20, :3]) == (200, 160, 60)
    menu(machine, "Filters", "Generic", "Erode")
    assert tuple(pixels_of(image(machine).raster.layers[0])[7, 20, :3]) == (60, 160, 60)


def test_a_selection_shrinks_grows_and_is_stroked(machine: Desktop) -> None:
    press(machine, "ctrl+a")
    menu(machine, "Select", "Shrink...")
    field(machine, "Shrink selection by", "6")
    press(machine, "enter", "enter")
    assert image(machine).raster.selection == Selection("rectangle", 6, 6, 28, 18)
    menu(machine, "Select", "Grow...")
    field(machine, "Grow selection by", "2")
    press(machine, "enter", "enter")
    assert image(machine).raster.selection == Selection("rectangle", 4, 4, 32, 22)
    menu(machine, "Edit", "Stroke Selection...")
    field(machine, "Line width", "4")
    press(machine, "enter", "enter")
    row = export(machine)[4:26, 12]
    black = [i for i in range(22) if not row[i].any()]
    assert black == [0, 1, 20, 21]
    press(machine, "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    assert image(machine).raster.selection is None


def test_layers_are_made_of_what_is_seen_and_resized(machine: Desktop) -> None:
    menu(machine, "Layer", "New from Visible")
    raster = image(machine).raster
    assert [layer.name for layer in raster.layers] == ["Visible", "a.png"]
    assert raster.layers[0].pixels == raster.layers[1].pixels
    menu(machine, "Layer", "Layer Boundary Size...")
    click(machine, "Keep the aspect ratio", role="checkbox")
    field(machine, "Width", "50")
    field(machine, "Offset X", "5")
    click(machine, "Resize", role="button")
    layer = image(machine).raster.layers[0]
    assert (layer.width, layer.x) == (50, -5) and tuple(pixels_of(layer)[7, 15]) == (200, 40, 40, 255)
    assert not pixels_of(layer)[7, 2].any()
    menu(machine, "Layer", "Crop to Content")
    layer = image(machine).raster.layers[0]
    assert (layer.width, layer.height, layer.x) == (40, 30, 0)


def test_parts_of_the_window_are_hidden_and_the_dock_shows_the_history(machine: Desktop) -> None:
    assert nodes(machine, "Toggle Quick Mask on/off Shift+Q") and nodes(machine, "Layers", role="tab")
    menu(machine, "View", "Show Statusbar")
    assert not nodes(machine, "Toggle Quick Mask on/off Shift+Q")
    menu(machine, "Windows", "Hide Docks")
    assert not nodes(machine, "Layers", role="tab")
    press(machine, "tab")
    assert nodes(machine, "Layers", role="tab")
    menu(machine, "Windows", "Dockable Dialogs", "Undo History")
    assert studio(machine).dock == "undo"
    menu(machine, "View", "Show Scrollbars")
    machine.put(FILES, machine.files.write(f"{FOLDER}/b.png", encode_image(np.zeros((300, 400, 3), np.uint8)), 0.0))
    machine.launch("gimp", (f"{FOLDER}/b.png",))
    for _ in range(4):
        menu(machine, "View", "Zoom In")
    assert not nodes(machine, description="Horizontal scroll bar")
    menu(machine, "View", "Show Scrollbars")
    assert nodes(machine, description="Horizontal scroll bar")
    menu(machine, "View", "Center Image in Window")
    front = machine.front
    assert front is not None and front.pages[0].scroll["canvas_x"] > 0
    menu(machine, "Help", "About GIMP")
    assert nodes(machine, "GIMP Message", role="dialog")


def test_files_are_found_reverted_and_closed(machine: Desktop) -> None:
    menu(machine, "File", "Copy Image Location")
    assert machine.get(CLIPBOARD) == f"file://{FOLDER}/a.png"
    menu(machine, "Colors", "Invert")
    menu(machine, "File", "Revert")
    assert node(machine, "Revert Image", role="dialog")
    click(machine, "Revert", role="button")
    assert tuple(colors(machine)[0]) == (200, 40, 40) and not image(machine).past
    press(machine, "ctrl+c")
    menu(machine, "File", "Create", "From Clipboard")
    assert len(studio(machine).images) == 2 and len(nodes(machine, role="tab")) > 2
    menu(machine, "Colors", "Invert")
    menu(machine, "File", "Close All")
    click(machine, "Discard Changes", role="button")
    assert studio(machine).images == ()
    machine.launch("gimp", (f"{FOLDER}/a.png",))
    menu(machine, "File", "Show in File Manager")
    assert front_app(machine) == "files" and nodes(machine, "a.png")
