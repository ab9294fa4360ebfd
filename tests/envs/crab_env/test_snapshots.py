"""Snapshots, restores and forks: exact, repeatable, and without paying rewards twice."""

from __future__ import annotations

import gc
import tracemalloc
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from crab_gym.backends.base import SnapshotUnsupported, state_of
from crab_gym.envs.crab_env import CrabEnv
from tests.envs._tasks import COMPLETE, CONTACTS, STYLE, TASKS, chain_env, submit, wait


def state(env: CrabEnv) -> dict[str, Any]:
    obs = env.observe()
    return {
        "fingerprint": env.fingerprint(),
        "screens": {name: screen.tobytes() for name, screen in obs.items() if name != "time_left"},
        "elements": {name: env.elements(name) for name in env.backends},
        "graph": env.evaluator.snapshot(),
        "answer": env.answer,
        "random": env.np_random.bit_generator.state,
        "clocks": [getattr(backend, "machine").now for backend in env.backends.values()],  # noqa: B009
    }


def walk(env: CrabEnv, steps: int) -> list[str]:
    """Takes random actions that don't end the episode; returns the fingerprints."""
    prints = []
    for _ in range(steps):
        action = env.action_space.sample()
        if action["name"] != "complete":
            env.step(action)
        prints.append(env.fingerprint())
    return prints


@pytest.fixture
def both() -> CrabEnv:
    env = CrabEnv(STYLE, max_steps=500)
    env.reset(seed=2)
    env.action_space.seed(2)
    return env


def test_a_restore_is_exact_and_what_follows_is_the_same(both: CrabEnv) -> None:
    walk(both, 15)
    both.step(submit("one"))
    before, handle = state(both), both.snapshot()
    for round_ in range(3):
        both.action_space.seed(7)
        prints = walk(both, 15)
        both.step(submit(f"two {round_}"))
        both.np_random.random(round_)
        if round_ == 0:
            expected = prints
        assert prints == expected
        both.restore(handle)
        assert state(both) == before


def test_what_a_restore_leaves_alone() -> None:
    env = chain_env()
    start = env.snapshot()
    env.step(CONTACTS)
    env.step(submit("a"))
    env.restore(start)
    assert env.answer is None and env.evaluator.completion == 0.0
    assert env.actions == [CONTACTS, submit("a")]
    obs, _, _, _, info = env.step(wait(1))
    assert info["step"] == 3 and info["completion"] == 0.0
    assert obs["time_left"][0] == pytest.approx(1 - 3 / 20)
    assert env.step(CONTACTS)[1] == 0.0


def test_an_episode_that_is_over_goes_on_after_a_restore() -> None:
    env = chain_env(max_steps=3)
    handle = env.snapshot()
    env.step(COMPLETE)
    env.restore(handle)
    _, _, terminated, truncated, info = env.step(wait(1))
    assert (terminated, truncated, info["step"]) == (False, False, 2)
    assert env.step(wait(1))[4]["end_reason"] == "step_limit"
    env.restore(handle)
    with pytest.raises(ResetNeeded):
        env.step(wait(1))


def test_many_restores_hold_no_memory() -> None:
    env = chain_env(max_steps=10**6)
    handle = env.snapshot()

    def rounds(count: int) -> int:
        for _ in range(count):
            env.step(CONTACTS)
            env.elements("android")
            env.restore(handle)
        env.actions.clear()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        sizes = [rounds(100) for _ in range(5)]
        # The least growth: other threads of the process may allocate meanwhile, a leak is there in each round.
        assert min(later - earlier for earlier, later in pairwise(sizes)) < 5_000
    finally:
        tracemalloc.stop()


def test_a_fork_goes_its_own_way() -> None:
    env = chain_env()
    env.step(CONTACTS)
    twin = env.fork()
    assert state(twin) == state(env)
    before = state(env)
    twin.step(TASKS)
    _, _, terminated, _, info = twin.step(submit("xyzzy"))
    assert terminated and info["is_success"] and info["step"] == 3
    assert state(env) == before and env.actions == [CONTACTS] and env.answer is None
    other = state(twin)
    reward, terminated = env.step(TASKS)[1:3]
    assert reward == pytest.approx(1 / 3) and not terminated
    assert state(twin) == other
    twin.reset(seed=5)
    assert env.step(submit("xyzzy"))[4]["is_success"]


def test_a_fork_of_a_fork_draws_the_same_screens(both: CrabEnv) -> None:
    walk(both, 10)
    twin = both.fork().fork()
    both.action_space.seed(1)
    twin.action_space.seed(1)
    assert walk(twin, 10) == walk(both, 10)
    assert state(twin) == state(both)
    for env in (twin, both):
        env.reset()
    assert state(twin) == state(both)


def test_a_handle_of_a_fork_fits_the_original() -> None:
    env = chain_env()
    twin = env.fork()
    twin.step(CONTACTS)
    env.restore(twin.snapshot())
    assert env.fingerprint() == twin.fingerprint()


def test_observations_outlive_forks_and_restores(both: CrabEnv) -> None:
    first = both.observe()
    kept = {name: value.copy() for name, value in first.items()}
    handle, twin = both.snapshot(), both.fork()
    for env in (both, twin):
        walk(env, 10)
    both.restore(handle)
    both.observe()
    for name, value in kept.items():
        np.testing.assert_array_equal(first[name], value)


def test_fingerprints_tell_states_apart() -> None:
    env, twin = chain_env(), chain_env()
    assert env.fingerprint() == twin.fingerprint()
    env.step(submit("a"))
    twin.step(wait(1))
    assert env.fingerprint() != twin.fingerprint()
    twin._progress = twin._progress._replace(answers=("a",))
    assert env.fingerprint() == twin.fingerprint()
    env.reset(seed=1)
    env.step(CONTACTS)
    twin.reset(seed=1)
    assert env.fingerprint() != twin.fingerprint()


def test_looking_changes_nothing(both: CrabEnv) -> None:
    walk(both, 10)
    before = both.fingerprint()
    both.observe()
    both.render_mode = "ansi"
    both.render()
    both.snapshot()
    both.fork().step(wait(1))
    both.evaluator.success(state_of(both.backends), None)
    assert both.fingerprint() == before


def test_devices_without_snapshots_say_what_to_do() -> None:
    env = CrabEnv("android.add_contact", backend="adb:nowhere", screens=False, max_steps=5)
    phone = env.backends["android"]
    for call in (phone.snapshot, phone.fork, phone.fingerprint):
        with pytest.raises(SnapshotUnsupported, match=r"use backend='sim'"):
            call()
    env.close()
