"""The base class of the vector environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate
from numpy.typing import NDArray

from crab_gym.envs.vector import attributes
from crab_gym.envs.vector.env_makers import EnvMaker

__all__ = ["AppliesFunctions", "CrabVectorEnv", "check_spaces"]

Env = gym.Env[Any, Any]
Results = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


def check_spaces(env: Env, first: Env | tuple[gym.Space[Any], gym.Space[Any]], names: tuple[str, str]) -> None:
    """Checks that an environment has the same spaces as the first one.

    Args:
        env: The environment.
        first: The first environment, or its observation and action space.
        names: Names of the first environment and of this one, for the error message.

    Raises:
        ValueError: Its spaces differ.
    """
    observations, actions = first if isinstance(first, tuple) else (first.observation_space, first.action_space)
    for what, space, expected in (
        ("observation", env.observation_space, observations),
        ("action", env.action_space, actions),
    ):
        if space != expected:
            raise ValueError(
                f"the {what} space of {names[1]} is {space}, that of {names[0]} {expected}; environments side by side "
                'have to share their spaces: make them with devices="all" and the same screen_size, and wrap them so '
                "that the spaces are of a fixed size"
            )


class AppliesFunctions:
    """The methods of a vector environment that ask its environments one by one."""

    def apply(self, function: Callable[[Env], Any], indices: Sequence[int] | None = None) -> list[Any]:
        """Returns the results of a function on some environments.

        Args:
            function: Takes an environment; in the mode ``"process"``, it and its result must be picklable.
            indices: Numbers of the environments; None for all.
        """
        raise NotImplementedError

    def call_at(self, indices: Sequence[int] | None, name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """Returns an attribute of some environments, or the results of a method; of all if `indices` is None.

        Args:
            indices: The environments' numbers, from 0; None for all.
            name: Name of the attribute or method.
            args: Positional arguments of the method.
            kwargs: Its keyword arguments.
        """
        return self.apply(partial(attributes.call_attr, name=name, args=args, kwargs=kwargs), indices)

    @property
    def specs(self) -> tuple[EnvSpec | None, ...]:
        """Each environment's spec, wrappers included, from which `make_vec` can make the same environments."""
        return tuple(self.apply(attributes.get_spec))


class CrabVectorEnv(AppliesFunctions, VectorEnv[Any, Any, NDArray[Any]]):
    """Many environments side by side; the base of the modes of `make_vec`.

    Attributes:
        makers: The maker of each environment.
        autoreset_mode: When environments whose episode has ended are reset.
    """

    def __init__(self, makers: Sequence[EnvMaker], autoreset_mode: AutoresetMode, first: Env) -> None:
        self.makers = tuple(makers)
        self.num_envs = len(self.makers)
        self.autoreset_mode = autoreset_mode
        self.metadata = {**first.metadata, "autoreset_mode": autoreset_mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self.action_space = batch_space(first.action_space, self.num_envs)
        self._started = False

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Returns an attribute of each environment, or the results of a method."""
        return tuple(self.call_at(None, name, *args, **kwargs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of each environment, or the results of a method."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of each environment.

        Args:
            name: The attribute's name.
            values: One value for all, or a list or tuple with one value per environment.

        Raises:
            ValueError: The list has another length.
        """
        listed = list(values) if isinstance(values, (list, tuple)) else [values] * self.num_envs
        if len(listed) != self.num_envs:
            raise ValueError(f"got {len(listed)} values of {name!r}; expected one, or {self.num_envs}")
        for index, value in enumerate(listed):
            self.apply(partial(attributes.set_attr, name=name, value=value), [index])

    def render(self) -> tuple[Any, ...]:
        """Returns the rendering of each environment."""
        return self.call("render")

    def _seeds(self, seed: Any) -> list[int | None]:
        """Returns one seed per environment: seed, seed + 1, … for a number, or the items of a sequence."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + index for index in range(self.num_envs)]
        seeds = [None if item is None else int(item) for item in seed]
        if len(seeds) != self.num_envs:
            raise ValueError(f"got {len(seeds)} seeds; expected one, or {self.num_envs}, one an environment")
        return seeds

    def _mask(self, options: Mapping[str, Any] | None) -> tuple[list[bool] | None, dict[str, Any] | None]:
        """Separates a reset's options into the mask of environments to reset, and the rest.

        Raises:
            TypeError, ValueError: The mask isn't an array with one bool per environment, or selects none.
            ResetNeeded: Some environments were never reset.
        """
        if options is None or "reset_mask" not in options:
            return None, None if options is None else dict(options)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"options['reset_mask'] is {mask!r:.80}; expected a numpy array of bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"options['reset_mask'] has shape {mask.shape} and {int(mask.sum())} that are true; "
                f"expected shape ({self.num_envs},) and at least one"
            )
        if not self._started and not mask.all():
            raise ResetNeeded("some environments were never reset; call reset() without a mask first")
        return mask.tolist(), {key: value for key, value in options.items() if key != "reset_mask"} or None

    def _actions(self, actions: Any) -> Any:
        """Returns the actions as a sequence, one per environment.

        Raises:
            ResetNeeded: No episode was started.
            ValueError: There are too many or too few actions.
        """
        if not self._started:
            raise ResetNeeded("no episode was started: call reset() before step()")
        if isinstance(self.single_action_space, (gym.spaces.Dict, gym.spaces.Tuple)):
            actions = list(iterate(self.action_space, actions))
        elif not isinstance(actions, (np.ndarray, list, tuple)):
            actions = list(actions)
        if len(actions) != self.num_envs:
            raise ValueError(f"got {len(actions)} actions; expected {self.num_envs}, one an environment")
        return actions
