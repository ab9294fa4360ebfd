"""Tools of the apps that plan a day: Calendar, Clock, Tasks."""

from __future__ import annotations

from typing import Any, Literal

from crab_sim.engines.cities import matching
from crab_sim.engines.days import DAY
from crab_sim.machine.machine import ActionRefused
from crab_sim.machine.tool_values import END_DAY, day_number, day_text, length, minute_of_day, moment_text, time_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.calendar.data import EVENTS, EventRow, Occurrence, occurrences, repeat_name
from crab_sim.phone.apps.clock.data import ALARMS, CITIES, TIMERS, AlarmRow, days_text, left
from crab_sim.phone.apps.tasks.data import PRIORITIES, TODOS, TodoRow, has_time
from crab_sim.phone.tools.box import BOX

__all__ = [
    "alarms_add",
    "alarms_change",
    "alarms_delete",
    "alarms_list",
    "calendar_add",
    "calendar_change",
    "calendar_delete",
    "calendar_events",
    "calendar_search",
    "cities_add",
    "tasks_add",
    "tasks_complete",
    "tasks_delete",
    "tasks_list",
    "timers_list",
    "timers_start",
]

_CALENDAR, _CLOCK, _TASKS = BOX.of("calendar"), BOX.of("clock"), BOX.of("tasks")
_YEAR = 366


# Calendar -----------------------------------------------------------------------------------------------------------


