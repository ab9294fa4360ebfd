"""calendar.example, Daybook: a month at a glance, a day, and events to add, change and delete.

Pages: ``/`` and ``/month/YEAR-MONTH``, ``/day/DATE``, ``/new`` (``?date=``), ``/event/ID``, ``/search?q=WORDS``. Forms:
``/new`` and ``/event/ID``. Table ``events``. Times are those of the wall, as on the phone.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import NamedTuple

from ..markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    at,
    button,
    esc,
    field,
    form,
    link,
    page,
    redirect,
    select,
    table,
)
from ..world import Row, World
from .repeats import DAY, UNITS, date_of, day_of, falls, lasts, said, step_of

__all__ = ["COLUMNS", "begin", "handle"]

COLUMNS: Mapping[str, Row] = {
    "events": {
        "id": 0, "title": "", "start": 0.0, "end": 0.0, "all_day": False, "location": "", "notes": "", "interval": 0,
        "rule": 0, "limit": 0, "exceptions": [], "color": 0,
    }
}  # fmt: skip
"""``start`` and ``end``: in seconds since 1970; those of an event of whole days are midnights. ``interval``, ``rule``
and ``limit``: see `repeats`. ``exceptions``: days that a series leaves out, such as ``"20261014"``. ``color``:
Android's signed 0xAARRGGBB, 0 for the calendar's own."""

_SITE = "calendar.example"
_FRAME = Frame(_SITE, "Daybook", (("Month", "/"), ("New event", "/new")), "/search", "Search events")
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MOST = 4  # events that a day of the month shows
_EVENTS = (
    ("Dentist", 10.5, 1.0, "Mill Street 14"), ("Choir", 19.0, 2.0, "Parish hall"), ("Bicycle repair", 16.0, 0.5, ""),
    ("Lunch with Nadia", 12.5, 1.0, "Café Linden"), ("Flat viewing", 17.25, 0.5, "Harbour Road 27"),
    ("Team meeting", 9.0, 0.75, "Room 12"), ("Library", 15.0, 1.0, "City Library"), ("Swimming", 18.0, 1.5, ""),
)  # fmt: skip


class _Typed(NamedTuple):
    """What was typed into the form of an event."""

    title: str
    date: str
    start: str
    until: str
    end: str
    all_day: bool
    location: str
    notes: str
    repeat: str


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first events."""
    rng = world.rng("calendar")
    today, rows = int(world.now // DAY), []
    for i, (title, hour, hours, place) in enumerate(rng.sample(_EVENTS, len(_EVENTS)), 1):
        start = float((today + rng.randrange(-6, 20)) * DAY + int(hour * 3600))
        weekly = UNITS["weekly"] if title in ("Choir", "Team meeting") else 0
        rows.append({"id": i, "title": title, "start": start, "end": start + hours * 3600, "location": place,
                     "interval": weekly})  # fmt: skip
    return {"events": rows}


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _month(world, date_of(int(world.now // DAY)).replace(day=1), request)
        case ("GET", "month", month):
            return _month(world, _date(f"{month}-01"), request)
        case ("GET", "day", day):
            return _day(world, _date(day))
        case ("GET", "search"):
            return _search(world, request)
        case ("GET", "new"):
            day = request.get("date") or date_of(int(world.now // DAY)).isoformat()
            return _form("/new", _Typed("", day, "09:00", day, "10:00", False, "", "", ""), None)
        case ("POST", "new"):
            return _save(world, None, request)
        case ("GET", "event", event):
            row = world.find(_SITE, "events", event)
            return _form(at("event", event), _as_typed(row), row)
        case ("POST", "event", event):
            row = world.find(_SITE, "events", event)
            if request.get("act") == "delete":
                world.rows(_SITE, "events").remove(row)
                return redirect(_place_of(row, "deleted"))
            return _save(world, row, request)
    raise Problem(404, "calendar.example has no page at this address.")


def _date(text: str) -> datetime.date:
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise Problem(404, "There is no such date.") from None
    if not 1970 <= date.year <= 2200:
        raise Problem(404, "The calendar goes from 1970 to 2200.")
    return date


def _place_of(row: Row, done: str) -> str:
    """Returns the address of the month in which an event begins."""
    return f"{at('month', date_of(int(row['start'] // DAY)).isoformat()[:7])}?done={done}"


# Pages ----------------------------------------------------------------------------------------------------------------


def _on(world: World, day: int) -> list[tuple[Row, bool]]:
    """Returns the events of a day, those of whole days first, and whether each begins on it."""
    found = []
    for row in world.rows(_SITE, "events"):
        begun = next((back for back in range(lasts(row) + 1) if falls(row, day - back)), None)
        if begun is not None:
            found.append((row, begun == 0))
    return sorted(found, key=lambda each: (not each[0]["all_day"], each[0]["start"] % DAY, each[0]["id"]))


def _clock(seconds: float) -> str:
    minutes = int(seconds % DAY) // 60
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _chip(row: Row, begins: bool) -> str:
    when = f"{_clock(row['start'])} " if begins and not row["all_day"] else ""
    color = f"#{row['color'] & 0xFFFFFF:06x}" if row["color"] else "#3f51b5"
    text = f"{when}{row['title'] or '(No title)'}"
    return f'<a class="chip" style="background:{color}" href="{at("event", str(row["id"]))}">{esc(text)}</a>'


_NOTICES = {"saved": "The event was saved.", "deleted": "The event was deleted."}


def _month(world: World, first: datetime.date, request: Request) -> Reply:
    start = day_of(first)
    after = (first + datetime.timedelta(days=32)).replace(day=1)
    today, lines = int(world.now // DAY), []
    for monday in range(start - first.weekday(), day_of(after), 7):
        cells = []
        for day in range(monday, monday + 7):
            date, events = date_of(day), _on(world, day)
            chips = "".join([_chip(row, begins) for row, begins in events[:_MOST]])
            more = len(events) - _MOST
            rest = link(at("day", date.isoformat()), f"{more} more", "faint") if more > 0 else ""
            kind = "today" if day == today else "" if date.month == first.month else "other"
            number = link(at("day", date.isoformat()), str(date.day), "number")
            cells.append(f'<td class="{kind}"><div>{number}{chips}{rest}</div></td>')
        lines.append(f"<tr>{''.join(cells)}</tr>")
    names = "".join([f"<th>{name}</th>" for name in _WEEKDAYS])
    title = first.strftime("%B %Y")
    before = (first - datetime.timedelta(days=1)).isoformat()[:7]
    steps = (
        link(at("month", before), "‹ Previous", "action")
        + link("/", "Today", "action")
        + link(at("month", after.isoformat()[:7]), "Next ›", "action")
    )
    body = (
        f'<div class="actions"><h1>{title}</h1>{steps}{link("/new", "New event", "primary")}</div>'
        f'<table class="month"><thead><tr>{names}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
    )
    return page(_FRAME, title, body, notice=_NOTICES.get(request.get("done"), ""), wide=True)


def _times(row: Row) -> str:
    first, last = (date_of(int(row["start"]) // DAY + extra) for extra in (0, lasts(row)))
    days = "" if first == last else f", {first.day} {first.strftime('%b')} to {last.day} {last.strftime('%b')}"
    return f"All day{days}" if row["all_day"] else f"{_clock(row['start'])} – {_clock(row['end'])}{days}"


def _day(world: World, date: datetime.date) -> Reply:
    lines = [
        (esc(_times(row)), link(at("event", str(row["id"])), row["title"] or "(No title)"), esc(row["location"]))
        for row, _ in _on(world, day_of(date))
    ]
    title = f"{date.strftime('%A')}, {date.day} {date.strftime('%B %Y')}"
    listed = table(("Time", "Event", "Place"), lines) if lines else '<p class="empty">Nothing on this day.</p>'
    steps = link(at("month", date.isoformat()[:7]), "Month", "action")
    new = link(f"/new?date={date.isoformat()}", "New event", "primary")
    return page(_FRAME, title, f'<div class="actions"><h1>{title}</h1>{steps}{new}</div>{listed}')


def _search(world: World, request: Request) -> Reply:
    query = request.get("q").casefold()
    rows = [
        row
        for row in world.rows(_SITE, "events")
        if query and query in "\n".join([row["title"], row["location"], row["notes"]]).casefold()
    ]
    lines = []
    for row in sorted(rows, key=lambda row: (row["start"], row["id"])):
        date = date_of(int(row["start"] // DAY))
        when = f"{date.day} {date.strftime('%b %Y')}"
        name = link(at("event", str(row["id"])), row["title"] or "(No title)")
        lines.append((when, esc(_times(row)), name, esc(said(row))))
    head = ("Date", "Time", "Event", "Repetition")
    title = f"Events with “{request.get('q')}”"
    listed = table(head, lines) if lines else '<p class="empty">Nothing was found.</p>'
    return page(_FRAME, "Search", f"<h1>{esc(title)}</h1>{listed}", query=request.get("q"))


def _as_typed(row: Row) -> _Typed:
    first, last = date_of(int(row["start"]) // DAY), date_of(int(row["start"]) // DAY + lasts(row))
    if not row["all_day"]:
        last = date_of(int(row["end"]) // DAY)
    return _Typed(
        row["title"], first.isoformat(), _clock(row["start"]), last.isoformat(), _clock(row["end"]), row["all_day"],
        row["location"], row["notes"], step_of(row)[0],
    )  # fmt: skip


def _form(address: str, typed: _Typed, row: Row | None, problem: str = "") -> Reply:
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    repeats = [("", "Does not repeat"), *[(name, name.capitalize()) for name in UNITS]]
    if row is not None and row["interval"]:
        repeats = [(value, said(row) if value == typed.repeat else name) for value, name in repeats]
    whole = " checked" if typed.all_day else ""
    buttons = button("Save", "act", "save", "primary")
    if row is not None:
        buttons += button("Delete", "act", "delete", "danger")
    inner = (
        field("Title", "title", typed.title)
        + '<div class="inline when">'
        + field("Date", "date", typed.date) + field("Begins at", "start", typed.start)
        + field("Ends on", "until", typed.until) + field("Ends at", "end", typed.end)
        + f'<p class="entry"><input type="checkbox" id="all_day" name="all_day" value="1"{whole}>'
        + '<label for="all_day">All day</label></p></div>'
        + field("Place", "location", typed.location)
        + area("Notes", "notes", typed.notes, 3)
        + select("Repetition", "repeat", repeats, typed.repeat)
        + f'<p class="actions">{buttons}</p>'
    )  # fmt: skip
    title = "New event" if row is None else row["title"] or "(No title)"
    body = f"<h1>{esc(title)}</h1>{error}{form(address, inner, 'card')}"
    return page(_FRAME, title, body, status=400 if problem else 200)


# Changes --------------------------------------------------------------------------------------------------------------


def _save(world: World, row: Row | None, request: Request) -> Reply:
    """Adds an event, or changes one."""
    typed = _Typed(
        request.get("title"), request.get("date"), request.get("start"), request.get("until"), request.get("end"),
        request.has("all_day"), request.get("location"), request.text("notes"), request.get("repeat"),
    )  # fmt: skip
    address = "/new" if row is None else at("event", str(row["id"]))
    start = _moment(typed.date, "00:00" if typed.all_day else typed.start)
    end = _moment(typed.until, "00:00" if typed.all_day else typed.end)
    if start is None or end is None:
        return _form(address, typed, row, "Write dates like 2026-10-14, and times like 09:30.")
    if typed.all_day:
        end += DAY
    if end < start:
        return _form(address, typed, row, "The event ends before it begins.")
    values: Row = {
        "title": typed.title, "start": start, "end": end, "all_day": typed.all_day, "location": typed.location,
        "notes": typed.notes,
    }  # fmt: skip
    if row is None or typed.repeat != step_of(row)[0]:
        # Monthly and yearly events fall on the same day of the month.
        rule = 1 if typed.repeat in ("monthly", "yearly") else 0
        if typed.repeat == "weekly":
            rule = 1 << date_of(int(start // DAY)).weekday()
        values |= {"interval": UNITS.get(typed.repeat, 0), "rule": rule, "limit": 0, "exceptions": []}
    if row is None:
        row = world.add(_SITE, "events", **values)
    else:
        row.update(values)
    return redirect(_place_of(row, "saved"))


def _moment(date: str, clock: str) -> float | None:
    """Returns a time as seconds since 1970; None where the date or the time is no such thing."""
    try:
        when = datetime.datetime.strptime(f"{date} {clock}", "%Y-%m-%d %H:%M")
    except ValueError:
        return None
    if not 1970 <= when.year <= 2200:
        return None
    return float(day_of(when.date()) * DAY + when.hour * 3600 + when.minute * 60)
