"""The databases that clients put in the place of those that an app would write, and what becomes of removed ones.

* `PUSHED` - slice ``"pushed"``: path -> (content, None where the file was removed; time; the rows that were read from
  it).
* `remake` - an app that starts makes its databases anew where they were removed.
* `forget` - they are as the rows say again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["NOTHING_PUSHED", "PUSHED", "Pushed", "forget", "put_pushed", "remake"]

Pushed: TypeAlias = Mapping[str, tuple[bytes | None, float, tuple[object, ...]]]

PUSHED: Final = Slice[Pushed]("pushed", volatile="the rows that are read from it are facts")
NOTHING_PUSHED: Final[Pushed] = {}


def put_pushed(machine: Machine, pushed: Pushed) -> None:
    """Replaces what was pushed."""
    if pushed:
        machine.put(PUSHED, pushed)
    else:
        machine.slices.pop(PUSHED.name, None)


def forget(machine: Machine, packages: tuple[str, ...], removed: bool = False) -> None:
    """Forgets what was pushed into packages' own folders, or only that it was removed."""
    pushed = machine.peek(PUSHED, NOTHING_PUSHED)
    folders = tuple([f"/data/data/{package}/" for package in packages])
    kept = {
        path: file for path, file in pushed.items() if not path.startswith(folders) or (removed and file[0] is not None)
    }
    if len(kept) < len(pushed):
        put_pushed(machine, kept)


def remake(machine: Machine, packages: tuple[str, ...]) -> None:
    """Makes the databases of packages anew where they were removed."""
    if PUSHED.name in machine.slices:
        forget(machine, packages, removed=True)
