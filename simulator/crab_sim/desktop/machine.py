"""The simulated desktop: top bar, dock, Activities search, and overlapping windows with title bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, assert_never

from crab_sim.desktop import capture, network, settings_store, tidying
from crab_sim.desktop.apps import APPS, FAVORITES, SEEDERS, seed_files
from crab_sim.desktop.apps.clocks import data as clocks
from crab_sim.desktop.apps.files.app import PLACES
from crab_sim.desktop.apps.files.changes import CUT
from crab_sim.desktop.apps.screenshot import app as screenshot
from crab_sim.desktop.apps.settings.backgrounds import lay_out_wallpaper
from crab_sim.desktop.apps.terminal.screen import position_at
from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.desktop.shell import capturing, dock, lock, overview, placing, search, status_menu, title_bar, top_bar
from crab_sim.desktop.shell.capturing import CAPTURE, Capture
from crab_sim.desktop.shell.messages import (
    CAPTURE_PANEL,
    PARTS,
    STATUS_MENU,
    TITLE_BARS,
    CaptureMessage,
    CaptureMode,
    PartMessage,
)
from crab_sim.desktop.shell.pointer import POINTER, pointer_ops, target
from crab_sim.desktop.shell.state import OPENED, SHELL, Shell
from crab_sim.devices.keys import combo
from crab_sim.draw.ops import Op, Rect
from crab_sim.files import Files
from crab_sim.language import words_of
from crab_sim.machine import conditions, keyboard, touch
from crab_sim.machine.app import AppSpec, Context
from crab_sim.machine.crashes import UnknownVerb, guarded
from crab_sim.machine.machine import Machine
from crab_sim.machine.memory import Seeder
from crab_sim.machine.slices import FILES, WINDOWS, AnySlice
from crab_sim.ui import Page, Theme, Window
from crab_sim.ui import theme as themes
from crab_sim.ui.messages import AnyMessage
from crab_sim.ui.node import GridData, Node, TitleBarData
from crab_sim.ui.scene import AnyScene

__all__ = ["BAR_HEIGHT", "DOCK_WIDTH", "TITLE_HEIGHT", "Desktop", "Shell"]

_SCROLL = 40
_MAX_WINDOWS = 40
_PRINT_KEYS: Final = frozenset(["print", "printscreen", "prntscrn", "prtsc", "prtscr"])  # pyautogui's names
_CAPTURE_KEYS: Final[Mapping[str, CaptureMode]] = {"s": "selection", "c": "screen", "w": "window"}
_TIMED: Final = (clocks.ALARMS.name, clocks.TIMERS.name, capture.PENDING.name)
"""The slices by which something happens by itself, once they aren't as the seed makes them any more."""
_CLOCK_KEYS: Final = ("clock-format", "clock-show-date", "clock-show-weekday")


