"""Resuming a run that was cut off: the configurations that must agree, and the episodes that are played again.

* `resumed_config` - the configuration of a resumed run; an error if the run was made with another one.
* `recorded_success` - when a solved task is a success in a run.
* `next_attempt` - whether an episode is played again, and as which attempt.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crab_gym.records.reader import read_attempts, read_config
from crab_gym.records.record import EpisodeRecord, RecordError, jsonable

__all__ = ["next_attempt", "recorded_success", "resumed_config"]

_COMPARED = (
    "policy", "backend", "max_steps", "on_invalid", "stall_limit", "success_at", "screens", "variation", "tools",
)  # fmt: skip
"""Configuration keys that must be equal when a run is resumed; ``policies`` may only grow."""
_ADDED_LATER = {"screens", "on_invalid", "stall_limit", "success_at"}
"""Those of them that runs of older versions lack; they aren't compared then."""


def resumed_config(folder: Path, config: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a configuration together with the policies that the folder's run already has.

    Args:
        folder: The folder of the run that is resumed.
        config: The configuration with which it is resumed.

    Raises:
        RecordError: The folder's run has another configuration.
    """
    before = read_config(folder)
    merged = dict(config)
    compared = [key for key in _COMPARED if key in before or key not in _ADDED_LATER]
    checks = [(key, before.get(key), config.get(key)) for key in compared]
    if "policies" in config:
        old, new = before.get("policies"), config["policies"]
        if not isinstance(old, dict):
            raise RecordError(f"the run in {folder} was made for one policy; choose another folder for several")
        checks += [(f"policy {name}", old[name], new[name]) for name in new if name in old]
        merged["policies"] = {**old, **new}
        models = config.get("models", {})
        attempts = read_attempts(folder)
        failed = {each.policy_id for each in attempts} - {each.policy_id for each in attempts if not each.error}
        for name, was in _mapping(before, "models").items():
            if name in models and name not in failed:  # else no result depends on it
                checks.append((f"the model of {name}", was, models[name]))
        for key in ("models", "prices"):
            if _mapping(before, key):
                merged[key] = {**before[key], **merged.get(key, {})}
    for key, was, now in checks:
        if was != jsonable(now):
            raise RecordError(
                f"the run in {folder} was made with {key}={was!r}, now it is {now!r}; "
                "resume it as it was made, or choose another folder"
            )
    return merged


def recorded_success(config: Mapping[str, Any]) -> str:
    """Returns the rule of success of a run, by its configuration; runs of older versions that name none had "once".

    >>> recorded_success({}), recorded_success({"success_at": "complete"})
    ('once', 'complete')
    """
    return str(config.get("success_at", "once"))


def next_attempt(last: EpisodeRecord | None, definition_hash: str) -> int | None:
    """Returns the number of an episode's next attempt, None if it needs none.

    Args:
        last: The record of its last attempt; None if it was never played.
        definition_hash: The present hash of its task's definition.
    """
    if last is None:
        return 0
    return last.attempt + 1 if last.error or last.definition_hash != definition_hash else None


def _mapping(config: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Returns a mapping within a configuration; empty if there is none."""
    value = config.get(key)
    return value if isinstance(value, dict) else {}
