"""The launcher: the home screen's pages, its dock and search, and the drawer with all apps.

The slice `SHELL` says whether the home screen, the drawer, the recent apps or an app is in front.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crab_sim import ui
from crab_sim.machine.app import AppSpec
from crab_sim.machine.conditions import arranged
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone import times
from crab_sim.phone.apps import with_icon
from crab_sim.phone.system.look import label
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.scene import AnyScene
from crab_sim.ui.theme import WHITE

__all__ = ["DRAWER", "HOME", "AppIcon", "Shell", "clock", "drawer", "home", "matches", "turn", "update"]

_ID = "com.android.launcher3:id/"
_DOCK = ("phone", "messages", "browser", "camera", "contacts")
_CELL = 92


class Shell(NamedTuple):
    """The screen that the phone shows below the layers above.

    Attributes:
        screen: ``"home"``, ``"drawer"``, ``"recents"`` or ``"app"``.
        page: The launcher's state: ``data`` is the number of the home screen's page, ``fields["search"]`` the drawer's
            search, ``overlay`` an icon's menu.
    """

    screen: str = "home"
    page: ui.Page = ui.Page("", data=0)


SHELL: Final = Slice[Shell]("shell", volatile="what is on the screen, nothing that is kept")


HOME = Shell()
DRAWER = Shell("drawer", ui.Page("drawer", focus="search"))


class AppIcon(ui.Widget[ui.AnyMessage]):
    """An app's icon, with its name below if `named`; a long tap shows its menu if it has one.

    Args:
        app: The app.
        message: Message that a tap sends.
        named: Whether the name is shown.
        menu: Whether a long tap shows the menu.
        rid: Its resource id.
        name: The name; by default the app's own.
    """

    __slots__ = ("app", "menu", "message", "name", "named", "rid")

    def __init__(
        self,
        app: AppSpec[Any],
        message: ui.AnyMessage,
        named: bool = True,
        menu: bool = True,
        rid: str = "",
        name: str = "",
    ) -> None:
        self.flex, self.app, self.message, self.named, self.menu, self.rid = 0, app, message, named, menu, rid
        self.name = name or app.name

    def width(self, theme: ui.Theme) -> int:
        """Returns the cell's natural width."""
        return 84

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the cell's height."""
        return 88 if self.named else 60

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon and its name."""
        size, app = min(52, w - 8), self.app
        left, top = x + (w - size) // 2, y + 4
        scene.round(left, top, size, size, app.color, 16)
        scene.icon(left + 12, top + 12, size - 24, app.icon, WHITE)
        if self.named:
            ui.Label(self.name, 13, align="center", role="").place(scene, x, top + size + 4, w, 20)
        menu = ("icon_menu", app.id, left, top + size) if self.menu else None
        height = h if self.named else size + 8
        scene.node(x + 2, y, w - 4, height, "icon", self.name, "", self.rid, self.message, menu)


class _Plan(NamedTuple):
    """The places and sizes on the home screen, in pixels."""

    clock: int  # size of the clock's digits
    top: int  # of the clock
    grid: int
    dots: int
    dock: int
    search: int
    columns: int
    rows: int


@lru_cache(maxsize=64)
def _plan(width: int, height: int) -> _Plan:
    small = height < 640
    search = height - NAV_HEIGHT - 56
    dock, clock = search - 74, 40 if small else 56
    top = STATUS_HEIGHT + (6 if small else 36)
    grid = top + clock + 44 + (6 if small else 22)
    return _Plan(clock, top, grid, dock - 14, dock, search, max(4, width // 84), max(1, (dock - 18 - grid) // _CELL))


def _pages(machine: Machine) -> list[list[AppSpec[Any]]]:
    """Returns the apps of each page: all but the dock's, in their order."""
    plan = _plan(machine.width, machine.height)
    ids = arranged(machine.slices, [app.id for app in with_icon(machine.apps) if app.id not in _DOCK])
    apps = [machine.apps[app] for app in ids]
    size = plan.columns * plan.rows
    return [apps[at : at + size] for at in range(0, len(apps), size)] or [[]]


def turn(machine: Machine, step: int) -> None:
    """Shows the home screen's next (1) or previous (-1) page."""
    shell: Shell = machine.get(SHELL)
    page = max(0, min(len(_pages(machine)) - 1, shell.page.data + step))
    machine.put(SHELL, Shell("home", ui.Page("", data=page)))


@lru_cache(maxsize=512)
def _date(day: int) -> str:
    then = time.gmtime(day * 86_400)
    return f"{time.strftime('%A', then)}, {then.tm_mday} {time.strftime('%B', then)}"


