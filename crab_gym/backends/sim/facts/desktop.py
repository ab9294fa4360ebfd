"""Facts of the simulated desktop."""

from __future__ import annotations

from functools import cache, partial

from crab_gym.backends.mails import filter_facts, mail_facts, read_mails
from crab_gym.backends.sim.facts import (
    NO_ROWS,
    FactRows,
    Kind,
    Kinds,
    Pair,
    Settings,
    SliceFacts,
    Values,
    by_row,
    file_row,
    files_kind,
    rows_of_both,
    setting_row,
)
from crab_sim.desktop.apps.calendar.data import EVENTS, Rows
from crab_sim.desktop.apps.clocks.data import ALARMS, CITIES, Alarms
from crab_sim.desktop.apps.endeavour.data import TASK_LISTS, TASKS, Lists, Tasks, panel_name
from crab_sim.desktop.apps.firefox.state import BOOKMARKS, HISTORY
from crab_sim.desktop.apps.music.playing import PLAYER, settled
from crab_sim.desktop.apps.music.state import seconds_of
from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Cards
from crab_sim.desktop.apps.thunderbird.store import MAIL_STARTED, filters_of, mailboxes, remembered_files
from crab_sim.desktop.programs import PROGRAMS, Programs
from crab_sim.devices.facts import Facts
from crab_sim.devices.mail_profile import PROFILE, PROFILES, preference_facts
from crab_sim.devices.playlists import PLAYLISTS, playlist_facts
from crab_sim.devices.trash import TRASH, trashed_facts
from crab_sim.engines.days import DAY
from crab_sim.engines.pages.history import BookmarkRow, visited_facts
from crab_sim.engines.pages.sites import WEB, binned_facts, site_facts
from crab_sim.files import Files
from crab_sim.machine.memory import Memory
from crab_sim.machine.slices import BOOTED, FILES, SEED, SETTINGS, TIME

__all__ = ["desktop_facts"]

_WITH_BINS = ("drive.example", "notes.example")
"""The sites that have a bin."""


def desktop_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a desktop; see `phone_facts`."""
    return SliceFacts(memory, _desktop_kinds(home, memory.source(MAIL_STARTED.name) is not None))


@cache
def _desktop_kinds(home: str, mails_used: bool) -> Kinds:
    # Before Thunderbird is first used, its mails aren't made from the machine's files.
    mails = (MAIL_STARTED.name, FILES.name) if mails_used else (MAIL_STARTED.name,)
    return Kinds(
        {
            "alarm": by_row(ALARMS.name, _alarm_rows),
            "bookmark": by_row(BOOKMARKS.name, _bookmark_rows),
            "city": Kind((CITIES.name,), lambda memory: {name: {"name": name} for name in memory.value(CITIES.name)}),
            "contact": by_row(CARDS.name, _card_rows),
            "event": by_row(EVENTS.name, _event_rows),
            "file": files_kind(home, "/"),
            "mail": Kind(mails, lambda memory: mail_facts(read_mails(mailboxes(remembered_files(memory))))),
            "mail_filter": Kind(mails, lambda memory: filter_facts(filters_of(remembered_files(memory)))),
            "mail_setting": Kind(mails, lambda memory: _mail_setting_rows(remembered_files(memory))),
            "playing": Kind((TIME.name,), _playing_rows),
            "playlist": Kind(
                (FILES.name,),
                lambda memory: _playlist_rows(memory.value(FILES.name), home),
                lambda before, after: _unless_same(f"{home}/{PLAYLISTS}", before[0], after[0]),
            ),
            "process": by_row(PROGRAMS.name, _process_rows),
            "setting": Kind(
                (SETTINGS.name,), lambda memory: _setting_rows(memory.value(SETTINGS.name)), _settings_of_both
            ),
            "site": Kind((WEB.name, SEED.name, BOOTED.name), _site_rows, _sites_of_both),
            "todo": Kind(
                (TASKS.name, TASK_LISTS.name),
                lambda memory: _todo_rows(memory.value(TASKS.name), memory.value(TASK_LISTS.name)),
                _todos_of_both,
            ),
            "todo_list": by_row(TASK_LISTS.name, _list_rows),
            "trashed_site": Kind((WEB.name, SEED.name, BOOTED.name), _binned_rows, _bins_of_both),
            "visited": by_row(HISTORY.name, visited_facts),
            "trashed": Kind(
                (FILES.name,),
                lambda memory: _trashed_rows(memory.value(FILES.name), home),
                lambda before, after: _unless_same(f"{home}/{TRASH}", before[0], after[0]),
            ),
        }
    )


def _site_rows(memory: Memory) -> FactRows:
    return site_facts(memory.value(SEED.name), memory.value(BOOTED.name), memory.value(WEB.name))


def _sites_of_both(before: Values, after: Values) -> Pair:
    (old, seed, booted), (new, _, _) = before, after
    changed = [site for site in {**old, **new} if old.get(site) != new.get(site)]
    return Pair(site_facts(seed, booted, old, changed), site_facts(seed, booted, new, changed))


def _binned_rows(memory: Memory) -> FactRows:
    return binned_facts(memory.value(SEED.name), memory.value(BOOTED.name), memory.value(WEB.name))


def _bins_of_both(before: Values, after: Values) -> Pair:
    (old, seed, booted), (new, _, _) = before, after
    changed = [site for site in _WITH_BINS if old.get(site) != new.get(site)]
    if not changed:
        return Pair(NO_ROWS, NO_ROWS)
    return Pair(binned_facts(seed, booted, old, changed), binned_facts(seed, booted, new, changed))


def _mail_setting_rows(files: Files) -> FactRows:
    """Returns Thunderbird's preferences and its list of profiles, which the simulated one never writes by itself."""
    path, profiles = f"{PROFILE}/prefs.js", f"{PROFILES}/profiles.ini"
    rows = preference_facts(files.read(path).decode("utf-8", "replace")) if files.is_file(path) else {}
    if files.is_file(profiles):
        rows["profiles.ini"] = {"name": "profiles.ini", "value": files.read(profiles).decode("utf-8", "replace")}
    return rows


