"""`ForestWrapper`: in the place of android_env's A11yGrpcWrapper, which waits for an app on the phone."""

from __future__ import annotations

import dm_env
import numpy as np
import numpy.typing as npt
from android_env import env_interface
from android_env.wrappers import base_wrapper

__all__ = ["ForestWrapper"]


class ForestWrapper(base_wrapper.BaseWrapper):  # type: ignore[misc]  # android_env has no types
    """Gives the accessibility forest of a phone in this process as android_env's A11yGrpcWrapper gives an emulator's.

    AndroidWorld makes that wrapper itself, so this one takes its place::

        a11y_grpc_wrapper.A11yGrpcWrapper = ForestWrapper

    Args:
        env: An `AndroidEnv`.
        add_latest_a11y_info_to_obs: Whether observations have the forest as ``"a11y_forest"``.
        options: The other options of A11yGrpcWrapper, which are about the app and the network, and have no effect.
    """

    def __init__(
        self, env: env_interface.AndroidEnvInterface, add_latest_a11y_info_to_obs: bool = False, **options: object
    ) -> None:
        super().__init__(env)
        self._adds = add_latest_a11y_info_to_obs

    def _process_timestep(self, timestep: dm_env.TimeStep) -> dm_env.TimeStep:
        if self._adds:
            timestep.observation["a11y_forest"] = self._env.forest()
        return timestep

    def accumulate_new_extras(self) -> dict[str, npt.NDArray[np.generic]]:
        """Returns ``accessibility_tree``, an array of the present forest."""
        extras: dict[str, npt.NDArray[np.generic]] = self._env.task_extras(latest_only=False)
        return extras

    def attempt_enable_networking(self) -> None:
        """Does nothing: the forest needs no network."""
