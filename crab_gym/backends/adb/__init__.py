"""A real Android phone, an emulator or the simulated phone, over ADB."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.adb.backend import AdbBackend

__all__ = ["AdbBackend", "requirements"]


def requirements() -> Iterator[tuple[str, bool, str]]:
    """Yields each requirement of the backend: its name, whether the host has it, and how to get it."""
    from crab_gym.backends.adb.adb_server import INSTALL_HINT, adb_binary
    from crab_gym.backends.adb.transport import Lost

    try:
        adb_binary()
        yield "an adb program, for devices on USB and emulators", True, ""
    except Lost:
        yield "an adb program, for devices on USB and emulators", False, INSTALL_HINT
