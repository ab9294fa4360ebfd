"""Messages between a `ProcessVectorEnv` and its worker processes.

The parent sends ``(share,)``, which the worker answers with `Done`. Requests follow, each a tuple of a name and
arguments, and each answered before the next is sent:

| request | answer |
|---|---|
| ``("reset", block, seeds, options, mask)`` | `ResetReply` |
| ``("step", block, actions, masks)`` | `StepReply` |
| ``("apply", function, numbers)`` | `ApplyReply` |
| ``("abandon",)`` | `Done` |
| ``("close",)`` | none: the worker ends |

The answer to any of them may also be a `Failure`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import gymnasium as gym
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crab_gym.envs.vector.env_makers import EnvMaker
from crab_gym.envs.vector.infos import Columns

__all__ = ["ApplyReply", "Done", "Failure", "Reply", "ResetReply", "Share", "StepReply"]


@dataclass(frozen=True)
class Share:
    """A worker's share of the environments.

    Attributes:
        makers: Makers of its environments.
        start: Number of its first environment among all.
        rows: Number of all environments.
        mode: When environments whose episode has ended are reset.
        spaces: Observation and action space of the first environment of all, and its name.
        seeds: Number of an environment, among this worker's, to the seed of its first reset if none is given.
    """

    makers: tuple[EnvMaker, ...]
    start: int
    rows: int
    mode: AutoresetMode
    spaces: tuple[gym.Space[Any], gym.Space[Any], str]
    seeds: Mapping[int, int]


class Done(NamedTuple):
    """The worker has made its environments, or abandoned their episodes."""


class ResetReply(NamedTuple):
    """The result of a reset.

    Attributes:
        objects: Number of each environment that was reset to the parts of its observation that aren't in shared memory.
        infos: Infos in the environments' order; empty for those that weren't reset.
    """

    objects: dict[int, tuple[Any, ...]]
    infos: list[Mapping[str, Any]]


class StepReply(NamedTuple):
    """The results of a step of a worker's environments, in their order.

    Attributes:
        rewards: Rewards.
        terminated: Whether each episode ended from within.
        truncated: Whether each episode was cut off.
        objects: The parts of the observations that aren't in shared memory.
        finals: The same parts of last observations, by environment; same-step autoreset only.
        keys: Keys of the infos.
        columns: Columns of the infos that changed since the previous reply.
        masks: Each environment's ``action_masks()``, if they were requested.
    """

    rewards: list[float]
    terminated: list[bool]
    truncated: list[bool]
    objects: list[tuple[Any, ...]]
    finals: dict[int, tuple[Any, ...]]
    keys: list[str]
    columns: Columns
    masks: NDArray[Any] | None


class ApplyReply(NamedTuple):
    """The values that a function returned for some environments, in their order."""

    values: list[Any]


class Failure(NamedTuple):
    """An exception in the worker.

    Attributes:
        error: The exception.
        traceback: Its traceback as text.
    """

    error: Exception
    traceback: str


Reply: TypeAlias = Done | ResetReply | StepReply | ApplyReply | Failure
