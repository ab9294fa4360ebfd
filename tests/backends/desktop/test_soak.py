"""Many episodes on the real desktop, some of which break: nothing of them stays on the host."""

from __future__ import annotations

import gc
import os
import random
import tempfile
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy, RandomPolicy
from crab_gym.rollout import run_episode

pytestmark = pytest.mark.desktop

PARTS = ("Xvfb", "openbox", "dbus-daemon", "python3", "unshare")


def _left_behind(processes: Any, temporary: Path) -> dict[str, Any]:
    """Returns the things that an episode could leave on this host."""
    gc.collect()
    return {
        "processes": sorted(processes().values()),
        "mounts": Path("/proc/self/mounts").read_text(),
        "files": [
            sorted(os.listdir(temporary)),
            *(sorted(Path(folder).glob("*crab*")) for folder in ("/dev/shm", "/run")),
        ],
        "descriptors": sorted(filter(None, map(_descriptor, Path("/proc/self/fd").iterdir()))),
        "groups": sorted(Path("/sys/fs/cgroup").glob(f"**/crab-gym-{os.getpid()}-*")),
    }


def _descriptor(entry: Path) -> str:
    """Returns the kind of an open file; nothing for the folder that is being read."""
    try:
        target = os.readlink(entry)
    except OSError:
        return ""
    return "" if target.startswith("/proc/") else target.partition(":")[0]


class _Killer:
    """Plays like another policy, and kills a part of the box from outside at one step."""

    def __init__(self, policy: Any, processes: Any, rng: random.Random) -> None:
        self._policy, self._processes = policy, processes
        self._left, self._part = rng.randrange(3), rng.choice(PARTS)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._policy, name)

    def act(self, obs: Any, info: Any) -> Any:
        if self._left == 0:
            for number, name in self._processes().items():
                if name == self._part:
                    os.kill(number, 9)
        self._left -= 1
        return self._policy.act(obs, info)


@pytest.mark.timeout(1800)
def test_episodes_in_a_row_leave_nothing_behind(
    host_processes: Any, pytestconfig: pytest.Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plays 300 episodes in the slow tier, else 5; every fifth one loses a part of its desktop."""
    episodes = 300 if pytestconfig.getoption("--slow") else 5
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rng = random.Random(0)
    options = {"kind": "desktop", "spare": False}
    env = gym.make("Crab-v0/ubuntu.collect_by_extension", backend={"ubuntu": options}, max_steps=4)
    run_episode(env, RandomPolicy(), seed=0)
    env.close()
    before = _left_behind(host_processes, tmp_path)
    env = gym.make("Crab-v0/ubuntu.collect_by_extension", backend={"ubuntu": options}, max_steps=4)
    ends = []
    for seed in range(episodes):
        policy: Any = RandomPolicy() if seed % 2 else OraclePolicy(env)
        broken = seed % 5 == 4
        record = run_episode(env, _Killer(policy, host_processes, rng) if broken else policy, seed=seed)
        assert broken or not record.error, record.error
        assert not record.error or "reset() starts a new box" in record.error
        ends.append(bool(record.error))
    env.close()
    assert sum(ends) >= episodes // 10
    assert _left_behind(host_processes, tmp_path) == before
