"""The dock: the favourite apps and those that run, and the button that shows all apps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.desktop.shell.app_icon import draw_app_icon
from crab_sim.desktop.shell.messages import ShellScene
from crab_sim.machine.app import AppSpec
from crab_sim.ui.theme import WHITE, Color

__all__ = ["lay_out", "shown"]

_GROUND: Color = (38, 38, 42)
_SIZE = 44


def shown(apps: Mapping[str, AppSpec[Any]], favorites: Sequence[str], running: Sequence[str]) -> list[str]:
    """Returns the ids of the apps in the dock: the favourites, then the others that run, each once.

    Args:
        apps: All apps, by id.
        favorites: The ids of the favourites.
        running: The ids of the running apps, in the order of their start.
    """
    return [app for app in dict.fromkeys((*favorites, *running)) if app in apps]


def lay_out(
    scene: ShellScene,
    height: int,
    apps: Mapping[str, AppSpec[Any]],
    ids: Sequence[str],
    running: frozenset[str],
    front: str,
) -> None:
    """Lays out the dock.

    Args:
        scene: The scene.
        height: Height of the screen in pixels.
        apps: All apps, by id.
        ids: The ids of the apps that it shows; those for which it has no room are left out.
        running: The ids of the running apps, which have a dot.
        front: The id of the app whose window is in front.
    """
    scene.fill(0, BAR_HEIGHT, DOCK_WIDTH, height - BAR_HEIGHT, _GROUND)
    scene.node(0, BAR_HEIGHT, DOCK_WIDTH, height - BAR_HEIGHT, "toolbar", "", "Dock", message=("nothing",))
    y, x = BAR_HEIGHT + 10, (DOCK_WIDTH - _SIZE) // 2
    for app in [apps[name] for name in ids]:
        if y + _SIZE + 12 > height - _SIZE - 10:
            break
        if front == app.id:
            scene.round(x - 5, y - 4, _SIZE + 10, _SIZE + 8, (74, 74, 80), 10)
        draw_app_icon(scene, app, x, y, _SIZE, 10, 24)
        if app.id in running:
            scene.round(2, y + _SIZE // 2 - 3, 6, 6, WHITE, 3)
        scene.node(x - 4, y - 4, _SIZE + 8, _SIZE + 8, "icon", app.name, "Dock", message=("launch", app.id))
        y += _SIZE + 12
    y = height - _SIZE - 10
    scene.icon((DOCK_WIDTH - 28) // 2, y + 8, 28, "apps", WHITE)
    scene.node(x, y, _SIZE, _SIZE, "button", "", "Show Apps", message=("apps",))
