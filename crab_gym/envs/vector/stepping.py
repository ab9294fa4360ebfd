"""Stepping of the environments of one process, one after the other, with autoreset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import gymnasium as gym
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from crab_gym.envs.vector.isolation import IsolatedEnv

__all__ = ["Env", "Sink", "StepResults", "Stepper"]

Env = gym.Env[Any, Any]
Sink = Callable[[int, Any], None]
"""Takes an environment's number and its observation, before the next environment is stepped."""


class StepResults(NamedTuple):
    """The results of a step of several environments, in their order; observations went to the sink."""

    rewards: list[float]
    terminated: list[bool]
    truncated: list[bool]
    infos: list[Mapping[str, Any]]


class Stepper:
    """Some environments of one process.

    Args:
        envs: The environments.
        mode: When an environment whose episode has ended is reset.
        seeds: Number of an environment to the seed of its next reset, if the caller gives none.

    Attributes:
        envs: The environments.
        ended: Whether each one's episode is over or wasn't started.
    """

    def __init__(self, envs: Sequence[Env], mode: AutoresetMode, seeds: Mapping[int, int] | None = None) -> None:
        self.envs = list(envs)
        self._isolated = [IsolatedEnv(env) for env in self.envs]
        self.ended = [True] * len(self.envs)
        self._mode = mode
        self._seeds = dict(seeds or {})

    def _reset(self, number: int, seed: int | None, options: dict[str, Any] | None) -> tuple[Any, dict[str, Any]]:
        own_seed = self._seeds.pop(number, None)
        result = self._isolated[number].reset(seed=own_seed if seed is None else seed, options=options)
        self.ended[number] = False
        return result

    def reset(
        self,
        seeds: Sequence[int | None],
        options: dict[str, Any] | None,
        mask: Sequence[bool] | None,
        sink: Sink,
    ) -> list[Mapping[str, Any]]:
        """Resets environments, and returns their infos; empty ones for the environments that aren't reset.

        Args:
            seeds: One seed per environment; None to draw from the environment's own generator.
            options: Options of the resets.
            mask: Whether to reset each environment; None for all.
            sink: Takes the observations.
        """
        infos: list[Mapping[str, Any]] = []
        for number, seed in enumerate(seeds):
            if mask is not None and not mask[number]:
                infos.append({})
                continue
            observation, info = self._reset(number, seed, options)
            sink(number, observation)
            infos.append(info)
        return infos

    def step(self, actions: Iterable[Any], sink: Sink, final: Sink | None = None) -> StepResults:
        """Steps every environment.

        Args:
            actions: One action per environment.
            sink: Takes the observations.
            final: Takes the last observations of episodes that ended (same-step autoreset); if None, the infos contain
                them as ``final_obs``.

        Raises:
            ResetNeeded: Autoreset is disabled, and an environment whose episode has ended wasn't reset.
        """
        if self._mode is not AutoresetMode.NEXT_STEP and any(self.ended):
            number = self.ended.index(True)
            raise ResetNeeded(f"the episode of environment {number} is over: reset() it before step()")
        out = StepResults([], [], [], [])
        for number, (env, action) in enumerate(zip(self._isolated, actions, strict=True)):
            if self.ended[number]:
                observation, info = self._reset(number, None, None)
                reward, terminated, truncated = 0.0, False, False
            else:
                observation, value, terminated, truncated, info = env.step(action)
                reward = float(value)
                self.ended[number] = terminated or truncated
                if self.ended[number] and self._mode is AutoresetMode.SAME_STEP:
                    last = {"final_obs": observation if final is None else None, "final_info": info}
                    if final is not None:
                        final(number, observation)
                    observation, info = self._reset(number, None, None)
                    info = {**info, **last}
            sink(number, observation)
            out.rewards.append(reward)
            out.terminated.append(terminated)
            out.truncated.append(truncated)
            out.infos.append(info)
        return out

    def close(self) -> None:
        """Closes the environments."""
        for env in self.envs:
            env.close()