def _playing_rows(memory: Memory) -> FactRows:
    """Returns Rhythmbox, where it plays; Videos plays whatever it opens, which is seen and stays in its window."""
    player = memory.slices.get(PLAYER.name)
    if player is None:
        return NO_ROWS
    later = settled(player, partial(seconds_of, memory.value(FILES.name)), memory.value(TIME.name))
    return {"music": {"app": "music"}} if later.playback.since is not None else NO_ROWS


def _alarm_rows(rows: Alarms) -> FactRows:
    return {
        str(row.id): {
            "hour": row.hour, "minute": row.minute, "days": row.days, "enabled": row.enabled, "label": row.name,
            "rings": row.rings, "snoozes": row.snoozes,
        }
        for row in rows
    }  # fmt: skip


def _bookmark_rows(rows: tuple[BookmarkRow, ...]) -> FactRows:
    return {str(row.id): {"title": row.title, "address": row.url} for row in rows}


def _process_rows(rows: Programs) -> FactRows:
    return {str(row.id): {"name": row.name, "state": "stopped" if row.stopped else "running"} for row in rows}


def _list_rows(rows: Lists) -> FactRows:
    return {str(row.id): {"name": row.name, "color": row.color} for row in rows}


def _unless_same(path: str, before: Files, after: Files) -> Pair | None:
    """Returns no rows where nothing at or below a path has been replaced; None if it takes all to know."""
    if before.same(after, path):
        return Pair(NO_ROWS, NO_ROWS)
    return None


def _playlist_rows(files: Files, home: str) -> FactRows:
    path = f"{home}/{PLAYLISTS}"
    return playlist_facts(files.read(path) if files.is_file(path) else None)


def _trashed_rows(files: Files, home: str) -> FactRows:
    top, notes = f"{home}/{TRASH}/files", dict[str, str]()
    if not files.is_dir(top):
        return NO_ROWS
    for name in files.list(top):
        note = f"{home}/{TRASH}/info/{name}.trashinfo"
        if files.is_file(note):
            notes[name] = files.read(note).decode("utf-8", "replace")
    return trashed_facts(top, [file_row(*entry) for entry in files.walk(top) if entry[0] != top], notes)


def _card_rows(rows: Cards) -> FactRows:
    return {
        str(row.id): {
            "name": row.shown, "first": row.first, "last": row.last, "phone": row.phone, "email": row.email,
            "notes": row.notes,
        }
        for row in rows
    }  # fmt: skip


def _event_rows(rows: Rows) -> FactRows:
    return {
        str(row.id): {
            "title": row.title, "start": row.start, "end": row.end, "location": row.location, "notes": row.notes,
            "all_day": row.all_day,
        }
        for row in rows
    }  # fmt: skip


def _todo_rows(rows: Tasks, lists: Lists) -> FactRows:
    return {
        str(row.id): {
            "title": row.title, "notes": row.notes, "done": row.done, "due": row.due * DAY,
            "list": panel_name(row.list, lists),
        }
        for row in rows
    }  # fmt: skip


def _todos_of_both(before: Values, after: Values) -> Pair | None:
    if before[1] is not after[1]:  # the lists
        return None
    old, new = rows_of_both(before[0], after[0])
    return Pair(_todo_rows(old, before[1]), _todo_rows(new, after[1]))


def _setting_rows(settings: Settings) -> FactRows:
    return {f"{space} {key}": setting_row(space, key, value) for (space, key), value in settings.items()}


def _settings_of_both(before: Values, after: Values) -> Pair:
    old, new = before[0], after[0]
    return Pair(
        _setting_rows({key: value for key, value in old.items() if new.get(key) != value}),
        _setting_rows({key: value for key, value in new.items() if old.get(key) != value}),
    )
