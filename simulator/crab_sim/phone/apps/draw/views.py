"""The pages of the Draw app: the canvas with its tools, and the dialog that asks for a file's name."""

from __future__ import annotations

from typing import Final, Literal

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.machine.machine import Machine
from crab_sim.phone.apps.draw import data
from crab_sim.phone.apps.draw.data import DRAWING, WIDEST, Drawing
from crab_sim.phone.apps.draw.messages import Message
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.phone.widgets import name_dialog
from crab_sim.phone.widgets.basics import confirm, dialog_buttons, message_dialog
from crab_sim.ui.node import SELECTED, DragData

__all__ = ["COLORS", "Overlay", "canvas_size", "full_name", "view"]

_ID = "com.simplemobiletools.draw.pro:id/"
_BAR = 60  # pixels: the height of the bars above and below the canvas

Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["menu"], tuple[int, int]]
    | tuple[Literal["palette"], Literal["pen", "ground"]]
    | tuple[Literal["overwrite", "problem"], str]
)

COLORS: Final = {
    "Black": "#000000", "Dark grey": "#616161", "Light grey": "#bdbdbd", "White": "#ffffff", "Red": "#e53935",
    "Orange": "#fb8c00", "Yellow": "#fdd835", "Green": "#43a047", "Teal": "#00897b", "Light blue": "#039be5",
    "Blue": "#1e3ac8", "Purple": "#8e24aa", "Pink": "#d81b60", "Brown": "#6d4c41", "Olive": "#827717",
    "Navy": "#0d1b52",
}  # fmt: skip
"""The colours of the palette by their names."""
_NAMES: Final = {color: name for name, color in COLORS.items()}


def canvas_size(machine: Machine) -> tuple[int, int]:
    """Returns the canvas's width and height in pixels, which are those of a saved picture."""
    return machine.width, machine.height - STATUS_HEIGHT - NAV_HEIGHT - 2 * _BAR


