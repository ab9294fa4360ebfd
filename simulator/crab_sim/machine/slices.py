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
    "EFFECTS",
    "FILES",
    "SEED",
    "SETTINGS",
    "TIME",
    "WINDOWS",
    "AnySlice",
    "Readable",
    "Slice",
]

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

    >>> NOTES = Slice[tuple[str, ...]]("notes")
    >>> NOTES
    Slice('notes')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Slice({self.name!r})"


AnySlice: TypeAlias = Slice[Any]
"""A slice of any type, for code that treats all slices alike, such as those of an app to erase."""

SEED: Final = Slice[int]("seed")
TIME: Final = Slice[float]("time")
"""The clock, in seconds since 1970 (UTC)."""
BOOTED: Final = Slice[float]("booted")
"""The clock's time when the machine was booted."""
CLIPBOARD: Final = Slice[str]("clipboard")
WINDOWS: Final = Slice[tuple[Window, ...]]("windows")
"""The open windows, the one in front last."""
FILES: Final = Slice[Files]("files")
SETTINGS: Final = Slice[Mapping[tuple[str, str], str]]("settings")
"""The settings of either device, by namespace and key."""
EFFECTS: Final = Slice[tuple[Effect, ...]]("effects")
"""The log of what left the machine; entries are only ever added."""
