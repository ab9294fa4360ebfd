"""The last actions as part of the observation.

* `ActionHistory` - the wrapper.
* `HISTORY_COLUMNS` - the names of its columns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.verbs import VERBS

__all__ = ["HISTORY_COLUMNS", "ActionHistory"]

_DEVICES = ("ubuntu", "android", "root")
_VERBS = tuple(dict.fromkeys(verb.name for verb in VERBS))
HISTORY_COLUMNS: tuple[str, ...] = ("valid", "invalid", *_DEVICES, "x", "y", *_VERBS)
"""The columns of a row: whether the action was valid or invalid (both 0 if there was none yet), its device, its point
on the screen as fractions of the size, and its verb. An invalid action only has its flag.
"""
_COLUMN = {name: place for place, name in enumerate(HISTORY_COLUMNS)}


class ActionHistory(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Adds the last actions to the observation: ``history``, ``(length, columns) float32``, the latest first.

    It holds the actions that reached the devices, after the conversion by inner wrappers. Columns are
    `HISTORY_COLUMNS`.

    Args:
        env: An environment of crab-gym, wrapped or not, whose observations are a dict.
        length: Number of actions.
        flat: Whether the rows are flattened into one array.

    Raises:
        TypeError: The environment isn't one of crab-gym, or its observations are no dict.
        ValueError: The length isn't a whole number above 0.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers.history import HISTORY_COLUMNS, ActionHistory
        >>> env = ActionHistory(gym.make("Crab-v0/android.add_contact", screens=False), length=4)
        >>> obs, info = env.reset(seed=0)
        >>> obs, *_ = env.step({"device": "root", "name": "wait", "args": {}})
        >>> obs["history"].shape, [HISTORY_COLUMNS[i] for i in obs["history"][0].nonzero()[0]]
        ((4, 25), ['valid', 'root', 'wait'])
    """

    def __init__(self, env: gym.Env[Any, Any], length: int = 8, flat: bool = False) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, length=length, flat=flat)
        gym.Wrapper.__init__(self, env)
        base, space = env.unwrapped, env.observation_space
        if not isinstance(base, CrabEnv):
            raise TypeError(f"ActionHistory got {type(base).__name__}; expected an environment of crab-gym")
        if not isinstance(space, gym.spaces.Dict):
            raise TypeError(f"ActionHistory got observations of {space}; expected a Dict, to which it can add a key")
        if type(length) is not int or length < 1:
            raise ValueError(f"length is {length!r}; expected a whole number of actions above 0")
        self._base, self._flat = base, flat
        shape = (length * len(HISTORY_COLUMNS),) if flat else (length, len(HISTORY_COLUMNS))
        history = gym.spaces.Box(0.0, 1.0, shape, np.float32)
        self.observation_space = gym.spaces.Dict({**space.spaces, "history": history})
        self._rows: deque[NDArray[np.float32]] = deque(maxlen=length)
        self._acted = 0

    @property
    def action_masks(self) -> Any:
        """The method of that name of an inner wrapper; raises an AttributeError if none has it."""
        return self.env.get_wrapper_attr("action_masks")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        empty = np.zeros(len(HISTORY_COLUMNS), np.float32)
        self._rows.extend([empty] * (self._rows.maxlen or 0))
        self._acted = 0
        return self._observe(obs), info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Takes a step; see `CrabEnv.step`."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        done = self._base.actions
        if not info.get("prepared"):  # a step that only prepares an action is none of the environment
            self._rows.appendleft(self._row(done[-1] if len(done) > self._acted else None))
        self._acted = len(done)
        return self._observe(obs), reward, terminated, truncated, info

    def _observe(self, obs: Mapping[str, Any]) -> dict[str, Any]:
        return {**obs, "history": np.concatenate(self._rows) if self._flat else np.stack(self._rows)}

    def _row(self, action: Mapping[str, Any] | None) -> NDArray[np.float32]:
        row = np.zeros(len(HISTORY_COLUMNS), np.float32)
        if action is None:
            row[_COLUMN["invalid"]] = 1.0
            return row
        row[[_COLUMN["valid"], _COLUMN[action["device"]], _COLUMN[action["name"]]]] = 1.0
        args = action["args"]
        point = (args.get("x", args.get("x1")), args.get("y", args.get("y1")))
        if point[0] is not None:
            width, height = self._base.screen_sizes[action["device"]]
            row[[_COLUMN["x"], _COLUMN["y"]]] = point[0] / width, point[1] / height
        return row
