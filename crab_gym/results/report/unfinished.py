"""Episodes of a run that haven't ended: they still run, or were cut off.

* `unfinished` - returns these episodes with the steps they have so far.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from crab_gym.records import EpisodeRecord, RecordError, StepRecord, folder_name, read_bytes, read_step

__all__ = ["unfinished"]

_FOLDER = re.compile(r"(?P<task>[a-z0-9_.]+)_s(?P<seed>\d{1,18})_a(?P<attempt>\d{1,9})(_(?P<policy>[A-Za-z0-9_.-]+))?")
_START = {device: f"step_000_{device}.png" for device in ("ubuntu", "android")}


def unfinished(run: Path, finished: Sequence[EpisodeRecord], config: Mapping[str, Any]) -> list[EpisodeRecord]:
    """Returns the episodes that have steps but no line in the run, sorted by task and seed.

    Goal, graph and parameters are recorded when an episode ends, so they are empty here.

    Args:
        run: The run's folder.
        finished: The episodes that have ended; earlier attempts at them don't count as unfinished.
        config: The run's configuration.
    """
    latest = {(record.task, record.seed, record.policy_id): record.attempt for record in finished}
    episodes: dict[tuple[str, int, str], EpisodeRecord] = {}
    folders = (run / "episodes").iterdir() if (run / "episodes").is_dir() else ()
    for folder in sorted(folders):
        match = _FOLDER.fullmatch(folder.name)
        if match is None or folder.is_symlink():
            continue
        task, seed, attempt = match["task"], int(match["seed"]), int(match["attempt"])
        policy_id = match["policy"] or ""
        key = task, seed, policy_id
        if attempt <= latest.get(key, -1):
            continue
        try:
            folder_name(task, seed, attempt, policy_id)
            data = read_bytes(run, f"episodes/{folder.name}/steps.jsonl")
            lines = data.split(b"\n")[:-1]  # the last may be incomplete
            steps = tuple(read_step(json.loads(line)) for line in lines)
            record = _partial_record(folder, steps, task, seed, attempt, policy_id, str(config.get("policy", "")))
        except (OSError, ValueError, TypeError, RecursionError, RecordError):
            continue  # nothing of it is written yet, or it is none
        latest[key] = attempt
        episodes[key] = record
    return [episodes[key] for key in sorted(episodes)]


def _partial_record(
    folder: Path, steps: tuple[StepRecord, ...], task: str, seed: int, attempt: int, policy_id: str, policy: str
) -> EpisodeRecord:
    return EpisodeRecord(
        task=task,
        version=0,
        definition_hash="",
        seed=seed,
        attempt=attempt,
        policy=policy,
        policy_id=policy_id,
        parameters={},
        goal="",
        backends={},
        graph={},
        screens={device: name for device, name in _START.items() if (folder / name).is_file()},
        steps=steps,
        completion=steps[-1].completion if steps else 0.0,
        coverage=0.0,
        success=False,
        end_reason="",
        logical_consistency=None,
        tokens=0,
        calls=0,
        restores=sum(step.restored for step in steps),
        error="",
        error_kind="",
        timings={},
        versions={},
    )
