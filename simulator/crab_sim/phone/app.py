"""Installed apps of the phone: their views and handlers, content, databases, files and sharing.

* `PhoneApp` - one installed app; each package in `crab_sim.phone.apps` has one, named ``APP``.
* `Database` - one of its SQLite files, made from the state when it is read, and read back when it is written.
* `SeedFile` - one of its files on a lived-in phone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from crab_sim.machine.app import AppSpec
from crab_sim.machine.machine import Machine
from crab_sim.machine.memory import Seeder
from crab_sim.machine.slices import AnySlice
from crab_sim.phone.intents import IntentRule
from crab_sim.ui.messages import AnyMessage
from crab_sim.ui.page import PlainData

__all__ = ["SDCARD", "Cell", "Database", "Dump", "PhoneApp", "PhoneMessage", "SeedFile", "Tables"]

SDCARD = "/storage/emulated/0"
"""The shared storage; ``/sdcard`` is a link to it."""

PhoneMessage: TypeAlias = tuple[Literal["back", "started"]] | tuple[Literal["submit"], str]
"""The messages that the phone itself sends to an app: Back, a start with an intent, Enter in a field (its key)."""
Cell: TypeAlias = int | float | str | bytes | None
"""A value in a table of a SQLite file."""
Dump: TypeAlias = Mapping[str, Iterable[Sequence[Cell]]]
"""The rows of each table to be written into a SQLite file, each in the order of its columns."""
Tables: TypeAlias = Mapping[str, Sequence[Mapping[str, PlainData]]]
"""The rows of each table that were read from a SQLite file, by the names of the columns."""


class Database(NamedTuple):
    """A SQLite file of an app, derived from slices of the machine's state and read back into them.

    Attributes:
        path: Its path, such as ``/data/data/org.tasks/databases/database``.
        slices: The slices from which it is derived.
        schema: ``CREATE TABLE`` statements with the columns that the real app's file has.
        dump: Returns the rows of each table, in the order of its columns, for the slices' values.
        load: Returns the slices' values for the rows of each table, given as dictionaries. Raises ValueError (or
            KeyError, TypeError) if the rows make no sense to the app.
    """

    path: str
    slices: tuple[AnySlice, ...]
    schema: str
    dump: Callable[..., Dump]
    load: Callable[[Tables], tuple[PlainData, ...]]


class SeedFile(NamedTuple):
    """A file of a lived-in phone.

    Attributes:
        path: Its path.
        data: Its content.
        age: Seconds between its last change and the phone's booting.
    """

    path: str
    data: bytes
    age: float = 86_400.0


class PhoneApp(NamedTuple):
    """One installed app.

    Attributes:
        spec: Name, icon, views and handlers; see `crab_sim.machine.app.AppSpec`.
        seeders: Makers of the app's slices: each returns a slice's value for a generator and the time of booting.
        databases: Its SQLite files.
        files: Returns its files on a lived-in phone, for a seeded generator and the time of booting.
        shares: The kinds that it takes from the share sheet (``"text"``, ``"image"``, ``"audio"``, ``"video"``,
            ``"file"``), each with a function from the text or path to an intent for its `AppSpec.start`.
        due: Returns the time of the next `tick`, in seconds since 1970; None for never. It is asked again after every
            change of a slice in `timed`.
        tick: Lets a due event happen: an alarm rings, a timer ends.
        timed: The slices that `due` reads.
        stop: Ends what the app does in the background, such as a recording, as it is stopped by force.
        intents: The intents of other apps and of ADB that it takes.
        categories: Categories of starts without a component that it takes, such as ``APP_EMAIL``.
    """

    spec: AppSpec[Any]
    seeders: Mapping[AnySlice, Seeder] = {}
    databases: Sequence[Database] = ()
    files: Callable[[random.Random, float], Iterable[SeedFile]] | None = None
    shares: Mapping[str, Callable[[str], AnyMessage]] = {}
    due: Callable[[Machine], float | None] | None = None
    tick: Callable[[Machine], None] | None = None
    timed: tuple[AnySlice, ...] = ()
    stop: Callable[[Machine], None] | None = None
    intents: Sequence[IntentRule] = ()
    categories: tuple[str, ...] = ()
