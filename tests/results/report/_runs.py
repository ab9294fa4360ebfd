"""Run folders for the tests of reports: written as by real runs, with the worst texts that agents may produce."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.records import EpisodeRecord, RunFolder, StepRecord

HOSTILE = (
    "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed = 1'> "
    "<!-- <script> --> \" ' & \u2028 \ud800 ]]> ${window.harmed = 1} javascript:window.harmed=1"
)
SHOWN = HOSTILE.replace("\ud800", "\ufffd")
"""The same as a page has it: half a surrogate pair is no text."""
SIZES = {"ubuntu": (160, 90), "android": (36, 80)}
GRAPH = {
    "checkpoints": [
        {"id": "a", "device": "android", "app": "tasks", "subtask": "", "evaluator": "m.seen", "args": {},
         "hold": True},
        {"id": "b", "device": "ubuntu", "app": "files", "subtask": "tidy", "evaluator": "m.has", "args": {"x": HOSTILE},
         "hold": True},
        {"id": "c", "device": "root", "app": "answer", "subtask": "", "evaluator": "m.is", "args": {}, "hold": False},
    ],
    "edges": [["a", "b"], ["a", "c"], ["b", "c"]],
}  # fmt: skip
TERMS = {"progress": 0.0, "success": 0.0}


def screens(shade: int) -> dict[str, Any]:
    """Returns screens of one grey, of which the desktop's has a line."""
    seen = {device: np.full((height, width, 3), shade, np.uint8) for device, (width, height) in SIZES.items()}
    seen["ubuntu"][:, shade % 100] = (255, 0, 0)
    return seen


def step(index: int, device: str = "android", name: str = "tap", **kwargs: Any) -> StepRecord:
    """Returns a step without any effects except the given ones."""
    args = kwargs.pop("args", {"x": 9, "y": 20} if name == "tap" else {})
    action = {"device": device, "name": name, "args": args}
    values: dict[str, Any] = {"action": action, "done": action, "reward": 0.0, "reward_terms": TERMS, "completion": 0.0}
    return StepRecord(index=index, **{**values, "passed": (), "active": ("a",), **kwargs})


def record(task: str = "cross.one", seed: int = 0, **kwargs: Any) -> EpisodeRecord:
    """Returns an episode without steps that ran into its limit."""
    values: dict[str, Any] = {
        "task": task,
        "version": 1,
        "definition_hash": "00ff",
        "seed": seed,
        "attempt": 0,
        "policy": "single",
        "parameters": {"word": HOSTILE},
        "goal": f"Do it. {HOSTILE}",
        "backends": {"ubuntu": "sim", "android": "sim"},
        "graph": GRAPH,
        "screens": {},
        "steps": (),
        "completion": 0.0,
        "coverage": 0.0,
        "success": False,
        "end_reason": "step_limit",
        "logical_consistency": None,
        "tokens": 0,
        "calls": 0,
        "restores": 0,
        "error": "",
        "error_kind": "",
        "timings": {"reset": 0.25},
        "versions": {"python": "3"},
    }
    return EpisodeRecord(**{**values, **kwargs})


def save(run: RunFolder, row: EpisodeRecord, shades: Mapping[int, int] | None = None) -> EpisodeRecord:
    """Writes an episode.

    Args:
        run: The run.
        row: The episode.
        shades: Number of a step, 0 for the reset, to the grey of its screens; none are kept without.

    Returns:
        The episode with the names of its pictures.
    """
    from dataclasses import replace

    folder = run.episode(row.task, row.seed, row.attempt, row.policy_id)
    if shades is not None:
        row = replace(row, screens=folder.screens(0, screens(shades[0])))
    steps = []
    for item in row.steps:
        if shades is not None:
            item = replace(item, screens=folder.screens(item.index, screens(shades.get(item.index, shades[0]))))
        folder.step(item)
        steps.append(item)
    row = replace(row, steps=tuple(steps))
    run.append(row)
    return row


