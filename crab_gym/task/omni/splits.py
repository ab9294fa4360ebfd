"""The split of the synthesised tasks: test tasks have sub-tasks, apps, shapes or combinations that no other has."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from crab_gym.task.catalogue import find_subtask
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, shape_of

__all__ = ["HELD_OUT_APPS", "HELD_OUT_SCENARIOS", "held_out_subtask", "split_of_plan"]

HELD_OUT_SCENARIOS: Mapping[str, str] = {
    "dinner_party": "test",
    "study": "test",
    "running_with_friends": "validation",
}
"""Scenarios that combine two others. Tasks whose purposes only such a combination has are all of one split."""
HELD_OUT_APPS = frozenset({("android", "recorder"), ("ubuntu", "disk_usage"), ("ubuntu", "videos")})
"""Apps, by device and id, that no task for training or validation uses."""
_SHAPES = 8
"""One of so many shapes of four and more parts is held out."""


def held_out_subtask(name: str) -> bool:
    """Returns whether only test tasks have a sub-task: an eighth of all, as in the composed suite, and whole apps."""
    subtask = find_subtask(name)
    return _digest(name) % 8 == 0 or (subtask.device, subtask.app) in HELD_OUT_APPS


def split_of_plan(plan: Plan, scenario: str, purposes: Sequence[str]) -> str:
    """Returns ``"train"``, ``"validation"`` or ``"test"``; the choice depends only on names and digests.

    Args:
        plan: The sub-tasks and edges.
        scenario: The scenario's name.
        purposes: The purposes' names.
    """
    shape = shape_of(plan)
    held_shape = len(plan.parts) >= 4 and int(shape[:8], 16) % _SHAPES == 0
    if any(held_out_subtask(name) for name in plan.parts) or held_shape:
        return "test"
    if scenario in HELD_OUT_SCENARIOS and scenarios()[scenario].combines(purposes):
        return HELD_OUT_SCENARIOS[scenario]
    return "validation" if int(shape[8:12], 16) % 20 == 0 else "train"


def _digest(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0]
