"""Made-up episodes and run folders for tests of records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crab_gym.records import EpisodeRecord, RunFolder, StepRecord

CONFIG = {"policy": "oracle", "backend": "sim", "max_steps": None}


def step(index: int, act: Any = None, **kwargs: Any) -> StepRecord:
    return StepRecord(
        index=index, action=act, reward=0.5, reward_terms={"progress": 0.5}, completion=0.5, passed=("a",), **kwargs
    )


def record(seed: int = 0, attempt: int = 0, **kwargs: Any) -> EpisodeRecord:
    values: dict[str, Any] = {
        "task": "ubuntu.one",
        "version": 1,
        "definition_hash": "00ff",
        "seed": seed,
        "attempt": attempt,
        "policy": "oracle",
        "parameters": {"word": "Grüße \ud800"},
        "goal": "Write it.",
        "backends": {"ubuntu": "sim"},
        "graph": {"checkpoints": [], "edges": []},
        "screens": {},
        "steps": (step(1), step(2)),
        "completion": 0.5,
        "coverage": 1 / 3,
        "success": False,
        "end_reason": "step_limit",
        "logical_consistency": None,
        "tokens": 3,
        "calls": 1,
        "restores": 0,
        "error": "",
        "error_kind": "",
        "timings": {"reset": 0.25},
        "versions": {"python": "3"},
    }
    return EpisodeRecord(**{**values, **kwargs})


def save(run: RunFolder, row: EpisodeRecord) -> None:
    recorder = run.episode(row.task, row.seed, row.attempt)
    for item in row.steps:
        recorder.step(item)
    run.append(row)


def open_run(path: Path, resume: bool = False) -> RunFolder:
    return RunFolder(path, CONFIG, {"python": "3"}, resume=resume)
