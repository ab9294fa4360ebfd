"""Preparation of an episode's devices: their apps, a known state, variation, the task's setup, and planted texts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from crab_gym.backends.base import Backend, DeviceError, devices_of
from crab_gym.backends.cloud import Cloud
from crab_gym.envs.planting import draw_injection, planted
from crab_gym.envs.unrelated import unrelated_events
from crab_gym.envs.variation import Variation
from crab_gym.envs.variation_sampling import VariationSample, vary
from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task import Params, Task
from crab_gym.task.events import TaskEvent
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
    graph: TaskGraph,
    footprint: Footprint,
    backends: Mapping[str, Backend],
    cloud: Cloud,
    variation: Variation,
    episode: int,
    words: Mapping[str, Any],
) -> tuple[VariationSample, tuple[TaskEvent, ...]]:
    """Brings the devices to the state in which a task begins.

    Args:
        task: The task.
        params: Its parameters.
        graph: Its graph.
        footprint: The changes that it may make.
        backends: Device to its backend.
        cloud: The account that they share.
        variation: What varies.
        episode: The episode's random number, from which everything follows.
        words: What was drawn for the goal's words.

    Returns:
        What was drawn of the variation, and the events that come of it.

    Raises:
        DeviceError: A device can't be started.
    """
    for backend in backends.values():
        backend.reset(episode)  # one seed for all, so that all have the same time of day
    sample = vary(variation, backends, footprint, episode)
    cloud.begin()
    task.setup(devices_of(backends), params, random.Random(f"{episode}:setup"))
    events = unrelated_events(variation.events, graph, backends, episode)
    told = {**words, "events": len(events)} if events else dict(words)
    injection = draw_injection(variation.injection, task, params, graph, footprint, backends, episode)
    if injection:
        told["injection"] = injection
    if told:
        sample["root"] = told
    text = planted(task, params, sample) if injection else None
    if text is not None:
        text.prepare(devices_of(backends), params, random.Random(f"{episode}:demand"))
        events = (*events, *text.events())
    cloud.follow()
    for backend in backends.values():
        backend.settle()
    return sample, events
