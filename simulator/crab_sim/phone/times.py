"""Times of day and recent dates in words, as the phone shows them; all is UTC, as the phone's clock."""

from __future__ import annotations

import time
from functools import lru_cache

from crab_sim.phone.system.settings_store import Settings

__all__ = ["clock", "is_24_hour", "stamp"]


def is_24_hour(settings: Settings) -> bool:
    """Returns whether times are shown as 14:05 rather than 2:05 PM."""
    return settings.get(("system", "time_12_24"), "24") != "12"


@lru_cache(maxsize=4096)
def _clock(minute: int, full: bool, half: bool) -> str:
    hours, minutes = divmod(minute % 1440, 60)
    if full:
        return f"{hours:02}:{minutes:02}"
    return f"{(hours - 1) % 12 + 1}:{minutes:02}" + (f" {'AP'[hours >= 12]}M" if half else "")


def clock(when: float, full: bool, half: bool = True) -> str:
    """Returns a time of day.

    Args:
        when: The time, in seconds since 1970.
        full: Whether it is shown in 24 hours rather than in 12.
        half: Whether AM or PM follows the 12 hours.

    >>> clock(50_700.0, True), clock(50_700.0, False), clock(50_700.0, False, half=False)
    ('14:05', '2:05 PM', '2:05')
    """
    return _clock(int(when // 60), full, half)


_FIRST_TIME, _LAST_TIME = -62_135_596_800.0, 253_402_300_799.0  # the years 1 to 9999, which clocks can show


@lru_cache(maxsize=4096)
def _day(day: int, today: int, short: bool) -> str:
    then = time.gmtime(day * 86_400)
    if day == today:
        return "Today"
    if day == today - 1 and not short:
        return "Yesterday"
    if today - 7 < day < today:
        return time.strftime("%a" if short else "%A", then)
    text = f"{time.strftime('%b', then)} {then.tm_mday}"
    return text if then.tm_year == time.gmtime(today * 86_400).tm_year else f"{text}, {then.tm_year}"


def stamp(when: float, now: float, full: bool, short: bool = False) -> str:
    """Returns a date as a heading or a list shows it.

    Args:
        when: The date, in seconds since 1970.
        now: The present time.
        full: Whether times are shown in 24 hours rather than in 12.
        short: Whether only the time is shown for today and only the day otherwise, as in a list.

    >>> stamp(50_700.0, 60_000.0, True), stamp(50_700.0, 140_000.0, True), stamp(50_700.0, 999_999.0, True, True)
    ('Today 14:05', 'Yesterday 14:05', 'Jan 1')
    """
    when = min(max(when, _FIRST_TIME), _LAST_TIME)
    day, today = int(when // 86_400), int(now // 86_400)
    if short:
        return clock(when, full) if day == today else _day(day, today, True)
    return f"{_day(day, today, False)} {clock(when, full)}"
