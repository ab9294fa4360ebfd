"""The simulated phone: status bar, home screen, app drawer, recent apps, navigation buttons."""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from crab_gym.sim.app import AppSpec, Context
from crab_gym.sim.files import Files
from crab_gym.sim.kernel import Machine, Refused, Seeder
from crab_gym.sim.keys import combo
from crab_gym.sim.phone import parts, permissions, settings_data
from crab_gym.sim.phone.apps import APPS, SEEDERS, seed_files
from crab_gym.sim.phone.share import NOTHING_ABOVE
from crab_gym.sim.ui import (
    Box,
    Column,
    Field,
    Grid,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Widget,
    Window,
)
from crab_gym.sim.ui import theme as themes

__all__ = ["NAV_HEIGHT", "STATUS_HEIGHT", "Phone", "Shell"]

STATUS_HEIGHT = 28
NAV_HEIGHT = 44
_WHITE = (255, 255, 255)
_SAVER = (232, 134, 12)  # the battery's colour while the Battery Saver is on
_SWIPE = {"short": 0.15, "medium": 0.3, "long": 0.5}


class Shell(NamedTuple):
    """What the phone shows: ``"home"``, ``"drawer"``, ``"recents"`` or ``"app"``; `query` searches the drawer."""

    screen: str = "home"
    query: str = ""


