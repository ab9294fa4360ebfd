"""What is hidden from a policy in training, and what never is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.integrations.checkpoints.arguments import Arguments
from crab_gym.wrappers import demonstrate
from crab_gym.wrappers.features import COLUMNS
from crab_gym.wrappers.matches import MARK_COLUMNS

assert crab_gym.__version__
PLACE = MARK_COLUMNS.index("place")


@pytest.fixture(scope="module")
def batch() -> Any:
    """Sixty-four copies of a demonstrated episode, with the environment's layout."""
    env: Any = gym.make("Crab-v0/cross.dark_mode_from_todo", disable_env_checker=True, screens=False)
    for wrapper in Arguments(history=4).wrappers():
        env = wrapper(env)
    episode = demonstrate(env, seed=0)
    assert episode.info["is_success"]
    steps = list(range(len(episode.indices))) * 64
    seen = {name: np.stack([episode.observations[step][name] for step in steps]) for name in episode.observations[0]}
    layout, devices = env.get_wrapper_attr("layout"), env.get_wrapper_attr("devices")
    return layout, devices, seen, np.stack(episode.masks)[steps], np.array(episode.indices)[steps]


@pytest.fixture
def hiding(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__("hiding").Hiding
    sys.modules.pop("hiding", None)


def test_nothing_is_hidden_by_default(hiding: Any, batch: Any) -> None:
    layout, devices, seen, masks, actions = batch
    shown, allowed = hiding(layout, devices, 0.0, 0)(seen, masks, actions)
    assert all(np.array_equal(shown[name], seen[name]) for name in seen) and np.array_equal(allowed, masks)


def test_rows_are_hidden_but_never_the_one_that_the_action_points_at(hiding: Any, batch: Any) -> None:
    layout, devices, seen, masks, actions = batch
    before = {name: table.copy() for name, table in seen.items()}
    shown, allowed = hiding(layout, devices, 0.8, 0)(seen, masks, actions)
    assert all(np.array_equal(seen[name], before[name]) for name in seen)
    assert allowed[np.arange(len(actions)), actions].all() and not (allowed & ~masks).any()
    there = shown["elements"][:, :, 0] > 0
    full = seen["elements"][:, :, 0] > 0
    assert not (there & ~full).any() and 0.3 < there.sum() / full.sum() < 0.9
    each = there.shape[1] // len(devices)
    for sample, action in enumerate(actions):
        device, _, kind, slot = layout[action]
        if kind == "mark":
            assert there[sample, devices.index(device) * each + slot]
    marks = [index for index, (_, _, kind, _) in enumerate(layout) if kind == "mark"]
    rows = [devices.index(layout[index][0]) * each + layout[index][3] for index in marks]
    assert not (allowed[:, marks] & ~there[:, rows]).any()  # what is hidden can't be chosen


def test_bounds_stay_on_the_screen_and_places_are_counted_again(hiding: Any, batch: Any) -> None:
    layout, devices, seen, masks, actions = batch
    shown, _ = hiding(layout, devices, 0.3, 0)(seen, masks, actions)
    bounds = shown["elements"][:, :, COLUMNS.index("left") : COLUMNS.index("bottom") + 1]
    assert bounds.min() >= 0 and bounds.max() <= 1
    assert (bounds[:, :, 0] <= bounds[:, :, 2]).all() and (bounds[:, :, 1] <= bounds[:, :, 3]).all()
    assert not np.array_equal(shown["facts"][:, :, PLACE], seen["facts"][:, :, PLACE])
    assert all(np.isfinite(table).all() and np.abs(table).max() <= 1 for table in shown.values())


def test_what_is_hidden_follows_from_the_seed(hiding: Any, batch: Any) -> None:
    layout, devices, seen, masks, actions = batch
    first, again, other = (hiding(layout, devices, 0.3, seed)(seen, masks, actions)[0] for seed in (0, 0, 1))
    assert all(np.array_equal(first[name], again[name]) for name in seen)
    assert not np.array_equal(first["elements"], other["elements"])
