"""Calendar: the .ics files that it exports; a setup and an evaluator.

* `written` - a file of events. `events_exported` - whether files have all that the calendar has.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from crab_gym.task.answers.plain import has_unseen
from crab_tasks.kits.compare import MAX_FILES
from crab_tasks.kits.state import State

__all__ = ["events_exported", "written"]

_EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
_UNITS = {"DAILY": 86_400, "WEEKLY": 7 * 86_400, "MONTHLY": 2_592_001, "YEARLY": 31_536_000}
"""The seconds of intervals in the app's table, where those of months and years only stand for them."""
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_OF_MONTHS = {2: "BYDAY", 3: "BYMONTHDAY", 4: "BYDAY"}
"""By what a rule names the days of an event that repeats by months, but for the same day of each."""
_BEFORE = re.compile(r"^TRIGGER:-P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:0S)?$", re.MULTILINE)


class _Event(NamedTuple):
    """What a file says of an event: its texts and times, how it repeats, and the minutes of its reminders."""

    title: str
    place: str
    notes: str
    start: str
    end: str
    repeat: tuple[str, ...]
    exceptions: tuple[str, ...]
    reminders: tuple[int, ...]


def written(events: Sequence[tuple[str, float]]) -> str:
    """Returns an iCalendar file of events of one hour, by title and start."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Club//EN"]
    for i, (title, start) in enumerate(events):
        begin, end = (f"{_stamp(at, False)}Z" for at in (start, start + 3600))
        lines += ["BEGIN:VEVENT", f"UID:{i}-{begin}@club.example", f"DTSTAMP:{begin}", f"DTSTART:{begin}",
                  f"DTEND:{end}", f"SUMMARY:{title}", "END:VEVENT"]  # fmt: skip
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def events_exported(state: State, folder: str, title: str, beside: str) -> bool:
    """Each .ics file of a folder but one has all events of the calendar, one of them with this title, and no others.

    There is one at least. Of events that were changed after a file was made, it may have what they were before.

    Args:
        state: The devices' states.
        folder: The folder.
        title: The title of an event that was there before.
        beside: The name of the one.
    """
    phone = state.android
    names = [name for name in phone.list_dir(folder)[:MAX_FILES] if name.endswith(".ics") and name != beside]
    rows = [(_of_row(row), row["last_updated"] / 1000) for row in phone.table(_EVENTS, "events")]
    for name in names:
        text = phone.read_text(f"{folder}/{name}") or ""
        if has_unseen(text, *[part for row, _ in rows for part in (row.title, row.place, row.notes)]):
            return False
        made, found = _of_file(text)
        must = Counter(event for event, changed in rows if changed <= made)
        there = title in [one.title for one in found]
        former = Counter(found) - Counter(event for event, _ in rows)
        if not (there and must <= Counter(found) and former.total() <= len(rows) - must.total()):
            return False
    return bool(names)


def _stamp(seconds: float, all_day: bool) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%d" if all_day else "%Y%m%dT%H%M%S")


def _of_row(row: Mapping[str, Any]) -> _Event:
    """Returns what a file has to say of a row of the app's table."""
    all_day = bool(row["flags"] & 1)
    title, place, notes = [row[name].replace("\r", "").strip() for name in ("title", "location", "description")]
    end = row["end_ts"] + (43_200 if all_day else 0)  # the last day of some ends at noon, in files at midnight
    minutes = [row[f"reminder_{i}_minutes"] for i in (1, 2, 3)]
    return _Event(
        title, place, notes, _stamp(row["start_ts"], all_day), _stamp(end, all_day), _repeat_of(row),
        tuple(sorted(json.loads(row["repetition_exceptions"] or "[]"))),
        tuple(sorted([each for each in minutes if each >= 0])),
    )  # fmt: skip


def _repeat_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    step, rule, limit = row["repeat_interval"], row["repeat_rule"], row["repeat_limit"]
    name = next((name for name, unit in reversed(_UNITS.items()) if step and step % unit == 0), "")
    if not name:
        return ()
    on = _OF_MONTHS.get(rule, "") if name in ("MONTHLY", "YEARLY") else ""
    if name == "WEEKLY":
        on = ",".join([code for i, code in enumerate(_CODES) if rule >> i & 1])
    return name, str(step // _UNITS[name]), on, _stamp(limit, True) if limit > 0 else str(-limit) if limit else ""


def _repeat(rule: str) -> tuple[str, ...]:
    """Returns unit, number, days and end of the repetition that an RRULE says."""
    parts = dict(re.findall(r"([A-Z]+)=([^;]+)", rule))
    name = parts.get("FREQ", "")
    on = next((key for key in _OF_MONTHS.values() if key in parts), "")
    if name == "WEEKLY":
        on = parts.get("BYDAY", "")
    return (name, parts.get("INTERVAL", "1"), on, parts.get("COUNT") or parts.get("UNTIL", "")[:8]) if name else ()


def _text(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], value).strip()


def _of_file(text: str) -> tuple[float, list[_Event]]:
    """Returns when an iCalendar file was made, and its events; none if it is broken."""
    head, *events = re.sub(r"\r?\n[ \t]", "", text).strip().replace("\r", "").split("\nBEGIN:VEVENT\n")
    if not head.startswith("BEGIN:VCALENDAR\n") or not events or not events[-1].endswith("\nEND:VCALENDAR"):
        return 0.0, []
    made, found = 0.0, []
    for event in events:
        bare = re.sub(r"(?s)\nBEGIN:VALARM\n.*?\nEND:VALARM(?=\n)", "", f"\n{event}")
        lines = re.findall(r"^([A-Z]+)(?:;[^:\n]*)?:(.*)$", bare, re.MULTILINE)
        values = dict(lines[::-1])
        minutes = [sum(int(n or 0) * k for n, k in zip(m, (1440, 60, 1), strict=True)) for m in _BEFORE.findall(event)]
        title, place, notes = [_text(values.get(name, "")) for name in ("SUMMARY", "LOCATION", "DESCRIPTION")]
        start, end = [values.get(name, "").rstrip("Z") for name in ("DTSTART", "DTEND")]
        off = [day[:8] for name, days in lines if name == "EXDATE" for day in days.split(",")]
        repeat = _repeat(values.get("RRULE", ""))
        found.append(_Event(title, place, notes, start, end, repeat, tuple(sorted(off)), tuple(sorted(minutes))))
        stamp = values.get("DTSTAMP", "")
        if re.fullmatch(r"\d{8}T\d{6}Z", stamp):
            made = max(made, datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp())
    return made, found
