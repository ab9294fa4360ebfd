"""PPO with actors on Ray goes on whatever is killed, and counts nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.extra("ray", "torch", "stable_baselines3", "sb3_contrib", "tensorboard"),
    pytest.mark.timeout(1800),  # on a busy host, Ray takes up to a minute to start
]
UPDATES = 24
STEPS = UPDATES * 2 * 2 * 16
"""For each update, each of two actors collects a piece of 16 steps in two environments."""
SMALL = ["--actors", "2", "--envs", "2", "--rollout", "16", "--batch", "32", "--cpus", "0", "--eval-episodes", "2"]


def begin(out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore", "training/ppo_ray.py", "--tasks", "learn.check_todo", *SMALL]
    return subprocess.Popen(
        [*command, "--steps", str(STEPS), "--save-every", "0", "--out", str(out), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
    )


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def fleet_actors(pid: int) -> list[int]:
    """Returns the actors that a process has started, directly or not."""
    parents, names = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            names[int(folder.name)] = (folder / "cmdline").read_text()
        except OSError:
            continue  # it has ended
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return [child for child in found if names.get(child, "").startswith("ray::FleetActor")]


def wait_for(what: Callable[[], Any], process: subprocess.Popen[str]) -> Any:
    while not (found := what()):
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)
    return found


def test_training_goes_on_after_an_actor_and_then_all_of_it_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "episodes.jsonl"

    def last() -> int:
        return max([line["piece"] for line in lines(file)], default=-1)

    training = begin(tmp_path)
    wait_for(lambda: last() >= 5, training)
    actors = fleet_actors(training.pid)
    os.kill(actors[0], signal.SIGKILL)
    killed_at = last()
    wait_for(lambda: last() >= killed_at + 8, training)
    actors += fleet_actors(training.pid)
    training.kill()
    said = training.communicate()[0]
    assert "an actor was lost while it" in said and last() < 2 * UPDATES - 1
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in actors) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in actors if Path(f"/proc/{pid}").exists()]
    with file.open("a") as cut_off:
        cut_off.write('{"piece": 3, "id": "0-')

    training = begin(tmp_path)
    said = training.communicate()[0]
    assert training.returncode == 0, said
    assert f"{STEPS} steps; 0 actors were lost and replaced" in said
    episodes, curve = lines(file), lines(tmp_path / "curve.jsonl")
    ids = [episode["id"] for episode in episodes]
    assert len(set(ids)) == len(ids)
    assert {name.split("-")[0] != "0" for name in ids} == {True, False}  # those of the first run, and of the second
    pieces = [episode["piece"] for episode in episodes]
    assert pieces == sorted(pieces) and pieces[-1] < 2 * UPDATES
    assert 0.5 * STEPS < sum(episode["steps"] for episode in episodes) <= STEPS
    assert [line["steps"] for line in curve] == sorted({line["steps"] for line in curve})
    assert curve[-1]["steps"] == STEPS

    said = begin(tmp_path, "--marks", "20").communicate()[0]
    assert "a network keeps what it was trained with" in said and "Traceback" not in said
