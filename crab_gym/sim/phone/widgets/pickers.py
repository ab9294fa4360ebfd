"""Date and time pickers, and the grid of a month.

An app opens a picker as its page's overlay, shows it, and hands its events on; the choice comes back as the event
``("picked", key, value)``, where `key` is the app's own and `value` a day (days since 1970) or a minute of the day::

    context.set(overlay=pickers.date_overlay("due", day))          # or time_overlay("due", minute)
    View(body, pickers.overlay(context) or my_overlay(context))    # in the view
    case "pick": pickers.update(context, *args)                    # in the handler
    case "picked": key, value = args; context.set(overlay=()); ...
    AppSpec(..., key=pickers.key, text=pickers.text)               # typing into the time picker's fields

`MonthGrid` alone serves calendars; `crab_gym.sim.phone.days` has the arithmetic of days and their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, pi, sin
from typing import Literal

from crab_gym.sim.machine.app import Context
from crab_gym.sim.phone.days import (
    DAY,
    WEEKDAYS,
    civil,
    day_name,
    day_of,
    month_length,
    month_name,
    month_of,
    short_day,
    weekday,
)
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.times import is_24_hour
from crab_gym.sim.ui import (
    AnyMessage,
    AnyOverlay,
    Box,
    Button,
    Column,
    Dialog,
    Divider,
    Icon,
    IconButton,
    Label,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Widget,
)
from crab_gym.sim.ui.node import EDITABLE, FOCUSED, SELECTED
from crab_gym.sim.ui.theme import Color

__all__ = [
    "MonthGrid", "PickerMessage", "PickerOverlay", "date_overlay", "key", "overlay", "text", "time_overlay", "update",
]  # fmt: skip

PickerMessage = (
    tuple[Literal["pick"], str]
    | tuple[Literal["pick"], str, int | str]
    | tuple[Literal["pick"], str, int, int, int]
    | tuple[Literal["picked"], str, int]
)
"""The messages of a picker: its own, which an app hands to `update`, and its result; part of such an app's messages."""
PickerOverlay = (
    tuple[Literal["pick_date"], str, int, int, bool] | tuple[Literal["pick_time"], str, int, int, str, str | None]
)
"""An open picker: key, day, month and whether years are listed; or key, hour, minute, part and typed digits."""

_FIRST_YEAR, _LAST_YEAR = 1900, 2100  # what the list of years offers, as Android's
_YEAR_ROW = 44
_ID = "android:id/"

# The grid of a month ------------------------------------------------------------------------------------------------


