"""Tools of the desktop's apps, by kind of app; see `crab_sim.machine.tools`."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.desktop.tools import files, online, planning, system
from crab_sim.desktop.tools.box import BOX
from crab_sim.machine.tools import Tool

__all__ = ["MODULES", "TOOLS"]

MODULES = (files, online, planning, system)
"""The modules whose tools are in `TOOLS`."""
TOOLS: Mapping[str, Tool] = BOX.tools
"""The desktop's tools by name."""
