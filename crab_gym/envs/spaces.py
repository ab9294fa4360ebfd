"""Spaces of the environment.

* `ActionSpace` - the JSON actions of some devices, as the verb table defines them.
* `ScreenSpace` - one device's screen.
* `observation_space` - screens and time left; `time_left` - a value of the latter.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from crab_gym.envs.verbs import (
    APP_NAMES,
    TABLE,
    Actions,
    Table,
    verbs_of,
)
from crab_sim.devices.tools import Argument

__all__ = ["ActionSpace", "ScreenSpace", "observation_space", "time_left"]

_FLOAT32 = struct.Struct("f")
_WORDS = (
    "hello",
    "notes.txt",
    "ls -l\n",
    "42",
    "Grüße aus Zürich",
    "привет",
    "αβγ",
    "cat *.txt | wc -l\n",
    "milk",
    "new",
)


class ScreenSpace(gym.spaces.Box):
    """A ``Box`` of screens ``(H, W, 3) uint8 RGB`` that doesn't store its bounds for every pixel.

    A plain ``Box`` stores four arrays of the screen's size, 11 MB for 1280×720.

    >>> ScreenSpace(2, 3).contains(np.zeros((2, 3, 3), np.uint8))
    True
    """

    def __init__(self, height: int, width: int, seed: int | Generator | None = None) -> None:
        super().__init__(0, 255, (1, 1, 3), np.uint8, seed)
        self._shape = (height, width, 3)
        for name in ("low", "high", "bounded_below", "bounded_above"):
            setattr(self, name, np.broadcast_to(getattr(self, name), self._shape))

    def __reduce__(self) -> tuple[Any, ...]:
        height, width, _ = self._shape
        return ScreenSpace, (height, width, self._np_random)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ScreenSpace):
            return self._shape == other._shape
        return bool(super().__eq__(other))

    def __hash__(self) -> int:
        return hash(self._shape)


def observation_space(screens: Mapping[str, tuple[int, int]]) -> gym.spaces.Dict:
    """Returns the space of observations: each device's screen, and the time left.

    Args:
        screens: Device to its screen's (width, height) in pixels.
    """
    spaces: dict[str, gym.Space[Any]] = {name: ScreenSpace(height, width) for name, (width, height) in screens.items()}
    spaces["time_left"] = gym.spaces.Box(0.0, 1.0, (1,), np.float32)
    return gym.spaces.Dict(spaces)


def time_left(steps: int, limit: int) -> NDArray[np.float32]:
    """Returns the share of steps left, ``(1,) float32`` in [0, 1], which can't be made writable."""
    return np.frombuffer(_FLOAT32.pack(max(0.0, 1.0 - steps / limit)), np.float32)


class ActionSpace(Actions, gym.Space[dict[str, Any]]):
    """The actions ``{"device": str, "name": str, "args": dict}`` of some devices.

    A sample is a verb drawn uniformly over the devices' verbs, with arguments drawn uniformly or from short lists.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        seed: Seed of `sample`.
        table: The verbs, and tools if there are any.

    Example:
        >>> space = ActionSpace({"android": (360, 800)}, seed=0)
        >>> space.contains({"device": "android", "name": "tap", "args": {"x": 359, "y": 0}})
        True
        >>> space.contains({"device": "android", "name": "tap", "args": {"x": 360, "y": 0}})
        False
        >>> space.sample() in space
        True
    """

    def __init__(
        self, screens: Mapping[str, tuple[int, int]], seed: int | Generator | None = None, table: Table = TABLE
    ) -> None:
        Actions.__init__(self, {device: (int(size[0]), int(size[1])) for device, size in screens.items()}, table)
        self._verbs = verbs_of(tuple(self.screens), table)
        gym.Space.__init__(self, None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """False: actions are JSON, not arrays."""
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> dict[str, Any]:
        """Returns a random action.

        Raises:
            ValueError: A mask or probabilities are given, which this space doesn't support.
        """
        if mask is not None or probability is not None:
            raise ValueError("ActionSpace takes no mask and no probability; wrap the environment in a discrete space")
        rng = self.np_random
        verb = self._verbs[int(rng.integers(len(self._verbs)))]
        size = self.screens.get(verb.device, (0, 0))
        args = {argument.name: self._draw(argument, size, rng, verb.device) for argument in verb.arguments}
        return {"device": verb.device, "name": verb.name, "args": args}

    @staticmethod
    def _draw(argument: Argument, size: tuple[int, int], rng: Generator, device: str) -> Any:
        match argument.kind:
            case "x":
                return int(rng.integers(size[0]))
            case "y":
                return int(rng.integers(size[1]))
            case "choice":
                options = argument.choices
                return options[int(rng.integers(len(options)))]
            case "key":
                return argument.choices[int(rng.integers(len(argument.choices)))]
            case "keys":
                keys = argument.choices
                return ["ctrl", keys[int(rng.integers(len(keys)))]]
            case "count":
                return int(rng.integers(1, 11))
            case "seconds":
                return float(rng.integers(1, 4))
            case "integer":
                return int(rng.integers(0, 101))
            case "number":
                return float(rng.integers(0, 10_001)) / 100
            case "flag":
                return bool(rng.integers(2))
            case "texts":
                return [_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(int(rng.integers(3)))]
            case "rows":
                return [[_WORDS[int(rng.integers(len(_WORDS)))]] for _ in range(int(rng.integers(3)))]
            case "app":
                names = APP_NAMES[device]
                return names[int(rng.integers(len(names)))]
            case _:
                return _WORDS[int(rng.integers(len(_WORDS)))]

    def to_jsonable(self, sample_n: Any) -> list[Any]:
        """Returns a batch of actions as JSON data, which actions are already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[Any]:
        """Returns a batch of actions from JSON data."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and (self.screens, self.table) == (other.screens, other.table)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.screens.items())))

    def __repr__(self) -> str:
        return f"ActionSpace({self.screens}{', with tools' if self.table is not TABLE else ''})"
