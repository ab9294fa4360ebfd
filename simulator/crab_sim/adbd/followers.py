"""Commands that go on until their stream is closed: the log as it grows, and servers.

* `following` - what goes on after a command.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crab_sim.adbd.automation import Program
from crab_sim.adbd.stream import Port

__all__ = ["Follower", "following"]

_POLL: Final = 0.1  # seconds between two looks at the log


class Follower:
    """Sends the log as it grows."""

    def __init__(self, port: Port, command: str, send: Callable[[bytes], None]) -> None:
        self._port, self._command, self._send = port, command, send
        self._next, _ = port.device.log_since(-1, command)
        self.stopped = False
        port.later(_POLL, self._look)

    def stop(self) -> None:
        """Ends it."""
        self.stopped = True

    def _look(self) -> None:
        if not self.stopped:
            self._next, lines = self._port.device.log_since(self._next, self._command)
            self._send(lines)
            self._port.later(_POLL, self._look)


def following(port: Port, command: str, send: Callable[[bytes], None]) -> Follower | Program:
    """Returns what goes on after a command: the log as it grows, or a server of UI automation."""
    name, _, number = command.partition(" ")
    return Program(port, int(number)) if name == "automation" else Follower(port, command, send)
