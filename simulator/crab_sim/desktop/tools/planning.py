"""Tools of the desktop's apps that plan a day: Calendar, Clocks, Endeavour; and of its Calculator."""

from __future__ import annotations

from typing import Any

from crab_sim.desktop.apps.calendar.data import EVENTS, EventRow, last_day, search
from crab_sim.desktop.apps.clocks import data as clocks
from crab_sim.desktop.apps.endeavour.data import TASK_LISTS, TASKS, TaskRow
from crab_sim.desktop.tools.box import BOX
from crab_sim.engines.cities import matching
from crab_sim.engines.days import DAY
from crab_sim.machine.tool_values import day_number, day_text, length, minute_of_day, moment_text, time_text
from crab_sim.machine.tools import Hand, need, one_of

__all__ = [
    "alarms_add",
    "alarms_delete",
    "alarms_list",
    "calculate",
    "calendar_add",
    "calendar_change",
    "calendar_delete",
    "calendar_events",
    "calendar_search",
    "cities_add",
    "todos_add",
    "todos_change",
    "todos_complete",
    "todos_list",
]

_CALENDAR, _CLOCKS, _TODOS = BOX.of("calendar"), BOX.of("clocks"), BOX.of("endeavour")
_CALCULATOR = BOX.of("calculator")
_YEAR = 366


# Calendar -----------------------------------------------------------------------------------------------------------