class AppIcon(Widget):
    """An app's icon with its name below."""

    __slots__ = ("app", "message", "tone")

    def __init__(self, app: AppSpec, message: tuple[Any, ...], tone: str | themes.Color = "text") -> None:
        self.flex, self.app, self.message, self.tone = 0, app, message, tone

    def width(self, theme: Theme) -> int:
        """Returns the cell's natural width."""
        return 84

    def height(self, theme: Theme, w: int) -> int:
        """Returns the cell's height."""
        return 88

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the icon and its label."""
        size = 52
        left, top = x + (w - size) // 2, y + 4
        scene.round(left, top, size, size, self.app.color, 16)
        scene.icon(left + 12, top + 12, size - 24, self.app.icon, (255, 255, 255))
        Label(self.app.name, "small", self.tone, align="center", role="").place(scene, x, top + size + 4, w, 20)
        scene.node(x + 4, y, w - 8, h, "icon", self.app.name, message=self.message)


class Phone(Machine):
    """A phone; see `Machine`. Gestures, buttons and apps work as on a stock Android phone with three buttons.

    Raises:
        ValueError: The screen is smaller than 280×480 pixels.
    """

    device: ClassVar[str] = "android"
    apps: ClassVar[Mapping[str, AppSpec]] = APPS
    seeders: ClassVar[Mapping[str, Seeder]] = {
        "settings": settings_data.seed, "files": seed_files, "notifications": lambda rng, now: (),
        "permissions": permissions.seed, **SEEDERS,
    }  # fmt: skip

    def __init__(self, width: int = 360, height: int = 800, permission_dialogs: bool = False) -> None:
        if width < 280 or height < 480:
            raise ValueError(f"the phone's screen is {width}×{height}; it needs at least 280×480 pixels")
        self.permission_dialogs = permission_dialogs
        super().__init__(width, height)

    def home(self) -> dict[str, Any]:
        """Returns the slices of the home screen."""
        return {
            "shell": Shell(), "above": NOTHING_ABOVE, "toast": parts.NO_TOAST,
            "permission_dialogs": self.permission_dialogs,
        }  # fmt: skip

    def choose_theme(self) -> Theme:
        """Returns the light or dark theme."""
        return themes.theme(themes.PHONE, settings_data.is_dark(self.get("settings")))

    @property
    def files(self) -> Files:
        """The file system."""
        files: Files = self.get("files")
        return files

    # Actions ----------------------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb of the android row of the verb table.

        Raises:
            Refused: `open_app` names no installed app.
        """
        match name:
            case "tap":
                self.point(args["x"], args["y"])
            case "long_tap":
                self.point(args["x"], args["y"], "long")
            case "swipe":
                self.swipe(args["x"], args["y"], args["direction"], args["distance"])
            case "drag":
                self.drag(args["x1"], args["y1"], args["x2"], args["y2"])
            case "write_text":
                self.type_text(args["text"])
            case "press":
                self.key(combo([args["key"]]))
            case "open_app_drawer":
                self.put("shell", Shell("drawer"))
            case "open_app":
                self.launch(self.find_app(args["name"]))
            case _:
                raise ValueError(f"unknown verb {name!r}")

    def find_app(self, name: str) -> str:
        """Returns the id of the app with a name, whatever its case.

        Raises:
            Refused: There is none; the message says what is installed, and which was perhaps meant.
        """
        wanted = name.strip().casefold()
        for app in self.apps.values():
            if wanted in (app.name.casefold(), app.id):
                return app.id
        names = [app.name for app in self.apps.values()]
        close = difflib.get_close_matches(name.title(), names, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        shown = name if len(name) <= 60 else f"{name[:57]}..."
        raise Refused(f"no app named {shown!r} is installed.{hint} Installed: {', '.join(names)}.")

    def swipe(self, x: int, y: int, direction: str, distance: str) -> None:
        """Swipes so that the content's view moves in a direction; on the home screen down opens the drawer."""
        length = _SWIPE[distance]
        dx = round(length * self.width) * {"left": -1, "right": 1}.get(direction, 0)
        dy = round(length * self.height) * {"up": -1, "down": 1}.get(direction, 0)
        screen = self.slices["shell"].screen
        if screen == "home" and direction == "down":
            self.put("shell", Shell("drawer"))
        elif screen == "drawer" and direction == "up":
            self.put("shell", Shell("home"))
        else:
            self.scroll(x, y, dx, dy)

    def launch(self, app: str, intent: Sequence[Any] = ()) -> None:
        """Brings an app to the front: as it was left, or with an intent on a page of its own above that.

        The app is told of an intent by the event ``"started"``.
        """
        spec = self.apps.get(app)
        if spec is None:
            self.put("toast", ("No app can open this", self.now + parts.TOAST_SECONDS))
            return
        if app in [window.id for window in self.slices["windows"]]:
            self.raise_window(app)
        else:
            self.put("windows", (*self.slices["windows"], Window(app, app, (spec.start(()),))))
        self.put("shell", Shell("app"))
        if intent:
            window, page = self.window(app), spec.start(tuple(intent))
            below = window.page._replace(overlay=())
            if (page.name, page.arg) != (below.name, below.arg):
                self.put_window(window._replace(pages=(*window.pages[:-1], below, page)))
            else:
                self.put_window(window._replace(pages=(*window.pages[:-1], page)))
            spec.update(Context(self, app), "started")

    def close_window(self, window_id: str) -> None:
        """Closes an app; the home screen follows where it was in front."""
        front = self.front
        super().close_window(window_id)
        if front is not None and front.id == window_id:
            self.put("shell", Shell("home"))

    @property
    def front(self) -> Window | None:
        """The app in front, None on the home screen."""
        if self.slices["shell"].screen != "app":
            return None
        window: Window = self.slices["windows"][-1]
        return window

    def shell_key(self, key: str) -> bool:
        """Handles the phone's own keys."""
        shell: Shell = self.slices["shell"]
        if key == "home":
            self.put("shell", Shell("home"))
        elif key == "recents":
            self.put("shell", Shell("recents"))
        elif key == "back":
            self.back()
        elif shell.screen == "drawer" and key == "backspace":
            self.put("shell", shell._replace(query=shell.query[:-1]))
        elif shell.screen == "drawer" and key == "enter":
            found = self._found(shell.query)
            if shell.query and found:
                self.launch(found[0].id)
        elif shell.screen == "drawer" and (len(key) == 1 or key == "space"):
            self.shell_text(" " if key == "space" else key)
        else:
            return False
        return True

    def shell_text(self, text: str) -> None:
        """Types into the drawer's search."""
        shell: Shell = self.slices["shell"]
        if shell.screen == "drawer":
            head, newline, _ = text.partition("\n")
            self.put("shell", shell._replace(query=shell.query + head))
            if newline:
                self.shell_key("enter")

    def back(self) -> None:
        """Closes what is on top: a dialog, then a page, then the app."""
        window = self.front
        if window is None:
            self.put("shell", Shell("home"))
        elif window.page.overlay:
            self.put_window(window._replace(pages=(*window.pages[:-1], window.page._replace(overlay=()))))
        elif len(window.pages) > 1:
            self.apps[window.app].update(Context(self, window.id), "back")  # an editor may keep a draft or ask first
            if self.front is window:
                self.put_window(window._replace(pages=window.pages[:-1]))
        else:
            self.put("shell", Shell("home"))

    def shell(self, name: str, *args: Any) -> None:
        """Handles taps on the home screen, the drawer, the recent apps and the buttons."""
        match name:
            case "launch":
                self.launch(args[0])
            case "key":
                self.shell_key(args[0])
            case "clear_recents":
                self.put("windows", ())
                self.put("shell", Shell("home"))

    # Screen -----------------------------------------------------------------------------------------------------

    def build(self, scene: Scene) -> None:
        """Lays out the bars and, between them, the home screen or the app in front."""
        w, h = self.width, self.height
        top, bottom = STATUS_HEIGHT, h - NAV_HEIGHT
        shell: Shell = self.slices["shell"]
        theme = scene.theme
        on_wallpaper = shell.screen in ("home", "recents")
        if on_wallpaper:
            scene.ops.append(
                ("picture", 0, 0, w, h, scene.clip, f"wallpaper:android:{'dark' if theme.dark else 'light'}")
            )
        else:
            scene.fill(0, 0, w, h, theme.background)
        settings, minute = self.get("settings"), int(self.now // 60)
        if shell.screen == "home":
            self.cached(scene, "home", (theme.dark,), lambda: self._home(scene, bottom))
            self.cached(scene, "clock", (minute, settings), lambda: self._clock(scene, top + 56))
        elif shell.screen == "drawer":
            key = (shell.query, theme.dark)
            self.cached(scene, "drawer", key, lambda: self._drawer(scene, shell.query, top, bottom))
        elif shell.screen == "recents":
            self._recents(scene, top, bottom)
        else:
            self.build_window(scene, self.slices["windows"][-1], 0, top, w, bottom - top)
        ink = _WHITE if on_wallpaper else theme.text
        self.cached(scene, "status bar", (minute, settings), lambda: self._status_bar(scene, theme.text))
        self.cached(scene, "buttons", (ink,), lambda: self._nav_bar(scene, ink, bottom))

    def _status_bar(self, scene: Scene, ink: themes.Color) -> None:
        settings = self.get("settings")
        clock = parts.clock(self.now, parts.is_24_hour(settings), half=False)
        scene.clock(14, 0, 60, STATUS_HEIGHT, clock, ink, 13, "bold", "left")
        scene.node(14, 0, 60, STATUS_HEIGHT, "text", clock, "Clock", "com.android.systemui:id/clock")
        airplane = settings_data.is_on(settings, "global", "airplane_mode_on")
        saver = settings_data.is_on(settings, "global", "low_power")
        icons = [("battery", "Battery, Battery Saver on" if saver else "Battery", True)]
        icons.append(("airplane", "Airplane mode", True) if airplane else ("signal", "Mobile signal", True))
        icons.append(("wifi", "Wi-Fi", settings_data.is_on(settings, "global", "wifi_on")))
        icons.append(("bluetooth", "Bluetooth", settings_data.is_on(settings, "global", "bluetooth_on")))
        icons.append(("notifications", "Do not disturb", settings_data.is_on(settings, "global", "zen_mode")))
        right = self.width - 30
        for icon, description, shown in icons:
            if shown:
                scene.icon(right, 6, 16, icon, _SAVER if saver and icon == "battery" else ink)
                scene.node(right, 6, 16, 16, "icon", description=description)
                right -= 22

    def _nav_bar(self, scene: Scene, ink: themes.Color, top: int) -> None:
        third = self.width // 3
        for i, (icon, description, key) in enumerate(
            (("back", "Back", "back"), ("home", "Home", "home"), ("recents", "Overview", "recents"))
        ):
            x = i * third
            scene.icon(x + third // 2 - 10, top + (NAV_HEIGHT - 20) // 2, 20, icon, ink)
            rid = f"com.android.systemui:id/{key if key != 'recents' else 'recent_apps'}"
            scene.node(x, top, third, NAV_HEIGHT, "button", "", description, rid, ("key", key))

    def _clock(self, scene: Scene, top: int) -> None:
        now = time.gmtime(self.now)
        clock = parts.clock(self.now, parts.is_24_hour(self.get("settings")), half=False)
        day = f"{time.strftime('%A', now)}, {now.tm_mday} {time.strftime('%B', now)}"
        scene.clock(0, top, self.width, 76, clock, scene.theme.text, 56, "regular", "center")
        scene.node(0, top, self.width, 76, "text", clock)
        Label(day, 16, align="center").place(scene, 0, top + 80, self.width, 24)

    def _home(self, scene: Scene, bottom: int) -> None:
        icons = [AppIcon(app, ("launch", app.id), _WHITE) for app in list(self.apps.values())[: self.width // 84]]
        Row([*_spread(icons)]).place(scene, 0, bottom - 100, self.width, 96)
        scene.icon(self.width // 2 - 12, bottom - 130, 24, "chevron_up", _WHITE)

    def _found(self, query: str) -> list[AppSpec]:
        wanted = query.strip().casefold()
        return sorted((a for a in self.apps.values() if wanted in a.name.casefold()), key=lambda app: app.name)

    def _drawer(self, scene: Scene, query: str, top: int, bottom: int) -> None:
        scene.page = Page("drawer", fields={"search": query}, focus="search", selection=(len(query), len(query)))
        found = self._found(query)
        icons = [AppIcon(app, ("launch", app.id)) for app in found]
        columns = max(3, self.width // 90)
        content: Widget = Grid(icons, columns, 92)
        if not found:
            content = Label("No apps found", tone="muted", align="center")
        Column(
            [
                Row([Field("search", "Search apps", icon="search", pill=True, flex=1)], pad=(16, 12)),
                Scroll("drawer", [content], pad=(8, 4)),
            ]
        ).place(scene, 0, top, self.width, bottom - top)
        scene.page = Page("")

    def _recents(self, scene: Scene, top: int, bottom: int) -> None:
        windows = self.slices["windows"]
        if not windows:
            Label("No recent items", 16, align="center").place(scene, 0, top, self.width, bottom - top)
            return
        pad = 22 if bottom - top > 480 else 12
        cards: list[Widget] = []
        for window in reversed(windows):
            app = self.apps[window.app]
            cards.append(
                Box(
                    Row([parts.Disc(app.icon, app.color, 36), Label(app.name, "title", role="", flex=1)], gap=14),
                    background="raised",
                    pad=(16, pad),
                    radius=18,
                    margin=(20, 0, 20, 0),
                    message=("launch", app.id),
                    text=app.name,
                    description="Recent app",
                    role="list_item",
                )
            )
        clear = Box(
            Label("Clear all", tone="accent", font="bold", role="", align="center"),
            background="raised",
            pad=(20, 10),
            radius=20,
            message=("clear_recents",),
            text="Clear all",
            role="button",
        )
        column = Column([*cards, Space(8), Row([Space(flex=1), clear, Space(flex=1)])], gap=12)
        height = column.height(scene.theme, self.width)
        column.place(scene, 0, top + max(24, (bottom - top - height) // 2), self.width, height)


def _spread(widgets: Sequence[Widget]) -> list[Widget]:
    """Puts equal space around and between widgets of a row."""
    row: list[Widget] = [Space(flex=1)]
    for widget in widgets:
        row += [widget, Space(flex=1)]
    return row
