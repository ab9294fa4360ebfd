"""Calendar, as GNOME has it: months and weeks, a search, and dialogs to add and edit events.

State: slice ``"events"``; page ``calendar`` (data: `Sight`; field ``search``), and above it ``new`` (arg: the start of
the event in seconds since 1970, data: whether it takes the whole day), ``event`` (arg: the event's id, 0 for a new one;
data: whether it takes whole days), ``peek`` (arg: the event's id) and ``day`` (arg: the day).
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from crab_sim.desktop.apps.calendar import APP as FACTS
from crab_sim.desktop.apps.calendar import data
from crab_sim.desktop.apps.calendar.data import EVENTS, EventRow, Rows
from crab_sim.desktop.apps.calendar.grids import (
    HOUR,
    Moments,
    Month,
    WeekHead,
    WeekHours,
    shown_clock,
    when_text,
)
from crab_sim.desktop.apps.calendar.messages import (
    DialogMessage,
    EventMessage,
    LookMessage,
    MenuChoice,
    Message,
    Span,
)
from crab_sim.desktop.apps.calendar.parts import Beside, ItemRow, created, has_room, heading, sidebar
from crab_sim.desktop.chrome.header import Choice, Switcher
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, SEPARATOR, Entry, OpenMenu, absent, handle_menu, open_popup
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS
from crab_sim.desktop.widgets import CANCEL, Emblem, Sized, dialog_key, dialog_page
from crab_sim.engines.days import (
    DAY,
    MONTHS,
    civil,
    day_name,
    day_of,
    full_day,
    month_length,
    month_of,
    weekday,
)
from crab_sim.engines.typed_dates import date_text, parse_date, parse_time
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, remove, replace_row
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    IconButton,
    Label,
    MessageGroup,
    Page,
    Row,
    Scroll,
    Tile,
    Toggle,
    Widget,
)

__all__ = ["APP", "Sight"]


class Sight(NamedTuple):
    """The state of the window.

    Attributes:
        span: Whether it shows a week or a month.
        day: A day of it, since 1970; 0 for the present one.
        searching: Whether the search is open.
        hidden: Whether the events of the calendar don't show.
    """

    span: Span = "month"
    day: int = 0
    searching: bool = False
    hidden: bool = False


_LOOK: Final = MessageGroup(LookMessage)
_DIALOG: Final = MessageGroup(DialogMessage)
_MONTHS: Final[tuple[Entry[MenuChoice], ...]] = tuple([Entry(name, ("month", i)) for i, name in enumerate(MONTHS)])
_CALENDARS: Final = -2
"""Number of the menu of calendars, beside that of the months."""
_CHOICES: Final[tuple[Choice[Message], ...]] = (
    Choice("Week", "", ("span", "week")),
    Choice("Month", "", ("span", "month")),
)


def _sight(context: Context) -> Sight:
    sight: Sight = context.base.data
    return sight


def _moments(context: Context) -> Moments:
    return Moments(int(context.now // DAY), context.get(SETTINGS)[INTERFACE, "clock-format"] != "12h")


# Views --------------------------------------------------------------------------------------------------------------


def view(context: Context) -> View[Message]:
    """Shows the week or month, or the results of the search, and the dialog above it."""
    page, sight, moments = context.page, _sight(context), _moments(context)
    day = sight.day or moments.today
    beside = has_room(context.window)
    bar: list[Widget[Message]] = [
        IconButton("add", "Add a new event", ("new",), tone="text"),
        Button("Today", ("today",), "outlined", enabled=day != moments.today),
    ]
    if not beside:
        bar += [
            IconButton("chevron_left", "Previous", ("go", -1), tone="text"),
            IconButton("chevron_right", "Next", ("go", 1), tone="text"),
        ]
    bar += [
        Label(heading(sight.span, day), "title", font="bold", flex=1),
        Switcher(_CHOICES, 0 if sight.span == "week" else 1),
        IconButton("calendar", "Calendars", ("calendars",), tone="text"),
        IconButton("search", "Search", ("search",), tone="accent" if sight.searching else "text"),
    ]
    rows: list[Widget[Message]] = [Row(bar, gap=6, pad=(8, 5), background="bar")]
    if sight.searching:
        rows.append(Row([Field("search", "Search for events", icon="search", flex=1)], pad=(12, 6), background="bar"))
    if sight.searching and context.base.fields.get("search", "").strip():
        rows.append(_results(context, moments))
    else:
        body = _days(context, sight.span, day, moments)
        rows.append(Beside(sidebar(_shown(context), day, moments), body) if beside else body)
    return View(Column(rows), _dialog(context, page, moments) if page.name != "calendar" else _menu(page))


def _menu(page: Page) -> Widget[Message] | None:
    """Returns the open menu: the months, or the calendars."""
    overlay = page.overlay
    if not isinstance(overlay, OpenMenu) or overlay.number != _CALENDARS:
        return popup(_MONTHS, overlay)
    entries: list[Entry[MenuChoice]] = [
        Entry("Personal", ("hide",), checked=not page.data.hidden), SEPARATOR,
        *absent("Synchronize Calendars", "Manage Calendars…"),
    ]  # fmt: skip
    return popup(entries, overlay._replace(number=-1))


def _shown(context: Context) -> Rows:
    """Returns the events of the calendars that show."""
    return () if _sight(context).hidden else context.get(EVENTS)


def _days(context: Context, span: Span, day: int, moments: Moments) -> Widget[Message]:
    """Returns the month or week with a day."""
    events = _shown(context)
    if span == "month":
        month = month_of(day)
        first = day_of(month // 12, month % 12 + 1, 1)
        return Month(events, month, first - weekday(first), moments)
    monday = day - weekday(day)
    hours = Scroll("week", [WeekHours(events, monday, moments, context.now)])
    return Column([WeekHead(events, monday, moments), hours], flex=1)


def _results(context: Context, moments: Moments) -> Widget[Message]:
    found = data.search(context.get(EVENTS), context.base.fields["search"])
    if not found:
        none = Label("No results found", "title", "muted", align="center", pad=(0, 80))
        return Column([Emblem("search", 64, 72), none], flex=1)
    rows: list[Widget[Message]] = [
        Tile(row.title or "Unnamed event", ("found", row.id), when_text(row, moments.full)) for row in found
    ]
    return Scroll("results", rows, pad=(12, 6))


def _dialog(context: Context, page: Page, moments: Moments) -> Widget[Message] | None:
    match page.name:
        case "new":
            start = page.arg
            time = "" if page.data else f" at {shown_clock(start, moments.full)}"
            return Dialog(
                f"New Event on {day_name(start // DAY)}{time}",
                Field("title", "Title"),
                [
                    Button("Cancel", ("cancel",), "outlined"), Button("Edit Details…", ("details",), "outlined"),
                    Button("Create", ("create",), enabled=bool(page.fields["title"].strip())),
                ],
                460, ("cancel",),
            )  # fmt: skip
        case "event":
            return _editor(context)
        case "peek":
            return _peek(context, moments)
        case "day":
            (events,) = data.by_day(context.get(EVENTS), page.arg, 1)
            tiles: list[Widget[Message]] = [
                Tile(row.title or "Unnamed event", ("peek", row.id), when_text(row, moments.full)) for row in events
            ]
            body = Sized(Scroll("day", tiles), h=min(320, 60 * len(tiles)))
            return Dialog(full_day(page.arg), body, [Button("Close", ("cancel",), "outlined")], 420, ("cancel",))
    return None


def _peek(context: Context, moments: Moments) -> Widget[Message] | None:
    row = get(context.get(EVENTS), context.page.arg)
    if row is None:
        return None
    lines: list[Widget[Message]] = [Label(when_text(row, moments.full), wrap=True)]
    if row.location:
        lines.append(Label(f"At {row.location}", tone="muted", wrap=True))
    if row.notes:
        lines.append(Label(row.notes[:600], tone="muted", wrap=True))
    actions: list[Widget[Message]] = [
        Button("Delete Event", ("delete", row.id), "danger"), Button("Close", ("cancel",), "outlined"),
        Button("Edit…", ("edit", row.id)),
    ]  # fmt: skip
    return Dialog(row.title or "Unnamed event", Column(lines, gap=6), actions, 420, ("cancel",))


def _editor(context: Context) -> Dialog[Message]:
    page = context.page
    whole: bool = page.data
    fault = _fault(page)

    def moment(name: str, key: str) -> Widget[Message]:
        fields: list[Widget[Message]] = [Sized(Field(f"{key}_date", f"{name} date"), w=130)]
        if not whole:
            fields.append(Sized(Field(f"{key}_time", f"{name} time"), w=100))
        return ItemRow(name, fields)

    body: Widget[Message] = Column(
        [
            Field("title", "Title"),
            Field("location", "Location"),
            ItemRow("All Day", [Toggle("switch", whole, ("all_day",), "All Day")]),
            moment("Starts", "start"),
            moment("Ends", "end"),
            ItemRow("Repeat", [Button("No Repeat", ("nothing",), "outlined", enabled=False)]),
            Field("notes", "Notes", multiline=True, lines=2),
            Label(fault or " ", "small", "danger"),
        ],
        gap=7,
    )
    actions: list[Widget[Message]] = [Button("Cancel", ("cancel",), "outlined")]
    if page.arg:
        actions.append(Button("Delete Event", ("delete", page.arg), "danger"))
    actions.append(Button("Done", ("save",), enabled=not fault))
    return Dialog("Edit Event" if page.arg else "New Event", body, actions, 480, ("cancel",))


# The dialog's event -------------------------------------------------------------------------------------------------


def _fields(row: EventRow, full: bool) -> dict[str, str]:
    """Returns an event as the texts of its dialog; the last day of one that takes whole days is shown as its end."""
    return {
        "title": row.title, "location": row.location, "notes": row.notes, "start_date": date_text(row.start // DAY),
        "start_time": shown_clock(row.start, full),
        "end_date": date_text(data.last_day(row) if row.all_day else row.end // DAY),
        "end_time": shown_clock(row.end, full),
    }  # fmt: skip


def _span(page: Page) -> tuple[int, int] | None:
    """Returns the start and end that the dialog has, None where a date or time can't be read."""
    first, last = parse_date(page.fields["start_date"]), parse_date(page.fields["end_date"])
    if first is None or last is None:
        return None
    if page.data:
        return first * DAY, (last + 1) * DAY
    begin, end = parse_time(page.fields["start_time"]), parse_time(page.fields["end_time"])
    return None if begin is None or end is None else (first * DAY + begin, last * DAY + end)


