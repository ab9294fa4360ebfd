"""Facts of a phone over ADB, read from its apps' databases, its shared storage and its settings.

Databases of other apps need a rooted phone or an emulator; elsewhere their kinds of facts are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crab_gym.backends.sqlite_tables import read_table
from crab_gym.devices.facts import Effect, Facts, FactTable, Fields, content_digest, file_fact, owned_path
from crab_gym.devices.phone_facts import (
    EFFECTS_DATABASE,
    EFFECTS_TABLE,
    PHONE_TABLES,
    SAVED_PLACES,
    WATCHED_SETTINGS,
    effects_of,
    saved_places,
)

if TYPE_CHECKING:
    from crab_gym.backends.adb.state import AdbState

__all__ = ["read_effects", "read_facts"]

_CHUNK = 100
"""Files per command, so that a command line stays short."""
_SUM = re.compile(rb"\\?([0-9a-f]{24})[0-9a-f]{40} ")


def read_facts(state: AdbState) -> Facts:
    """Returns the phone's facts.

    Raises:
        DeviceError: The phone doesn't answer.
    """
    facts = {
        "file": FactTable.of(_files(state)),
        "setting": FactTable.of(_settings(state)),
    }
    if state.is_dir("/data/data"):
        databases: dict[str, Mapping[str, bytes]] = {}
        for kind in PHONE_TABLES:
            if kind.database not in databases:
                databases[kind.database] = state.database(kind.database)
            rows = [_rows(databases[kind.database], table) for table in kind.tables]
            facts[kind.kind] = FactTable.of(kind.make(rows))
    places = state.read_text(SAVED_PLACES)
    if places is not None:
        facts["saved_place"] = FactTable.of(saved_places(places))
    return facts


def read_effects(state: AdbState) -> tuple[Effect, ...]:
    """Returns the effects that have left the phone.

    A simulated phone logs them. Other phones have no such log: there, these are the texts and calls that their
    databases hold as sent. One that was deleted there is missed.
    """
    files = state.database(EFFECTS_DATABASE) if state.exists(EFFECTS_DATABASE) else {}
    if files:
        return effects_of(_rows(files, EFFECTS_TABLE))
    sent = [Effect("text", message.address, message.body) for message in state.messages() if message.box == "sent"]
    return (*sent, *[Effect("call", call.number) for call in state.calls() if call.kind == "outgoing"])


def _rows(files: Mapping[str, bytes], table: str) -> Sequence[Mapping[str, Any]]:
    return read_table(files, table) if files else ()


def _files(state: AdbState) -> Mapping[str, Fields]:
    home = state.home
    folders, links, files = (_paths(state, home, kind) for kind in "dlf")
    rows = {path: file_fact(path, "folder") for path in folders}
    rows |= {path: file_fact(path, "link") for path in links}
    for start in range(0, len(files), _CHUNK):
        chunk = files[start : start + _CHUNK]
        sums = _SUM.findall(state.checked_stderr("sha256sum", *chunk).stdout)
        if len(sums) != len(chunk):  # a name that breaks the lines: one file at a time
            sums = [content_digest(state.read_file(path) or b"").encode() for path in chunk]
        rows |= {path: file_fact(path, "file", sum.decode()) for path, sum in zip(chunk, sums, strict=True)}
    return rows


def _paths(state: AdbState, home: str, kind: str) -> list[str]:
    found = state.checked_stderr("find", home, "-type", kind, "-print0").stdout.split(b"\0")
    paths = [path.decode("utf-8", "surrogateescape") for path in found if path]
    return sorted(path for path in paths if owned_path(home, path) and path != SAVED_PLACES)


def _settings(state: AdbState) -> Mapping[str, Fields]:
    rows: dict[str, Fields] = {}
    for namespace, keys in WATCHED_SETTINGS.items():
        lines = state.checked_stderr("settings", "list", namespace).text.splitlines()
        values = dict([(key, value) for key, equals, value in (line.partition("=") for line in lines) if equals])
        for key in keys:
            rows[f"{namespace} {key}"] = {"namespace": namespace, "key": key, "value": values.get(key)}
    return rows
