"""Clock: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import on_first_page, open_first_page, reveal
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import find, has, tap

__all__ = ["add_alarm", "enter_timer", "open_alarm", "open_alarms", "open_sounds", "open_tab"]


def open_alarms(look: Look) -> Iterator[Action]:
    """Opens the phone's alarms."""
    yield from open_first_page(look, "Clock", "tab_menu")
    if not has(look, "android", rid="alarm_recycler_view"):
        yield tap(look, text="Alarm", role="tab")


def open_alarm(look: Look, time: str) -> Iterator[Action]:
    """Opens the card of an alarm that is shown at a time such as ``"06:30"``, and brings its last button into view."""
    yield from open_alarms(look)
    if not has(look, "android", description=f"Collapse alarm {time}"):
        yield from reveal(look, f"Expand alarm {time}")
        yield tap(look, description=f"Expand alarm {time}")
    for _ in range(3):
        if has(look, "android", text="Delete", role="button"):
            return
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def open_sounds(look: Look, time: str) -> Iterator[Action]:
    """Opens the page with the sounds for an alarm that is shown at a time such as ``"06:30"``."""
    yield from open_alarm(look, time)
    yield tap(look, rid="choose_ringtone")


def add_alarm(look: Look, hour: int, minute: int) -> Iterator[Action]:
    """Adds an alarm to the phone's clock; its card is shown open."""
    yield from open_alarms(look)
    yield tap(look, rid="fab")
    yield from choose_time(look, hour, minute)


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens a tab of Clock."""
    yield from on_first_page(look, "Clock", "tab_menu")
    yield tap(look, text=tab, role="tab")


def enter_timer(look: Look, digits: str) -> Iterator[Action]:
    """Taps digits on the page for a new timer, the last two of which are seconds."""
    for digit in digits:
        yield tap(look, rid=f"timer_setup_digit_{digit}")
