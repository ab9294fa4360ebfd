"""Clock: evaluators and moves of the stopwatch and of the page for a new timer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import on_first_page
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = [
    "WATCH", "enter_timer", "open_tab", "plant_stopwatch", "running_on_screen", "stopwatch_seen", "stopwatch_told",
    "time_shown", "timer_entered", "timer_page_seen",
]  # fmt: skip

WATCH = "/data/user_de/0/com.google.android.deskclock/databases/stopwatch.db"
"""The database of the stopwatch, in the table ``stopwatch``, and of the timers, in ``timers``."""
_TIME = re.compile(
    r"(?<![\d:])(?:(?P<hours>\d+):)?(?P<minutes>\d{1,2}):(?P<seconds>\d{2})(?:[.,](?P<rest>\d+))?(?![\d:])"
)


def _shows(state: State, *names: str) -> bool:
    """Returns whether Clock is in front and has elements with these ends of resource ids."""
    if state["android"].foreground().app != "clock":
        return False
    shown = {element.resource_id.rpartition("/")[2] for element in state["android"].elements()}
    return shown.issuperset(names)


def stopwatch_seen(state: State, answer: str | None) -> bool:
    """The stopwatch is on the screen."""
    return _shows(state, "stopwatch_time_text")


def running_on_screen(state: State, answer: str | None) -> bool:
    """The stopwatch is on the screen and runs: it has the buttons Pause and Lap."""
    words = {element.description for element in state["android"].elements()}
    return _shows(state, "stopwatch_time_text") and words.issuperset(("Pause", "Lap"))


def _accumulated(state: State) -> float | None:
    """Returns the seconds that the stopwatch stands at, None while it runs."""
    rows = state["android"].table(WATCH, "stopwatch")
    return None if not rows or rows[0]["running_since"] else float(rows[0]["accumulated"])


def time_shown(seconds: float) -> str:
    """Returns the minutes and seconds that a stopwatch shows.

    >>> time_shown(245.997), time_shown(3725.5)
    ('04:06', '1:02:05')
    """
    whole = round(seconds * 100) // 100
    hours, rest = divmod(whole, 3600)
    text = f"{rest // 60:02}:{rest % 60:02}"
    return f"{hours}:{text}" if hours else text


def stopwatch_told(state: State, answer: str | None, least: float) -> bool:
    """The stopwatch is paused, hasn't been reset, and the answer names the time that it shows and no other one.

    Hundredths may be left out.

    Args:
        state: The devices' states.
        answer: The answer.
        least: The seconds that it stood at before.
    """
    accumulated = _accumulated(state)
    if answer is None or accumulated is None or accumulated < least:
        return False
    hundredths = round(accumulated * 100)
    right = {(hundredths // 100, None), (hundredths // 100, f"{hundredths % 100:02}")}
    told = {
        (3600 * int(found["hours"] or 0) + 60 * int(found["minutes"]) + int(found["seconds"]), found["rest"])
        for found in _TIME.finditer(answer)
    }
    return bool(told) and told <= right


def timer_page_seen(state: State, answer: str | None) -> bool:
    """The page for a new timer is on the screen."""
    return _shows(state, "timer_setup_time")


def timer_entered(state: State, answer: str | None, hours: int, minutes: int, seconds: int) -> bool:
    """The page for a new timer is on the screen with this time, and there is no timer yet."""
    text = f"{hours:02}h {minutes:02}m {seconds:02}s"
    return (
        _shows(state, "timer_setup_time")
        and any(element.text == text for element in state["android"].elements())
        and not state["android"].table(WATCH, "timers")
    )


def plant_stopwatch(phone: Setup, seconds: float, running: bool) -> None:
    """Lets the stopwatch stand at some seconds, or run for so long already."""
    since, before = (phone.now() - seconds, 0.0) if running else (0.0, seconds)
    phone.set_table(WATCH, "stopwatch", [{"running_since": since, "accumulated": before}])


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens a tab of Clock."""
    yield from on_first_page(look, "Clock", "tab_menu")
    yield tap(look, text=tab, role="tab")


def enter_timer(look: Look, digits: str) -> Iterator[Action]:
    """Taps digits on the page for a new timer, the last two of which are seconds."""
    for digit in digits:
        yield tap(look, rid=f"timer_setup_digit_{digit}")
