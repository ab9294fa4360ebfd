"""Tools of the phone's apps, by kind of app; see `crab_sim.machine.tools`."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.machine.tools import Tool
from crab_sim.phone.tools import people, places, planning, storage, system, things, writing
from crab_sim.phone.tools.box import BOX

__all__ = ["MODULES", "TOOLS"]

MODULES = (people, places, planning, storage, system, things, writing)
"""The modules whose tools are in `TOOLS`."""
TOOLS: Mapping[str, Tool] = BOX.tools
"""The phone's tools by name."""
