"""The phone's Clipper, through which programs on the other side of ADB read and write the clipboard."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp

__all__ = ["APP"]

APP = PhoneApp(deferred(f"{__name__}.app", id="clipper", name="Clipper", icon="paste", color=(96, 125, 139)))
