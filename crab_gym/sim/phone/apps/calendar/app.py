"""The phone's Calendar app: a month with the chosen day's events, a schedule, a day's hours; search, event page.

State and changes are in `calendar_data`, recurrence in `calendar_repeat`, the editor in `calendar_edit`. Pages:
``main`` (data: view, chosen day, month shown; None for today), ``search``, ``event`` (arg: id and start of the
occurrence), ``editor``, ``repeat``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.apps.calendar import data, editor, intents
from crab_gym.sim.phone.apps.calendar.data import EVENTS, Occurrence, Rows, event_color
from crab_gym.sim.phone.apps.calendar.repeat import first_day, last_day, repeat_name, repeat_text
from crab_gym.sim.phone.apps.calendar.widgets import HOUR, Container, EventTile, Square, Timeline, icon_row
from crab_gym.sim.phone.days import DAY, MONTHS, civil, day_of, full_day, month_length, month_name, month_of, weekday
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.times import is_24_hour
from crab_gym.sim.phone.widgets import pickers
from crab_gym.sim.phone.widgets.basics import Fab, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.navigation import Tabs
from crab_gym.sim.ui import (
    Box,
    Column,
    Divider,
    Field,
    IconButton,
    Item,
    Label,
    Menu,
    Page,
    Row,
    Scroll,
    Space,
    Widget,
)
from crab_gym.sim.ui.theme import Color

__all__ = ["APP"]

_ID = "com.google.android.calendar:id/"
_VIEWS = ("month", "schedule", "day")
_SCHEDULE_DAYS = 42
_MAX_ROWS = 60  # of a list
_YEARS = 5  # how far a search looks for the next time of a repeating event


def _state(context: Context) -> tuple[str, int, int]:
    """Returns which view is shown, the chosen day, and the month."""
    today = int(context.now // DAY)
    view, day, month = context.page.data or ("month", None, None)
    day = today if day is None else day
    return view, day, month_of(day) if month is None else month


# Views --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _marks(rows: Rows, month: int) -> tuple[dict[int, tuple[Color, ...]], dict[int, str]]:
    """Returns the dots below the days that a month's grid shows, and what is said of them."""
    first = day_of(month // 12, month % 12 + 1, 1)
    start = first - weekday(first)
    days = data.by_day(rows, start, start + 41)
    dots = {day: tuple([event_color(one.row) for one in found][:3]) for day, found in days.items()}
    return dots, {day: f"{len(found)} event{'s' * (len(found) != 1)}" for day, found in days.items()}


def _tiles(context: Context, day: int, dated: bool = False, days: int = 1) -> list[Widget]:
    """Returns the events of some days as rows of a list; with `dated` behind the days' numbers."""
    full, today = is_24_hour(context.get(SETTINGS)), int(context.now // DAY)
    tiles: list[Widget] = []
    for at, found in data.by_day(context.get(EVENTS), day, day + days - 1).items():
        if dated and tiles and civil(at)[2] == 1:
            tiles.append(Label(month_name(month_of(at)), font="bold", pad=(60, 10)))
        for i, one in enumerate(found):
            tiles.append(EventTile(one, at, full, i == 0 if dated else None, today))
        if len(tiles) >= _MAX_ROWS:
            break
    return tiles


def _month(context: Context, day: int, month: int) -> list[Widget]:
    marks, notes = _marks(context.get(EVENTS), month)
    cell = max(31, min(44, (context.machine.height - 440) // 6))
    today = int(context.now // DAY)
    grid = pickers.MonthGrid(month, day, today, ("day",), marks, notes, cell, around=True)
    year, number, date = civil(day)
    name = f"{full_day(day).split(',')[0]}, {date} {MONTHS[number - 1]}"
    heading = Label(name if year == civil(today)[0] else f"{name} {year}", font="bold", pad=(16, 8))
    tiles = _tiles(context, day)
    rows: list[Widget] = tiles or [
        Label("Nothing planned. Tap + to add an event.", tone="muted", wrap=True, pad=(4, 8))
    ]
    agenda = Scroll("agenda", [*rows, Space(84)], pad=(12, 0), rid=_ID + "day_list", swipe_message=("shift",))
    return [Box(grid, "", (6, 2), swipe_message=("turn",)), Divider(), heading, Container(agenda)]


def _schedule(context: Context, day: int) -> list[Widget]:
    tiles = _tiles(context, day, True, _SCHEDULE_DAYS)
    if not tiles:
        return [empty("calendar", "Nothing planned", f"in the six weeks from {full_day(day)}")]
    agenda = Scroll("agenda", [Space(4), *tiles, Space(84)], pad=(8, 0), rid=_ID + "schedule_list")
    return [Container(agenda)]


def _day(context: Context, day: int) -> list[Widget]:
    full = is_24_hour(context.get(SETTINGS))
    found = data.by_day(context.get(EVENTS), day, day).get(day, ())
    whole: list[Widget] = [EventTile(one, day, full) for one in found if one.row.all_day]
    timed = [one for one in found if not one.row.all_day]
    now = int(context.now // 60 * 60)
    heading: Widget = Row(
        [
            Label(full_day(day), font="bold", flex=1),
            IconButton("chevron_left", "Previous day", ("day", day - 1), size=40),
            IconButton("chevron_right", "Next day", ("day", day + 1), size=40),
        ],
        pad=(16, 2),
    )
    timeline = Container(
        Scroll("timeline", [Timeline(day, timed, full, now), Space(72)], rid=_ID + "timeline", swipe_message=("shift",))
    )
    shown = whole[:3]
    if len(whole) > 3:
        shown.append(Label(f"and {len(whole) - 3} more all day", "small", "muted", pad=(8, 4)))
    return [heading, *([Column(shown, pad=(12, 2))] if shown else []), Divider(), timeline]


def _main(context: Context) -> View:
    view, day, month = _state(context)
    name = month_name(month)
    if context.machine.width < 340:
        name = f"{MONTHS[month % 12][:3]} {month // 12}"
    bar = Row(
        [
            Label(name, "title", rid=_ID + "date_picker_text_view", flex=1),
            IconButton("chevron_left", "Previous month", ("turn", -1), tone="text"),
            IconButton("chevron_right", "Next month", ("turn", 1), tone="text"),
            IconButton("today", "Today", ("today",), _ID + "action_today", "text"),
            IconButton("search", "Search", ("search",), _ID + "action_search", "text"),
        ],
        pad=(14, 8),
        height=60,
    )
    tabs = Tabs([(name.title(), ("view", name), name == view) for name in _VIEWS], _ID + "view_tab")
    body = _month(context, day, month) if view == "month" else (_schedule if view == "schedule" else _day)(context, day)
    fab = Fab("add", "Create new event", ("create",), _ID + "floating_action_button")
    return View(Column([bar, tabs, *body]), _overlay(context), fab)


def _found(rows: Rows, query: str, today: int) -> list[Occurrence]:
    """Returns the events that a search finds, each as it happens next, or first where it is past."""
    hits = []
    for row in rows:
        if query in f"{row.title}\n{row.location}\n{row.notes}".casefold():
            following = data.occurrences((row,), today * DAY, (today + 366 * _YEARS) * DAY) if repeat_name(row) else ()
            hits.append(following[0] if following else Occurrence(row, row.start, max(row.start, row.end)))
    return sorted(hits, key=lambda one: (one.start, one.row.id))


def _search(context: Context) -> View:
    query = context.field("search").strip().casefold()
    full, today = is_24_hour(context.get(SETTINGS)), int(context.now // DAY)
    hits = _found(context.get(EVENTS), query, today) if query else []
    tiles: list[Widget] = []
    year = None
    for one in hits[:_MAX_ROWS]:
        day = first_day(one.start)
        if month_of(day) != year:
            year = month_of(day)
            tiles.append(Label(month_name(year), font="bold", pad=(60, 8)))
        tiles.append(EventTile(one, day, full, True, today))
    body: Widget = Container(Scroll("found", [*tiles, Space(16)], pad=(8, 0), rid=_ID + "search_results"))
    if not tiles:
        body = empty("search", "No results found" if query else "Search titles, places and notes")
    field = Field("search", "Search", _ID + "search_text", pill=True, flex=1)
    bar = Row([IconButton("back", "Navigate up", ("back",), tone="text"), field], 4, (8, 6), height=60)
    return View(Column([bar, body]), _overlay(context))


def _occurrence(context: Context) -> Occurrence | None:
    """Returns what the page shows; None where it is gone."""
    event_id, start = context.page.arg
    row = data.get(context.get(EVENTS), event_id)
    if row is None:
        return None
    found = data.occurrences((row,), start, start + 1)
    return next((one for one in found if one.start == start), None)


def _date_lines(one: Occurrence, full: bool) -> str:
    first, last = first_day(one.start), last_day(one.start, one.end)
    if one.row.all_day:
        return full_day(first) if first == last else f"{full_day(first)} – {full_day(last)}"
    return f"{full_day(first)}, {data.span(one, full)}" if first == last else data.span(one, full)


def _event(context: Context) -> View:
    one = _occurrence(context)
    if one is None:
        return View(Column([app_bar("", close=True), empty("calendar", "Event not found", "It has been deleted")]))
    row, ident = one.row, (one.row.id, one.start)
    full = is_24_hour(context.get(SETTINGS))
    actions: list[Widget] = [
        IconButton("edit", "Edit", ("edit", *ident), _ID + "info_action_edit", "text"),
        IconButton("more", "More options", ("hold", *ident), _ID + "info_action_overflow_menu", "text"),
    ]
    title = Label(row.title or "(No title)", 24, wrap=True, rid=_ID + "title", flex=1)
    when = Label(_date_lines(one, full), wrap=True, rid=_ID + "time")
    rows: list[Widget] = [Row([Square(event_color(row)), title], 16, (20, 8)), icon_row("clock", when)]
    if repeat_name(row):
        rows.append(icon_row("repeat", Label(repeat_text(row), wrap=True, rid=_ID + "repeat")))
    if row.location:
        rows.append(icon_row("location", Label(row.location, wrap=True, rid=_ID + "location")))
    for minutes in row.reminders:
        if minutes >= 0:
            rows.append(icon_row("notifications", Label(editor.reminder_text(minutes), wrap=True)))
    if row.notes:
        rows.append(icon_row("list", Label(row.notes, wrap=True, rid=_ID + "description")))
    rows.append(icon_row("calendar", Label("Events", tone="muted")))
    return View(Column([app_bar("", actions, close=True), Scroll("event", [*rows, Space(24)])]), _overlay(context))


def _overlay(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("hold", int(event_id), int(start), at):
            ident = (event_id, start)
            items = [
                Item("Duplicate", ("duplicate", *ident), "copy"), Item("Share", ("share", *ident), "share"),
                Item("Delete", ("ask", *ident), "delete"),
            ]  # fmt: skip
            if context.page.name != "event":
                items.insert(0, Item("Edit", ("edit", *ident), "edit"))
            return Menu(items, at)
        case ("ask", int(), int()):
            return confirm("Delete this event?", "This can't be undone.", "Delete", ("delete", "all"))
        case ("ask", int(), int(), str(chosen)):
            return editor.scope_dialog("Delete repeating event", chosen, "Delete", "delete")
    return None


_PAGES = {
    "main": _main, "search": _search, "event": _event, "editor": editor.view_editor, "repeat": editor.view_repeat,
}  # fmt: skip


def _view(context: Context) -> View:
    return _PAGES[context.page.name](context)


def _title(context: Context) -> str:
    names = {"editor": "Edit event", "event": "Event", "repeat": "Custom repetition"}
    return names.get(context.page.name, "Calendar")


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("insert", *_):
            values: list[Any] = [*intent[1:], *("", None, None, "", "")[len(intent) - 1 :]]
            title, start, end, location, notes = values
            begin = None if start is None else int(start)
            until = None if end is None or begin is None else max(begin, int(end))
            fields = {"title": title or "", "location": location or "", "notes": notes or ""}
            end_ = len(fields["title"])
            return Page("editor", None, fields, focus="title", selection=(end_, end_), data=("insert", begin, until))
        case ("day", seconds):
            return Page("main", data=("day", int(seconds) // DAY, None), scroll={"timeline": 7 * HOUR})
        case ("show", int(event_id), int(start)):
            return Page("event", (event_id, start))
    return Page("main")


def _started(context: Context) -> None:
    """Fills in the times of a new event that the intent left open."""
    page = context.page
    if page.name == "editor" and page.data[0] == "insert":
        _, begin, until = page.data
        draft = editor.fresh(context.now)
        if begin is not None:
            draft = draft._replace(start=begin, end=begin + 3600 if until is None else until)
        context.set(data=(draft, (draft, "", "", "")))


def _turn(context: Context, by: int) -> None:
    """Turns to the month before or after; the same day of it is chosen where the view follows the day."""
    view, day, month = _state(context)
    month += by
    number = min(civil(day)[2], month_length(month))
    if view == "schedule":
        number = 1
    day = day_of(month // 12, month % 12 + 1, number)
    context.set(data=(view, day, month), scroll={**context.page.scroll, "agenda": 0})


def _text(one: Occurrence, full: bool) -> str:
    """Returns an event as a message says it."""
    lines = [one.row.title or "(No title)", _date_lines(one, full), one.row.location, one.row.notes]
    return "\n".join([line for line in lines if line])


def _delete(context: Context, scope: str) -> None:
    _, event_id, start, *_ = context.page.overlay
    rows: Rows = context.get(EVENTS)
    change = {"one": data.skip, "next": data.cut}.get(scope)
    context.put(EVENTS, data.remove(rows, event_id) if change is None else change(rows, event_id, start))
    context.set(overlay=())
    if context.page.name == "event":
        context.pop()


def _with_event(context: Context, name: str, event_id: int, start: int) -> None:
    """Handles what is done with an event."""
    row = data.get(context.get(EVENTS), event_id)
    context.set(overlay=())
    if row is None:
        return
    draft = editor.of_row(row, start)
    if name == "edit":
        context.push(editor.edit_page(row, draft, start))
    elif name == "duplicate":
        context.push(editor.edit_page(row, draft, copy=True))
    elif name == "share":
        full = is_24_hour(context.get(SETTINGS))
        one = Occurrence(row, draft.start, draft.end)
        share(context, "text", _text(one, full), row.title)
    else:
        context.set(overlay=("ask", event_id, start, "one") if repeat_name(row) else ("ask", event_id, start))


def _update(context: Context, message: tuple[Any, ...]) -> None:  # noqa: C901 - one case an event
    name, args = message[0], message[1:]
    if name == "pick":
        pickers.update(context, *args)
        return
    if context.page.name in ("editor", "repeat") and name != "started" and not (
        name == "back" and context.page.name == "repeat"
    ):  # fmt: skip
        editor.update(context, name, *args)
        return
    match name:
        case "started":
            _started(context)
        case "back":
            context.pop()
        case "view":
            _, day, month = _state(context)
            context.set(data=(args[0], day, month), scroll={"timeline": 7 * HOUR})
        case "day":
            view, _, _ = _state(context)
            context.set(data=(view, args[0], month_of(args[0])), scroll={**context.page.scroll, "agenda": 0})
        case "shift":
            _update(context, ("day", _state(context)[1] + args[0]))
        case "turn":
            _turn(context, args[0])
        case "today":
            view, _, _ = _state(context)
            context.set(data=(view, None, None), scroll={**context.page.scroll, "agenda": 0})
        case "search":
            context.push(Page("search", focus="search"))
        case "create" | "slot":
            _, day, _ = _state(context)
            hour = max(0, min(23, (context.point[1] - args[0]) // HOUR)) if name == "slot" else None
            if day == context.now // DAY or hour is not None:
                draft = editor.fresh(context.now, day, hour)
            else:
                draft = editor.fresh(context.now, day, 9)
            context.push(editor.edit_page(None, draft))
        case "show":
            context.push(Page("event", (args[0], args[1])))
        case "hold":
            context.set(overlay=("hold", *args, context.point))
        case "edit" | "duplicate" | "share" | "ask":
            _with_event(context, name, *args)
        case "scope":
            context.set(overlay=(*context.page.overlay[:3], args[0]))
        case "delete":
            _delete(context, args[0])


APP = PhoneApp(
    AppSpec(
        "calendar", "Calendar", "calendar", (48, 99, 205), _view, _update, _start, _title,
        key=pickers.key, text=pickers.text,
    ),
    seeders={data.EVENTS: data.seed, data.REMINDED: data.seed_reminded},
    databases=(data.DATABASE,),
    due=data.due,
    tick=data.tick,
    timed=(data.EVENTS, data.REMINDED),
    intents=intents.RULES,
    categories=("APP_CALENDAR",),
)  # fmt: skip
