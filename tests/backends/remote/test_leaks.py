"""Many remote episodes leave nothing behind, on either side."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from tests.remote import served, until


def files(number: int | str) -> int:
    return len(os.listdir(f"/proc/{number}/fd"))


def memory(number: int) -> float:
    """Returns a process's own memory in MB."""
    for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
        if line.startswith("Private_Dirty:"):
            return int(line.split()[1]) / 1000
    raise AssertionError(number)


@pytest.mark.parametrize("count", [4, pytest.param(30, marks=pytest.mark.slow)])
def test_episodes_in_a_row_leave_nothing_behind(count: int) -> None:
    with served("--backend", "android=sim") as server:
        env = gym.make("Crab-v0/android.tidy_tasks", backend=server.backend)

        def play(episodes: int) -> None:
            for seed in range(episodes):
                env.action_space.seed(seed)
                env.reset(seed=seed)
                for _ in range(3):
                    _, _, terminated, truncated, _ = env.step(env.action_space.sample())
                    if terminated or truncated:
                        break
                env.unwrapped.snapshot()  # type: ignore[attr-defined]
                if seed % 10 == 3:  # hangs up, and connects again
                    env.unwrapped.backends["android"].close()  # type: ignore[attr-defined]
                    env.reset(seed=seed)

        play(4)
        gc.collect()
        until(lambda: len(server.sessions()) == 1)
        before = files("self"), threading.active_count(), files(server.process.pid)
        [session] = server.sessions()
        play(3)
        held, used = files(session), memory(session)
        play(3)
        assert server.sessions() == [session]
        assert files(session) == held
        assert memory(session) - used < 20
        play(count)
        gc.collect()
        until(lambda: len(server.sessions()) == 1)
        assert (files("self"), threading.active_count(), files(server.process.pid)) == before
        env.close()
        assert files("self") == before[0] - 1
