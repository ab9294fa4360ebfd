"""GNOME's own way to take a picture of the screen: the Print key, and a panel above the darkened screen.

* `open_panel`, `lay_out` - opens it, lays it out. `Capture`, `CAPTURE` - its state. `dragged` - the area after a drag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.desktop.shell.app_icon import draw_app_icon
from crab_sim.desktop.shell.messages import CaptureMessage, CaptureMode, ShellScene
from crab_sim.desktop.shell.overview import Card
from crab_sim.desktop.shell.state import SHELL, Shell
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Rect
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS, Slice
from crab_sim.ui import Label
from crab_sim.ui.node import CHECKABLE, CHECKED, DragData

__all__ = ["CAPTURE", "Capture", "dragged", "lay_out", "open_panel"]

_WHITE, _MUTED, _PANEL, _ON, _BLACK = (255, 255, 255), (190, 190, 198), (43, 43, 48), (82, 82, 90), (0, 0, 0)
_MODES: Final[tuple[tuple[CaptureMode, str, str], ...]] = (
    ("selection", "Selection", "rectangle_select"), ("screen", "Screen", "display"), ("window", "Window", "restore"),
)  # fmt: skip
_SHADE = 130
_PANEL_W, _PANEL_H = 372, 172
_LEAST = 4


class Capture(NamedTuple):
    """The state of the panel.

    Attributes:
        mode: What the picture shows.
        area: The selected area, in pixels of the screen.
        window: Id of the selected window.
        asker: Id of the window of Screenshot that asked for an area; ``""`` for the Print key.
    """

    mode: CaptureMode
    area: Rect
    window: str = ""
    asker: str = ""


CAPTURE: Final = Slice[Capture]("capture", volatile="what is on the screen, nothing that is kept")


def first_area(width: int, height: int) -> Rect:
    """Returns the area that is selected at first: the middle of a screen of this size."""
    return width // 4, height // 4, width * 3 // 4, height * 3 // 4


def open_panel(machine: Machine, asker: str = "") -> None:
    """Opens the panel, or lets an area be selected for the window with an id that asks for one."""
    shown = [window.id for window in machine.get(WINDOWS) if not window.minimized]
    area = first_area(machine.width, machine.height)
    machine.put(CAPTURE, Capture("selection", area, shown[-1] if shown else "", asker))
    machine.put(SHELL, Shell("capture"))


def dragged(area: Rect, x1: int, y1: int, x2: int, y2: int) -> Rect:
    """Returns the area after a drag: one that begins at a corner moves that corner, others begin anew.

    Args:
        area: The area before.
        x1: The point where the drag begins, in pixels.
        y1: The same.
        x2: The point where it ends.
        y2: The same.
    """
    left, top, right, bottom = area
    near = 14
    across = "left" if abs(x1 - left) <= near else "right" if abs(x1 - right) <= near else ""
    down = "top" if abs(y1 - top) <= near else "bottom" if abs(y1 - bottom) <= near else ""
    if across and down:
        left, right = (x2, right) if across == "left" else (left, x2)
        top, bottom = (y2, bottom) if down == "top" else (top, y2)
    else:
        left, top, right, bottom = x1, y1, x2, y2
    left, right = sorted((left, right))
    top, bottom = sorted((top, bottom))
    return left, top, max(right, left + _LEAST), max(bottom, top + _LEAST)


def lay_out(scene: ShellScene, width: int, height: int, capture: Capture, cards: Sequence[Card]) -> None:
    """Lays out the darkened screen and the panel.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        height: Height of the screen.
        capture: The panel's state.
        cards: The windows on the screen, in the order of their start.
    """
    selects = capture.mode == "selection"
    data: DragData[CaptureMessage] | None = DragData(("area", 0, 0, 0, 0)) if selects else None
    scene.node(0, 0, width, height, "dialog", "", "Screenshot", message=("nothing",), data=data)
    if selects:
        _selection(scene, width, height, capture.area)
    elif capture.mode == "window":
        scene.ops.append(("shade", 0, 0, width, height, scene.clip, _BLACK, 200))
        _windows(scene, width, height, capture, cards)
    else:
        scene.frame(2, 2, width - 4, height - 4, _WHITE, 0, 4)
    if not capture.asker:
        _panel(scene, (width - _PANEL_W) // 2, height - _PANEL_H - 24, capture)


def _selection(scene: ShellScene, width: int, height: int, area: Rect) -> None:
    left, top, right, bottom = area
    for x1, y1, x2, y2 in (
        (0, 0, width, top), (0, bottom, width, height), (0, top, left, bottom), (right, top, width, bottom),
    ):  # fmt: skip
        if x1 < x2 and y1 < y2:
            scene.ops.append(("shade", x1, y1, x2, y2, scene.clip, _BLACK, _SHADE))
    scene.frame(left - 2, top - 2, right - left + 4, bottom - top + 4, _WHITE, 0, 2)
    for x in (left, right):
        for y in (top, bottom):
            scene.round(x - 7, y - 7, 14, 14, _WHITE, 7)
    scene.node(left, top, right - left, bottom - top, "other", "", "Selected area", data=DragData(("area", 0, 0, 0, 0)))


def _windows(scene: ShellScene, width: int, height: int, capture: Capture, cards: Sequence[Card]) -> None:
    """Lays out the windows as cards, of which one is chosen."""
    if not cards:
        Label("No open windows", "title", _MUTED, align="center").place(scene, 0, height // 3, width, 40)
        return
    across = max(1, min(len(cards), (width - DOCK_WIDTH - 48) // 226, 4))
    left = DOCK_WIDTH + (width - DOCK_WIDTH - 226 * across) // 2
    room = max(1, (height - BAR_HEIGHT - _PANEL_H - 60) // 126)
    for i, card in enumerate(cards[-across * room :]):
        row, column = divmod(i, across)
        x, y, w, h = left + 226 * column, BAR_HEIGHT + 24 + 126 * row, 206, 106
        scene.round(x, y, w, h, _PANEL, 12)
        on = card.window == capture.window
        scene.frame(x, y, w, h, _WHITE if on else _ON, 12, 3 if on else 1)
        draw_app_icon(scene, card.app, x + (w - 40) // 2, y + 14, 40, 9, 20)
        Label(card.title, 13, _WHITE, align="center", role="").place(scene, x + 8, y + 64, w - 16, 20)
        scene.node(x, y, w, h, "radio", card.title, card.app.name, message=("capture_window", card.window),
                   flags=CHECKABLE | (CHECKED if on else 0))  # fmt: skip


def _panel(scene: ShellScene, x: int, y: int, capture: Capture) -> None:
    """Lays out the panel: the three modes, and the round button that takes the picture."""
    scene.ops.append(("shadow", x, y, x + _PANEL_W, y + _PANEL_H, scene.clip, 12))
    scene.round(x, y, _PANEL_W, _PANEL_H, _PANEL, 24)
    scene.node(x, y, _PANEL_W, _PANEL_H, "toolbar", "", "Screenshot panel", message=("nothing",))
    wide = (_PANEL_W - 40 - 16) // 3
    for i, (mode, name, icon) in enumerate(_MODES):
        left, on = x + 20 + i * (wide + 8), capture.mode == mode
        if on:
            scene.round(left, y + 16, wide, 72, _ON, 14)
        scene.icon(left + (wide - 26) // 2, y + 26, 26, icon, _WHITE)
        shown = metrics.ellipsize(name, "bold", 13, wide - 6)
        scene.text(left, y + 58, wide, 24, shown, _WHITE, 13, "bold", "center")
        flags = CHECKABLE | (CHECKED if on else 0)
        scene.node(left, y + 16, wide, 72, "radio", name, message=("capture_mode", mode), flags=flags)
    middle = x + _PANEL_W // 2
    scene.round(middle - 26, y + 104, 52, 52, _WHITE, 26)
    scene.round(middle - 21, y + 109, 42, 42, _PANEL, 21)
    scene.round(middle - 18, y + 112, 36, 36, _WHITE, 18)
    scene.node(middle - 26, y + 104, 52, 52, "button", "", "Capture", message=("capture_take",))
    scene.round(x + _PANEL_W - 34, y + 10, 24, 24, _ON, 12)
    scene.icon(x + _PANEL_W - 29, y + 15, 14, "close", _WHITE)
    scene.node(x + _PANEL_W - 36, y + 8, 28, 28, "button", "", "Close", message=("leave",))
