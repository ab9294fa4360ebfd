"""The time picker: a clock's face to tap, or fields to type into."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.phone.widgets.basics import dialog_buttons
from crab_sim.phone.widgets.picker_messages import PickerMessage
from crab_sim.ui import Column, Dialog, IconButton, Message_co, Row, Scene, Space, Theme, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, SELECTED

__all__ = ["TimePick", "changed", "dialog", "on_face", "with_char"]

_ID: Final = "android:id/"

Part: TypeAlias = Literal["hour", "minute"]


class TimePick(NamedTuple):
    """The overlay of a page while a time is picked.

    Attributes:
        kind: The overlay's name.
        key: The app's name of the choice.
        hour: The hour that is chosen so far, of 24.
        minute: The minute.
        part: The part that the next tap or digit sets.
        typed: The digits typed so far; None while the clock's face is shown.
    """

    kind: Literal["pick_time"]
    key: str
    hour: int
    minute: int
    part: Part = "hour"
    typed: str | None = None

    @property
    def minute_of_day(self) -> int:
        """The chosen time, in minutes since midnight."""
        return 60 * self.hour + self.minute


def changed(pick: TimePick, change: tuple[object, ...]) -> TimePick:
    """Returns the picker's state after one of its own messages, given without ``"pick"``."""
    match change:
        case ("half", int(half)):
            return pick._replace(hour=pick.hour % 12 + 12 * half)
        case ("part", "hour"):
            return pick._replace(part="hour", typed=None if pick.typed is None else "")
        case ("part", "minute"):
            return pick._replace(part="minute", typed=None if pick.typed is None else "")
        case ("type",):
            return pick._replace(typed="")
        case ("dial",):
            return pick._replace(typed=None)
        case ("value", int(value)):
            return pick._replace(hour=value, part="minute") if pick.part == "hour" else pick._replace(minute=value)
    return pick


def on_face(pick: TimePick, full: bool, x: int, y: int, ring: int) -> int:
    """Returns the hour or minute that is nearest to a point of the clock's face.

    Args:
        pick: The picker's state.
        full: Whether the face shows 24 hours.
        x: The point's distance from the middle to the right, in pixels.
        y: Its distance from the middle to the bottom.
        ring: Radius of the outer ring of numbers.
    """
    turn = atan2(x, -y) / (2 * pi) % 1
    if pick.part == "minute":
        return round(turn * 60) % 60
    hour = round(turn * 12) % 12
    if not full:
        return hour + (12 if pick.hour >= 12 else 0)
    inner = (x * x + y * y) ** 0.5 < ring * 13 / 16
    return (hour + 12 if hour else 0) if inner else hour or 12


def with_char(pick: TimePick, char: str, full: bool) -> TimePick:
    """Returns the picker's state after a typed character: a digit, something between hour and minute, an A or P."""
    hour, part, typed = pick.hour, pick.part, pick.typed or ""
    if char in ":. \t" and part == "hour" and typed:
        return pick._replace(part="minute", typed="")
    if char in ("a", "p") and not full:
        return pick._replace(hour=hour % 12 + 12 * (char == "p"))
    if not (char.isascii() and char.isdecimal()):
        return pick
    typed = typed + char if len(typed) < 2 else char
    value, limit = int(typed), 59 if part == "minute" else 23 if full else 12
    if value > limit:
        return pick
    if part == "minute":
        return pick._replace(minute=value, typed=typed)
    if full:
        hour = value
    elif value:
        hour = value % 12 + 12 * (hour >= 12)
    if len(typed) == 2 or value * 10 > limit:  # no second digit can follow
        return pick._replace(hour=hour, part="minute", typed="")
    return pick._replace(hour=hour, typed=typed)


