"""The handle that `CrabEnv.snapshot` returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["EnvSnapshot"]


class EnvSnapshot(NamedTuple):
    """What `CrabEnv.snapshot` saves: everything but the step count, the action log and the best completion.

    `episode` tells the episode by identity, so a handle is good in its process, for the environment and its forks.
    """

    episode: object
    devices: Mapping[str, Any]
    graph: Any
    answers: tuple[str, ...]
    random_state: Any
