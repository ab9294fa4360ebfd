"""Unrelated events: drawn by the seed, in apps that a task isn't about, and harmless to what it asks."""

from __future__ import annotations

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.unrelated import unrelated_events
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task.index import read_index
from tests.envs.crab_env import living


def env_of(task: str, count: object = 4) -> CrabEnv:
    return CrabEnv(task, screens=False, variation={"events": count}, max_steps=400)


def test_the_seed_draws_them() -> None:
    env = env_of("cross.notes_backup")
    drawn = []
    for seed in (1, 2, 1):
        _, info = env.reset(seed=seed)
        assert info["variation"]["root"] == {"events": 4}
        drawn.append([(event.id, event.when, event.does) for _, event in env.course.due])
    assert drawn[0] == drawn[2] != drawn[1]
    assert [when.seconds for _, when, _ in drawn[0]] == sorted(when.seconds for _, when, _ in drawn[0])


def test_they_spare_the_apps_of_the_task() -> None:
    env = env_of("android.text_contact")
    env.reset(seed=0)
    graph = env.evaluator.graph
    for episode in range(40):
        for event in unrelated_events((4, 4), graph, env.backends, episode):
            assert event.does is not None
            before = len(env.backends["android"].state.messages())
            event.does(env_devices(env))
            assert len(env.backends["android"].state.messages()) == before


def env_devices(env: CrabEnv):  # type: ignore[no-untyped-def]
    from crab_gym.backends.base import devices_of

    return devices_of(env.backends)


def test_none_are_told_where_none_are_drawn() -> None:
    env = env_of("cross.notes_backup", 0)
    _, info = env.reset(seed=0)
    assert info["variation"] == {} and env.course.uneventful


def test_they_come_beside_those_of_the_task() -> None:
    env = CrabEnv(f"{living.__name__}:TASK", screens=False, variation={"events": 2})
    env.reset(seed=0)
    assert {event.id for _, event in env.course.due} == {"text", "unrelated 1", "unrelated 2"}


@pytest.mark.parametrize("task", ["cross.notes_backup", "android.add_contact", "ubuntu.own_background"])
def test_oracles_solve_tasks_in_spite_of_them(task: str) -> None:
    env = env_of(task)
    for seed in range(3):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success and not record.harm and not record.litter, record.error
        assert any(step.events for step in record.steps)


@pytest.mark.slow
@pytest.mark.parametrize("suite", ["android", "android_world", "crab", "cross", "learn", "ubuntu"])
def test_every_oracle_does(suite: str) -> None:
    for task in [name for name in read_index() if name.startswith(f"{suite}.")]:
        try:
            env = env_of(task, [2, 4])
        except ValueError:  # it needs real applications
            continue
        env.max_steps = 3000
        for seed in range(2):
            record = run_episode(env, OraclePolicy(env), seed=seed)
            assert record.success, (task, seed, record.end_reason, record.error, record.harm)
