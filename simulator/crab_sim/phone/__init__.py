"""The simulated Android phone."""

from __future__ import annotations

from crab_sim.phone.machine import Phone

__all__ = ["Phone"]
