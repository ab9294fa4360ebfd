"""The interface of adbd's services: a service, and its view of the stream that it serves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crab_gym.sim.phone.android import Device

__all__ = ["Port", "Service"]


class Port(Protocol):
    """A service's end of its stream."""

    @property
    def device(self) -> Device:
        """The phone."""

    def send(self, data: bytes) -> None:
        """Sends bytes to the host, once it is ready for them."""

    def finish(self) -> None:
        """Closes the stream once everything has been sent."""

    def hold(self, size: int) -> None:
        """Counts bytes that are kept until the stream is closed, or given back with a negative number.

        Raises:
            ProtocolError: The phone keeps too many; not to be caught.
        """

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Calls something after a while, unless the stream is closed by then."""

    def pause(self) -> None:
        """Lets the host wait before it sends more; called from `Service.receive`."""

    def resume(self) -> None:
        """Lets the host go on."""


class Service:
    """A service of an open stream. It is only ever called, and never waits.

    Args:
        port: Its end of the stream.
    """

    def __init__(self, port: Port) -> None:
        self.port = port

    def start(self) -> None:
        """Begins, once the host knows that the stream is open."""

    def receive(self, data: bytes) -> None:
        """Takes what the host wrote."""

    def drained(self) -> None:
        """Told that the host has taken all that was sent."""

    def closed(self) -> None:
        """Told that the stream is closed."""
