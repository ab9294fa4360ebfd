"""Checks of the arguments of `CrabEnv` and of its resets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["DEFAULT_SCREENS", "ResetOptions", "check_limits", "check_modes", "reset_options", "screen_sizes"]

DEFAULT_SCREENS: Mapping[str, tuple[int, int]] = {"ubuntu": (1280, 720), "android": (360, 800)}
"""Device to its screen's default (width, height) in pixels."""


_MODES: Mapping[str, tuple[Any, ...]] = {
    "screens": (True, False),
    "devices": ("task", "all"),
    "on_invalid": ("continue", "terminate"),
    "on_device_error": ("raise", "truncate"),
    "success_at": ("once", "end", "complete"),
    "render_mode": (None, "rgb_array", "human", "ansi"),
}


def check_modes(*values: object) -> None:
    """Checks ``screens``, ``devices``, ``on_invalid``, ``on_device_error``, ``success_at`` and ``render_mode``.

    Raises:
        ValueError: One of them has an unknown value.
    """
    for (name, options), value in zip(_MODES.items(), values, strict=True):
        if not any(value is option or (isinstance(value, str) and value == option) for option in options):
            raise ValueError(f"{name} is {value!r}; expected one of: {', '.join(map(repr, options))}")


def check_limits(**limits: object) -> None:
    """Checks step limits.

    Raises:
        ValueError: A limit is neither None nor a whole number above 0.
    """
    for name, value in limits.items():
        if value is not None and (type(value) is not int or value < 1):
            raise ValueError(f"{name} is {value!r}; expected a whole number of steps above 0, or None")


def screen_sizes(devices: Sequence[str] | None, sizes_by_user: Mapping[str, Any] | None) -> dict[str, tuple[int, int]]:
    """Returns the (width, height) in pixels of each device's screen.

    Args:
        devices: The devices; None for all.
        sizes_by_user: Device to [width, height], if not the default.

    Raises:
        ValueError: A size is given for an unknown device, or has another form than [width, height].
    """
    if sizes_by_user is not None and not isinstance(sizes_by_user, Mapping):
        raise ValueError(
            f"screen_size is {sizes_by_user!r}; expected a mapping from device to [width, height] in pixels"
        )
    unknown = [name for name in sizes_by_user or () if name not in DEFAULT_SCREENS]
    if unknown:
        raise ValueError(f"screen_size names the device {unknown[0]!r}; expected 'ubuntu' or 'android'")
    sizes = {**DEFAULT_SCREENS, **(sizes_by_user or {})}
    for device, size in sizes.items():
        if not isinstance(size, (list, tuple)) or len(size) != 2 or not all(type(n) is int and n > 0 for n in size):
            raise ValueError(f"screen_size of {device!r} is {size!r}; expected [width, height] in pixels")
    return {device: (size[0], size[1]) for device, size in sizes.items() if devices is None or device in devices}


class ResetOptions(NamedTuple):
    """The options of a reset.

    Attributes:
        parameters: ``"default"``, or values of parameters; None for drawn ones. They aren't checked yet.
        start: The number of checkpoints after which the episode begins.
    """

    parameters: object = None
    start: int = 0


def reset_options(options: object) -> ResetOptions:
    """Reads the options of a reset.

    Raises:
        TypeError: The options aren't a dict.
        ValueError: They contain another key, or a start that is no number of checkpoints.
    """
    if options is None:
        return ResetOptions()
    if not isinstance(options, dict):
        raise TypeError(f"reset options are {options!r}; expected None or a dict with the key 'parameters'")
    unknown = [key for key in options if key not in ResetOptions._fields]
    if unknown:
        raise ValueError(f"reset options hold {unknown[0]!r}; expected only 'parameters' and 'start'")
    start = options.get("start", 0)
    if type(start) is not int or start < 0:
        raise ValueError(f"start is {start!r}; expected a number of checkpoints, 0 or more")
    return ResetOptions(options.get("parameters"), start)
