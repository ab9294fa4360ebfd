"""Events as iCalendar files (RFC 5545), as far as the app's events go.

* `write` - a file of events. `read` - the events of a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypedDict

from crab_sim.engines.days import DAY, civil, day_of, month_length, weekday
from crab_sim.phone.apps.calendar.repeat import (
    LAST_DAY,
    LAST_WEEKDAY,
    NTH_WEEKDAY,
    SAME_DAY,
    UNITS,
    EventRow,
    day_code,
    first_day,
    repeat_step,
)

__all__ = ["read", "write"]

_CODES: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MAX_BYTES, _MAX_EVENTS, _MAX_STEP = 1 << 20, 2000, 99
_TIME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?", re.ASCII)
_COUNT: Final = re.compile(r"\d{1,4}", re.ASCII)
_FIRST_YEAR: Final = 1900
_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", ",": "\\,", ";": "\\;"}


# Writing ------------------------------------------------------------------------------------------------------------


def _stamp(seconds: int) -> str:
    rest = seconds % DAY
    return f"{day_code(seconds // DAY)}T{rest // 3600:02}{rest // 60 % 60:02}{rest % 60:02}Z"


def _escaped(text: str) -> str:
    return re.sub(r"[\\\n,;]", lambda found: _ESCAPES[found[0]], text.replace("\r", ""))


def _rule(row: EventRow) -> str:
    """Returns an event's repetition as an RRULE, "" for none."""
    name, step = repeat_step(row)
    if not name:
        return ""
    parts, day = [f"FREQ={name.upper()}", f"INTERVAL={step}"], first_day(row.start)
    _, month, number = civil(day)
    if name == "weekly" and row.repeat_rule:
        parts.append("BYDAY=" + ",".join([code for i, code in enumerate(_CODES) if row.repeat_rule >> i & 1]))
    elif name in ("monthly", "yearly") and row.repeat_rule in (LAST_WEEKDAY, NTH_WEEKDAY):
        nth = -1 if row.repeat_rule == LAST_WEEKDAY else (number - 1) // 7 + 1
        parts += [f"BYMONTH={month}"] * (name == "yearly") + [f"BYDAY={nth}{_CODES[weekday(day)]}"]
    elif name == "monthly" and row.repeat_rule == LAST_DAY:
        parts.append("BYMONTHDAY=-1")
    if row.repeat_limit:
        parts.append(f"COUNT={-row.repeat_limit}" if row.repeat_limit < 0 else f"UNTIL={_stamp(row.repeat_limit)}")
    return ";".join(parts)


def _event(row: EventRow, now: int) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_escaped(row.import_id or f'{row.id}-{row.start}')}"
    yield f"DTSTAMP:{_stamp(now)}"
    yield f"SUMMARY:{_escaped(row.title)}"
    for name, when in (("DTSTART", row.start), ("DTEND", row.end)):
        yield f"{name};VALUE=DATE:{day_code(when // DAY)}" if row.all_day else f"{name}:{_stamp(when)}"
    for name, text in (("LOCATION", row.location), ("DESCRIPTION", row.notes)):
        if text:
            yield f"{name}:{_escaped(text)}"
    if rule := _rule(row):
        yield f"RRULE:{rule}"
    for day in row.exceptions:
        yield f"EXDATE;VALUE=DATE:{day}"
    for minutes in row.reminders:
        if minutes >= 0:
            yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{minutes}M", "END:VALARM")
    yield "END:VEVENT"


def write(rows: tuple[EventRow, ...], now: float) -> bytes:
    """Returns a file of events.

    Args:
        rows: The events.
        now: The time at which it is made.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Calendar//EN"]
    for row in rows:
        lines += _event(row, int(now))
    folded = ["\r\n ".join(re.findall(r".{1,70}", line)) for line in (*lines, "END:VCALENDAR")]
    return ("\r\n".join(folded) + "\r\n").encode("utf-8", "replace")


# Reading ------------------------------------------------------------------------------------------------------------


class _Repeat(TypedDict, total=False):
    repeat_interval: int
    repeat_rule: int
    repeat_limit: int


def _seconds(text: str) -> int | None:
    """Returns a date or time in seconds since 1970, None for what is neither; all is UTC, as the phone's clock."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second = [int(part or 0) for part in found.groups()]
    if not (
        year >= _FIRST_YEAR
        and 1 <= month <= 12
        and 1 <= day <= month_length(12 * year + month - 1)
        and hour < 24
        and minute < 60
    ):
        return None
    return day_of(year, month, day) * DAY + hour * 3600 + minute * 60 + min(second, 59)


