"""Counter: an app of the simulated phone and desktop that comes from outside of crab-gym."""

from crab_sim.devices.app_rows import App

PACKAGE = "org.example.counter"
APPS = (
    App("counter", "android", "Counter", "Utility Tools", PACKAGE, module="crab_counter.phone"),
    App("counter", "ubuntu", "Counter", "Utility Tools", "org.example.Counter", module="crab_counter.desktop"),
)
