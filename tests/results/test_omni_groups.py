"""Tests for crab_gym.results.omni_groups: capabilities with intervals, and chains beside graphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from crab_gym.records import EpisodeRecord
from crab_gym.results import omni_groups, table
from crab_gym.task.omni.capabilities import capability_samples
from crab_gym.task.omni.listing import read_list
from tests.results.test_table import episode

LISTED = read_list()
SAMPLE = [LISTED.row(place).id for place in capability_samples(LISTED)["parallel_planning"]]


def played(*done: tuple[str, float]) -> list[EpisodeRecord]:
    return [episode(task, part, 4, "success" if part == 1 else "step_limit") for task, part in done]


def test_a_sampled_task_counts_for_its_capability_alone() -> None:
    records = played(*[(task, 1.0) for task in SAMPLE[:10]], *[(task, 0.5) for task in SAMPLE[10:]])
    rows = [line for line in table.summarize(records, ["capability"]) if line.section == "capability"]
    assert [(row.row.group, row.row.episodes) for row in rows] == [("parallel planning", 20)]
    (line,) = [line for line in table.notes(records, {}, ["capability"]) if "parallel planning" in line]
    assert ": CR 75.0 [" in line and line.endswith("20 tasks")


def test_a_single_task_has_no_interval() -> None:
    (line,) = [line for line in table.notes(played((SAMPLE[0], 1.0)), {}, ["capability"]) if "planning" in line]
    assert line.endswith("CR 100.0, 1 task")


@pytest.fixture
def paired(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, str]]:
    pairs = {"omni.00000001": "omni.0000000a", "omni.00000002": "omni.0000000b"}
    monkeypatch.setattr(omni_groups, "_pairs", lambda: (pairs, frozenset(pairs.values())))
    yield pairs


def test_chains_are_compared_with_their_graphs(paired: Mapping[str, str]) -> None:
    done = [("omni.00000001", 0.5), ("omni.0000000a", 1.0), ("omni.00000002", 0.5), ("omni.0000000b", 0.75)]
    records = played(*done)
    rows = [line for line in table.summarize(records, ["shape"]) if line.section == "shape"]
    assert {row.row.group: row.row.completion.mean for row in rows} == {"graph": 0.5, "chain": 0.875}
    (line,) = [line for line in table.notes(records, {}, ["shape"]) if "chains beside" in line]
    assert "ΔCR 37.5 [25.0, 50.0], 2 pairs" in line
    assert not [line for line in table.notes(records[:1], {}, ["shape"]) if "chains beside" in line]
