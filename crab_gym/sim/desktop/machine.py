"""The simulated desktop: top bar, dock, Activities search, and overlapping windows with title bars."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

from crab_gym.devices.keys import combo
from crab_gym.fast.compiled import mypyc_attr
from crab_gym.sim.desktop import settings_store
from crab_gym.sim.desktop.apps import APPS, SEEDERS, seed_files
from crab_gym.sim.desktop.apps.files.changes import CUT
from crab_gym.sim.desktop.apps.settings.panels import wallpaper
from crab_gym.sim.desktop.apps.terminal.screen import position_at
from crab_gym.sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_gym.sim.desktop.settings_store import SETTINGS
from crab_gym.sim.draw import text as metrics
from crab_gym.sim.draw.ops import Rect
from crab_gym.sim.files import Files
from crab_gym.sim.machine import keyboard, touch
from crab_gym.sim.machine.app import AppSpec, Context
from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.machine.memory import Seeder
from crab_gym.sim.machine.slices import FILES, WINDOWS, AnySlice, Slice
from crab_gym.sim.ui import Field, Grid, Label, Page, Scene, Theme, Widget, Window
from crab_gym.sim.ui import theme as themes
from crab_gym.sim.ui.node import SELECTED, GridData, Node, TitleBarData
from crab_gym.sim.ui.page import NO_PAGE, AnyMessage

__all__ = ["BAR_HEIGHT", "DOCK_WIDTH", "TITLE_HEIGHT", "Desktop", "Shell"]

OPENED: Final = Slice[int]("opened")

_BUTTON = 30
_SCROLL = 40
_MAX_WINDOWS = 40
_WHITE = (255, 255, 255)
_BAR = (28, 28, 31)
_DOCK = (38, 38, 42)
_CLOCK_KEYS = ("clock-format", "clock-show-date", "clock-show-weekday")
_PANEL = (48, 48, 54)


class Shell(NamedTuple):
    """The state of the desktop's own parts.

    Attributes:
        overview: Whether the search for apps is above the windows.
        query: The search's text.
    """

    overview: bool = False
    query: str = ""


SHELL: Final = Slice[Shell]("shell")


class Launcher(Widget):
    """An app's icon in the overview, with its name below."""

    __slots__ = ("app", "first")

    def __init__(self, app: AppSpec, first: bool) -> None:
        self.flex, self.app, self.first = 0, app, first

    def width(self, theme: Theme) -> int:
        """Returns the cell's natural width."""
        return 120

    def height(self, theme: Theme, w: int) -> int:
        """Returns the cell's height."""
        return 124

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon; the first one, which Enter starts, has a ground of its own."""
        if self.first:
            scene.round(x + 4, y, w - 8, h, (72, 72, 80), 12)
        size = 64
        left, top = x + (w - size) // 2, y + 16
        scene.round(left, top, size, size, self.app.color, 14)
        scene.icon(left + 16, top + 16, size - 32, self.app.icon, _WHITE)
        Label(self.app.name, 14, _WHITE, align="center", role="").place(scene, x, top + size + 10, w, 20)
        flags = SELECTED if self.first else 0
        scene.node(x + 4, y, w - 8, h, "icon", self.app.name, message=("launch", self.app.id), flags=flags)


@mypyc_attr(allow_interpreted_subclasses=True)
class Desktop(Machine):
    """A desktop; see `Machine`. Windows, keys and search work as on a stock GNOME desktop with a dock.

    Raises:
        ValueError: The screen is smaller than 640×480 pixels.
    """

    device: ClassVar[str] = "ubuntu"
    apps: ClassVar[Mapping[str, AppSpec]] = APPS
    seeders: ClassVar[Mapping[str, Seeder]] = {"settings": settings_store.seed, "files": seed_files, **SEEDERS}

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        if width < 640 or height < 480:
            raise ValueError(f"the desktop's screen is {width}×{height}; it needs at least 640×480 pixels")
        super().__init__(width, height)

    def home(self) -> dict[AnySlice, object]:
        """Returns the slices of an empty desktop."""
        return {SHELL: Shell(), OPENED: 0, CUT: ()}

    def choose_theme(self) -> Theme:
        """Returns the light or dark theme, with the accent colour and text size of the settings."""
        settings = self.get(SETTINGS)
        scale = float(settings[settings_store.INTERFACE, "text-scaling-factor"])
        accent = settings[settings_store.INTERFACE, "accent-color"]
        return themes.desktop_theme(settings_store.is_dark(settings), accent, scale)

    @property
    def files(self) -> Files:
        """The file system."""
        files: Files = self.get(FILES)
        return files

    # Actions ----------------------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb of the ubuntu row of the verb table."""
        match name:
            case "click":
                touch.tap(self, args["x"], args["y"])
            case "right_click":
                touch.tap(self, args["x"], args["y"], "long")
            case "double_click":
                touch.tap(self, args["x"], args["y"], "double")
            case "drag":
                self._drag(args["x1"], args["y1"], args["x2"], args["y2"])
            case "scroll":
                step = {"up": -_SCROLL, "down": _SCROLL}.get(args["direction"], 0)  # nothing scrolls sideways
                touch.scroll(self, args["x"], args["y"], step * args["amount"])
            case "write_text":
                keyboard.type_text(self, args["text"])
            case "press":
                keyboard.press(self, combo([args["key"]]))
            case "hotkey":
                keyboard.press(self, combo(args["keys"]))
            case "search_app":
                self.put(SHELL, Shell(True, args["name"]))
            case _:
                raise ValueError(f"unknown verb {name!r}")

    def launch(self, app: str, intent: Sequence[object] = ()) -> None:
        """Starts an app or raises its window: any window for a plain start, otherwise the one with the same page.

        Either way the window gets the message ``("opened", *intent)``. An intent that begins with ``"new"`` always
        opens a new window. While 40 windows are open, none is added.
        """
        spec = self.apps[app]
        self.put(SHELL, Shell())
        page = spec.start(tuple(intent))
        window = self._window_with(app, page, not intent) if spec.single and intent[:1] != ("new",) else None
        if window is None:
            if len(self.get(WINDOWS)) >= _MAX_WINDOWS:
                return
            number: int = self.get(OPENED)
            window = Window(f"w{number + 1}", app, (page,), self._frame(spec, number))
            self.put(OPENED, number + 1)
            self.put(WINDOWS, (*self.get(WINDOWS), window))
        else:
            self.unminimize(window.id)
        spec.update(Context(self, window.id), ("opened", *intent))

    def _window_with(self, app: str, page: Page, plain: bool) -> Window | None:
        """Returns an app's topmost window with the same page, or its topmost one for a plain start."""
        for window in reversed(self.get(WINDOWS)):
            first = window.pages[0]
            if window.app == app and (plain or (first.name, first.arg) == (page.name, page.arg)):
                return window
        return None

    def _frame(self, spec: AppSpec, number: int) -> Rect:
        """Returns the frame of a new window, a little lower and further right than the last one's."""
        width, height = spec.size
        w, h = min(width, self.width - DOCK_WIDTH - 16), min(height, self.height - BAR_HEIGHT - 16)
        step = number % 5
        left = min(DOCK_WIDTH + 56 + 56 * step, self.width - w - 8)
        top = min(BAR_HEIGHT + 24 + 34 * step, self.height - h - 8)
        return left, top, left + w, top + h

    def unminimize(self, window_id: str) -> None:
        """Shows a window and puts it above the others."""
        window = self.window(window_id)
        if window.minimized:
            self.put_window(window._replace(minimized=False))
        self.raise_window(window_id)

    @property
    def front(self) -> Window | None:
        """The topmost window on the screen, None in the overview or if there is none."""
        return None if self.get(SHELL).overview else self._top()

    def _top(self) -> Window | None:
        for window in reversed(self.get(WINDOWS)):
            if not window.minimized:
                return window
        return None

    def shell_key(self, key: str) -> bool:
        """Handles the desktop's own keys."""
        shell: Shell = self.get(SHELL)
        front = self.front
        if key in ("super", "super+s", "super+a"):
            self.put(SHELL, Shell(not shell.overview))
        elif shell.overview:
            self._overview_key(shell, key)
        elif key == "ctrl+alt+t":
            self.launch("terminal", ("new",))
        elif key in ("alt+tab", "super+tab"):
            windows = self.get(WINDOWS)
            if len(windows) > 1:
                self.unminimize(windows[-2].id)
        elif front is None:
            return False
        elif key == "alt+f4":
            self.apps[front.app].close(Context(self, front.id))
        elif key in ("super+up", "super+down"):
            self.put_window(front._replace(maximized=key == "super+up"))
        elif key == "super+h":
            self.shell(("minimize", front.id))
        else:
            return False
        return True

    def _overview_key(self, shell: Shell, key: str) -> None:
        if key == "escape":
            self.put(SHELL, Shell())
        elif key == "enter":
            apps = self.matching_apps(shell.query)
            if apps:
                self.launch(apps[0].id)
        elif key == "backspace":
            self.put(SHELL, shell._replace(query=shell.query[:-1]))
        elif key == "ctrl+a":
            self.put(SHELL, shell._replace(query=""))
        elif len(key) == 1 or key == "space":
            self.put(SHELL, shell._replace(query=shell.query + (" " if key == "space" else key)))

    def shell_text(self, text: str) -> None:
        """Types into the overview's search."""
        shell: Shell = self.get(SHELL)
        if shell.overview:
            head, newline, _ = text.partition("\n")
            self.put(SHELL, shell._replace(query=shell.query + head))
            if newline:
                self.shell_key("enter")

    def matching_apps(self, query: str) -> list[AppSpec]:
        """Returns the apps that match a search; those whose names begin with it come first."""
        wanted = query.strip().casefold()
        first, others = [], []
        for app in self.apps.values():
            name = app.name.casefold()
            if name.startswith(wanted):
                first.append(app)
            elif wanted in name or any(word.startswith(wanted) for word in app.keywords):
                others.append(app)
        return first + others

    def touched(self, node: Node) -> None:
        """Raises the clicked window."""
        if node.owner != "shell":
            self.raise_window(node.owner)

    def _drag(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Moves a window by its title bar, selects on a grid of characters, otherwise drags like `touch.drag`."""
        if self.get(SHELL).overview:
            return
        for node in self.reachable(x1, y1):
            if isinstance(node.data, GridData):
                self.touched(node)
                ends = position_at(node.data, x1, y1), position_at(node.data, x2, y2)
                self.apps[node.app].update(Context(self, node.owner), ("select", *ends))
                return
            if isinstance(node.data, TitleBarData):
                window = self.window(node.data.window_id)
                self.raise_window(window.id)
                left, top, right, bottom = window.frame
                dx = max(60 - right, min(x2 - x1, self.width - 60 - left))
                dy = max(BAR_HEIGHT - top, min(y2 - y1, self.height - TITLE_HEIGHT - top))
                frame = (left + dx, top + dy, right + dx, bottom + dy)
                self.put_window(window._replace(frame=frame, maximized=False))
                return
            if node.message is not None or node.data is not None:
                break
        touch.drag(self, x1, y1, x2, y2)

    def shell(self, message: AnyMessage) -> None:
        """Handles clicks on the top bar, the dock, the overview and the title bars."""
        match message:
            case ("overview",):
                self.put(SHELL, Shell(not self.get(SHELL).overview))
            case ("leave",):
                self.put(SHELL, Shell())
            case ("launch", str(app)):
                self.launch(app)
            case ("raise", str(window_id)):
                self.unminimize(window_id)
            case ("close", str(window_id)):
                self.raise_window(window_id)
                window = self.window(window_id)
                self.apps[window.app].close(Context(self, window.id))
            case ("minimize", str(window_id)):
                self.put_window(self.window(window_id)._replace(minimized=True))
                self.put(WINDOWS, _sunk(self.get(WINDOWS), window_id))
            case ("maximize", str(window_id)):
                self.raise_window(window_id)
                window = self.window(window_id)
                self.put_window(window._replace(maximized=not window.maximized))

    # Screen -----------------------------------------------------------------------------------------------------

    def bounds(self, window: Window) -> Rect:
        """Returns a window's frame on the screen, title bar included."""
        if window.maximized:
            return DOCK_WIDTH, BAR_HEIGHT, self.width, self.height
        return window.frame

    def build(self, scene: Scene) -> None:
        """Lays out wallpaper, windows, search, top bar and dock."""
        w, h = self.width, self.height
        shell: Shell = self.get(SHELL)
        scene.ops.append(("picture", 0, 0, w, h, scene.clip, wallpaper(self.get(SETTINGS))))
        front, settings = self._top(), self.get(SETTINGS)
        windows = [window for window in self.get(WINDOWS) if not window.minimized]
        for i in scene.wanted([self.bounds(window) for window in windows]):
            self._window(scene, windows[i], windows[i] is front)
        if shell.overview:
            self._overview(scene, shell.query)
        if not scene.wanted([(0, 0, w, BAR_HEIGHT), (0, 0, DOCK_WIDTH, h)]):
            return
        running = frozenset([window.app for window in self.get(WINDOWS)])
        key = (int(self.now // 60), settings, shell.overview, running, front.app if front is not None else "")
        self.cached(scene, "bars", key, lambda: self._bars(scene, *key))

    def _bars(
        self,
        scene: Scene,
        minute: int,
        settings: Mapping[tuple[str, str], str],
        overview: bool,
        running: frozenset[str],
        app: str,
    ) -> None:
        how = [settings[settings_store.INTERFACE, key] for key in _CLOCK_KEYS]
        self.cached(scene, "top bar", (overview,), lambda: self._top_bar(scene, overview))
        self.cached(scene, "clock", (minute, *how), lambda: self._top_clock(scene, _clock(minute, *how)))
        self.cached(scene, "system menu", (), lambda: self._system_menu(scene))
        self.cached(scene, "dock", (running, app), lambda: self._dock(scene, running, app))

    def _window(self, scene: Scene, window: Window, focused: bool) -> None:
        theme = scene.theme
        left, top, right, bottom = self.bounds(window)
        width = right - left
        title = self.apps[window.app].title(Context(self, window.id))
        radius = 0 if window.maximized else 10
        scene.ops.append(("shadow", left, top, right, bottom, scene.clip, 14 if focused else 8))
        outer = scene.clip
        # the lower corners are square: the clip ends above the rounding
        scene.clip = (max(outer[0], left), max(outer[1], top), min(outer[2], right), min(outer[3], bottom))
        scene.round(left, top, width, bottom - top + radius, theme.bar, radius)
        scene.owner, scene.app = window.id, window.app
        flags = SELECTED if focused else 0
        scene.node(left, top, width, bottom - top, "window", title, flags=flags)
        scene.owner = "shell"
        scene.node(
            left, top, width, TITLE_HEIGHT, "toolbar", "", "Title bar", message=("raise", window.id),
            double_message=("maximize", window.id), data=TitleBarData(window.id),
        )  # fmt: skip
        ink = theme.text if focused else theme.muted
        shown = metrics.ellipsize(title, "bold", 14, width - 3 * _BUTTON - 120)
        scene.text(left + 60, top, width - 120, TITLE_HEIGHT, shown, ink, 14, "bold", "center")
        x = right - 8 - _BUTTON
        restore = ("restore", "Restore") if window.maximized else ("maximize", "Maximize")
        for icon, description, name in (
            ("close", "Close", "close"),
            (*restore, "maximize"),
            ("minimize", "Minimize", "minimize"),
        ):
            scene.round(x + 3, top + 7, 24, 24, theme.surface, 12)
            scene.icon(x + 8, top + 12, 14, icon, ink)
            scene.node(x, top + 4, _BUTTON, _BUTTON, "button", "", description, message=(name, window.id))
            x -= _BUTTON
        inner_top = top + TITLE_HEIGHT
        scene.fill(left + 1, inner_top, width - 2, bottom - inner_top - 1, theme.background)
        self.build_window(scene, window, left + 1, inner_top, width - 2, bottom - inner_top - 1)
        scene.frame(left, top, width, bottom - top + radius, theme.outline, radius)
        scene.fill(left, bottom - 1, width, 1, theme.outline)
        scene.clip, scene.app = outer, "system"

    def _top_bar(self, scene: Scene, overview: bool) -> None:
        w = self.width
        scene.fill(0, 0, w, BAR_HEIGHT, _BAR)
        scene.node(0, 0, w, BAR_HEIGHT, "toolbar", "", "Top bar", message=("nothing",))
        if overview:
            scene.round(6, 3, 84, BAR_HEIGHT - 6, (70, 70, 76), 12)
        scene.text(0, 0, 96, BAR_HEIGHT, "Activities", _WHITE, 14, "bold", "center")
        scene.node(0, 0, 96, BAR_HEIGHT, "button", "Activities", message=("overview",))

    def _top_clock(self, scene: Scene, clock: str) -> None:
        left = self.width // 2 - 120
        scene.clock(left, 0, 240, BAR_HEIGHT, clock, _WHITE, 14, "bold", "center")
        scene.node(left, 0, 240, BAR_HEIGHT, "text", clock, "Clock")

    def _system_menu(self, scene: Scene) -> None:
        x = self.width - 28
        for icon, description in (("power", "System"), ("volume", "Volume"), ("network", "Network")):
            scene.icon(x, 7, 16, icon, _WHITE)
            scene.node(x, 7, 16, 16, "icon", "", description)
            x -= 26

    def _dock(self, scene: Scene, running: frozenset[str], front: str) -> None:
        scene.fill(0, BAR_HEIGHT, DOCK_WIDTH, self.height - BAR_HEIGHT, _DOCK)
        scene.node(0, BAR_HEIGHT, DOCK_WIDTH, self.height - BAR_HEIGHT, "toolbar", "", "Dock", message=("nothing",))
        size, y = 44, BAR_HEIGHT + 10
        for app in self.apps.values():
            x = (DOCK_WIDTH - size) // 2
            if front == app.id:
                scene.round(x - 5, y - 4, size + 10, size + 8, (74, 74, 80), 10)
            scene.round(x, y, size, size, app.color, 10)
            scene.icon(x + 10, y + 10, 24, app.icon, _WHITE)
            if app.id in running:
                scene.round(2, y + size // 2 - 3, 6, 6, _WHITE, 3)
            scene.node(x - 4, y - 4, size + 8, size + 8, "icon", app.name, "Dock", message=("launch", app.id))
            y += size + 12
        y = self.height - size - 10
        scene.icon((DOCK_WIDTH - 28) // 2, y + 8, 28, "apps", _WHITE)
        scene.node((DOCK_WIDTH - size) // 2, y, size, size, "button", "", "Show Apps", message=("overview",))

    def _overview(self, scene: Scene, query: str) -> None:
        w, h = self.width, self.height
        scene.node(0, BAR_HEIGHT, w, h - BAR_HEIGHT, "other", "", "Close search", message=("leave",))
        theme, scene.theme = scene.theme, themes.DESKTOP[1]
        matches = self.matching_apps(query)
        width, height = max(420, len(self.apps) * 128 + 32), 224
        left, top = DOCK_WIDTH + (w - DOCK_WIDTH - width) // 2, BAR_HEIGHT + 48
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 16))
        scene.round(left, top, width, height, _PANEL, 14)
        scene.node(left, top, width, height, "dialog", "", "Search", message=("nothing",))
        scene.page = Page("overview", fields={"search": query}, focus="search", selection=(len(query), len(query)))
        Field("search", "Type to search", icon="search").place(
            scene, left + 20, top + 18, width - 40, scene.theme.field
        )
        if matches:
            icons = [Launcher(app, i == 0 and bool(query)) for i, app in enumerate(matches)]
            grid = Grid(icons, len(matches), 124, 8)
            across = len(matches) * 128
            grid.place(scene, left + (width - across) // 2, top + 78, across, 124)
        else:
            Label("No results.", "title", _WHITE, align="center").place(scene, left, top + 120, width, 40)
        scene.theme, scene.page = theme, NO_PAGE


@lru_cache(maxsize=256)
def _day(day: int, date: str, weekday: str) -> str:
    """Returns the day in the top bar, before the time."""
    then = time.gmtime(day * 86_400)
    shown = f"{time.strftime('%a', then)} " if weekday == "true" else ""
    return f"{shown}{time.strftime('%b', then)} {then.tm_mday}  " if date == "true" else shown


def _clock(minute: int, style: str, date: str, weekday: str) -> str:
    """Returns the day and time in the top bar."""
    day, within = divmod(minute, 1440)
    hour, minute = divmod(within, 60)
    shown = f"{hour:02}:{minute:02}" if style == "24h" else f"{(hour - 1) % 12 + 1:02}:{minute:02} {'AP'[hour >= 12]}M"
    return _day(day, date, weekday) + shown


def _sunk(windows: tuple[Window, ...], window_id: str) -> tuple[Window, ...]:
    """Returns the windows with one below all others, as minimizing puts it."""
    return (
        *[window for window in windows if window.id == window_id],
        *[window for window in windows if window.id != window_id],
    )
