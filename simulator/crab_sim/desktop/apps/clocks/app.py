"""Clocks, as GNOME has it: the time elsewhere, alarms, a stopwatch, timers.

State: `crab_sim.desktop.apps.clocks.data`; page ``clocks`` (data: the `Face`; fields of the timer that is set up),
and above it ``add_city`` (data: the chosen city), ``alarm`` (arg: the alarm's id, 0 for a new one; data: `Draft`),
``ringing`` (arg: the alarm's id) and ``time_up`` (arg: the timer's name).
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop.apps.clocks import APP as FACTS
from crab_sim.desktop.apps.clocks import data, views
from crab_sim.desktop.apps.clocks.data import Alarm, Stopwatch
from crab_sim.desktop.apps.clocks.messages import (
    AlarmMessage,
    CityMessage,
    Face,
    Message,
    TimerMessage,
    WatchAction,
    WindowMessage,
)
from crab_sim.desktop.apps.clocks.views import FACES, Draft
from crab_sim.desktop.chrome.header import spun
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, open_popup
from crab_sim.desktop.shell.state import content_corner
from crab_sim.desktop.widgets import CANCEL, dialog_key, dialog_page
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import get, next_id, remove, replace_row, update_row
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_MAX_LAPS = 200
_MAX_TIMERS = 50
_MENU_WIDTH = 190
_COUNTS = {"hour": (24, 0), "minute": (60, 0), "hours": (100, 0), "minutes": (60, 0), "seconds": (60, 0)}

_ALARM: Final = MessageGroup(AlarmMessage)
_CITY: Final = MessageGroup(CityMessage)
_TIMER: Final = MessageGroup(TimerMessage)


def start(intent: Intent) -> Page:
    """Returns the first page."""
    return Page("clocks", fields={"hours": "00", "minutes": "05", "seconds": "00", "name": ""}, data="world")


def _show(context: Context, face: Face) -> None:
    context.set(data=face, scroll={}, focus="")


def _to_front(context: Context, page: Page) -> None:
    """Shows a page above the faces, instead of any other that is open there."""
    while len(context.window.pages) > 1:
        context.pop()
    context.push(page)


def _alarm_dialog(context: Context, row: Alarm | None) -> None:
    """Opens the dialog of an alarm; a new one is proposed for the present minute."""
    minutes = int(context.machine.now // 60) % 1440
    hour, minute = divmod(minutes, 60) if row is None else (row.hour, row.minute)
    shown = hour if views.is_24_hour(context) else (hour - 1) % 12 + 1
    draft = Draft(afternoon=hour >= 12)
    if row is not None:
        draft = Draft(row.days, row.rings, row.snoozes, hour >= 12)
    page = dialog_page(context, "alarm", row.id if row is not None else 0, "hour", f"{shown:02}")
    fields = {"hour": f"{shown:02}", "minute": f"{minute:02}", "title": row.name if row is not None else ""}
    context.push(page._replace(fields=fields, data=draft))


def _save_alarm(context: Context) -> None:
    rows, wanted = context.get(data.ALARMS), views.drafted(context)
    if wanted is None or views.problem(context, rows, wanted):
        return
    context.pop()
    new = replace_row(rows, wanted) if wanted.id else (*rows, wanted._replace(id=next_id(rows)))
    data.set_alarms(context.machine, new)


def _alarms(context: Context, message: AlarmMessage) -> None:
    """Handles the list of alarms and their dialog."""
    rows, page = context.get(data.ALARMS), context.page
    match message:
        case ("new_alarm",):
            _alarm_dialog(context, None)
        case ("edit_alarm", alarm_id):
            _alarm_dialog(context, get(rows, alarm_id))
        case ("switch_alarm", alarm_id):
            row = get(rows, alarm_id)
            data.set_alarms(context.machine, update_row(rows, alarm_id, enabled=row is not None and not row.enabled))
        case ("remove_alarm", alarm_id):
            data.set_alarms(context.machine, remove(rows, alarm_id))
        case ("remove_this",):
            context.pop()
            data.set_alarms(context.machine, remove(rows, page.arg))
        case ("day", number):
            context.set(data=page.data._replace(days=page.data.days ^ 1 << number))
        case ("half",):
            context.set(data=page.data._replace(afternoon=not page.data.afternoon))
        case ("rings",):
            context.set(data=page.data._replace(rings=_following(page.data.rings)))
        case ("snoozes",):
            context.set(data=page.data._replace(snoozes=_following(page.data.snoozes)))
        case ("save_alarm",):
            _save_alarm(context)
        case _:
            assert_never(message)


def _following(minutes: int) -> int:
    lengths = data.LENGTHS
    return lengths[(lengths.index(minutes) + 1) % len(lengths)]


def _world(context: Context, message: CityMessage) -> None:
    """Handles the cities and their dialog."""
    cities = context.get(data.CITIES)
    match message:
        case ("add_city",):
            context.push(dialog_page(context, "add_city", None, "search")._replace(data=""))
        case ("choose_city", name):
            context.set(data=name)
        case ("city_chosen",):
            name = context.page.data
            if name:
                context.pop()
                context.put(data.CITIES, (*cities, name))
        case ("remove_city", name):
            context.put(data.CITIES, tuple([city for city in cities if city != name]))
        case _:
            assert_never(message)


def _watch(context: Context, action: WatchAction) -> None:
    watch, now = context.get(data.STOPWATCH), context.machine.now
    if action == "clear":
        watch = Stopwatch()
    elif action == "start" and not watch.since:
        watch = watch._replace(since=now)
    elif action == "pause" and watch.since:
        watch = watch._replace(since=0.0, before=data.elapsed(watch, now))
    elif action == "lap" and watch.since and len(watch.laps) < _MAX_LAPS:
        watch = watch._replace(laps=(*watch.laps, data.elapsed(watch, now)))
    context.put(data.STOPWATCH, watch)


def _timer(context: Context, message: TimerMessage) -> None:
    """Handles the timer that is set up, and those that run."""
    rows, now = context.get(data.TIMERS), context.machine.now
    match message:
        case ("quick", minutes):
            hours, rest = divmod(minutes, 60)
            context.set_fields(hours=f"{hours:02}", minutes=f"{rest:02}", seconds="00")
        case ("start_timer",):
            seconds = _set_seconds(context)
            if 0 < seconds and len(rows) < _MAX_TIMERS:
                name = context.field("name").strip()
                added = data.new_timer(rows, seconds, now)
                context.put(data.TIMERS, update_row(added, added[-1].id, name=name))
                context.set_fields(name="")
        case ("turn_timer", timer_id):
            row = get(rows, timer_id)
            if row is not None:
                rest_left = data.left(row, now)
                turned = row._replace(left=rest_left, ends=0.0 if row.ends else now + rest_left)
                context.put(data.TIMERS, replace_row(rows, turned))
        case ("reset_timer", timer_id):
            row = get(rows, timer_id)
            if row is not None:
                context.put(data.TIMERS, replace_row(rows, row._replace(left=float(row.length), ends=0.0)))
        case ("remove_timer", timer_id):
            context.put(data.TIMERS, remove(rows, timer_id))
        case _:
            assert_never(message)


def _set_seconds(context: Context) -> int:
    """Returns the seconds for which the timer is set up, 0 where a field has no number."""
    total = 0
    for key, limit in (("hours", 99), ("minutes", 59), ("seconds", 59)):
        text = context.field(key).strip() or "0"
        if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= limit):
            return 0
        total = total * 60 + int(text)
    return total


def update(context: Context, message: Message) -> None:
    """Handles the events of Clocks."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _ALARM.has(message):
        _alarms(context, message)
    elif _CITY.has(message):
        _world(context, message)
    elif _TIMER.has(message):
        _timer(context, message)
    else:
        _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages of the window itself, and those of an alarm that rings."""
    page = context.page
    match message:
        case ("menu",):
            open_popup(context)
        case ("opened", "ringing", int(alarm_id)):
            _to_front(context, Page("ringing", alarm_id))
        case ("opened", "time_up", str(name)):
            _to_front(context, dialog_page(context, "time_up", name))
        case ("stop",):
            context.pop()
            data.stop(context.machine)
        case ("snooze",):
            context.pop()
            data.snooze(context.machine)
        case ("cancel",):
            context.pop()
        case ("face", face):
            _show(context, face)
        case ("spin", key, step):
            count, least = _COUNTS[key] if key != "hour" or views.is_24_hour(context) else (12, 1)
            text = spun(page.fields[key], step, count, least)
            context.set(fields={**page.fields, key: text}, focus=key, selection=(0, len(text)))
        case ("watch", action):
            _watch(context, action)
        case ("submit", _):
            _submit(context)
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    page = context.page
    if page.name == "alarm":
        _save_alarm(context)
    elif page.name == "add_city":
        found = views.addable(context)
        if page.data:
            update(context, ("city_chosen",))
        elif found:
            context.set(data=found[0])
    elif page.name == "clocks":
        _timer(context, ("start_timer",))


def key(context: Context, name: str) -> bool:
    """Handles the keys of Clocks."""
    page = context.page
    if page.name == "ringing":
        if name in ("escape", "enter"):
            update(context, ("stop",))
        return name in ("escape", "enter")
    if page.name == "add_city" and name == "escape":  # it ends the search, and leaves the dialog open
        context.set(data="", fields={**page.fields, "search": ""}, selection=(0, 0))
        return True
    if page.overlay:
        return False
    if page.name != "clocks":
        return dialog_key(context, name, update, CANCEL, {"time_up": CANCEL})
    face: Face = page.data
    match name:
        case "alt+1" | "alt+2" | "alt+3" | "alt+4":
            _show(context, FACES[int(name[-1]) - 1])
        case "ctrl+pagedown" | "ctrl+pageup":
            _show(context, FACES[(FACES.index(face) + (1 if name == "ctrl+pagedown" else 3)) % 4])
        case "ctrl+n" if face in ("world", "alarms"):
            update(context, ("add_city",) if face == "world" else ("new_alarm",))
        case "ctrl+q" | "ctrl+w":
            context.close()
        case "f10":
            _, _, right, _ = context.window.frame
            open_popup(context, (right - _MENU_WIDTH, content_corner(context.window)[1] + context.theme.button))
        case "enter" if face == "stopwatch":
            _watch(context, "pause" if context.get(data.STOPWATCH).since else "start")
        case _:
            return False
    return True


def close(context: Context) -> None:
    """Closes the window; an alarm that rings is stopped."""
    if context.page.name == "ringing":
        data.stop(context.machine)
    context.close()


APP = AppSpec(
    view=views.view,
    update=update,
    start=start,
    title=lambda context: "Clocks",
    key=key,
    close=close,
    **FACTS.facts,
)
