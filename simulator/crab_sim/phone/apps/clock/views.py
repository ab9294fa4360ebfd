"""The four tabs of the Clock app: alarms, the world clock, timers, the stopwatch."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim import ui
from crab_sim.engines.cities import CITIES, apart, offset
from crab_sim.engines.days import DAY, WEEKDAYS, short_day
from crab_sim.machine.app import Context
from crab_sim.phone.apps.clock import data
from crab_sim.phone.apps.clock.data import ALARMS, STOPWATCH, TIMERS, AlarmRow, Stopwatch, TimerRow
from crab_sim.phone.apps.clock.messages import Message
from crab_sim.phone.apps.clock.sounds import name_of
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.phone.widgets.basics import empty
from crab_sim.phone.widgets.keypad import Key
from crab_sim.ui.node import CHECKABLE, CHECKED

__all__ = ["Main", "alarms", "precise", "stopwatch", "timers", "typed", "world"]

_ID = "com.google.android.deskclock:id/"


class Main(NamedTuple):
    """Data of the main page.

    Attributes:
        tab: Its tab.
        opened: Id of the alarm whose card is open, 0 for none.
        digits: The digits typed for a new timer.
        adding: Whether a new timer is being added.
    """

    tab: str = "alarm"
    opened: int = 0
    digits: str = ""
    adding: bool = False


# Alarms -------------------------------------------------------------------------------------------------------------


class _Days(ui.Widget[Message]):
    """The days of the week on which an alarm repeats, each a disc that can be tapped."""

    __slots__ = ("days", "ident")

    def __init__(self, ident: int, days: int) -> None:
        self.flex, self.ident, self.days = 0, ident, days

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the discs' height and some space."""
        return 46

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the discs."""
        theme, across = scene.theme, w // 7
        side = min(36, across - 2)
        for i, name in enumerate(WEEKDAYS):
            on, left = bool(self.days >> i & 1), x + i * across + (across - side) // 2
            top = y + (h - side) // 2
            if on:
                scene.round(left, top, side, side, theme.accent, side // 2)
            else:
                scene.frame(left, top, side, side, theme.muted, side // 2)
            ink = theme.on_accent if on else theme.muted
            initial = theme.say(name)[0].upper()
            scene.text(left, top, side, side, initial, ink, 14, "bold", "center")
            flags = CHECKABLE | (CHECKED if on else 0)
            rid = f"{_ID}day_button_{i}"
            scene.node(left, top, side, side, "checkbox", initial, name, rid, ("weekday", self.ident, i), flags=flags)


def _when_text(row: AlarmRow, now: float) -> str:
    if row.days:
        return data.days_text(row.days)
    if not row.enabled:
        return "Not scheduled"
    return "Today" if data.next_time(row, now) // DAY == now // DAY else "Tomorrow"


def _alarm(row: AlarmRow, opened: bool, full: bool, now: float, tone_name: str) -> ui.Widget[Message]:
    at = clock(row.hour * 3600 + row.minute * 60, full)
    tone = "text" if row.enabled else "muted"
    time: ui.Widget[Message] = ui.Label(
        at, 38, tone, rid=_ID + "digital_clock", role="button", message=("retime", row.id), flex=1
    )
    arrow: ui.Widget[Message] = ui.IconButton(
        "chevron_up" if opened else "chevron_down",
        f"{'Collapse' if opened else 'Expand'} alarm {at}",
        ("open", row.id),
        _ID + "arrow",
    )
    rows: list[ui.Widget[Message]] = []
    if row.label and not opened:
        rows.append(ui.Label(row.label, "small", "muted", rid=_ID + "label", verbatim=True))
    if opened:
        edit: ui.Widget[Message] = ui.Box(
            ui.Row(
                [
                    ui.Icon("edit", "muted", 18),
                    ui.Label(row.label or "Add label", tone="muted", role="", flex=1, verbatim=bool(row.label)),
                ],
                12,
            ),
            "",
            (0, 8),
            8,
            message=("label", row.id),
            text=row.label or "Add label",
            rid=_ID + "edit_label",
            role="button",
            verbatim="text" if row.label else "",
        )
        rows.append(edit)
    rows.append(ui.Row([time, arrow], 8, height=48))
    switch: ui.Widget[Message] = ui.Toggle("switch", row.enabled, ("switch", row.id), f"Alarm {at}", _ID + "onoff")
    summary = ui.Label(_when_text(row, now), "small", "muted", rid=_ID + "days_of_week", flex=1)
    rows.append(ui.Row([summary, switch], 8, height=36))
    if opened:
        sound: ui.Widget[Message] = ui.Box(
            ui.Row([ui.Icon("music", "muted", 20), ui.Label(tone_name, tone="muted", role="", flex=1)], 12),
            "", (0, 8), 8, message=("sound", row.id), text=tone_name, description=f"Sound: {tone_name}",
            rid=_ID + "choose_ringtone", role="button",
        )  # fmt: skip
        vibrate: ui.Widget[Message] = ui.Row(
            [
                ui.Icon("notifications", "muted", 20),
                ui.Label("Vibrate", flex=1),
                ui.Toggle("checkbox", row.vibrate, ("vibrate", row.id), "Vibrate", _ID + "vibrate_onoff"),
            ],
            12,
        )
        delete: ui.Widget[Message] = ui.Button("Delete", ("delete", row.id), "text", "delete", _ID + "delete")
        rows += [_Days(row.id, row.days), sound, vibrate, ui.Space(4), ui.Row([delete, ui.Space(flex=1)])]
    return ui.Box(ui.Column(rows), "surface", (16, 10), 18, (12, 0, 12, 8), message=("open", row.id), description=at)


def alarms(context: Context, main: Main) -> ui.Widget[Message]:
    """Returns the alarms as cards, one of them opened."""
    rows = context.get(ALARMS)
    full = is_24_hour(context.get(SETTINGS))
    if not rows:
        return empty("alarm", "No alarms", "Tap + to add an alarm")
    added = context.get(data.SOUNDS)
    cards = [_alarm(row, row.id == main.opened, full, context.now, name_of(row.ringtone, added)) for row in rows]
    return ui.Scroll("alarms", [*cards, ui.Space(84)], rid=_ID + "alarm_recycler_view")


# World clock --------------------------------------------------------------------------------------------------------


def world(context: Context) -> ui.Widget[Message]:
    """Returns the phone's own time and that of the chosen cities."""
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    top = ui.Column(
        [
            ui.Label(clock(now, full), 56, rid=_ID + "digital_clock"),
            ui.Label(short_day(int(now // DAY)), tone="muted", rid=_ID + "date"),
        ],
        pad=(20, 10),
    )
    cities: list[ui.Widget[Message]] = [
        ui.Tile(
            name, None, apart(name, now),
            trailing=ui.Label(clock(now + offset(name, now), full), 24, rid=_ID + "digital_clock"),
            long_message=("hold_city", name), rid=_ID + "city_name", verbatim="text",
        )
        for name in context.get(data.CITIES)
        if name in CITIES
    ]  # fmt: skip
    if not cities:
        cities = [ui.Label("Tap + to add a city", tone="muted", align="center", pad=(20, 24))]
    return ui.Scroll("cities", [top, ui.Space(8), *cities, ui.Space(84)], rid=_ID + "cities")


# Timers -------------------------------------------------------------------------------------------------------------


class _Progress(ui.Widget):
    """A bar with the remaining share of a timer."""

    __slots__ = ("share",)

    def __init__(self, share: float) -> None:
        self.flex, self.share = 0, share

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the bar's height."""
        return 6

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        scene.round(x, y, w, 6, scene.theme.faint, 3)
        filled = round(w * max(0.0, min(1.0, self.share)))
        if filled >= 6:
            scene.round(x, y, filled, 6, scene.theme.accent, 3)


def typed(digits: str) -> tuple[int, int, int]:
    """Parses typed digits, of which the last two are seconds, into hours, minutes and seconds."""
    padded = digits.rjust(6, "0")
    return int(padded[:2]), int(padded[2:4]), int(padded[4:])


def _setup(context: Context, main: Main) -> ui.Widget[Message]:
    hours, minutes, seconds = typed(main.digits)
    tone = "text" if main.digits else "muted"
    shown = ui.Label(f"{hours:02}h {minutes:02}m {seconds:02}s", 34, tone, align="center", rid=_ID + "timer_setup_time")
    keys: list[ui.Widget[Message]] = [
        Key(digit, ("digit", digit), f"{_ID}timer_setup_digit_{digit}") for digit in (*"123456789", "00", "0")
    ]
    keys.append(Key("Delete", ("erase",), _ID + "timer_setup_delete", "backspace", "background", "muted"))
    height = context.machine.height
    cell = max(36, min(68, (height - 380) // 4))
    side = max(0, (min(context.machine.width, 420) - 300) // 2 + 20)
    pad = side + max(0, (context.machine.width - 420) // 2)
    start: list[ui.Widget[Message]] = [ui.Space(flex=1)]
    if context.get(TIMERS):
        start += [Key("Cancel", ("cancel_timer",), _ID + "cancel", "close", size=56), ui.Space(20)]
    if main.digits:
        start.append(
            Key("Start", ("start_timer",), _ID + "fab", "play", "accent", "on_accent", 64 if height > 560 else 52)
        )
    else:
        start.append(ui.Space(64 if height > 560 else 52))
    gap = 16 if height > 560 else 4
    return ui.Column(
        [ui.Space(flex=1), shown, ui.Space(gap), ui.Grid(keys, 3, cell, 8, (pad, 0)), ui.Space(gap),
         ui.Row([*start, ui.Space(flex=1)]), ui.Space(flex=1)],
        flex=1,
    )  # fmt: skip


def _timer(row: TimerRow, now: float) -> ui.Widget[Message]:
    rest, running = data.left(row, now), bool(row.ends) and not row.rung
    name = ui.Label(f"{data.duration(row.length)} timer", tone="muted", flex=1, rid=_ID + "timer_label")
    close: ui.Widget[Message] = ui.IconButton(
        "close", "Delete timer", ("timer", row.id, "delete"), _ID + "close", size=40
    )
    shown = ui.Label(data.duration(rest), 44, "danger" if row.rung else "text", rid=_ID + "timer_text", flex=1)
    more: ui.Widget[Message] = ui.Button("+1:00", ("timer", row.id, "more"), "tonal", rid=_ID + "add_one_min")
    if row.rung:
        go: ui.Widget[Message] = Key(
            "Stop", ("timer", row.id, "toggle"), _ID + "play_pause", "stop", "accent", "on_accent", 52
        )
    elif running:
        go = Key("Pause", ("timer", row.id, "toggle"), _ID + "play_pause", "pause", "tonal", "on_tonal", 52)
    else:
        go = Key("Start", ("timer", row.id, "toggle"), _ID + "play_pause", "play", "accent", "on_accent", 52)
    buttons: list[ui.Widget[Message]] = [more]
    if not running and not row.rung and rest != row.length:
        buttons.append(ui.Button("Reset", ("timer", row.id, "reset"), "text", rid=_ID + "reset"))
    return ui.Box(
        ui.Column(
            [
                ui.Row([name, close], height=40),
                shown,
                ui.Space(8),
                _Progress(rest / row.length),
                ui.Space(12),
                ui.Row([*buttons, ui.Space(flex=1), go], 4),
            ]
        ),
        pad=(18, 10), radius=20, margin=(12, 0, 12, 10),
    )  # fmt: skip


def timers(context: Context, main: Main) -> ui.Widget[Message]:
    """Returns the timers, or the keypad for a new one."""
    rows = context.get(TIMERS)
    if not rows or main.adding:
        return _setup(context, main)
    now = context.seconds if any([row.ends for row in rows]) else 0.0
    return ui.Scroll("timers", [*[_timer(row, now) for row in rows], ui.Space(84)], rid=_ID + "timer_list")


# Stopwatch ----------------------------------------------------------------------------------------------------------


def precise(seconds: float) -> str:
    """Returns a length of time to the hundredth of a second."""
    hundredths = round(seconds * 100)
    minutes, rest = divmod(hundredths, 6000)
    hours, minutes = divmod(minutes, 60)
    text = f"{minutes:02}:{rest // 100:02}.{rest % 100:02}"
    return f"{hours}:{text}" if hours else text


def stopwatch(context: Context) -> ui.Widget[Message]:
    """Returns the stopwatch with its laps."""
    watch: Stopwatch = context.get(STOPWATCH)
    running = bool(watch.since)
    total = data.elapsed(watch, context.seconds if running else 0.0)
    shown = ui.Label(precise(total), 52, align="center", rid=_ID + "stopwatch_time_text")
    laps: list[ui.Widget[Message]] = []
    for i, at in reversed(list(enumerate(watch.laps))):
        lap = at - (watch.laps[i - 1] if i else 0.0)
        cells = [
            ui.Label(f"# {i + 1}", tone="muted", rid=_ID + "lap_number", flex=1),
            ui.Label(precise(lap), align="right", rid=_ID + "lap_time", flex=2),
            ui.Label(precise(at), tone="muted", align="right", rid=_ID + "lap_total", flex=2),
        ]
        laps.append(ui.Row(cells, 8, (24, 8)))
    keys: list[ui.Widget[Message]] = [ui.Space(flex=1)]
    if running:
        keys += [Key("Lap", ("lap",), _ID + "lap", "flag", size=56), ui.Space(24),
                 Key("Pause", ("watch",), _ID + "fab", "pause", "tonal", "on_tonal", 72), ui.Space(80)]  # fmt: skip
    elif total:
        keys += [Key("Reset", ("reset_watch",), _ID + "reset", "refresh", size=56), ui.Space(24),
                 Key("Start", ("watch",), _ID + "fab", "play", "accent", "on_accent", 72), ui.Space(24),
                 Key("Share", ("share_watch",), _ID + "share", "share", size=56)]  # fmt: skip
    else:
        keys.append(Key("Start", ("watch",), _ID + "fab", "play", "accent", "on_accent", 72))
    gap = max(4, min(56, (context.machine.height - 440) // 4))
    return ui.Column(
        [ui.Space(gap), shown, ui.Space(gap // 2), ui.Scroll("laps", laps, rid=_ID + "laps_list"),
         ui.Row([*keys, ui.Space(flex=1)], height=96)],
        flex=1,
    )  # fmt: skip
