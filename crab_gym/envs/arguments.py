"""Checks of what `CrabEnv` is made and reset with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["DEFAULT_SCREENS", "check_modes", "parameters_option", "screen_sizes"]

DEFAULT_SCREENS: Mapping[str, tuple[int, int]] = {"ubuntu": (1280, 720), "android": (360, 800)}
"""Device to its screen's default (width, height) in pixels."""


_MODES: Mapping[str, tuple[Any, ...]] = {
    "devices": ("task", "all"),
    "on_invalid": ("continue", "terminate"),
    "on_device_error": ("raise", "truncate"),
    "render_mode": (None, "rgb_array", "ansi"),
}


def check_modes(*values: object) -> None:
    """Checks ``devices``, ``on_invalid``, ``on_device_error`` and ``render_mode``.

    Raises:
        ValueError: One of them isn't one of its values.
    """
    for (name, options), value in zip(_MODES.items(), values, strict=True):
        if value not in options:
            raise ValueError(f"{name} is {value!r}; expected one of: {', '.join(map(repr, options))}")


def screen_sizes(devices: Sequence[str] | None, given: Mapping[str, Any] | None) -> dict[str, tuple[int, int]]:
    """Returns the (width, height) in pixels of each device's screen, all devices' for None.

    Raises:
        ValueError: A size is given for an unknown device, or has another form than [width, height].
    """
    unknown = [name for name in given or () if name not in DEFAULT_SCREENS]
    if unknown:
        raise ValueError(f"screen_size names the device {unknown[0]!r}; expected 'ubuntu' or 'android'")
    sizes = {**DEFAULT_SCREENS, **(given or {})}
    for device, size in sizes.items():
        if not isinstance(size, (list, tuple)) or len(size) != 2 or not all(type(n) is int and n > 0 for n in size):
            raise ValueError(f"screen_size of {device!r} is {size!r}; expected [width, height] in pixels")
    return {device: (size[0], size[1]) for device, size in sizes.items() if devices is None or device in devices}


def parameters_option(options: object) -> object:
    """Returns ``options["parameters"]`` of a reset, None where there is none.

    Raises:
        TypeError: The options are no dict.
        ValueError: They hold anything else.
    """
    if options is None:
        return None
    if not isinstance(options, dict):
        raise TypeError(f"reset options are {options!r}; expected None or a dict with the key 'parameters'")
    unknown = [key for key in options if key != "parameters"]
    if unknown:
        raise ValueError(f"reset options hold {unknown[0]!r}; expected only 'parameters'")
    return options.get("parameters")
