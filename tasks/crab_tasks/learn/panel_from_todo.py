"""Show the panel of the desktop's Settings that a to-do on the phone names."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_tasks.kits.learn import open_settings, open_tasks, other_chores, plant_todos, show_panel
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.learn.open_panel import PANELS


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the to-do among two others."""
    todos = [f"Look at {params.panel}", *other_chores("", 2, rng)]
    rng.shuffle(todos)
    plant_todos(devices, todos)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list, and then, whenever Settings was opened, the panel."""
    panel = check(window_in_front, app="settings", title=params.panel)
    return [
        app_opened("tasks", "list_open"),
        app_opened("settings", "settings_open", "ubuntu"),
        # It has to stay, or who shows one panel after the other would have shown the right one, too.
        Checkpoint(
            id="panel_shown",
            device="ubuntu",
            app="settings",
            evaluator=panel,
            after=("list_open", "settings_open"),
            place=True,
        ),
    ]


def panel(params: Params, look: Look) -> Iterator[Action]:
    """Opens the panel."""
    yield from show_panel(look, params.panel)


def unread(params: Params, look: Look) -> Iterator[Action]:
    """Guesses the panel without a look at the phone."""
    yield from show_panel(look, params.panel)


def neighbour(params: Params, look: Look) -> Iterator[Action]:
    """Opens another panel."""
    yield from open_tasks(params, look)
    yield from show_panel(look, PANELS[PANELS.index(params.panel) - 1])


def settings_first(params: Params, look: Look) -> Iterator[Action]:
    """Opens Settings before it reads the to-do."""
    yield from open_settings(params, look)
    yield from open_tasks(params, look)
    yield from panel(params, look)


def after_another(params: Params, look: Look) -> Iterator[Action]:
    """Shows another panel first."""
    yield from neighbour(params, look)
    yield from panel(params, look)


TASK = Task(
    name="learn.panel_from_todo",
    description=(
        "Open the phone's Tasks app. A task there says which panel to look at: show that panel in the desktop's "
        "Settings."
    ),
    devices=("ubuntu", "android"),
    parameters={"panel": choice(PANELS, type="settings_panel")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"list_open": open_tasks, "settings_open": open_settings, "panel_shown": panel},
    alternatives={"settings_first": settings_first, "after_another": after_another},
    near_misses={"unread": unread, "neighbour": neighbour},
    step_limit=9,
    version=6,
    tags=("curriculum", "settings", "tasks"),
    backends={"ubuntu": ("sim",), "android": ("sim",)},
)
