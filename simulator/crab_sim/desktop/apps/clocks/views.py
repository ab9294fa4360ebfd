"""The views of Clocks: its four faces, the dialogs for a city and an alarm, and the page of an alarm that rings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop.apps.clocks import data
from crab_sim.desktop.apps.clocks.data import Alarm
from crab_sim.desktop.apps.clocks.messages import Face, Message
from crab_sim.desktop.chrome.header import Choice, Spin, Switcher, header
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import absent
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS
from crab_sim.desktop.widgets import Sized, card, notice
from crab_sim.engines.cities import City, matching, offset
from crab_sim.engines.days import DAY, WEEKDAYS
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Icon,
    IconButton,
    Label,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Toggle,
    Widget,
)  # fmt: skip
from crab_sim.ui.node import CHECKABLE, CHECKED

__all__ = ["FACES", "Draft", "addable", "apart", "drafted", "is_24_hour", "problem", "shown_time", "view"]

FACES: Final[tuple[Face, ...]] = ("world", "alarms", "stopwatch", "timer")
_CHOICES: Final[tuple[Choice[Message], ...]] = tuple(
    [
        Choice(text, icon, ("face", face))
        for text, icon, face in zip(
            ("World", "Alarms", "Stopwatch", "Timer"), ("language", "alarm", "stopwatch", "timer"), FACES, strict=True
        )
    ]
)
_MENU: Final = absent("Keyboard Shortcuts", "Help", "About Clocks")
QUICK: Final = (1, 2, 3, 5, 15, 30, 45, 60)
"""The minutes that one click sets the timer to."""


class Draft(NamedTuple):
    """An alarm while its dialog is open; its time and name are in the dialog's fields.

    Attributes:
        days: As in `Alarm`.
        rings: As in `Alarm`.
        snoozes: As in `Alarm`.
        afternoon: Whether the hour is after noon, where clocks show 12 hours.
    """

    days: int = 0
    rings: int = 5
    snoozes: int = 10
    afternoon: bool = False


def is_24_hour(context: Context) -> bool:
    """Returns whether clocks show 24 hours."""
    return context.get(SETTINGS)[INTERFACE, "clock-format"] != "12h"


def shown_time(context: Context, seconds: float) -> str:
    """Returns a time of day as the settings want it, from seconds since any midnight."""
    hours, minutes = divmod(int(seconds // 60) % 1440, 60)
    if is_24_hour(context):
        return f"{hours:02}:{minutes:02}"
    return f"{(hours - 1) % 12 + 1}:{minutes:02} {'AP'[hours >= 12]}M"


def view(context: Context) -> View[Message]:
    """Shows the face that was chosen, and the dialog above it."""
    page = context.page
    if page.name == "ringing":
        return View(_ringing(context, page.arg))
    face: Face = context.base.data
    left: list[Widget[Message]] = []
    if face == "world":
        left = [IconButton("add", "Add Location", ("add_city",), tone="text")]
    elif face == "alarms":
        left = [IconButton("add", "New Alarm", ("new_alarm",), tone="text")]
    body = {"world": _world, "alarms": _alarms, "stopwatch": _stopwatch, "timer": _timers}[face](context)
    overlay: Widget[Message] | None = popup(_MENU, page.overlay)
    if page.name == "add_city":
        overlay = _city_dialog(context)
    elif page.name == "alarm":
        overlay = _alarm_dialog(context)
    elif page.name == "time_up":
        overlay = notice("Time is up!", f"Timer “{page.arg}” finished")
    menu: Widget[Message] = IconButton("menu", "Main Menu", ("menu",), tone="text")
    return View(Column([header(left, Switcher(_CHOICES, FACES.index(face)), [menu]), body]), overlay)


def _centred(child: Widget[Message], width: int) -> Row[Message]:
    return Row([Space(flex=1), Sized(child, w=width), Space(flex=1)])


def _empty(icon: str, title: str, text: str, button: Widget[Message]) -> Widget[Message]:
    """Returns the page of a face that has nothing to show."""
    return Column(
        [
            Space(flex=1),
            Icon(icon, "faint", 96),
            Label(title, 24, font="bold", align="center", pad=(0, 8)),
            Label(text, tone="muted", align="center", pad=(0, 4)),
            Space(12),
            Row([Space(flex=1), button, Space(flex=1)]),
            Space(flex=1),
        ],
        flex=1,
    )


# World --------------------------------------------------------------------------------------------------------------


def _world(context: Context) -> Widget[Message]:
    cities = context.get(data.CITIES)
    if not cities:
        button: Widget[Message] = Button("Add World Clock…", ("add_city",))
        return _empty("language", "World Clocks", "Keep track of the time in different places", button)
    now = context.now
    rows: list[Widget[Message]] = []
    for name in sorted(cities, key=lambda city: (offset(city, now), city)):
        time = Label(shown_time(context, now + offset(name, now)), 22, font="bold")
        remove: Widget[Message] = IconButton("delete", f"Remove {name}", ("remove_city", name), tone="text")
        rows.append(Tile(name, subtitle=apart(name, now), trailing=Row([time, remove], gap=12)))
    return Scroll("world", [Space(16), _centred(card(rows), 480), Space(16)])


def apart(name: str, now: float) -> str:
    """Returns the difference between a city's time and the machine's, in words.

    >>> apart("Tokyo", 1_791_792_000), apart("Honolulu", 1_791_792_000), apart("Reykjavik", 1_791_792_000)
    ('9 hours later', '10 hours earlier, Yesterday', 'Current timezone')
    """
    seconds = offset(name, now)
    if not seconds:
        return "Current timezone"
    hours, minutes = divmod(abs(seconds) // 60, 60)
    number = f"{hours}:{minutes:02}" if minutes else str(hours)
    text = f"{number} hour{'s' * (number != '1')} {'later' if seconds > 0 else 'earlier'}"
    days = int((now + seconds) // DAY) - int(now // DAY)
    return text + {0: "", 1: ", Tomorrow", -1: ", Yesterday"}[days]


def _found(query: str) -> tuple[City, ...]:
    return matching(query) if query.strip() else ()


def addable(context: Context) -> list[str]:
    """Returns the names of the cities in the dialog's list that aren't shown yet."""
    here = context.get(data.CITIES)
    return [city.name for city in _found(context.field("search")) if city.name not in here]


def _city_dialog(context: Context) -> Dialog[Message]:
    page = context.page
    here, now = context.get(data.CITIES), context.now
    found = _found(page.fields["search"])
    rows: list[Widget[Message]] = [
        Tile(
            city.name, ("choose_city", city.name), city.country, selected=page.data == city.name,
            trailing=Label(
                "Already added" if city.name in here else shown_time(context, now + offset(city.name, now)),
                "small", "muted", role="",
            ),
            enabled=city.name not in here,
        )
        for city in found
    ]  # fmt: skip
    if not rows:
        text = "No Results Found" if page.fields["search"].strip() else "Search for a city"
        rows.append(Label(text, tone="muted", align="center", pad=(0, 60)))
    body = Column([Field("search", "Search for a city…", icon="search"), Sized(Scroll("found", rows), h=250)], gap=8)
    add: Widget[Message] = Button("Add", ("city_chosen",), enabled=bool(page.data))
    return Dialog("Add a New World Clock", body, [Button("Cancel", ("cancel",), "outlined"), add], 440, ("cancel",))


# Alarms -------------------------------------------------------------------------------------------------------------


def _alarms(context: Context) -> Widget[Message]:
    rows = context.get(data.ALARMS)
    if not rows:
        return _empty("alarm", "Set an Alarm", "Be told when it is time", Button("Add Alarm…", ("new_alarm",)))
    snoozed = context.get(data.ALARM_STATE).snoozed if any([row.enabled for row in rows]) else 0
    tiles: list[Widget[Message]] = []
    for row in rows:
        time = shown_time(context, row.hour * 3600 + row.minute * 60)
        parts = [row.name, data.days_text(row.days), "Snoozed" if row.id == snoozed else ""]
        name = f"{time} {row.name}".strip()
        buttons: list[Widget[Message]] = [
            Toggle("switch", row.enabled, ("switch_alarm", row.id), name),
            IconButton("delete", f"Remove {name}", ("remove_alarm", row.id), tone="text"),
        ]
        subtitle = " · ".join([part for part in parts if part]) or "Once"
        tiles.append(Tile(time, ("edit_alarm", row.id), subtitle, trailing=Row(buttons, gap=12), strong=row.enabled))
    return Scroll("alarms", [Space(16), _centred(card(tiles), 480), Space(16)])


def problem(context: Context, rows: data.Alarms, wanted: Alarm | None) -> str:
    """Returns why the alarm of the dialog can't be saved, ``""`` if it can."""
    if wanted is None:
        return "Enter an hour and a minute."
    for row in rows:
        if row.id != wanted.id and (row.hour, row.minute, row.days) == (wanted.hour, wanted.minute, wanted.days):
            return "There is already an alarm for this time."
    return ""


