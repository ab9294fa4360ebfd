"""Apps from outside as a machine takes them: their specs agree with their rows, their slices are theirs alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crab_sim.devices.app_rows import App
from crab_sim.devices.outside import Misfit
from crab_sim.draw.icons import ICONS
from crab_sim.machine.app import AppSpec
from crab_sim.machine.slices import AnySlice
from crab_sim.suggestions import closest

__all__ = ["fitting"]


def fitting(row: App, spec: AppSpec[Any], slices: Iterable[AnySlice]) -> AppSpec[Any]:
    """Returns the spec of an app from outside.

    Args:
        row: Its row in the table of apps.
        spec: Its spec.
        slices: The slices that it has a seeder for.

    Raises:
        Misfit: It has another id or name than the row, no known icon, or a slice that another app may have.
    """
    said = f"the app {row.id!r} from {row.source}"
    if (spec.id, spec.name) != (row.id, row.name):
        raise Misfit(f"{said} has the id and name {(spec.id, spec.name)!r}; its row has {(row.id, row.name)!r}")
    if spec.icon not in ICONS:
        close = closest(spec.icon, ICONS)
        hint = f"did you mean {close!r}?" if close else "there are those of crab_sim.draw.icons.ICONS"
        raise Misfit(f"{said} has the icon {spec.icon!r}, which there isn't; {hint}")
    for slice in slices:
        if not slice.name.startswith(f"{row.id}."):
            raise Misfit(f"{said} has the slice {slice.name!r}; expected a name such as '{row.id}.{slice.name}'")
    return spec
