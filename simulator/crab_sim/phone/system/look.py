"""The looks of the phone that a setting chooses: its labels, its navigation bar, its recent apps.

All are settings of the namespace ``secure``: ``navigation_mode`` is Android's own (2 for gestures), the others are the
simulated phone's.

* `label` - an app's name below its icon; `has_gestures`, `has_carousel` - the navigation and the recent apps.
* `Look` - what a phone is to be set to before it is served.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from crab_sim.machine.app import AppSpec
from crab_sim.machine.machine import Machine
from crab_sim.phone.system.settings_store import SETTINGS, Settings

__all__ = [
    "OWN_LOOK", "STOCK_NAMES", "Look", "has_carousel", "has_gestures", "has_stock_labels", "label", "own_name",
]  # fmt: skip

NAVIGATION: Final = ("secure", "navigation_mode")
LABELS: Final = ("secure", "crab_gym_labels")
RECENT_APPS: Final = ("secure", "crab_gym_recents")
STOCK_NAMES: Final[Mapping[str, str]] = {
    "browser": "Chrome", "mail": "Gmail", "gallery": "Photos", "notes": "Keep Notes", "markdown": "Markor",
    "notebook": "Joplin", "expense": "Pro Expense", "recipes": "Broccoli - Recipe App", "music": "Retro Music",
    "video": "VLC", "recorder": "Audio Recorder", "fitness": "OpenTracks", "draw": "Simple Draw Pro",
}  # fmt: skip
"""The names of the imitated apps by our apps' ids, where they differ from ours."""


class Look(NamedTuple):
    """The look of a phone.

    Attributes:
        labels: ``"stock"`` for the names of the imitated apps below the icons.
        navigation: The navigation bar's three buttons, or gestures.
        recents: The recent apps below one another, or side by side.
    """

    labels: Literal["own", "stock"] = "own"
    navigation: Literal["buttons", "gestures"] = "buttons"
    recents: Literal["list", "carousel"] = "list"

    def put(self, machine: Machine) -> None:
        """Sets a phone to this look."""
        chosen = {
            LABELS: "stock" if self.labels == "stock" else "",
            NAVIGATION: "2" if self.navigation == "gestures" else "",
            RECENT_APPS: "carousel" if self.recents == "carousel" else "",
        }
        settings: Settings = machine.get(SETTINGS)
        changed = {key: value for key, value in chosen.items() if value}
        if changed:
            machine.put(SETTINGS, {**settings, **changed})


OWN_LOOK: Final = Look()
"""The look of a phone of which nothing else is said."""


def has_gestures(settings: Settings) -> bool:
    """Returns whether gestures stand for the navigation bar's buttons."""
    return settings.get(NAVIGATION) == "2"


def has_carousel(settings: Settings) -> bool:
    """Returns whether the recent apps stand side by side."""
    return settings.get(RECENT_APPS) == "carousel"


def has_stock_labels(settings: Settings) -> bool:
    """Returns whether icons have the names of the imitated apps."""
    return settings.get(LABELS) == "stock"


def label(machine: Machine, app: AppSpec[Any]) -> str:
    """Returns the name below an app's icon."""
    return STOCK_NAMES.get(app.id, app.name) if has_stock_labels(machine.get(SETTINGS)) else app.name


def own_name(machine: Machine, name: str) -> str:
    """Returns our name of an app that is named as the imitated one, where the icons are; else the name itself."""
    if not has_stock_labels(machine.get(SETTINGS)):
        return name
    wanted = name.casefold()
    apps = [app for app, stock in STOCK_NAMES.items() if app in machine.apps and stock.casefold() == wanted]
    return machine.apps[apps[0]].name if apps else name
