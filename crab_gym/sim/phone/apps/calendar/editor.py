"""The calendar's editor, and the page on which an event's repetition is set in detail.

Pages: ``editor`` (arg: id of the event and start of the occurrence, or None for a new one; data: `Draft` and the
draft at first), ``repeat`` above it (data: `Draft`; fields ``every``, ``times``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from crab_gym.sim.machine.app import Context, View
from crab_gym.sim.phone.apps.calendar import data
from crab_gym.sim.phone.apps.calendar.data import COLORS, EVENTS, REMINDED, EventRow, Rows, argb, event_color
from crab_gym.sim.phone.apps.calendar.repeat import (
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH,
    NTH_WEEKDAY,
    SAME_DAY,
    WEEK,
    YEAR,
    first_day,
    last_day,
    repeat_step,
    repeat_text,
)
from crab_gym.sim.phone.apps.calendar.widgets import choice, icon_row
from crab_gym.sim.phone.days import DAY, WEEKDAYS, civil, month_length, month_of, short_day, weekday
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.times import clock, is_24_hour
from crab_gym.sim.phone.widgets import pickers
from crab_gym.sim.phone.widgets.basics import app_bar, confirm
from crab_gym.sim.phone.widgets.navigation import Chips
from crab_gym.sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    IconButton,
    Label,
    Page,
    Row,
    Scroll,
    Space,
    Tile,
    Toggle,
    Widget,
)

__all__ = ["Draft", "edit_page", "fresh", "scope_dialog", "update", "view_editor", "view_repeat"]

_ID = "com.google.android.calendar:id/"
_UNITS = {"daily": DAY, "weekly": WEEK, "monthly": MONTH, "yearly": YEAR}
_MAX_EVERY, _MAX_TIMES = 99, 999
REMINDERS = (0, 5, 10, 15, 30, 60, 120, 1440)


class Draft(NamedTuple):
    """An event's attributes that aren't texts, as far as they have been edited."""

    start: int
    end: int
    all_day: bool = False
    interval: int = 0
    rule: int = 0
    limit: int = 0
    reminders: tuple[int, int, int] = (-1, -1, -1)
    color: int = 0

    def row(self) -> EventRow:
        """Returns an event like it."""
        return EventRow(
            0, "", self.start, self.end, "", "", self.all_day, self.interval, self.rule, self.limit, self.reminders,
            color=self.color,
        )  # fmt: skip


def fresh(now: float, day: int | None = None, hour: int | None = None) -> Draft:
    """Returns a new event of an hour's length: on a day at the next full hour, or at an hour."""
    if day is None:
        day = int(now // DAY)
    if hour is None:
        hour = min(23, int(now % DAY) // 3600 + 1)
    start = day * DAY + hour * 3600
    return Draft(start, start + 3600, reminders=(30, -1, -1))


def edit_page(row: EventRow | None, draft: Draft, start: int = 0, copy: bool = False) -> Page:
    """Returns the editor: for an occurrence of an event, for a copy of it, or for a new one."""
    fields = {"title": "", "location": "", "notes": ""}
    if row is not None:
        fields = {"title": row.title, "location": row.location, "notes": row.notes}
    arg = None if row is None or copy else (row.id, start)
    end = len(fields["title"])
    before = (draft, *fields.values())
    return Page("editor", arg, fields, focus="title", selection=(end, end), data=(draft, before))


def of_row(row: EventRow, start: int) -> Draft:
    """Returns an occurrence of an event as a draft."""
    return Draft(
        start, start + max(0, row.end - row.start), row.all_day, row.repeat_interval, row.repeat_rule,
        row.repeat_limit, row.reminders, row.color,
    )  # fmt: skip


# Views --------------------------------------------------------------------------------------------------------------


def reminder_text(minutes: int) -> str:
    """Returns when a reminder is given.

    >>> reminder_text(0), reminder_text(90), reminder_text(120), reminder_text(2880)
    ('At start of event', '90 minutes before', '2 hours before', '2 days before')
    """
    for name, unit in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes and minutes % unit == 0:
            return f"{minutes // unit} {name}{'s' * (minutes != unit)} before"
    return "At start of event"


def _when(which: str, seconds: int, last: int, all_day: bool, full: bool) -> Row:
    """Returns the row with the date and time of the start or the end."""
    name = which.title()
    date = choice(short_day(last, True), ("pick_day", which), f"{name} date", f"{_ID}{which}_date")
    row: list[Widget] = [Space(38), date, Space(flex=1)]
    if not all_day:
        row.append(choice(clock(seconds, full), ("pick_time", which), f"{name} time", f"{_ID}{which}_time"))
    return Row(row, pad=(20, 0), height=48)


def view_editor(context: Context) -> View:
    """Shows the editor."""
    page = context.page
    draft: Draft = page.data[0]
    full = is_24_hour(context.get(SETTINGS))
    all_day = Tile(
        "All-day", ("all_day",), leading=Icon("clock", "muted", 22), trailing=Toggle("switch", draft.all_day),
        rid=_ID + "all_day_switch", role="switch",
    )  # fmt: skip
    rows: list[Widget] = [
        Space(10),
        Row([Field("title", "Add title", _ID + "title", flex=1)], pad=(16, 4)),
        Space(4),
        _Shifted(all_day),
        _when("start", draft.start, first_day(draft.start), draft.all_day, full),
        _when("end", draft.end, last_day(draft.start, draft.end) if draft.all_day else first_day(draft.end),
              draft.all_day, full),
        icon_row("repeat", choice(repeat_text(draft.row()), ("menu", "repeat"), "Repetition", _ID + "repeat")),
        Divider(),
        icon_row("location", Field("location", "Add location", _ID + "location")),
        Divider(),
    ]  # fmt: skip
    for i, minutes in enumerate([minutes for minutes in draft.reminders if minutes >= 0]):
        text = Label(reminder_text(minutes), flex=1)
        close = IconButton("close", f"Remove notification {reminder_text(minutes)}", ("unremind", i), size=40)
        rows.append(icon_row("notifications", Row([text, close])))
    if -1 in draft.reminders:
        rows.append(icon_row("add", choice("Add notification", ("menu", "reminder"), "", _ID + "add_notification")))
    name = next((name for name, color in COLORS.items() if color == event_color(draft.row())), "Own colour")
    rows += [
        Divider(),
        icon_row("palette", choice(f"{name} colour", ("menu", "color"), "Colour", _ID + "color")),
        Divider(),
        icon_row("list", Field("notes", "Add description", _ID + "description", multiline=True, lines=3)),
        Space(24),
    ]
    save = Button("Save", ("save",), rid=_ID + "save")
    bar = app_bar("" if page.arg is None else "Edit event", [save, Space(8)], close=True)
    return View(Column([bar, Scroll("editor", rows)]), pickers.overlay(context) or _overlay(context, draft))


class _Shifted(Widget):
    """A tile whose icon is level with those of the other rows."""

    __slots__ = ("child",)

    def __init__(self, child: Tile) -> None:
        self.flex, self.child = 0, child

    def height(self, theme: Any, w: int) -> int:
        """Returns the tile's height."""
        return 52

    def place(self, scene: Any, x: int, y: int, w: int, h: int) -> None:
        """Places the tile."""
        self.child.place(scene, x + 4, y, w - 4, h)


def _radio(options: list[tuple[str, tuple[Any, ...], bool]], lead: list[Widget] | None = None) -> Widget:
    tiles: list[Widget] = []
    for i, (text, message, on) in enumerate(options):
        leading = lead[i] if lead is not None else Toggle("radio", on)
        trailing = Icon("check", "accent", 20) if lead is not None and on else None
        tiles.append(Tile(text, message, leading=leading, trailing=trailing, rid="android:id/text1", role="radio"))
    return Scroll("options", tiles)


class _Dot(Widget):
    """A disc in an event's colour."""

    __slots__ = ("color",)

    def __init__(self, color: tuple[int, int, int]) -> None:
        self.flex, self.color = 0, color

    def width(self, theme: Any) -> int:
        """Returns the disc's diameter."""
        return 24

    def place(self, scene: Any, x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        scene.round(x, y + (h - 24) // 2, 24, 24, self.color, 12)


def scope_dialog(title: str, chosen: str, action: str, event: str) -> Dialog:
    """Returns the question whether one event of a series is meant, or it and those after it, or all of them."""
    options = [
        (text, ("scope", scope), scope == chosen)
        for scope, text in (("one", "This event"), ("next", "This and following events"), ("all", "All events"))
    ]
    cancel = Button("Cancel", ("dismiss",), "text", rid="android:id/button2")
    return Dialog(title, _radio(options), [cancel, Button(action, (event, chosen), "text", rid="android:id/button1")])


_SIMPLE = (("Does not repeat", ""), ("Every day", "daily"), ("Every week", "weekly"), ("Every month", "monthly"),
           ("Every year", "yearly"))  # fmt: skip


def _overlay(context: Context, draft: Draft) -> Widget | None:
    cancel = [Button("Cancel", ("dismiss",), "text", rid="android:id/button2")]
    match context.page.overlay:
        case ("repeat",):
            simple = not draft.limit and _is_plain(draft)
            name, step = repeat_step(draft.row())
            options = [(text, ("repeat", value), simple and value == name) for text, value in _SIMPLE]
            return Dialog("Repetition", _radio([*options, ("Custom…", ("custom",), bool(step) and not simple)]), cancel)
        case ("reminder",):
            left = [minutes for minutes in REMINDERS if minutes not in draft.reminders]
            reminders = [(reminder_text(minutes), ("remind", minutes), False) for minutes in left]
            return Dialog("Add notification", _radio(reminders), cancel)
        case ("color",):
            color = event_color(draft.row())
            options = [(name, ("color", name), value == color) for name, value in COLORS.items()]
            return Dialog("Colour", _radio(options, [_Dot(value) for value in COLORS.values()]), cancel)
        case ("scope", str(chosen)):
            return scope_dialog("Edit repeating event", chosen, "OK", "save")
        case ("discard",):
            return confirm("Discard your changes?", "What you have entered will be lost.", "Discard", ("discard",))
    return None


def _is_plain(draft: Draft) -> bool:
    """Returns whether a repetition is one that the short list offers."""
    name, step = repeat_step(draft.row())
    plain = {"weekly": (0, 1 << weekday(first_day(draft.start))), "monthly": (0, SAME_DAY), "yearly": (0, SAME_DAY)}
    return step <= 1 and draft.rule in plain.get(name, (0,))


def _month_rules(day: int) -> list[tuple[int, str]]:
    """Returns the rules by which an event that begins on a day can repeat monthly."""
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


def view_repeat(context: Context) -> View:
    """Shows the page on which a repetition is set in detail."""
    draft: Draft = context.page.data
    name, _ = repeat_step(draft.row())
    day = first_day(draft.start)
    every = Row(
        [Label("Every"), Field("every", "1", _ID + "interval", flex=1), Label(_unit(name, context.field("every")))],
        14,
        (20, 8),
    )
    units = [(text, ("unit", value), value == name) for text, value in
             (("Day", "daily"), ("Week", "weekly"), ("Month", "monthly"), ("Year", "yearly"))]  # fmt: skip
    rows: list[Widget] = [Space(6), every, Chips(units, _ID + "unit", pad=(20, 6))]
    if name == "weekly":
        chips = [(WEEKDAYS[i][:3], ("weekday", i), bool((draft.rule or 1 << weekday(day)) >> i & 1)) for i in range(7)]
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
    bar = app_bar("Custom repetition", [Button("Done", ("done",), rid=_ID + "done"), Space(8)])
    return View(Column([bar, Divider(), Scroll("repeat", [*rows, Space(24)])]), pickers.overlay(context))


def _heading(text: str) -> Label:
    return Label(text, "small", "muted", "bold", pad=(20, 8))


def _unit(name: str, every: str) -> str:
    unit = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}[name]
    return unit + "s" * (_number(every, _MAX_EVERY) != 1)


# Events -------------------------------------------------------------------------------------------------------------


def _put(context: Context, **changes: Any) -> None:
    """Changes the editor's draft."""
    draft, before = context.page.data
    context.set(data=(draft._replace(**changes), before), overlay=())


def _picked(context: Context, key: str, value: int) -> None:
    draft: Draft = context.page.data[0]
    which, _, part = key.partition("_")
    old = getattr(draft, which)
    if draft.all_day:
        new = value * DAY + (DAY if which == "end" else 0)
    elif part == "day":
        new = value * DAY + old % DAY
    else:
        new = old // DAY * DAY + value * 60
    length = draft.end - draft.start
    if which == "start":
        _put(context, start=new, end=new + length)
    elif new >= draft.start + (DAY if draft.all_day else 0):
        _put(context, end=new)
    else:  # the end never lies before the start: the whole event moves
        _put(context, start=new - length, end=new)


def _switch_all_day(context: Context) -> None:
    draft: Draft = context.page.data[0]
    first, last = first_day(draft.start), last_day(draft.start, draft.end)
    if draft.all_day:
        start = first * DAY + 9 * 3600
        _put(context, all_day=False, start=start, end=last * DAY + 10 * 3600)
    else:
        _put(context, all_day=True, start=first * DAY, end=(last + 1) * DAY)


def _fitted(draft: Draft) -> int:
    """Returns the rule such that a series by weeks has the weekday on which it begins."""
    if repeat_step(draft.row())[0] != "weekly":
        return draft.rule
    bit = 1 << weekday(first_day(draft.start))
    alone = draft.rule & (draft.rule - 1) == 0
    return bit if alone else draft.rule | bit


def _save(context: Context, scope: str) -> None:
    page, rows = context.page, context.get(EVENTS)
    draft: Draft = page.data[0]
    texts = {key: page.fields.get(key, "").strip() for key in ("title", "location", "notes")}
    values: dict[str, Any] = {
        **texts, "start": draft.start, "end": draft.end, "all_day": draft.all_day, "repeat_interval": draft.interval,
        "repeat_rule": _fitted(draft), "repeat_limit": draft.limit, "reminders": draft.reminders, "color": draft.color,
        "last_updated": int(context.now),
    }  # fmt: skip
    row = data.get(rows, page.arg[0]) if page.arg is not None else None
    if row is None:
        rows = data.add(rows, **values)[0]
    elif not repeat_step(row)[0]:
        rows = data.update_row(rows, row.id, **values)
    elif scope == "":
        context.set(overlay=("scope", "one"))
        return
    else:
        rows = _save_scope(rows, row, page.arg[1], values, scope)
    context.put(EVENTS, rows)
    context.put(REMINDED, context.now)  # what is past now isn't reminded of any more
    context.set(overlay=())
    context.pop()
    _show_day(context, first_day(draft.start))


def _save_scope(rows: Rows, row: EventRow, start: int, values: dict[str, Any], scope: str) -> Rows:
    """Changes one event of a series, it and those after it, or all of them."""
    if scope == "all":
        begin = row.start + values["start"] - start
        end = begin + values["end"] - values["start"]
        return data.update_row(rows, row.id, **{**values, "start": begin, "end": end})
    if scope == "one":
        alone = {**values, "repeat_interval": 0, "repeat_rule": 0, "repeat_limit": 0, "parent_id": row.id}
        return data.add(data.skip(rows, row.id, start), **alone)[0]
    if values["repeat_limit"] < 0:
        past = data.occurrences((row._replace(exceptions=()),), row.start, start)
        values = {**values, "repeat_limit": min(-1, values["repeat_limit"] + len(past))}
    return data.add(data.cut(rows, row.id, start), **values)[0]


def _show_day(context: Context, day: int) -> None:
    """Lets the calendar below show the day on which an event was saved; the event's old page goes."""
    if context.page.name == "event":
        context.pop()
    page = context.page
    if page.name == "main":
        context.set(data=(page.data[0] if page.data else "month", day, month_of(day)))


def _back(context: Context) -> None:
    page = context.page
    now = (page.data[0], *[page.fields.get(key, "") for key in ("title", "location", "notes")])
    if now != page.data[1] and page.overlay != ("discard",):
        context.set(overlay=("discard",))
    else:
        context.pop()


def _number(text: str, most: int) -> int:
    """Returns the number that a text says, 1 at least."""
    digits = "".join([char for char in text if char in "0123456789"])[:6]
    return max(1, min(most, int(digits or "1")))


def _finish(context: Context) -> Draft:
    """Returns the page's draft with the numbers that are typed into its fields."""
    draft: Draft = context.page.data
    name, _ = repeat_step(draft.row())
    draft = draft._replace(interval=_UNITS[name] * _number(context.field("every"), _MAX_EVERY))
    if draft.limit < 0:
        draft = draft._replace(limit=-_number(context.field("times"), _MAX_TIMES))
    return draft


def _update_repeat(context: Context, name: str, *args: Any) -> None:
    """Handles the events of the page on which a repetition is set in detail."""
    draft: Draft = context.page.data
    match name:
        case "unit":
            context.set(data=draft._replace(interval=_UNITS[args[0]], rule=0))
        case "weekday":
            bit = 1 << args[0]
            rule = (draft.rule or 1 << weekday(first_day(draft.start))) ^ bit
            if rule:
                context.set(data=draft._replace(rule=rule))
        case "rule":
            context.set(data=draft._replace(rule=args[0]))
        case "ends" if args[0] == "day":
            day = first_day(draft.limit) if draft.limit > 0 else first_day(draft.start) + 30
            context.set(data=draft._replace(limit=day * DAY + DAY - 1), overlay=pickers.date_overlay("limit", day))
        case "ends":
            limit = -_number(context.field("times"), _MAX_TIMES) if args[0] == "times" else 0
            context.set(data=draft._replace(limit=limit))
        case "picked":
            limit = max(args[1], first_day(draft.start)) * DAY + DAY - 1
            context.set(data=draft._replace(limit=limit), overlay=())
        case "done" | "submit":
            done = _finish(context)
            context.pop()
            _put(context, interval=done.interval, rule=done.rule, limit=done.limit)


def _custom(context: Context) -> None:
    draft: Draft = context.page.data[0]
    name, step = repeat_step(draft.row())
    if not name:
        draft, step = draft._replace(interval=WEEK, rule=0, limit=0), 1
    context.set(overlay=())
    times = str(-draft.limit) if draft.limit < 0 else "10"
    context.push(Page("repeat", None, {"every": str(step), "times": times}, data=draft))


def _open_menu(context: Context, name: str) -> None:
    context.set(overlay=(name,), scroll={key: at for key, at in context.page.scroll.items() if key != "options"})


def update(context: Context, name: str, *args: Any) -> None:  # noqa: C901 - one case an event
    """Handles the events of the editor and of the page above it."""
    if context.page.name == "repeat":
        _update_repeat(context, name, *args)
        return
    draft: Draft = context.page.data[0]
    match name:
        case "back":
            _back(context)
        case "discard":
            context.set(overlay=())
            context.pop()
        case "save":
            _save(context, *(args or ("",)))
        case "scope":
            context.set(overlay=("scope", args[0]))
        case "all_day":
            _switch_all_day(context)
        case "pick_day":
            last = last_day(draft.start, draft.end) if draft.all_day else first_day(draft.end)
            day = first_day(draft.start) if args[0] == "start" else last
            context.set(overlay=pickers.date_overlay(f"{args[0]}_day", day))
        case "pick_time":
            minute = getattr(draft, args[0]) % DAY // 60
            context.set(overlay=pickers.time_overlay(f"{args[0]}_time", minute))
        case "picked":
            _picked(context, *args)
        case "menu":
            _open_menu(context, args[0])
        case "repeat":
            rule = {"weekly": 1 << weekday(first_day(draft.start)), "monthly": SAME_DAY, "yearly": SAME_DAY}
            _put(context, interval=_UNITS.get(args[0], 0), rule=rule.get(args[0], 0), limit=0)
        case "custom":
            _custom(context)
        case "remind":
            set_ = sorted([*[minutes for minutes in draft.reminders if minutes >= 0], args[0]])
            _put(context, reminders=tuple([*set_, -1, -1, -1][:3]))
        case "unremind":
            kept = [minutes for minutes in draft.reminders if minutes >= 0]
            del kept[args[0]]
            _put(context, reminders=tuple([*kept, -1, -1, -1][:3]))
        case "color":
            _put(context, color=0 if args[0] == "Default" else argb(COLORS[args[0]]))
        case "submit":
            following = {"title": "location", "location": "notes"}.get(args[0], "")
            context.set(focus=following, selection=(len(context.field(following)),) * 2)
