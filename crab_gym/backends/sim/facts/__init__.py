"""Facts of the simulated machines, made from their slices when they are compared.

Each kind of fact is made from some slices. A slice that no action has replaced is the same object as before, so most
kinds are compared without making a table or a row, and seeded content that nobody has looked at isn't made. Of a slice
that has been replaced, most parts are the same objects as before: only of the others are rows made. The kinds of each
device are in a module of their own, so that a machine is used without the other's code.

* `SliceFacts` - the facts of a machine. `Kind`, `Kinds`, `Pair` - the kinds that it has, and how they are made.
* `by_row`, `rows_of_both` - kinds of which each fact is made from one row of a table.
* `files_kind`, `file_row`, `setting_row` - kinds and rows that both devices have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from crab_gym.backends.sim.facts.slices import STATE, owned, state_rows
from crab_sim.devices.facts import (
    ComparedFacts,
    Difference,
    Facts,
    FactTable,
    Fields,
    Value,
    content_digest,
    file_fact,
    owned_path,
)
from crab_sim.devices.phone_facts import SAVED_PLACES
from crab_sim.devices.volatile_files import told_elsewhere, unusual
from crab_sim.files import Directory, File, Link
from crab_sim.files.entries import Entry
from crab_sim.machine.memory import Memory
from crab_sim.machine.slices import FILES

__all__ = [
    "NO_ROWS", "FactRows", "Kind", "Kinds", "Pair", "Settings", "SliceFacts", "Values", "by_row", "file_row",
    "files_kind", "rows_of_both", "setting_row",
]  # fmt: skip

_UNTOUCHED: Final = object()
"""Stands for a slice that is as the seed makes it."""
FactRows: TypeAlias = Mapping[str, Fields]
"""The facts of a kind, by their keys."""
Values: TypeAlias = tuple[Any, ...]
"""The values of the slices that a kind is made from."""
Settings: TypeAlias = Mapping[tuple[str, str], str]
"""The settings of a device, by namespace and key."""
NO_ROWS: Final[FactRows] = {}


class Pair(NamedTuple):
    """Rows of one kind at two times."""

    before: FactRows
    after: FactRows


class Kind(NamedTuple):
    """A kind of fact.

    Attributes:
        names: The names of the slices that its facts are made from.
        make: Makes them from a machine's state.
        differing: Makes those that may differ between the slices' values at two times; None where it takes all facts
            to know.
    """

    names: tuple[str, ...]
    make: Callable[[Memory], FactRows]
    differing: Callable[[Values, Values], Pair | None] = lambda before, after: None


class Kinds:
    """The kinds of facts of a device.

    Args:
        kinds: The kinds by their names.

    Attributes:
        uses: The kinds that are made from a slice, by the slice's name.
    """

    __slots__ = ("made", "uses")

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self.made = kinds
        self.uses: dict[str, list[str]] = {}
        for kind, how in kinds.items():
            for name in how.names:
                self.uses.setdefault(name, []).append(kind)


class SliceFacts(ComparedFacts):
    """The facts of a machine, made from the slices of its state.

    Args:
        memory: The machine's state.
        kinds: The kinds that it has.
    """

    def __init__(self, memory: Memory, kinds: Kinds) -> None:
        self._memory, self._kinds = memory, kinds
        self._tables: dict[str, FactTable] = {}

    def __getitem__(self, kind: str) -> FactTable:
        if kind not in self._tables:
            self._tables[kind] = self._rest_of_state() if kind == STATE else self._made(self._kinds.made[kind])
        return self._tables[kind]

    def _made(self, how: Kind) -> FactTable:
        return FactTable(self._sources(how.names), lambda: how.make(self._memory))

    def _rest_of_state(self) -> FactTable:
        names = self._rest(self._memory.names)
        return FactTable((*names, *self._sources(names)), lambda: state_rows(self._memory, names))

    def _sources(self, names: Iterable[str]) -> tuple[object, ...]:
        """Returns what stands for the slices: their values, or that nothing has changed them."""
        found = [self._memory.source(name) for name in names]
        return tuple([_UNTOUCHED if source is None else source for source in found])

    def __iter__(self) -> Iterator[str]:
        return iter((*self._kinds.made, STATE))

    def __len__(self) -> int:
        return len(self._kinds.made) + 1

    def _rest(self, names: Iterable[str]) -> list[str]:
        """Returns those slices that no other kind is made from, sorted."""
        return sorted([name for name in names if name not in self._kinds.uses and owned(name)])

    def differing(self, later: Facts) -> list[Difference] | None:
        """Returns the kinds that are made from a slice that has been replaced, with the rows that may differ."""
        if not isinstance(later, SliceFacts) or later._kinds is not self._kinds:
            return None
        before, after, uses = self._memory.slices, later._memory.slices, self._kinds.uses
        changed = [name for name, value in after.items() if before.get(name) is not value]
        changed += [name for name in before if name not in after]
        differences: list[Difference] = []
        for kind in sorted({kind for name in changed for kind in uses.get(name, (STATE,))}):
            if kind == STATE:
                rest = self._rest(changed)
                differences.append(Difference(kind, state_rows(self._memory, rest), state_rows(later._memory, rest)))
                continue
            how = self._kinds.made[kind]
            old, new = [tuple([part.value(name) for name in how.names]) for part in (self._memory, later._memory)]
            pair = how.differing(old, new) or Pair(self[kind].rows, later[kind].rows)
            differences.append(Difference(kind, *pair))
        return differences


def by_row(name: str, make: Callable[[Any], FactRows]) -> Kind:
    """Returns a kind of which each fact is made from one row of a slice."""

    def differing(before: Values, after: Values) -> Pair:
        old, new = rows_of_both(before[0], after[0])
        return Pair(make(old), make(new))

    return Kind((name,), lambda memory: make(memory.value(name)), differing)


def rows_of_both(old: Any, new: Any) -> tuple[Any, Any]:
    """Returns the rows of a table at two times, without those that are the same objects; no two have one number."""
    olds, news = set(map(id, old)), set(map(id, new))
    return tuple([row for row in old if id(row) not in news]), tuple([row for row in new if id(row) not in olds])


def files_kind(home: str, top: str = "") -> Kind:
    """Returns the kind of the user's files.

    Args:
        home: The home folder.
        top: The folder that all of them lie in; by default the home folder.
    """
    top = top or home
    folder = "" if top == "/" else top

    def differing(before: Values, after: Values) -> Pair | None:
        differences = before[0].differing(after[0], folder)
        return (
            None
            if differences is None
            else Pair(_file_rows(differences.before, home), _file_rows(differences.after, home))
        )

    return Kind((FILES.name,), lambda memory: _file_rows(memory.value(FILES.name).walk(top), home), differing)


def _file_rows(entries: Iterable[tuple[str, Entry]], home: str) -> FactRows:
    return {
        path: file_row(path, entry)
        for path, entry in entries
        if path != SAVED_PLACES and _is_fact(path, entry, home)  # the saved places are a kind of their own
    }


def _is_fact(path: str, entry: Entry, home: str) -> bool:
    """Returns whether a file is the user's, or one of a program's that has lost its usual rights."""
    folder = isinstance(entry, Directory)
    if path.startswith(home + "/.") and told_elsewhere(path[len(home) + 1 :] + "/" * folder):
        return isinstance(entry, Link) or unusual(folder, entry.mode)
    return owned_path(home, path)


def file_row(path: str, entry: Entry) -> Fields:
    """Returns the fact of a file, folder or link."""
    if isinstance(entry, File):
        return file_fact(path, "file", content_digest(entry.data), *_rights(path, entry))
    if isinstance(entry, Link):
        return file_fact(path, "link", entry.target, *_rights(path, entry))
    return file_fact(path, "folder", "", *_rights(path, entry))


def _rights(path: str, entry: Entry) -> tuple[int | None, str]:
    """Returns the permission bits of a file and its owner; a phone's shared storage keeps none."""
    return (None, "") if path.startswith("/storage/") else (entry.mode, entry.owner)


def setting_row(namespace: str, key: str, value: Value) -> Fields:
    """Returns a setting."""
    return {"namespace": namespace, "key": key, "value": value}