class Desktop(Machine):
    """A desktop; see `Machine`. Windows, keys and search work as on a stock GNOME desktop with a dock.

    Raises:
        ValueError: The screen is smaller than 640×480 pixels.
    """

    device: ClassVar[str] = "ubuntu"
    apps: ClassVar[Mapping[str, AppSpec[Any]]] = APPS
    bar_height, dismisses = BAR_HEIGHT, False
    seeders: ClassVar[Mapping[str, Seeder]] = {"settings": settings_store.seed, "files": seed_files, **SEEDERS}

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        if width < 640 or height < 480:
            raise ValueError(f"the desktop's screen is {width}×{height}; it needs at least 640×480 pixels")
        super().__init__(width, height)

    def home(self) -> dict[AnySlice, object]:
        """Returns the slices of an empty desktop."""
        return {SHELL: Shell(), OPENED: 0, CUT: ()}

    def choose_theme(self) -> Theme:
        """Returns the light or dark theme, in the settings' accent colour and text size and the desktop's language."""
        settings = self.get(SETTINGS)
        scale = float(settings[settings_store.INTERFACE, "text-scaling-factor"])
        accent, contrast = settings[settings_store.INTERFACE, "accent-color"], settings_store.is_contrasted(settings)
        theme = themes.desktop_theme(settings_store.is_dark(settings), accent, scale, contrast)
        language = conditions.language_of(self.slices)
        return theme if language == "en" else themes.speaking(theme, language, self.device)

    @property
    def files(self) -> Files:
        """The file system."""
        files: Files = self.get(FILES)
        return files

    # Actions ----------------------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb of the ubuntu row of the verb table."""
        point = target(args)
        if point is not None:
            self.slices[POINTER.name] = point
        if lock.use(self):
            return
        match name:
            case "click":
                touch.tap(self, args["x"], args["y"])
            case "right_click":
                bare = not self.nodes_at(args["x"], args["y"])
                touch.tap(self, args["x"], args["y"], "long")
                if bare:
                    self.put(SHELL, Shell("wallpaper", at=self.last_touch))
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
                self.put(SHELL, Shell("windows", args["name"]))
            case _:
                raise UnknownVerb(f"unknown verb {name!r}")

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass; alarms and timers that become due ring on the way."""
        if self.slices.keys().isdisjoint(_TIMED):
            self._pass(seconds)
            return
        target = self.now + seconds
        due = self._due()
        while due <= target:
            self._pass(max(0.0, due - self.now))
            rung = guarded(self, partial(clocks.tick, self), "clocks")
            if not guarded(self, partial(screenshot.tick, self), "screenshot") or not rung:
                break
            due = self._due()
        self._pass(target - self.now)

    def _pass(self, seconds: float) -> None:
        """Lets time pass in which nothing rings."""
        minute = self.slices["time"] // 60
        super().advance(seconds)
        lock.tick(self)
        if self.slices["time"] // 60 != minute:
            tidying.tick(self)

    def _due(self) -> float:
        """Returns when something happens next by itself."""
        due = clocks.due(self.slices)
        if capture.PENDING.name in self.slices:
            due = min(due, screenshot.due(self))
        return due

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
            frame = placing.frame_of(self.slices, app, spec.size, number, (self.width, self.height))
            window = Window(f"w{number + 1}", app, (page,), frame, maximized=spec.maximized)
            self.put(OPENED, number + 1)
            self.put(WINDOWS, (*self.get(WINDOWS), window))
            self.begin_loading(window.id)
        else:
            self.unminimize(window.id)
        spec.update(Context(self, window.id), ("opened", *intent))
        if app == "clocks" and intent[:1] in (("ringing",), ("time_up",)):
            lock.ring(self)

    def _window_with(self, app: str, page: Page, plain: bool) -> Window | None:
        """Returns an app's topmost window with the same page, or its topmost one for a plain start."""
        for window in reversed(self.get(WINDOWS)):
            first = window.base
            if window.app == app and (plain or (first.name, first.arg) == (page.name, page.arg)):
                return window
        return None

    def unminimize(self, window_id: str) -> None:
        """Shows a window and puts it above the others."""
        self.put_window(self.window(window_id)._replace(minimized=False))
        self.raise_window(window_id)

    @property
    def front(self) -> Window | None:
        """The topmost window on the screen, None in the overview or if there is none."""
        shell: Shell = self.get(SHELL)
        return None if shell.overview or shell.part == "capture" else self._top()

    def _top(self) -> Window | None:
        for window in reversed(self.get(WINDOWS)):
            if not window.minimized:
                return window
        return None

    def shell_key(self, key: str) -> bool:
        """Handles the desktop's own keys."""
        shell: Shell = self.get(SHELL)
        front = self.front
        if shell.part == "capture":
            self._capture_key(key)
        elif key.rpartition("+")[2] in _PRINT_KEYS:
            self._print_key(key)
        elif key == "super+l":
            lock.lock(self)
        elif key in ("super", "super+s"):
            self.put(SHELL, Shell() if shell.overview else Shell("windows"))
        elif key == "super+a":
            self.put(SHELL, Shell() if shell.part == "apps" else Shell("apps"))
        elif shell.overview:
            overview.press(self, self.matching_apps(shell.query), key)
        elif shell.part and key == "escape":
            self.put(SHELL, Shell())
        elif key == "ctrl+alt+t":
            self.launch("terminal", ("new",))
        elif key in ("alt+tab", "super+tab"):
            windows = self.get(WINDOWS)
            if len(windows) > 1:
                self.unminimize(windows[-2].id)
        elif front is None:
            return False
        elif key == "alt+f4":
            title_bar.update(self, ("close", front.id))
        elif key in ("super+up", "super+down"):
            self.put_window(front._replace(maximized=key == "super+up"))
        elif key == "super+h":
            title_bar.update(self, ("minimize", front.id))
        else:
            return False
        return True

    def _print_key(self, key: str) -> None:
        """Opens the panel that takes pictures of the screen; with Shift or Alt, takes one at once."""
        if key.startswith("shift+"):
            capture.save(self, capture.picture(self))
        elif key.startswith("alt+"):
            top = self._top()
            if top is not None:
                capture.save(self, capture.picture(self, only=top.id))
        else:
            capturing.open_panel(self)

    def _capture_key(self, key: str) -> None:
        if key in ("escape", "super") or key in _PRINT_KEYS:
            self._open_part(("leave",))
        elif key in ("enter", "space"):
            self._capture(("capture_take",))
        elif key in _CAPTURE_KEYS:
            self._capture(("capture_mode", _CAPTURE_KEYS[key]))

    def _capture(self, message: CaptureMessage) -> None:
        """Handles clicks on the panel that takes pictures of the screen, and the selection of an area."""
        now: Capture = self.get(CAPTURE)
        match message:
            case ("area", x1, y1, x2, y2):
                self.put(CAPTURE, now._replace(area=capturing.dragged(now.area, x1, y1, x2, y2)))
                if now.asker:
                    self._take(self.get(CAPTURE))
            case ("capture_mode", mode):
                self.put(CAPTURE, now._replace(mode=mode))
            case ("capture_window", window):
                self.put(CAPTURE, now._replace(window=window))
            case ("capture_take",):
                self._take(now)
            case _:
                assert_never(message)

    def _take(self, now: Capture) -> None:
        """Takes the picture, and saves it or gives it to the window that asked for it."""
        ids = [window.id for window in self.get(WINDOWS)]
        part = now.area if now.mode == "selection" else None
        if now.mode == "window" and now.window not in ids:
            return
        data = capture.picture(self, now.asker, now.window if now.mode == "window" else "", part)
        self.put(SHELL, Shell())
        if now.asker in ids:
            screenshot.taken(Context(self, now.asker), data)
        elif not now.asker:
            capture.save(self, data)

    def shell_text(self, text: str) -> None:
        """Types into the overview's search."""
        shell: Shell = self.get(SHELL)
        if shell.overview:
            head, newline, _ = text.partition("\n")
            self.put(SHELL, shell._replace(query=shell.query + head, first=0))
            if newline:
                self.shell_key("enter")
        elif shell.part == "capture":
            for char in text[:8]:
                self.shell_key("enter" if char == "\n" else char)

    def matching_apps(self, query: str) -> Sequence[AppSpec[Any]]:
        """Returns the apps that match a search; those whose names begin with it come first."""
        wanted = query.strip().casefold()
        if not wanted:
            return [self.apps[name] for name in conditions.arranged(self.slices, self.apps)]
        return search.matches(type(self), wanted, conditions.language_of(self.slices))

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
        """Handles clicks on the bars, the dock, the overview, the menus, the wallpaper and the title bars."""
        if PARTS.has(message):
            self._open_part(message)
        elif TITLE_BARS.has(message):
            title_bar.update(self, message)
        elif STATUS_MENU.has(message):
            status_menu.update(self, message)
        elif CAPTURE_PANEL.has(message):
            self._capture(message)

    def _open_part(self, message: PartMessage) -> None:
        """Opens and closes what lies above the windows, and goes from there to an app or a window."""
        shell = self.get(SHELL)
        match message:
            case ("overview",):
                self.put(SHELL, Shell() if shell.overview else Shell("windows"))
            case ("apps",) | ("status",):
                part = message[0]
                self.put(SHELL, Shell() if shell.part == part else Shell(part))
            case ("leave",) | ("dismiss",):
                self.put(SHELL, Shell())
                if shell.part == "capture":
                    screenshot.cancelled(self, self.get(CAPTURE).asker)
            case ("lock",):
                self.put(SHELL, Shell())
                lock.lock(self)
            case ("page", rows):
                overview.turn(self, self.matching_apps(shell.query), 1 if rows > 0 else -1)
            case ("launch", app, *subject):
                self.launch(app, tuple(subject))
            case ("raise", window_id):
                self.put(SHELL, Shell())
                self.unminimize(window_id)
            case _:
                assert_never(message)

    # Screen -----------------------------------------------------------------------------------------------------

    def is_full(self, window: Window) -> bool:
        """Returns whether a window fills the whole screen, as a presentation does."""
        return window.page.name in self.apps[window.app].full

    def bounds(self, window: Window) -> Rect:
        """Returns a window's frame on the screen, title bar included."""
        if self.is_full(window):
            return 0, 0, self.width, self.height
        if window.maximized:
            return DOCK_WIDTH, BAR_HEIGHT, self.width, self.height
        return window.frame

    def content_rect(self, window: Window) -> Rect | None:
        """Returns the rectangle of a window's content."""
        return self.bounds(window) if self.is_full(window) else title_bar.content_rect(self.bounds(window))

    def display_list(self) -> Sequence[Op]:
        """Returns what the screen shows, the mouse pointer last."""
        if not lock.is_open(self):
            return self.scene.ops
        size = int(self.get(SETTINGS)[settings_store.INTERFACE, "cursor-size"])
        return (*self.scene.ops, *pointer_ops(self.peek(POINTER, (self.width - 2, self.height - 2)), size))

    def build(self, scene: AnyScene) -> None:
        """Lays out wallpaper, windows, overview or menu, top bar and dock."""
        if not lock.is_open(self):
            lock.lay_out(self, scene, lambda: self.files)
            return
        w, h = self.width, self.height
        shell: Shell = self.get(SHELL)
        if scene.drawn:
            lay_out_wallpaper(scene, w, h, self.get(SETTINGS), lambda: self.files)
        front, settings = self._top(), self.get(SETTINGS)
        windows = [] if shell.overview else [window for window in self.get(WINDOWS) if not window.minimized]
        for i in scene.wanted([self.bounds(window) for window in windows]):
            self._window(scene, windows[i], windows[i] is front)
        self._part(scene, shell, settings)
        full = front is not None and not shell.part and self.is_full(front)
        if not full and scene.wanted([(0, 0, w, BAR_HEIGHT), (0, 0, DOCK_WIDTH, h)]):
            running = tuple(dict.fromkeys([window.app for window in sorted(self.get(WINDOWS), key=_number)]))
            key = (int(self.now // 60), settings, shell.part, running, front.app if front is not None else "")
            self.cached(scene, "bars", key, lambda: self._bars(scene, *key))
        if shell.part == "capture":
            cards = [card for card in self._cards() if not card.minimized]
            capturing.lay_out(scene, w, h, self.get(CAPTURE), cards)

    def _part(self, scene: AnyScene, shell: Shell, settings: Mapping[tuple[str, str], str]) -> None:
        """Lays out the part of the desktop that is open above the windows."""
        w, h = self.width, self.height
        if shell.overview:
            searching = bool(shell.query) or shell.part == "apps"
            cards, matches = ([], self.matching_apps(shell.query)) if searching else (self._cards(), [])
            overview.lay_out(scene, w, h, shell, cards, matches)
        elif shell.part == "status":
            status_menu.lay_out(scene, w, h, settings)
        elif shell.part == "wallpaper":
            status_menu.lay_out_wallpaper_menu(scene, w, h, shell.at)

    def _cards(self) -> list[overview.Card]:
        """Returns the open windows as cards, in the order of their start."""
        return [
            overview.Card(window.id, self._title(window), self.apps[window.app], window.minimized)
            for window in sorted(self.get(WINDOWS), key=_number)
        ]

    def _bars(
        self,
        scene: AnyScene,
        minute: int,
        settings: Mapping[tuple[str, str], str],
        part: str,
        running: tuple[str, ...],
        front: str,
    ) -> None:
        w, h = self.width, self.height
        how = [settings[settings_store.INTERFACE, key] for key in _CLOCK_KEYS]
        quiet = not settings_store.has_banners(settings)
        pressed, menu = part in ("windows", "apps"), part == "status"
        self.cached(scene, "top bar", (pressed,), lambda: top_bar.lay_out(scene, w, pressed))
        clock = top_bar.clock_text(minute, *how)
        self.cached(scene, "clock", (clock, quiet), lambda: top_bar.lay_out_clock(scene, w, clock, quiet))
        online = network.is_online(self)
        self.cached(scene, "system menu", (menu, online), lambda: top_bar.lay_out_system(scene, w, menu, online))
        ids = dock.shown(self.apps, conditions.arranged(self.slices, FAVORITES), running)
        self.cached(
            scene, "dock", (running, front), lambda: dock.lay_out(scene, h, self.apps, ids, frozenset(running), front)
        )

    def _title(self, window: Window) -> str:
        """Returns a window's title; that of Files is a folder's name, which is the same in every language."""
        outer = self.acting
        title = self.apps[window.app].title(Context(self, window.id))
        self.acting = outer
        words = words_of(conditions.language_of(self.slices), self.device, window.app)
        return title if words is None or (window.app == "files" and title not in PLACES.values()) else words.say(title)

    def _window(self, scene: AnyScene, window: Window, focused: bool) -> None:
        title = self._title(window)

        def content(rect: Rect) -> None:
            left, top, right, bottom = rect
            self.build_window(scene, window, left, top, right - left, bottom - top)

        lay_out = title_bar.lay_out_full if self.is_full(window) else title_bar.lay_out
        lay_out(scene, window, self.bounds(window), title, focused, content)


def _number(window: Window) -> int:
    """Returns the place of a window in the order of their starts; its id is that number after a letter."""
    return int(window.id[1:])
