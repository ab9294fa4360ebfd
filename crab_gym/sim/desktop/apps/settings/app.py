"""The Settings app: panels in a sidebar, each a list of switches and choices over the keys of `settings_data`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from crab_gym.sim.desktop.home import HOSTNAME
from crab_gym.sim.desktop.messages import DesktopMessage
from crab_gym.sim.desktop.settings_store import BACKGROUND, INTERFACE, SETTINGS, Settings, check, is_dark
from crab_gym.sim.desktop.widgets import Sized, Swatch, card
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.ui import (
    Box,
    Column,
    Divider,
    Field,
    Grid,
    Icon,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Theme,
    Tile,
    Toggle,
    Widget,
)
from crab_gym.sim.ui.node import CHECKABLE, CHECKED
from crab_gym.sim.ui.theme import DESKTOP_ACCENTS

__all__ = ["APP", "WALLPAPERS", "wallpaper"]

_SIDEBAR = 210
_SOUND = "org.gnome.desktop.sound"
_SESSION = "org.gnome.desktop.session"

WALLPAPERS: Mapping[str, str] = {
    "Default": "default", "Lake": "lake", "Meadow": "meadow", "Dunes": "dunes", "Dusk": "dusk", "Dawn": "dawn",
}  # fmt: skip
"""Pictures to choose as a background: name and file."""
_PHOTOS = {"lake": 42, "meadow": 11, "dunes": 27, "dusk": 35, "dawn": 58}


def wallpaper(settings: Settings) -> str:
    """Returns the picture behind the windows."""
    dark = is_dark(settings)
    uri = settings[BACKGROUND, "picture-uri-dark" if dark else "picture-uri"]
    stem = uri.rpartition("/")[2].rpartition(".")[0]
    return _picture(stem, dark)


def _picture(stem: str, dark: bool) -> str:
    if stem in _PHOTOS:
        return f"photo:{_PHOTOS[stem]}"
    return f"wallpaper:ubuntu:{'dark' if dark else 'light'}"


class Switch(NamedTuple):
    """A row with a switch: the key that it sets, what it says below, and the key's values while it is on and off."""

    title: str
    schema: str
    key: str
    subtitle: str = ""
    on: str = "true"
    off: str = "false"


class Choice(NamedTuple):
    """Rows of radio buttons: the key they set, and (value, what it says) of each."""

    title: str
    schema: str
    key: str
    options: tuple[tuple[str, str], ...]


class Range(NamedTuple):
    """A row with a slider over a whole or decimal number: the key, and the values at its ends."""

    title: str
    schema: str
    key: str
    low: float
    high: float
    whole: bool = False


class Fact(NamedTuple):
    """A row that only tells something."""

    title: str
    value: str


class Part(NamedTuple):
    """Something that is drawn by a function of the settings and the theme."""

    draw: Callable[[Settings, Theme], Widget]


Setting = Switch | Choice | Range | Fact | Part


class Panel(NamedTuple):
    """One panel: its name, its icon, its settings, and words by which the search finds it."""

    name: str
    icon: str
    settings: tuple[Setting, ...]
    words: str = ""


