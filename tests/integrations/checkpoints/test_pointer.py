"""The network that points, and the tables that it reads."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.wrappers import DiscreteElements, Features, Matches
from crab_gym.wrappers.matches import MARK_COLUMNS
from tests.extras import reason

th = pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pointer = import_module("crab_gym.integrations.checkpoints.pointer")
pytestmark = pytest.mark.extra("torch", "sb3_contrib")

assert crab_gym.__version__
VERBS = ["tap", "click", "double_click", "write_text"]


def make(task: str) -> Any:
    env = DiscreteElements(gym.make(f"Crab-v0/{task}", screens=False), 64, 32, VERBS, write_anywhere=False)
    return Matches(Features(env, marks=64, goal=32))


def test_the_tables_tell_what_the_goal_names_and_what_stands_in_fields() -> None:
    env = make("learn.todo_from_note")
    seen, _ = env.reset(seed=0)
    params, discrete = env.unwrapped.params, env.discrete
    for text, verb in (("Files", "click"), (f"{params.note}.txt", "double_click")):
        slot = next(mark.number - 1 for mark in discrete.marks("ubuntu") if mark.text == text)
        index = next(i for i, what in enumerate(env.layout) if what == ("ubuntu", verb, "mark", slot))
        named = [mark.text for row, mark in enumerate(discrete.marks("ubuntu")) if seen["names"][row, 0]]
        seen, *_ = env.step(index)
    assert seen in env.observation_space
    assert f"{params.note}.txt" in named
    held = [text for place, text in enumerate(discrete.texts) if seen["fields"][place, env.devices.index("ubuntu")]]
    assert held == [params.title]


def test_a_mark_is_scored_alike_in_any_row() -> None:
    env = make("learn.check_todo")
    seen, _ = env.reset(seed=0)
    th.manual_seed(0)
    network = pointer.PointerExtractor(env.observation_space, env.layout, env.devices)
    batch = {name: th.tensor(np.stack([array, array])) for name, array in seen.items()}
    for name in ("elements", "names", "facts"):
        batch[name][1, [0, 3]] = batch[name][0, [3, 0]]
    with th.no_grad():
        scores = network(batch)
    assert scores.shape == (2, network.features_dim)
    taps = [i for i, (_, verb, _, _) in enumerate(env.layout) if verb == "tap"]
    first, second = scores[0, taps], scores[1, taps]
    assert th.allclose(first[0], second[3], atol=1e-5) and th.allclose(first[3], second[0], atol=1e-5)
    assert th.allclose(first[4:], second[4:], atol=1e-5)
    assert not th.allclose(first[0], first[3], atol=1e-5)


def test_it_starts_by_leaning_towards_what_the_goal_names() -> None:
    env = make("miniwob.click_button")
    seen, _ = env.reset(seed=0)
    network = pointer.PointerExtractor(env.observation_space, env.layout, env.devices)
    network.start()
    with th.no_grad():
        scores = network({name: th.tensor(array[None]) for name, array in seen.items()})[0]
    shares = seen["facts"][:, MARK_COLUMNS.index("share")]
    taps = {slot: i for i, (_, verb, _, slot) in enumerate(env.layout) if verb == "tap"}
    there = [mark.number - 1 for mark in env.discrete.marks("android")]
    best = max(there, key=lambda slot: float(scores[taps[slot]]))
    assert shares[best] == shares[there].max() > 0
