"""The feature extractor for screens and goals."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from tests.extras import reason

th = pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("stable_baselines3", reason=reason("stable_baselines3"))
eyes = import_module("crab_gym.integrations.checkpoints.eyes")
pytestmark = pytest.mark.extra("torch", "stable_baselines3")

SPACE = gym.spaces.Dict(
    {
        "goal": gym.spaces.Box(-1.0, 1.0, (8,), np.float32),
        "screen_android": gym.spaces.Box(0, 255, (3, 100, 45), np.uint8),
        "screen_ubuntu": gym.spaces.Box(0, 255, (3, 100, 178), np.uint8),
        "time_left": gym.spaces.Box(0.0, 1.0, (1,), np.float32),
    }
)


def seen(count: int) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {
        key: th.tensor(rng.random((count, *(box.shape or ()))), dtype=th.float32) for key, box in SPACE.spaces.items()
    }


def test_vectors_are_standardised_over_all_batches() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal([3.0, -0.5], [2.0, 0.1], (300, 2)).astype(np.float32)
    standard = eyes.Standard(2).train()
    for batch in np.split(vectors, [7, 120, 200]):
        standard(th.tensor(batch))
    standard.eval()
    found = standard(th.tensor(vectors)).numpy()
    expected = np.clip((vectors - vectors.mean(0)) / vectors.std(0), -5, 5)
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_looking_without_training_teaches_nothing() -> None:
    standard = eyes.Standard(2).eval()
    standard(th.ones(4, 2))
    assert float(standard.count) == 0.0


def test_an_entry_that_never_changes_is_nothing() -> None:
    standard = eyes.Standard(2).train()
    found = standard(th.tensor([[0.3, 1.0], [0.3, -1.0]]))
    assert found.tolist() == [[0.0, 1.0], [0.0, -1.0]]


def test_observations_may_come_in_any_order() -> None:
    network = eyes.Eyes(SPACE, seen=16).eval()
    batch = seen(3)
    with th.no_grad():
        features = network(batch)
        assert th.equal(network(dict(reversed(batch.items()))), features)
    assert features.shape == (3, 16 + 16 + 8 + 1)
    assert network.features_dim == features.shape[1]
