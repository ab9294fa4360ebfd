"""The phone's Clock app: alarms, the world clock, timers, the stopwatch.

State, and the events that are due, are in `data`, the tabs in `views`. Pages: ``main`` (data: `Main`),
``cities`` (field ``search``), ``label`` (arg: the alarm's id; field ``label``), ``ringing`` (arg: the alarm's id),
``sounds`` (see `sounds`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.engines.cities import matching, offset
from crab_sim.engines.days import DAY
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, replace_row, update_row
from crab_sim.phone.apps.clock import APP as FACTS
from crab_sim.phone.apps.clock import data, sounds
from crab_sim.phone.apps.clock.data import ALARM_STATE, ALARMS, CITIES, STOPWATCH, TIMERS, AlarmRow, Stopwatch
from crab_sim.phone.apps.clock.messages import (
    CardMessage,
    CityMessage,
    Message,
    SoundMessage,
    TimerMessage,
    WatchMessage,
)
from crab_sim.phone.apps.clock.views import Main, alarms, precise, stopwatch, timers, typed, world
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.phone.widgets import file_chooser, pickers
from crab_sim.phone.widgets.basics import Fab, empty, search_bar
from crab_sim.phone.widgets.navigation import BottomBar
from crab_sim.phone.widgets.pickers import PickerOverlay

__all__ = ["APP"]

_ID = "com.google.android.deskclock:id/"
_TABS = {"alarm": "Alarm", "clock": "Clock", "timer": "Timer", "stopwatch": "Stopwatch"}
"""Labels of the tabs; their names are also those of their icons."""
_MAX_TIMERS = 20

_CARD = ui.MessageGroup(CardMessage)
_CITY = ui.MessageGroup(CityMessage)
_SOUND = ui.MessageGroup(SoundMessage)
_TIMER = ui.MessageGroup(TimerMessage)
_WATCH = ui.MessageGroup(WatchMessage)
Overlay = ui.ToolkitOverlay | PickerOverlay | tuple[Literal["hold_city"], str, tuple[int, int]]


class NewAlarm(NamedTuple):
    """An alarm that an intent asks for: data of the main page until it is set."""

    hour: int
    minute: int
    label: str


class NewTimer(NamedTuple):
    """A timer that an intent asks for: data of the main page until it is started."""

    seconds: int


class _Bar(BottomBar[Message]):
    """The bar of tabs; each is also described by its name."""

    __slots__ = ()

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        first = len(scene.nodes)
        super().place(scene, x, y, w, h)
        scene.nodes[first:] = [node._replace(description=node.text) for node in scene.nodes[first:]]


# Pages --------------------------------------------------------------------------------------------------------------


def _cities(context: Context) -> View[Message]:
    full, now, query = is_24_hour(context.get(SETTINGS)), context.now, context.field("search")
    chosen = context.get(CITIES)
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            city.name, ("add_city", city.name), city.country,
            trailing=ui.Icon("check", "accent", 22, "Added") if city.name in chosen
            else ui.Label(clock(now + offset(city.name, now), full), tone="muted", role=""),
            rid=_ID + "city_name", verbatim="all",
        )
        for city in matching(query)
    ]  # fmt: skip
    body: ui.Widget[Message] = empty("search", "No cities found")
    if tiles:
        body = ui.Scroll("found", tiles, rid=_ID + "city_list")
    field = ui.Field("search", "Search for a city", _ID + "search_src_text", pill=True, flex=1)
    bar = search_bar(field)
    return View(ui.Column([bar, body]))


def _tab(context: Context, page: ui.Page) -> tuple[ui.Widget[Message], ui.Widget[Message] | None]:
    """Returns the main page, and its floating button."""
    main: Main = page.data or Main()
    fab: ui.Widget[Message] | None = None
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
    bar = _Bar([(tab, label, ("tab", tab), tab == main.tab) for tab, label in _TABS.items()], _ID + "tab_menu")
    rows: list[ui.Widget[Message]] = [ui.Label(_TABS[main.tab], 24, pad=(20, 14), rid=_ID + "action_bar_title")]
    if context.machine.height < 560:
        rows = []
    return ui.Column([*rows, body, bar]), (_Lifted(fab) if fab is not None else None)


class _Lifted(ui.Widget[Message]):
    """A floating button above the bar of tabs."""

    __slots__ = ("child",)

    def __init__(self, child: ui.Widget[Message]) -> None:
        self.flex, self.child = 0, child

    def width(self, theme: ui.Theme) -> int:
        """Returns the button's width."""
        return self.child.width(theme)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the button and of the bar below it."""
        return self.child.height(theme, w) + 68

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the button."""
        self.child.place(scene, x, y, w, h - 68)