def drafted(context: Context) -> Alarm | None:
    """Returns the alarm as its dialog has it, None where it has no time of day."""
    page, full = context.page, is_24_hour(context)
    texts = [page.fields[key].strip() for key in ("hour", "minute")]
    if not all([text.isascii() and text.isdigit() and len(text) <= 2 for text in texts]):
        return None
    hour, minute = int(texts[0]), int(texts[1])
    draft: Draft = page.data
    if not full:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if draft.afternoon else 0)
    if hour > 23 or minute > 59:
        return None
    return Alarm(page.arg, hour, minute, page.fields["title"].strip(), draft.days, True, draft.rings, draft.snoozes)


def _alarm_dialog(context: Context) -> Dialog[Message]:
    page, draft = context.page, context.page.data
    fault = problem(context, context.get(data.ALARMS), drafted(context))
    time: list[Widget[Message]] = [Space(flex=1), Spin("hour", "Hours"), Label(":", 24), Spin("minute", "Minutes")]
    if not is_24_hour(context):
        time += [Space(6), Button("PM" if draft.afternoon else "AM", ("half",), "outlined")]
    days: list[Widget[Message]] = [_Day(WEEKDAYS[i], bool(draft.days >> i & 1), i) for i in range(7)]
    body: Widget[Message] = Column(
        [
            Row([*time, Space(flex=1)], gap=4),
            Label("Repeat", "small", "muted"),
            Row(days, gap=6),
            Field("title", "Name"),
            Row([Label("Ring Duration", flex=1), Button(_minutes(draft.rings), ("rings",), "outlined")]),
            Row([Label("Snooze Duration", flex=1), Button(_minutes(draft.snoozes), ("snoozes",), "outlined")]),
            Label(fault or " ", "small", "danger", align="center"),
        ],
        gap=8,
    )
    actions: list[Widget[Message]] = [Button("Cancel", ("cancel",), "outlined")]
    if page.arg:
        actions.append(Button("Remove Alarm", ("remove_this",), "danger"))
    actions.append(Button("Done" if page.arg else "Add", ("save_alarm",), enabled=not fault))
    return Dialog("Edit Alarm" if page.arg else "New Alarm", body, actions, 420, ("cancel",))


