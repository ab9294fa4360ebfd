"""The simulated backend: machines of `crab_gym.sim`, in-process, exact and fast."""

from __future__ import annotations

from crab_gym.backends.sim.backend import SimBackend, SimDesktopState, SimPhoneState

__all__ = ["SimBackend", "SimDesktopState", "SimPhoneState"]
