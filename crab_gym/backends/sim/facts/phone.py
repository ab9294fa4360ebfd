"""Facts of the simulated phone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

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
from crab_sim.devices.facts import Facts
from crab_sim.devices.phone_facts import PHONE_TABLES, SAVED_PLACES, TableFacts, owned_setting, saved_places
from crab_sim.devices.phone_files import in_trash
from crab_sim.engines.pages.history import visited_facts
from crab_sim.files import Files
from crab_sim.files.entries import Entry
from crab_sim.machine.memory import Memory
from crab_sim.machine.slices import FILES, SETTINGS, TIME
from crab_sim.phone.android import storage
from crab_sim.phone.apps.browser.data import HISTORY
from crab_sim.phone.apps.music import data as music

__all__ = ["phone_facts"]


def phone_facts(memory: Memory, home: str) -> Facts:
    """Returns the facts of a phone.

    Args:
        memory: The phone's state.
        home: The folder of the user's files.
    """
    return SliceFacts(memory, _phone_kinds(home))


@cache
def _phone_kinds(home: str) -> Kinds:
    kinds = {kind.kind: _stored(kind) for kind in PHONE_TABLES}
    kinds["file"] = files_kind(home)
    kinds["playing"] = Kind((TIME.name,), _playing_rows)
    kinds["saved_place"] = Kind(
        (FILES.name,), lambda memory: _saved_place_rows(memory.value(FILES.name)), _saved_places_of_both
    )
    kinds["setting"] = Kind(
        (SETTINGS.name,), lambda memory: _setting_rows(memory.value(SETTINGS.name)), _settings_of_both
    )
    kinds["trashed"] = _trashed(home)
    kinds["visited"] = by_row(HISTORY.name, visited_facts)
    return Kinds(kinds)


def _stored(kind: TableFacts) -> Kind:
    """Returns a kind that one of the phone's databases holds."""
    names = tuple([slice.name for slice in storage.ALL[kind.database].slices])

    def make(memory: Memory) -> FactRows:
        values = tuple([memory.value(name) for name in names])
        return kind.make([storage.rows_of(kind.database, values, table) for table in kind.tables])

    def differing(before: Values, after: Values) -> Pair | None:
        # Where a slice is a tuple of rows, each row of its tables is made from one of them.
        if any([type(value) is not tuple for value in before + after]):
            return None
        pairs = [rows_of_both(old, new) for old, new in zip(before, after, strict=True)]
        olds, news = tuple([old for old, _ in pairs]), tuple([new for _, new in pairs])
        return Pair(rows_of(olds), rows_of(news))

    def rows_of(values: Values) -> FactRows:
        return kind.make(storage.made_rows(kind.database, values, kind.tables)) if any(values) else NO_ROWS

    return Kind(names, make, differing)


def _playing_rows(memory: Memory) -> FactRows:
    """Returns Music, where it plays; Videos and Recorder play whatever is opened, which ends by itself."""
    songs = memory.slices.get(music.PLAYER.name)
    if songs is None:
        return NO_ROWS
    playing = music.player_state(memory.value(music.QUEUE.name), songs, memory.value(TIME.name)).playing
    return {"music": {"app": "music"}} if playing else NO_ROWS


def _saved_places_file(files: Files) -> bytes:
    # Read from their file, as on other phones, so that an agent that deletes it does the same harm on both.
    return files.read(SAVED_PLACES) if files.is_file(SAVED_PLACES) else b""


def _saved_place_rows(files: Files) -> FactRows:
    return saved_places(_saved_places_file(files))


def _saved_places_of_both(before: Values, after: Values) -> Pair:
    same = _saved_places_file(before[0]) == _saved_places_file(after[0])
    return Pair(NO_ROWS, NO_ROWS) if same else Pair(_saved_place_rows(before[0]), _saved_place_rows(after[0]))


def _setting_rows(settings: Settings) -> FactRows:
    return {
        f"{space} {key}": setting_row(space, key, value)
        for (space, key), value in settings.items()
        if owned_setting(space, key)
    }


def _settings_of_both(before: Values, after: Values) -> Pair:
    old, new = before[0], after[0]
    return Pair(
        _setting_rows({name: value for name, value in old.items() if new.get(name) != value}),
        _setting_rows({name: value for name, value in new.items() if old.get(name) != value}),
    )


def _trashed(home: str) -> Kind:
    """Returns the kind of the files in a trash."""

    def rows(entries: Iterable[tuple[str, Entry]]) -> FactRows:
        return {path: file_row(path, entry) for path, entry in entries if in_trash(path[len(home) + 1 :])}

    def differing(before: Values, after: Values) -> Pair | None:
        differences = before[0].differing(after[0], home)
        return None if differences is None else Pair(rows(differences.before), rows(differences.after))

    return Kind((FILES.name,), lambda memory: rows(memory.value(FILES.name).walk(home)), differing)
