"""Screens as one small picture and a pointer as numbers, for networks that take nothing else.

* `PixelPointer` - the wrapper.
"""

from __future__ import annotations

from typing import Any, NamedTuple, SupportsFloat

import gymnasium as gym
import numpy as np

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.spaces import ActionSpace, ScreenSpace
from crab_gym.task import Action, action
from crab_gym.wrappers.candidates import episode_texts
from crab_gym.wrappers.hashing import embed
from crab_gym.wrappers.small_screens import Pixels, SmallScreens

__all__ = ["PixelPointer"]

_KEYS = {"ubuntu": ("enter", "escape"), "android": ("enter", "back", "home")}
_GOAL_ROWS, _GOAL_SHADES = 4, 32
_TOUCH = {"ubuntu": "click", "android": "tap"}


class _Point(NamedTuple):
    device: str
    x: int
    y: int


class PixelPointer(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Makes observations one small picture and actions `Discrete`.

    Observations are ``(size, width, 3) uint8 RGB``: the devices' screens side by side, all scaled to the same height,
    so that the width depends on the devices. The four lowest rows are the goal, its words hashed to shades of grey
    from left to right (`hashing.embed`).

    Actions are, for each device: a click or tap at each point of a grid, row by row; its keys Enter, Escape, Back and
    Home as far as it has them; and typing one of the goal's first texts. A text that the goal doesn't have is an
    invalid action, as is anything that the device refuses.

    Args:
        env: An environment of crab-gym that draws screens and whose actions nothing has changed.
        size: Height of the picture in pixels, with the goal's four rows.
        grid: Distance of the points of the grid in pixels of the screen.
        texts: Number of the goal's texts that can be typed.

    Raises:
        TypeError: The environment isn't one of crab-gym, or a wrapper has changed its actions.
        ValueError: A number is too small, or the environment draws no screens.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers.pixels import PixelPointer
        >>> env = PixelPointer(gym.make("Crab-v0/learn.open_app"))
        >>> obs, info = env.reset(seed=0)
        >>> obs.shape, env.action_space
        ((84, 36, 3), Discrete(187))
    """

    def __init__(self, env: gym.Env[Any, Any], size: int = 84, grid: int = 40, texts: int = 4) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, size=size, grid=grid, texts=texts)
        gym.Wrapper.__init__(self, env)
        base = env.unwrapped
        if not isinstance(base, CrabEnv) or not isinstance(env.action_space, ActionSpace):
            raise TypeError(f"PixelPointer got {env}; expected an environment of crab-gym with its own actions")
        for name, value in (("size", size), ("grid", grid), ("texts", texts)):
            least = 2 * _GOAL_ROWS if name == "size" else 1
            if type(value) is not int or value < least:
                raise ValueError(f"{name} is {value!r}; expected a whole number from {least}")
        space = env.observation_space
        if not isinstance(space, gym.spaces.Dict) or any(device not in space.spaces for device in base.screen_sizes):
            raise ValueError("PixelPointer needs screens, but the environment draws none; make it with screens=True")
        self._base, self._small, self._high = base, SmallScreens(base.backends), size - _GOAL_ROWS
        self._widths = {
            name: max(1, round(wide * self._high / high)) for name, (wide, high) in base.screen_sizes.items()
        }
        self._choices: list[_Point | Action | tuple[str, int]] = []
        for device, (wide, high) in base.screen_sizes.items():
            points = ((x, y) for y in range(grid // 2, high, grid) for x in range(grid // 2, wide, grid))
            self._choices += [_Point(device, x, y) for x, y in points]
            self._choices += [action(device, "press", key=key) for key in _KEYS[device]]
            self._choices += [(device, place) for place in range(texts)]
        self.observation_space = ScreenSpace(size, sum(self._widths.values()))
        self.action_space = gym.spaces.Discrete(len(self._choices))
        self._texts: list[str] = []
        self._goal = np.zeros((_GOAL_ROWS, sum(self._widths.values()), 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Pixels, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        shades = np.repeat(128 + 127 * embed(self._base.goal, _GOAL_SHADES), -(-self._goal.shape[1] // _GOAL_SHADES))
        self._goal[:] = shades[: self._goal.shape[1], None]
        self._texts = episode_texts(self._base)
        return self._picture(obs), info

    def step(self, act: Any) -> tuple[Pixels, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out the action that an index stands for.

        Raises:
            ValueError: The index isn't in the action space.
            ResetNeeded: The episode is over, or none was started.
            DeviceError: A device broke and the environment doesn't truncate then.
        """
        obs, reward, terminated, truncated, info = self.env.step(self.action(act))
        return self._picture(obs), reward, terminated, truncated, info

    def action(self, index: Any) -> Action:
        """Returns the action that an index stands for in this episode.

        Raises:
            ValueError: The index isn't in the action space.
        """
        if not self.action_space.contains(index):
            raise ValueError(f"the action is {index!r}; expected a whole number from 0 to {len(self._choices) - 1}")
        choice = self._choices[int(index)]
        if isinstance(choice, _Point):
            return action(choice.device, _TOUCH[choice.device], x=choice.x, y=choice.y)
        if isinstance(choice, dict):
            return choice
        device, place = choice
        if place < len(self._texts):
            return action(device, "write_text", text=self._texts[place])
        return {**action(device, "write_text", text=""), "unreadable": f"the goal has no text {place + 1}"}

    def _picture(self, obs: Any) -> Pixels:
        screens = [self._small.of(name, obs[name], self._high, width) for name, width in self._widths.items()]
        return np.concatenate([np.concatenate(screens, axis=1), self._goal])
