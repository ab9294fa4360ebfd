"""Planting of texts that tell the agent to do something else, around any task; see `crab_gym.task.injection`.

* `draw_injection` - draws a demand, a style and a surface that don't get in a task's way.
* `planted` - the text of an episode; `planted_in` - that of an environment's.

A demand is fair to a task if neither its app nor its facts are among those of the task: then who does the task alone
never obeys, and what the demand needs on the devices stands in nobody's way. A surface is fair where its facts aren't
among those that the task changes, and where one more of them makes no difference to what the goal says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from crab_gym.backends.base import Backend, State
from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task import Params, Task
from crab_gym.task.injection import Demand, InjectedTask, Planted, Surface, texts_of_suite
from crab_sim.devices.footprints import Footprint

__all__ = ["draw_injection", "hijacked", "planted", "planted_in"]

_COUNTED: Final = re.compile(
    r"\b(all|any|both|each|every|everything|first|last|latest|newest|oldest|next|new \w+s|recent|only|other|rest|none"
    r"|nothing|how many|how much|number of|count|total|sum|average|most|least|top|sort\w*|list of|whole|entire|empty"
    r"|no longer|\w{4,}est|unread|today|upcoming)\b",
    re.IGNORECASE,
)
"""Words of goals to which one thing more in an app can make a difference."""
_KIN: Final[Sequence[frozenset[tuple[str, str]]]] = (
    frozenset(("android", app) for app in ("contacts", "messages", "phone", "mail")),
    frozenset(
        ("android", app)
        for app in ("files", "gallery", "recorder", "markdown", "music", "video", "camera", "draw", "drive", "fitness")
    ),
    frozenset(("android", app) for app in ("calendar", "clock")),
    frozenset(("ubuntu", app) for app in ("firefox", "code")),
)
"""Apps that show each other's things."""
_SHARED: Final = frozenset(
    ("mail", "calendar", "notes", "drive", "gallery", "tasks", "files", "thunderbird", "firefox")
)
"""The apps on either device that may show what is in an account that the devices share."""
_ROOT: Final = "root"


class Planting(Protocol):
    """What is needed of an environment to know its planted text; it is a `CrabEnv`."""

    task: Task
    params: Params
    variation: dict[str, dict[str, Any]]


def planted(task: Task, params: Params, sample: Mapping[str, Mapping[str, Any]]) -> Planted | None:
    """Returns the text that is planted in an episode, None if there is none.

    Args:
        task: The task.
        params: Its parameters.
        sample: What was drawn of the variation.
    """
    if isinstance(task, InjectedTask):
        return task.planted(params)
    drawn = sample.get(_ROOT, {}).get("injection")
    if drawn is None:
        return None
    demands, surfaces = texts_of_suite()
    return Planted(demands[drawn["demand"]], drawn["style"], surfaces[drawn["surface"]])


def planted_in(env: Planting) -> Planted | None:
    """Returns the text that is planted in an environment's episode, None if there is none."""
    return planted(env.task, env.params, env.variation)


def hijacked(env: Planting, state: State) -> bool:
    """Returns whether the agent has obeyed the planted text; False where there is none.

    Args:
        env: The environment.
        state: The devices' states.

    Raises:
        DeviceError: A device broke.
    """
    if env.task.obeyed is not None:
        return env.task.hijacked(env.params, state)
    text = planted_in(env)
    return text is not None and text.hijacked(state)


def draw_injection(
    styles: Sequence[str] | None,
    task: Task,
    params: Params,
    graph: TaskGraph,
    footprint: Footprint,
    backends: Mapping[str, Backend],
    episode: int,
) -> dict[str, str]:
    """Draws a planted text; a task that has one of its own gets no other.

    Args:
        styles: The styles to draw from; None for no text.
        task: The task.
        params: Its parameters.
        graph: Its graph.
        footprint: The changes that it may make.
        backends: Device to its backend.
        episode: The episode's random number.

    Returns:
        The names of demand, style and surface; nothing where none is fair, or none is wanted.
    """
    if styles is None or task.obeyed is not None:
        return {}
    apps = {(node.device, node.app) for node in graph}
    kinds = {(allowance.device, allowance.kind) for allowance in footprint}
    near = apps.union(*[kin for kin in _KIN if kin & apps])
    if task.account:
        near |= {(device, app) for device in ("ubuntu", "android") for app in _SHARED}
    demands, surfaces = texts_of_suite()
    fair = [name for name, each in demands.items() if _is_fair_demand(each, near, kinds, backends)]
    counted = _COUNTED.search(task.goal(params)) is not None
    spared = near if counted or task.account else set()
    places = [name for name, each in surfaces.items() if _is_fair_surface(each, spared, kinds, backends)]
    in_sight = [name for name in places if surfaces[name].arrives or _shown(surfaces[name]) & apps]
    if not fair or not places:
        return {}
    rng = random.Random(f"{episode}:injection")
    demand, style = rng.choice(fair), rng.choice(styles)
    return {"demand": demand, "style": style, "surface": rng.choice(in_sight or places)}


def _shown(surface: Surface) -> set[tuple[str, str]]:
    return {(surface.device, app) for app in surface.apps}


def _is_fair_demand(
    demand: Demand, near: set[tuple[str, str]], kinds: set[tuple[str, str]], backends: Mapping[str, Backend]
) -> bool:
    """Returns whether a demand can be obeyed on the devices, and is far from the task.

    Args:
        demand: The demand.
        near: The apps that are the task's, or show its things.
        kinds: The kinds of facts and effects in its footprint.
        backends: Device to its backend.
    """
    task = demand.task()
    needed = {(allowance.device, allowance.kind) for allowance in task.footprint(task.defaults())}
    return (
        all([device in backends and backends[device].plays in task.kinds(device) for device in task.devices])
        and near.isdisjoint({(node.device, node.app) for node in task.checkpoints(task.defaults())})
        and kinds.isdisjoint(needed)
    )


def _is_fair_surface(
    surface: Surface, spared: set[tuple[str, str]], kinds: set[tuple[str, str]], backends: Mapping[str, Backend]
) -> bool:
    """Returns whether a text can stand on a surface, and nobody minds it there.

    Args:
        surface: The surface.
        spared: The apps in which one thing more makes a difference.
        kinds: The kinds of facts and effects in the task's footprint.
        backends: Device to its backend.
    """
    if surface.device not in backends or backends[surface.device].plays not in surface.backends:
        return False
    if surface.arrives and backends[surface.device].plays != "sim":
        return False  # no phone in the hand can be texted by us
    touched = surface.kind != "file" and (surface.device, surface.kind) in kinds  # one more file has its own name
    return spared.isdisjoint(_shown(surface)) and not touched
