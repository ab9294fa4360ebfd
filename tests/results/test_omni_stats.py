"""Tests for crab_gym.results.omni_stats: numbers of the list of synthesised tasks."""

from __future__ import annotations

from collections import Counter

import pytest

from crab_gym.results.omni_stats import omni_stats
from crab_gym.task.omni.listing import OmniList, read_list

SAMPLED, PAIRED = "test tasks sampled for capability", "graphs paired with chains"


def few() -> OmniList:
    """Returns some tasks of the list, with three pairs."""
    listed = read_list()
    pairs = listed.header["pairs"][:3]
    ids = {each for pair in pairs for each in pair}
    lines = [*listed.lines[:200], *(line for line in listed.lines[200:] if line.partition(" ")[0] in ids)]
    return OmniList({**listed.header, "pairs": pairs}, tuple(lines))


def test_a_split_counts_its_own_tasks_alone() -> None:
    listed = few()
    counted = Counter(listed.row(place).split for place in range(len(listed)))
    assert set(counted) == {"train", "validation", "test"}
    whole = omni_stats(listed)
    assert {row.name: row.tasks for row in whole["split"]} == counted
    assert sum(row.tasks for row in whole[PAIRED]) == 3 and whole[SAMPLED]
    for split, tasks in counted.items():
        tables = omni_stats(listed, split)
        assert [(row.name, row.tasks, row.share) for row in tables["split"]] == [(split, tasks, 1.0)]
        assert [title in tables for title in (SAMPLED, PAIRED)] == [split == "test"] * 2
        assert sum(row.tasks for row in tables["sub-tasks"]) == tasks


def test_there_is_no_other_split() -> None:
    with pytest.raises(ValueError, match="unknown split 'tset'; did you mean 'test'"):
        omni_stats(few(), "tset")