class StyleCard(Widget):
    """The light or the dark style as a small picture of a window, to choose."""

    __slots__ = ("dark", "name", "on", "value")

    def __init__(self, name: str, value: str, dark: bool, on: bool) -> None:
        self.flex = 1
        self.name, self.value, self.dark, self.on = name, value, dark, on

    def width(self, theme: Theme) -> int:
        """Returns the card's natural width."""
        return 150

    def height(self, theme: Theme, w: int) -> int:
        """Returns the card's height."""
        return 124

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the card."""
        theme, width = scene.theme, min(w, 160)
        x += (w - width) // 2
        ground, panel, line = (
            ((58, 40, 72), (44, 44, 49), (100, 100, 108))
            if self.dark
            else ((222, 160, 150), (252, 252, 252), (190,) * 3)
        )
        scene.round(x, y, width, 90, ground, 10)
        scene.round(x + 22, y + 18, width - 44, 72, panel, 6)
        for i in range(3):
            scene.round(x + 34, y + 32 + 16 * i, width - 68 - 18 * i, 6, line, 3)
        scene.frame(x, y, width, 90, theme.accent if self.on else theme.outline, 10, 3 if self.on else 1)
        tone = theme.text
        scene.text(x, y + 94, width, 26, self.name, tone, theme.font, "bold" if self.on else "regular", "center")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        message = ("put", INTERFACE, "color-scheme", self.value)
        scene.node(x, y, width, 120, "radio", self.name, message=message, flags=flags)


class Wallpaper(Widget):
    """A background to choose."""

    __slots__ = ("file", "key", "name", "on")

    def __init__(self, name: str, file: str, key: str, on: bool) -> None:
        self.flex = 0
        self.name, self.file, self.key, self.on = name, file, key, on

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the picture above its name."""
        theme = scene.theme
        if self.on:
            scene.round(x, y, w, h, theme.tonal, 8)
            scene.frame(x, y, w, h, theme.accent, 8, 2)
        scene.ops.append(("picture", x + 6, y + 6, x + w - 6, y + h - 28, scene.clip, self.key))
        ink = theme.on_tonal if self.on else theme.text
        scene.text(x, y + h - 27, w, 24, self.name, ink, theme.small, "bold" if self.on else "regular", "center")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "radio", self.name, message=("wallpaper", self.file), flags=flags)


def _style(settings: Settings, theme: Theme) -> Widget:
    dark = is_dark(settings)
    cards = [StyleCard("Light", "default", False, not dark), StyleCard("Dark", "prefer-dark", True, dark)]
    return Column([Label("Style", font="bold"), Row(cards, gap=12)], gap=8, pad=(12, 12))


def _accent(settings: Settings, theme: Theme) -> Widget:
    chosen = settings[INTERFACE, "accent-color"]
    row: list[Widget] = [
        Swatch(name.title(), light, name == chosen, ("put", INTERFACE, "accent-color", name))
        for name, (light, _) in DESKTOP_ACCENTS.items()
    ]
    return Column([Label("Accent Color", font="bold"), Row(row, gap=3)], gap=6, pad=(12, 10))


def _backgrounds(settings: Settings, theme: Theme) -> Widget:
    stem = settings[BACKGROUND, "picture-uri"].rpartition("/")[2].rpartition(".")[0]
    cells: list[Widget] = [
        Wallpaper(name, file, _picture(file, theme.dark), stem == file) for name, file in WALLPAPERS.items()
    ]
    return Grid(cells, 3, 116, 8, pad=(10, 10))


_MINUTES = (
    ("60", "1 minute"), ("180", "3 minutes"), ("300", "5 minutes"), ("600", "10 minutes"), ("900", "15 minutes"),
    ("0", "Never"),
)  # fmt: skip
_MOUSE = "org.gnome.desktop.peripherals.mouse"
_TOUCHPAD = "org.gnome.desktop.peripherals.touchpad"
_POWER = "org.gnome.settings-daemon.plugins.power"
_PRIVACY = "org.gnome.desktop.privacy"
_NOTES = "org.gnome.desktop.notifications"
_A11Y = "org.gnome.desktop.a11y"