def _event(row: EventRow) -> dict[str, Any]:
    if row.all_day:
        begin, end = day_text(row.start // DAY), day_text(last_day(row))
    else:
        begin, end = moment_text(row.start), moment_text(row.end)
    told = {"place": row.location, "notes": row.notes}
    return {
        "title": row.title, "begins": begin, "ends": end, "all_day": row.all_day,
        **{key: text for key, text in told.items() if text},
    }  # fmt: skip


def _one_event(hand: Hand, title: str, date: str) -> EventRow:
    rows = hand.get(EVENTS)
    if date:
        day = day_number(date)
        there = [row for row in rows if row.start // DAY <= day <= last_day(row)]
        return one_of(f"event on {date}", title, there, lambda row: row.title)
    return one_of("event", title, rows, lambda row: row.title)


@_CALENDAR.reads
def calendar_events(hand: Hand, first: str, last: str = "") -> list[dict[str, Any]]:
    """Returns the events of some days, in order.

    Args:
        hand: The hold on the desktop.
        first: The first day, such as 2026-05-04.
        last: The last day; empty for the first one alone.
    """
    begin = day_number(first)
    end = day_number(last) if last else begin
    need(begin <= end <= begin + _YEAR, "the last day lies before the first one, or more than a year after it")
    hand.begin("calendar", "escape")
    hand.send("show", begin)
    rows = [row for row in hand.get(EVENTS) if row.start // DAY <= end and last_day(row) >= begin]
    return [_event(row) for row in sorted(rows, key=lambda row: (row.start, row.id))]


@_CALENDAR.reads
def calendar_search(hand: Hand, query: str) -> list[dict[str, Any]]:
    """Returns the events whose title, place or notes contain a text, by date.

    Args:
        hand: The hold on the desktop.
        query: The text.
    """
    need(query.strip(), "the query is empty")
    hand.begin("calendar", "escape")
    if not hand.page.data.searching:
        hand.send("search")
    hand.type(search=query)
    return [_event(row) for row in search(hand.get(EVENTS), query)]


def _fill(hand: Hand, date: str, time: str, minutes: int) -> None:
    """Fills the dates and times of the open dialog; a date alone is for whole days."""
    day = day_number(date)
    if hand.page.data == bool(time):
        hand.send("all_day")
    minute = minute_of_day(time) if time else 0
    end = day * 1440 + minute + minutes
    hand.type(start_date=day_text(day), end_date=day_text(end // 1440))
    if time:
        hand.type(start_time=time_text(minute), end_time=time_text(end % 1440))


@_CALENDAR.writes
def calendar_add(
    hand: Hand, title: str, date: str, time: str = "", minutes: int = 60, place: str = "", notes: str = ""
) -> dict[str, Any]:
    """Adds an event to the calendar.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        date: Its day, such as 2026-05-04.
        time: The time at which it begins, such as 09:30; empty for an all-day event.
        minutes: Its length in minutes; without meaning for an all-day event.
        place: Its place.
        notes: Its description.
    """
    need(title.strip(), "the title is empty")
    hand.begin("calendar", "escape")
    hand.send("new")
    hand.type(title=title)
    _fill(hand, date, time, length(minutes) if time else 0)
    texts = {"location": place, "notes": notes}
    hand.type(**{key: text for key, text in texts.items() if text})
    return _event(hand.add(EVENTS, "save"))


@_CALENDAR.writes
def calendar_change(
    hand: Hand,
    title: str,
    date: str = "",
    new_title: str = "",
    new_date: str = "",
    new_time: str = "",
    place: str = "",
    notes: str = "",
) -> dict[str, Any]:
    """Changes an event of the calendar; what is left out stays, and so does its length.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        date: The day on which it is; empty where its title alone says which one.
        new_title: Its new title.
        new_date: Its new day.
        new_time: The new time at which it begins.
        place: Its new place.
        notes: Its new description.
    """
    row = _one_event(hand, title, date)
    need(new_title or new_date or new_time or place or notes, "no change is given; expected one at least")
    need(not new_time or not row.all_day, "an all-day event has no time")
    hand.begin("calendar", "escape")
    hand.send("edit", row.id)
    if new_date or new_time:
        day = day_number(new_date) if new_date else row.start // DAY
        minute = minute_of_day(new_time) if new_time else row.start % DAY // 60
        if row.all_day:
            hand.type(start_date=day_text(day), end_date=day_text(day + last_day(row) - row.start // DAY))
        else:
            _fill(hand, day_text(day), time_text(minute), (row.end - row.start) // 60)
    texts = {"title": new_title, "location": place, "notes": notes}
    hand.type(**{key: text for key, text in texts.items() if text})
    hand.close("save")
    return next(_event(each) for each in hand.get(EVENTS) if each.id == row.id)


@_CALENDAR.writes
def calendar_delete(hand: Hand, title: str, date: str = "") -> str:
    """Deletes an event of the calendar.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        date: The day on which it is; empty where its title alone says which one.
    """
    row = _one_event(hand, title, date)
    hand.begin("calendar", "escape")
    hand.send("peek", row.id)
    hand.send("delete", row.id)
    return f"deleted the event {row.title}"


# Clocks -------------------------------------------------------------------------------------------------------------


def _alarm(row: clocks.Alarm) -> dict[str, Any]:
    return {
        "time": time_text(60 * row.hour + row.minute), "name": row.name,
        "days": clocks.days_text(row.days) or "once", "on": row.enabled,
    }  # fmt: skip


@_CLOCKS.reads
def alarms_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the alarms, by time.

    Args:
        hand: The hold on the desktop.
    """
    hand.begin("clocks", "escape")
    hand.send("face", "alarms")
    return [_alarm(row) for row in hand.get(clocks.ALARMS)]


@_CLOCKS.writes
def alarms_add(hand: Hand, time: str, name: str = "") -> dict[str, Any]:
    """Adds an alarm that rings once.

    Args:
        hand: The hold on the desktop.
        time: When it rings, such as 07:15.
        name: Its name; empty for none.
    """
    hour, minute = divmod(minute_of_day(time), 60)
    hand.begin("clocks", "escape")
    hand.send("face", "alarms")
    hand.send("new_alarm")
    halves = _has_halves(hand)
    if halves and hand.page.data.afternoon != (hour >= 12):
        hand.send("half")
    shown = (hour - 1) % 12 + 1 if halves else hour
    hand.type(hour=f"{shown:02}", minute=f"{minute:02}", title=name)
    hand.send("save_alarm")
    need(hand.page.name == "clocks", "there is already an alarm for this time")
    rows = hand.get(clocks.ALARMS)
    return _alarm(max(rows, key=lambda row: row.id))


def _has_halves(hand: Hand) -> bool:
    """Returns whether the clock shows 12 hours, so that the dialog of an alarm has a button for the half of the day."""
    from crab_sim.desktop.apps.clocks.views import is_24_hour

    return not is_24_hour(hand.context)


@_CLOCKS.writes
def alarms_delete(hand: Hand, name: str, time: str = "") -> str:
    """Deletes an alarm.

    Args:
        hand: The hold on the desktop.
        name: Its name.
        time: Its time, such as 07:15, where several have the name.
    """
    rows = [row for row in hand.get(clocks.ALARMS) if not time or 60 * row.hour + row.minute == minute_of_day(time)]
    row = one_of("alarm", name, rows, lambda row: row.name)
    hand.begin("clocks", "escape")
    hand.send("face", "alarms")
    hand.send("remove_alarm", row.id)
    return f"deleted the alarm {row.name}"


@_CLOCKS.writes
def cities_add(hand: Hand, city: str) -> list[str]:
    """Adds a city to the world clock; returns all cities there.

    Args:
        hand: The hold on the desktop.
        city: Its name.
    """
    found = one_of("city", city, matching(city), lambda one: one.name)
    hand.begin("clocks", "escape")
    hand.send("face", "world")
    if found.name not in hand.get(clocks.CITIES):
        hand.send("add_city")
        hand.type(search=city)
        hand.send("choose_city", found.name)
        hand.send("city_chosen")
    return list(hand.get(clocks.CITIES))


# Endeavour ----------------------------------------------------------------------------------------------------------


def _todo(hand: Hand, row: TaskRow) -> dict[str, Any]:
    told = {"notes": row.notes, "due": day_text(row.due) if row.due else ""}
    lists = {each.id: each.name for each in hand.get(TASK_LISTS)}
    return {
        "title": row.title, "done": row.done, "list": lists.get(row.list, ""),
        **{key: text for key, text in told.items() if text},
    }  # fmt: skip


def _one_todo(hand: Hand, title: str) -> TaskRow:
    return one_of("task", title, hand.get(TASKS), lambda row: row.title)


@_TODOS.reads
def todos_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the tasks of Endeavour.

    Args:
        hand: The hold on the desktop.
    """
    hand.begin("endeavour", "escape")
    hand.send("panel", "all")
    return [_todo(hand, row) for row in hand.get(TASKS)]


@_TODOS.writes
def todos_add(hand: Hand, title: str, to: str = "Inbox") -> dict[str, Any]:
    """Adds a task to Endeavour.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        to: The list.
    """
    need(title.strip(), "the title is empty")
    row = one_of("list", to, hand.get(TASK_LISTS), lambda each: each.name)
    hand.begin("endeavour", "escape")
    hand.send("panel", row.id)
    hand.type(new=title)
    return _todo(hand, hand.add(TASKS, "add"))


@_TODOS.writes
def todos_change(hand: Hand, title: str, new_title: str = "", notes: str = "", due: str = "") -> dict[str, Any]:
    """Changes a task of Endeavour; what is left out stays.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        new_title: Its new title.
        notes: Its new note.
        due: The day on which it is due, such as 2026-05-04.
    """
    row = _one_todo(hand, title)
    need(new_title or notes or due, "no change is given; expected one at least")
    hand.begin("endeavour", "escape")
    hand.send("panel", row.list)
    hand.send("details", row.id)
    texts = {"title": new_title, "notes": notes}
    hand.type(**{key: text for key, text in texts.items() if text})
    if due:
        hand.send("due", day_number(due))
    hand.close("save")
    return next(_todo(hand, each) for each in hand.get(TASKS) if each.id == row.id)


@_TODOS.writes
def todos_complete(hand: Hand, title: str, done: bool = True) -> dict[str, Any]:
    """Marks a task of Endeavour as completed, or no longer.

    Args:
        hand: The hold on the desktop.
        title: Its title.
        done: Whether it is completed.
    """
    row = _one_todo(hand, title)
    hand.begin("endeavour", "escape")
    hand.send("panel", row.list)
    if row.done != done:
        hand.send("check", row.id)
    return next(_todo(hand, each) for each in hand.get(TASKS) if each.id == row.id)


# Calculator ---------------------------------------------------------------------------------------------------------


@_CALCULATOR.reads
def calculate(hand: Hand, formula: str) -> str:
    """Works out a formula with the calculator.

    Args:
        hand: The hold on the desktop.
        formula: The formula, such as 2*(3+4).
    """
    need(formula.strip() and "\n" not in formula and "=" not in formula, "expected one formula without '='")
    hand.begin("calculator", "escape")
    hand.press("escape")
    app = hand.machine.apps["calculator"]
    app.text(hand.context, f"{formula}\n")
    sheet = hand.page.data
    need(not sheet.error, f"the calculator says: {sheet.error}")
    return str(sheet.entry)
