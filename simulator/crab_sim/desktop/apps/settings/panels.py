"""The panels of Settings: the settings that each offers, and how those are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crab_sim import ui
from crab_sim.desktop.apps.settings.backgrounds import backgrounds
from crab_sim.desktop.apps.settings.messages import Message
from crab_sim.desktop.home import HOSTNAME
from crab_sim.desktop.settings_store import INTERFACE, PRIVACY, PROXY, Settings, is_dark
from crab_sim.desktop.widgets import Swatch
from crab_sim.draw import text as metrics
from crab_sim.files import Files
from crab_sim.ui.node import CHECKABLE, CHECKED
from crab_sim.ui.theme import DESKTOP_ACCENTS

__all__ = [
    "ALIASES", "BY_NAME", "GROUPS", "PANELS", "Choice", "Fact", "Panel", "Range", "Setting", "Shortcuts", "Switch",
    "TextEntry", "Wired",
]  # fmt: skip

_SOUND = "org.gnome.desktop.sound"
_SESSION = "org.gnome.desktop.session"


class Switch(NamedTuple):
    """A row with a switch: the key that it sets, the text below, and the key's values for on and off."""

    title: str
    schema: str
    key: str
    subtitle: str = ""
    on: str = "true"
    off: str = "false"


class Choice(NamedTuple):
    """A row with the chosen value, whose list opens on a click: the key that it sets, and (value, text) of each."""

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


class TextEntry(NamedTuple):
    """A row with a field for a text or a number: the key that it sets."""

    title: str
    schema: str
    key: str

    @property
    def field(self) -> str:
        """The key of its field on the page."""
        return f"{self.schema} {self.key}"


class Fact(NamedTuple):
    """A row that only tells something."""

    title: str
    value: str


class Wired(NamedTuple):
    """The row with the switch of the wired connection."""

    title: str


class Shortcuts(NamedTuple):
    """The row that leads to the keyboard's shortcuts."""

    title: str


class Part(NamedTuple):
    """Something that is drawn by a function of the settings, the theme and the files."""

    draw: Callable[[Settings, ui.Theme, Files], ui.Widget[Message]]


Setting = Switch | Choice | Range | TextEntry | Fact | Wired | Shortcuts | Part


class Panel(NamedTuple):
    """One panel.

    Attributes:
        name: Its name.
        icon: Its icon.
        settings: Its settings.
        words: Words by which the search finds it.
        group: The row of the sidebar below which it is listed, such as ``"Privacy"``; ``""`` for none.
        head: The switch beside its name, which has no text, as that of *Location Services*.
    """

    name: str
    icon: str
    settings: tuple[Setting, ...]
    words: str = ""
    group: str = ""
    head: Switch | None = None


class StyleCard(ui.Widget[Message]):
    """The light or the dark style as a small picture of a window, to choose."""

    __slots__ = ("dark", "name", "on", "value")

    def __init__(self, name: str, value: str, dark: bool, on: bool) -> None:
        self.flex = 1
        self.name, self.value, self.dark, self.on = name, value, dark, on

    def width(self, theme: ui.Theme) -> int:
        """Returns the card's natural width."""
        return 150

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the card's height."""
        return 124

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
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
        font: metrics.Font = "bold" if self.on else "regular"
        scene.text(x, y + 94, width, 26, theme.say(self.name), theme.text, theme.font, font, "center")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        message: Message = ("put", INTERFACE, "color-scheme", self.value)
        scene.node(x, y, width, 120, "button", self.name, message=message, flags=flags)


def _style(settings: Settings, theme: ui.Theme, files: Files) -> ui.Widget[Message]:
    dark = is_dark(settings)
    cards = [StyleCard("Default", "default", False, not dark), StyleCard("Dark", "prefer-dark", True, dark)]
    return ui.Column([ui.Label("Style", font="bold"), ui.Row(cards, gap=12)], gap=8, pad=(12, 12))


def _accent(settings: Settings, theme: ui.Theme, files: Files) -> ui.Widget[Message]:
    chosen = settings[INTERFACE, "accent-color"]
    row: list[ui.Widget[Message]] = [
        Swatch(name.title(), light, name == chosen, ("put", INTERFACE, "accent-color", name))
        for name, (light, _) in DESKTOP_ACCENTS.items()
    ]
    return ui.Column([ui.Label("Accent Color", font="bold"), ui.Row(row, gap=3)], gap=6, pad=(12, 10))


_MINUTES = (
    ("60", "1 minute"), ("180", "3 minutes"), ("300", "5 minutes"), ("600", "10 minutes"), ("900", "15 minutes"),
    ("0", "Never"),
)  # fmt: skip
_MOUSE = "org.gnome.desktop.peripherals.mouse"
_TOUCHPAD = "org.gnome.desktop.peripherals.touchpad"
_POWER = "org.gnome.settings-daemon.plugins.power"
_NOTES = "org.gnome.desktop.notifications"
_A11Y = "org.gnome.desktop.a11y"