def clock(machine: Machine, scene: AnyScene, full: bool) -> None:
    """Lays out the time (of 24 hours if `full`) and the date above the icons."""
    plan, w = _plan(machine.width, machine.height), machine.width
    text, day = times.clock(machine.now, full, half=False), _date(int(machine.now // 86_400))
    scene.clock(0, plan.top, w, plan.clock + 16, text, scene.theme.text, plan.clock, "regular", "center")
    scene.node(0, plan.top, w, plan.clock + 16, "text", text, rid=_ID + "clock")
    ui.Label(day, 16, align="center", rid=_ID + "date").place(scene, 0, plan.top + plan.clock + 18, w, 24)


def home(machine: Machine, scene: AnyScene) -> None:
    """Lays out a page of the home screen, the dock and the search."""
    theme, w, plan = scene.theme, machine.width, _plan(machine.width, machine.height)
    pages, page = _pages(machine), machine.get(SHELL).page
    shown = min(page.data, len(pages) - 1)
    icons = [AppIcon(app, ("launch", app.id), name=label(machine, app)) for app in pages[shown]]
    ui.Grid(icons, plan.columns, _CELL).place(scene, 8, plan.grid, w - 16, plan.rows * _CELL)
    if len(pages) > 1:
        left = w // 2 - 8 * len(pages)
        for i in range(len(pages)):
            scene.round(left + 16 * i + 5, plan.dots, 6, 6, theme.text if i == shown else theme.muted, 3)
            if i == shown:
                scene.round(left + 16 * i + 1, plan.dots, 14, 6, theme.text, 3)
        scene.node(left, plan.dots - 3, 16 * len(pages), 12, "other", "", f"Page {shown + 1} of {len(pages)}")
    dock = [
        AppIcon(machine.apps[app], ("launch", app), named=False, name=label(machine, machine.apps[app]))
        for app in arranged(machine.slices, _DOCK)
        if app in machine.apps
    ]
    across = w - 16
    for i, icon in enumerate(dock):
        icon.place(scene, 8 + across * i // len(dock), plan.dock, across // len(dock), 60)
    scene.round(16, plan.search, w - 32, 48, theme.raised, 24)
    ui.Row([ui.Icon("search", "muted", 22), ui.Label("Search apps", tone="muted", role="", flex=1)], gap=12).place(
        scene, 34, plan.search, w - 68, 48
    )
    scene.node(16, plan.search, w - 32, 48, "button", "Search apps", "", _ID + "search_container_hotseat", ("drawer",))
    _icon_menu(scene, page, w, machine.height)


def _icon_menu(scene: AnyScene, page: ui.Page, w: int, h: int) -> None:
    match page.overlay:
        case ("icon_menu", str(app), int(x), int(y)):
            menu = ui.Menu([ui.Item("App info", ("app_info", app), "info")], (x, y))
            menu.place(scene, 0, STATUS_HEIGHT, w, h - STATUS_HEIGHT - NAV_HEIGHT)


def matches(machine: Machine, query: str) -> list[AppSpec[Any]]:
    """Returns the apps whose names contain a text, sorted by name."""
    wanted, say = query.strip().casefold(), machine.theme.say
    names = {app.id: label(machine, app) for app in machine.apps.values()}
    found = [
        app
        for app in with_icon(machine.apps)
        if wanted in names[app.id].casefold() or wanted in say(names[app.id]).casefold()
    ]
    return sorted(found, key=lambda app: say(names[app.id]))


def drawer(machine: Machine, scene: AnyScene, below: int = 0) -> None:
    """Lays out the search, and below it the matching apps by name; some pixels `below` are taken by the keyboard."""
    page: ui.Page = machine.get(SHELL).page
    w, h = machine.width, machine.height - below
    scene.page = page
    apps = matches(machine, page.fields.get("search", ""))
    icons = [AppIcon(app, ("launch", app.id), name=label(machine, app)) for app in apps]
    content: ui.Widget[ui.AnyMessage] = ui.Grid(icons, max(3, w // 88), _CELL)
    if not apps:
        content = ui.Label("No apps found", tone="muted", align="center", pad=(0, 32))
    field = ui.Field("search", "Search apps", _ID + "fallback_search_view", icon="search", pill=True, flex=1)
    rows = [
        ui.Row([field], pad=(16, 12)),
        ui.Scroll("apps", [content, ui.Space(16)], pad=(8, 4), rid=_ID + "apps_list_view"),
    ]
    ui.Column(rows).place(scene, 0, STATUS_HEIGHT, w, h - STATUS_HEIGHT - NAV_HEIGHT)
    scene.page = NO_PAGE
    _icon_menu(scene, page, w, h)


# Messages -------------------------------------------------------------------------------------------------------------


def _open_menu(machine: Machine, app: str, x: int, y: int) -> None:
    shell: Shell = machine.get(SHELL)
    machine.put(SHELL, shell._replace(page=shell.page._replace(overlay=("icon_menu", app, x, y))))


def update(machine: Machine, message: ui.AnyMessage) -> None:
    """Handles the launcher's messages, besides those that launch an app."""
    match message:
        case ("drawer",):
            machine.put(SHELL, DRAWER)
        case ("icon_menu", str(app), int(x), int(y)):
            _open_menu(machine, app, x, y)
        case ("app_info", str(app)):
            machine.launch("settings", ("app", app))
