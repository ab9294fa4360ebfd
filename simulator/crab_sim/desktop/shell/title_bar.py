"""A window's frame on the desktop: its shadow, its title bar with three buttons, its border.

* `content_rect`, `lay_out`, `lay_out_full` - its place and its layout. `update` - what the three buttons do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import assert_never

from crab_sim.desktop.measures import TITLE_HEIGHT
from crab_sim.desktop.shell.messages import ShellScene, TitleBarMessage
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Rect
from crab_sim.machine import touch
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import Theme, Window
from crab_sim.ui.node import FOCUSED, SELECTED, Node, ShadeData, TitleBarData
from crab_sim.ui.popups import DIALOG_DARKNESS
from crab_sim.ui.theme import Color

__all__ = ["content_rect", "lay_out", "lay_out_full", "update"]

_BUTTON = 30
_DATA = itemgetter(Node._fields.index("data"))


def content_rect(bounds: Rect) -> Rect:
    """Returns the rectangle of the content of a window with a title bar, from that of its frame."""
    left, top, right, bottom = bounds
    return left + 1, top + TITLE_HEIGHT, right - 1, bottom - 1


def lay_out(
    scene: ShellScene, window: Window, bounds: Rect, title: str, focused: bool, content: Callable[[Rect], None]
) -> None:
    """Lays out a window.

    Args:
        scene: The scene.
        window: The window.
        bounds: Its frame on the screen, in pixels.
        title: Its title.
        focused: Whether it is in front.
        content: Lays out its content into a rectangle (left, top, right, bottom).
    """
    left, top, right, bottom = bounds
    width, inner_top = right - left, top + TITLE_HEIGHT
    radius = 0 if window.maximized else 10
    outer = scene.clip
    # the lower corners are square: the clip ends above the rounding
    scene.clip = (max(outer[0], left), max(outer[1], top), min(outer[2], right), min(outer[3], bottom))
    first_op, first_node = len(scene.ops), len(scene.nodes)
    content(content_rect(bounds))  # first, since a dialog in it dims the title bar, too
    ops, nodes = scene.ops[first_op:], scene.nodes[first_node:]
    del scene.ops[first_op:], scene.nodes[first_node:]
    plain = scene.theme
    shaded = ShadeData in map(type, map(_DATA, nodes))  # for most of the hundreds of nodes, this is all that is asked
    shaded = shaded and any([isinstance(node.data, ShadeData) and node.data.dialog for node in nodes])
    if shaded and focused:  # the keys go to the dialog
        nodes = [node._replace(flags=node.flags | FOCUSED) if node.role == "dialog" else node for node in nodes]
    scene.theme = theme = _dimmed(plain) if shaded else plain
    scene.clip, inner = outer, scene.clip
    scene.ops.append(("shadow", left, top, right, bottom, scene.clip, 14 if focused else 8))
    scene.clip = inner[0], inner[1], inner[2], min(inner[3], inner_top)  # the content has a ground of its own
    scene.round(left, top, width, bottom - top + radius, theme.bar, radius)
    scene.clip = inner
    scene.owner, scene.app = window.id, window.app
    scene.node(left, top, width, bottom - top, "window", title, flags=SELECTED if focused else 0, verbatim="text")
    scene.owner = "shell"
    _bar(scene, window, left, top, width, title, focused)
    scene.theme = plain
    scene.fill(left, inner_top, width, bottom - inner_top, plain.background)
    scene.ops += ops
    scene.nodes += nodes
    scene.frame(left, top, width, bottom - top + radius, plain.outline, radius)
    scene.fill(left, bottom - 1, width, 1, plain.outline)
    scene.clip, scene.app = outer, "system"


def lay_out_full(
    scene: ShellScene, window: Window, bounds: Rect, title: str, focused: bool, content: Callable[[Rect], None]
) -> None:
    """Lays out a window that fills the screen, without a title bar.

    Args:
        scene: The scene.
        window: The window.
        bounds: The screen, in pixels.
        title: Its title.
        focused: Whether it is in front.
        content: Lays out its content into a rectangle (left, top, right, bottom).
    """
    left, top, right, bottom = bounds
    scene.owner, scene.app = window.id, window.app
    scene.fill(left, top, right - left, bottom - top, scene.theme.background)
    scene.node(left, top, right - left, bottom - top, "window", title, flags=SELECTED if focused else 0)
    content(bounds)
    scene.owner, scene.app = "shell", "system"


@lru_cache(maxsize=64)
def _dimmed(theme: Theme) -> Theme:
    """Returns the theme with the colours of a title bar as dark as a dialog's shade makes the content below."""
    return theme._replace(
        bar=_darker(theme.bar), surface=_darker(theme.surface), text=_darker(theme.text), muted=_darker(theme.muted)
    )


def _darker(color: Color) -> Color:
    share = 255 - DIALOG_DARKNESS
    red, green, blue = color
    return red * share // 255, green * share // 255, blue * share // 255


def _bar(scene: ShellScene, window: Window, left: int, top: int, width: int, title: str, focused: bool) -> None:
    theme = scene.theme
    scene.node(
        left, top, width, TITLE_HEIGHT, "toolbar", "", "Title bar", message=("raise", window.id),
        double_message=("maximize", window.id), data=TitleBarData(window.id),
    )  # fmt: skip
    ink = theme.text if focused else theme.muted
    if scene.drawn:
        shown = metrics.ellipsize(title, "bold", 14, width - 3 * _BUTTON - 120)
        scene.text(left + 60, top, width - 120, TITLE_HEIGHT, shown, ink, 14, "bold", "center")
    x = left + width - 8 - _BUTTON
    icon = "restore" if window.maximized else "maximize"
    restored = window.maximized and window.app == "firefox"  # the others call it so whatever it does
    buttons: tuple[tuple[str, str, TitleBarMessage], ...] = (
        ("close", "Close", ("close", window.id)),
        (icon, "Restore Down" if restored else "Maximize", ("maximize", window.id)),
        ("minimize", "Minimize", ("minimize", window.id)),
    )
    for icon, description, message in buttons:
        scene.round(x + 3, top + 7, 24, 24, theme.surface, 12)
        scene.icon(x + 8, top + 12, 14, icon, ink)
        scene.node(x, top + 4, _BUTTON, _BUTTON, "button", "", description, message=message)
        x -= _BUTTON


def update(machine: Machine, message: TitleBarMessage) -> None:
    """Closes, minimizes, maximizes or restores a window; where a menu is open, the click only closes that."""
    window = machine.window(message[1])
    if window.page.overlay:
        Context(machine, window.id).set(overlay=())
        return
    match message:
        case ("close", window_id):
            machine.raise_window(window_id)
            shade = None
            for node in machine.scene.nodes:
                if node.owner == window_id and isinstance(node.data, ShadeData) and node.data.dialog:
                    shade = node
            if shade is not None and shade.message is not None:  # the dialog is in front, and closes alone
                touch.send(machine, shade, shade.message, *machine.last_touch)
            else:
                machine.apps[window.app].close(Context(machine, window_id))
        case ("minimize", window_id):
            machine.put_window(window._replace(minimized=True))
            machine.put(WINDOWS, _sunk(machine.get(WINDOWS), window_id))
        case ("maximize", window_id):
            machine.raise_window(window_id)
            machine.put_window(window._replace(maximized=not window.maximized))
        case _:
            assert_never(message)


def _sunk(windows: tuple[Window, ...], window_id: str) -> tuple[Window, ...]:
    """Returns the windows with one below all others, as minimizing puts it."""
    return tuple(sorted(windows, key=lambda window: window.id != window_id))
