"""Plays that share their beginning: they come to the same as plays of their own, state for state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.attacks import checks
from crab_gym.experiments.plays import Leg, Play, Trunk, attempt, legs_of_oracle, legs_of_parts, legs_of_way
from crab_gym.experiments.verify import verify_task
from crab_gym.policies import RandomPolicy, ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, ComposedTask, load
from crab_gym.task.composition import Plan

TASKS = ("crab.document_archived", "crab.archived_departure_on_phone")
"""Composed tasks of both devices, in which a part makes what another one goes on with."""
SEED = 3


def _env(task: str, **options: Any) -> CrabEnv:
    return CrabEnv(task, backend="sim", screens=False, max_steps=10_000, **options)


def _alone(env: CrabEnv, legs: Sequence[Leg], seed: int = SEED) -> Play:
    """Plays a walk as an episode of its own."""
    policy = ScriptPolicy("walk", lambda: chain.from_iterable(leg.walk(env) for leg in legs))
    record = run_episode(env, policy, seed=seed)
    return Play(env, record.success, record.actions, record.error, record.error_kind)


def _walks(env: CrabEnv) -> tuple[list[Leg], dict[str, list[Leg]]]:
    """Returns a task's oracle, and walks that differ from it: near misses, and the oracle with other parameters."""
    env.reset(seed=SEED)
    task, params = env.task, env.params
    walks = {name: legs_of_way(oracle, params) for name, oracle in task.near_misses.items()}
    for seed in range(2):
        env.reset(seed=seed)
        for name, value in vars(env.params).items():
            walks[f"{name} {seed}"] = legs_of_parts(env, task, params.replace(**{name: value}))
    return legs_of_parts(env, task, params), walks


@pytest.mark.parametrize("task", TASKS)
def test_shared_plays_come_to_the_same_state_as_separate_ones(task: str) -> None:
    own, shared = _env(task), _env(task)
    trunk_legs, walks = _walks(own)
    usual = next(oracle for oracle in own.task.near_misses.values() if isinstance(oracle, Plan)).usual()
    own.reset(seed=SEED)
    trunk = Trunk(shared, SEED)
    ways: tuple[list[Leg], ...] = (trunk_legs, legs_of_way(usual, own.params), [])
    assert len(walks) > 10
    for name, legs in [*walks.items(), *reversed(walks.items())]:  # copies are used again and again
        alone = _alone(own, legs)
        for way in ways:
            play = trunk.play(legs, way)
            assert play._replace(env=own) == alone, name
            assert play.env.fingerprint() == own.fingerprint(), name


def test_the_beginning_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    env = _env(TASKS[0], success_at="complete")
    env.reset(seed=SEED)
    order = env.task.orders(env.evaluator.graph, 1)[0]
    legs = legs_of_oracle(env.task, env.params, order)
    trunk, steps = Trunk(env, SEED), 0
    step = CrabEnv.step

    def counted(env: CrabEnv, action: Any) -> Any:
        nonlocal steps
        steps += 1
        return step(env, action)

    monkeypatch.setattr(CrabEnv, "step", counted)
    assert trunk.play(legs, legs).success
    assert steps > 20
    steps = 0
    assert trunk.play(legs, legs).success
    assert steps == 1  # it completes


def test_what_a_walk_changes_is_played_behind_all_else() -> None:
    task = load("long.wedding")
    assert isinstance(task, ComposedTask)
    composition = task.composition
    for part in range(len(composition.parts)):
        order = composition.order_ending({part})
        assert sorted(order) == list(range(len(composition.parts)))
        assert order in set(composition.orders(1, order))  # it succeeds
        linked = {part}
        while more := {end for edge in composition.edges for end in edge[:2] if set(edge[:2]) & linked} - linked:
            linked |= more
        assert set(order[-len(linked) :]) == linked
        assert list(order[: -len(linked)]) == sorted(set(order) - linked)
    graph = task.graph(task.defaults())
    for name in graph.index:
        names = task.order_ending(graph, [name])
        assert sorted(names) == sorted(graph.index)


def test_a_walk_that_gets_stuck_or_breaks_says_so() -> None:
    def stuck(env: CrabEnv) -> Iterator[Action]:
        raise LookupError("no button 'Save'")
        yield

    def broken(env: CrabEnv) -> Iterator[Action]:
        raise ZeroDivisionError("by zero")
        yield

    env = _env(TASKS[0])
    env.reset(seed=SEED)
    legs = legs_of_parts(env, env.task, env.params)
    for walk, kind in ((stuck, "oracle"), (broken, "policy")):
        for beginning in (legs[:1], [*legs[:1], Leg("it", walk)]):
            play = Trunk(env, SEED).play([*legs[:1], Leg("it", walk)], beginning)
            assert play._replace(env=env) == _alone(env, [*legs[:1], Leg("it", walk)])
            assert (play.success, play.error_kind) == (False, kind)


def test_devices_that_cannot_be_forked_play_each_walk_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))
    env = _env("tests.toy:TASK")
    env.reset(seed=SEED)
    legs = legs_of_oracle(env.task, env.params, env.task.orders(env.evaluator.graph, 1)[0])
    trunk = Trunk(env, SEED)
    assert trunk.play(legs, legs).success
    assert not trunk.play(legs[:-1], legs).success


@pytest.mark.parametrize("task", TASKS)
def test_attempts_are_like_recorded_episodes(task: str) -> None:
    env = CrabEnv(task, backend="sim", screens=False, max_steps=60)
    for seed in range(3):
        record = run_episode(env, RandomPolicy(completes=False), seed=seed)
        fingerprint = env.fingerprint()
        play = attempt(env, RandomPolicy(completes=False), seed)
        assert (play.success, play.actions, play.error) == (record.success, record.actions, record.error)
        assert env.fingerprint() == fingerprint


@pytest.mark.parametrize("task", ["crab.repair_to_expenses_and_text", "cross.contact_from_file"])
def test_checks_find_the_same_when_nothing_is_shared(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    only = ("oracle", "answers", "words", "left out", "near misses", "replay")
    shared = list(verify_task(task, "sim", (), 1, only))
    monkeypatch.setattr(Trunk, "play", lambda self, legs, usual: _alone(self._env, legs, self._seed))
    monkeypatch.setattr(checks, "_is_lost", lambda env: False)
    separate = [finding for name in only for finding in verify_task(task, "sim", (), 1, (name,))]
    assert shared == separate
    assert all(finding.ok for finding in shared)
