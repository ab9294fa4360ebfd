"""The phone's Clock app: alarms, the world clock, timers, the stopwatch.

State and what happens when it is due are in `clock_data`. Pages: ``main`` (data: `Main`), ``cities`` (field
``search``), ``label`` (arg: the alarm's id; field ``label``), ``ringing`` (arg: the alarm's id).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from crab_gym.sim.app import AppSpec, Context, View
from crab_gym.sim.phone import pickers
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.apps import clock_data as data
from crab_gym.sim.phone.apps.clock_cities import CITIES, apart, found, offset
from crab_gym.sim.phone.apps.clock_data import AlarmRow, Stopwatch, TimerRow
from crab_gym.sim.phone.days import DAY, WEEKDAYS, short_day
from crab_gym.sim.phone.keypad import Key
from crab_gym.sim.phone.nav import BottomBar
from crab_gym.sim.phone.parts import Fab, clock, empty, is_24_hour
from crab_gym.sim.phone.share import share
from crab_gym.sim.rows import get, update_row
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Field,
    Grid,
    Icon,
    IconButton,
    Item,
    Label,
    Menu,
    Message,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Toggle,
    Widget,
)
from crab_gym.sim.ui.scene import CHECKABLE, CHECKED

__all__ = ["APP"]

_ID = "com.google.android.deskclock:id/"
_TABS = (("alarm", "alarm", "Alarm"), ("clock", "clock", "Clock"), ("timer", "timer", "Timer"),
         ("stopwatch", "stopwatch", "Stopwatch"))  # fmt: skip
_MOST_TIMERS = 20


class Main(NamedTuple):
    """What the main page shows: the tab, the alarm that is opened, the digits typed for a timer, whether to add one."""

    tab: str = "alarm"
    opened: int = 0
    digits: str = ""
    adding: bool = False


class _Bar(BottomBar):
    """The bar of tabs; each is also described by its name."""

    __slots__ = ()

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        first = len(scene.nodes)
        super().place(scene, x, y, w, h)
        scene.nodes[first:] = [node._replace(description=node.text) for node in scene.nodes[first:]]


# Alarms -------------------------------------------------------------------------------------------------------------


class _Days(Widget):
    """The days of the week on which an alarm repeats, each a disc that can be tapped."""

    __slots__ = ("days", "ident")

    def __init__(self, ident: int, days: int) -> None:
        self.flex, self.ident, self.days = 0, ident, days

    def height(self, theme: Theme, w: int) -> int:
        """Returns the discs' height and some space."""
        return 46

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
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
            scene.text(left, top, side, side, name[0], ink, 14, "bold", "center")
            flags = CHECKABLE | (CHECKED if on else 0)
            message, rid = ("weekday", self.ident, i), f"{_ID}day_button_{i}"
            scene.node(left, top, side, side, "checkbox", name[0], name, rid, message, flags=flags)


def _when_text(row: AlarmRow, now: float) -> str:
    if row.days:
        return data.days_text(row.days)
    if not row.enabled:
        return "Not scheduled"
    return "Today" if data.next_time(row, now) // DAY == now // DAY else "Tomorrow"


def _alarm(row: AlarmRow, opened: bool, full: bool, now: float) -> Widget:
    at = clock(row.hour * 3600 + row.minute * 60, full)
    tone = "text" if row.enabled else "muted"
    time = Label(at, 38, tone, rid=_ID + "digital_clock", role="button", message=("retime", row.id), flex=1)
    arrow = IconButton(
        "chevron_up" if opened else "chevron_down",
        f"{'Collapse' if opened else 'Expand'} alarm {at}",
        ("open", row.id),
        _ID + "arrow",
    )
    rows: list[Widget] = []
    if row.label and not opened:
        rows.append(Label(row.label, "small", "muted", rid=_ID + "label"))
    if opened:
        edit = Box(
            Row([Icon("edit", "muted", 18), Label(row.label or "Add label", tone="muted", role="", flex=1)], 12),
            "", (0, 8), 8, message=("label", row.id), text=row.label or "Add label", rid=_ID + "edit_label",
            role="button",
        )  # fmt: skip
        rows.append(edit)
    rows.append(Row([time, arrow], 8, height=48))
    switch = Toggle("switch", row.enabled, ("switch", row.id), f"Alarm {at}", _ID + "onoff")
    summary = Label(_when_text(row, now), "small", "muted", rid=_ID + "days_of_week", flex=1)
    rows.append(Row([summary, switch], 8, height=36))
    if opened:
        vibrate = Row(
            [
                Icon("notifications", "muted", 20),
                Label("Vibrate", flex=1),
                Toggle("checkbox", row.vibrate, ("vibrate", row.id), "Vibrate", _ID + "vibrate_onoff"),
            ],
            12,
        )
        delete = Button("Delete", ("delete", row.id), "text", "delete", _ID + "delete")
        rows += [_Days(row.id, row.days), vibrate, Space(4), Row([delete, Space(flex=1)])]
    return Box(Column(rows), "surface", (16, 10), 18, (12, 0, 12, 8), message=("open", row.id), description=at)