class MonthGrid(Widget):
    """The days of a month in rows of weeks; a tap on one sends `message` with the day added.

    Args:
        month: Counted as ``12 * year + month - 1``.
        chosen: The day on the accent's disc.
        today: The day written in the accent's colour.
        message: What a tap sends, before the day.
        marks: Colours of up to three dots below a day.
        notes: What the description of a day adds, such as ``"2 events"``.
        cell: Height of a row; less where there is less room.
        around: Whether the weeks are filled up with days of the months before and after.
        flex: Share of the space left over.
    """

    __slots__ = ("around", "cell", "chosen", "marks", "message", "month", "notes", "today")

    def __init__(
        self,
        month: int,
        chosen: int,
        today: int,
        message: AnyMessage,
        marks: Mapping[int, Sequence[Color]] = {},
        notes: Mapping[int, str] = {},
        cell: int = 38,
        around: bool = False,
        flex: int = 0,
    ) -> None:
        self.month, self.chosen, self.today, self.message = month, chosen, today, message
        self.marks, self.notes, self.cell, self.around, self.flex = marks, notes, cell, around, flex

    def width(self, theme: Theme) -> int:
        """Returns a usable least width."""
        return 7 * 28

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the weekdays' letters and six weeks."""
        return 24 + 6 * self.cell

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the grid; each day is a button of its own."""
        theme, cell, across = scene.theme, min(self.cell, max(1, (h - 24) // 6)), w // 7
        x += (w - 7 * across) // 2
        for i, name in enumerate(WEEKDAYS):
            scene.text(x + i * across, y, across, 24, name[0], theme.muted, 12, "bold", "center")
        first = day_of(self.month // 12, self.month % 12 + 1, 1)
        last, start = first + month_length(self.month) - 1, first - weekday(first)
        disc = min(36, cell - (9 if self.marks else 2), across - 2)
        for day in range(start, start + 42):
            inside = first <= day <= last
            if inside or self.around:
                week, column = divmod(day - start, 7)
                self._place_day(scene, day, inside, x + column * across, y + 24 + week * cell, across, cell, disc)

    def _place_day(
        self, scene: Scene, day: int, inside: bool, left: int, top: int, across: int, cell: int, disc: int
    ) -> None:
        theme, chosen, today = scene.theme, day == self.chosen, day == self.today
        marks = self.marks.get(day, ())
        middle = top + (cell - disc - (7 if self.marks else 0)) // 2
        corner = left + (across - disc) // 2
        if chosen:
            scene.round(corner, middle, disc, disc, theme.accent, disc // 2)
        elif today:
            scene.frame(corner, middle, disc, disc, theme.accent, disc // 2)
        ink = theme.on_accent if chosen else theme.accent if today else theme.text if inside else theme.faint
        number = str(civil(day)[2])
        scene.text(left, middle, across, disc, number, ink, 14, "bold" if chosen or today else "regular", "center")
        at = left + (across - 7 * len(marks[:3]) + 2) // 2
        for color in marks[:3]:
            scene.round(at, top + cell - 7, 5, 5, color, 2)
            at += 7
        note = self.notes.get(day, "")
        description = day_name(day) + (", today" if today else "") + (f", {note}" if note else "")
        flags = SELECTED if chosen else 0
        scene.node(left, top, across, cell, "button", number, description, "", (*self.message, day), flags=flags)


# Opening and showing ------------------------------------------------------------------------------------------------


def date_overlay(key: str, day: int) -> AnyOverlay:
    """Returns the overlay that lets a date be picked, beginning with a day; ``("picked", key, day)`` answers."""
    return ("pick_date", key, day, month_of(day), False)


def time_overlay(key: str, minute: int) -> AnyOverlay:
    """Returns the overlay that lets a time be picked, from a minute of the day; ``("picked", key, minute)`` answers."""
    return ("pick_time", key, minute // 60 % 24, minute % 60, "hour", None)


def overlay(context: Context) -> Widget | None:
    """Returns the picker that the page shows, None where it shows none."""
    match context.page.overlay:
        case ("pick_date", str(key), int(day), int(month), bool(years)):
            low = context.machine.height < 560
            return _date_picker(key, day, month, years, int(context.now // DAY), low)
        case ("pick_time", str(key), int(hour), int(minute), str(part), typed):
            return _time_picker(key, hour, minute, part, typed, is_24_hour(context.get(SETTINGS)))
    return None


def _actions(message: AnyMessage) -> list[Button]:
    return [
        Button("Cancel", ("dismiss",), "text", rid=_ID + "button2"),
        Button("OK", message, "text", rid=_ID + "button1"),
    ]


def _date_picker(key: str, day: int, month: int, years: bool, today: int, low: bool) -> Dialog:
    headline = Label(short_day(day), 28, rid=_ID + "date_picker_header_date")
    rows: list[Widget] = [] if low else [headline, Space(6), Divider(), Space(4)]
    name = Box(
        Row(
            [
                Label(month_name(month), tone="accent", font="bold", role=""),
                Icon("chevron_up" if years else "chevron_down", "accent", 18),
            ],
            gap=6,
        ),
        background="", pad=(0, 8), message=("pick", "years"), text=month_name(month),
        description="Switch to days" if years else "Switch to years",
        rid=_ID + "date_picker_header_year", role="button",
    )  # fmt: skip
    bar: list[Widget] = [name, Space(flex=1)]
    if not years:
        bar += [
            IconButton("chevron_left", "Previous month", ("pick", "month", month - 1), _ID + "prev", size=36),
            IconButton("chevron_right", "Next month", ("pick", "month", month + 1), _ID + "next", size=36),
        ]
    rows.append(Row(bar, height=40))
    if years:
        rows.append(_Years(month // 12))
    else:
        rows.append(MonthGrid(month, day, today, ("pick", "day"), flex=1))
    return Dialog(short_day(day) if low else "Select date", Column(rows), _actions(("picked", key, day)))


class _Years(Scroll):
    """The years to choose from, three in a row, as high as the grid of a month."""

    __slots__ = ()

    def __init__(self, chosen: int) -> None:
        rows = []
        for first in range(_FIRST_YEAR, _LAST_YEAR + 1, 3):
            shown = range(first, min(first + 3, _LAST_YEAR + 1))
            rows.append(_YearRow(shown, chosen))
        super().__init__("pick_years", rows, rid=_ID + "date_picker_year_picker")

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the grid in whose place the years are."""
        return 24 + 6 * 38


