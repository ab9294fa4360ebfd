"""The simulated backend: machines of `crab_sim` in this process, exact and fast."""

from __future__ import annotations

from crab_gym.backends.sim.backend import SimBackend

__all__ = ["SimBackend"]
