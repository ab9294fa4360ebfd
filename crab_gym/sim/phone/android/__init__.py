"""The simulated phone as Android's own interfaces show it: its shell, `am`, `pm`, `dumpsys`, `screencap` and so on.

Nothing here keeps state of its own beside what adbd and the system services keep: state reached by a tap and state
reached by a command are the same state.
"""

from crab_gym.sim.phone.android.device import Device, Output
from crab_gym.sim.phone.android.host import AndroidHost

__all__ = ["AndroidHost", "Device", "Output"]