def _ringing(context: Context) -> View[Message]:
    row = get(context.get(ALARMS), context.page.arg)
    full = is_24_hour(context.get(SETTINGS))
    shown: list[ui.Widget[Message]] = [
        ui.Space(flex=2),
        ui.Icon("alarm", "accent", 64),
        ui.Space(20),
        ui.Label(clock(context.now, full), 60, align="center", rid=_ID + "digital_clock"),
        ui.Space(8),
        ui.Label((row.label if row is not None else "") or "Alarm", "title", "muted", align="center", wrap=True,
                 rid=_ID + "title", verbatim=bool(row is not None and row.label)),
        ui.Space(flex=3),
    ]  # fmt: skip
    if context.get(ALARM_STATE).ringing == context.page.arg:
        snooze: ui.Widget[Message] = ui.Button("Snooze", ("snooze",), "tonal", "clock", _ID + "snooze_button", flex=1)
        dismiss: ui.Widget[Message] = ui.Button(
            "Dismiss", ("dismiss_alarm",), "filled", "close", _ID + "dismiss_button", flex=1
        )
        shown.append(ui.Row([snooze, dismiss], 12, (20, 24)))
    else:
        shown.append(ui.Row([ui.Button("Close", ("back",), "tonal", flex=1)], 12, (20, 24)))
    return View(ui.Column(shown))


def _view(context: Context) -> View[Message]:
    page = context.page
    if page.name == "cities":
        return _cities(context)
    if page.name == "ringing":
        return _ringing(context)
    if page.name == "sounds":
        return sounds.page(context)
    if page.name == "label":
        body, _ = _tab(context, context.window.pages[-2])
        actions: list[ui.Button[Message]] = [
            ui.Button("Cancel", ("back",), "text", rid="android:id/button2"),
            ui.Button("OK", ("labelled",), "text", rid="android:id/button1"),
        ]
        return View(
            body, ui.Dialog("Label", ui.Field("label", "Label", _ID + "label_edit"), actions, dismiss=("back",))
        )
    body, fab = _tab(context, page)
    return View(body, pickers.overlay(context) or _overlay(context), fab)


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold_city", city, at):
            return ui.Menu([ui.Item("Remove", ("remove_city", city), "delete")], at)
    return None


def _title(context: Context) -> str:
    return "Clock"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("ringing", int(alarm_id)):
            return ui.Page("ringing", alarm_id)
        case ("tab", str(tab)) if tab in _TABS:
            return ui.Page("main", data=Main(tab))
        case ("stopwatch",):
            return ui.Page("main", data=Main("stopwatch"))
        case ("timer",):
            return ui.Page("main", data=Main("timer"))
        case ("timer", seconds, *_):
            return ui.Page("main", data=NewTimer(int(seconds)))
        case ("alarm", int(hour), int(minute)):
            return ui.Page("main", data=NewAlarm(hour % 24, minute % 60, ""))
        case ("alarm", int(hour), int(minute), label, *_):
            return ui.Page("main", data=NewAlarm(hour % 24, minute % 60, str(label)))
        case ("alarm",):
            return ui.Page("main", data=Main("alarm"))
    return ui.Page("main")


def _started(context: Context) -> None:
    """Sets the alarm or the timer that an intent asked for."""
    asked: Main | NewAlarm | NewTimer | None = context.page.data
    if isinstance(asked, NewTimer):
        _add_timer(context, asked.seconds)
    elif isinstance(asked, NewAlarm):
        rows, new = data.add_alarm(context.get(ALARMS), asked.hour, asked.minute, asked.label)
        data.set_alarms(context.machine, rows)
        context.set(data=Main("alarm", new))


def _add_timer(context: Context, seconds: int) -> None:
    rows, _ = data.add_timer(context.get(TIMERS), seconds, context.now)
    context.put(TIMERS, rows[-_MAX_TIMERS:])
    context.set(data=Main("timer"))


def _picked(context: Context, key: str, minute: int) -> None:
    """Sets the picked time of a new alarm, or of the one whose id is the key."""
    rows, (hour, rest) = context.get(ALARMS), divmod(minute, 60)
    context.set(overlay=())
    if key == "new":
        rows, new = data.add_alarm(rows, hour, rest)
        context.set(data=Main("alarm", new))
    else:
        rows = data.by_time(update_row(rows, int(key), hour=hour, minute=rest, enabled=True))
    data.set_alarms(context.machine, rows)


def _set_alarm(context: Context, row: AlarmRow) -> None:
    data.set_alarms(context.machine, replace_row(context.get(ALARMS), row))


def _delete_alarm(context: Context, alarm_id: int) -> None:
    if context.get(ALARM_STATE).ringing == alarm_id:
        data.silence(context.machine)
    data.set_alarms(context.machine, data.remove(context.get(ALARMS), alarm_id))


