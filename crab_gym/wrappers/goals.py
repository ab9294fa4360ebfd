"""Goals as vectors, for hindsight experience replay (HER): the checkpoints that have passed, against all of them.

* `CheckpointGoals` - the wrapper, with the interface of Gymnasium-Robotics' ``GoalEnv``.
"""

from __future__ import annotations

from typing import Any, Literal, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.envs.crab_env import CrabEnv

__all__ = ["CheckpointGoals"]

Array = NDArray[np.float32]


class CheckpointGoals(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Adds ``achieved_goal`` and ``desired_goal`` to observations, and makes the reward a function of both.

    A goal has a place per checkpoint, in the graph's order, and a last one for success; ``achieved_goal`` has a 1 for
    each checkpoint that has passed, ``desired_goal`` for each that there is. A goal is reached when all that is desired
    is achieved. The goals are privileged: an agent that sees them can't be compared with those that don't.

    Args:
        env: An environment of crab-gym with observations of one array, such as ``Crab-elements-v0/...``.
        size: Maximum number of checkpoints; further places are 0.
        reward: ``"sparse"`` for 0 if the goal is reached, else -1; ``"dense"`` for minus the share of the desired
            checkpoints that is missing.

    Raises:
        TypeError: The environment isn't one of crab-gym, or its observations aren't one array.
        ValueError: An argument is out of range.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import CheckpointGoals
        >>> env = CheckpointGoals(gym.make("Crab-elements-v0/learn_open_panel"), size=4)
        >>> obs, info = env.reset(seed=0)
        >>> obs["achieved_goal"], obs["desired_goal"]
        (array([0., 0., 0., 0., 0.], dtype=float32), array([1., 1., 0., 0., 1.], dtype=float32))
        >>> env.compute_reward(obs["achieved_goal"], obs["desired_goal"], {})
        -1.0
    """

    def __init__(self, env: gym.Env[Any, Any], size: int = 16, reward: Literal["sparse", "dense"] = "sparse") -> None:
        gym.utils.RecordConstructorArgs.__init__(self, size=size, reward=reward)
        gym.Wrapper.__init__(self, env)
        base = env.unwrapped
        if not isinstance(base, CrabEnv):
            raise TypeError(f"CheckpointGoals got {type(base).__name__}; expected an environment of crab-gym")
        if not isinstance(env.observation_space, gym.spaces.Box):
            raise TypeError(
                f"CheckpointGoals got observations of {env.observation_space}; expected one array: put "
                "gymnasium.wrappers.FlattenObservation between"
            )
        if type(size) is not int or size < 1:
            raise ValueError(f"size is {size!r}; expected a whole number above 0")
        if reward not in ("sparse", "dense"):
            raise ValueError(f"reward is {reward!r}; expected 'sparse' or 'dense'")
        self._base, self._size, self._dense = base, size, reward == "dense"
        goal = gym.spaces.Box(0.0, 1.0, (size + 1,), np.float32)
        self.observation_space = gym.spaces.Dict(
            {"observation": env.observation_space, "achieved_goal": goal, "desired_goal": goal}
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`.

        Raises:
            ValueError: The task has more checkpoints than a goal has places.
        """
        obs, info = self.env.reset(seed=seed, options=options)
        count = len(self._base.evaluator.graph.checkpoints)
        if count > self._size:
            raise ValueError(
                f"{info['task']} has {count} checkpoints, and goals {self._size} places; expected size={count}"
            )
        return self._with_goals(obs, info), info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Takes a step; see `CrabEnv.step`. The reward is that of `compute_reward`."""
        obs, _, terminated, truncated, info = self.env.step(action)
        observation = self._with_goals(obs, info)
        reward = self.compute_reward(observation["achieved_goal"], observation["desired_goal"], info)
        return observation, float(reward), terminated, truncated, info

    def _with_goals(self, obs: Any, info: dict[str, Any]) -> dict[str, Any]:
        evaluator = self._base.evaluator
        passed, nodes = evaluator.passed, evaluator.graph.checkpoints
        achieved, desired = (np.zeros(self._size + 1, np.float32) for _ in range(2))
        for place, node in enumerate(nodes):
            achieved[place] = node.id in passed
        achieved[-1] = info.get("is_success", False)
        desired[: len(nodes)] = desired[-1] = 1.0
        return {"observation": obs, "achieved_goal": achieved, "desired_goal": desired}

    def compute_reward(self, achieved_goal: Array, desired_goal: Array, info: Any) -> float | Array:
        """Returns the reward of achieved and desired goals; of many at once, if these are rows.

        Args:
            achieved_goal: Goal or goals that were achieved.
            desired_goal: Goal or goals that were desired.
            info: Not used; replay buffers give it.
        """
        missing = np.maximum(desired_goal - achieved_goal, 0.0).sum(axis=-1, dtype=np.float32)
        share = missing / np.maximum(desired_goal.sum(axis=-1, dtype=np.float32), 1.0)
        reward = np.negative(share if self._dense else np.sign(missing), dtype=np.float32) + np.float32(0.0)
        return float(reward) if reward.ndim == 0 else reward

    def compute_terminated(self, achieved_goal: Array, desired_goal: Array, info: Any) -> bool | NDArray[np.bool_]:
        """Returns whether the desired goal is reached, or which of several are; see `compute_reward`."""
        reached = np.asarray((np.asarray(achieved_goal) >= desired_goal).all(axis=-1))
        return bool(reached) if reached.ndim == 0 else reached

    def compute_truncated(self, achieved_goal: Array, desired_goal: Array, info: Any) -> bool:
        """Returns False: no goal cuts an episode off."""
        return False
