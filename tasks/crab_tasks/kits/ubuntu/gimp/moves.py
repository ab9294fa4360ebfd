"""GIMP: moves, by its keyboard, its dialogs and its search for actions."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click_on, find
from crab_tasks.kits.ubuntu.windows import choose_file, click_soon, dialog, in_front, start, wait_for, window

__all__ = [
    "act", "add_layer", "brighten", "crop_to_selection", "desaturate", "export_picture", "fit_canvas", "move_layer",
    "open_picture", "scale_picture",
]  # fmt: skip

_MAX_LOOKS = 40


def _gimp(look: Look) -> Iterator[Action]:
    """Brings GIMP to the front, and waits until it has its menus."""
    if not in_front(look, "window", app="gimp"):
        yield from start("GIMP")
    yield from window(look, app="gimp")
    for _ in range(_MAX_LOOKS):
        if any(e.app == "gimp" and (e.role, e.text) == ("menu", "File") for e in look("ubuntu")):
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck("GIMP came up without its menus")


def open_picture(look: Look, path: str) -> Iterator[Action]:
    """Opens a picture, or goes on where it is in front already; what is done then is done to all its layers."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    if in_front(look, "window", f"[{name}] ", "gimp"):
        if in_front(look, "window", " layers)", "gimp"):
            yield from act(look, "Flatten Image")
            yield from window(look, " 1 layer)", "gimp")
        return
    yield from _gimp(look)
    yield from dialog(look, "Open Image", "gimp", ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, f"[{name}] ", "gimp")


def add_layer(look: Look, path: str, layers: int = 2) -> Iterator[Action]:
    """Opens another picture as a layer; there are so many layers afterwards."""
    yield from dialog(look, "Open Image as Layers", "gimp", ("ctrl", "alt", "o"))
    yield from choose_file(look, path)
    yield from window(look, f" {layers} layers)", "gimp")


def act(look: Look, name: str) -> Iterator[Action]:
    """Finds an action by its name, and does it.

    Raises:
        OracleStuck: The search doesn't come to it.
    """
    yield from dialog(look, "Search Actions", "gimp", ("/",))
    yield action("ubuntu", "write_text", text=name.lower())
    for _ in range(_MAX_LOOKS):
        found = [e.text for e in look("ubuntu") if e.app == "gimp" and e.role == "cell"]
        if any(text.startswith(name) for text in found):
            yield action("ubuntu", "press", key="enter")
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck(f"GIMP finds no action {name!r}")


def brighten(look: Look, amount: int) -> Iterator[Action]:
    """Changes the picture's brightness by a number from -127 to 127."""
    yield from act(look, "Brightness-Contrast")
    yield from dialog(look, "Brightness-Contrast", "gimp")
    yield from wait_for(look, description="Brightness")
    for _ in range(8):
        if any(e.focused and e.description == "Brightness" for e in look("ubuntu")):
            break
        yield action("ubuntu", "press", key="tab")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{amount}\t")
    yield from click_soon(look, text="OK", role="button")
    yield from window(look, app="gimp")


def _beside(look: Look, label: str) -> Element:
    """Returns the field that a dialog has right of a label."""
    x, y = find(look, "ubuntu", label, role="text").center
    fields = [e for e in look("ubuntu") if e.role == "text_field" and e.bounds[0] > x and e.bounds[1] < y < e.bounds[3]]
    if not fields:
        raise OracleStuck(f"no field is beside {label!r}")
    return min(fields, key=lambda e: e.bounds[0])


def move_layer(look: Look, x: int, y: int) -> Iterator[Action]:
    """Puts the layer that is chosen to a place in the picture."""
    yield from act(look, "Edit Layer Attributes")
    yield from dialog(look, "Layer Attributes", "gimp")
    yield from wait_for(look, text="Offset X:", role="text")
    for label, value in (("Offset X:", x), ("Offset Y:", y)):
        yield click_on(_beside(look, label))
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=f"{value}\t")
    yield from click_soon(look, text="OK", role="button")
    yield from window(look, app="gimp")


def fit_canvas(look: Look, width: int, height: int) -> Iterator[Action]:
    """Makes the picture as large as its layers need, which is so large."""
    yield from act(look, "Fit Canvas to Layers")
    yield from window(look, f" {width}x{height} ", "gimp")


def desaturate(look: Look) -> Iterator[Action]:
    """Takes the colour out of the picture."""
    yield from act(look, "Desaturate")
    yield from dialog(look, "Desaturate", "gimp")
    yield from click_soon(look, text="OK", role="button")
    yield from window(look, app="gimp")


def scale_picture(look: Look, width: int, height: int) -> Iterator[Action]:
    """Scales the picture to a width; its height, which follows, is such."""
    yield from act(look, "Scale Image")
    yield from dialog(look, "Scale Image", "gimp")
    yield from wait_for(look, text="Width:", role="text")
    yield click_on(_beside(look, "Width:"))
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{width}\t")
    yield from click_soon(look, text="Scale", role="button")
    yield from window(look, f" {width}x{height} ", "gimp")


def _canvas_center(look: Look) -> tuple[int, int]:
    """Returns the middle of the picture, which is in view as a whole."""
    shown = [e for e in look("ubuntu") if e.app == "gimp" and e.role == "image"]
    if shown:
        return max(shown, key=lambda e: (e.bounds[2] - e.bounds[0]) * (e.bounds[3] - e.bounds[1])).center
    # The real canvas has no element; it lies between the buttons in two of its corners.
    top_right = find(look, "ubuntu", description="Zoom image when window size changes").bounds
    bottom_left = find(look, "ubuntu", description="Toggle Quick Mask on/off Shift+Q").bounds
    return (bottom_left[2] + top_right[0]) // 2, (top_right[3] + bottom_left[1]) // 2


def crop_to_selection(look: Look, x: int, y: int, width: int, height: int) -> Iterator[Action]:
    """Draws a rectangle, types its place and size, which then is selected, and crops the picture to it.

    Args:
        look: Shows the screen.
        x: Left edge of the rectangle, in pixels of the picture.
        y: Its top edge.
        width: Its width.
        height: Its height.
    """
    yield from act(look, "Rectangle Select")
    yield from window(look, app="gimp")
    across, down = _canvas_center(look)
    yield action("ubuntu", "drag", x1=across - 30, y1=down - 20, x2=across + 30, y2=down + 20)
    corner = "coordinate of top left corner"
    places = {f"X {corner}": x, f"Y {corner}": y, "Width of selection": width, "Height of selection": height}
    for name, value in places.items():
        yield from click_soon(look, description=name, role="text_field")
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=f"{value}\t")
    yield action("ubuntu", "press", key="escape")
    yield from act(look, "Crop to Selection")
    yield from window(look, f" {width}x{height} ", "gimp")


def export_picture(look: Look, path: str) -> Iterator[Action]:
    """Exports the picture, in the format that the ending of the path says."""
    yield from dialog(look, "Export Image", "gimp", ("ctrl", "shift", "e"))
    yield from choose_file(look, path)
    if in_front(look, "dialog", "File Exists"):
        yield from click_soon(look, text="Replace", role="button")
    yield from dialog(look, "Export Image as ")
    yield from click_soon(look, text="Export", role="button")
    name = path.rpartition("/")[2].rpartition(".")[0]
    yield from window(look, f"[{name}] (exported)", "gimp")
