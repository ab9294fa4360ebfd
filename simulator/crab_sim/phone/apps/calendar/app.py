"""The phone's Calendar app: a month with the chosen day's events, a schedule, a day's hours; search, event page.

Events and their repetition are described in `data` and `repeat` beside this module, the plain data of pages in
`pages`. Pages: ``main`` (data: `Shown`), ``search``, ``event`` (arg: `EventRef`), ``editor``, ``repeat``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, assert_never

from crab_sim import ui
from crab_sim.engines.days import DAY, MONTHS, civil, day_of, full_day, month_length, month_name, month_of, weekday
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.phone.apps.calendar import APP as FACTS
from crab_sim.phone.apps.calendar import data, editor, repetition, search, transfer
from crab_sim.phone.apps.calendar.data import EVENTS, Occurrence, Rows, event_color
from crab_sim.phone.apps.calendar.messages import EditorMessage, MainMessage, Message, RepeatMessage, TransferMessage
from crab_sim.phone.apps.calendar.pages import (
    Draft,
    Editing,
    EventRef,
    InsertTimes,
    Overlay,
    Shown,
    draft_of,
    new_draft,
)
from crab_sim.phone.apps.calendar.repeat import first_day, last_day, repeat_name, repeat_text
from crab_sim.phone.apps.calendar.widgets import HOUR, MAX_ROWS, Container, EventTile, Square, Timeline, icon_row
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import is_24_hour
from crab_sim.phone.widgets import file_chooser, folder_chooser, name_dialog, pickers
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, message_dialog
from crab_sim.phone.widgets.month_grid import MonthGrid
from crab_sim.phone.widgets.navigation import Tabs
from crab_sim.ui.theme import Color

__all__ = ["APP"]

_ID = "com.google.android.calendar:id/"
_VIEWS = ("month", "schedule", "day")
_SCHEDULE_DAYS = 42

_EDITOR = ui.MessageGroup(EditorMessage)
_MAIN = ui.MessageGroup(MainMessage)
_REPEAT = ui.MessageGroup(RepeatMessage)
_TRANSFER = ui.MessageGroup(TransferMessage)


def _shown(context: Context) -> tuple[str, int, int]:
    """Returns the view, the chosen day and the month that are shown."""
    shown: Shown = context.page.data or Shown()
    day = int(context.now // DAY) if shown.day is None else shown.day
    return shown.view, day, month_of(day) if shown.month is None else shown.month


# Views --------------------------------------------------------------------------------------------------------------


class _Marks(NamedTuple):
    """The dots below the days of a month's grid, and their descriptions."""

    dots: dict[int, tuple[Color, ...]]
    notes: dict[int, str]


