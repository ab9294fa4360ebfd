"""The conditions under which a machine is used: slices that it has only where an environment varies them.

* `LANGUAGE` - the language of the interface. `ICONS`, `arranged` - the order of the apps' icons.

Interruptions are in `crab_sim.machine.interruptions`, delays in `crab_sim.machine.loading`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Final

from crab_sim.machine.slices import Slice

__all__ = ["ICONS", "LANGUAGE", "arranged", "language_of"]

LANGUAGE: Final = Slice[str]("language", volatile="set by the reset alone")
"""The language's code, of `crab_sim.language.LANGUAGES`."""
ICONS: Final = Slice[int]("icons", volatile="set by the reset alone")
"""The number that determines the order of the apps' icons."""


def language_of(slices: Mapping[str, object]) -> str:
    """Returns the code of a machine's language."""
    return str(slices.get(LANGUAGE.name, "en"))


def arranged(slices: Mapping[str, object], ids: Iterable[str]) -> list[str]:
    """Returns the ids of apps in the machine's order: as they are given, or in one that is drawn by a number."""
    order, number = list(ids), slices.get(ICONS.name)
    if number is not None:
        random.Random(f"icons:{number}").shuffle(order)
    return order
