"""A real Linux desktop in a box: private X server, session bus, files, processes and network, thrown away at reset."""

from __future__ import annotations

from typing import Any

from crab_gym.backends.base import Backend
from crab_gym.backends.desktop.backend import DesktopBackend
from crab_gym.backends.desktop.doctor import requirements
from crab_gym.backends.desktop.requirements import Requirement
from crab_gym.backends.desktop.state import BoxSetup, BoxState

__all__ = ["BoxSetup", "BoxState", "DesktopBackend", "Requirement", "desktop_backend", "requirements"]


def desktop_backend(device: str, screen_size: tuple[int, int], **options: Any) -> Backend:
    """Returns the backend: a desktop in a box, or with ``attach=True`` the display that you are sitting at.

    Raises:
        ValueError: An option is unknown or has an invalid value.
        MissingExtra: The libraries for attaching are missing.
    """
    if "attach" not in options:
        return DesktopBackend(device, screen_size, **options)
    if options != {"attach": True}:
        raise ValueError(f"got {options} for backend 'desktop'; expected attach=True alone, or no attach")
    from crab_gym.backends.desktop.attach import AttachedDesktop

    return AttachedDesktop(device, screen_size)
