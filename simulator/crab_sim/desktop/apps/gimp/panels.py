"""The panels beside the canvas: the toolbox with the tool options, and the dock with layers and history."""

from __future__ import annotations

from typing import Final, Literal, assert_never

from crab_sim.desktop.apps.gimp.canvas import thumbnail
from crab_sim.desktop.apps.gimp.commands import COMMANDS, available
from crab_sim.desktop.apps.gimp.lacking import Off, brushes, layer_locks, preset_buttons, region_options
from crab_sim.desktop.apps.gimp.messages import ChoiceMessage, Message
from crab_sim.desktop.apps.gimp.state import TOOLS, Document, Studio
from crab_sim.desktop.chrome.bars import Tab, TabBar, ToolButton, absent_button
from crab_sim.desktop.widgets import Sized
from crab_sim.draw import text as metrics
from crab_sim.engines.raster.model import Color, Layer, active_layer
from crab_sim.ui import (
    Box,
    Column,
    Divider,
    Field,
    Grid,
    Label,
    Row,
    Scene,
    Scroll,
    Slider,
    Space,
    Theme,
    Tile,
    Widget,
)
from crab_sim.ui.node import CHECKABLE, CHECKED, SELECTED
from crab_sim.ui.theme import WHITE

__all__ = ["RANGES", "ColorArea", "choices", "dock", "toolbox"]

RANGES: Final = {
    "size": (1.0, 200.0, 0), "paint_opacity": (0.0, 100.0, 1), "threshold": (0.0, 255.0, 0),
    "text_size": (4.0, 200.0, 0), "layer_opacity": (0.0, 100.0, 1),
}  # fmt: skip
"""Least and greatest value of each option with a slider, and its decimal places."""


