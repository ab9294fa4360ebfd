"""The phone's Settings app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone import power
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.system import settings_store, timeouts

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="settings", name="Settings", icon="settings", color=(84, 96, 110)),
    seeders={
        settings_store.NETWORKS: settings_store.seed_networks,
        settings_store.BLUETOOTH_DEVICES: settings_store.seed_devices,
        settings_store.CLOCK_OFFSET: lambda rng, now: 0.0,
        power.LOCK: power.seed_lock,
    },
    due=timeouts.due,
    tick=timeouts.tick,
    timed=timeouts.TIMED,
)
