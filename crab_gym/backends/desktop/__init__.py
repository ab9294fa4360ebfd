"""A real Linux desktop in a box: private X server, session bus, files, processes and network, thrown away at reset."""

from __future__ import annotations

from crab_gym.backends.desktop.backend import DesktopBackend
from crab_gym.backends.desktop.checkup import requirements
from crab_gym.backends.desktop.requirements import Requirement
from crab_gym.backends.desktop.state import DesktopSetup, DesktopState

__all__ = ["DesktopBackend", "DesktopSetup", "DesktopState", "Requirement", "requirements"]