SOLVED = (
    step(
        1,
        args={"element": 3},
        done={"device": "android", "name": "tap", "args": {"x": 9, "y": 20}},
        marks={"android": [[3, [4, 15, 14, 25], "button", HOSTILE]]},
        notes={"text": f"First. {HOSTILE}", "prompt_tokens": 100, "completion_tokens": 7, "calls": 1},
        passed=("a",), completed=("a",), active=("b",), completion=1 / 3, reward=1 / 3,
        reward_terms={"progress": 1 / 3, "success": 0.0},
    ),
    step(
        2, "ubuntu", "drag", args={"x1": 10, "y1": 10, "x2": 100, "y2": 60}, completed=("a",), active=("b",),
        completion=1 / 3,
        notes={"agents": [{"name": "planner", "text": "Plan."}, {"name": "ubuntu", "text": "x" * 2000}]},
    ),
    step(3, "ubuntu", "clikc", done=None, invalid_action=f"no verb 'clikc' {HOSTILE}", completed=("a",), active=("b",),
         completion=1 / 3),
    step(4, "root", "complete", passed=("b", "c"), completed=("a", "b", "c"), active=(), completion=1.0, reward=2 / 3,
         reward_terms={"progress": 2 / 3, "success": 0.0}, end_reason="success"),
)  # fmt: skip


def make_run(path: Path) -> list[EpisodeRecord]:
    """Writes a run of two policies: an episode is under way, one broke, two are missing; returns those that ended."""
    policies = {"single": {"model": "script"}, "by_device": {"model": "script"}}
    config = {"policies": policies, "backend": "sim", "max_steps": None, "tasks": ["cross.one", "android.two"],
              "seeds": [0, 1]}  # fmt: skip
    run = RunFolder(path, config, {"crab_gym": "0.1.0"})
    solved = {"steps": SOLVED, "completion": 1.0, "coverage": 1.0, "success": True, "end_reason": "success"}
    limit = {
        "steps": (step(1), step(2, name="swipe", args={"x": 18, "y": 60, "direction": "down", "distance": "long"}))
    }
    rows = [
        (record(policy_id="single", tokens=107, calls=1, **solved), {0: 10, 1: 20, 2: 20, 3: 20, 4: 30}),
        (record(policy_id="by_device", policy="by_device", **limit), {0: 10, 1: 40, 2: 50}),
        (record("android.two", 0, policy_id="single", **limit), None),
        (record("android.two", 1, policy_id="single", error=HOSTILE, error_kind="device", graph={}, goal="",
                end_reason=""), None),
        (record("android.two", 0, policy_id="by_device", policy="by_device", end_reason="false_completion",
                steps=(step(1, "root", "complete", end_reason="false_completion"),)), {0: 60}),
    ]  # fmt: skip
    ended = [save(run, row, shades) for row, shades in rows]
    begun = run.episode("cross.one", 1, 0, "by_device")
    begun.screens(0, screens(10))
    begun.step(step(1))
    return ended


def old_run(path: Path) -> None:
    """Writes a run as the first version did: its steps lack the fields that were added since."""
    run = RunFolder(path, {"policy": "random", "backend": "sim", "max_steps": None}, {"crab_gym": "0.1.0"})
    save(run, record(steps=SOLVED, completion=1.0, coverage=1.0, success=True, end_reason="success"))
    lines = path / "episodes" / "cross.one_s0_a0" / "steps.jsonl"
    kept = ("index", "action", "reward", "reward_terms", "completion", "passed", "invalid_action", "end_reason",
            "restored", "screens")  # fmt: skip
    steps = [json.loads(line) for line in lines.read_text().splitlines()]
    steps[0]["action"]["args"] = {"x": 9, "y": 20}
    lines.write_text("".join(json.dumps({key: line[key] for key in kept}) + "\n" for line in steps))
    episode = json.loads((path / "episodes.jsonl").read_text())
    for key in ("transient", "prompt_tokens", "completion_tokens", "policy_id"):
        episode.pop(key, None)
    (path / "episodes.jsonl").write_text(json.dumps(episode) + "\n")