class _YearRow(Widget):
    """Up to three years beside one another."""

    __slots__ = ("chosen", "years")

    def __init__(self, years: range, chosen: int) -> None:
        self.flex, self.years, self.chosen = 0, years, chosen

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return _YEAR_ROW

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the years."""
        theme, across = scene.theme, w // 3
        for i, year in enumerate(self.years):
            left, chosen = x + i * across, year == self.chosen
            if chosen:
                scene.round(left + 4, y + 4, across - 8, h - 8, theme.accent, (h - 8) // 2)
            ink = theme.on_accent if chosen else theme.text
            scene.text(left, y, across, h, str(year), ink, theme.font, align="center")
            flags = SELECTED if chosen else 0
            scene.node(left, y, across, h, "button", str(year), message=("pick", "year", year), flags=flags)


class _Part(Widget):
    """The hour or the minute above the dial: a button, or while typing a field."""

    __slots__ = ("active", "name", "shown", "typing")

    def __init__(self, name: str, shown: str, active: bool, typing: bool) -> None:
        self.flex, self.name, self.shown, self.active, self.typing = 1, name, shown, active, typing

    def height(self, theme: Theme, w: int) -> int:
        """Returns the box's height, and of the word below it while typing."""
        return 82 if self.typing else 60

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the box."""
        theme, active = scene.theme, self.active
        ground, ink = (theme.tonal, theme.on_tonal) if active else (theme.surface, theme.text)
        scene.round(x, y, w, 60, ground, 10)
        scene.text(x, y, w, 60, self.shown, ink, 32, align="center")
        message = ("pick", "part", self.name)
        if not self.typing:
            flags = SELECTED if active else 0
            scene.node(x, y, w, 60, "button", self.shown, self.name.title(), f"{_ID}{self.name}s", message, flags=flags)
            return
        if active:
            scene.frame(x, y, w, 60, theme.accent, 10, 2)
        scene.text(x, y + 62, w, 20, self.name.title(), theme.muted, 12)
        flags = EDITABLE | (FOCUSED if active else 0)
        scene.node(
            x, y, w, 60, "text_field", self.shown, self.name.title(), f"{_ID}input_{self.name}", message, flags=flags
        )


class _Half(Widget):
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

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
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


def _time_picker(key: str, hour: int, minute: int, part: str, typed: str | None, full: bool) -> Dialog:
    typing = typed is not None
    texts = {
        "hour": f"{_shown_hour(hour, full):02}" if full else str(_shown_hour(hour, full)),
        "minute": f"{minute:02}",
    }
    if typed:
        texts[part] = typed
    header: list[Widget] = [_Part("hour", texts["hour"], part == "hour", typing)]
    header += [_Colon(typing), _Part("minute", texts["minute"], part == "minute", typing)]
    if not full:
        header += [Space(6), _Lifted(_Half(hour >= 12), typing)]
    mode = IconButton(
        "clock" if typing else "keyboard",
        "Switch to clock mode" if typing else "Switch to text input mode",
        ("pick", "dial" if typing else "type"),
        _ID + "toggle_mode",
    )
    header.append(_Lifted(mode, typing))
    rows: list[Widget] = [Row(header)]
    if not typing:
        rows += [Space(14), _Dial(hour, minute, part, full)]
    title = "Enter time" if typing else "Select time"
    return Dialog(title, Column(rows), _actions(("picked", key, 60 * hour + minute)), max_width=340)


class _Lifted(Widget):
    """A widget level with the boxes of hour and minute, which have a word below them while typing."""

    __slots__ = ("child", "typing")

    def __init__(self, child: Widget, typing: bool) -> None:
        self.flex, self.child, self.typing = 0, child, typing

    def width(self, theme: Theme) -> int:
        """Returns the child's width."""
        return self.child.width(theme)

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
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


