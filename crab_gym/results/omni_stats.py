"""Numbers of the list of synthesised tasks: by split, devices, level, capability, scenario, size and category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crab_gym.envs.omni_env import select_tasks
from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.omni.capabilities import TABLES, capability_samples
from crab_gym.task.omni.levels import CAPABILITIES, TITLES
from crab_gym.task.omni.listing import OmniList, OmniRow
from crab_sim.devices.apps import category

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


def omni_stats(listed: OmniList, split: str = "all") -> Mapping[str, Sequence[Share]]:
    """Returns tables by title, those that count something.

    Args:
        listed: The list.
        split: The only split that is counted, or ``"all"``.

    Raises:
        ValueError: There is no such split.
    """
    counts: dict[str, Counter[str]] = {title: Counter() for title in ("split", "devices", "scenario", "category")}
    sizes: Counter[str] = Counter()
    apps: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    places = select_tasks(listed, split=split)
    for row in map(listed.row, places):  # one at a time: all of them would take much memory
        used = _apps(row)
        counts["split"][row.split] += 1
        counts["devices"][_DEVICES[row.devices]] += 1
        counts["scenario"][row.scenario] += 1
        counts["category"].update({category(device, app) for device, app in used})
        sizes[str(len(row.plan.parts))] += 1
        apps[str(len(used))] += 1
        codes[row.levels] += 1
    levels: Counter[str] = Counter()
    for code, tasks in codes.items():
        for name, level in zip(DIMENSIONS, code, strict=True):
            levels[f"{name} {LEVELS[int(level)]}"] += tasks
    capabilities = {
        name: sum(tasks for code, tasks in codes.items() if bounds.accepts(code))
        for name, bounds in CAPABILITIES.items()
    }
    sampled = {
        f"{TITLES[name]}, {table}": len(each)
        for table in TABLES
        for name, each in capability_samples(listed, table).items()
        if split in ("all", "test")
    }
    graphs = [row for row in map(listed.find, listed.pairs) if split in ("all", row.split)]
    paired = Counter(f"{len(row.plan.parts)} sub-tasks" for row in graphs)
    total, numbers = len(places), [str(number) for number in range(1, 13)]
    tables = {
        "split": _shares(counts["split"], total),
        "devices": _shares(counts["devices"], total),
        "level": _shares(levels, total, [f"{name} {level}" for name in DIMENSIONS for level in LEVELS]),
        "capability": _shares(capabilities, total, list(capabilities)),
        "test tasks sampled for capability": _shares(sampled, total, list(sampled)),
        "graphs paired with chains": _shares(paired, total),
        "scenario": _shares(counts["scenario"], total),
        "sub-tasks": _shares(sizes, total, numbers),
        "apps": _shares(apps, total, numbers),
        "category": _shares(counts["category"], total),
    }
    return {title: rows for title, rows in tables.items() if rows}


def _apps(row: OmniRow) -> set[tuple[str, str]]:
    subtasks = [find_subtask(name) for name in row.plan.parts]
    return {(subtask.device, subtask.app) for subtask in subtasks if subtask.device != "root"}


def _shares(counts: Mapping[str, int], total: int, order: Sequence[str] = ()) -> list[Share]:
    known = [name for name in order if name in counts] or [name for name, _ in Counter(counts).most_common()]
    return [Share(name, counts[name], counts[name] / total) for name in known]