def _event(one: Occurrence) -> dict[str, Any]:
    row = one.row
    told = {"place": row.location, "notes": row.notes, "repeats": repeat_name(row)}
    if row.all_day:
        begin, end = day_text(one.start // DAY), day_text(one.end // DAY - 1)
    else:
        begin, end = moment_text(one.start), moment_text(one.end)
    return {
        "title": row.title, "begins": begin, "ends": end, "all_day": row.all_day,
        **{key: text for key, text in told.items() if text},
    }  # fmt: skip


def _occurrence(hand: Hand, title: str, date: str) -> Occurrence:
    """Returns an event by its title; on a day, or the next one, or else the last one."""
    rows = hand.get(EVENTS)
    today = int(hand.machine.now // DAY)
    if date:
        first = day_number(date)
        there = occurrences(rows, first * DAY, (first + 1) * DAY)
        return one_of(f"event on {date}", title, there, lambda one: one.row.title)
    found = _next(one_of("event", title, rows, lambda row: row.title), today)
    if found is None:
        raise ActionRefused(f"no day is left of the event {title[:60]!r}")
    return found


def _next(row: EventRow, today: int) -> Occurrence | None:
    """Returns the next occurrence of an event, or else its last one; None if all of them were deleted."""
    for end in (today + 2 * _YEAR, END_DAY + _YEAR):  # a long series is seldom looked through
        if coming := occurrences((row,), today * DAY, end * DAY):
            return coming[0]
    past = occurrences((row,), 0, today * DAY)
    return past[-1] if past else None


@_CALENDAR.reads
def calendar_events(hand: Hand, first: str, last: str = "") -> list[dict[str, Any]]:
    """Returns the events of some days, in order.

    Args:
        hand: The hold on the phone.
        first: The first day, such as 2026-05-04.
        last: The last day; empty for the first one alone.
    """
    begin = day_number(first)
    end = day_number(last) if last else begin
    need(begin <= end <= begin + _YEAR, "the last day lies before the first one, or more than a year after it")
    hand.begin("calendar")
    hand.send("day", begin)
    return [_event(one) for one in occurrences(hand.get(EVENTS), begin * DAY, (end + 1) * DAY)]


@_CALENDAR.reads
def calendar_search(hand: Hand, query: str) -> list[dict[str, Any]]:
    """Returns the events whose title, place or notes contain a text; of a series the next one, or else the last one.

    Args:
        hand: The hold on the phone.
        query: The text.
    """
    need(query.strip(), "the query is empty")
    hand.begin("calendar")
    hand.send("search")
    hand.type(search=query)
    wanted = query.strip().casefold()
    rows = [row for row in hand.get(EVENTS) if wanted in f"{row.title}\n{row.location}\n{row.notes}".casefold()]
    found = [one for row in rows if (one := _next(row, int(hand.machine.now // DAY))) is not None]
    return [_event(one) for one in sorted(found, key=lambda one: (one.start, one.row.id))]


def _times(hand: Hand, date: str, time: str, minutes: int) -> None:
    """Sets the times in the open editor: a day alone for an all-day event."""
    day = day_number(date)
    all_day = hand.page.data.draft.all_day
    if all_day == bool(time):
        hand.send("all_day")
    hand.send("picked", "start_day", day)
    if time:
        minute = minute_of_day(time)
        end = day * 1440 + minute + length(minutes)
        hand.send("picked", "start_time", minute)
        hand.send("picked", "end_day", end // 1440)
        hand.send("picked", "end_time", end % 1440)
    else:
        hand.send("picked", "end_day", day)


@_CALENDAR.writes
def calendar_add(
    hand: Hand, title: str, date: str, time: str = "", minutes: int = 60, place: str = "", notes: str = ""
) -> dict[str, Any]:
    """Adds an event to the calendar.

    Args:
        hand: The hold on the phone.
        title: Its title.
        date: Its day, such as 2026-05-04.
        time: The time at which it begins, such as 09:30; empty for an all-day event.
        minutes: Its length in minutes; without meaning for an all-day event.
        place: Its place.
        notes: Its description.
    """
    need(title.strip(), "the title is empty")
    hand.begin("calendar")
    hand.send("create")
    hand.type(title=title)
    _times(hand, date, time, minutes)
    texts = {"location": place, "notes": notes}
    hand.type(**{key: text for key, text in texts.items() if text})
    row = hand.add(EVENTS, "save")
    return _event(Occurrence(row, row.start, row.end))


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
    scope: Literal["one", "next", "all"] = "one",
) -> str:
    """Changes an event of the calendar; what is left out stays.

    Args:
        hand: The hold on the phone.
        title: Its title.
        date: The day on which it is; empty for the next one of this title.
        new_title: Its new title.
        new_date: Its new day; its length stays.
        new_time: The new time at which it begins.
        place: Its new place.
        notes: Its new description.
        scope: Of a series, this event, this one and the following ones, or all.
    """
    one = _occurrence(hand, title, date)
    need(new_title or new_date or new_time or place or notes, "no change is given; expected one at least")
    need(not new_time or not one.row.all_day, "an all-day event has no time")
    hand.begin("calendar")
    hand.send("show", one.row.id, one.start)
    hand.send("edit", one.row.id, one.start)
    if new_date:
        hand.send("picked", "start_day", day_number(new_date))
    if new_time:
        hand.send("picked", "start_time", minute_of_day(new_time))
    texts = {"title": new_title, "location": place, "notes": notes}
    hand.type(**{key: text for key, text in texts.items() if text})
    if repeat_name(one.row):
        hand.send("save")
        hand.send("scope", scope)
        hand.close("save", scope)
    else:
        hand.close("save")
    return f"changed the event {one.row.title}"


@_CALENDAR.writes
def calendar_delete(hand: Hand, title: str, date: str = "", scope: Literal["one", "next", "all"] = "one") -> str:
    """Deletes an event of the calendar.

    Args:
        hand: The hold on the phone.
        title: Its title.
        date: The day on which it is; empty for the next one of this title.
        scope: Of a series, this event, this one and the following ones, or all.
    """
    one = _occurrence(hand, title, date)
    hand.begin("calendar")
    hand.send("show", one.row.id, one.start)
    hand.send("ask", one.row.id, one.start)
    if repeat_name(one.row):
        hand.send("scope", scope)
        hand.send("delete", scope)
    else:
        hand.send("delete", "all")
    return f"deleted the event {one.row.title}"


# Clock --------------------------------------------------------------------------------------------------------------


def _alarm(row: AlarmRow) -> dict[str, Any]:
    return {
        "time": time_text(60 * row.hour + row.minute), "label": row.label,
        "days": days_text(row.days) if row.days else "once", "on": row.enabled,
    }  # fmt: skip


def _one_alarm(hand: Hand, alarm: str) -> AlarmRow:
    """Returns an alarm by its label or its time."""
    rows = hand.get(ALARMS)
    labelled = [row for row in rows if row.label and row.label.casefold() == alarm.strip().casefold()]
    if labelled:
        return one_of("alarm", alarm, labelled, lambda row: row.label)
    return one_of("alarm", alarm, rows, lambda row: time_text(60 * row.hour + row.minute))


@_CLOCK.reads
def alarms_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the alarms, by time.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("clock")
    hand.send("tab", "alarm")
    return [_alarm(row) for row in hand.get(ALARMS)]


@_CLOCK.writes
def alarms_add(hand: Hand, time: str, label: str = "") -> dict[str, Any]:
    """Adds an alarm that rings once.

    Args:
        hand: The hold on the phone.
        time: When it rings, such as 07:15.
        label: Its label; empty for none.
    """
    minute = minute_of_day(time)
    hand.begin("clock")
    hand.send("tab", "alarm")
    hand.send("add_alarm")
    hand.send("picked", "new", minute)
    new = hand.page.data.opened
    if label:
        hand.send("label", new)
        hand.type(label=label)
        hand.send("labelled")
    return next(_alarm(row) for row in hand.get(ALARMS) if row.id == new)


@_CLOCK.writes
def alarms_change(hand: Hand, alarm: str, time: str = "", on: bool = True) -> dict[str, Any]:
    """Changes the time of an alarm, or turns it on or off.

    Args:
        hand: The hold on the phone.
        alarm: Its label, or its time such as 07:15.
        time: Its new time; empty for the one that it has. An alarm that gets a new time is on.
        on: Whether it is on.
    """
    row = _one_alarm(hand, alarm)
    hand.begin("clock")
    hand.send("tab", "alarm")
    if time:
        hand.send("retime", row.id)
        hand.send("picked", str(row.id), minute_of_day(time))
    if next(each for each in hand.get(ALARMS) if each.id == row.id).enabled != on:
        hand.send("switch", row.id)
    return next(_alarm(each) for each in hand.get(ALARMS) if each.id == row.id)


@_CLOCK.writes
def alarms_delete(hand: Hand, alarm: str) -> str:
    """Deletes an alarm.

    Args:
        hand: The hold on the phone.
        alarm: Its label, or its time such as 07:15.
    """
    row = _one_alarm(hand, alarm)
    hand.begin("clock")
    hand.send("tab", "alarm")
    hand.send("delete", row.id)
    return f"deleted the alarm at {time_text(60 * row.hour + row.minute)}"


@_CLOCK.reads
def timers_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the timers, each with the seconds that it has left.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("clock")
    hand.send("tab", "timer")
    now = hand.machine.now
    return [{"seconds": row.length, "left": round(left(row, now)), "runs": bool(row.ends)} for row in hand.get(TIMERS)]


@_CLOCK.writes
def timers_start(hand: Hand, seconds: int) -> str:
    """Starts a timer.

    Args:
        hand: The hold on the phone.
        seconds: Its length in seconds.
    """
    need(0 < seconds < 100 * 3600, f"the length is {seconds} seconds; expected 1 to 359999")
    hand.begin("clock")
    hand.send("tab", "timer")
    if hand.get(TIMERS):
        hand.send("add_timer")
    for digit in f"{seconds // 3600}{seconds // 60 % 60:02}{seconds % 60:02}":
        hand.send("digit", digit)
    hand.send("start_timer")
    return f"a timer of {seconds} seconds runs"


@_CLOCK.writes
def cities_add(hand: Hand, city: str) -> list[str]:
    """Adds a city to the world clock; returns all cities there.

    Args:
        hand: The hold on the phone.
        city: Its name.
    """
    found = one_of("city", city, matching(city), lambda one: one.name)
    hand.begin("clock")
    hand.send("tab", "clock")
    hand.send("cities")
    hand.send("add_city", found.name)
    return list(hand.get(CITIES))


# Tasks --------------------------------------------------------------------------------------------------------------


def _todo(row: TodoRow) -> dict[str, Any]:
    due = ""
    if row.due:
        due = moment_text(row.due / 1000) if has_time(row.due) else day_text(row.due // (DAY * 1000))
    told = {"notes": row.notes, "due": due}
    return {
        "title": row.title, "done": row.done, **{key: text for key, text in told.items() if text},
        "priority": PRIORITIES[row.importance],
    }  # fmt: skip


def _one_todo(hand: Hand, title: str) -> TodoRow:
    return one_of("task", title, hand.get(TODOS), lambda row: row.title)


@_TASKS.reads
def tasks_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the to-dos of the Tasks app.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("tasks")
    return [_todo(row) for row in hand.get(TODOS)]


@_TASKS.writes
def tasks_add(
    hand: Hand,
    title: str,
    notes: str = "",
    due: str = "",
    priority: Literal["High", "Medium", "Low", "None"] = "None",
) -> dict[str, Any]:
    """Adds a to-do to the Tasks app.

    Args:
        hand: The hold on the phone.
        title: Its title.
        notes: Its notes.
        due: The day on which it is due, such as 2026-05-04; empty for none.
        priority: Its priority.
    """
    need(title.strip(), "the title is empty")
    hand.begin("tasks")
    hand.send("create")
    hand.type(title=title)
    if notes:
        hand.type(notes=notes)
    if due:
        hand.send("picked", "day", day_number(due))
    if priority != "None":
        hand.send("importance", PRIORITIES.index(priority))
    return _todo(hand.add(TODOS, "save"))


@_TASKS.writes
def tasks_complete(hand: Hand, title: str, done: bool = True) -> dict[str, Any]:
    """Ticks off a to-do of the Tasks app, or no longer.

    Args:
        hand: The hold on the phone.
        title: Its title.
        done: Whether it is done.
    """
    row = _one_todo(hand, title)
    hand.begin("tasks")
    if row.done != done:
        hand.send("toggle", row.id)
    return next(_todo(each) for each in hand.get(TODOS) if each.id == row.id)


@_TASKS.writes
def tasks_delete(hand: Hand, title: str) -> str:
    """Deletes a to-do of the Tasks app.

    Args:
        hand: The hold on the phone.
        title: Its title.
    """
    row = _one_todo(hand, title)
    hand.begin("tasks")
    hand.send("change", row.id)
    hand.send("ask")
    hand.send("delete")
    return f"deleted the task {row.title}"