def _alarms(context: Context, main: Main) -> Widget:
    rows = context.get("alarms")
    full = is_24_hour(context.get("settings"))
    if not rows:
        return empty("alarm", "No alarms", "Tap + to add an alarm")
    cards = [_alarm(row, row.id == main.opened, full, context.now) for row in rows]
    return Scroll("alarms", [*cards, Space(84)], rid=_ID + "alarm_recycler_view")


# World clock --------------------------------------------------------------------------------------------------------


def _world(context: Context) -> Widget:
    full, now = is_24_hour(context.get("settings")), context.now
    top = Column(
        [
            Label(clock(now, full), 56, rid=_ID + "digital_clock"),
            Label(short_day(int(now // DAY)), tone="muted", rid=_ID + "date"),
        ],
        pad=(20, 10),
    )
    cities: list[Widget] = [
        Tile(
            name, None, apart(name, now),
            trailing=Label(clock(now + offset(name, now), full), 24, rid=_ID + "digital_clock"),
            long_message=("hold_city", name), rid=_ID + "city_name",
        )
        for name in context.get("cities")
        if name in CITIES
    ]  # fmt: skip
    if not cities:
        cities = [Label("Tap + to add a city", tone="muted", align="center", pad=(20, 24))]
    return Scroll("cities", [top, Space(8), *cities, Space(84)], rid=_ID + "cities")


def _cities(context: Context) -> View:
    full, now, query = is_24_hour(context.get("settings")), context.now, context.field("search")
    chosen = context.get("cities")
    tiles: list[Widget] = [
        Tile(
            city.name, ("add_city", city.name), city.country,
            trailing=Icon("check", "accent", 22, "Added") if city.name in chosen
            else Label(clock(now + offset(city.name, now), full), tone="muted", role=""),
            rid=_ID + "city_name",
        )
        for city in found(query)
    ]  # fmt: skip
    body: Widget = Scroll("found", tiles, rid=_ID + "city_list") if tiles else empty("search", "No cities found")
    field = Field("search", "Search for a city", _ID + "search_src_text", pill=True, flex=1)
    bar = Row([IconButton("back", "Navigate up", ("back",), tone="text"), field], 4, (8, 6), height=60)
    return View(Column([bar, body]))


# Timers -------------------------------------------------------------------------------------------------------------


class _Progress(Widget):
    """How much of a timer is left, as a bar."""

    __slots__ = ("share",)

    def __init__(self, share: float) -> None:
        self.flex, self.share = 0, share

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return 6

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        scene.round(x, y, w, 6, scene.theme.faint, 3)
        filled = round(w * max(0.0, min(1.0, self.share)))
        if filled >= 6:
            scene.round(x, y, filled, 6, scene.theme.accent, 3)


def _typed(digits: str) -> tuple[int, int, int]:
    """Returns hours, minutes and seconds of the digits typed, of which the last two are seconds."""
    padded = digits.rjust(6, "0")
    return int(padded[:2]), int(padded[2:4]), int(padded[4:])


def _setup(context: Context, main: Main) -> Widget:
    hours, minutes, seconds = _typed(main.digits)
    tone = "text" if main.digits else "muted"
    shown = Label(f"{hours:02}h {minutes:02}m {seconds:02}s", 34, tone, align="center", rid=_ID + "timer_setup_time")
    keys: list[Widget] = [
        Key(digit, ("digit", digit), f"{_ID}timer_setup_digit_{digit}") for digit in (*"123456789", "00", "0")
    ]
    keys.append(Key("Delete", ("erase",), _ID + "timer_setup_delete", "backspace", "background", "muted"))
    height = context.machine.height
    cell = max(36, min(68, (height - 380) // 4))
    side = max(0, (min(context.machine.width, 420) - 300) // 2 + 20)
    pad = side + max(0, (context.machine.width - 420) // 2)
    start: list[Widget] = [Space(flex=1)]
    if context.get("timers"):
        start += [Key("Cancel", ("cancel_timer",), _ID + "cancel", "close", size=56), Space(20)]
    if main.digits:
        start.append(
            Key("Start", ("start_timer",), _ID + "fab", "play", "accent", "on_accent", 64 if height > 560 else 52)
        )
    else:
        start.append(Space(64 if height > 560 else 52))
    gap = 16 if height > 560 else 4
    return Column(
        [Space(flex=1), shown, Space(gap), Grid(keys, 3, cell, 8, (pad, 0)), Space(gap),
         Row([*start, Space(flex=1)]), Space(flex=1)],
        flex=1,
    )  # fmt: skip


def _timer(row: TimerRow, now: float) -> Widget:
    rest, running = data.left(row, now), bool(row.ends) and not row.rung
    name = Label(f"{data.duration(row.length)} timer", tone="muted", flex=1, rid=_ID + "timer_label")
    close = IconButton("close", "Delete timer", ("timer", row.id, "delete"), _ID + "close", size=40)
    shown = Label(data.duration(rest), 44, "danger" if row.rung else "text", rid=_ID + "timer_text", flex=1)
    more = Button("+1:00", ("timer", row.id, "more"), "tonal", rid=_ID + "add_one_min")
    if row.rung:
        go = Key("Stop", ("timer", row.id, "toggle"), _ID + "play_pause", "stop", "accent", "on_accent", 52)
    elif running:
        go = Key("Pause", ("timer", row.id, "toggle"), _ID + "play_pause", "pause", "tonal", "on_tonal", 52)
    else:
        go = Key("Start", ("timer", row.id, "toggle"), _ID + "play_pause", "play", "accent", "on_accent", 52)
    buttons: list[Widget] = [more]
    if not running and not row.rung and rest != row.length:
        buttons.append(Button("Reset", ("timer", row.id, "reset"), "text", rid=_ID + "reset"))
    return Box(
        Column(
            [
                Row([name, close], height=40),
                shown,
                Space(8),
                _Progress(rest / row.length),
                Space(12),
                Row([*buttons, Space(flex=1), go], 4),
            ]
        ),
        pad=(18, 10), radius=20, margin=(12, 0, 12, 10),
    )  # fmt: skip


def _timers(context: Context, main: Main) -> Widget:
    rows = context.get("timers")
    if not rows or main.adding:
        return _setup(context, main)
    now = context.seconds if any([row.ends for row in rows]) else 0.0
    return Scroll("timers", [*[_timer(row, now) for row in rows], Space(84)], rid=_ID + "timer_list")


# Stopwatch ----------------------------------------------------------------------------------------------------------


def _precise(seconds: float) -> str:
    hundredths = round(seconds * 100)
    minutes, rest = divmod(hundredths, 6000)
    hours, minutes = divmod(minutes, 60)
    text = f"{minutes:02}:{rest // 100:02}.{rest % 100:02}"
    return f"{hours}:{text}" if hours else text


def _stopwatch(context: Context) -> Widget:
    watch: Stopwatch = context.get("stopwatch")
    running = bool(watch.since)
    total = data.elapsed(watch, context.seconds if running else 0.0)
    shown = Label(_precise(total), 52, align="center", rid=_ID + "stopwatch_time_text")
    laps: list[Widget] = []
    for i, at in reversed(list(enumerate(watch.laps))):
        lap = at - (watch.laps[i - 1] if i else 0.0)
        cells = [
            Label(f"# {i + 1}", tone="muted", rid=_ID + "lap_number", flex=1),
            Label(_precise(lap), align="right", rid=_ID + "lap_time", flex=2),
            Label(_precise(at), tone="muted", align="right", rid=_ID + "lap_total", flex=2),
        ]
        laps.append(Row(cells, 8, (24, 8)))
    keys: list[Widget] = [Space(flex=1)]
    if running:
        keys += [Key("Lap", ("lap",), _ID + "lap", "flag", size=56), Space(24),
                 Key("Pause", ("watch",), _ID + "fab", "pause", "tonal", "on_tonal", 72), Space(80)]  # fmt: skip
    elif total:
        keys += [Key("Reset", ("reset_watch",), _ID + "reset", "refresh", size=56), Space(24),
                 Key("Start", ("watch",), _ID + "fab", "play", "accent", "on_accent", 72), Space(24),
                 Key("Share", ("share_watch",), _ID + "share", "share", size=56)]  # fmt: skip
    else:
        keys.append(Key("Start", ("watch",), _ID + "fab", "play", "accent", "on_accent", 72))
    gap = max(4, min(56, (context.machine.height - 440) // 4))
    return Column(
        [Space(gap), shown, Space(gap // 2), Scroll("laps", laps, rid=_ID + "laps_list"),
         Row([*keys, Space(flex=1)], height=96)],
        flex=1,
    )  # fmt: skip


# Pages --------------------------------------------------------------------------------------------------------------


def _tab(context: Context, page: Page) -> tuple[Widget, Widget | None]:
    """Returns the main page, and its floating button."""
    main: Main = page.data or Main()
    fab: Widget | None = None
    if main.tab == "alarm":
        body, fab = _alarms(context, main), Fab("add", "Add alarm", ("add_alarm",), _ID + "fab")
    elif main.tab == "clock":
        body, fab = _world(context), Fab("add", "Add city", ("cities",), _ID + "fab")
    elif main.tab == "timer":
        body = _timers(context, main)
        if context.get("timers") and not main.adding:
            fab = Fab("add", "Add timer", ("add_timer",), _ID + "fab")
    else:
        body = _stopwatch(context)
    bar = _Bar([(icon, label, ("tab", tab), tab == main.tab) for tab, icon, label in _TABS], _ID + "tab_menu")
    title = next(label for tab, _, label in _TABS if tab == main.tab)
    rows: list[Widget] = [Label(title, 24, pad=(20, 14), rid=_ID + "action_bar_title")]
    if context.machine.height < 560:
        rows = []
    return Column([*rows, body, bar]), (_Lifted(fab) if fab is not None else None)


class _Lifted(Widget):
    """A floating button above the bar of tabs."""

    __slots__ = ("child",)

    def __init__(self, child: Widget) -> None:
        self.flex, self.child = 0, child

    def width(self, theme: Theme) -> int:
        """Returns the button's width."""
        return self.child.width(theme)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the button and of the bar below it."""
        return self.child.height(theme, w) + 68

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Places the button."""
        self.child.place(scene, x, y, w, h - 68)


def _ringing(context: Context) -> View:
    row = get(context.get("alarms"), context.page.arg)
    full = is_24_hour(context.get("settings"))
    shown: list[Widget] = [
        Space(flex=2),
        Icon("alarm", "accent", 64),
        Space(20),
        Label(clock(context.now, full), 60, align="center", rid=_ID + "digital_clock"),
        Space(8),
        Label((row.label if row is not None else "") or "Alarm", "title", "muted", align="center", wrap=True,
              rid=_ID + "title"),
        Space(flex=3),
    ]  # fmt: skip
    if context.get("alarm_state").ringing == context.page.arg:
        snooze = Button("Snooze", ("snooze",), "tonal", "clock", _ID + "snooze_button", flex=1)
        dismiss = Button("Dismiss", ("dismiss_alarm",), "filled", "close", _ID + "dismiss_button", flex=1)
        shown.append(Row([snooze, dismiss], 12, (20, 24)))
    else:
        shown.append(Row([Button("Close", ("back",), "tonal", flex=1)], 12, (20, 24)))
    return View(Column(shown))


def _view(context: Context) -> View:
    page = context.page
    if page.name == "cities":
        return _cities(context)
    if page.name == "ringing":
        return _ringing(context)
    if page.name == "label":
        body, _ = _tab(context, context.window.pages[-2])
        actions = [
            Button("Cancel", ("back",), "text", rid="android:id/button2"),
            Button("OK", ("labelled",), "text", rid="android:id/button1"),
        ]
        return View(body, Dialog("Label", Field("label", "Label", _ID + "label_edit"), actions, dismiss=("back",)))
    body, fab = _tab(context, page)
    overlay = pickers.overlay(context)
    if page.overlay[:1] == ("hold_city",):
        overlay = Menu([Item("Remove", ("remove_city", page.overlay[1]), "delete")], page.overlay[2])
    return View(body, overlay, fab)


def _title(context: Context) -> str:
    return "Clock"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Message) -> Page:
    match intent:
        case ("ringing", int(alarm_id)):
            return Page("ringing", alarm_id)
        case ("tab", str(tab)) if tab in [name for name, _, _ in _TABS]:
            return Page("main", data=Main(tab))
        case ("stopwatch",):
            return Page("main", data=Main("stopwatch"))
        case ("timer", *given):
            return Page("main", data=("timer", int(given[0])) if given else Main("timer"))
        case ("alarm", int(hour), int(minute), *label):
            return Page("main", data=("alarm", hour % 24, minute % 60, str(label[0]) if label else ""))
        case ("alarm",):
            return Page("main", data=Main("alarm"))
    return Page("main")


def _started(context: Context) -> None:
    """Sets the alarm or the timer that an intent asked for."""
    if context.page.name != "main":
        return
    match context.page.data:
        case ("timer", int(seconds)):
            rows, _ = data.add_timer(context.get("timers"), seconds, context.now)
            context.put("timers", rows[-_MOST_TIMERS:])
            context.set(data=Main("timer"))
        case ("alarm", int(hour), int(minute), str(label)):
            alarms, new = data.add_alarm(context.get("alarms"), hour, minute, label)
            data.set_alarms(context.machine, alarms)
            context.set(data=Main("alarm", new))


def _picked(context: Context, key: str, minute: int) -> None:
    rows, (hour, rest) = context.get("alarms"), divmod(minute, 60)
    context.set(overlay=())
    if key == "new":
        rows, new = data.add_alarm(rows, hour, rest)
        context.set(data=Main("alarm", new))
    else:
        rows = data.by_time(update_row(rows, int(key), hour=hour, minute=rest, enabled=True))
    data.set_alarms(context.machine, rows)


def _update_alarm(context: Context, name: str, alarm_id: int, *args: Any) -> None:
    rows = context.get("alarms")
    row = get(rows, alarm_id)
    if row is None:
        return
    main: Main = context.page.data or Main()
    match name:
        case "open":
            context.set(data=main._replace(opened=0 if main.opened == alarm_id else alarm_id))
        case "retime":
            context.set(overlay=pickers.time_overlay(str(alarm_id), 60 * row.hour + row.minute))
        case "switch":
            data.set_alarms(context.machine, update_row(rows, alarm_id, enabled=not row.enabled))
        case "vibrate":
            data.set_alarms(context.machine, update_row(rows, alarm_id, vibrate=not row.vibrate))
        case "weekday":
            data.set_alarms(context.machine, update_row(rows, alarm_id, days=row.days ^ 1 << args[0], enabled=True))
        case "label":
            field = {"label": row.label}
            page = Page("label", alarm_id, field, context.page.scroll, "label", (0, len(row.label)))
            context.push(page)
        case "delete":
            if context.get("alarm_state").ringing == alarm_id:
                data.silence(context.machine)
            data.set_alarms(context.machine, data.remove(rows, alarm_id))


def _update_timer(context: Context, name: str, *args: Any) -> None:
    main: Main = context.page.data or Main()
    rows = context.get("timers")
    match name:
        case "digit":
            digits = (main.digits + args[0]).lstrip("0")
            if len(digits) <= 6:
                context.set(data=main._replace(digits=digits))
        case "erase":
            context.set(data=main._replace(digits=main.digits[:-1]))
        case "add_timer":
            context.set(data=main._replace(adding=True, digits=""))
        case "cancel_timer":
            context.set(data=main._replace(adding=False, digits=""))
        case "start_timer":
            hours, minutes, seconds = _typed(main.digits)
            rows, _ = data.add_timer(rows, 3600 * hours + 60 * minutes + seconds, context.now)
            context.put("timers", rows[-_MOST_TIMERS:])
            context.set(data=Main("timer"))
        case "timer" if args[1] == "delete":
            context.put("timers", data.remove(rows, args[0]))
        case "timer":
            context.put("timers", data.adjust_timer(rows, args[0], args[1], context.now))


def _update_watch(context: Context, name: str) -> None:
    watch: Stopwatch = context.get("stopwatch")
    now = context.now
    match name:
        case "watch":
            before = data.elapsed(watch, now)
            context.put("stopwatch", watch._replace(before=before, since=0.0 if watch.since else now))
        case "lap":
            context.put("stopwatch", watch._replace(laps=(*watch.laps, data.elapsed(watch, now))[-99:]))
        case "reset_watch":
            context.put("stopwatch", Stopwatch())
        case "share_watch":
            lines = [f"My time is {_precise(watch.before)}"]
            lines += [f"Lap {i + 1}: {_precise(at)}" for i, at in enumerate(watch.laps)]
            share(context, "text", "\n".join(lines), "Stopwatch")


def _update_city(context: Context, name: str, city: str) -> None:
    cities: tuple[str, ...] = context.get("cities")
    if name == "hold_city":
        context.set(overlay=("hold_city", city, context.point))
        return
    if name == "remove_city":
        context.put("cities", tuple([other for other in cities if other != city]))
        context.set(overlay=())
        return
    if city not in cities:
        context.put("cities", (*cities, city))
    context.pop()


_ALARM = ("open", "retime", "switch", "vibrate", "weekday", "label", "delete")
_TIMER = ("digit", "erase", "add_timer", "cancel_timer", "start_timer", "timer")
_WATCH = ("watch", "lap", "reset_watch", "share_watch")


def _end_ringing(context: Context, snoozed: bool) -> None:
    (data.snooze if snoozed else data.dismiss)(context.machine)
    context.pop()


def _update(context: Context, name: str, *args: Any) -> None:
    if name in _ALARM:
        _update_alarm(context, name, *args)
    elif name in _TIMER:
        _update_timer(context, name, *args)
    elif name in _WATCH:
        _update_watch(context, name)
    elif name in ("hold_city", "remove_city", "add_city"):
        _update_city(context, name, *args)
    else:
        _update_page(context, name, *args)


def _update_page(context: Context, name: str, *args: Any) -> None:
    match name:
        case "started":
            _started(context)
        case "back":
            context.pop()
        case "tab":
            context.set(data=Main(args[0]))
        case "pick":
            pickers.update(context, *args)
        case "picked":
            _picked(context, *args)
        case "add_alarm":
            context.set(overlay=pickers.time_overlay("new", int(context.now % DAY) // 3600 * 60))
        case "labelled" | "submit":
            if context.page.name == "label":
                label = context.field("label").strip()[:200]
                context.put("alarms", update_row(context.get("alarms"), context.page.arg, label=label))
                context.pop()
        case "cities":
            context.push(Page("cities", focus="search"))
        case "snooze" | "dismiss_alarm":
            _end_ringing(context, name == "snooze")


APP = PhoneApp(
    AppSpec(
        "clock", "Clock", "clock", (38, 70, 120), _view, _update, _start, _title, key=pickers.key, text=pickers.text
    ),
    seeders={
        "alarms": data.seed_alarms,
        "alarm_state": data.seed_state,
        "cities": data.seed_cities,
        "timers": lambda rng, now: (),
        "stopwatch": lambda rng, now: Stopwatch(),
    },
    databases=(data.DATABASE,),
    due=data.due,
    tick=data.tick,
    timed=("alarms", "alarm_state", "timers"),
)
