"""Preparation of an episode's devices: their apps, a known state, variation, and the task's setup."""

from __future__ import annotations

import random
from collections.abc import Mapping

from crab_gym.backends.base import Backend, DeviceError, devices_of
from crab_gym.backends.cloud import Cloud
from crab_gym.envs.variation import Variation
from crab_gym.envs.variation_sampling import VariationSample, vary
from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task import Params, Task
from crab_sim.devices.footprints import Footprint

__all__ = ["prepare", "require_apps"]


def require_apps(task: Task, graph: TaskGraph, backends: Mapping[str, Backend]) -> None:
    """Checks that the devices have the apps of a task's checkpoints.

    Raises:
        DeviceError: A device lacks one; the message has the command that installs it.
    """
    for name, backend in backends.items():
        reason = backend.unplayable(sorted({node.app for node in graph if node.device == name}))
        if reason:
            raise DeviceError(name, f"task {task.name!r} can't be played: {reason}")


def prepare(
    task: Task,
    params: Params,
    footprint: Footprint,
    backends: Mapping[str, Backend],
    cloud: Cloud,
    variation: Variation,
    episode: int,
) -> VariationSample:
    """Brings the devices to the state in which a task begins.

    Args:
        task: The task.
        params: Its parameters.
        footprint: The changes that it may make.
        backends: Device to its backend.
        cloud: The account that they share.
        variation: What varies.
        episode: The episode's random number, from which everything follows.

    Returns:
        What was drawn of the variation.

    Raises:
        DeviceError: A device can't be started.
    """
    for backend in backends.values():
        backend.reset(episode)  # one seed for all, so that all have the same time of day
    sample = vary(variation, backends, footprint, episode)
    cloud.begin()
    task.setup(devices_of(backends), params, random.Random(f"{episode}:setup"))
    cloud.follow()
    for backend in backends.values():
        backend.settle()
    return sample