class _Dial(Widget):
    """The clock's face: hours, in 24 hours as two rings, or minutes; any place on it can be tapped."""

    __slots__ = ("full", "hour", "minute", "part")

    def __init__(self, hour: int, minute: int, part: str, full: bool) -> None:
        self.flex, self.hour, self.minute, self.part, self.full = 1, hour, minute, part, full

    def height(self, theme: Theme, w: int) -> int:
        """Returns the face's diameter."""
        return min(w, 240)

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws face, hand and numbers."""
        theme, side = scene.theme, min(w, h, 240)
        cx, cy, ring = x + w // 2, y + h // 2, side // 2 - 21
        scene.round(cx - side // 2, cy - side // 2, side, side, theme.surface, side // 2)
        message = ("pick", "face", cx, cy, ring)
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
        """Returns the hour of the day that a number on the outer ring stands for."""
        return shown if self.full else shown % 12 + 12 * (self.hour >= 12)

    def _hand(self, scene: Scene, cx: int, cy: int, turn: float, length: int) -> None:
        dx, dy, color = sin(2 * pi * turn), -cos(2 * pi * turn), scene.theme.accent
        for at in range(0, length - 14, 2):
            scene.round(round(cx + at * dx) - 1, round(cy + at * dy) - 1, 3, 3, color, 1)
        scene.round(cx - 4, cy - 4, 8, 8, color, 4)
        scene.round(round(cx + length * dx) - 18, round(cy + length * dy) - 18, 36, 36, color, 18)

    def _number(
        self, scene: Scene, cx: int, cy: int, radius: int, place: int, shown: int, value: int, chosen: bool
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


# Events -------------------------------------------------------------------------------------------------------------


def update(context: Context, name: str, *args: int | str) -> None:
    """Handles an event of a picker, ``("pick", name, *args)``: a new overlay follows from the old one."""
    now = context.page.overlay
    if now[:1] == ("pick_date",):
        if name == "years":
            top = max(0, (now[3] // 12 - _FIRST_YEAR) // 3 - 2) * _YEAR_ROW
            context.set(overlay=(*now[:4], not now[4]), scroll={**context.page.scroll, "pick_years": top})
        else:
            context.set(overlay=_with_date(now, name, int(args[0])))
    elif now[:1] == ("pick_time",):
        full = is_24_hour(context.get(SETTINGS))
        if name == "face":
            value = _on_face(now, full, context.point, *[int(arg) for arg in args])
            name, args = "value", (value,)
        context.set(overlay=_with_time(now, name, *args))


def _with_date(now: AnyOverlay, name: str, value: int) -> AnyOverlay:
    head, key, day, month, _ = now
    if name == "day":
        return (head, key, value, month_of(value), False)
    if name == "month":
        return (head, key, day, value, False)
    index = month % 12 + 12 * value
    number = min(civil(day)[2], month_length(index))
    return (head, key, day_of(value, index % 12 + 1, number), index, False)


def _with_time(now: AnyOverlay, name: str, *args: int | str) -> AnyOverlay:
    head, key, hour, minute, part, typed = now
    value = args[0] if args else 0
    if name == "half":
        hour = hour % 12 + 12 * int(value)
    elif name == "part":
        part, typed = value, (None if typed is None else "")
    elif name == "type":
        typed = ""
    elif name == "dial":
        typed = None
    elif part == "hour":
        hour, part = value, "minute"
    else:
        minute = value
    return (head, key, hour, minute, part, typed)


def _on_face(now: AnyOverlay, full: bool, point: tuple[int, int], cx: int, cy: int, ring: int) -> int:
    """Returns the hour or minute that lies nearest to where the dial was tapped."""
    x, y = point[0] - cx, point[1] - cy
    turn = atan2(x, -y) / (2 * pi) % 1
    if now[4] == "minute":
        return round(turn * 60) % 60
    hour = round(turn * 12) % 12
    if not full:
        return hour + (12 if now[2] >= 12 else 0)
    inner = (x * x + y * y) ** 0.5 < ring * 13 / 16
    return (hour + 12 if hour else 0) if inner else hour or 12


def text(context: Context, written: str) -> bool:
    """Takes what is typed into the time picker's fields: digits, a colon, an A or P, Enter; an app's `AppSpec.text`."""
    now = context.page.overlay
    if now[:1] != ("pick_time",) or now[5] is None:
        return False
    full = is_24_hour(context.get(SETTINGS))
    for char in written:
        if char == "\n":
            context.set(overlay=now)
            key(context, "enter")
            return True
        now = _with_char(now, char.lower(), full)
    context.set(overlay=now)
    return True


def _with_char(now: AnyOverlay, char: str, full: bool) -> AnyOverlay:
    head, key, hour, minute, part, typed = now
    if char in ":. \t" and part == "hour" and typed:
        return (head, key, hour, minute, "minute", "")
    if char in ("a", "p") and not full:
        return (head, key, hour % 12 + 12 * (char == "p"), minute, part, typed)
    if not (char.isascii() and char.isdecimal()):
        return now
    typed = typed + char if len(typed) < 2 else char
    value, most = int(typed), 59 if part == "minute" else 23 if full else 12
    if value > most:
        return now
    done = len(typed) == 2 or value * 10 > most
    if part == "minute":
        return (head, key, hour, value, part, typed)
    if not full:
        hour = (value % 12 + 12 * (hour >= 12)) if value else hour
    else:
        hour = value
    return (head, key, hour, minute, "minute" if done else part, "" if done else typed)


def key(context: Context, pressed: str) -> bool:
    """Takes Enter, Backspace and Tab in the time picker's fields; an app's `AppSpec.key`."""
    now = context.page.overlay
    if now[:1] not in (("pick_time",), ("pick_date",)):
        return False
    if pressed == "enter":
        value = now[2] if now[0] == "pick_date" else 60 * now[2] + now[3]
        context.machine.apps[context.window.app].update(context, ("picked", now[1], value))
    elif now[0] == "pick_date" or now[5] is None:
        return False
    elif pressed == "backspace":
        context.set(overlay=(*now[:5], now[5][:-1]))
    elif pressed in ("tab", "shift+tab"):
        context.set(overlay=(*now[:4], "hour" if now[4] == "minute" else "minute", ""))
    else:
        return False
    return True
