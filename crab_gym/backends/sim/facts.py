"""Facts of the simulated machines, made from their slices when they are compared.

Each kind of fact is made from some slices. A slice that no action has replaced is the same object as before, so most
kinds are compared without making a row, and seeded content that nobody has looked at isn't made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from crab_gym.backends.base import MAX_TEXT
from crab_gym.backends.mails import filter_facts, mail_facts, read_mails
from crab_gym.devices.facts import Facts, FactTable, Fields, Value, content_digest, file_fact, owned_path
from crab_gym.devices.phone_facts import PHONE_TABLES, SAVED_PLACES, WATCHED_SETTINGS, TableFacts, saved_places
from crab_gym.sim.desktop.apps.calendar.data import EVENTS, Rows
from crab_gym.sim.desktop.apps.clocks.data import ALARMS, Alarms
from crab_gym.sim.desktop.apps.endeavour.data import TASK_LISTS, TASKS, Lists, Tasks, panel_name
from crab_gym.sim.desktop.apps.thunderbird.contacts import CARDS, Cards
from crab_gym.sim.desktop.apps.thunderbird.store import MAIL_STARTED, filters_of, mailboxes, remembered_files
from crab_gym.sim.engines.days import DAY
from crab_gym.sim.engines.pages.sites import WEB, site_facts
from crab_gym.sim.files import File, Files, Link
from crab_gym.sim.machine.memory import Memory
from crab_gym.sim.machine.slices import FILES, Readable
from crab_gym.sim.phone.android import storage
from crab_gym.sim.phone.system.settings_store import SETTINGS

__all__ = ["desktop_facts", "phone_facts"]

_Value = TypeVar("_Value")

_UNTOUCHED: Final = object()
"""Stands for a slice that is as the seed makes it."""


def phone_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a phone.

    Args:
        memory: The phone's state.
        home: The folder of the user's files.
    """
    facts = {kind.kind: _stored(memory, kind) for kind in PHONE_TABLES}
    facts["file"] = _table(memory, FILES, lambda files: _file_rows(files, home))
    facts["saved_place"] = _table(memory, FILES, _saved_place_rows)
    facts["setting"] = _table(memory, SETTINGS, _watched)
    return facts


def desktop_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a desktop; see `phone_facts`."""
    return {
        "alarm": _table(memory, ALARMS, _alarm_rows),
        "contact": _table(memory, CARDS, _card_rows),
        "event": _table(memory, EVENTS, _event_rows),
        "file": _table(memory, FILES, lambda files: _file_rows(files, home)),
        "mail": FactTable(_mail_sources(memory), lambda: mail_facts(read_mails(mailboxes(remembered_files(memory))))),
        "mail_filter": FactTable(_mail_sources(memory), lambda: filter_facts(filters_of(remembered_files(memory)))),
        "setting": _table(memory, SETTINGS, _setting_rows),
        "site": _table(memory, WEB, lambda tables: site_facts(memory.value("seed"), memory.value("booted"), tables)),
        "todo": FactTable(
            (_source(memory, TASKS.name), _source(memory, TASK_LISTS.name)),
            lambda: _todo_rows(memory.value(TASKS.name), memory.value(TASK_LISTS.name)),
        ),
    }


def _alarm_rows(rows: Alarms) -> Mapping[str, Fields]:
    return {
        str(row.id): {
            "hour": row.hour, "minute": row.minute, "days": row.days, "enabled": row.enabled, "label": row.name,
        }
        for row in rows
    }  # fmt: skip


def _mail_sources(memory: Memory) -> tuple[object, ...]:
    """Returns what the mails are made from: nothing of the machine's before Thunderbird is first used."""
    return (_UNTOUCHED if memory.source(MAIL_STARTED.name) is None else _source(memory, FILES.name),)


def _card_rows(rows: Cards) -> Mapping[str, Fields]:
    return {
        str(row.id): {"name": row.shown, "phone": row.phone, "email": row.email, "notes": row.notes} for row in rows
    }


def _event_rows(rows: Rows) -> Mapping[str, Fields]:
    return {
        str(row.id): {
            "title": row.title, "start": row.start, "end": row.end, "location": row.location, "notes": row.notes,
            "all_day": row.all_day,
        }
        for row in rows
    }  # fmt: skip


def _todo_rows(rows: Tasks, lists: Lists) -> Mapping[str, Fields]:
    return {
        str(row.id): {
            "title": row.title, "notes": row.notes, "done": row.done, "due": row.due * DAY,
            "list": panel_name(row.list, lists),
        }
        for row in rows
    }  # fmt: skip


def _source(memory: Memory, name: str) -> object:
    value = memory.source(name)
    return _UNTOUCHED if value is None else value


def _table(memory: Memory, slice: Readable[_Value], make: Callable[[_Value], Mapping[str, Fields]]) -> FactTable:
    return FactTable((_source(memory, slice.name),), lambda: make(memory.value(slice.name)))


def _stored(memory: Memory, kind: TableFacts) -> FactTable:
    names = [slice.name for slice in storage.ALL[kind.database].slices]

    def make() -> Mapping[str, Fields]:
        values = tuple([memory.value(name) for name in names])
        return kind.make([storage.rows_of(kind.database, values, table) for table in kind.tables])

    return FactTable(tuple([_source(memory, name) for name in names]), make)


def _file_rows(files: Files, home: str) -> Mapping[str, Fields]:
    rows: dict[str, Fields] = {}
    for path, entry in files.walk(home):
        if path == SAVED_PLACES or not owned_path(home, path):  # the saved places are a kind of their own
            continue
        if isinstance(entry, File):
            rows[path] = file_fact(path, "file", content_digest(entry.data))
        elif isinstance(entry, Link):
            rows[path] = file_fact(path, "link", entry.target)
        else:
            rows[path] = file_fact(path, "folder")
    return rows


def _saved_place_rows(files: Files) -> Mapping[str, Fields]:
    # Read from their file, as on other phones, so that an agent that deletes it does the same harm on both.
    data = files.read(SAVED_PLACES) if files.is_file(SAVED_PLACES) else b""
    return saved_places(data.decode("utf-8", "replace")) if len(data) <= MAX_TEXT else {}


def _setting_rows(settings: Mapping[tuple[str, str], str]) -> Mapping[str, Fields]:
    return {f"{space} {key}": _setting(space, key, value) for (space, key), value in settings.items()}


def _watched(settings: Mapping[tuple[str, str], str]) -> Mapping[str, Fields]:
    return {
        f"{space} {key}": _setting(space, key, settings.get((space, key)))
        for space, keys in WATCHED_SETTINGS.items()
        for key in keys
    }


def _setting(namespace: str, key: str, value: Value) -> Fields:
    return {"namespace": namespace, "key": key, "value": value}
