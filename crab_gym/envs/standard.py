"""The parts of Gymnasium that `CrabEnv` is made of, or the little that stands in for them where there is none.

In a browser there is neither Gymnasium nor numpy, see `crab_gym.play.browser`; everywhere else both are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["ActionSpace", "Env", "ResetNeeded", "observation_space", "time_left"]

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.error import ResetNeeded

    from crab_gym.envs.spaces import ActionSpace, observation_space, time_left
else:
    try:
        import gymnasium  # noqa: F401
    except ModuleNotFoundError as missing:
        if missing.name not in ("gymnasium", "numpy"):  # one that is there, but broken
            raise
        from crab_gym.envs.bare import ActionSpace, Env, ResetNeeded, observation_space, time_left
    else:
        from gymnasium import Env
        from gymnasium.error import ResetNeeded

        from crab_gym.envs.spaces import ActionSpace, observation_space, time_left