def _repeat(rule: str) -> _Repeat:
    """Returns the repetition of an RRULE; none for one that the app doesn't know."""
    parts = {name: value for name, _, value in (part.partition("=") for part in rule.upper().split(";"))}
    name = parts.get("FREQ", "").lower()
    if name not in UNITS:
        return {}
    count, step = [
        int(value) if _COUNT.fullmatch(value) else 0 for value in map(parts.get, ("COUNT", "INTERVAL"), ("", ""))
    ]
    codes = parts.get("BYDAY", "").split(",") if parts.get("BYDAY") else []
    kind = SAME_DAY if name in ("monthly", "yearly") else 0
    if name == "weekly":
        kind = sum({1 << _CODES.index(code) for code in codes if code in _CODES})
    elif name == "monthly" and parts.get("BYMONTHDAY") == "-1":
        kind = LAST_DAY
    elif kind and codes:
        kind = LAST_WEEKDAY if codes[0].startswith("-1") else NTH_WEEKDAY
    limit = -min(count, 9999) if count else _seconds(parts.get("UNTIL", "")) or 0
    return {"repeat_interval": UNITS[name] * max(1, min(step, _MAX_STEP)), "repeat_rule": kind, "repeat_limit": limit}


def _text(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def _row(values: Mapping[str, str], off: list[str], minutes: list[int]) -> EventRow | None:
    """Returns the event of its properties, None for one without a start."""
    start = _seconds(values.get("DTSTART", ""))
    if start is None:
        return None
    all_day = "T" not in values["DTSTART"]
    end = _seconds(values.get("DTEND", ""))
    default = DAY if all_day else 3600
    first, second, third = (*minutes[:3], -1, -1, -1)[:3]
    return EventRow(
        0, _text(values.get("SUMMARY", "")), start, max(start, start + default if end is None else end),
        _text(values.get("LOCATION", "")), _text(values.get("DESCRIPTION", "")), all_day,
        reminders=(first, second, third), exceptions=tuple(off), import_id=_text(values.get("UID", "")),
        **_repeat(values.get("RRULE", "")),
    )  # fmt: skip


def read(data: bytes) -> list[EventRow]:
    """Returns the events of a file, with 0 as their ids; those without a valid start are left out."""
    text = re.sub(r"\r?\n[ \t]", "", data[:_MAX_BYTES].decode("utf-8", "replace"))
    rows: list[EventRow] = []
    values: dict[str, str] = {}
    off: list[str] = []
    minutes: list[int] = []
    inside = ""
    for line in text.splitlines():
        head, _, value = line.partition(":")
        name = head.partition(";")[0].upper()
        if name == "BEGIN":
            inside = value.strip().upper()
            if inside == "VEVENT":
                values, off, minutes = {}, [], []
        elif name == "END" and value.strip().upper() == "VEVENT" and len(rows) < _MAX_EVENTS:
            row = _row(values, off, minutes)
            rows += [row] if row is not None else []
            inside = ""
        elif name == "END":
            inside = "VEVENT" if inside == "VALARM" else ""
        elif inside == "VALARM" and name == "TRIGGER":
            found = re.fullmatch(r"-P(?:(\d{1,3})D)?T?(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:0S)?", value.strip())
            minutes += [1440 * int(found[1] or 0) + 60 * int(found[2] or 0) + int(found[3] or 0)] if found else []
        elif inside == "VEVENT" and name == "EXDATE":
            off += [day[:8] for day in value.split(",") if _seconds(day) is not None]
        elif inside == "VEVENT":
            values.setdefault(name, value)
    return rows
