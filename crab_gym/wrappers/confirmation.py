"""A person who confirms whatever leaves a device: a defence against planted texts, and against an agent's own errors.

* `Confirmation` - the wrapper.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium as gym

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import action

__all__ = ["Confirmation"]


class Confirmation(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Asks the person before something leaves a device: a message, a call, a mail, an order.

    The person knows what they have asked for, and says no to everything else: the action is then taken back, and a
    second passes instead, so that it counts as two steps. ``info["refused"]`` says what the person has refused, ``""``
    for nothing. The wrapper goes directly around the environment, on devices that have snapshots.

    Args:
        env: An environment of crab-gym.

    Raises:
        TypeError: It isn't the environment itself that is wrapped.
        SnapshotUnsupported: In `step`, where a device has no snapshots.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import Confirmation
        >>> env = Confirmation(gym.make("Crab-v0/android.add_contact", screens=False).unwrapped)
        >>> obs, info = env.reset(seed=0)
        >>> env.step({"device": "root", "name": "wait", "args": {"seconds": 1}})[4]["refused"]
        ''
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        if not isinstance(env, CrabEnv):
            raise TypeError(f"Confirmation got {type(env).__name__}; it goes directly around CrabEnv: env.unwrapped")
        self._base = env

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode, see `CrabEnv.reset`."""
        obs, info = self._base.reset(seed=seed, options=options)
        return obs, {**info, "refused": ""}

    def step(self, chosen: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out an action, unless the person refuses what it sends."""
        base = self._base
        before, sent = base.snapshot(), self._sent()
        result = base.step(chosen)
        refused = ""
        if self._sent() != sent:
            side_effects = base.course.watch.side_effects(base.state)
            if side_effects.lasting:
                refused = "; ".join(side_effects.harm)
                base.restore(before)
                result = base.step(action("root", "wait", seconds=1))
        obs, reward, terminated, truncated, info = result
        return obs, reward, terminated, truncated, {**info, "refused": refused}

    def _sent(self) -> list[Any]:
        return [backend.state.effects() for backend in self._base.backends.values()]
