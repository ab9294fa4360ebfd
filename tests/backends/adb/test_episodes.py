"""Many episodes over ADB leave nothing behind."""

from __future__ import annotations

import gc
import os
import threading

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_sim.adbd.hosting import PhoneServer


def _rss() -> float:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("count", [10, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_episodes_in_a_row_do_not_grow(server: PhoneServer, count: int) -> None:
    env = gym.make("Crab-v0/android.tidy_tasks", backend={"android": f"adb:{server.serials[0]}"})

    def play(episodes: int) -> None:
        for number in range(episodes):
            seed = number % 100  # the same ones again and again, so that what is kept of screens is kept already
            env.action_space.seed(seed)
            env.reset(seed=seed)
            if number % 10 == 9:  # a cable that is loose
                server.drop()
                env.reset(seed=seed)
            for _ in range(3):
                action = env.action_space.sample()
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    break

    play(min(count, 300))
    gc.collect()
    files, threads, memory = _open_files(), threading.active_count(), _rss()
    play(count)
    gc.collect()
    assert _open_files() == files
    assert threading.active_count() == threads
    assert server.connected == 1
    assert _rss() - memory < 8
    env.close()