class _Part(Widget[PickerMessage]):
    """The hour or the minute above the dial: a button, or while typing a field."""

    __slots__ = ("active", "name", "shown", "typing")

    def __init__(self, name: str, shown: str, active: bool, typing: bool) -> None:
        self.flex, self.name, self.shown, self.active, self.typing = 1, name, shown, active, typing

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the box, and while typing of the word below it."""
        return 82 if self.typing else 60

    def place(self, scene: Scene[PickerMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the box."""
        theme, active = scene.theme, self.active
        ground, ink = (theme.tonal, theme.on_tonal) if active else (theme.surface, theme.text)
        scene.round(x, y, w, 60, ground, 10)
        scene.text(x, y, w, 60, self.shown, ink, 32, align="center")
        message: PickerMessage = ("pick", "part", self.name)
        if not self.typing:
            flags = SELECTED if active else 0
            scene.node(x, y, w, 60, "button", self.shown, self.name.title(), f"{_ID}{self.name}s", message, flags=flags)
            return
        if active:
            scene.frame(x, y, w, 60, theme.accent, 10, 2)
        scene.text(x, y + 62, w, 20, theme.say(self.name.title()), theme.muted, 12)
        flags = EDITABLE | (FOCUSED if active else 0)
        scene.node(
            x, y, w, 60, "text_field", self.shown, self.name.title(), f"{_ID}input_{self.name}", message, flags=flags
        )


class _Half(Widget[PickerMessage]):
    """AM above PM."""

    __slots__ = ("afternoon",)

    def __init__(self, afternoon: bool) -> None:
        self.flex, self.afternoon = 0, afternoon

    def width(self, theme: Theme) -> int:
        """Returns the width."""
        return 46

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height."""
        return 60

    def place(self, scene: Scene[PickerMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws both halves of the day, the chosen one filled."""
        theme = scene.theme
        for i, name in enumerate(("AM", "PM")):
            chosen, top = i == self.afternoon, y + i * 31
            ground, ink = (theme.tonal, theme.on_tonal) if chosen else (theme.surface, theme.muted)
            scene.round(x, top, w, 29, ground, 8)
            scene.text(x, top, w, 29, name, ink, 14, "bold", "center")
            flags = SELECTED if chosen else 0
            scene.node(x, top, w, 29, "radio", name, "", f"{_ID}{name.lower()}_label", ("pick", "half", i), flags=flags)


def _shown_hour(hour: int, full: bool) -> int:
    return hour if full else (hour - 1) % 12 + 1


def dialog(pick: TimePick, full: bool) -> Dialog[PickerMessage]:
    """Returns the picker's dialog, in 24 hours where `full`."""
    hour, minute, part, typed = pick.hour, pick.minute, pick.part, pick.typed
    typing = typed is not None
    texts = {
        "hour": f"{_shown_hour(hour, full):02}" if full else str(_shown_hour(hour, full)),
        "minute": f"{minute:02}",
    }
    if typed:
        texts[part] = typed
    header: list[Widget[PickerMessage]] = [_Part("hour", texts["hour"], part == "hour", typing)]
    header += [_Colon(typing), _Part("minute", texts["minute"], part == "minute", typing)]
    if not full:
        header += [Space(6), _Lifted(_Half(hour >= 12), typing)]
    mode: Widget[PickerMessage] = IconButton(
        "clock" if typing else "keyboard",
        "Switch to clock mode" if typing else "Switch to text input mode",
        ("pick", "dial" if typing else "type"),
        _ID + "toggle_mode",
    )
    header.append(_Lifted(mode, typing))
    rows: list[Widget[PickerMessage]] = [Row(header)]
    if not typing:
        rows += [Space(14), _Dial(hour, minute, part, full)]
    title = "Enter time" if typing else "Select time"
    return Dialog(title, Column(rows), dialog_buttons("OK", ("picked", pick.key, pick.minute_of_day)), max_width=340)


