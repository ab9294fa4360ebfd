"""The simulated phone behind Android's own interfaces: its shell, `am`, `pm`, `dumpsys`, `screencap` and so on.

Only adbd and the system services keep state of their own here: state reached by a tap and state reached by a command
are the same state.
"""

from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import AndroidHost
from crab_sim.phone.android.output import Output
from crab_sim.phone.android.steps import Asleep, Steps

__all__ = ["AndroidHost", "Asleep", "Device", "Output", "Steps"]
