"""Agents that see screens without marks, and point at pixels: what they have in common.

* `PixelAgent` - the agents.
* `PixelOptions` - their options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import gymnasium as gym

from crab_gym.agents.base import Agent, Options, check_options

__all__ = ["PixelAgent", "PixelOptions"]


@dataclass(frozen=True)
class PixelOptions(Options):
    """Options of an agent that points at pixels.

    Attributes:
        coordinates: As for every structure; such models point at pixels.
        table: As for every structure; such models read no lists.

    Raises:
        ValueError: A value has the wrong type or is out of range.
    """

    coordinates: bool = True
    table: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.coordinates or not self.pictures:
            raise ValueError("this agent points at pixels of pictures; expected coordinates and pictures")


class PixelAgent(Agent):
    """An agent that points at pixels.

    Args:
        model: See `Agent`.
        options: See `PixelOptions`.
    """

    options_type: ClassVar[type[Options]] = PixelOptions

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns the environment as it is: such models see no marks."""
        check_options(cls.structure, cls.options_type, options)
        cls.options_type(**options)
        return env

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next action, see `Agent.act`.

        Raises:
            ValueError: The environment shows no screens.
        """
        for device in self.spec.screen_sizes:
            if device not in obs:
                raise ValueError(
                    f"the agent {self.structure!r} points at pixels of screens, and the environment shows none of "
                    f"{device}; leave out screens=False, or --no-screens"
                )
        return super().act(obs, info)
