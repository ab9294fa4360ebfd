"""Counts of an episode's tokens and calls of models.

* `COUNTS` - their names in records and in policies' notes.
* `checked_usage` - a policy's usage, checked.
* `model_counts` - the counts by model for a record.
* `counts_in_notes`, `model_counts_in_notes` - the same, summed up from the notes of steps.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from crab_gym.policies import ModelUsage, Usage
from crab_gym.records import StepRecord, jsonable

__all__ = ["COUNTS", "checked_usage", "counts_in_notes", "model_counts", "model_counts_in_notes"]

COUNTS = ("prompt_tokens", "completion_tokens", "cached_prompt_tokens", "cached_completion_tokens", "calls", "retries")
"""Names of the counts."""
_FIELDS = ("prompt", "completion", "cached_prompt", "cached_completion", "calls", "retries")


def checked_usage(used: Any) -> Usage:
    """Returns a policy's usage as plain numbers; counts that the policy doesn't have are 0.

    Raises:
        ValueError: A value isn't a count.
    """
    counts = {name: _count(getattr(used, name, 0), name) for name in ("tokens", *_FIELDS)}
    by_model = tuple(
        ModelUsage(str(part.model), **{name: _count(getattr(part, name, 0), name) for name in _FIELDS})
        for part in getattr(used, "by_model", ())
    )
    return Usage(**counts, by_model=by_model)


def model_counts(usage: Usage) -> dict[str, dict[str, int]]:
    """Returns the counts of a policy's models, by their names; empty if it asks only one."""
    return {
        used.model: {count: getattr(used, name) for count, name in zip(COUNTS, _FIELDS, strict=True)}
        for used in usage.by_model
    }


def counts_in_notes(steps: Iterable[StepRecord]) -> dict[str, int]:
    """Returns the sums of the counts in a policy's notes on steps, its choices before restores included."""
    all_notes = list(_notes(steps))
    return {name: sum(_valid(notes.get(name)) for notes in all_notes) for name in COUNTS}


def model_counts_in_notes(steps: Iterable[StepRecord]) -> dict[str, dict[str, int]]:
    """Returns the same sums by model; empty if the notes don't tell models apart."""
    sums: dict[str, dict[str, int]] = {}
    for notes in _notes(steps):
        models = notes.get("models")
        for model, counts in models.items() if isinstance(models, Mapping) else ():
            if isinstance(counts, Mapping):
                before = sums.setdefault(str(model), dict.fromkeys(COUNTS, 0))
                sums[str(model)] = {name: before[name] + _valid(counts.get(name)) for name in COUNTS}
    return sums


def _notes(steps: Iterable[StepRecord]) -> Iterator[Mapping[str, Any]]:
    for step in steps:
        earlier = step.notes.get("before_restore")
        for notes in [step.notes, *(earlier if isinstance(earlier, list) else ())]:
            if isinstance(notes, Mapping):
                yield notes


def _valid(count: Any) -> int:
    return count if type(count) is int and count > 0 else 0


def _count(value: Any, what: str) -> int:
    """Returns a count from a policy's usage.

    Raises:
        ValueError: The value isn't a count.
    """
    if not isinstance(value, (int, np.integer)) or not 0 <= value < 2**63:
        raise ValueError(f"its usage has as {what} {reprlib.repr(jsonable(value))}; expected a whole number from 0")
    return int(value)
