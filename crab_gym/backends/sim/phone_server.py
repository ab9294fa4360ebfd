"""A simulated phone that is served over ADB, for the serial number ``simulated``."""

from __future__ import annotations

from crab_sim.adbd.hosting import PhoneServer, phones

__all__ = ["PhoneServer", "serve_phone"]


def serve_phone(screen_size: tuple[int, int]) -> PhoneServer:
    """Starts serving a new simulated phone on a thread of its own.

    Args:
        screen_size: Width and height in pixels.
    """
    return PhoneServer(phones(screen_size=screen_size))
