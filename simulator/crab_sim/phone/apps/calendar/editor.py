"""The editor of the Calendar's events.

Page: ``editor`` (arg: `EventRef`, None for a new event; data: `Editing`; fields ``title``, ``location``, ``notes``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.engines.days import DAY, month_of, short_day, weekday
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.calendar import data
from crab_sim.phone.apps.calendar.data import COLORS, EVENTS, REMINDED, EventRow, Rows, argb, event_color
from crab_sim.phone.apps.calendar.messages import EditorMessage, Message
from crab_sim.phone.apps.calendar.pages import Draft, Editing, EventRef, Overlay, Shown
from crab_sim.phone.apps.calendar.repeat import (
    SAME_DAY,
    UNITS,
    WEEK,
    first_day,
    last_day,
    repeat_name,
    repeat_step,
    repeat_text,
)
from crab_sim.phone.apps.calendar.widgets import choice, icon_row
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.phone.widgets import pickers
from crab_sim.phone.widgets.basics import app_bar, confirm
from crab_sim.ui.theme import Color

__all__ = [
    "edit_page", "enter", "leave", "picked", "put_draft", "reminder_text", "scope_dialog", "update", "view",
]  # fmt: skip

_ID = "com.google.android.calendar:id/"
_REMINDERS = (0, 5, 10, 15, 30, 60, 120, 1440)  # minutes before an event


def edit_page(row: EventRow | None, draft: Draft, start: int = 0, copy: bool = False) -> ui.Page:
    """Returns the editor for an occurrence of an event, for a copy of it, or for a new event.

    Args:
        row: The event; None for a new one.
        draft: The attributes to begin with.
        start: Start of the occurrence.
        copy: Whether saving makes a new event.
    """
    fields = {"title": "", "location": "", "notes": ""}
    if row is not None:
        fields = {"title": row.title, "location": row.location, "notes": row.notes}
    arg = None if row is None or copy else EventRef(row.id, start)
    end = len(fields["title"])
    before = (draft, fields["title"], fields["location"], fields["notes"])
    return ui.Page("editor", arg, fields, focus="title", selection=(end, end), data=Editing(draft, before))


# Views --------------------------------------------------------------------------------------------------------------


def reminder_text(minutes: int) -> str:
    """Returns the time of a reminder as text.

    >>> reminder_text(0), reminder_text(90), reminder_text(120), reminder_text(2880)
    ('At start of event', '90 minutes before', '2 hours before', '2 days before')
    """
    for name, unit in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes and minutes % unit == 0:
            return f"{minutes // unit} {name}{'s' * (minutes != unit)} before"
    return "At start of event"


def _when(which: str, seconds: int, day: int, all_day: bool, full: bool) -> ui.Row[Message]:
    """Returns the row with the date and time of the start or the end."""
    name = which.title()
    date = choice(short_day(day, True), ("pick_day", which), f"{name} date", f"{_ID}{which}_date")
    row: list[ui.Widget[Message]] = [ui.Space(38), date, ui.Space(flex=1)]
    if not all_day:
        row.append(choice(clock(seconds, full), ("pick_time", which), f"{name} time", f"{_ID}{which}_time"))
    return ui.Row(row, pad=(20, 0), height=48)


def view(context: Context) -> View[Message]:
    """Returns the editor."""
    page = context.page
    editing: Editing = page.data
    draft = editing.draft
    full = is_24_hour(context.get(SETTINGS))
    all_day: ui.Widget[Message] = ui.Tile(
        "All-day", ("all_day",), leading=ui.Icon("clock", "muted", 22), trailing=ui.Toggle("switch", draft.all_day),
        rid=_ID + "all_day_switch", role="switch",
    )  # fmt: skip
    rows: list[ui.Widget[Message]] = [
        ui.Space(10),
        ui.Row([ui.Field("title", "Add title", _ID + "title", flex=1)], pad=(16, 4)),
        ui.Space(4),
        _Shifted(all_day),
        _when("start", draft.start, first_day(draft.start), draft.all_day, full),
        _when("end", draft.end, last_day(draft.start, draft.end) if draft.all_day else first_day(draft.end),
              draft.all_day, full),
        icon_row("repeat", choice(repeat_text(draft.row()), ("menu", "repeat"), "Repetition", _ID + "repeat")),
        ui.Divider(),
        icon_row("location", ui.Field("location", "Add location", _ID + "location")),
        ui.Divider(),
    ]  # fmt: skip
    for i, minutes in enumerate([minutes for minutes in draft.reminders if minutes >= 0]):
        text = ui.Label(reminder_text(minutes), flex=1)
        close: ui.Widget[Message] = ui.IconButton(
            "close", f"Remove notification {reminder_text(minutes)}", ("unremind", i), size=40
        )
        rows.append(icon_row("notifications", ui.Row([text, close])))
    if -1 in draft.reminders:
        rows.append(icon_row("add", choice("Add notification", ("menu", "reminder"), "", _ID + "add_notification")))
    name = next((name for name, color in COLORS.items() if color == event_color(draft.row())), "Own colour")
    rows += [
        ui.Divider(),
        icon_row("palette", choice(f"{name} colour", ("menu", "color"), "Colour", _ID + "color")),
        ui.Divider(),
        icon_row("list", ui.Field("notes", "Add description", _ID + "description", multiline=True, lines=3)),
        ui.Space(24),
    ]
    save: ui.Widget[Message] = ui.Button("Save", ("save",), rid=_ID + "save")
    bar = app_bar("" if page.arg is None else "Edit event", [save, ui.Space(8)], close=True)
    return View(ui.Column([bar, ui.Scroll("editor", rows)]), pickers.overlay(context) or _overlay(context, draft))


class _Option(NamedTuple):
    """One of the choices in a dialog."""

    text: str
    message: Message
    selected: bool


class _Shifted(ui.Widget[Message]):
    """A tile whose icon is aligned with those of the other rows."""

    __slots__ = ("child",)

    def __init__(self, child: ui.Widget[Message]) -> None:
        self.flex, self.child = 0, child

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the tile's height."""
        return 52

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the tile."""
        self.child.place(scene, x + 4, y, w - 4, h)


def _radio(options: Sequence[_Option], icons: Sequence[ui.Widget[Message]] | None = None) -> ui.Widget[Message]:
    """Returns a list of choices with radio buttons, or with icons and a check mark."""
    tiles: list[ui.Widget[Message]] = []
    for i, (text, message, selected) in enumerate(options):
        leading = icons[i] if icons is not None else ui.Toggle("radio", selected)
        trailing = ui.Icon("check", "accent", 20) if icons is not None and selected else None
        tiles.append(ui.Tile(text, message, leading=leading, trailing=trailing, rid="android:id/text1", role="radio"))
    return ui.Scroll("options", tiles)


class _Dot(ui.Widget[Message]):
    """A disc in an event's colour."""

    __slots__ = ("color",)

    def __init__(self, color: Color) -> None:
        self.flex, self.color = 0, color

    def width(self, theme: ui.Theme) -> int:
        """Returns the disc's diameter."""
        return 24

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        scene.round(x, y + (h - 24) // 2, 24, 24, self.color, 12)


def scope_dialog(title: str, chosen: str, action: str, message: Message) -> ui.Dialog[Message]:
    """Returns the question whether to change one event of a series, it and the following ones, or all of them.

    Args:
        title: The dialog's title.
        chosen: The selected scope: ``"one"``, ``"next"`` or ``"all"``.
        action: The label of its button.
        message: Sent by the button.
    """
    options = [
        _Option(text, ("scope", scope), scope == chosen)
        for scope, text in (("one", "This event"), ("next", "This and following events"), ("all", "All events"))
    ]
    cancel: ui.Widget[Message] = ui.Button("Cancel", ("dismiss",), "text", rid="android:id/button2")
    return ui.Dialog(title, _radio(options), [cancel, ui.Button(action, message, "text", rid="android:id/button1")])


_SIMPLE = (("Does not repeat", ""), ("Every day", "daily"), ("Every week", "weekly"), ("Every month", "monthly"),
           ("Every year", "yearly"))  # fmt: skip


def _overlay(context: Context, draft: Draft) -> ui.Widget[Message] | None:
    cancel: list[ui.Widget[Message]] = [ui.Button("Cancel", ("dismiss",), "text", rid="android:id/button2")]
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("repeat",):
            simple = not draft.limit and _is_plain(draft)
            name, step = repeat_step(draft.row())
            options = [_Option(text, ("repeat", value), simple and value == name) for text, value in _SIMPLE]
            return ui.Dialog(
                "Repetition", _radio([*options, _Option("Custom…", ("custom",), bool(step) and not simple)]), cancel
            )
        case ("reminder",):
            left = [minutes for minutes in _REMINDERS if minutes not in draft.reminders]
            reminders = [_Option(reminder_text(minutes), ("remind", minutes), False) for minutes in left]
            return ui.Dialog("Add notification", _radio(reminders), cancel)
        case ("color",):
            color = event_color(draft.row())
            options = [_Option(name, ("color", name), value == color) for name, value in COLORS.items()]
            return ui.Dialog("Colour", _radio(options, [_Dot(value) for value in COLORS.values()]), cancel)
        case ("scope", chosen):
            return scope_dialog("Edit repeating event", chosen, "OK", ("save", chosen))
        case ("discard",):
            return confirm("Discard your changes?", "What you have entered will be lost.", "Discard", ("discard",))
    return None


def _is_plain(draft: Draft) -> bool:
    """Returns whether a repetition is in the short list."""
    name, step = repeat_step(draft.row())
    plain = {"weekly": (0, 1 << weekday(first_day(draft.start))), "monthly": (0, SAME_DAY), "yearly": (0, SAME_DAY)}
    return step <= 1 and draft.rule in plain.get(name, (0,))


# Events -------------------------------------------------------------------------------------------------------------


def put_draft(context: Context, draft: Draft) -> None:
    """Replaces the editor's draft and closes its dialog."""
    editing: Editing = context.page.data
    context.set(data=editing._replace(draft=draft), overlay=())


def picked(context: Context, key: str, value: int) -> None:
    """Sets the day or time of the start or end; the end never lies before the start."""
    editing: Editing = context.page.data
    draft = editing.draft
    which, _, part = key.partition("_")
    old = draft.start if which == "start" else draft.end
    if draft.all_day:
        new = value * DAY + (DAY if which == "end" else 0)
    elif part == "day":
        new = value * DAY + old % DAY
    else:
        new = old // DAY * DAY + value * 60
    length = draft.end - draft.start
    if which == "start":
        put_draft(context, draft._replace(start=new, end=new + length))
    elif new >= draft.start + (DAY if draft.all_day else 0):
        put_draft(context, draft._replace(end=new))
    else:  # the whole event moves
        put_draft(context, draft._replace(start=new - length, end=new))


def _switch_all_day(context: Context) -> None:
    editing: Editing = context.page.data
    draft = editing.draft
    first, last = first_day(draft.start), last_day(draft.start, draft.end)
    if draft.all_day:
        start = first * DAY + 9 * 3600
        put_draft(context, draft._replace(all_day=False, start=start, end=last * DAY + 10 * 3600))
    else:
        put_draft(context, draft._replace(all_day=True, start=first * DAY, end=(last + 1) * DAY))


def _fitted_rule(draft: Draft) -> int:
    """Returns the rule of a repetition; that of a weekly series includes the weekday on which it begins."""
    if repeat_name(draft.row()) != "weekly":
        return draft.rule
    bit = 1 << weekday(first_day(draft.start))
    alone = draft.rule & (draft.rule - 1) == 0
    return bit if alone else draft.rule | bit


def _edited(context: Context, row: EventRow) -> EventRow:
    """Returns an event with the attributes and texts of the editor."""
    editing: Editing = context.page.data
    draft = editing.draft
    return row._replace(
        title=context.field("title").strip(), start=draft.start, end=draft.end,
        location=context.field("location").strip(), notes=context.field("notes").strip(), all_day=draft.all_day,
        repeat_interval=draft.interval, repeat_rule=_fitted_rule(draft), repeat_limit=draft.limit,
        reminders=draft.reminders, color=draft.color, last_updated=int(1000 * context.now),
    )  # fmt: skip


def _save(context: Context, scope: str) -> None:
    """Saves the event; for one of a series without a scope, asks for that first."""
    rows: Rows = context.get(EVENTS)
    ref: EventRef | None = context.page.arg
    editing: Editing = context.page.data
    row = data.get(rows, ref.event_id) if ref is not None else None
    if row is None or ref is None:
        rows, _ = data.append(rows, _edited(context, EventRow(0, "", 0, 0)))
    elif not repeat_name(row):
        rows = data.replace_row(rows, _edited(context, row))
    elif scope == "":
        context.set(overlay=("scope", "one"))
        return
    else:
        rows = _saved_series(context, rows, row, ref.start, scope)
    context.put(EVENTS, rows)
    context.put(REMINDED, context.now)  # no reminder is given of a time that has passed by now
    context.set(overlay=())
    context.pop()
    _show_day(context, first_day(editing.draft.start))


def _saved_series(context: Context, rows: Rows, row: EventRow, start: int, scope: str) -> Rows:
    """Returns the events with changes to one of a series, to it and the following ones, or to all of them.

    Args:
        context: The editor's.
        rows: All events.
        row: The series.
        start: Start of the occurrence that was edited.
        scope: ``"one"``, ``"next"`` or ``"all"``.
    """
    new = _edited(context, EventRow(0, "", 0, 0))
    if scope == "all":
        begin = row.start + new.start - start
        return data.replace_row(rows, _edited(context, row)._replace(start=begin, end=begin + new.end - new.start))
    if scope == "one":
        alone = new._replace(repeat_interval=0, repeat_rule=0, repeat_limit=0, parent_id=row.id)
        return data.append(data.skip(rows, row.id, start), alone)[0]
    if new.repeat_limit < 0:
        past = data.occurrences((row._replace(exceptions=()),), row.start, start)
        new = new._replace(repeat_limit=min(-1, new.repeat_limit + len(past)))
    return data.append(data.cut(rows, row.id, start), new)[0]


def _show_day(context: Context, day: int) -> None:
    """Closes the page of a saved event and shows its day on the main page."""
    if context.page.name == "event":
        context.pop()
    page = context.page
    if page.name == "main":
        shown = page.data if isinstance(page.data, Shown) else Shown()
        context.set(data=Shown(shown.view, day, month_of(day)))


def leave(context: Context) -> None:
    """Leaves the editor; after changes, asks first."""
    editing: Editing = context.page.data
    now = (editing.draft, context.field("title"), context.field("location"), context.field("notes"))
    if now != editing.before and context.page.overlay != ("discard",):
        context.set(overlay=("discard",))
    else:
        context.pop()


def _custom(context: Context) -> None:
    """Opens the page on which a repetition is set in detail."""
    editing: Editing = context.page.data
    draft = editing.draft
    name, step = repeat_step(draft.row())
    if not name:
        draft, step = draft._replace(interval=WEEK, rule=0, limit=0), 1
    context.set(overlay=())
    times = str(-draft.limit) if draft.limit < 0 else "10"
    context.push(ui.Page("repeat", None, {"every": str(step), "times": times}, data=draft))


def _open_menu(context: Context, name: str) -> None:
    context.set(overlay=(name,), scroll={key: at for key, at in context.page.scroll.items() if key != "options"})


def _pick(context: Context, part: Literal["day", "time"], which: str) -> None:
    """Opens a picker for the day or time of the event's start or end."""
    editing: Editing = context.page.data
    draft = editing.draft
    if part == "time":
        minute = (draft.start if which == "start" else draft.end) % DAY // 60
        context.set(overlay=pickers.time_overlay(f"{which}_time", minute))
        return
    last = last_day(draft.start, draft.end) if draft.all_day else first_day(draft.end)
    context.set(overlay=pickers.date_overlay(f"{which}_day", first_day(draft.start) if which == "start" else last))


def _set_reminders(context: Context, minutes: Sequence[int]) -> None:
    """Sets the event's reminders: the first three of some."""
    editing: Editing = context.page.data
    first, second, third, *_ = (*minutes, -1, -1, -1)
    put_draft(context, editing.draft._replace(reminders=(first, second, third)))


def _repeat(context: Context, name: str) -> None:
    """Sets one of the simple repetitions."""
    editing: Editing = context.page.data
    draft = editing.draft
    rules = {"weekly": 1 << weekday(first_day(draft.start)), "monthly": SAME_DAY, "yearly": SAME_DAY}
    put_draft(context, draft._replace(interval=UNITS.get(name, 0), rule=rules.get(name, 0), limit=0))


def enter(context: Context, field: str) -> None:
    """Handles Enter in a field: the next one follows."""
    following = {"title": "location", "location": "notes"}.get(field, "")
    context.set(focus=following, selection=(len(context.field(following)),) * 2)


def update(context: Context, message: EditorMessage) -> None:
    """Handles the editor's messages."""
    editing: Editing = context.page.data
    draft = editing.draft
    reminders = [minutes for minutes in draft.reminders if minutes >= 0]
    match message:
        case ("discard",):
            context.set(overlay=())
            context.pop()
        case ("save",):
            _save(context, "")
        case ("save", scope):
            _save(context, scope)
        case ("all_day",):
            _switch_all_day(context)
        case ("pick_day", which):
            _pick(context, "day", which)
        case ("pick_time", which):
            _pick(context, "time", which)
        case ("menu", menu):
            _open_menu(context, menu)
        case ("repeat", name):
            _repeat(context, name)
        case ("custom",):
            _custom(context)
        case ("remind", minutes):
            _set_reminders(context, sorted([*reminders, minutes]))
        case ("unremind", index):
            _set_reminders(context, reminders[:index] + reminders[index + 1 :])
        case ("color", name):
            put_draft(context, draft._replace(color=0 if name == "Default" else argb(COLORS[name])))
        case _:
            assert_never(message)