class _Canvas(ui.Widget[Message]):
    """The drawing, on which a finger draws.

    Args:
        drawing: The drawing.
        size: The canvas's width and height.
    """

    __slots__ = ("drawing", "size")

    def __init__(self, drawing: Drawing, size: tuple[int, int]) -> None:
        self.flex, self.drawing, self.size = 1, drawing, size

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, and makes the node for touches."""
        width, height = self.size
        if scene.drawn:
            from crab_sim.draw.pictures import plain_pixels  # drawing is loaded when something is drawn

            key = plain_pixels(data.pixels(self.drawing, width, height))
            clip = scene.clip
            part = max(clip[0], x), max(clip[1], y), min(clip[2], x + w), min(clip[3], y + h)
            scene.ops.append(("picture", x, y, x + width, y + height, part, key))
        scene.node(
            x, y, w, h, "image", "", "Canvas", _ID + "my_canvas", ("dot", x, y),
            data=DragData(("stroke", x, y, 0, 0, 0, 0)),
        )  # fmt: skip


class _Swatch(ui.Widget[Message]):
    """A colour that can be chosen; with a frame if it is the chosen one.

    Args:
        color: The colour.
        description: The node's description.
        message: Sent by a tap.
        rid: Resource id.
        selected: Whether it is the chosen one.
    """

    __slots__ = ("color", "description", "message", "rid", "selected")

    def __init__(self, color: str, description: str, message: Message, rid: str = "", selected: bool = False) -> None:
        self.flex, self.color, self.description, self.message = 0, color, description, message
        self.rid, self.selected = rid, selected

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of the touch area."""
        return 44

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the touch area."""
        return 44

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        left, top = x + (w - 32) // 2, y + (h - 32) // 2
        scene.round(left - 1, top - 1, 34, 34, scene.theme.outline, 17)
        scene.round(left, top, 32, 32, data.rgb(self.color), 16)
        if self.selected:
            scene.frame(left - 4, top - 4, 40, 40, scene.theme.accent, 20)
        flags = SELECTED if self.selected else 0
        scene.node(x, y, w, h, "button", "", self.description, self.rid, self.message, flags=flags)


def _canvas(context: Context, drawing: Drawing) -> ui.Column[Message]:
    """Returns the canvas between the bars of its tools."""
    tone: dict[bool, ui.Tone] = {True: "text", False: "faint"}
    top: list[ui.Widget[Message]] = [
        ui.Label("Draw", "title", flex=1),
        ui.IconButton("undo", "Undo", ("undo",), _ID + "undo", tone[bool(drawing.steps)]),
        ui.IconButton("redo", "Redo", ("redo",), _ID + "redo", tone[bool(drawing.undone)]),
        ui.IconButton("save", "Save", ("ask_save",), _ID + "menu_save", "text"),
        ui.IconButton("more", "More options", ("menu",), _ID + "menu_more", "text"),
    ]
    name = _NAMES.get(drawing.color, "")
    share = (drawing.width - 1) / (WIDEST - 1)
    eraser: ui.Widget[Message] = ui.IconButton(
        "eraser", "Pen" if drawing.erasing else "Eraser", ("erase",), _ID + "eraser",
        "accent" if drawing.erasing else "muted", "tonal" if drawing.erasing else "",
    )  # fmt: skip
    bottom: list[ui.Widget[Message]] = [
        _Swatch(drawing.color, f"Colour: {name}", ("palette", "pen"), _ID + "color_picker"),
        ui.Slider(share, ("width", share), "Pen width", _ID + "stroke_width_bar"),
        eraser,
    ]
    return ui.Column(
        [
            ui.Row(top, 2, (16, 8), height=_BAR),
            _Canvas(drawing, canvas_size(context.machine)),
            ui.Row(bottom, 10, (12, 8), "bar", _BAR),
        ]
    )


def full_name(context: Context) -> str:
    """Returns the name of the file to save, with its ending."""
    name, ending = name_dialog.typed_name(context), f".{context.page.data}"
    return name if not name or name.casefold().endswith(ending) else name + ending


def _save_dialog(context: Context) -> ui.Dialog[Message]:
    chosen, name = context.page.data, full_name(context)
    formats: list[ui.Widget[Message]] = [
        ui.Tile(
            ending.upper(), ("format", ending), role="radio", rid=_ID + f"save_image_radio_{ending}",
            leading=ui.Icon("radio_on" if ending == chosen else "circle"), selected=ending == chosen,
        )
        for ending in data.FORMATS
    ]  # fmt: skip
    rows: list[ui.Widget[Message]] = [ui.Field("name", "Filename", _ID + "save_image_filename"), ui.Space(6), *formats]
    problem = name_dialog.file_problem(name)
    if problem:
        rows.append(ui.Label(problem, "small", "danger", wrap=True))
    buttons: list[ui.Widget[Message]] = dialog_buttons(
        "OK", ("named",), cancel=("back",), enabled=bool(name) and not problem
    )
    return ui.Dialog("Save as", ui.Column(rows), buttons, dismiss=("back",))


def _overlay(context: Context, drawing: Drawing) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("menu", at):
            ground: ui.Item[Message] = ui.Item("Change background colour", ("palette", "ground"), "palette")
            return ui.Menu([ground, ui.Item("Clear", ("clear",), "delete")], at)
        case ("palette", part):
            chosen = drawing.color if part == "pen" else drawing.ground
            cells: list[ui.Widget[Message]] = [
                _Swatch(color, name, ("color", part, color), selected=color == chosen) for name, color in COLORS.items()
            ]
            title = "Pen colour" if part == "pen" else "Background colour"
            return ui.Dialog(title, ui.Grid(cells, 4, 52), [ui.Button("Cancel", ("dismiss",), "text")])
        case ("overwrite", path):
            text = f"{path.rpartition('/')[2]} exists already."
            return confirm("Replace the file?", text, "Replace", ("write", path))
        case ("problem", text):
            return message_dialog("Draw", text)
    return None


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    drawing = context.get(DRAWING)
    body = _canvas(context, drawing)
    return View(body, _save_dialog(context) if context.page.name == "save" else _overlay(context, drawing))
