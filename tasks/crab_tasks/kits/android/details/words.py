"""Inputs of sub-tasks as they are typed."""

from __future__ import annotations

from crab_gym.task import Params
from crab_gym.task.types import typed

__all__ = ["as_typed"]


def as_typed(params: Params, name: str) -> str:
    """Returns the value of an input as a person who has read it may type it.

    Args:
        params: The sub-task's values.
        name: The input's name.
    """
    return typed(params.kinds[name], getattr(params, name))
