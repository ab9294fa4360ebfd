"""The interface of adbd's services: a service, and its view of its stream, the phone and the host."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import NamedTuple, Protocol, TypeAlias

from crab_sim.phone.android import Device

__all__ = ["Host", "Listener", "Listeners", "Port", "Service"]


class Host(Protocol):
    """A connected host."""

    def dial(self, destination: str, make: Callable[[Port], Service]) -> bool:
        """Opens a stream to a service of the host, such as ``tcp:5000``.

        Args:
            destination: The service's name.
            make: Makes the service of this end of the stream.

        Returns:
            Whether there was room for another stream.
        """


class Listener(NamedTuple):
    """A listener on the phone: the host that made it with ``reverse:``, and the service there to which it leads."""

    host: Host
    destination: str


Listeners: TypeAlias = MutableMapping[str, Listener]
"""The phone's listeners, by address such as ``tcp:5000``."""


class Port(Protocol):
    """A service's end of its stream."""

    @property
    def device(self) -> Device:
        """The phone."""

    @property
    def host(self) -> Host:
        """The host."""

    @property
    def listeners(self) -> Listeners:
        """The phone's listeners, which hosts may change."""

    def send(self, data: bytes) -> None:
        """Sends bytes to the host, once it is ready for them."""

    def finish(self) -> None:
        """Closes the stream once everything has been sent."""

    def hold(self, size: int) -> None:
        """Counts bytes that are kept until the stream is closed; a negative number gives bytes back.

        Raises:
            ProtocolError: The phone keeps too many; services must not catch it.
        """

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Calls something after a while, unless the stream is closed by then."""

    def pause(self) -> None:
        """Makes the host wait before it sends more; called from `Service.receive`."""

    def resume(self) -> None:
        """Lets the host go on."""


class Service:
    """A service of an open stream. Its methods return at once, without waiting.

    Args:
        port: Its end of the stream.
    """

    def __init__(self, port: Port) -> None:
        self.port = port

    def start(self) -> None:
        """Begins; the host knows by then that the stream is open."""

    def receive(self, data: bytes) -> None:
        """Handles bytes from the host."""

    def drained(self) -> None:
        """Reacts after the host has taken everything that was sent."""

    def closed(self) -> None:
        """Reacts to the closing of the stream."""
