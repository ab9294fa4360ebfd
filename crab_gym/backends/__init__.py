"""Backends, the players of devices. `base` is the narrow waist between environments and devices."""
