"""The simulated backend: machines of `crab_gym.sim` in this process, exact and fast."""

from __future__ import annotations

from crab_gym.backends.sim.backend import SimBackend
from crab_gym.backends.sim.desktop_state import SimDesktopState
from crab_gym.backends.sim.phone_state import SimPhoneState

__all__ = ["SimBackend", "SimDesktopState", "SimPhoneState"]
