"""Facts of a phone over ADB, read from its apps' databases, its shared storage and its settings.

Databases of other apps need a rooted phone or an emulator; elsewhere their kinds of facts are left out. What no
database, file or setting tells isn't compared: the kinds ``"playing"`` and ``"visited"``, and ``"state"``, such as
saved networks, paired devices, permissions, timers, drafts and bookmarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.backends.adb.shell import Output
from crab_gym.backends.base import PhoneState
from crab_gym.backends.sqlite_tables import read_table
from crab_sim.devices.facts import Effect, Facts, FactTable, Fields, content_digest, file_fact, owned_path
from crab_sim.devices.phone_facts import (
    EFFECTS_DATABASE,
    EFFECTS_TABLE,
    PHONE_TABLES,
    SAVED_PLACES,
    VOLATILE_SETTINGS,
    effects_of,
    owned_setting,
    saved_places,
)
from crab_sim.devices.phone_files import in_trash

__all__ = ["read_effects", "read_facts"]

Database = Callable[[str], Mapping[str, bytes]]
"""Reads the files of a database, given its path."""
Run = Callable[..., Output]
"""Runs a command on the phone, given its arguments, and raises an error if it complains."""

_CHUNK = 100
"""Files per command, so that a command line stays short."""
_SUM = re.compile(rb"\\?([0-9a-f]{24})[0-9a-f]{40} ")


def read_facts(state: PhoneState, database: Database, run: Run) -> Facts:
    """Returns the phone's facts.

    Args:
        state: The phone's state.
        database: Reads the files of a database.
        run: Runs a command on the phone.

    Raises:
        DeviceError: The phone doesn't answer.
    """
    files = _files(state, run)
    trashed = {path: row for path, row in files.items() if in_trash(path[len(state.home) + 1 :])}
    facts = {
        "file": FactTable.of({path: row for path, row in files.items() if path not in trashed}),
        "setting": FactTable.of(_settings(run)),
        "trashed": FactTable.of(trashed),
    }
    if state.is_dir("/data/data"):
        databases: dict[str, Mapping[str, bytes]] = {}
        for kind in PHONE_TABLES:
            if kind.database not in databases:
                databases[kind.database] = database(kind.database)
            rows = [_rows(databases[kind.database], table) for table in kind.tables]
            facts[kind.kind] = FactTable.of(kind.make(rows))
    facts["saved_place"] = FactTable.of(saved_places(state.read_file(SAVED_PLACES) or b""))  # gone with their file
    return facts


def read_effects(state: PhoneState, database: Database) -> tuple[Effect, ...]:
    """Returns the effects that have left the phone.

    A simulated phone logs them. Other phones have no such log: there, these are the texts and calls that their
    databases hold as sent. One that was deleted there is missed.
    """
    files = database(EFFECTS_DATABASE) if state.exists(EFFECTS_DATABASE) else {}
    if files:
        return effects_of(_rows(files, EFFECTS_TABLE))
    sent = [Effect("text", message.address, message.body) for message in state.messages() if message.box == "sent"]
    return (*sent, *[Effect("call", call.number) for call in state.calls() if call.kind == "outgoing"])


def _rows(files: Mapping[str, bytes], table: str) -> Sequence[Mapping[str, Any]]:
    return read_table(files, table) if files else ()


def _files(state: PhoneState, run: Run) -> Mapping[str, Fields]:
    home = state.home
    folders, links, files = (_paths(run, home, kind) for kind in "dlf")
    rows = {path: file_fact(path, "folder") for path in folders}
    rows |= {path: file_fact(path, "link") for path in links}
    for start in range(0, len(files), _CHUNK):
        chunk = files[start : start + _CHUNK]
        sums = _SUM.findall(run("sha256sum", *chunk).stdout)
        if len(sums) != len(chunk):  # a name that breaks the lines: one file at a time
            sums = [content_digest(state.read_file(path) or b"").encode() for path in chunk]
        rows |= {path: file_fact(path, "file", sum.decode()) for path, sum in zip(chunk, sums, strict=True)}
    return rows


def _paths(run: Run, home: str, kind: str) -> list[str]:
    lines = run("find", home, "-type", kind, "-print0").stdout.split(b"\0")
    paths = [path.decode("utf-8", "surrogateescape") for path in lines if path]
    return sorted(
        path for path in paths if path != SAVED_PLACES and (owned_path(home, path) or in_trash(path[len(home) + 1 :]))
    )


def _settings(run: Run) -> Mapping[str, Fields]:
    rows: dict[str, Fields] = {}
    for namespace in VOLATILE_SETTINGS:
        lines = run("settings", "list", namespace).text.splitlines()
        for key, equals, value in [line.partition("=") for line in lines]:
            if equals and owned_setting(namespace, key):
                rows[f"{namespace} {key}"] = {"namespace": namespace, "key": key, "value": value}
    return rows
