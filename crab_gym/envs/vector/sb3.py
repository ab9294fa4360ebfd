"""Vector environments for stable-baselines3 (extra ``rl``).

* `SB3VecEnv` - a vector environment of `make_vec` as a ``VecEnv``.
* `make_sb3` - makes one directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crab_gym.envs.vector import attributes
from crab_gym.envs.vector.batch import BatchVectorEnv
from crab_gym.envs.vector.infos import split
from crab_gym.envs.vector.make import make_vec
from crab_gym.envs.vector.supervisor import ProcessVectorEnv
from crab_gym.envs.vector.sync import SyncVectorEnv
from crab_sim.extras import install_hint

if TYPE_CHECKING:
    Base: Any = object
    MISSING: ImportError | None = None
else:
    try:
        from stable_baselines3.common.vec_env import VecEnv as Base
    except ImportError as error:
        Base, MISSING = object, error
    else:
        MISSING = None

__all__ = ["SB3VecEnv", "make_sb3"]

Indices = int | Sequence[int] | None


class SB3VecEnv(Base):  # type: ignore[misc]  # stable-baselines3 may be absent
    """A vector environment of `make_vec` as stable-baselines3's ``VecEnv``.

    Episodes that end are reset in the same step. Their info has ``terminal_observation``, and ``TimeLimit.truncated``
    tells whether they were cut off by a limit, a broken device or a lost worker. MaskablePPO of sb3-contrib gets its
    masks by ``env_method("action_masks")``.

    Args:
        envs: The vector environment, with ``autoreset_mode=AutoresetMode.SAME_STEP``.

    Raises:
        ImportError: stable-baselines3 isn't installed.
        TypeError: `envs` wasn't made by `make_vec`.
        ValueError: `envs` has another autoreset mode.
    """

    def __init__(self, envs: SyncVectorEnv | BatchVectorEnv | ProcessVectorEnv) -> None:
        if MISSING is not None:
            raise ImportError(f"stable-baselines3 can't be imported ({MISSING}); {install_hint('rl')}") from MISSING
        if not isinstance(envs, (SyncVectorEnv, BatchVectorEnv, ProcessVectorEnv)):
            raise TypeError(f"got {envs!r}; expected what crab_gym.make_vec returns")
        if envs.metadata["autoreset_mode"] is not AutoresetMode.SAME_STEP:
            raise ValueError(
                f"the environments have {envs.metadata['autoreset_mode']}; "
                "stable-baselines3 needs make_vec(..., autoreset_mode=AutoresetMode.SAME_STEP)"
            )
        self.envs = envs
        self._actions: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Starts an episode in every environment, with the seeds and options set before; returns observations."""
        listed_options = [options or None for options in self._options]
        if any([options != listed_options[0] for options in listed_options]):
            raise ValueError(f"the options differ: {self._options}; expected the same for all environments")
        observations, infos = self.envs.reset(seed=list(self._seeds), options=listed_options[0])
        self.reset_infos = split(infos, self.num_envs)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Begins a step, with one action per environment; worker processes carry it out until `step_wait`."""
        if isinstance(self.envs, ProcessVectorEnv):
            self.envs.step_async(actions)
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Returns observations, rewards, whether episodes ended, and infos."""
        envs = self.envs
        results = envs.step_wait() if isinstance(envs, ProcessVectorEnv) else envs.step(self._actions)
        observations, rewards, terminated, truncated, batched = results
        infos = split(batched, self.num_envs)
        for index in np.flatnonzero(terminated | truncated).tolist():
            info = infos[index]
            last, final = info.pop("final_obs"), info.pop("final_info")
            self.reset_infos[index] = info
            infos[index] = {**final, "terminal_observation": last}
        cut = truncated & ~terminated
        for info, flag in zip(infos, cut.tolist(), strict=True):
            info["TimeLimit.truncated"] = flag
        return observations, rewards.astype(np.float32), terminated | truncated, infos

    def close(self) -> None:
        """Closes the environments."""
        self.envs.close()

    def has_attr(self, attr_name: str) -> bool:
        """Returns whether every environment, or one of its wrappers, has an attribute."""
        return all(self.envs.apply(partial(attributes.has_attr, name=attr_name)))

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Returns an attribute of some environments; of all if `indices` is None."""
        return self.envs.apply(partial(attributes.get_attr, name=attr_name), self._listed(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of some environments; of all if `indices` is None."""
        self.envs.apply(partial(attributes.set_attr, name=attr_name, value=value), self._listed(indices))

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Returns the results of a method of some environments.

        Args:
            method_name: The method's name.
            *method_args: Its positional arguments.
            indices: Numbers of the environments; None for all.
            **method_kwargs: Its keyword arguments.
        """
        return self.envs.call_at(self._listed(indices), method_name, *method_args, **method_kwargs)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Tells which of some environments, or of all, are wrapped in a wrapper of this class."""
        return self.envs.apply(partial(attributes.is_wrapped, wrapper=wrapper_class), self._listed(indices))

    def get_images(self) -> list[Any]:
        """Returns the rendering of each environment."""
        return list(self.envs.call("render"))

    def _listed(self, indices: Indices) -> list[int] | None:
        if indices is None:
            return None
        listed = [indices] if isinstance(indices, int) else indices
        return [range(self.num_envs)[int(index)] for index in listed]


def make_sb3(*args: Any, **kwargs: Any) -> SB3VecEnv:
    """Makes environments for stable-baselines3; takes the arguments of `make_vec` except ``autoreset_mode``.

    Example::

        from crab_gym.wrappers import DiscreteElements
        from sb3_contrib import MaskablePPO

        envs = make_sb3("android.add_contact", 8, mode="process", screens=False, wrappers=[DiscreteElements])
        MaskablePPO("MultiInputPolicy", envs).learn(10_000)
    """
    return SB3VecEnv(make_vec(*args, autoreset_mode=AutoresetMode.SAME_STEP, **kwargs))
