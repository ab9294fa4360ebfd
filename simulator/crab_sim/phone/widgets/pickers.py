"""Pickers of dates and times, as overlays of an app's page.

An app opens a picker as its page's overlay, shows it, and hands its messages on; the choice comes back as the message
``("picked", key, value)``, where `key` is the app's own and `value` a day (days since 1970) or a minute of the day::

    context.set(overlay=pickers.date_overlay("due", day))          # or time_overlay("due", minute)
    View(body, pickers.overlay(context) or my_overlay(context))    # in the view
    case ("pick", *_): pickers.update(context, message)            # in the handler
    case ("picked", key, value): context.set(overlay=()); ...
    AppSpec(..., key=pickers.key, text=pickers.text)               # typing into the time picker's fields
"""

from __future__ import annotations

from typing import TypeAlias

from crab_sim.engines.days import DAY, month_of
from crab_sim.machine.app import Context
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour
from crab_sim.phone.widgets import date_picker, time_picker
from crab_sim.phone.widgets.date_picker import DatePick
from crab_sim.phone.widgets.picker_messages import PickerMessage, PickMessage
from crab_sim.phone.widgets.time_picker import TimePick
from crab_sim.ui import Widget

__all__ = ["PickerMessage", "PickerOverlay", "date_overlay", "key", "overlay", "text", "time_overlay", "update"]

PickerOverlay: TypeAlias = DatePick | TimePick
"""An open picker; part of such an app's overlays."""


def date_overlay(key: str, day: int) -> DatePick:
    """Returns the overlay in which a date is picked, beginning with a day; ``("picked", key, day)`` answers."""
    return DatePick("pick_date", key, day, month_of(day))


def time_overlay(key: str, minute: int) -> TimePick:
    """Returns the overlay in which a time is picked, from a minute of the day; ``("picked", key, minute)`` answers."""
    return TimePick("pick_time", key, minute // 60 % 24, minute % 60)


def _full(context: Context) -> bool:
    return is_24_hour(context.get(SETTINGS))


def overlay(context: Context) -> Widget[PickerMessage] | None:
    """Returns the picker that the page shows, None where it shows none."""
    pick = context.page.overlay
    if isinstance(pick, DatePick):
        return date_picker.dialog(pick, int(context.now // DAY), context.machine.height < 560)
    if isinstance(pick, TimePick):
        return time_picker.dialog(pick, _full(context))
    return None


def update(context: Context, message: PickMessage) -> None:
    """Handles a message of a picker's own controls."""
    pick = context.page.overlay
    change: tuple[object, ...] = message[1:]
    if isinstance(pick, DatePick):
        if change[0] == "years":
            context.set(scroll={**context.page.scroll, **date_picker.scroll_of_years(pick)})
        context.set(overlay=date_picker.changed(pick, change))
    elif isinstance(pick, TimePick):
        match change:
            case ("face", int(middle_x), int(middle_y), int(ring)):
                x, y = context.point[0] - middle_x, context.point[1] - middle_y
                change = ("value", time_picker.on_face(pick, _full(context), x, y, ring))
        context.set(overlay=time_picker.changed(pick, change))


def text(context: Context, written: str) -> bool:
    """Types digits, a colon, an A or P, or Enter into the time picker's fields; an app's `AppSpec.text`."""
    pick = context.page.overlay
    if not isinstance(pick, TimePick) or pick.typed is None:
        return False
    full = _full(context)
    for char in written:
        if char == "\n":
            context.set(overlay=pick)
            key(context, "enter")
            return True
        pick = time_picker.with_char(pick, char.lower(), full)
    context.set(overlay=pick)
    return True


def key(context: Context, pressed: str) -> bool:
    """Handles Enter, and Backspace and Tab in the time picker's fields; an app's `AppSpec.key`."""
    pick = context.page.overlay
    if not isinstance(pick, (DatePick, TimePick)):
        return False
    if pressed == "enter":
        value = pick.day if isinstance(pick, DatePick) else pick.minute_of_day
        context.machine.apps[context.window.app].update(context, ("picked", pick.key, value))
        return True
    if isinstance(pick, DatePick) or pick.typed is None:
        return False
    if pressed == "backspace":
        context.set(overlay=pick._replace(typed=pick.typed[:-1]))
    elif pressed == "tab" and pick.part == "minute" and not pick.typed:
        pass  # a whole hour has led here already
    elif pressed in ("tab", "shift+tab"):
        context.set(overlay=pick._replace(part="hour" if pick.part == "minute" else "minute", typed=""))
    else:
        return False
    return True
