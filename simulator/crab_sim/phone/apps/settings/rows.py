"""Rows of the pages of Settings: switches, sliders, choices and values, each over one setting."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.phone.apps.settings.messages import Message
from crab_sim.phone.system.settings_store import LEVELS, Settings
from crab_sim.ui import Column, Icon, Label, Row, Scene, Slider, Tile, Toggle, Widget

__all__ = ["CHOICES", "ID", "choice", "heading", "link", "note", "setting_switch", "slider", "switch", "value"]

ID = "com.android.settings:id/"
_TITLE = "android:id/title"

CHOICES: Mapping[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "screen_off_timeout": (
        "system",
        "Screen timeout",
        (
            ("15000", "15 seconds"), ("30000", "30 seconds"), ("60000", "1 minute"), ("120000", "2 minutes"),
            ("300000", "5 minutes"), ("600000", "10 minutes"), ("1800000", "30 minutes"),
        ),
    ),
    "font_scale": (
        "system", "Font size", (("0.85", "Small"), ("1.0", "Default"), ("1.15", "Large"), ("1.3", "Largest")),
    ),
    "zen_duration": (
        "secure",
        "Duration for Do Not Disturb",
        (("0", "Until turned off"), ("60", "For one hour"), ("240", "For four hours")),
    ),
}  # fmt: skip
"""Settings with a list of values: namespace, what the row says, (value, what the list says)."""


def switch(title: str, subtitle: str, on: bool, message: Message, rid: str, enabled: bool = True) -> Tile[Message]:
    """Returns a row with a switch.

    Args:
        title: Its title.
        subtitle: Its second line; ``""`` for none.
        on: Whether the switch is on.
        message: Message that a tap sends.
        rid: The end of its resource id.
        enabled: Whether it can be tapped.
    """
    return Tile(title, message, subtitle, trailing=Toggle("switch", on), rid=ID + rid, enabled=enabled, role="switch")


def setting_switch(
    settings: Settings, title: str, subtitle: str, namespace: str, key: str, values: tuple[str, str] = ("0", "1")
) -> Tile[Message]:
    """Returns a switch between two values of a setting, of which the second means on.

    Args:
        settings: The settings.
        title: The row's title.
        subtitle: Its second line; ``""`` for none.
        namespace: The setting's namespace.
        key: The setting's name.
        values: The values for off and on.
    """
    on = settings.get((namespace, key), values[0]) == values[1]
    return switch(title, subtitle, on, ("put", namespace, key, values[not on]), key)


def slider(settings: Settings, icon: str, title: str, key: str) -> Widget[Message]:
    """Returns a slider over one of `LEVELS`.

    Args:
        settings: The settings.
        icon: Name of the icon before the slider.
        title: The row's title.
        key: The level's name.
    """
    low, high = LEVELS[key]
    text = settings.get(("system", key), "")
    fraction = (int(text) - low) / (high - low) if text.isdecimal() else 0.0
    bar: Widget[Message] = Slider(min(1.0, max(0.0, fraction)), ("slide", key, 0.0), title, ID + key)
    return Column([Label(title), Row([Icon(icon, "muted", 22), bar], gap=14)], gap=2, pad=(16, 8))


def heading(text: str) -> Label[Message]:
    """Returns the heading of a group of rows."""
    return Label(text, "small", "accent", "bold", pad=(16, 10))


def note(text: str) -> Label[Message]:
    """Returns a remark below some rows."""
    return Label(text, "small", "muted", wrap=True, pad=(16, 12))


class _Value(Tile[Message]):
    """A row whose second line is a node of its own, too, as clients look for it."""

    __slots__ = ()

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        super().place(scene, x, y, w, h)
        half = h // 2
        scene.node(
            x, y + half, w, h - half, "text", self.subtitle, rid="android:id/summary",
            verbatim="text" if self.verbatim == "description" else "",
        )  # fmt: skip


def value(title: str, text: str, message: Message | None = None, own: bool = False) -> Tile[Message]:
    """Returns a row that says something, and perhaps leads somewhere.

    Args:
        title: Its first line.
        text: Its second line.
        message: Message of a tap; None where the row leads nowhere.
        own: Whether the text is the user's, such as a name, and so the same in every language.
    """
    role, verbatim = "list_item" if message else "text", "description" if own else ""
    return _Value(title, message, text, rid=_TITLE, role=role, verbatim=verbatim)  # type: ignore[arg-type]


def link(title: str, message: Message, subtitle: str = "", icon: str = "", enabled: bool = True) -> Tile[Message]:
    """Returns a row that leads to another page.

    Args:
        title: Its title.
        message: Message that opens the page.
        subtitle: Its second line; ``""`` for none.
        icon: Name of the icon before it; ``""`` for none.
        enabled: Whether it can be tapped.
    """
    leading = Icon(icon) if icon else None
    return Tile(title, message, subtitle, leading, rid=_TITLE, enabled=enabled)


def choice(settings: Settings, key: str) -> Tile[Message]:
    """Returns a row whose dialog offers the values of one of `CHOICES`."""
    namespace, title, options = CHOICES[key]
    text = settings.get((namespace, key), "")
    return Tile(title, ("choose", key), dict(options).get(text, text), rid=ID + key)
