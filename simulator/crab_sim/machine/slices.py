"""Slices: the named, typed parts of a machine's state, and those that every machine has.

An app declares its own beside the rows that they hold, such as ``CONTACTS: Final = Slice[Rows]("contacts")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from crab_sim.devices.facts import Effect
from crab_sim.files import Files
from crab_sim.ui.page import Window

__all__ = [
    "BOOTED",
    "CLIPBOARD",
    "COVERING",
    "EFFECTS",
    "FILES",
    "SEED",
    "SETTINGS",
    "TIME",
    "VOLATILE",
    "WINDOWS",
    "AnySlice",
    "Readable",
    "Slice",
]

COVERING: Final[set[str]] = set()
"""Names of the slices that a machine has only while something may lie over its apps that nobody has opened there.

Slices enter it as they are declared.
"""
VOLATILE: Final[dict[tuple[str, str], str]] = {}
"""What may change without harm, with the reason each: (slice, field), the field ``""`` for the whole slice.

Slices enter it as they are declared.
"""
_Value = TypeVar("_Value")
_Read = TypeVar("_Read", covariant=True)


class Readable(Generic[_Read]):
    """A slice as its readers see it: one of tuples is one of sequences too, which isn't so for those who write it.

    Attributes:
        name: Unique on a machine; the seed of the slice's content follows from it too.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Slice(Readable[_Value], Generic[_Value]):
    """A part of a machine's state: its name and, for the type checker, the type of its immutable value.

    What it holds is the user's, so that a task must not harm it, unless it is declared volatile.

    Args:
        name: Its name, unique on a machine.
        volatile: Why nobody minds a change of it, such as a cache, a history, or the place of a window; for some of
            its rows' fields only, the reasons by the fields' names; empty where the user minds all.
        covers: Whether a machine has it only while something may lie over its apps that has come up by itself.

    >>> NOTES = Slice[tuple[str, ...]]("notes")
    >>> NOTES
    Slice('notes')
    """

    __slots__ = ()

    def __init__(self, name: str, volatile: str | Mapping[str, str] = "", covers: bool = False) -> None:
        super().__init__(name)
        if covers:
            COVERING.add(name)
        if isinstance(volatile, str):
            volatile = {"": volatile} if volatile else {}
        for field, reason in volatile.items():
            VOLATILE[name, field] = reason

    def __repr__(self) -> str:
        return f"Slice({self.name!r})"


AnySlice: TypeAlias = Slice[Any]
"""A slice of any type, for code that treats all slices alike, such as those of an app to erase."""

SEED: Final = Slice[int]("seed", volatile="set by the reset alone")
TIME: Final = Slice[float]("time", volatile="the clock runs")
"""The clock, in seconds since 1970 (UTC)."""
BOOTED: Final = Slice[float]("booted", volatile="set by the reset alone")
"""The clock's time when the machine was booted."""
CLIPBOARD: Final = Slice[str]("clipboard", volatile="replaced by every copy")
WINDOWS: Final = Slice[tuple[Window, ...]]("windows", volatile="what is on the screen, nothing that is kept")
"""The open windows, the one in front last."""
FILES: Final = Slice[Files]("files")
SETTINGS: Final = Slice[Mapping[tuple[str, str], str]]("settings")
"""The settings of either device, by namespace and key."""
EFFECTS: Final = Slice[tuple[Effect, ...]]("effects", volatile="judged as effects")
"""The log of what left the machine; entries are only ever added."""
