"""Facts of the real desktop, as far as they can be read.

What programs keep in files of their own formats can't: the cards of Thunderbird's address book, Firefox's bookmarks,
the events of Calendar, the tasks of Endeavour. Files outside the home folder belong to the system: its user can't
change them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from crab_gym.backends.base import DesktopState
from crab_gym.backends.desktop.guest.paths import HOME
from crab_gym.backends.desktop.mail import mail_effects
from crab_gym.backends.desktop.volatile_settings import is_volatile
from crab_gym.backends.mails import filter_facts, mail_facts
from crab_sim.devices.apps import APPS
from crab_sim.devices.clock_settings import ALARMS, CITIES, SCHEMA, alarms_of, cities_of
from crab_sim.devices.facts import Effect, Facts, FactTable, Fields
from crab_sim.devices.playlists import PLAYLISTS, playlist_facts
from crab_sim.devices.trash import TRASH, trashed_facts
from crab_sim.devices.volatile_files import REAL_TOLD, REAL_VOLATILE

__all__ = ["Settings", "read_effects", "read_facts"]

Ask = Callable[..., Any]
"""Asks the service inside the box: an operation and its arguments."""

_DATABASE = f"{HOME}/.config/dconf/user"
_APPS = frozenset([name for app in APPS if app.device == "ubuntu" for name in app.processes])

_NO_SITE_USED = (object(),)
"""The source of the sites' rows while none is used, so that no site is made only to be compared."""

Settings = dict[str, Mapping[str, Fields] | None]
"""Alarms, cities and settings by the digest of the user's database, kept since asking for all of them takes a while."""


def read_facts(state: DesktopState, ask: Ask, known: Settings) -> Facts:
    """Returns the desktop's facts.

    Args:
        state: The desktop's state.
        ask: Asks the service inside the box.
        known: The settings that were read before; more are added.

    Raises:
        DeviceError: The box doesn't answer.
    """
    files = _files(ask, HOME, REAL_VOLATILE, REAL_TOLD)
    used = ask("web_facts")["used"]
    database = hashlib.sha256(state.read_file(_DATABASE) or b"").hexdigest()
    alarms = _cached(known, f"alarms {database}", lambda: _alarms(state))
    cities = _cached(known, f"cities {database}", lambda: _cities(state))
    settings = _cached(known, f"settings {database}", lambda: _ask_all(state))
    return {
        **({} if alarms is None else {"alarm": FactTable.of(alarms)}),
        **({} if cities is None else {"city": FactTable.of(cities)}),
        "file": FactTable.of(files),
        "mail": FactTable.of(mail_facts(state.mails())),
        "mail_filter": FactTable.of(filter_facts(state.mail_filters())),
        "playlist": FactTable.of(playlist_facts(state.read_file(f"{HOME}/{PLAYLISTS}"))),
        "process": FactTable.of(_programs(ask)),
        "setting": FactTable.of(settings or {}),
        "site": FactTable(() if used else _NO_SITE_USED, lambda: _sites(used, ask)),
        "trashed": FactTable.of(_trashed(state, ask)),
    }


def read_effects(ask: Ask) -> tuple[Effect, ...]:
    """Returns the effects that have left through the bundled sites and by mail: there is no other network."""
    return tuple([*[Effect(*effect) for effect in ask("web_facts")["effects"]], *mail_effects(ask("letters"))])


def _sites(used: Mapping[str, Mapping[str, Fields]], ask: Ask) -> Mapping[str, Fields]:
    """Returns the rows of all sites.

    A site is made at its first use. One that had not been used has its first rows, which never depend on when it is.
    """
    first: Mapping[str, Mapping[str, Fields]] = ask("web_first_facts")
    return {key: fields for rows in {**first, **used}.values() for key, fields in rows.items()}


def _cached(known: Settings, key: str, make: Callable[[], Mapping[str, Fields] | None]) -> Mapping[str, Fields] | None:
    if key not in known:
        known[key] = make()
    return known[key]


def _alarms(state: DesktopState) -> Mapping[str, Fields] | None:
    """Returns the alarms of Clocks, None where Clocks isn't installed."""
    text = state.setting(SCHEMA, ALARMS)
    if text is None:
        return None
    return {
        row.id: {
            "hour": row.hour, "minute": row.minute, "days": row.days, "enabled": row.enabled, "label": row.name,
            "rings": row.rings, "snoozes": row.snoozes,
        }
        for row in alarms_of(text)
    }  # fmt: skip


def _cities(state: DesktopState) -> Mapping[str, Fields] | None:
    """Returns the cities of Clocks, None where Clocks isn't installed."""
    text = state.setting(SCHEMA, CITIES)
    return None if text is None else {name: {"name": name} for name in cities_of(text)}


def _files(ask: Ask, folder: str, volatile: str = "(?!)", told: str = "(?!)") -> Mapping[str, Fields]:
    """Returns the facts of a folder and of what lies below it, but for those that programs write by themselves."""
    rows: list[list[str]] = ask("owned_files", folder=folder, volatile=volatile, told=told)
    return {
        path: {"path": path, "kind": kind, "content": content, "mode": mode, "owner": owner}
        for path, kind, content, mode, owner in rows
    }


def _trashed(state: DesktopState, ask: Ask) -> Mapping[str, Fields]:
    top = f"{HOME}/{TRASH}/files"
    files = {path: fields for path, fields in _files(ask, top).items() if path != top}
    notes = {
        name: state.read_text(f"{HOME}/{TRASH}/info/{name}.trashinfo") or ""
        for name in {path[len(top) + 1 :].partition("/")[0] for path in files}
    }
    return trashed_facts(top, files.values(), notes)


def _programs(ask: Ask) -> Mapping[str, Fields]:
    """Returns the programs in the background, but for those of the desktop's apps, which have windows."""
    programs: list[tuple[int, str, bool, int]] = ask("background_programs")
    apps = {group for _, name, _, group in programs if name in _APPS}
    return {
        str(pid): {"name": name, "state": "stopped" if stopped else "running"}
        for pid, name, stopped, group in programs
        if group not in apps
    }


def _ask_all(state: DesktopState) -> Mapping[str, Fields]:
    """Returns the settings of all schemas, and those that programs keep at paths of their own."""
    rows: dict[str, Fields] = {}
    for line in state.run(["gsettings", "list-recursively"]).stdout.splitlines():
        namespace, _, rest = line.partition(" ")
        key, _, value = rest.partition(" ")
        _put(rows, namespace, key, value)
    schemas = state.run(["gsettings", "list-schemas", "--print-paths"]).stdout.splitlines()
    told, path = {line.partition(" ")[2].strip("/") for line in schemas}, ""
    for line in state.run(["dconf", "dump", "/"]).stdout.splitlines():
        if line.startswith("[") and line.endswith("]"):
            path = line[1:-1]
        elif path not in told:
            key, _, value = line.partition("=")
            _put(rows, path.replace("/", "."), key, value)
    return rows


def _put(rows: dict[str, Fields], namespace: str, key: str, value: str) -> None:
    if key and not is_volatile(namespace, key):
        rows[f"{namespace} {key}"] = {"namespace": namespace, "key": key, "value": value}
