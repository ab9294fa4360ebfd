"""Samples of test tasks for OmniEval's capabilities (OmniBench §5): each has tasks of its own.

* `TABLES` - the bounds of each capability: the paper's, and those in which no two capabilities share theirs.
* `capability_samples` - the tasks of each.
* `sampled_capability` - the capability that a task was drawn for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from crab_gym.task.omni.levels import CAPABILITIES, DISAMBIGUATED, Level
from crab_gym.task.omni.listing import VERSIONS, OmniList, read_list
from crab_sim.suggestions import unknown

__all__ = ["SAMPLE", "TABLES", "capability_samples", "sampled_capability"]

TABLES: Mapping[str, Mapping[str, Level]] = {"paper": CAPABILITIES, "disambiguated": DISAMBIGUATED}
"""Tables of bounds by name."""
SAMPLE = 20
"""Tasks of each capability, where the list has as many."""


def capability_samples(
    listed: OmniList, table: str = "paper", size: int = SAMPLE, split: str = "test"
) -> Mapping[str, tuple[int, ...]]:
    """Returns the places of each capability's tasks; no task is in two samples.

    The capabilities take turns, those with the fewest tasks first, so that those that share their bounds get as many.

    Args:
        listed: The list.
        table: One of `TABLES`.
        size: The most tasks of each.
        split: The split that they are taken from; ``""`` for all.

    Raises:
        ValueError: There is no such table.
    """
    if table not in TABLES:
        unknown("table of capabilities", table, TABLES)
    # Ids are digests, so that tasks in their order are drawn at random, and a longer list hardly changes what is drawn.
    places = sorted(listed.select(split), key=listed.id)
    codes = [listed.levels(place) for place in places]
    left: dict[str, list[int]] = {}
    for name, level in TABLES[table].items():
        accepted = {code for code in set(codes) if level.accepts(code)}
        left[name] = [place for place, code in zip(places, codes, strict=True) if code in accepted]
    turns = sorted(left, key=lambda name: len(left[name]))
    sampled: set[int] = set()
    samples: dict[str, list[int]] = {name: [] for name in left}
    for _ in range(size):
        for name in turns:
            place = next((place for place in left[name] if place not in sampled), None)
            if place is not None:
                sampled.add(place)
                samples[name].append(place)
    return {name: tuple(each) for name, each in samples.items()}


def sampled_capability(task_id: str, table: str = "paper") -> str:
    """Returns the capability whose sample of a published list has a task; ``""`` if none has it."""
    return _by_task(table).get(task_id, "")


@lru_cache(maxsize=2)
def _by_task(table: str) -> Mapping[str, str]:
    lists = [read_list(version=version) for version in VERSIONS]
    return {
        listed.id(place): name
        for listed in lists
        for name, places in capability_samples(listed, table).items()
        for place in places
    }
