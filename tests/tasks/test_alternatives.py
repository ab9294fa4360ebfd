"""Each task tells two legitimate other ways to its goal, which `crab-gym verify` plays."""

from __future__ import annotations

import pytest

from crab_gym.task import load, read_index


@pytest.mark.parametrize("name", read_index())
def test_each_task_has_two_other_ways(name: str) -> None:
    assert len(load(name).alternatives) >= 2
