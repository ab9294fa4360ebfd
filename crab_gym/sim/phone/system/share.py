"""Sharing: text or a file handed from one app to another through a sheet that lists the apps that take it.

The sheet is drawn by the phone above the app; it is the page ``"share"`` of the slice ``"above"``, its `arg` the shared
(kind, value, title).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.machine.slices import Slice
from crab_gym.sim.ui import Page

__all__ = ["NOTHING_ABOVE", "Kind", "Shared", "open_sheet", "share", "taken_as"]

ABOVE: Final = Slice[Page]("above")

Kind = Literal["text", "image", "audio", "video", "file"]

NOTHING_ABOVE = Page("")
"""The slice ``"above"`` while nothing of the system's lies above the app in front."""


class Shared(NamedTuple):
    """What is shared: its kind, the text or the file's path, and what to call it (``""`` for its own name)."""

    kind: Kind
    value: str
    title: str = ""


def share(context: Context, kind: Kind, value: str, title: str = "") -> None:
    """Opens the share sheet above an app.

    Args:
        context: The app's hold on its machine.
        kind: What is shared.
        value: The text, or the path of the file.
        title: What the sheet calls it.
    """
    open_sheet(context.machine, kind, value, title)


def open_sheet(machine: Machine, kind: Kind, value: str, title: str = "") -> None:
    """Opens the share sheet on a phone, whatever is in front; see `share`."""
    machine.put(ABOVE, Page("share", Shared(kind, value, title)))


def taken_as(kind: Kind, shares: Mapping[str, object]) -> str | None:
    """Returns as which kind an app takes something: as what it is, else pictures, music and films as files.

    >>> taken_as("image", {"file": ...}), taken_as("text", {"file": ...})
    ('file', None)
    """
    if kind in shares:
        return kind
    return "file" if kind in ("image", "audio", "video") and "file" in shares else None
