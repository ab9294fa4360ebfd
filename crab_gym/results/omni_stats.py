"""Numbers of the list of synthesised tasks: by split, devices, level, capability, scenario, size and category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from crab_gym.devices.apps import category
from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.omni.capabilities import TABLES, capability_samples
from crab_gym.task.omni.levels import CAPABILITIES, TITLES
from crab_gym.task.omni.listing import OmniList, OmniRow

__all__ = ["Share", "omni_stats"]

_DEVICES = {"au": "both devices", "a": "phone alone", "u": "desktop alone"}


class Share(NamedTuple):
    """A number of tasks.

    Attributes:
        name: What they have in common.
        tasks: How many there are.
        share: Their share of all that are counted.
    """

    name: str
    tasks: int
    share: float


def omni_stats(listed: OmniList, split: str = "") -> Mapping[str, Sequence[Share]]:
    """Returns tables by title.

    Args:
        listed: The list.
        split: The only split that is counted; ``""`` for all.
    """
    rows = [listed.row(place) for place in listed.select(split)]
    levels = [
        f"{name} {LEVELS[int(level)]}" for row in rows for name, level in zip(DIMENSIONS, row.levels, strict=True)
    ]
    return {
        "split": _shares((row.split for row in rows), len(rows)),
        "devices": _shares((_DEVICES[row.devices] for row in rows), len(rows)),
        "level": _shares(levels, len(rows), [f"{name} {level}" for name in DIMENSIONS for level in LEVELS]),
        "capability": [
            Share(name, count := sum(bounds.accepts(row.levels) for row in rows), count / len(rows))
            for name, bounds in CAPABILITIES.items()
        ],
        "test tasks sampled for capability": [
            Share(f"{TITLES[name]}, {table}", len(places), len(places) / len(rows))
            for table in TABLES
            for name, places in capability_samples(listed, table).items()
        ],
        "graphs paired with chains": _shares(
            (f"{len(listed.find(graph).plan.parts)} sub-tasks" for graph in listed.pairs), len(rows)
        ),
        "scenario": _shares((row.scenario for row in rows), len(rows)),
        "sub-tasks": _shares((str(len(row.plan.parts)) for row in rows), len(rows), list(map(str, range(1, 13)))),
        "apps": _shares((str(len(_apps(row))) for row in rows), len(rows), list(map(str, range(1, 13)))),
        "category": _shares(
            (name for row in rows for name in {category(device, app) for device, app in _apps(row)}), len(rows)
        ),
    }


def _apps(row: OmniRow) -> set[tuple[str, str]]:
    subtasks = [find_subtask(name) for name in row.plan.parts]
    return {(subtask.device, subtask.app) for subtask in subtasks if subtask.device != "root"}


def _shares(names: Iterable[str], total: int, order: Sequence[str] = ()) -> list[Share]:
    counts = Counter(names)
    known = [name for name in order if name in counts] or [name for name, _ in counts.most_common()]
    return [Share(name, counts[name], counts[name] / total) for name in known]
