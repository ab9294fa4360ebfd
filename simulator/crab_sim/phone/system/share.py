"""Sharing of a text or file with another app.

`share` opens the share sheet, which `crab_sim.phone.system.share_sheet` draws: the page ``"share"`` of the slice
``"above"``, whose `arg` is a `Shared`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.phone.system.above import ABOVE
from crab_sim.ui import Page

__all__ = ["Kind", "Shared", "open_sheet", "share", "taken_as"]

Kind: TypeAlias = Literal["text", "image", "audio", "video", "file"]


class Shared(NamedTuple):
    """A shared text or file.

    Attributes:
        kind: Its kind.
        value: The text, or the file's path.
        title: Its name in the sheet; ``""`` for the text itself or the file's name.
    """

    kind: Kind
    value: str
    title: str = ""


def share(context: Context, kind: Kind, value: str, title: str = "") -> None:
    """Opens the share sheet above an app.

    Args:
        context: The app's hold on its machine.
        kind: Kind of the thing.
        value: The text, or the path of the file.
        title: Its name in the sheet.
    """
    open_sheet(context.machine, kind, value, title)


def open_sheet(machine: Machine, kind: Kind, value: str, title: str = "") -> None:
    """Opens the share sheet above any app, or above the home screen.

    Args:
        machine: The phone.
        kind: Kind of the thing.
        value: The text, or the path of the file.
        title: Its name in the sheet.
    """
    machine.put(ABOVE, Page("share", Shared(kind, value, title)))


def taken_as(kind: Kind, shares: Mapping[str, object]) -> str | None:
    """Returns the kind as which an app takes something: its own, or a file for media; None if the app doesn't take it.

    >>> taken_as("image", {"file": ...}), taken_as("text", {"file": ...})
    ('file', None)
    """
    if kind in shares:
        return kind
    return "file" if kind in ("image", "audio", "video") and "file" in shares else None
