"""Environments that haven't been reset can be pickled, for workers of other libraries."""

from __future__ import annotations

import pickle

import pytest

from crab_gym.wrappers import ActionHistory, DiscreteElements, Features
from tests.wrappers._walks import BOTH, DESKTOP, PHONE, make


@pytest.mark.parametrize("name", [PHONE, DESKTOP, BOTH])
def test_a_new_environment_travels_with_its_wrappers(name: str) -> None:
    env = ActionHistory(Features(DiscreteElements(make(name), marks=20, texts=8)))
    twin = pickle.loads(pickle.dumps(env))
    assert twin.spec == env.spec and twin.observation_space == env.observation_space
    seen, again = env.reset(seed=3), twin.reset(seed=3)
    assert again[1] == seen[1] and all((again[0][key] == seen[0][key]).all() for key in seen[0])
