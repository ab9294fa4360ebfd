"""The slow tier: long runs that must neither grow nor leave anything behind."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.experiments.verify import verify_task
from crab_gym.task import read_index
from tests.task_names import HAND_WRITTEN

pytestmark = pytest.mark.slow


def resident() -> float:
    """Returns this process's memory in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_twelve_thousand_episodes_do_not_grow() -> None:
    envs = [gym.make(f"Crab-v0/{name}", devices="all") for name in HAND_WRITTEN]

    def play(rounds: int, first: int) -> None:
        for i in range(rounds):
            env: Any = envs[i % len(envs)]
            env.reset(seed=first + i)
            env.action_space.seed(i)
            for _ in range(10):
                _, _, terminated, truncated, _ = env.step(env.action_space.sample())
                if terminated or truncated:
                    break

    play(8_000, 0)  # until the caches are full; those of lines of text alone take 112 MB
    gc.collect()
    before = resident()
    play(4_000, 10_000)
    gc.collect()
    assert resident() - before < 40


def test_a_hundred_thousand_restores_do_not_grow() -> None:
    env: Any = gym.make("Crab-v0/cross.report_pictures", max_steps=10_000).unwrapped
    env.reset(seed=1)
    for action in (
        {"device": "android", "name": "open_app", "args": {"name": "Messages"}},
        {"device": "ubuntu", "name": "search_app", "args": {"name": "Files"}},
        {"device": "ubuntu", "name": "press", "args": {"key": "enter"}},
    ):
        env.step(action)
    handle, state = env.snapshot(), env.fingerprint()
    scroll = {"device": "android", "name": "open_app_drawer", "args": {}}

    def restore(times: int) -> None:
        for i in range(times):
            env.restore(handle)
            if i % 50 == 0:
                env.step(scroll)

    restore(10_000)
    gc.collect()
    before = resident()
    restore(100_000)
    gc.collect()
    env.restore(handle)
    assert resident() - before < 2
    assert env.fingerprint() == state


# All checks of a task of large programs take five minutes or more: theirs are for `crab-gym verify --backend desktop`.
LIGHT = [
    name
    for name, info in read_index().items()
    if "desktop" in info.backends.get("ubuntu", ()) and "heavy" not in info.tags
]


@pytest.mark.desktop
@pytest.mark.parametrize("name", LIGHT)
def test_quality_on_the_real_desktop(name: str) -> None:
    findings = list(verify_task(name, backend="desktop"))
    assert findings
    assert [finding for finding in findings if not finding.ok] == []