PANELS: tuple[Panel, ...] = (
    Panel(
        "Network", "network",
        (
            Fact("Wired", "Connected - 1000 Mb/s"),
            Choice("Network Proxy", "org.gnome.system.proxy", "mode",
                   (("none", "Off"), ("manual", "Manual"), ("auto", "Automatic"))),
        ),
        "wired internet proxy",
    ),
    Panel(
        "Notifications", "notifications",
        (
            Switch("Do Not Disturb", _NOTES, "show-banners", "Keeps notifications from popping up", "false", "true"),
            Switch("Lock Screen Notifications", _NOTES, "show-in-lock-screen"),
        ),
        "banner popup quiet",
    ),
    Panel(
        "Sound", "volume",
        (
            Range("Output Volume", _SOUND, "output-volume", 0, 100, True),
            Switch("Over-Amplification", _SOUND, "allow-volume-above-100-percent", "Allows volume above 100%"),
            Switch("Alert Sounds", _SOUND, "event-sounds"),
        ),
        "volume audio speaker mute",
    ),
    Panel(
        "Power", "power",
        (
            Choice("Screen Blank", _SESSION, "idle-delay", _MINUTES),
            Choice("Power Button Behavior", _POWER, "power-button-action",
                   (("suspend", "Suspend"), ("interactive", "Power Off"), ("nothing", "Nothing"))),
            Switch("Show Battery Percentage", INTERFACE, "show-battery-percentage"),
        ),
        "battery suspend sleep blank screen",
    ),
    Panel(
        "Displays", "display",
        (
            Fact("Built-in Display", "60 Hz, landscape"),
            Switch("Night Light", "org.gnome.settings-daemon.plugins.color", "night-light-enabled",
                   "Warmer colors in the evening"),
            Choice("Text Size", INTERFACE, "text-scaling-factor",
                   (("0.9", "Small"), ("1.0", "Normal"), ("1.25", "Large"))),
        ),
        "screen monitor resolution text scale",
    ),
    Panel(
        "Mouse & Touchpad", "keyboard",
        (
            Range("Pointer Speed", _MOUSE, "speed", -1.0, 1.0),
            Switch("Left-Handed", _MOUSE, "left-handed", "Swaps the primary and secondary buttons"),
            Switch("Natural Scrolling", _MOUSE, "natural-scroll", "Scrolling moves the content, not the view"),
            Switch("Tap to Click", _TOUCHPAD, "tap-to-click"),
            Switch("Touchpad Natural Scrolling", _TOUCHPAD, "natural-scroll"),
        ),
        "pointer click scroll",
    ),
    Panel("Appearance", "palette", (Part(_style), Part(_accent)), "theme style dark light accent color"),
    Panel("Background", "image", (Part(_backgrounds),), "wallpaper picture desktop"),
    Panel(
        "Date & Time", "clock",
        (
            Switch("24-hour format", INTERFACE, "clock-format", "AM / PM otherwise", "24h", "12h"),
            Switch("Week Day", INTERFACE, "clock-show-weekday", "Shown in the top bar"),
            Switch("Date", INTERFACE, "clock-show-date", "Shown in the top bar"),
            Switch("Automatic Time Zone", "org.gnome.desktop.datetime", "automatic-timezone", "By the location"),
            Fact("Time Zone", "UTC"),
        ),
        "clock timezone 24-hour am pm",
    ),
    Panel(
        "Privacy & Security", "lock",
        (
            Switch("Automatic Screen Lock", "org.gnome.desktop.screensaver", "lock-enabled"),
            Switch("Location Services", "org.gnome.system.location", "enabled"),
            Switch("File History", _PRIVACY, "remember-recent-files", "Remembers recently used files"),
            Switch("Automatically Delete Trash Content", _PRIVACY, "remove-old-trash-files"),
            Switch("Automatically Delete Temporary Files", _PRIVACY, "remove-old-temp-files"),
        ),
        "lock location history trash",
    ),
    Panel(
        "Accessibility", "user",
        (
            Switch("High Contrast", f"{_A11Y}.interface", "high-contrast"),
            Switch("Screen Reader", f"{_A11Y}.applications", "screen-reader-enabled"),
            Switch("Screen Keyboard", f"{_A11Y}.applications", "screen-keyboard-enabled"),
            Switch("Animations", INTERFACE, "enable-animations"),
        ),
        "contrast reader keyboard animation",
    ),
    Panel(
        "About", "info",
        (
            Fact("Device Name", HOSTNAME), Fact("Operating System", "Crab Desktop 24.04 (simulated)"),
            Fact("Memory", "8.0 GiB"), Fact("Processor", "Virtual CPU × 2"), Fact("Disk Capacity", "64.0 GB"),
            Fact("Windowing System", "X11"),
        ),
        "system version memory device name details",
    ),
)  # fmt: skip
_BY_NAME = {panel.name: panel for panel in PANELS}
_ALIASES = {
    "sound": "Sound", "network": "Network", "wifi": "Network", "notifications": "Notifications", "power": "Power",
    "display": "Displays", "mouse": "Mouse & Touchpad", "background": "Background", "ubuntu": "Appearance",
    "appearance": "Appearance", "datetime": "Date & Time", "privacy": "Privacy & Security", "info-overview": "About",
    "system": "About", "universal-access": "Accessibility",
}  # fmt: skip
"""What ``gnome-control-center`` calls the panels."""


