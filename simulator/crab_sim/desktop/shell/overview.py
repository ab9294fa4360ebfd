"""The overview, which covers the whole screen: the search, with the open windows, all apps, or the search's results.

* `lay_out` - lays it out. `columns`, `rows_shown` - the measures of the grid of apps.
* `press`, `turn` - what a key does, and how the grid scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.desktop.shell.app_icon import draw_app_icon
from crab_sim.desktop.shell.messages import ShellMessage, ShellScene
from crab_sim.desktop.shell.state import SHELL, Shell
from crab_sim.machine.app import AppSpec
from crab_sim.machine.machine import Machine
from crab_sim.ui import Field, Grid, Label, Page, Theme, Widget
from crab_sim.ui import theme as themes
from crab_sim.ui.node import SELECTED
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.theme import WHITE, Color

__all__ = ["Card", "columns", "lay_out", "press", "rows_shown", "turn"]

_MUTED: Color = (190, 190, 198)
_SHADE: Color = (30, 30, 34)
_CARD: Color = (48, 48, 54)
_CELL = 128
"""Width and height of a cell of the grid, in pixels."""
_SEARCH = 52


class Card(NamedTuple):
    """An open window in the overview.

    Attributes:
        window: The window's id.
        title: Its title.
        app: Its app.
        minimized: Whether it is hidden.
    """

    window: str
    title: str
    app: AppSpec[Any]
    minimized: bool


class _Launcher(Widget[ShellMessage]):
    """An app's icon, with its name below."""

    __slots__ = ("app", "first")

    def __init__(self, app: AppSpec[Any], first: bool) -> None:
        self.flex, self.app, self.first = 0, app, first

    def place(self, scene: ShellScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon; the first result, which Enter starts, has a ground of its own."""
        if self.first:
            scene.round(x + 4, y, w - 8, h, (72, 72, 80), 12)
        size = 64
        left, top = x + (w - size) // 2, y + 16
        draw_app_icon(scene, self.app, left, top, size, 14, size - 32)
        Label(self.app.name, 14, WHITE, align="center", role="").place(scene, x + 2, top + size + 8, w - 4, 20)
        flags = SELECTED if self.first else 0
        scene.node(x + 4, y, w - 8, h, "icon", self.app.name, message=("launch", self.app.id), flags=flags)


class _WindowCard(Widget[ShellMessage]):
    """An open window as a card with its app's icon and its title."""

    __slots__ = ("card",)

    def __init__(self, card: Card) -> None:
        self.flex, self.card = 0, card

    def height(self, theme: Theme, w: int) -> int:
        """Returns the card's height."""
        return 150

    def place(self, scene: ShellScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the card, with a button that closes the window."""
        card = self.card
        scene.ops.append(("shadow", x, y, x + w, y + h, scene.clip, 10))
        scene.round(x, y, w, h, _CARD, 12)
        draw_app_icon(scene, card.app, x + (w - 56) // 2, y + 26, 56, 12, 28)
        ink = _MUTED if card.minimized else WHITE
        Label(card.title, 14, ink, align="center", role="", verbatim=True).place(scene, x + 10, y + 100, w - 20, 20)
        scene.text(x + 10, y + 120, w - 20, 20, scene.theme.say(card.app.name), _MUTED, 12, align="center")
        scene.node(x, y, w, h, "icon", card.title, "Window", message=("raise", card.window), verbatim="text")
        scene.round(x + w - 34, y + 8, 26, 26, (72, 72, 80), 13)
        scene.icon(x + w - 28, y + 14, 14, "close", WHITE)
        scene.node(x + w - 38, y + 4, 34, 34, "button", "", f"Close {card.title}", message=("close", card.window))


def columns(width: int) -> int:
    """Returns the number of columns of the grid of apps on a screen of a width in pixels."""
    return max(3, min(8, (width - DOCK_WIDTH - 80) // _CELL))


def rows_shown(height: int) -> int:
    """Returns the number of rows of apps for which a screen of a height in pixels has room."""
    return max(1, (height - BAR_HEIGHT - 2 * _SEARCH - 56) // _CELL)


def lay_out(
    scene: ShellScene,
    width: int,
    height: int,
    shell: Shell,
    cards: Sequence[Card],
    matches: Sequence[AppSpec[Any]],
) -> None:
    """Lays out the overview.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        height: Height of the screen.
        shell: The state of the desktop's own parts.
        cards: The open windows, in the order of their start.
        matches: The apps that match the search.
    """
    outer = scene.theme
    scene.theme = themes.DESKTOP[1]._replace(words=outer.words) if outer.words is not None else themes.DESKTOP[1]
    left, w = DOCK_WIDTH, width - DOCK_WIDTH
    scene.ops.append(("shade", 0, BAR_HEIGHT, width, height, scene.clip, _SHADE, 190))
    scene.node(0, BAR_HEIGHT, width, height - BAR_HEIGHT, "dialog", "", "Overview", message=("leave",))
    field_w = min(360, w - 48)
    scene.page = Page(
        "overview", fields={"search": shell.query}, focus="search", selection=(len(shell.query), len(shell.query))
    )
    Field("search", "Type to search", icon="search").place(
        scene, left + (w - field_w) // 2, BAR_HEIGHT + 20, field_w, scene.theme.field
    )
    top = BAR_HEIGHT + 20 + _SEARCH
    if shell.query or shell.part == "apps":
        _apps(scene, left, top, w, height - top, shell, matches)
    elif cards:
        _windows(scene, left, top, w, height - top, cards)
    else:
        Label("No open windows", "title", _MUTED, align="center").place(scene, left, top + 120, w, 40)
    scene.theme, scene.page = outer, NO_PAGE


def _windows(scene: ShellScene, x: int, y: int, w: int, h: int, cards: Sequence[Card]) -> None:
    across = max(1, min(len(cards), (w - 48) // 236, 4))
    room = max(1, (h - 24) // 172)
    rows = min(room, -(-len(cards) // across))
    shown = cards[-across * room :]
    Grid([_WindowCard(card) for card in shown], across, 150, 22).place(
        scene, x + (w - 236 * across) // 2, y + max(12, (h - 172 * rows) // 3), 236 * across - 22, 172 * rows
    )


def _apps(scene: ShellScene, x: int, y: int, w: int, h: int, shell: Shell, matches: Sequence[AppSpec[Any]]) -> None:
    if not matches:
        Label("No results.", "title", WHITE, align="center").place(scene, x, y + 120, w, 40)
        return
    across, room = columns(x + w), rows_shown(y + h)
    rows = -(-len(matches) // across)
    first = max(0, min(shell.first, rows - room))
    shown = matches[first * across : (first + room) * across]
    icons: list[Widget[ShellMessage]] = [_Launcher(app, bool(shell.query) and app is matches[0]) for app in shown]
    used = min(across, len(matches))
    Grid(icons, used, _CELL - 4, 4).place(scene, x + (w - used * _CELL) // 2, y + 12, used * _CELL - 4, room * _CELL)
    for step, name, icon, at in (
        (-1, "Previous Page", "chevron_up", y - 20),
        (1, "Next Page", "chevron_down", y + h - 40),
    ):
        if first > 0 if step < 0 else first + room < rows:
            scene.icon(x + w - 46, at, 22, icon, WHITE)
            scene.node(x + w - 56, at - 8, 40, 38, "button", "", name, message=("page", step * room))


def press(machine: Machine, found: Sequence[AppSpec[Any]], key: str) -> None:
    """Takes a key.

    Args:
        machine: The desktop.
        found: The apps that match the search.
        key: The key.
    """
    shell = machine.get(SHELL)
    if key == "escape":
        machine.put(SHELL, shell._replace(query="", first=0) if shell.query else Shell())
    elif key == "enter":
        if found and (shell.query or shell.part == "apps"):
            machine.launch(found[0].id)
    elif key == "backspace":
        machine.put(SHELL, shell._replace(query=shell.query[:-1], first=0))
    elif key == "ctrl+a":
        machine.put(SHELL, shell._replace(query="", first=0))
    elif key in ("pageup", "pagedown"):
        turn(machine, found, -1 if key == "pageup" else 1)
    elif len(key) == 1 or key == "space":
        machine.put(SHELL, shell._replace(query=shell.query + (" " if key == "space" else key), first=0))


def turn(machine: Machine, found: Sequence[AppSpec[Any]], pages: int) -> None:
    """Scrolls the grid of the apps that match the search by some pages."""
    shell = machine.get(SHELL)
    rows, room = -(-len(found) // columns(machine.width)), rows_shown(machine.height)
    machine.put(SHELL, shell._replace(first=max(0, min(shell.first + pages * room, rows - room))))
