"""`EnvSnapshot`, the handle of a saved state of an environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from crab_gym.backends.cloud import CloudHandle
from crab_gym.envs.course import Course

__all__ = ["EnvSnapshot"]


class EnvSnapshot(NamedTuple):
    """A saved state: everything but the step count, the action log and the best completion.

    It is valid only in its own process, for its environment and that environment's forks.

    Attributes:
        episode: The episode's graph, whose identity marks the episode.
        devices: Device to the handle of its backend.
        graph: The graph's progress.
        answers: The submitted answers.
        random_state: State of the environment's random generator.
        cloud: The account that the devices share.
        course: Time, events, and the talk with the person.
    """

    episode: object
    devices: Mapping[str, Any]
    graph: Any
    answers: tuple[str, ...]
    random_state: Any
    cloud: CloudHandle
    course: Course
