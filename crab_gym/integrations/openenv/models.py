"""OpenEnv's models of what the environment returns: `CrabObservation` and `CrabState`."""

from __future__ import annotations

from openenv.core.env_server.mcp_types import CallToolObservation
from openenv.core.env_server.types import State
from pydantic import Field

__all__ = ["CrabObservation", "CrabState"]


class CrabObservation(CallToolObservation):  # type: ignore[misc]  # openenv has no types here
    """What a model sees after a reset or a call.

    A call's `result` is the text. `metadata` has ``refused`` and ``truncated``; at the episode's end also ``success``,
    ``completion``, ``return``, ``steps`` and ``error``, which no model may read before it.
    """

    tool_name: str = Field(default="", description="The tool that was called; empty after a reset")
    text: str = Field(default="", description="The goal, the share of steps left, and the devices' elements")
    screens: dict[str, str] = Field(default_factory=dict, description="Device to its screen, as PNG in base64")


class CrabState(State):  # type: ignore[misc]
    """The episode's task, seed and number of steps."""

    task: str = Field(default="", description="The task's name")
    split: str = Field(default="", description="Its split")
    index: int = Field(default=0, description="Its place in the split")
    seed: int = Field(default=0, description="The episode's seed")