def _minutes(count: int) -> str:
    return "1 minute" if count == 1 else f"{count} minutes"


class _Day(Widget[Message]):
    """A round button with a weekday's first letter, which stays pressed."""

    __slots__ = ("name", "number", "on")

    def __init__(self, name: str, on: bool, number: int) -> None:
        self.flex, self.name, self.on, self.number = 0, name, on, number

    def width(self, theme: Theme) -> int:
        """Returns the button's diameter."""
        return 34

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's diameter."""
        return 34

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        scene.round(x, y, 34, 34, theme.accent if self.on else theme.surface, 17)
        ink = theme.on_accent if self.on else theme.text
        scene.text(x, y, 34, 34, self.name[0], ink, theme.small, "bold", "center")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, 34, 34, "checkbox", "", self.name, message=("day", self.number), flags=flags)


def _ringing(context: Context, alarm_id: int) -> Widget[Message]:
    """Returns the page of an alarm that rings, or that has rung without anybody stopping it."""
    row = get(context.get(data.ALARMS), alarm_id)
    rings = context.get(data.ALARM_STATE).ringing == alarm_id
    time = shown_time(context, row.hour * 3600 + row.minute * 60) if row is not None else ""
    buttons: list[Widget[Message]] = [
        Button("Stop" if rings else "Close", ("stop",), "danger" if rings else "outlined")
    ]
    if rings:
        buttons.append(Button("Snooze", ("snooze",)))
    return Column(
        [
            Space(flex=1),
            Icon("alarm", "accent" if rings else "muted", 72),
            Label((row.name if row is not None else "") or "Alarm", 24, font="bold", align="center", pad=(0, 8)),
            Label(time, 40, font="bold", align="center"),
            Label(" " if rings else "Missed", tone="muted", align="center", pad=(0, 8)),
            Row([Space(flex=1), *buttons, Space(flex=1)], gap=12),
            Space(flex=1),
        ]
    )


