"""Groups of episodes of synthesised tasks: OmniEval's capabilities, and chains beside the graphs of the same size.

* `capabilities`, `shapes` - an episode's groups.
* `lines` - what a table by them can't show: intervals, and the paired differences between chains and graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from crab_gym.records import EpisodeRecord
from crab_gym.results.policies import scored_by_policy
from crab_gym.task.omni.capabilities import TABLES, sampled_capability
from crab_gym.task.omni.levels import TITLES
from crab_gym.task.omni.listing import VERSIONS, read_list

__all__ = ["CAPABILITY_GROUPS", "capabilities", "lines", "shapes"]

CAPABILITY_GROUPS: Mapping[str, str] = {"capability": "paper", "own capability": "disambiguated"}
"""Groupings by capability to the table of bounds of each."""


def capabilities(record: EpisodeRecord, code: str | None, table: str) -> list[str]:
    """Returns the capabilities that an episode counts for.

    A task that was sampled for one counts for that one, any other for all whose bounds it meets.

    Args:
        record: The episode.
        code: The task's levels, see `crab_gym.task.omni.levels.level_code`; None if there is no graph.
        table: One of `crab_gym.task.omni.capabilities.TABLES`.
    """
    sampled = sampled_capability(record.task, table) if record.task.startswith("omni.") else ""
    if sampled:
        return [TITLES[sampled]]
    return [TITLES[name] for name, level in TABLES[table].items() if code is not None and level.accepts(code)]


def shapes(record: EpisodeRecord) -> list[str]:
    """Returns whether an episode's task is a graph or a chain of a pair; both where it is in two pairs."""
    graphs, chains = _pairs()
    return [name for name, tasks in (("graph", graphs), ("chain", chains)) if record.task in tasks]


@lru_cache(maxsize=1)
def _pairs() -> tuple[Mapping[str, str], frozenset[str]]:
    pairs = {graph: chain for version in VERSIONS for graph, chain in read_list(version=version).pairs.items()}
    return pairs, frozenset(pairs.values())


def lines(
    records: Sequence[EpisodeRecord], by: Sequence[str], groups: Callable[[str, EpisodeRecord], list[str]]
) -> list[str]:
    """Returns lines for the notes of a table.

    Args:
        records: The episodes.
        by: The table's groupings.
        groups: Returns an episode's groups in a grouping.
    """
    rows: list[str] = []
    for policy, mine in scored_by_policy(records).items():
        for grouping in [name for name in by if name in CAPABILITY_GROUPS]:
            named: dict[str, dict[str, list[float]]] = {}
            for record in mine:
                for group in groups(grouping, record):
                    named.setdefault(group, {}).setdefault(record.task, []).append(100 * record.completion)
            rows += [f"{policy}: {title}: CR {_interval(named[title])}" for title in TITLES.values() if title in named]
        if "shape" in by:
            rows += _differences(policy, mine)
    return rows


def _interval(tasks: Mapping[str, Sequence[float]]) -> str:
    from crab_gym.results.comparison import bootstrap

    values = [value for each in tasks.values() for value in each]
    ends = bootstrap(tasks)
    interval = f" [{ends[0]:.1f}, {ends[1]:.1f}]" if ends else ""
    return f"{sum(values) / len(values):.1f}{interval}, {len(tasks)} task{'s' if len(tasks) > 1 else ''}"


def _differences(policy: str, records: Sequence[EpisodeRecord]) -> list[str]:
    """Returns the mean difference in completion between the chains and the graphs of the pairs that were played."""
    played: dict[str, list[float]] = {}
    for record in records:
        played.setdefault(record.task, []).append(100 * record.completion)
    means = {task: sum(each) / len(each) for task, each in played.items()}
    pairs = {
        graph: [means[chain] - means[graph]] for graph, chain in _pairs()[0].items() if {graph, chain} <= set(means)
    }
    if not pairs:
        return []
    return [f"{policy}: chains beside their graphs: ΔCR {_interval(pairs).replace('task', 'pair')}"]
