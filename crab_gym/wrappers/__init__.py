"""Wrappers: other ways to see the devices and to act on them. Each module has one theme and is loaded on first use.

* `DiscreteElements` - actions as numbers, with an exact mask of the valid ones; `demonstrate` - episodes of such.
* `ComposedElements` - the same, where actions can be composed of several numbers.
* `Features` - observations as arrays of fixed shapes; `FlatObservation` makes them vectors, `ActionHistory` adds
  the last actions, `Matches` what the screens have to do with the goal. `NumericInfo` keeps the numbers of infos.
* `CheckpointGoals` - achieved and desired goals, for hindsight experience replay.
* `PixelPointer` - one small picture, and a pointer as numbers.
* `SetOfMarks` - numbered boxes on the screens, and verbs that take a number.
* `Confirmation` - a person who confirms what leaves a device.
* `RecordEpisode` - a GIF or an MP4 of each episode.
* `TextObservation` - the devices as text.
* `Mark`, `number_elements` - the numbers of elements, which all wrappers share.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crab_gym.wrappers.composed import ComposedElements as ComposedElements
    from crab_gym.wrappers.confirmation import Confirmation as Confirmation
    from crab_gym.wrappers.demonstrations import Demonstration as Demonstration
    from crab_gym.wrappers.demonstrations import demonstrate as demonstrate
    from crab_gym.wrappers.discrete import DiscreteElements as DiscreteElements
    from crab_gym.wrappers.features import Features as Features
    from crab_gym.wrappers.features import FlatObservation as FlatObservation
    from crab_gym.wrappers.features import NumericInfo as NumericInfo
    from crab_gym.wrappers.film import RecordEpisode as RecordEpisode
    from crab_gym.wrappers.goals import CheckpointGoals as CheckpointGoals
    from crab_gym.wrappers.history import ActionHistory as ActionHistory
    from crab_gym.wrappers.marks import SetOfMarks as SetOfMarks
    from crab_gym.wrappers.matches import Matches as Matches
    from crab_gym.wrappers.numbering import Mark as Mark
    from crab_gym.wrappers.numbering import number_elements as number_elements
    from crab_gym.wrappers.pixels import PixelPointer as PixelPointer
    from crab_gym.wrappers.text import TextObservation as TextObservation

_MODULES = {
    "ActionHistory": "history",
    "CheckpointGoals": "goals",
    "Confirmation": "confirmation",
    "Demonstration": "demonstrations",
    "ComposedElements": "composed",
    "DiscreteElements": "discrete",
    "Features": "features",
    "FlatObservation": "features",
    "NumericInfo": "features",
    "Mark": "numbering",
    "Matches": "matches",
    "PixelPointer": "pixels",
    "RecordEpisode": "film",
    "SetOfMarks": "marks",
    "TextObservation": "text",
    "demonstrate": "demonstrations",
    "number_elements": "numbering",
}
"""Name to the module beside this one that defines it."""

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no {name!r}; it has: {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
