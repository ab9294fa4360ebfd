"""Requirements on the memory of evaluators: with it, the same checkpoints pass in the same steps."""

from __future__ import annotations

import random
from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.envs import crab_env
from crab_gym.evaluation import Checkpoint, GraphEvaluator, TaskGraph, check
from crab_gym.evaluation.memory import Memory, memory_of
from crab_gym.policies import OraclePolicy, policy_spec
from tests.task_names import LONG, SIMULATED, one_in

assert crab_gym.__version__  # registers the ids


class Notes:
    """A device's state with two values, which notes those that are read."""

    def __init__(self) -> None:
        self.values = {"a": 0, "b": 0}
        self._names: set[str] = set()
        self._last: dict[str, int] = {}

    def replaced(self) -> set[str]:
        names = {name for name, value in self._last.items() if self.values[name] != value}
        self._last |= {name: self.values[name] for name in names}
        return names

    def begin(self) -> None:
        self._names.clear()

    def taken(self) -> frozenset[str]:
        names = frozenset(self._names)
        self._names.clear()
        self._last |= {name: self.values[name] for name in names if name not in self._last}
        return names

    def end(self) -> None:
        pass

    def read(self, name: str) -> int:
        self._names.add(name)
        return self.values[name]


def test_a_checkpoint_is_evaluated_again_when_what_it_has_read_has_changed() -> None:
    notes, calls = Notes(), []

    def reaches(state: Any, name: str) -> bool:
        calls.append(name)
        return bool(state.read(name) > 1)

    nodes = [Checkpoint(id=n, device="ubuntu", app="demo", evaluator=check(reaches, name=n)) for n in ("a", "b")]
    evaluator, state = GraphEvaluator(TaskGraph(nodes), Memory([notes])), notes
    for values, called, passed in (
        ({}, ["a", "b"], ()),
        ({}, [], ()),
        ({"a": 1}, ["a"], ()),
        ({"a": 0, "b": 1}, ["a", "b"], ()),
        ({"b": 2}, ["b"], ("b",)),
        ({}, [], ()),
        ({"a": 2}, ["a"], ("a",)),
    ):
        calls.clear()
        notes.values |= values
        assert evaluator.step(state, None) == passed  # type: ignore[arg-type]
        assert calls == called


def test_another_state_object_makes_it_forget() -> None:
    notes, calls = Notes(), []

    class Asked:
        told = False

    def was_told(state: Any) -> bool:
        calls.append(state)
        return bool(state.told)

    node = Checkpoint(id="told", device="ubuntu", app="demo", evaluator=check(was_told))
    evaluator, first, second = GraphEvaluator(TaskGraph([node]), Memory([notes])), Asked(), Asked()
    second.told = True
    states: list[Any] = [first, first, second]
    assert [evaluator.step(state, None) for state in states] == [(), (), ("told",)]
    assert calls == [first, second]


def play(name: str, seed: int) -> list[tuple[str, ...]]:
    """Plays the oracle's episode, and returns which checkpoints have passed after each step."""
    env: Any = gym.make(f"Crab-v0/{name}", screens=False)
    obs, info = env.reset(seed=seed)
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, seed))
    passed, ended = [], False
    while not ended:
        env.unwrapped.restore(env.unwrapped.snapshot())
        obs, _, terminated, truncated, info = env.step(policy.act(obs, info))
        passed.append(env.unwrapped.evaluator.order)
        ended = terminated or truncated
    assert info["end_reason"] == "success"
    return passed


@pytest.mark.parametrize("name", one_in(40, [*LONG, *(name for name in SIMULATED if name not in LONG)]))
def test_the_same_checkpoints_pass_in_the_same_steps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = random.Random(name).randrange(1000)
    with_memory = play(name, seed)
    monkeypatch.setattr(crab_env, "memory_of", lambda backends: None)
    assert play(name, seed) == with_memory


def test_there_is_a_memory_where_all_devices_can_tell_what_is_read() -> None:
    env: Any = gym.make("Crab-v0/cross.contact_from_file", screens=False)
    backends = dict(env.unwrapped.backends)
    assert memory_of(backends) is not None

    class Silent:
        def reads(self) -> None:
            return None

    assert memory_of(backends | {"ubuntu": Silent()}) is None
