"""A remote real desktop."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crab_gym.backends.base import DeviceError, SnapshotUnsupported
from crab_gym.backends.remote import RemoteBackend
from crab_gym.backends.specs import BackendSpec, make_backend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from tests.remote import served, until


def below(number: int) -> set[int]:
    """Returns the descendants of a process."""
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return {int(child) for child in children}.union(*(below(int(child)) for child in children))


@pytest.mark.desktop
def test_the_oracle_solves_a_task_on_a_real_desktop_at_a_distance() -> None:
    with served("--backend", "ubuntu=desktop", "--allow", "profile") as server:
        backend = {"kind": "remote", "address": server.address, "options": {"profile": "light"}}
        env = CrabEnv("ubuntu.write_note", backend={"ubuntu": backend})
        record = run_episode(env, OraclePolicy(env), seed=0)
        assert (record.success, record.error, record.backends) == (True, "", {"ubuntu": "remote:desktop"})
        remote = env.backends["ubuntu"]
        assert isinstance(remote, RemoteBackend) and remote.real_time and not remote.deterministic
        screen = remote.screenshot()
        assert screen.shape == (720, 1280, 3) and len(set(screen[::9, ::9].ravel().tolist())) > 20
        assert remote.state.run(["cat", "/proc/1/comm"]).returncode == 0
        assert remote.state.home == "/home/user"
        with pytest.raises(SnapshotUnsupported):
            remote.fork()
        [session] = server.sessions()
        boxes = below(session)
        assert boxes
        env.close()
        until(lambda: not any(os.path.exists(f"/proc/{number}") for number in (session, *boxes)))


def test_a_distant_desktop_names_the_apps_that_it_lacks() -> None:
    apps = ["gimp", "impress", "terminal", "writer"]
    here = make_backend(BackendSpec("desktop"), "ubuntu", (1280, 720)).unplayable(apps)
    with served("--backend", "ubuntu=desktop") as server:
        there = RemoteBackend("ubuntu", (1280, 720), address=server.address)
        assert there.unplayable(apps) == here  # "" on hosts that have them all
        there.close()
    with pytest.raises(DeviceError, match="no connection to"):
        there.unplayable(apps)