# Stopwatch and timer ------------------------------------------------------------------------------------------------


def _split(seconds: float) -> str:
    """Returns a time of the stopwatch, to a tenth of a second."""
    tenths = int(seconds * 10 + 1e-6)
    text = f"{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"
    return f"{tenths // 36000}:{text}" if tenths >= 36000 else text


def _stopwatch(context: Context) -> Widget[Message]:
    watch = context.get(data.STOPWATCH)
    now = context.seconds if watch.since else 0.0
    shown = data.elapsed(watch, now)
    buttons: Sequence[Widget[Message]]
    if watch.since:
        buttons = Button("Pause", ("watch", "pause"), "danger"), Button("Lap", ("watch", "lap"), "tonal")
    elif watch.before:
        buttons = Button("Resume", ("watch", "start")), Button("Clear", ("watch", "clear"), "danger")
    else:
        buttons = (Button("Start", ("watch", "start")),)
    rows: list[Widget[Message]] = []
    for i, lap in enumerate(watch.laps):
        before = watch.laps[i - 1] if i else 0.0
        rows.append(Tile(f"Lap {i + 1}", subtitle=f"+{_split(lap - before)}", trailing=Label(_split(lap))))
    rows.reverse()
    laps: Widget[Message] = Scroll("laps", [_centred(card(rows), 400)]) if rows else Space(flex=1)
    return Column(
        [
            Space(28),
            Label(_split(shown), 44, font="bold", align="center"),
            Space(16),
            Row([Space(flex=1), *buttons, Space(flex=1)], gap=12),
            Space(16),
            laps,
        ],
        flex=1,
    )


def _timers(context: Context) -> Widget[Message]:
    rows = context.get(data.TIMERS)
    now = context.seconds if any([row.ends for row in rows]) else 0.0
    tiles: list[Widget[Message]] = []
    for row in rows:
        name = row.name or data.duration(row.length)
        running = bool(row.ends)
        buttons: list[Widget[Message]] = [
            Label(data.duration(data.left(row, now)), 20, font="bold"),
            IconButton(
                "pause" if running else "play", f"{'Pause' if running else 'Start'} {name}", ("turn_timer", row.id),
                tone="text",
            ),
            IconButton("refresh", f"Reset {name}", ("reset_timer", row.id), tone="text"),
            IconButton("delete", f"Remove {name}", ("remove_timer", row.id), tone="text"),
        ]  # fmt: skip
        tiles.append(Tile(name, subtitle="Running" if running else "Paused", trailing=Row(buttons, gap=6)))
    quick: list[Widget[Message]] = [
        Button("1 h" if minutes == 60 else f"{minutes} m", ("quick", minutes), "outlined", flex=1) for minutes in QUICK
    ]
    setup: Widget[Message] = Column(
        [
            Row(
                [
                    Space(flex=1), Spin("hours", "Hours"), Label(":", 24), Spin("minutes", "Minutes"), Label(":", 24),
                    Spin("seconds", "Seconds"), Space(flex=1),
                ],
                gap=4,
            ),
            Row(quick[:4], gap=6),
            Row(quick[4:], gap=6),
            Field("name", "Title"),
            Row([Space(flex=1), Button("Start", ("start_timer",)), Space(flex=1)]),
        ],
        gap=8,
    )  # fmt: skip
    body: list[Widget[Message]] = [Space(16), _centred(setup, 400), Space(16)]
    if tiles:
        body += [_centred(card(tiles), 480), Space(16)]
    return Scroll("timers", body)
