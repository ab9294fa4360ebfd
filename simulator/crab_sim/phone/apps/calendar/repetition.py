"""The page of the Calendar on which an event's repetition is set in detail.

Page: ``repeat``, above the editor (data: `Draft`; fields ``every``, ``times``).
"""

from __future__ import annotations

from typing import assert_never

from crab_sim.engines.days import DAY, WEEKDAYS, civil, month_length, month_of, short_day, weekday
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.calendar.editor import put_draft
from crab_sim.phone.apps.calendar.messages import Message, RepeatMessage
from crab_sim.phone.apps.calendar.pages import Draft, Editing
from crab_sim.phone.apps.calendar.repeat import (
    LAST_DAY,
    LAST_WEEKDAY,
    NTH_WEEKDAY,
    SAME_DAY,
    UNITS,
    first_day,
    repeat_name,
)
from crab_sim.phone.widgets import pickers
from crab_sim.phone.widgets.basics import app_bar
from crab_sim.phone.widgets.navigation import Chips
from crab_sim.ui import Button, Column, Divider, Field, Label, Row, Scroll, Space, Tile, Toggle, Widget

__all__ = ["end_on", "finish", "update", "view"]

_ID = "com.google.android.calendar:id/"
_MAX_EVERY, _MAX_TIMES = 99, 999


def _month_rules(day: int) -> list[tuple[int, str]]:
    """Returns the rules by which an event can repeat monthly if it begins on a day, with their labels."""
    number, length = civil(day)[2], month_length(month_of(day))
    name = WEEKDAYS[weekday(day)]
    rules = [(SAME_DAY, f"On day {number}")]
    nth = ("first", "second", "third", "fourth", "fifth")[(number - 1) // 7]
    rules.append((NTH_WEEKDAY, f"On the {nth} {name}"))
    if number + 7 > length:
        rules.append((LAST_WEEKDAY, f"On the last {name}"))
    if number == length:
        rules.append((LAST_DAY, "On the last day of the month"))
    return rules


def view(context: Context) -> View[Message]:
    """Returns the page."""
    draft: Draft = context.page.data
    name = repeat_name(draft.row())
    day = first_day(draft.start)
    every = Row(
        [Label("Every"), Field("every", "1", _ID + "interval", flex=1), Label(_unit(name, context.field("every")))],
        14,
        (20, 8),
    )
    units: list[tuple[str, Message, bool]] = [(text, ("unit", value), value == name) for text, value in
             (("Day", "daily"), ("Week", "weekly"), ("Month", "monthly"), ("Year", "yearly"))]  # fmt: skip
    rows: list[Widget[Message]] = [Space(6), every, Chips(units, _ID + "unit", pad=(20, 6))]
    if name == "weekly":
        chips: list[tuple[str, Message, bool]] = [
            (WEEKDAYS[i][:3], ("weekday", i), bool((draft.rule or 1 << weekday(day)) >> i & 1)) for i in range(7)
        ]
        rows += [_heading("Repeats on"), Chips(chips, _ID + "weekday", pad=(20, 6))]
    elif name == "monthly":
        rows.append(_heading("Repeats on"))
        rows += [
            Tile(text, ("rule", rule), leading=Toggle("radio", rule == (draft.rule or SAME_DAY)), role="radio")
            for rule, text in _month_rules(day)
        ]
    until = first_day(draft.limit) if draft.limit > 0 else day + 30
    ends = (("Never", "never", draft.limit == 0), (f"On {short_day(until, True)}", "day", draft.limit > 0),
            ("After a number of times", "times", draft.limit < 0))  # fmt: skip
    rows += [Space(6), Divider(), _heading("Ends")]
    rows += [Tile(text, ("ends", kind), leading=Toggle("radio", on), role="radio") for text, kind, on in ends]
    if draft.limit < 0:
        rows.append(Row([Space(36), Field("times", "Times", _ID + "count", flex=1), Label("times")], 14, (20, 8)))
    bar: Widget[Message] = app_bar("Custom repetition", [Button("Done", ("done",), rid=_ID + "done"), Space(8)])
    return View(Column([bar, Divider(), Scroll("repeat", [*rows, Space(24)])]), pickers.overlay(context))


def _heading(text: str) -> Label[Message]:
    return Label(text, "small", "muted", "bold", pad=(20, 8))


def _unit(name: str, every: str) -> str:
    unit = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}[name]
    return unit + "s" * (_number(every, _MAX_EVERY) != 1)


def _number(text: str, maximum: int) -> int:
    """Parses typed digits into a number from 1 to a maximum."""
    digits = "".join([char for char in text if char in "0123456789"])[:6]
    return max(1, min(maximum, int(digits or "1")))


def _finished(context: Context) -> Draft:
    """Returns the draft with the numbers typed into the page's fields."""
    draft: Draft = context.page.data
    name = repeat_name(draft.row())
    draft = draft._replace(interval=UNITS[name] * _number(context.field("every"), _MAX_EVERY))
    if draft.limit < 0:
        draft = draft._replace(limit=-_number(context.field("times"), _MAX_TIMES))
    return draft


def _toggle_weekday(context: Context, index: int) -> None:
    """Adds a weekday to the series or takes it out; one always stays."""
    draft: Draft = context.page.data
    rule = (draft.rule or 1 << weekday(first_day(draft.start))) ^ 1 << index
    if rule:
        context.set(data=draft._replace(rule=rule))


def _set_end(context: Context, kind: str) -> None:
    """Ends the series never, after a number of times, or on a day, for which it opens a picker."""
    draft: Draft = context.page.data
    if kind == "day":
        day = first_day(draft.limit) if draft.limit > 0 else first_day(draft.start) + 30
        context.set(data=draft._replace(limit=day * DAY + DAY - 1), overlay=pickers.date_overlay("limit", day))
    else:
        limit = -_number(context.field("times"), _MAX_TIMES) if kind == "times" else 0
        context.set(data=draft._replace(limit=limit))


def end_on(context: Context, day: int) -> None:
    """Ends the series on a day that was picked."""
    draft: Draft = context.page.data
    limit = max(day, first_day(draft.start)) * DAY + DAY - 1
    context.set(data=draft._replace(limit=limit), overlay=())


def finish(context: Context) -> None:
    """Takes the repetition over into the editor, and leaves the page."""
    done = _finished(context)
    context.pop()
    editing: Editing = context.page.data
    put_draft(context, editing.draft._replace(interval=done.interval, rule=done.rule, limit=done.limit))


def update(context: Context, message: RepeatMessage) -> None:
    """Handles the page's messages."""
    draft: Draft = context.page.data
    match message:
        case ("unit", name):
            context.set(data=draft._replace(interval=UNITS[name], rule=0))
        case ("weekday", index):
            _toggle_weekday(context, index)
        case ("rule", rule):
            context.set(data=draft._replace(rule=rule))
        case ("ends", kind):
            _set_end(context, kind)
        case ("done",):
            finish(context)
        case _:
            assert_never(message)
