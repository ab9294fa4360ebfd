"""The recent apps: a card with the page of each open app, newest first, below one another or side by side."""

from __future__ import annotations

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone.system import look, permissions
from crab_sim.phone.system.launcher import HOME, SHELL, Shell
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui import AnyMessage, Box, Column, Label, Page, Row, Scene, Scroll, Space, Theme, Widget, Window
from crab_sim.ui.node import SwipeData
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.scene import AnyScene

__all__ = ["RECENTS", "flick", "lay_out", "update"]

RECENTS = Shell("recents", Page("recents"))
_ID = "com.android.launcher3:id/"
_HEADER, _EDGE = 48, 8


class _Card(Widget[AnyMessage]):
    """An open app: its name, and the top of its page; a sideways swipe closes the app."""

    __slots__ = ("machine", "window")

    def __init__(self, machine: Machine, window: Window) -> None:
        self.flex, self.machine, self.window = 0, machine, window

    def height(self, theme: Theme, w: int) -> int:
        """Returns the card's height."""
        return _HEADER + (190 if self.machine.height >= 640 else 80)

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the card; the app's page has no nodes there, as if it were a picture."""
        window, theme = self.window, scene.theme
        app = self.machine.apps[window.app]
        scene.round(x, y, w, h, theme.raised, 20)
        scene.round(x + 14, y + 8, 32, 32, app.color, 16)
        scene.icon(x + 22, y + 16, 16, app.icon, (255, 255, 255))
        scene.text(x + 58, y, w - 72, _HEADER, theme.say(app.name), theme.text, theme.font, "bold")
        carousel = look.has_carousel(self.machine.get(SETTINGS))
        data = SwipeData(("recents_turn", 0) if carousel else ("recents_close", window.id, 0))
        scene.node(x, y, w, h, "list_item", app.name, "Recent app", _ID + "snapshot", ("launch", window.app), data=data)
        if not scene.drawn:
            return
        left, top, right, bottom = x + _EDGE, y + _HEADER, x + w - _EDGE, y + h - _EDGE - 6
        view: AnyScene
        view, outer = Scene(theme, self.machine.width, self.machine.height), scene.clip
        view.clip = max(outer[0], left), max(outer[1], top), min(outer[2], right), min(outer[3], bottom)
        view.fill(left, top, right - left, bottom - top, theme.background)
        page = self.machine.height - STATUS_HEIGHT - NAV_HEIGHT
        self.machine.place_window(view, window, left, top, max(280, right - left), page)
        scene.ops += view.ops


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the cards, and below them the button that closes all apps."""
    windows, w = machine.get(WINDOWS), machine.width
    top, height = STATUS_HEIGHT, machine.height - STATUS_HEIGHT - NAV_HEIGHT
    if not windows:
        Label("No recent items", 16, align="center").place(scene, 0, top, w, height)
        return
    cards = [_Card(machine, window) for window in reversed(windows)]
    clear = Box(
        Label("Clear all", tone="accent", font="bold", role="", align="center"), background="raised", pad=(20, 10),
        radius=20, message=("clear_recents",), text="Clear all", rid=_ID + "clear_all", role="button",
    )  # fmt: skip
    if look.has_carousel(machine.get(SETTINGS)):
        _lay_carousel(machine, scene, cards, clear)
        return
    scene.page = machine.get(SHELL).page
    margin = max(20, (w - 480) // 2)
    Column(
        [
            Scroll("recents", cards, gap=14, pad=(margin, 16), rid=_ID + "overview_panel"),
            Row([Space(flex=1), clear, Space(flex=1)], pad=(0, 10)),
        ]
    ).place(scene, 0, top, w, height)
    scene.page = NO_PAGE


class _Centred(Widget[AnyMessage]):
    """A widget in the middle of a row."""

    __slots__ = ("inner",)

    def __init__(self, inner: Widget[AnyMessage]) -> None:
        self.flex, self.inner = 0, inner

    def height(self, theme: Theme, w: int) -> int:
        """Returns its height."""
        return self.inner.height(theme, w) + 20

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Places it."""
        Row([Space(flex=1), self.inner, Space(flex=1)], pad=(0, 10)).place(scene, x, y, w, h)


def _shown(machine: Machine) -> int:
    """Returns the number of the card in the middle of the carousel."""
    at = machine.get(SHELL).page.data
    return max(0, min(len(machine.get(WINDOWS)) - 1, at if isinstance(at, int) else 0))


def _lay_carousel(machine: Machine, scene: AnyScene, cards: list[_Card], clear: Widget[AnyMessage]) -> None:
    """Lays out the cards side by side: the newest on the right, the one in the middle whole."""
    w, top, bottom = machine.width, STATUS_HEIGHT, machine.height - NAV_HEIGHT
    width, at = w * 3 // 4, _shown(machine)
    height, outer = (bottom - top) * 3 // 4, scene.clip
    scene.clip = max(outer[0], 0), max(outer[1], top), min(outer[2], w), min(outer[3], bottom)
    for i, card in reversed(list(enumerate(cards))):
        left = (w - width) // 2 - (i - at) * (width + 14)
        if left < w and left + width > 0:
            card.place(scene, left, top + 24, width, height)
    scene.clip = outer
    bar = _Centred(clear)
    bar.place(scene, 0, top + 24 + height + 8, w, bar.height(scene.theme, w))


def flick(machine: Machine, x: int, y: int) -> bool:
    """Closes the card that a finger pushes up out of the carousel; returns whether there is one."""
    for node in machine.reachable(x, y):
        if isinstance(node.data, SwipeData) and node.data.swipe_message[0] == "recents_turn" and node.message:
            _close(machine, str(node.message[1]))
            return True
    return False


def _turn(machine: Machine, step: int) -> None:
    shell: Shell = machine.get(SHELL)
    machine.put(SHELL, shell._replace(page=shell.page._replace(data=max(0, _shown(machine) - step))))


def _close(machine: Machine, window_id: str) -> None:
    machine.close_window(window_id)
    if not machine.get(WINDOWS):
        machine.put(SHELL, HOME)


def _clear(machine: Machine) -> None:
    for window in machine.get(WINDOWS):
        permissions.end_once(machine, window.app)
    machine.put(WINDOWS, ())
    machine.put(SHELL, HOME)


def update(machine: Machine, message: AnyMessage) -> None:
    """Handles the cards' messages, besides those that launch an app."""
    match message:
        case ("recents_close", str(window_id), int()):
            _close(machine, window_id)
        case ("recents_turn", int(step)):
            _turn(machine, step)
        case ("clear_recents",):
            _clear(machine)