class ColorArea(Widget[Message]):
    """The two colours, one over the other, with the buttons that swap and reset them."""

    __slots__ = ("background", "foreground")

    def __init__(self, foreground: Color, background: Color) -> None:
        self.flex, self.foreground, self.background = 0, foreground, background

    def height(self, theme: Theme, w: int) -> int:
        """Returns the area's height."""
        return 50

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the squares and buttons."""
        theme, left = scene.theme, x + w // 2 - 32
        for color, at, name, which in (
            (self.background, (left + 20, y + 18), "The active background color.", "background"),
            (self.foreground, (left, y + 4), "The active foreground color.", "foreground"),
        ):
            scene.fill(at[0], at[1], 30, 28, theme.text)
            scene.fill(at[0] + 1, at[1] + 1, 28, 26, theme.background)
            scene.fill(at[0] + 2, at[1] + 2, 26, 24, color)
            scene.node(at[0], at[1], 30, 28, "button", "", name, message=("color", which))
        scene.icon(left + 38, y + 2, 14, "swap_colors", theme.text)
        scene.node(
            left + 34, y, 20, 17, "button", "", "Swap foreground and background colors", message=("swap_colors",)
        )
        scene.fill(left + 7, y + 40, 8, 8, theme.muted)
        scene.fill(left + 8, y + 41, 6, 6, WHITE)
        scene.fill(left + 3, y + 36, 8, 8, theme.muted)
        scene.fill(left + 4, y + 37, 6, 6, (0, 0, 0))
        scene.node(left, y + 33, 18, 17, "button", "", "Reset colors", message=("default_colors",))


class _Tool(ToolButton[Message]):
    """A tool's button."""

    __slots__ = ()

    def draw(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the tool, in a frame while it is in hand."""
        theme = scene.theme
        if self.on:
            scene.round(x, y, w, h, theme.tonal, 3)
            scene.frame(x, y, w, h, theme.accent, 3, 1)
        scene.icon(x + (w - 30) // 2, y + (h - 30) // 2, 30, self.icon, theme.on_tonal if self.on else theme.text)


def choices(label: str, values: tuple[str, ...], chosen: int, message: ChoiceMessage) -> list[Widget[Message]]:
    """Returns radio buttons below a label.

    Args:
        label: The label; ``""`` for none.
        values: The texts of the buttons.
        chosen: Number of the chosen button, from 0.
        message: Message that a click sends, with the button's number as its last part.
    """
    rows: list[Widget[Message]] = [Label(label, tone="muted", pad=(4, 2))] if label else []
    rows += [_Mark(text, i == chosen, _numbered(message, i)) for i, text in enumerate(values)]
    return rows


def _numbered(message: ChoiceMessage, number: int) -> ChoiceMessage:
    """Returns a message with another number."""
    match message:
        case ("option", key, _):
            return ("option", key, number)
        case ("choose_value", key, _):
            return ("choose_value", key, number)
        case _:
            assert_never(message)


class _Mark(Widget[Message]):
    """A low radio button or check box with its text."""

    __slots__ = ("message", "on", "role", "text")

    def __init__(
        self, text: str, on: bool, message: Message, role: Literal["radio", "checkbox"] = "radio", flex: int = 0
    ) -> None:
        self.flex, self.text, self.on, self.message, self.role = flex, text, on, message, role

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 12

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        icons = ("circle", "radio_on") if self.role == "radio" else ("checkbox_off", "checkbox_on")
        icon = icons[self.on]
        scene.icon(x + 4, y + (h - 16) // 2, 16, icon, theme.accent if self.on else theme.muted)
        shown = metrics.ellipsize(self.text, "regular", theme.font, w - 26)
        scene.text(x + 26, y, w - 26, h, shown, theme.text, theme.font)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, self.role, self.text, message=self.message, flags=flags)


def _amount(fields: dict[str, str], key: str, label: str, font: int) -> Widget[Message]:
    """Returns an option with its slider and field."""
    low, high, _ = RANGES[key]
    try:
        value = float(fields[key])
    except ValueError:
        value = low
    at = max(0.0, min(1.0, (value - low) / (high - low))) if value == value else 0.0
    head = Row([Label(label, flex=1, pad=(4, 0)), Sized(Field(key, label), w=70 * font // 14, h=28)], gap=4)
    return Column([head, Slider(at, ("slide_option", key, at), label)])


def _place_fields() -> list[Widget[Message]]:
    rows: list[Widget[Message]] = []
    corner, size = "coordinate of top left corner", "of selection"
    position = (("region_x", f"X {corner}"), ("region_y", f"Y {corner}"))
    extent = (("region_width", f"Width {size}"), ("region_height", f"Height {size}"))
    for title, pairs in (("Position:", position), ("Size:", extent)):
        rows.append(Label(title, pad=(4, 2)))
        rows.append(Row([Sized(Field(key, name), h=28, flex=1) for key, name in pairs], gap=6, pad=(4, 0)))
    return rows


def _options(state: Studio, fields: dict[str, str], font: int) -> list[Widget[Message]]:
    """Returns the options of the tool in hand."""

    def chosen(key: str) -> int:
        return 1 if fields[key] == "1" else 0

    def check(key: str, text: str, flex: int = 0) -> Widget[Message]:
        on = chosen(key)
        return _Mark(text, bool(on), ("option", key, 1 - on), "checkbox", flex)

    center, highlight = check("from_center", "Expand from center"), check("highlight", "Highlight", 1)
    match state.tool:
        case "move":
            values = ("Pick a layer or guide", "Move the active layer")
            return choices("", values, chosen("move_active"), ("option", "move_active", 0))
        case "rectangle_select" | "ellipse_select":
            return [*_place_fields(), Off("checkbox", "Antialiasing"), center, *region_options(highlight)]
        case "crop":
            note = "Press Enter or click inside the rectangle to crop."
            return [
                *_place_fields(), Label(note, "small", "muted", wrap=True, pad=(4, 6)),
                check("crop_layer", "Current layer only"), Off("checkbox", "Delete cropped pixels"),
                Off("checkbox", "Allow growing"), center, *region_options(highlight),
            ]  # fmt: skip
        case "bucket_fill":
            return [
                _amount(fields, "paint_opacity", "Opacity", font),
                *choices("Fill Type", ("FG color fill", "BG color fill"), chosen("fill_background"),
                         ("option", "fill_background", 0)),
                *choices("Affected Area", ("Fill similar colors", "Fill whole selection"), chosen("fill_selection"),
                         ("option", "fill_selection", 0)),
                _amount(fields, "threshold", "Threshold", font),
            ]  # fmt: skip
        case "pencil" | "paintbrush" | "eraser":
            return [_amount(fields, "paint_opacity", "Opacity", font), _amount(fields, "size", "Size", font)]
        case "text":
            return [
                _amount(fields, "text_size", "Size", font),
                Label("Color: the foreground color", "small", "muted", pad=(4, 2)),
            ]
        case "color_picker":
            values = ("Set foreground color", "Set background color")
            return choices("Pick Target", values, chosen("pick_background"), ("option", "pick_background", 0))
        case "zoom":
            return choices("Direction", ("Zoom in", "Zoom out"), chosen("zoom_out"), ("option", "zoom_out", 0))


def toolbox(state: Studio, fields: dict[str, str], w: int, font: int) -> Widget[Message]:
    """Returns the panel on the left.

    Args:
        state: The window's state.
        fields: The tool options.
        w: Its width in pixels.
        font: Size of the text.
    """
    tools: list[Widget[Message]] = [
        _Tool(f"tool:{tool.id}", f"{tool.name} Tool", ("tool", tool.id), on=tool.id == state.tool) for tool in TOOLS
    ]
    name = next((tool.name for tool in TOOLS if tool.id == state.tool), "")
    rows: list[Widget[Message]] = [
        Grid(tools, max(4, w // 34), 32, 2, (6, 4)),
        ColorArea(state.foreground, state.background),
        Divider(),
        TabBar((Tab("Tool Options", ("nothing",)),), 0),
        Label(name, font="bold", pad=(8, 2)),
        Scroll("options", _options(state, fields, font), 2, (6, 2)),
        preset_buttons(),
    ]
    return Column(rows, background="bar")


# The dock on the right ----------------------------------------------------------------------------------------------


class _LayerRow(Widget[Message]):
    """A layer in the dock: its eye, a small picture, its name."""

    __slots__ = ("active", "layer", "number")

    def __init__(self, layer: Layer, number: int, active: bool) -> None:
        self.flex, self.layer, self.number, self.active = 0, layer, number, active

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return 38

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, layer = scene.theme, self.layer
        if self.active:
            scene.fill(x, y, w, h, theme.selection)
        flags = SELECTED if self.active else 0
        scene.node(
            x + 30, y, w - 30, h, "list_item", layer.name, "", "", ("layer", self.number),
            ("layer_menu", self.number), ("edit_layer", self.number), flags,
        )  # fmt: skip
        if layer.visible:
            scene.icon(x + 7, y + 11, 16, "eye", theme.text)
        seen = CHECKABLE | (CHECKED if layer.visible else 0)
        scene.node(
            x, y, 30, h, "checkbox", "", f"Visibility of {layer.name}", message=("visible", self.number), flags=seen
        )
        if scene.drawn:
            key = thumbnail(layer, 30)
            scene.frame(x + 31, y + 3, 32, 32, theme.outline)
            scene.ops.append(("picture", x + 32, y + 4, x + 62, y + 34, scene.clip, key))
        Label(layer.name, font="regular" if layer.alpha else "bold", role="").place(scene, x + 72, y, w - 76, h)


def dock(
    state: Studio, document: Document | None, fields: dict[str, str], font: int, tall: bool = True
) -> Widget[Message]:
    """Returns the panel on the right.

    Args:
        state: The window's state.
        document: The image in front.
        fields: The tool options.
        font: Size of the text.
        tall: Whether there is room for the brushes, too.
    """
    tabs: Widget[Message] = TabBar(
        (
            Tab("Layers", ("dock", "layers")), Tab("Channels", ("nothing",), enabled=False),
            Tab("Undo", ("dock", "undo")),
        ),
        2 if state.dock == "undo" else 0,
    )  # fmt: skip
    body = _history(document) if state.dock == "undo" else _layers(document, fields, font)
    return Column([*(brushes() if tall else ()), tabs, *body], background="bar")


def _layers(document: Document | None, fields: dict[str, str], font: int) -> list[Widget[Message]]:
    raster = document.raster if document is not None else None
    layer = active_layer(raster) if raster is not None else None
    opacity = _amount(fields, "layer_opacity", "Opacity", font) if layer is not None else Space(0)
    layers = raster.layers if raster is not None else ()
    rows: list[Widget[Message]] = [
        _LayerRow(one, i, raster is not None and i == raster.active) for i, one in enumerate(layers)
    ]
    buttons: list[Widget[Message]] = [
        ToolButton("add", f"{_NEW} Shift Create a new layer with last used values", ("ask", "new_layer"),
                   enabled=document is not None),
        absent_button("folder_add", "Create a new layer group and add it to the image"),
    ]  # fmt: skip
    for icon, text, command in (
        ("chevron_up", f"Raise {_STEP} Shift Move this layer to the top of the layer stack", "raise_layer"),
        ("chevron_down", f"Lower {_STEP} Shift Move this layer to the bottom of the layer stack", "lower_layer"),
        ("layer_duplicate", "Create a duplicate of the layer and add it to the image", "duplicate_layer"),
        ("merge_down", _MERGE, "merge_down"),
        ("delete", "Delete this layer", "delete_layer"),
    ):
        if command == "delete_layer":
            buttons.append(absent_button("label", _MASK))
        enabled = available(document, COMMANDS[command].needs)
        buttons.append(ToolButton(icon, text, ("do", command), enabled=enabled))
    head = Box(opacity, "", (6, 2), 0)
    return [
        *layer_locks(),
        head,
        Divider(),
        Box(Scroll("layers", rows), "background", (0, 0), 0, flex=1),
        Row(buttons, pad=(4, 3)),
    ]


_NEW: Final = "Create a new layer and add it to the image"
_STEP: Final = "this layer one step in the layer stack"
_MERGE: Final = (
    "Merge this layer with the first visible layer below it "
    "Shift Merge the layer group's layers into one normal layer "
    "Ctrl Merge all visible layers into one layer Shift+Ctrl Merge all visible layers with last used values"
)
_MASK: Final = (
    "Add a mask that allows non-destructive editing of transparency Shift Add a mask with last used values "
    "Ctrl Remove the layer mask and its effect "
    "Shift+Ctrl Apply the effect of the layer mask and remove it"
)


def _history(document: Document | None) -> list[Widget[Message]]:
    rows: list[Widget[Message]] = []
    if document is not None:
        names = ["[ Base Image ]", *[step.label for step in document.past]]
        later = [step.label for step in reversed(document.future)]
        for i, name in enumerate([*names, *later]):
            at = i - len(document.past)
            rows.append(Tile(name, ("history", at), selected=at == 0))
    buttons: list[Widget[Message]] = [
        ToolButton("undo", "Undo the last operation", ("undo",), enabled=document is not None and bool(document.past)),
        ToolButton("redo", "Redo the last operation that was undone", ("redo",),
                   enabled=document is not None and bool(document.future)),
    ]  # fmt: skip
    return [Box(Scroll("history", rows), "background", (0, 0), 0, flex=1), Row(buttons, pad=(4, 3))]
