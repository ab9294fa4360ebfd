"""Play of vector environments, and comparison of their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from crab_gym.task import action

TASKS = ("android.add_contact", "ubuntu.write_note", "cross.dark_mode_from_todo")
SMALL = {"ubuntu": [640, 480], "android": [360, 640]}
"""Screens that take little memory."""
WAIT = action("root", "wait", seconds=1)
COMPLETE = action("root", "complete")
CONTACTS = action("android", "open_app", name="Contacts")


class Annotate(gym.Wrapper[Any, Any, Any, Any]):
    """Adds data as other wrappers may: arrays and dicts in only some infos, text in the observations."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        spaces = {"screens": env.observation_space, "parity": gym.spaces.Discrete(2), "said": Said()}
        self.observation_space = gym.spaces.Dict(spaces)

    def _wrapped(self, obs: Any, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        step = info["step"]
        info = {**info, "square": np.array([step, step**2]), "rows": [step] * step}
        if step % 2:
            info |= {"odd": step, "nested": {"half": step / 2, "word": "odd"}}
        return {"screens": obs, "parity": np.int64(step % 2), "said": f"step {step}"}, info

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        return self._wrapped(*self.env.reset(**kwargs))

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        obs, reward, terminated, truncated, info = self.env.step(action)
        obs, info = self._wrapped(obs, info)
        return obs, reward, terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        return np.array([self.get_wrapper_attr("_progress").steps % 2 == 0, True])


class Said(gym.spaces.Space[str]):
    """Any text."""

    def __init__(self) -> None:
        super().__init__(None, None)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return ""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said)

    def __hash__(self) -> int:
        return 0


def script(space: Any, steps: int, count: int) -> list[Sequence[Any]]:
    """Returns random actions, some of which end an episode or pass a checkpoint."""
    space.seed(0)
    out = []
    for step in range(steps):
        actions = list(space.sample())
        actions[step % count] = COMPLETE if step % 3 == 2 else CONTACTS
        out.append(actions)
    return out


def play(envs: Any, steps: int = 12) -> list[Any]:
    """Returns all results of an environment for a fixed seed and fixed actions."""
    out: list[Any] = [envs.reset(seed=3)]
    for actions in script(envs.action_space, steps, envs.num_envs):
        out.append(envs.step(tuple(actions)))
    return out


def assert_same(first: Any, second: Any, place: str = "") -> None:
    """Checks that two results are equal in values, types, dtypes and keys."""
    assert type(first) is type(second), (place, type(first), type(second))
    if isinstance(first, dict):
        assert first.keys() == second.keys(), (place, first.keys() ^ second.keys())
        for key in first:
            assert_same(first[key], second[key], f"{place}/{key}")
    elif isinstance(first, (tuple, list)):
        assert len(first) == len(second), place
        for index, pair in enumerate(zip(first, second, strict=True)):
            assert_same(*pair, f"{place}[{index}]")
    elif isinstance(first, np.ndarray):
        assert first.dtype == second.dtype and first.shape == second.shape, (place, first.dtype, second.dtype)
        if first.dtype == object:
            assert_same(first.tolist(), second.tolist(), place)
        else:
            assert np.array_equal(first, second), (place, first, second)
    else:
        assert first == second, (place, first, second)
