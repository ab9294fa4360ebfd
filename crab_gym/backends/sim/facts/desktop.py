"""Facts of the simulated desktop."""

from __future__ import annotations

from collections.abc import Mapping

from crab_gym.backends.mails import filter_facts, mail_facts, read_mails
from crab_gym.backends.sim.facts import UNTOUCHED, file_rows, setting_row, source, table
from crab_gym.devices.facts import Facts, FactTable, Fields
from crab_gym.sim.desktop.apps.calendar.data import EVENTS, Rows
from crab_gym.sim.desktop.apps.clocks.data import ALARMS, Alarms
from crab_gym.sim.desktop.apps.endeavour.data import TASK_LISTS, TASKS, Lists, Tasks, panel_name
from crab_gym.sim.desktop.apps.thunderbird.contacts import CARDS, Cards
from crab_gym.sim.desktop.apps.thunderbird.store import MAIL_STARTED, filters_of, mailboxes, remembered_files
from crab_gym.sim.engines.days import DAY
from crab_gym.sim.engines.pages.sites import WEB, site_facts
from crab_gym.sim.machine.memory import Memory
from crab_gym.sim.machine.slices import FILES, SETTINGS

__all__ = ["desktop_facts"]


def desktop_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a desktop; see `phone_facts`."""
    return {
        "alarm": table(memory, ALARMS, _alarm_rows),
        "contact": table(memory, CARDS, _card_rows),
        "event": table(memory, EVENTS, _event_rows),
        "file": table(memory, FILES, lambda files: file_rows(files, home)),
        "mail": FactTable(_mail_sources(memory), lambda: mail_facts(read_mails(mailboxes(remembered_files(memory))))),
        "mail_filter": FactTable(_mail_sources(memory), lambda: filter_facts(filters_of(remembered_files(memory)))),
        "setting": table(memory, SETTINGS, _setting_rows),
        "site": table(memory, WEB, lambda tables: site_facts(memory.value("seed"), memory.value("booted"), tables)),
        "todo": FactTable(
            (source(memory, TASKS.name), source(memory, TASK_LISTS.name)),
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
    return (UNTOUCHED if memory.source(MAIL_STARTED.name) is None else source(memory, FILES.name),)


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


def _setting_rows(settings: Mapping[tuple[str, str], str]) -> Mapping[str, Fields]:
    return {f"{space} {key}": setting_row(space, key, value) for (space, key), value in settings.items()}
