"""Backends: what plays a device. `base` is the narrow waist between environments and devices."""
