"""The phone's Clock app: alarms, the world clock, timers, the stopwatch.

State, and the events that are due, are in `data`, the tabs in `views`. Pages: ``main`` (data: `Main`),
``cities`` (field ``search``), ``label`` (arg: the alarm's id; field ``label``), ``ringing`` (arg: the alarm's id).
"""

from __future__ import annotations

from typing import Any

from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import get, update_row
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.apps.clock import data, intents
from crab_gym.sim.phone.apps.clock.cities import found, offset
from crab_gym.sim.phone.apps.clock.data import ALARM_STATE, ALARMS, CITIES, STOPWATCH, TIMERS, Stopwatch
from crab_gym.sim.phone.apps.clock.views import Main, alarms, precise, stopwatch, timers, typed, world
from crab_gym.sim.phone.days import DAY
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.times import clock, is_24_hour
from crab_gym.sim.phone.widgets import pickers
from crab_gym.sim.phone.widgets.basics import Fab, empty
from crab_gym.sim.phone.widgets.navigation import BottomBar
from crab_gym.sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Icon,
    IconButton,
    Item,
    Label,
    Menu,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Widget,
)

__all__ = ["APP"]

_ID = "com.google.android.deskclock:id/"
_TABS = (("alarm", "alarm", "Alarm"), ("clock", "clock", "Clock"), ("timer", "timer", "Timer"),
         ("stopwatch", "stopwatch", "Stopwatch"))  # fmt: skip
_MAX_TIMERS = 20


class _Bar(BottomBar):
    """The bar of tabs; each is also described by its name."""

    __slots__ = ()

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        first = len(scene.nodes)
        super().place(scene, x, y, w, h)
        scene.nodes[first:] = [node._replace(description=node.text) for node in scene.nodes[first:]]


# Pages --------------------------------------------------------------------------------------------------------------


def _cities(context: Context) -> View:
    full, now, query = is_24_hour(context.get(SETTINGS)), context.now, context.field("search")
    chosen = context.get(CITIES)
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


def _tab(context: Context, page: Page) -> tuple[Widget, Widget | None]:
    """Returns the main page, and its floating button."""
    main: Main = page.data or Main()
    fab: Widget | None = None
    if main.tab == "alarm":
        body, fab = alarms(context, main), Fab("add", "Add alarm", ("add_alarm",), _ID + "fab")
    elif main.tab == "clock":
        body, fab = world(context), Fab("add", "Add city", ("cities",), _ID + "fab")
    elif main.tab == "timer":
        body = timers(context, main)
        if context.get(TIMERS) and not main.adding:
            fab = Fab("add", "Add timer", ("add_timer",), _ID + "fab")
    else:
        body = stopwatch(context)
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
    row = get(context.get(ALARMS), context.page.arg)
    full = is_24_hour(context.get(SETTINGS))
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
    if context.get(ALARM_STATE).ringing == context.page.arg:
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


def _start(intent: Intent) -> Page:
    match intent:
        case ("ringing", int(alarm_id)):
            return Page("ringing", alarm_id)
        case ("tab", str(tab)) if tab in [name for name, _, _ in _TABS]:
            return Page("main", data=Main(tab))
        case ("stopwatch",):
            return Page("main", data=Main("stopwatch"))
        case ("timer",):
            return Page("main", data=Main("timer"))
        case ("timer", seconds, *_):
            return Page("main", data=("timer", int(seconds)))
        case ("alarm", int(hour), int(minute)):
            return Page("main", data=("alarm", hour % 24, minute % 60, ""))
        case ("alarm", int(hour), int(minute), label, *_):
            return Page("main", data=("alarm", hour % 24, minute % 60, str(label)))
        case ("alarm",):
            return Page("main", data=Main("alarm"))
    return Page("main")