def _fault(page: Page) -> str:
    span = _span(page)
    if span is None:
        return "Enter dates such as 2026-10-14 and times such as 09:30."
    return "The event ends before it starts." if span[1] < span[0] or (page.data and span[1] == span[0]) else ""


def _save(context: Context) -> None:
    page, rows = context.page, context.get(EVENTS)
    span = _span(page)
    if span is None or _fault(page):
        return
    texts = [page.fields[key].strip() for key in ("title", "location", "notes")]
    row = EventRow(page.arg, texts[0], span[0], span[1], texts[1], texts[2], page.data)
    context.pop()
    context.put(EVENTS, replace_row(rows, row) if row.id else data.add(rows, row))


def _edit(context: Context, row: EventRow) -> None:
    """Opens the dialog of an event, whose id is 0 for a new one."""
    page = dialog_page(context, "event", row.id, "title", row.title)
    context.push(page._replace(fields=_fields(row, _moments(context).full), data=row.all_day))


def _new(context: Context, start: int, whole: bool) -> None:
    """Asks for the title of a new event."""
    context.push(dialog_page(context, "new", start, "title")._replace(data=whole))


# Events -------------------------------------------------------------------------------------------------------------


def _turn(context: Context, step: int) -> None:
    """Goes to the next or previous week or month."""
    if _sight(context).span == "week":
        _show(context, _shown_day(context) + 7 * step)
    else:
        _turn_months(context, step)


