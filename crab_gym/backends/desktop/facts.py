"""Facts of the real desktop: its user's files, mails, settings, alarms and rows of the bundled sites."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from crab_gym.backends.base import DesktopState
from crab_gym.backends.desktop.guest.paths import HOME
from crab_gym.backends.desktop.mail import mail_effects
from crab_gym.backends.mails import filter_facts, mail_facts
from crab_sim.devices.clock_settings import ALARMS, SCHEMA, alarms_of
from crab_sim.devices.facts import HOME_FILES, Effect, Facts, FactTable, Fields, owned_path

__all__ = ["WATCHED_SCHEMAS", "Settings", "read_effects", "read_facts"]

Ask = Callable[..., Any]
"""Asks the service inside the box: an operation and its arguments."""

WATCHED_SCHEMAS = (
    "org.gnome.desktop.interface", "org.gnome.desktop.background", "org.gnome.desktop.screensaver",
    "org.gnome.desktop.sound", "org.gnome.desktop.notifications", "org.gnome.desktop.session",
    "org.gnome.desktop.privacy", "org.gnome.desktop.datetime", "org.gnome.desktop.a11y.applications",
    "org.gnome.desktop.a11y.interface", "org.gnome.desktop.a11y.keyboard", "org.gnome.desktop.peripherals.mouse",
    "org.gnome.desktop.peripherals.touchpad", "org.gnome.settings-daemon.plugins.color",
    "org.gnome.settings-daemon.plugins.power",
)  # fmt: skip
"""The schemas with settings that a user chooses; programs keep their own state in many others."""
_UNWATCHED = frozenset(("application-children", "night-light-last-coordinates", "toolbar-detachable"))
_DATABASE = f"{HOME}/.config/dconf/user"

_NO_SITE_USED = (object(),)
"""The source of the sites' rows while none is used, so that no site is made only to be compared."""

Settings = dict[str, Mapping[str, Fields] | None]
"""Alarms and settings by the digest of the user's database, kept since asking for all of them takes a while."""


def read_facts(state: DesktopState, ask: Ask, known: Settings) -> Facts:
    """Returns the desktop's facts.

    Args:
        state: The desktop's state.
        ask: Asks the service inside the box.
        known: The settings that were read before; more are added.

    Raises:
        DeviceError: The box doesn't answer.
    """
    files = ask("owned_files", hidden=sorted(HOME_FILES))
    used = ask("web_facts")["used"]
    database = hashlib.sha256(state.read_file(_DATABASE) or b"").hexdigest()
    alarms = _cached(known, f"alarms {database}", lambda: _alarms(state))
    settings = _cached(known, f"settings {database}", lambda: _ask_all(state))
    return {
        **({} if alarms is None else {"alarm": FactTable.of(alarms)}),
        "file": FactTable.of(
            {
                path: {"path": path, "kind": kind, "content": content}
                for path, kind, content in files
                if owned_path(HOME, path)
            }
        ),
        "mail": FactTable.of(mail_facts(state.mails())),
        "mail_filter": FactTable.of(filter_facts(state.mail_filters())),
        "setting": FactTable.of(settings or {}),
        "site": FactTable(() if used else _NO_SITE_USED, lambda: _sites(used, ask)),
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


def _ask_all(state: DesktopState) -> Mapping[str, Fields]:
    rows: dict[str, Fields] = {}
    for schema in WATCHED_SCHEMAS:
        for line in state.run(["gsettings", "list-recursively", schema]).stdout.splitlines():
            namespace, _, rest = line.partition(" ")
            key, _, value = rest.partition(" ")
            if namespace == schema and key not in _UNWATCHED:
                rows[f"{schema} {key}"] = {"namespace": schema, "key": key, "value": value}
    return rows
