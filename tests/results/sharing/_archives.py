"""Runs and archives for tests of sharing."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from crab_gym.records import EpisodeRecord, RunFolder
from tests.results.test_table import episode

CONFIG = {
    "backend": None,
    "max_steps": None,
    "success_at": "complete",
}
SUCCESSES = {"good": (True, True, True, False), "bad": (False, False, True, False)}


def played(policy: str, seeds: tuple[int, ...] = (0, 1), tasks: int = 2, **kwargs: Any) -> list[EpisodeRecord]:
    """Returns episodes of a policy, which solves some of them."""
    keys = [(task, seed) for task in ("ubuntu.one", "ubuntu.two", "ubuntu.three")[:tasks] for seed in seeds]
    records = []
    for number, (task, seed) in enumerate(keys):
        solved = SUCCESSES[policy][number % 4]
        made = episode(task, 1.0 if solved else 0.5, 2, "success" if solved else "step_limit", tokens=1000, seed=seed)
        steps = tuple(replace(step, completion=made.completion, passed=()) for step in made.steps)
        records.append(replace(made, steps=steps, policy=policy, policy_id=policy, **kwargs))
    return records


def save(path: Path, records: list[EpisodeRecord], config: Mapping[str, Any] = CONFIG) -> Path:
    """Writes a run of these episodes."""
    named = {
        "tasks": sorted({record.task for record in records}),
        "policies": {record.policy_id: record.policy for record in records},
        "seeds": sorted({record.seed for record in records}),
    }
    run = RunFolder(path, {**config, **named}, {"crab_gym": "0", "python": "3"})
    for record in records:
        folder = run.episode(record.task, record.seed, record.attempt, record.policy_id)
        for step in record.steps:
            folder.step(step)
        run.append(record)
    return path


def members(path: Path) -> dict[str, bytes]:
    """Returns the files of an archive."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def forged(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """Writes an archive with changed files, whose hashes are right."""
    files = members(path)
    change(files)
    manifest = json.loads(files["manifest.json"])
    manifest["files"] = {name: sha256(files[name]).hexdigest() for name in files if name != "manifest.json"}
    files["manifest.json"] = json.dumps(manifest).encode()
    other = path.with_name("forged.zip")
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return other


def edited(name: str, before: str, after: str) -> Callable[[dict[str, bytes]], None]:
    """Returns a change of a file's first occurrence of a text."""

    def change(files: dict[str, bytes]) -> None:
        assert before.encode() in files[name]
        files[name] = files[name].replace(before.encode(), after.encode(), 1)

    return change