def _shown_day(context: Context) -> int:
    return _sight(context).day or int(context.now // DAY)


def _turn_months(context: Context, step: int) -> None:
    """Shows the same day of another month, or that month's last day."""
    day = _shown_day(context)
    month = month_of(day) + step
    _show(context, day_of(month // 12, month % 12 + 1, min(civil(day)[2], month_length(month))))


def _show(context: Context, day: int) -> None:
    if 1900 <= civil(day)[0] <= 2200:
        context.set(data=_sight(context)._replace(day=day))


def _close_dialogs(context: Context) -> None:
    while len(context.window.pages) > 1:
        context.pop()


def update(context: Context, message: Message) -> None:
    """Handles Calendar's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if _LOOK.has(message):
        _look(context, message)
        return
    if _DIALOG.has(message):
        _in_dialog(context, message)
        return
    match message:
        case ("new",):
            day, hour = _sight(context).day, (int(context.now) // 3600 + 1) * 3600
            start = hour if not day else day * DAY + hour % DAY
            _edit(context, EventRow(0, "", start, start + 3600))
        case ("new_on", day):
            _new(context, day * DAY, True)
        case ("new_at", start):
            _new(context, start, False)
        case ("show_day", day):
            context.push(dialog_page(context, "day", day))
        case ("peek" | "found" | "edit" | "delete", _):
            _event(context, message)
        case ("cancel",):
            context.pop()
        case ("submit", _):
            _submit(context)
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def _look(context: Context, message: LookMessage) -> None:
    """Changes the days that are shown."""
    sight = _sight(context)
    match message:
        case ("span", span):
            context.set(data=sight._replace(span=span), scroll={"week": 7 * HOUR + HOUR // 2})
        case ("go", step):
            _turn(context, step)
        case ("turn", step):
            _turn_months(context, step)
        case ("month", index):
            _turn_months(context, index - month_of(_shown_day(context)) % 12)
        case ("show", day):
            _show(context, day)
        case ("months",):
            open_popup(context)
        case ("calendars",):
            x, y = context.point
            context.set(overlay=OpenMenu(_CALENDARS, x, y))
        case ("hide",):
            context.set(data=sight._replace(hidden=not sight.hidden))
        case ("today",):
            context.set(data=sight._replace(day=0))
        case ("search",):
            fields = {**context.page.fields, "search": ""}
            new = sight._replace(searching=not sight.searching)
            context.set(data=new, focus="search" if new.searching else "", fields=fields, selection=(0, 0))
        case _:
            assert_never(message)


def _event(context: Context, message: EventMessage) -> None:
    """Shows, edits or deletes an event."""
    action, event_id = message
    rows = context.get(EVENTS)
    row = get(rows, event_id)
    _close_dialogs(context)
    if row is None:
        return
    match action:
        case "delete":
            context.put(EVENTS, remove(rows, event_id))
        case "edit":
            _edit(context, row)
        case _:
            if action == "found":
                context.set(data=_sight(context)._replace(day=row.start // DAY, searching=False), focus="")
            context.push(dialog_page(context, "peek", event_id))


def _in_dialog(context: Context, message: DialogMessage) -> None:
    """Handles the events of the dialogs."""
    page = context.page
    match message:
        case ("details",):
            context.pop()
            _edit(context, created(page))
        case ("create",):
            _create(context)
        case ("all_day",):
            context.set(data=not page.data)
        case ("save",):
            _save(context)
        case _:
            assert_never(message)


def _create(context: Context) -> None:
    """Adds the event of the small dialog."""
    new = created(context.page)
    if new.title:
        context.pop()
        context.put(EVENTS, data.add(context.get(EVENTS), new))


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    if context.page.name == "new":
        _create(context)
    elif context.page.name == "event":
        _save(context)
    elif context.page.name == "calendar":
        found = data.search(context.get(EVENTS), context.page.fields["search"])
        if found:
            update(context, ("found", found[0].id))


_KEYS: Final[dict[str, Message]] = {
    "ctrl+n": ("new",), "ctrl+t": ("today",), "alt+home": ("today",), "ctrl+f": ("search",), "alt+left": ("go", -1),
    "alt+right": ("go", 1), "ctrl+1": ("span", "week"), "ctrl+2": ("span", "month"),
}  # fmt: skip


def key(context: Context, name: str) -> bool:
    """Handles Calendar's keys."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "calendar":
        return dialog_key(context, name, update, CANCEL, {"peek": CANCEL, "day": CANCEL})
    if name in _KEYS:
        update(context, _KEYS[name])
    elif name == "escape" and page.data.searching:
        update(context, ("search",))
    elif name in ("ctrl+q", "ctrl+w"):
        context.close()
    elif not page.focus and name in ("pageup", "pagedown"):
        _turn(context, 1 if name == "pagedown" else -1)
    else:
        return False
    return True


def start(intent: Intent) -> Page:
    """Returns the first page."""
    return Page("calendar", fields={"search": ""}, data=Sight())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Calendar",
    key=key,
    **FACTS.facts,
)
