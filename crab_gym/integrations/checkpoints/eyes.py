"""Feature extractor for screenshots and a goal."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import torch as th
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, NatureCNN
from torch import nn

__all__ = ["EYES", "Eyes"]

EYES: dict[str, Any] = {"net_arch": [128]}
"""The arguments of a policy that looks through `Eyes`."""


class Standard(nn.Module):
    """Scales each entry of a vector to mean 0 and standard deviation 1 over the training data.

    The goals of one task differ in only a word or two, which hardly changes a vector of unit length; without scaling,
    the screens' features would outweigh it.

    Args:
        size: Length of the vector.
    """

    count: th.Tensor
    mean: th.Tensor
    squares: th.Tensor

    def __init__(self, size: int) -> None:
        super().__init__()
        self.register_buffer("count", th.zeros(()))
        self.register_buffer("mean", th.zeros(size))
        self.register_buffer("squares", th.zeros(size))

    def forward(self, vectors: th.Tensor) -> th.Tensor:
        """Returns vectors ``(N, size)``, standardised; in training mode, updates the statistics with them."""
        if self.training:
            self._learn(vectors.detach())
        spread = th.sqrt(self.squares / self.count.clamp(min=1.0))
        return ((vectors - self.mean) / spread.clamp(min=0.01)).clamp(-5.0, 5.0)

    def _learn(self, vectors: th.Tensor) -> None:
        """Merges a batch's mean and squares with those so far (Chan, Golub and LeVeque 1979)."""
        count = self.count + len(vectors)
        off = vectors.mean(0) - self.mean
        self.squares += ((vectors - vectors.mean(0)) ** 2).sum(0) + off**2 * self.count * len(vectors) / count
        self.mean += off * len(vectors) / count
        self.count.copy_(count)


class Eyes(BaseFeaturesExtractor):
    """One convolutional network per screen, and the standardised goal.

    Args:
        space: The observation space: ``screen_*`` images, ``goal``, and other vectors.
        seen: Number of features per screen.
    """

    def __init__(self, space: gym.spaces.Dict, seen: int = 64) -> None:
        screens = [key for key in space.spaces if key.startswith("screen_")]
        rest = sum(box.shape[0] for key, box in space.spaces.items() if key not in screens and box.shape)
        super().__init__(space, seen * len(screens) + rest)
        self.screens = nn.ModuleDict({key: NatureCNN(space[key], seen) for key in screens})
        self.goal = Standard(gym.spaces.flatdim(space["goal"]))

    def forward(self, observations: dict[str, th.Tensor]) -> th.Tensor:
        """Returns ``(N, features) float32``."""
        parts = []
        for key in self._observation_space.spaces:  # observations come in any order
            value = observations[key]
            if key in self.screens:
                value = self.screens[key](value)
            elif key == "goal":
                value = self.goal(value)
            parts.append(value)
        return th.cat(parts, 1)
