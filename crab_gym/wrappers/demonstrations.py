"""Demonstrations: a policy's episodes, the oracle's by default, as the indices of `DiscreteElements`.

* `demonstrate` - plays an episode and returns it.
* `Demonstration` - the episode.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.policies import OraclePolicy, Policy, policy_spec
from crab_gym.task import OracleStuck

__all__ = ["Demonstration", "demonstrate"]


@dataclass
class Demonstration:
    """An episode of indices.

    Attributes:
        observations: What the outermost wrapper showed: one per index before it, and one after the last.
        indices: The actions, as indices.
        masks: For each of them, which indices were allowed.
        rewards: For each of them, the reward.
        terminated: Whether the environment ended the episode.
        truncated: Whether it was cut off.
        info: The last info; ``info["is_success"]`` tells whether the episode is one to imitate.
        gap: The reason why the demonstration ended before the episode did, such as an action without an index;
            ``""`` if it didn't.
    """

    observations: list[Any] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    masks: list[NDArray[np.bool_]] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    terminated: bool = False
    truncated: bool = False
    info: dict[str, Any] = field(default_factory=dict)
    gap: str = ""


def demonstrate(
    env: gym.Env[Any, Any],
    seed: int,
    options: dict[str, Any] | None = None,
    policy: Callable[[gym.Env[Any, Any]], Policy] = OraclePolicy,
) -> Demonstration:
    """Plays an episode by indices that have the effect of a policy's actions.

    With `ComposedElements`, the oracle of every simulated task succeeds.

    Args:
        env: An environment with `DiscreteElements` among its wrappers.
        seed: The episode's seed.
        options: Options of its reset.
        policy: Makes the policy, whose actions are those of the environment without wrappers.

    Raises:
        TypeError: `DiscreteElements` isn't among the wrappers.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import ComposedElements, demonstrate
        >>> env = ComposedElements(gym.make("Crab-v0/learn.open_panel", screens=False))
        >>> episode = demonstrate(env, seed=0)
        >>> episode.info["is_success"], len(episode.indices), len(episode.observations)
        (True, 2, 3)
    """
    for name in ("indices_of", "action_masks"):
        if not env.has_wrapper_attr(name):
            raise TypeError(f"{env} has no {name}; expected DiscreteElements among its wrappers")
    indices_of, masks = env.get_wrapper_attr("indices_of"), env.get_wrapper_attr("action_masks")
    observation, info = env.reset(seed=seed, options=options)
    actor = policy(env)
    actor.reset(info["goal"], policy_spec(env.unwrapped, seed))
    episode = Demonstration([observation], info=info)
    while not (episode.terminated or episode.truncated or episode.gap):
        try:
            action = actor.act(observation, info)
        except OracleStuck as error:  # what it wanted has been done already, or differently, by an index
            episode.gap = str(error)
            break
        indices = indices_of(action)
        if indices is None:
            episode.gap = f"no index stands for {action}"
            break
        for index in indices:
            episode.masks.append(masks())
            observation, reward, episode.terminated, episode.truncated, info = env.step(index)
            episode.indices.append(index)
            episode.rewards.append(float(reward))
            episode.observations.append(observation)
            if episode.terminated or episode.truncated:
                break
        episode.info = info
    return episode
