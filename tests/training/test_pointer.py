"""The network that points, and the tables that it reads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.wrappers import DiscreteElements, Features
from tests.extras import reason

th = pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pytestmark = pytest.mark.extra("torch", "sb3_contrib")

assert crab_gym.__version__
VERBS = ["tap", "click", "double_click", "write_text"]


@pytest.fixture
def pointer(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__("pointer")
    for name in ("pointer", "matches"):
        sys.modules.pop(name)


def make(pointer: Any, task: str) -> Any:
    env = DiscreteElements(gym.make(f"Crab-v0/{task}", screens=False), 64, 32, VERBS, write_anywhere=False)
    return pointer.Matches(Features(env, marks=64, goal=32))


def test_the_tables_tell_what_the_goal_names_and_what_stands_in_fields(pointer: Any) -> None:
    env = make(pointer, "learn.todo_from_note")
    env.reset(seed=0)
    params, discrete = env.unwrapped.params, env.discrete
    for text, verb in (("Files", "click"), (f"{params.note}.txt", "double_click")):
        slot = next(mark.number - 1 for mark in discrete.marks("ubuntu") if mark.text == text)
        index = next(i for i, what in enumerate(env.layout) if what == ("ubuntu", verb, "mark", slot))
        seen, *_ = env.step(index)
    assert seen in env.observation_space
    named = [mark.text for row, mark in enumerate(discrete.marks("ubuntu")) if seen["names"][row, 0]]
    assert f"{params.note}.txt" in named
    held = [text for place, text in enumerate(discrete.texts) if seen["fields"][place, env.devices.index("ubuntu")]]
    assert held == [params.title]


def test_a_mark_is_scored_alike_in_any_row(pointer: Any) -> None:
    env = make(pointer, "learn.check_todo")
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


def test_it_starts_by_leaning_towards_what_the_goal_names(pointer: Any) -> None:
    env = make(pointer, "miniwob.click_button")
    seen, _ = env.reset(seed=0)
    network = pointer.PointerExtractor(env.observation_space, env.layout, env.devices)
    network.start()
    with th.no_grad():
        scores = network({name: th.tensor(array[None]) for name, array in seen.items()})[0]
    shares = seen["facts"][:, pointer.MARK_COLUMNS.index("share")]
    taps = {slot: i for i, (_, verb, _, slot) in enumerate(env.layout) if verb == "tap"}
    there = [mark.number - 1 for mark in env.discrete.marks("android")]
    best = max(there, key=lambda slot: float(scores[taps[slot]]))
    assert shares[best] == shares[there].max() > 0
