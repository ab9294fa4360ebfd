"""Installed apps of the phone: besides views and handlers, their content, databases, files and sharing.

* `PhoneApp` - one installed app; each module of `crab_gym.sim.phone.apps` ends with one, named ``APP``.
* `Database` - one of its SQLite files, made from the state when somebody reads it, read back when somebody writes it.
* `SeedFile` - one of the files that a lived-in phone has of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from crab_gym.sim.machine.app import AppSpec
from crab_gym.sim.machine.machine import Machine, Seeder
from crab_gym.sim.machine.slices import AnySlice
from crab_gym.sim.phone.intents import IntentRule
from crab_gym.sim.ui.page import AnyMessage, PlainData

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
        path: Where it lies, such as ``/data/data/org.tasks/databases/database``.
        slices: The slices that it shows.
        schema: ``CREATE TABLE`` statements with the columns that the real app's file has.
        dump: From the slices' values, in order, to the rows of each table, each row in the order of the columns.
        load: From the rows of each table, as dictionaries, to the slices' values, in order. Raises ValueError (or
            KeyError, TypeError) where the rows make no sense to the app.
    """

    path: str
    slices: tuple[AnySlice, ...]
    schema: str
    dump: Callable[..., Dump]
    load: Callable[[Tables], tuple[PlainData, ...]]


class SeedFile(NamedTuple):
    """A file of a lived-in phone: where it lies, what it holds, how many seconds before booting it was written."""

    path: str
    data: bytes
    age: float = 86_400.0


class PhoneApp(NamedTuple):
    """One installed app.

    Attributes:
        spec: Name, icon, views and handlers; see `crab_gym.sim.machine.app.AppSpec`.
        seeders: What makes the content of the app's slices: slice -> (generator, time of booting) -> immutable value.
        databases: Its SQLite files.
        files: What it adds to the files of a lived-in phone, from a seeded generator and the time of booting.
        shares: What it takes from the share sheet: kind (``"text"``, ``"image"``, ``"audio"``, ``"video"``,
            ``"file"``) -> from the text or path to the intent that its `AppSpec.start` understands.
        due: When it wants `tick` next, in seconds since 1970, from the machine's state; None for never. It is asked
            again after every change of a slice named in `timed`.
        tick: Lets something happen that was due: an alarm rings, a timer ends.
        timed: The slices that `due` reads.
        intents: The intents of other apps and of ADB that it takes.
        categories: Categories of starts without a component that it takes, such as ``APP_EMAIL``.
    """

    spec: AppSpec
    seeders: Mapping[AnySlice, Seeder] = {}
    databases: Sequence[Database] = ()
    files: Callable[[random.Random, float], Iterable[SeedFile]] | None = None
    shares: Mapping[str, Callable[[str], AnyMessage]] = {}
    due: Callable[[Machine], float | None] | None = None
    tick: Callable[[Machine], None] | None = None
    timed: tuple[AnySlice, ...] = ()
    intents: Sequence[IntentRule] = ()
    categories: tuple[str, ...] = ()