@lru_cache(maxsize=64)
def _marks(rows: Rows, month: int) -> _Marks:
    first = day_of(month // 12, month % 12 + 1, 1)
    start = first - weekday(first)
    days = data.by_day(rows, start, start + 41)
    dots = {day: tuple([event_color(one.row) for one in events][:3]) for day, events in days.items()}
    return _Marks(dots, {day: f"{len(events)} event{'s' * (len(events) != 1)}" for day, events in days.items()})


def _tiles(context: Context, day: int, dated: bool = False, days: int = 1) -> list[ui.Widget[Message]]:
    """Returns the events of some days as rows of a list.

    Args:
        context: The app's.
        day: The first day.
        dated: Whether the days' numbers stand beside the rows.
        days: The number of days.
    """
    full, today = is_24_hour(context.get(SETTINGS)), int(context.now // DAY)
    tiles: list[ui.Widget[Message]] = []
    for at, events in data.by_day(context.get(EVENTS), day, day + days - 1).items():
        _, _, number = civil(at)
        if dated and tiles and number == 1:
            tiles.append(ui.Label(month_name(month_of(at)), font="bold", pad=(60, 10)))
        for i, one in enumerate(events):
            tiles.append(EventTile(one, at, full, i == 0 if dated else None, today))
        if len(tiles) >= MAX_ROWS:
            break
    return tiles


def _month(context: Context, day: int, month: int) -> list[ui.Widget[Message]]:
    marks, notes = _marks(context.get(EVENTS), month)
    cell = max(31, min(44, (context.machine.height - 440) // 6))
    today = int(context.now // DAY)
    grid: ui.Widget[Message] = MonthGrid(month, day, today, lambda day: ("day", day), marks, notes, cell, around=True)
    year, number, date = civil(day)
    name = f"{full_day(day).split(',')[0]}, {date} {MONTHS[number - 1]}"
    this_year, _, _ = civil(today)
    heading = ui.Label(name if year == this_year else f"{name} {year}", font="bold", pad=(16, 8))
    tiles = _tiles(context, day)
    rows: list[ui.Widget[Message]] = tiles or [
        ui.Label("Nothing planned. Tap + to add an event.", tone="muted", wrap=True, pad=(4, 8))
    ]
    agenda: ui.Widget[Message] = ui.Scroll(
        "agenda", [*rows, ui.Space(84)], pad=(12, 0), rid=_ID + "day_list", swipe_message=("shift", 0)
    )
    return [ui.Box(grid, "", (6, 2), swipe_message=("turn", 0)), ui.Divider(), heading, Container(agenda)]


def _schedule(context: Context, day: int) -> list[ui.Widget[Message]]:
    tiles = _tiles(context, day, True, _SCHEDULE_DAYS)
    if not tiles:
        return [empty("calendar", "Nothing planned", f"in the six weeks from {full_day(day)}")]
    agenda = ui.Scroll("agenda", [ui.Space(4), *tiles, ui.Space(84)], pad=(8, 0), rid=_ID + "schedule_list")
    return [Container(agenda)]


def _day(context: Context, day: int) -> list[ui.Widget[Message]]:
    full = is_24_hour(context.get(SETTINGS))
    events = data.by_day(context.get(EVENTS), day, day).get(day, ())
    whole: list[ui.Widget[Message]] = [EventTile(one, day, full) for one in events if one.row.all_day]
    timed = [one for one in events if not one.row.all_day]
    now = int(context.now // 60 * 60)
    heading: ui.Widget[Message] = ui.Row(
        [
            ui.Label(full_day(day), font="bold", flex=1),
            ui.IconButton("chevron_left", "Previous day", ("day", day - 1), size=40),
            ui.IconButton("chevron_right", "Next day", ("day", day + 1), size=40),
        ],
        pad=(16, 2),
    )
    timeline: ui.Widget[Message] = Container(
        ui.Scroll(
            "timeline",
            [Timeline(day, timed, full, now), ui.Space(72)],
            rid=_ID + "timeline",
            swipe_message=("shift", 0),
        )
    )
    shown = whole[:3]
    if len(whole) > 3:
        shown.append(ui.Label(f"and {len(whole) - 3} more all day", "small", "muted", pad=(8, 4)))
    return [heading, *([ui.Column(shown, pad=(12, 2))] if shown else []), ui.Divider(), timeline]


def _main(context: Context) -> View[Message]:
    view, day, month = _shown(context)
    name = month_name(month)
    if context.machine.width < 340:
        name = f"{MONTHS[month % 12][:3]} {month // 12}"
    bar: ui.Widget[Message] = ui.Row(
        [
            ui.Label(name, "title", rid=_ID + "date_picker_text_view", flex=1),
            ui.IconButton("chevron_left", "Previous month", ("turn", -1), tone="text"),
            ui.IconButton("chevron_right", "Next month", ("turn", 1), tone="text"),
            ui.IconButton("today", "Today", ("today",), _ID + "action_today", "text"),
            ui.IconButton("search", "Search", ("search",), _ID + "action_search", "text"),
            ui.IconButton("more", "More options", ("menu_more",), _ID + "action_more", "text"),
        ],
        pad=(14, 8),
        height=60,
    )
    tabs: ui.Widget[Message] = Tabs([(name.title(), ("view", name), name == view) for name in _VIEWS], _ID + "view_tab")
    body = _month(context, day, month) if view == "month" else (_schedule if view == "schedule" else _day)(context, day)
    fab: ui.Widget[Message] = Fab("add", "Create new event", ("create",), _ID + "floating_action_button")
    return View(ui.Column([bar, tabs, *body]), _overlay(context), fab)


def _search(context: Context) -> View[Message]:
    return View(search.page(context), _overlay(context))


def _occurrence(context: Context) -> Occurrence | None:
    """Returns the page's occurrence, None if it is gone."""
    ref: EventRef = context.page.arg
    event_id, start = ref
    row = data.get(context.get(EVENTS), event_id)
    if row is None:
        return None
    return next((one for one in data.occurrences((row,), start, start + 1) if one.start == start), None)


def _date_lines(one: Occurrence, full: bool) -> str:
    first, last = first_day(one.start), last_day(one.start, one.end)
    if one.row.all_day:
        return full_day(first) if first == last else f"{full_day(first)} – {full_day(last)}"
    return f"{full_day(first)}, {data.span(one, full)}" if first == last else data.span(one, full)


def _event(context: Context) -> View[Message]:
    one = _occurrence(context)
    if one is None:
        return View(ui.Column([app_bar("", close=True), empty("calendar", "Event not found", "It has been deleted")]))
    row, ident = one.row, (one.row.id, one.start)
    full = is_24_hour(context.get(SETTINGS))
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("edit", "Edit", ("edit", *ident), _ID + "info_action_edit", "text"),
        ui.IconButton("more", "More options", ("hold", *ident), _ID + "info_action_overflow_menu", "text"),
    ]
    title = ui.Label(row.title or "(No title)", 24, wrap=True, rid=_ID + "title", flex=1, verbatim=bool(row.title))
    when = ui.Label(_date_lines(one, full), wrap=True, rid=_ID + "time")
    rows: list[ui.Widget[Message]] = [ui.Row([Square(event_color(row)), title], 16, (20, 8)), icon_row("clock", when)]
    if repeat_name(row):
        rows.append(icon_row("repeat", ui.Label(repeat_text(row), wrap=True, rid=_ID + "repeat")))
    if row.location:
        rows.append(icon_row("location", ui.Label(row.location, wrap=True, rid=_ID + "location", verbatim=True)))
    for minutes in row.reminders:
        if minutes >= 0:
            rows.append(icon_row("notifications", ui.Label(editor.reminder_text(minutes), wrap=True)))
    if row.notes:
        rows.append(icon_row("list", ui.Label(row.notes, wrap=True, rid=_ID + "description", verbatim=True)))
    rows.append(icon_row("calendar", ui.Label("Events", tone="muted")))
    return View(
        ui.Column([app_bar("", actions, close=True), ui.Scroll("event", [*rows, ui.Space(24)])]), _overlay(context)
    )


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold", event_id, start, at):
            ident = (event_id, start)
            items: list[ui.Item[Message]] = [
                ui.Item("Duplicate", ("duplicate", *ident), "copy"), ui.Item("Share", ("share", *ident), "share"),
                ui.Item("Delete", ("ask", *ident), "delete"),
            ]  # fmt: skip
            if context.page.name != "event":
                items.insert(0, ui.Item("Edit", ("edit", *ident), "edit"))
            return ui.Menu(items, at)
        case ("more", at):
            return ui.Menu([ui.Item("Import events", ("ask_ics",), "download"),
                            ui.Item("Export events", ("ask_folder",), "upload")], at)  # fmt: skip
        case ("problem", text):
            return message_dialog("Calendar", text)
        case ("ask", _, _):
            return confirm("Delete this event?", "This can't be undone.", "Delete", ("delete", "all"))
        case ("ask", _, _, chosen):
            return editor.scope_dialog("Delete repeating event", chosen, "Delete", ("delete", chosen))
    return None


_PAGES = {
    "main": _main, "search": _search, "event": _event, "editor": editor.view, "repeat": repetition.view,
}  # fmt: skip


def _view(context: Context) -> View[Message]:
    return _PAGES[context.page.name](context)


def _title(context: Context) -> str:
    names = {"editor": "Edit event", "event": "Event", "repeat": "Custom repetition"}
    return names.get(context.page.name, "Calendar")


# Events -------------------------------------------------------------------------------------------------------------


def _insert_page(
    title: str | None = "",
    start: float | None = None,
    end: float | None = None,
    location: str | None = "",
    notes: str | None = "",
) -> ui.Page:
    """Returns the editor for a new event with the attributes that an intent gives."""
    begin = None if start is None else int(start)
    until = None if end is None or begin is None else max(begin, int(end))
    fields = {"title": title or "", "location": location or "", "notes": notes or ""}
    caret = len(fields["title"])
    times = InsertTimes(begin, until)
    return ui.Page("editor", None, fields, focus="title", selection=(caret, caret), data=times)


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("insert", *_):
            return _insert_page(*intent[1:])
        case ("day", seconds):
            return ui.Page("main", data=Shown("day", int(seconds) // DAY), scroll={"timeline": 7 * HOUR})
        case ("show", int(event_id), int(start)):
            return ui.Page("event", EventRef(event_id, start))
    return ui.Page("main")


def _started(context: Context) -> None:
    """Makes a draft of the times that an intent gives for a new event; by default it begins at the next hour."""
    times = context.page.data
    if isinstance(times, InsertTimes):
        draft: Draft = new_draft(context.now)
        if times.begin is not None:
            draft = draft._replace(start=times.begin, end=times.begin + 3600 if times.end is None else times.end)
        context.set(data=Editing(draft, (draft, "", "", "")))


def _show_view(context: Context, view: str) -> None:
    _, day, month = _shown(context)
    context.set(data=Shown(view, day, month), scroll={"timeline": 7 * HOUR})


def _show_day(context: Context, day: int | None) -> None:
    """Shows a day, None for today."""
    view, _, _ = _shown(context)
    month = None if day is None else month_of(day)
    context.set(data=Shown(view, day, month), scroll={**context.page.scroll, "agenda": 0})


def _turn(context: Context, months: int) -> None:
    """Shows another month and chooses the same day in it; the schedule begins with its first day."""
    view, day, month = _shown(context)
    month += months
    _, _, number = civil(day)
    number = 1 if view == "schedule" else min(number, month_length(month))
    day = day_of(month // 12, month % 12 + 1, number)
    context.set(data=Shown(view, day, month), scroll={**context.page.scroll, "agenda": 0})


def _create(context: Context, top: int | None = None) -> None:
    """Opens the editor for a new event, at the hour of the timeline that was tapped if its `top` is given."""
    _, day, _ = _shown(context)
    if top is not None:
        hour: int | None = max(0, min(23, (context.point[1] - top) // HOUR))
    else:
        hour = None if day == context.now // DAY else 9
    context.push(editor.edit_page(None, new_draft(context.now, day, hour)))


def _text(one: Occurrence, full: bool) -> str:
    """Returns an event as text to be shared."""
    lines = [one.row.title or "(No title)", _date_lines(one, full), one.row.location, one.row.notes]
    return "\n".join([line for line in lines if line])


def _delete(context: Context, scope: str) -> None:
    """Deletes the event that the question is about, of a series the occurrences in a scope."""
    overlay: Overlay = context.page.overlay
    rows: Rows = context.get(EVENTS)
    match overlay:
        case ("ask", event_id, start) | ("ask", event_id, start, _):
            change = {"one": data.skip, "next": data.cut}.get(scope)
            context.put(EVENTS, data.remove(rows, event_id) if change is None else change(rows, event_id, start))
    context.set(overlay=())
    if context.page.name == "event":
        context.pop()


def _choose_scope(context: Context, scope: str) -> None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("ask", event_id, start, _):
            context.set(overlay=("ask", event_id, start, scope))
        case ("scope", _):
            context.set(overlay=("scope", scope))


def _with_event(context: Context, name: str, event_id: int, start: int) -> None:
    """Edits, duplicates or shares an event, or asks before deleting it."""
    row = data.get(context.get(EVENTS), event_id)
    context.set(overlay=())
    if row is None:
        return
    draft = draft_of(row, start)
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


def _update_main(context: Context, message: MainMessage) -> None:
    """Handles the messages of the main page, the search and the page of an event."""
    match message:
        case ("view", view):
            _show_view(context, view)
        case ("day", day):
            _show_day(context, day)
        case ("shift", days):
            _, shown_day, _ = _shown(context)
            _show_day(context, shown_day + days)
        case ("turn", months):
            _turn(context, months)
        case ("today",):
            _show_day(context, None)
        case ("search",):
            context.push(ui.Page("search", focus="search"))
        case ("create",):
            _create(context)
        case ("slot", top):
            _create(context, top)
        case ("show", event_id, start):
            context.push(ui.Page("event", EventRef(event_id, start)))
        case ("hold", event_id, start):
            context.set(overlay=("hold", event_id, start, context.point))
        case ("edit" | "duplicate" | "share" | "ask" as name, event_id, start):
            _with_event(context, name, event_id, start)
        case ("delete", scope):
            _delete(context, scope)
        case _:
            assert_never(message)


def _back(context: Context) -> None:
    if context.page.name == "editor":
        editor.leave(context)
    else:
        context.pop()


def _enter(context: Context, key: str) -> None:
    """Handles Enter in a field."""
    if context.page.name == "editor":
        editor.enter(context, key)
    elif context.page.name == "repeat":
        repetition.finish(context)


def _picked(context: Context, key: str, value: int) -> None:
    if context.page.name == "repeat":
        repetition.end_on(context, value)
    else:
        editor.picked(context, key, value)


def _update(context: Context, message: Message) -> None:
    if _EDITOR.has(message):
        editor.update(context, message)
    elif _REPEAT.has(message):
        repetition.update(context, message)
    elif _TRANSFER.has(message):
        transfer.update(context, message)
    elif _MAIN.has(message):
        _update_main(context, message)
    else:
        match message:
            case ("pick", *_):
                pickers.update(context, message)
            case ("picked", key, value):
                _picked(context, key, value)
            case ("started",):
                _started(context)
            case ("back",):
                _back(context)
            case ("submit", key):
                _enter(context, key)
            case ("scope", scope):
                _choose_scope(context, scope)
            case _:
                assert_never(message)


_SHOWN, _HANDLED = name_dialog.wrap(*folder_chooser.wrap(*file_chooser.wrap(_view, _update)))

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=_title,
    key=pickers.key,
    text=pickers.text,
    **FACTS.spec.facts,
)