def _started(context: Context) -> None:
    """Sets the alarm or the timer that an intent asked for."""
    if context.page.name != "main":
        return
    match context.page.data:
        case ("timer", int(seconds)):
            rows, _ = data.add_timer(context.get(TIMERS), seconds, context.now)
            context.put(TIMERS, rows[-_MAX_TIMERS:])
            context.set(data=Main("timer"))
        case ("alarm", int(hour), int(minute), str(label)):
            changed, new = data.add_alarm(context.get(ALARMS), hour, minute, label)
            data.set_alarms(context.machine, changed)
            context.set(data=Main("alarm", new))


def _picked(context: Context, key: str, minute: int) -> None:
    rows, (hour, rest) = context.get(ALARMS), divmod(minute, 60)
    context.set(overlay=())
    if key == "new":
        rows, new = data.add_alarm(rows, hour, rest)
        context.set(data=Main("alarm", new))
    else:
        rows = data.by_time(update_row(rows, int(key), hour=hour, minute=rest, enabled=True))
    data.set_alarms(context.machine, rows)


def _update_alarm(context: Context, name: str, alarm_id: int, *args: Any) -> None:
    rows = context.get(ALARMS)
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
            if context.get(ALARM_STATE).ringing == alarm_id:
                data.silence(context.machine)
            data.set_alarms(context.machine, data.remove(rows, alarm_id))


def _update_timer(context: Context, name: str, *args: Any) -> None:
    main: Main = context.page.data or Main()
    rows = context.get(TIMERS)
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
            hours, minutes, seconds = typed(main.digits)
            rows, _ = data.add_timer(rows, 3600 * hours + 60 * minutes + seconds, context.now)
            context.put(TIMERS, rows[-_MAX_TIMERS:])
            context.set(data=Main("timer"))
        case "timer" if args[1] == "delete":
            context.put(TIMERS, data.remove(rows, args[0]))
        case "timer":
            context.put(TIMERS, data.adjust_timer(rows, args[0], args[1], context.now))


def _update_watch(context: Context, name: str) -> None:
    watch: Stopwatch = context.get(STOPWATCH)
    now = context.now
    match name:
        case "watch":
            before = data.elapsed(watch, now)
            context.put(STOPWATCH, watch._replace(before=before, since=0.0 if watch.since else now))
        case "lap":
            context.put(STOPWATCH, watch._replace(laps=(*watch.laps, data.elapsed(watch, now))[-99:]))
        case "reset_watch":
            context.put(STOPWATCH, Stopwatch())
        case "share_watch":
            lines = [f"My time is {precise(watch.before)}"]
            lines += [f"Lap {i + 1}: {precise(at)}" for i, at in enumerate(watch.laps)]
            share(context, "text", "\n".join(lines), "Stopwatch")


def _update_city(context: Context, name: str, city: str) -> None:
    cities: tuple[str, ...] = context.get(CITIES)
    if name == "hold_city":
        context.set(overlay=("hold_city", city, context.point))
        return
    if name == "remove_city":
        context.put(CITIES, tuple([other for other in cities if other != city]))
        context.set(overlay=())
        return
    if city not in cities:
        context.put(CITIES, (*cities, city))
    context.pop()


_ALARM = ("open", "retime", "switch", "vibrate", "weekday", "label", "delete")
_TIMER = ("digit", "erase", "add_timer", "cancel_timer", "start_timer", "timer")
_WATCH = ("watch", "lap", "reset_watch", "share_watch")


def _end_ringing(context: Context, snoozed: bool) -> None:
    (data.snooze if snoozed else data.dismiss)(context.machine)
    context.pop()


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
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
                context.put(ALARMS, update_row(context.get(ALARMS), context.page.arg, label=label))
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
        data.ALARMS: data.seed_alarms,
        data.ALARM_STATE: data.seed_state,
        data.CITIES: data.seed_cities,
        data.TIMERS: lambda rng, now: (),
        data.STOPWATCH: lambda rng, now: Stopwatch(),
    },
    databases=(data.DATABASE,),
    due=data.due,
    tick=data.tick,
    timed=(data.ALARMS, data.ALARM_STATE, data.TIMERS),
    intents=intents.RULES,
)
