"""Parts of GIMP's panels for what this one lacks: they look like the real ones, and can't be used.

* `region_options`, `preset_buttons` - more options of the tools that choose a rectangle; the row below the options.
* `status` - the bar below a picture. `brushes` - the panel of the only brush. `layer_locks` - the layers' mode, locks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop.apps.gimp.messages import Message
from crab_sim.desktop.chrome.bars import Tab, TabBar, ToolButton, absent_button
from crab_sim.desktop.widgets import Sized
from crab_sim.draw import text as metrics
from crab_sim.ui import Grid, Label, Row, Scene, Theme, Widget
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import CHECKABLE, DISABLED

__all__ = ["Off", "brushes", "layer_locks", "preset_buttons", "region_options", "status"]

_NOTHING: Final[ToolkitMessage] = ("nothing",)


class Off(Widget):
    """A low check box, radio button or choice that can't be used.

    Args:
        role: ``"checkbox"``, ``"radio"`` or ``"button"``.
        text: Its text.
        shown: The text that is drawn, where the whole is too long for it.
        flex: Share of the space left over.
    """

    __slots__ = ("role", "shown", "text")

    def __init__(self, role: str, text: str, shown: str = "", flex: int = 0) -> None:
        self.flex, self.role, self.text, self.shown = flex, role, text, shown or text

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 12

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme = scene.theme
        lead = 26
        if self.role == "button":
            scene.frame(x + 2, y + 1, w - 4, h - 2, theme.outline, 5)
            scene.icon(x + w - 18, y + (h - 10) // 2, 10, "chevron_down", theme.faint)
            lead = 10
        else:
            icon = "circle" if self.role == "radio" else "checkbox_off"
            scene.icon(x + 4, y + (h - 16) // 2, 16, icon, theme.faint)
        shown = metrics.ellipsize(self.shown, "regular", theme.font, w - lead - (20 if self.role == "button" else 2))
        scene.text(x + lead, y, w - lead, h, shown, theme.faint, theme.font)
        flags = DISABLED if self.role == "button" else DISABLED | CHECKABLE
        scene.node(x, y, w, h, self.role, self.text, message=_NOTHING, flags=flags)


def status(zoom: str, text: str) -> Row:
    """Returns the bar below a picture: its zoom, the active layer, and switches that can't be used."""
    parts: list[Widget] = [
        Sized(Off("checkbox", "Toggle Quick Mask on/off Shift+Q", " "), w=26),
        Sized(Off("button", "pixels", "px"), w=58), Sized(Off("button", zoom), w=84),
        Label(text, "small", "muted", flex=1),
        Sized(Off("checkbox", "Zoom image when window size changes", " "), w=26),
    ]  # fmt: skip
    return Row(parts, gap=6, pad=(4, 1), background="bar")


def region_options(highlight: Widget[Message]) -> list[Widget[Message]]:
    """Returns the options of a tool that chooses a rectangle, beside its place and size.

    Args:
        highlight: The check box that darkens what is outside.
    """
    lock = "Enable lock of aspect ratio, width, height or size"
    return [
        Row([Off("checkbox", lock, "Fixed", flex=2), Off("button", "Aspect ratio", flex=3)]),
        Row([Off("radio", "Portrait", flex=1), Off("radio", "Landscape", flex=1)]),
        Row([highlight, Off("button", "pixels", flex=1)]),
        Off("button", "No guides"), Off("button", "Auto Shrink"), Off("checkbox", "Shrink merged"),
    ]  # fmt: skip


def _row(*buttons: tuple[str, str]) -> list[ToolButton]:
    return [absent_button(icon, name) for icon, name in buttons]


def preset_buttons() -> Row[Message]:
    """Returns the row of buttons for presets of tool options, of which one resets them."""
    reset = "Reset to default values Shift Reset all tool options"
    buttons = _row(
        ("save", "Save Tool Preset..."), ("restore", "Restore Tool Preset..."), ("delete", "Delete Tool Preset..."),
    )  # fmt: skip
    again: Widget[Message] = ToolButton("refresh", reset, ("reset_options",))
    return Row([*buttons, again], gap=2, pad=(4, 2))


class _Brush(Widget):
    """The only brush, a disc."""

    __slots__ = ()

    def width(self, theme: Theme) -> int:
        """Returns the width of a brush's place."""
        return 34

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a brush's place."""
        return 34

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the disc in its place."""
        scene.fill(x, y, 34, 34, scene.theme.selection)
        scene.round(x + 8, y + 8, 18, 18, scene.theme.text, 9)


def brushes() -> Sequence[Widget]:
    """Returns the panel of brushes: there is one, a disc of the size that the tool's options have."""
    tabs = TabBar(
        (Tab("Brushes", _NOTHING), Tab("Patterns", _NOTHING, enabled=False), Tab("Fonts", _NOTHING, enabled=False)), 0
    )
    buttons = _row(
        ("edit", "Edit this brush"), ("file", "Create a new brush"), ("copy", "Duplicate this brush"),
        ("delete", "Delete this brush"), ("refresh", "Refresh brushes"), ("image", "Open brush as image"),
    )  # fmt: skip
    name = Label("Hardness 100", "small", "muted", pad=(6, 2))
    return [tabs, name, Grid([_Brush()], 6, 34, 2, (6, 2)), Row(buttons, gap=2, pad=(4, 2))]


def layer_locks() -> list[Widget]:
    """Returns mode and locks of the chosen layer."""
    locks = _row(
        ("brush", "Lock pixels"), ("move_tool", "Lock position and size"), ("grid", "Lock alpha channel")
    )  # fmt: skip
    return [
        Row([Label("Mode", pad=(4, 0)), Off("button", "Normal", flex=1), Off("button", "Default", flex=1)], pad=(4, 1)),
        Row([Label("Lock:", pad=(4, 0)), *locks], pad=(4, 0)),
    ]