PANELS: tuple[Panel, ...] = (  # in GNOME's order
    Panel(
        "Network", "network",
        (
            Wired("Wired"),
            Choice("Network Proxy", PROXY, "mode", (("none", "Off"), ("manual", "Manual"), ("auto", "Automatic"))),
            TextEntry("HTTP Proxy", f"{PROXY}.http", "host"), TextEntry("HTTP Port", f"{PROXY}.http", "port"),
            TextEntry("HTTPS Proxy", f"{PROXY}.https", "host"), TextEntry("HTTPS Port", f"{PROXY}.https", "port"),
        ),
        "wired internet proxy",
    ),
    Panel(
        "Appearance", "palette", (Part(_style), Part(backgrounds), Part(_accent)),
        "theme style dark light accent color background wallpaper picture desktop",
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
        "Screen", "display",
        (
            Choice("Blank Screen Delay", _SESSION, "idle-delay", _MINUTES),
            Switch("Automatic Screen Lock", "org.gnome.desktop.screensaver", "lock-enabled"),
            Switch("Lock Screen Notifications", _NOTES, "show-in-lock-screen"),
        ),
        "lock private privacy", "Privacy",
    ),
    Panel(
        "Location Services", "location", (Fact("No Applications Have Asked for Location Access", ""),),
        "gps private privacy", "Privacy", Switch("Enabled", "org.gnome.system.location", "enabled"),
    ),
    Panel(
        "File History & Trash", "delete",
        (
            Switch("File History", PRIVACY, "remember-recent-files"),
            Switch("Automatically Delete Trash Content", PRIVACY, "remove-old-trash-files"),
            Switch("Automatically Delete Temporary Files", PRIVACY, "remove-old-temp-files"),
            Choice("Automatically Delete Period", PRIVACY, "old-files-age",
                   (("0", "1 hour"), ("1", "1 day"), ("7", "7 days"), ("14", "14 days"), ("30", "30 days"))),
        ),
        "usage recent temporary private privacy purge", "Privacy",
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
        "Mouse & Touchpad", "pointer",
        (
            Range("Pointer Speed", _MOUSE, "speed", -1.0, 1.0),
            Switch("Left-Handed", _MOUSE, "left-handed", "Swaps the primary and secondary buttons"),
            Switch("Natural Scrolling", _MOUSE, "natural-scroll", "Scrolling moves the content, not the view"),
            Switch("Tap to Click", _TOUCHPAD, "tap-to-click"),
            Switch("Touchpad Natural Scrolling", _TOUCHPAD, "natural-scroll"),
        ),
        "pointer click scroll",
    ),
    Panel(
        "Keyboard", "keyboard", (Fact("English (US)", "Input Source"), Shortcuts("View and Customize Shortcuts")),
        "layout input source shortcut",
    ),
    Panel(
        "Accessibility", "user",
        (
            Switch("High Contrast", f"{_A11Y}.interface", "high-contrast"),
            Switch("Large Text", INTERFACE, "text-scaling-factor", "", "1.25", "1.0"),
            Switch("Enable Animations", INTERFACE, "enable-animations"),
            Switch("Screen Reader", f"{_A11Y}.applications", "screen-reader-enabled"),
            Switch("Screen Keyboard", f"{_A11Y}.applications", "screen-keyboard-enabled"),
            Choice("Cursor Size", INTERFACE, "cursor-size",
                   (("24", "Default"), ("32", "Medium"), ("48", "Large"), ("64", "Larger"), ("96", "Largest"))),
        ),
        "contrast reader keyboard animation",
    ),
    Panel(
        "Date & Time", "clock",
        (
            Switch("Automatic Time Zone", "org.gnome.desktop.datetime", "automatic-timezone", "By the location"),
            Fact("Time Zone", "UTC"),
            Choice("Time Format", INTERFACE, "clock-format", (("24h", "24-hour"), ("12h", "AM / PM"))),
            Switch("Week Day", INTERFACE, "clock-show-weekday", "Shown in the top bar"),
            Switch("Date", INTERFACE, "clock-show-date", "Shown in the top bar"),
        ),
        "clock timezone 24-hour am pm",
    ),
    Panel(
        "About", "info",
        (
            Fact("Device Name", HOSTNAME), Fact("Memory", "8.0 GiB"), Fact("Processor", "Virtual CPU × 2"),
            Fact("Graphics", "Software Rendering"), Fact("Disk Capacity", "64.0 GB"),
            Fact("OS Name", "Crab Desktop 24.04 (simulated)"), Fact("OS Type", "64-bit"),
            Fact("Windowing System", "X11"),
        ),
        "system version memory device name details",
    ),
)  # fmt: skip
GROUPS = {"Privacy": "lock"}
"""The rows of the sidebar that lead to lists of their own, and their icons."""
BY_NAME = {panel.name: panel for panel in PANELS}
ALIASES = {
    "sound": "Sound", "network": "Network", "wifi": "Network", "notifications": "Notifications", "power": "Power",
    "display": "Displays", "mouse": "Mouse & Touchpad", "background": "Appearance", "ubuntu": "Appearance",
    "keyboard": "Keyboard", "appearance": "Appearance", "datetime": "Date & Time", "screen": "Screen",
    "location": "Location Services", "usage": "File History & Trash", "info-overview": "About", "system": "About",
    "universal-access": "Accessibility",
}  # fmt: skip
"""The panels' names for ``gnome-control-center``."""
