"""Ways through a task that an evaluator might judge wrongly, and how they are played on each backend of the task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import NamedTuple

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, load

HOME = "/home/user"
STORAGE = "/storage/emulated/0"
BACKENDS = {
    "sim": "sim",
    "adb": {"android": "adb:simulated"},
    "desktop": {"ubuntu": {"kind": "desktop", "spare": False}},
}

Walk = Callable[[CrabEnv], Iterable[Action]]


class Way(NamedTuple):
    """One way through a task.

    Attributes:
        task: The task's name.
        walk: The actions.
        backends: Where it is played, of those that the task has.
    """

    task: str
    walk: Walk
    backends: tuple[str, ...] = tuple(BACKENDS)


Ways = Mapping[str, Way]


def oracle(env: CrabEnv, without: tuple[str, ...] = ()) -> Iterator[Action]:
    """The task's own way, but for its parts for some checkpoints."""
    order = next(env.evaluator.graph.topological_orders(1))
    parts = env.task.oracle_for({device: backend.plays for device, backend in env.backends.items()})
    return chain.from_iterable(parts[name](env.params, env.elements) for name in order if name not in without)


def near_miss(name: str) -> Walk:
    return lambda env: env.task.near_misses[name](env.params, env.elements)


def alternative(name: str) -> Walk:
    return lambda env: env.task.alternatives[name](env.params, env.elements)


def cases(ways: Ways) -> Iterator[object]:
    """Yields each way's name with each backend on which it is played; a sixth of the desktop's aren't slow."""
    desktops = count(1)
    for name, way in ways.items():
        kinds = load(way.task).backends
        for backend in way.backends:
            device = {"adb": "android", "desktop": "ubuntu"}.get(backend)
            if device is None or backend in kinds.get(device, ()):
                slow = backend == "desktop" and next(desktops) % 6
                marks = ([pytest.mark.desktop] if backend == "desktop" else []) + ([pytest.mark.slow] if slow else [])
                yield pytest.param(name, backend, id=f"{name}-{backend}", marks=marks)


def play(way: Way, backend: str, seed: int = 4) -> EpisodeRecord:
    env = CrabEnv(way.task, backend=BACKENDS[backend], screens=False, max_steps=200)
    try:
        record = run_episode(env, ScriptPolicy("way", lambda: iter(way.walk(env))), seed=seed)
    finally:
        env.close()
    assert not record.error, record.error
    return record