def start(intent: Intent) -> Page:
    """Returns the page; the panel follows with the event ``opened``."""
    return Page("settings", None, {"search": ""}, data="Appearance")


def title(context: Context) -> str:
    """Returns the panel's name."""
    panel: str = context.page.data
    return panel


def found(query: str) -> list[Panel]:
    """Returns the panels that a search finds, by their names, their settings' titles, or their words."""
    wanted = query.strip().casefold()
    if not wanted:
        return list(PANELS)
    return [
        panel
        for panel in PANELS
        if wanted in panel.name.casefold()
        or wanted in panel.words
        or any(wanted in row.title.casefold() for row in panel.settings if not isinstance(row, Part))
    ]


def _rows(settings: Settings, theme: Theme, setting: Setting) -> list[Widget]:
    """Returns a setting's card, with its title above where it has more than one row."""
    match setting:
        case Switch(name, schema, key, subtitle, on, off):
            now = settings[schema, key]
            message = ("put", schema, key, off if now == on else on)
            return [Tile(name, message, subtitle, trailing=Toggle("switch", now == on), role="switch", rid=key)]
        case Choice(name, schema, key, options):
            now = settings[schema, key]
            rows: list[Widget] = [Label(name, font="bold", pad=(12, 8))]
            for value, label in options:
                radio = Toggle("radio", value == now)
                rows.append(Tile(label, ("put", schema, key, value), leading=radio, role="radio", rid=f"{key}={value}"))
            return rows
        case Range(name, schema, key, low, high, _):
            fraction = (float(settings[schema, key]) - low) / (high - low)
            slider = Slider(min(1.0, max(0.0, fraction)), ("slide", schema, key), name, key)
            return [Row([Sized(Label(name, role=""), w=130), slider], gap=12, pad=(12, 6))]
        case Fact(name, value):
            return [Tile(name, trailing=Label(value, tone="muted"))]
        case Part(draw):
            return [draw(settings, theme)]


def _content(settings: Settings, theme: Theme, panel: Panel) -> list[Widget]:
    """Returns the panel's cards: single rows share one, a choice has its own."""
    cards: list[Widget] = []
    group: list[Widget] = []
    for setting in panel.settings:
        rows = _rows(settings, theme, setting)
        if isinstance(setting, (Choice, Part)):
            if group:
                cards.append(card(group, 14))
                group = []
            cards.append(card(rows, 14))
        else:
            group += [Divider(12), *rows] if group else rows
    if group:
        cards.append(card(group, 14))
    return cards


@lru_cache(maxsize=64)
def _sidebar(query: str, chosen: str) -> Widget:
    """Returns the search field above the panels that it finds."""
    rows: list[Widget] = [
        Tile(panel.name, ("panel", panel.name), leading=Icon(panel.icon, "text"), selected=panel.name == chosen)
        for panel in found(query)
    ]
    if not rows:
        rows = [Label("No results", tone="muted", align="center", pad=(0, 20))]
    search = Box(Field("search", "Search settings", "search", icon="search"), "", (8, 8), 0)
    return Sized(Column([search, Scroll("panels", rows, pad=(6, 0))], background="bar"), w=_SIDEBAR)


