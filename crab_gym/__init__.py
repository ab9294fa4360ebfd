"""crab-gym: the Gymnasium of GUI agents.

Importing it registers the tasks as ``Crab-v0/<task>``, as soon as Gymnasium is imported too. A task's module is
imported when its environment is made.

>>> import gymnasium as gym, crab_gym
>>> env = gym.make("Crab-v0/cross.dark_mode_from_todo", backend="sim")
>>> obs, info = env.reset(seed=0)
>>> obs["android"].shape, obs["ubuntu"].shape
((800, 360, 3), (720, 1280, 3))
>>> env.close()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crab_gym.forwarding import forward_old_paths
from crab_gym.task.registration import register_with_gymnasium
from crab_sim.devices.version import VERSION

if TYPE_CHECKING:
    from crab_gym.envs.vector import make_vec as make_vec

__all__ = ["__version__", "make_vec"]

__version__ = VERSION

forward_old_paths()
register_with_gymnasium()


def __getattr__(name: str) -> Any:
    if name == "make_vec":  # loaded when it is asked for
        from crab_gym.envs.vector import make_vec

        return make_vec
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