def _update_card(context: Context, row: AlarmRow, message: CardMessage) -> None:
    """Handles the messages of an alarm's card."""
    main: Main = context.page.data or Main()
    match message:
        case ("open", _):
            context.set(data=main._replace(opened=0 if main.opened == row.id else row.id))
        case ("retime", _):
            context.set(overlay=pickers.time_overlay(str(row.id), 60 * row.hour + row.minute))
        case ("switch", _):
            _set_alarm(context, row._replace(enabled=not row.enabled))
        case ("vibrate", _):
            _set_alarm(context, row._replace(vibrate=not row.vibrate))
        case ("weekday", _, index):
            _set_alarm(context, row._replace(days=row.days ^ 1 << index, enabled=True))
        case ("label", _):
            fields, end = {"label": row.label}, len(row.label)
            context.push(ui.Page("label", row.id, fields, context.page.scroll, "label", (0, end)))
        case ("sound", _):
            context.push(ui.Page("sounds", row.id))
        case ("delete", _):
            _delete_alarm(context, row.id)
        case _:
            assert_never(message)


def _name_alarm(context: Context) -> None:
    if context.page.name == "label":
        label = context.field("label").strip()[:200]
        context.put(ALARMS, update_row(context.get(ALARMS), context.page.arg, label=label))
        context.pop()


def _end_ringing(context: Context, snoozed: bool) -> None:
    if snoozed:
        data.snooze(context.machine)
    else:
        data.silence(context.machine)
    context.pop()


def _update_timer(context: Context, message: TimerMessage) -> None:
    """Handles the messages of the timers and of the keypad for a new one."""
    main: Main = context.page.data or Main()
    rows = context.get(TIMERS)
    match message:
        case ("digit", digit):
            digits = (main.digits + digit).lstrip("0")
            if len(digits) <= 6:
                context.set(data=main._replace(digits=digits))
        case ("erase",):
            context.set(data=main._replace(digits=main.digits[:-1]))
        case ("add_timer",):
            context.set(data=main._replace(adding=True, digits=""))
        case ("cancel_timer",):
            context.set(data=main._replace(adding=False, digits=""))
        case ("start_timer",):
            hours, minutes, seconds = typed(main.digits)
            _add_timer(context, 3600 * hours + 60 * minutes + seconds)
        case ("timer", timer_id, "delete"):
            context.put(TIMERS, data.remove(rows, timer_id))
        case ("timer", timer_id, "toggle" | "reset" | "more" as action):
            context.put(TIMERS, data.adjust_timer(rows, timer_id, action, context.now))
        case _:
            assert_never(message)


def _update_watch(context: Context, message: WatchMessage) -> None:
    """Handles the messages of the stopwatch."""
    watch: Stopwatch = context.get(STOPWATCH)
    now = context.now
    match message:
        case ("watch",):
            before = data.elapsed(watch, now)
            context.put(STOPWATCH, watch._replace(before=before, since=0.0 if watch.since else now))
        case ("lap",):
            context.put(STOPWATCH, watch._replace(laps=(*watch.laps, data.elapsed(watch, now))[-99:]))
        case ("reset_watch",):
            context.put(STOPWATCH, Stopwatch())
        case ("share_watch",):
            lines = [f"My time is {precise(watch.before)}"]
            lines += [f"Lap {i + 1}: {precise(at)}" for i, at in enumerate(watch.laps)]
            share(context, "text", "\n".join(lines), "Stopwatch")
        case _:
            assert_never(message)


def _update_city(context: Context, message: CityMessage) -> None:
    """Handles the messages of the world clock and of the list of cities."""
    cities: tuple[str, ...] = context.get(CITIES)
    match message:
        case ("cities",):
            context.push(ui.Page("cities", focus="search"))
        case ("hold_city", city):
            context.set(overlay=("hold_city", city, context.point))
        case ("remove_city", city):
            context.put(CITIES, tuple([other for other in cities if other != city]))
            context.set(overlay=())
        case ("add_city", city):
            if city not in cities:
                context.put(CITIES, (*cities, city))
            context.pop()
        case _:
            assert_never(message)


def _update(context: Context, message: Message) -> None:
    if _CARD.has(message):
        row = get(context.get(ALARMS), message[1])
        if row is not None:
            _update_card(context, row, message)
    elif _CITY.has(message):
        _update_city(context, message)
    elif _SOUND.has(message):
        sounds.update(context, message)
    elif _TIMER.has(message):
        _update_timer(context, message)
    elif _WATCH.has(message):
        _update_watch(context, message)
    else:
        match message:
            case ("started",):
                _started(context)
            case ("back",):
                context.pop()
            case ("tab", tab):
                context.set(data=Main(tab))
            case ("pick", *_):
                pickers.update(context, message)
            case ("picked", key, minute):
                _picked(context, key, minute)
            case ("add_alarm",):
                context.set(overlay=pickers.time_overlay("new", int(context.now % DAY) // 3600 * 60))
            case ("labelled",) | ("submit", _):
                _name_alarm(context)
            case ("snooze" | "dismiss_alarm" as name,):
                _end_ringing(context, name == "snooze")
            case _:
                assert_never(message)


_SHOWN, _HANDLED = file_chooser.wrap(_view, _update)

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=_title,
    key=pickers.key,
    text=pickers.text,
    **FACTS.spec.facts,
)
