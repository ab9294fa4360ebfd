"""The simulated Linux desktop."""

from __future__ import annotations

from crab_sim.desktop.machine import Desktop

__all__ = ["Desktop"]