def view(context: Context) -> View:
    """Shows the panels that the search leaves, and the chosen one."""
    page = context.page
    settings: Settings = context.get(SETTINGS)
    theme = context.theme
    panel = _BY_NAME[page.data]
    title = Label(panel.name, 20, font="bold", pad=(4, 10))
    main = Scroll("main", [title, *_content(settings, theme, panel)], pad=(20, 8))
    return View(Row([_sidebar(page.fields["search"], page.data), main], flex=1))


Message: TypeAlias = (
    DesktopMessage
    | tuple[Literal["panel", "wallpaper"], str]
    | tuple[Literal["put"], str, str, str]
    | tuple[Literal["slide"], str, str, float]
)
"""The messages of the app: a panel, a picture's name, or schema, key and value of a setting (0 to 1 for a slider)."""


def update(context: Context, message: Message) -> None:
    """Handles the app's events."""
    page = context.page
    match message:
        case ("opened", panel):
            context.set(data=_ALIASES.get(panel, page.data), scroll={})
        case ("panel", panel):
            context.set(data=panel, scroll={**page.scroll, "main": 0}, focus="")
        case ("submit", _):
            panels = found(page.fields["search"])
            if panels:
                context.set(data=panels[0].name, scroll={**page.scroll, "main": 0})
        case ("put", schema, key, value):
            _put(context, {(schema, key): value})
        case ("slide", schema, key, fraction):
            _slide(context, schema, key, fraction)
        case ("wallpaper", file):
            uri = f"file:///usr/share/backgrounds/{file}.png"
            dark = f"file:///usr/share/backgrounds/{file}{'-dark' if file == 'default' else ''}.png"
            _put(context, {(BACKGROUND, "picture-uri"): uri, (BACKGROUND, "picture-uri-dark"): dark})


def _put(context: Context, changes: Mapping[tuple[str, str], str]) -> None:
    settings: Settings = context.get(SETTINGS)
    if any(settings[key] != value for key, value in changes.items()):
        context.put(SETTINGS, {**settings, **changes})


def _slide(context: Context, schema: str, key: str, fraction: float) -> None:
    for panel in PANELS:
        for row in panel.settings:
            if isinstance(row, Range) and (row.schema, row.key) == (schema, key):
                number = row.low + fraction * (row.high - row.low)
                value = check(schema, key, str(round(number)) if row.whole else str(round(number, 2)))
                if value is not None:
                    _put(context, {(schema, key): value})


def key(context: Context, key: str) -> bool:
    """Handles the app's shortcuts."""
    page = context.page
    if page.overlay:
        return False
    if key == "ctrl+f":
        context.set(focus="search", selection=(0, len(page.fields["search"])))
    elif key == "escape":
        context.set(fields={"search": ""}, focus="")
    elif key in ("ctrl+w", "ctrl+q"):
        context.close()
    elif key in ("up", "down"):
        panels = [panel.name for panel in found(page.fields["search"])]
        if panels:
            at = panels.index(page.data) if page.data in panels else 0
            at = max(0, min(len(panels) - 1, at + (1 if key == "down" else -1)))
            context.set(data=panels[at], scroll={**page.scroll, "main": 0})
    else:
        return False
    return True


def text(context: Context, text: str) -> bool:
    """Begins a search with what is typed; a newline is left to the machine."""
    head = text.partition("\n")[0]
    if head.strip() and not context.page.overlay:
        context.set(fields={"search": head}, focus="search", selection=(len(head), len(head)))
    return False


APP: AppSpec = AppSpec(
    id="settings",
    name="Settings",
    icon="settings",
    color=(96, 96, 104),
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    size=(820, 600),
    keywords=("preferences", "control", "configuration", "options", "system"),
)
