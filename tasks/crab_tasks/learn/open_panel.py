"""Show one panel of the desktop's Settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_tasks.kits.learn import open_settings, show_panel
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.windows import start, window_in_front

PANELS = (
    "Sound", "Network", "Notifications", "Power", "Displays", "Mouse & Touchpad", "Keyboard", "Date & Time",
    "Accessibility", "About",
)  # fmt: skip
"""All but the one that Settings shows at first, and those of Privacy."""


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Settings, then the panel."""
    shown = check(window_in_front, app="settings", title=params.panel)
    return [
        app_opened("settings", "settings_open", "ubuntu"),
        # It has to stay, or who shows one panel after the other would have shown the right one, too.
        Checkpoint(
            id="panel_shown", device="ubuntu", app="settings", evaluator=shown, after=("settings_open",), place=True
        ),
    ]


def panel(params: Params, look: Look) -> Iterator[Action]:
    """Opens the panel."""
    yield from show_panel(look, params.panel)


def neighbour(params: Params, look: Look) -> Iterator[Action]:
    """Opens another panel."""
    yield from show_panel(look, PANELS[PANELS.index(params.panel) - 1])


def by_search(params: Params, look: Look) -> Iterator[Action]:
    """Starts Settings by searching for it."""
    yield from start("Settings")
    yield from panel(params, look)


def after_another(params: Params, look: Look) -> Iterator[Action]:
    """Shows another panel first."""
    yield from neighbour(params, look)
    yield from panel(params, look)


TASK = Task(
    name="learn.open_panel",
    description="On the desktop, open Settings and show the panel {panel}.",
    devices=("ubuntu",),
    parameters={"panel": choice(PANELS, type="settings_panel")},
    checkpoints=checkpoints,
    oracle={"settings_open": open_settings, "panel_shown": panel},
    alternatives={"by_search": by_search, "after_another": after_another},
    near_misses={"neighbour": neighbour},
    step_limit=6,
    version=5,
    tags=("curriculum", "settings"),
    backends={"ubuntu": ("sim",)},
)
