"""Demonstrations: every oracle's episode has indices, and succeeds by them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_gym.policies import NoopPolicy
from crab_gym.wrappers import ComposedElements, DiscreteElements, Features, demonstrate
from tests.task_names import ANDROID_WORLD, COMPOSED, HAND_WRITTEN, MINIWOB, SIMULATED
from tests.wrappers._walks import BOTH, PHONE, make

SAMPLE = [*HAND_WRITTEN[::12], *COMPOSED[::60], *ANDROID_WORLD[::25], *MINIWOB[::12]]
"""Tasks of every kind; the slow tier has all."""


def succeeds(name: str) -> None:
    env = ComposedElements(make(name))
    episode = demonstrate(env, seed=2)
    assert (episode.gap, episode.info["is_success"], episode.truncated) == ("", True, False)
    steps = len(episode.indices)
    assert len(episode.observations) == steps + 1 and len(episode.masks) == len(episode.rewards) == steps
    assert all(mask[index] for mask, index in zip(episode.masks, episode.indices, strict=True))
    env.reset(seed=2)
    ends: list[Any] = [env.step(index) for index in episode.indices]
    assert [end[1] for end in ends] == episode.rewards and ends[-1][4] == episode.info


@pytest.mark.parametrize("name", SAMPLE)
def test_the_oracle_succeeds_by_indices(name: str) -> None:
    succeeds(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SIMULATED if name not in SAMPLE])
def test_the_oracle_of_every_other_task_succeeds_by_indices(name: str) -> None:
    succeeds(name)


def test_observations_are_those_of_the_outermost_wrapper() -> None:
    env = Features(ComposedElements(make(BOTH), marks=20, texts=8), marks=20)
    episode = demonstrate(env, seed=4)
    assert episode.info["is_success"] and sum(episode.rewards) == pytest.approx(1.0)
    assert all(env.observation_space.contains(seen) for seen in episode.observations)
    assert not np.array_equal(episode.observations[0]["elements"], episode.observations[-1]["elements"])


def test_a_gap_ends_a_demonstration_and_is_named() -> None:
    episode = demonstrate(DiscreteElements(make(PHONE), verbs=["tap", "complete"]), seed=0)
    assert "no index stands for {'device': 'android', 'name': 'open_app'" in episode.gap
    assert not episode.info["is_success"] and len(episode.observations) == len(episode.indices) + 1


def test_other_policies_can_be_shown() -> None:
    env = DiscreteElements(make(PHONE, max_steps=5))
    episode = demonstrate(env, 0, options={"parameters": "default"}, policy=lambda env: NoopPolicy())
    assert episode.truncated and len(set(episode.indices)) == 1 and len(episode.indices) == 5


def test_what_has_no_indices_is_refused() -> None:
    with pytest.raises(TypeError, match="expected DiscreteElements among its wrappers"):
        demonstrate(make(PHONE), seed=0)
