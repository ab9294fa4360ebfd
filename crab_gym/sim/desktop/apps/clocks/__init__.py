"""Clocks: the time elsewhere, alarms, a stopwatch, timers."""