class _Lifted(Widget[Message_co]):
    """A widget beside the boxes of hour and minute, level with them while a word stands below them."""

    __slots__ = ("child", "typing")

    def __init__(self, child: Widget[Message_co], typing: bool) -> None:
        self.flex, self.child, self.typing = 0, child, typing

    def width(self, theme: Theme) -> int:
        """Returns the child's width."""
        return self.child.width(theme)

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the child beside the boxes."""
        self.child.place(scene, x, y, w, 60 if self.typing else h)


class _Colon(Widget):
    """The colon between hour and minute."""

    __slots__ = ("typing",)

    def __init__(self, typing: bool) -> None:
        self.flex, self.typing = 0, typing

    def width(self, theme: Theme) -> int:
        """Returns the width."""
        return 16

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the colon level with the boxes."""
        scene.text(x, y - 2, w, 60 if self.typing else h, ":", scene.theme.text, 32, align="center")


class _Dial(Widget[PickerMessage]):
    """The clock's face: hours (two rings of them if there are 24) or minutes; all of it can be tapped."""

    __slots__ = ("full", "hour", "minute", "part")

    def __init__(self, hour: int, minute: int, part: str, full: bool) -> None:
        self.flex, self.hour, self.minute, self.part, self.full = 1, hour, minute, part, full

    def height(self, theme: Theme, w: int) -> int:
        """Returns the face's diameter."""
        return min(w, 240)

    def place(self, scene: Scene[PickerMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws face, hand and numbers."""
        theme, side = scene.theme, min(w, h, 240)
        cx, cy, ring = x + w // 2, y + h // 2, side // 2 - 21
        scene.round(cx - side // 2, cy - side // 2, side, side, theme.surface, side // 2)
        message: PickerMessage = ("pick", "face", cx, cy, ring)
        scene.node(
            cx - side // 2, cy - side // 2, side, side, "other", "", "Clock face", _ID + "radial_picker", message
        )
        if self.part == "hour":
            value = self.hour if self.full else self.hour % 12
            inner = self.full and (value == 0 or value > 12)
            self._hand(scene, cx, cy, value / 12, ring * 5 // 8 if inner else ring)
            for i in range(12):
                self._number(
                    scene, cx, cy, ring, i, i or 12, self._hour(i or 12), (i or 12) == (value or (12, 0)[self.full])
                )
                if self.full:
                    hour = i + 12 if i else 0
                    self._number(scene, cx, cy, ring * 5 // 8, i, hour, hour, hour == value)
        else:
            self._hand(scene, cx, cy, self.minute / 60, ring)
            for i in range(12):
                self._number(scene, cx, cy, ring, i, 5 * i, 5 * i, 5 * i == self.minute)

    def _hour(self, shown: int) -> int:
        """Returns the hour of the day for a number on the outer ring."""
        return shown if self.full else shown % 12 + 12 * (self.hour >= 12)

    def _hand(self, scene: Scene, cx: int, cy: int, turn: float, length: int) -> None:
        dx, dy, color = sin(2 * pi * turn), -cos(2 * pi * turn), scene.theme.accent
        for at in range(0, length - 14, 2):
            scene.round(round(cx + at * dx) - 1, round(cy + at * dy) - 1, 3, 3, color, 1)
        scene.round(cx - 4, cy - 4, 8, 8, color, 4)
        scene.round(round(cx + length * dx) - 18, round(cy + length * dy) - 18, 36, 36, color, 18)

    def _number(
        self,
        scene: Scene[PickerMessage],
        cx: int,
        cy: int,
        radius: int,
        place: int,
        shown: int,
        value: int,
        chosen: bool,
    ) -> None:
        theme = scene.theme
        x = round(cx + radius * sin(pi * place / 6)) - 16
        y = round(cy - radius * cos(pi * place / 6)) - 14
        minutes = self.part == "minute"
        text = f"{shown:02}" if minutes or (self.full and shown == 0) else str(shown)
        ink = theme.on_accent if chosen else theme.text
        scene.text(x, y, 32, 28, text, ink, 15 if radius > 70 else 13, align="center")
        name = f"{shown} minutes" if minutes else f"{shown} hours" if self.full else f"{shown} o'clock"
        flags = SELECTED if chosen else 0
        scene.node(x, y, 32, 28, "button", text, name, "", ("pick", "value", value), flags=flags)
