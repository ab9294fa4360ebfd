"""Serving simulated phones over ADB.

* `phones` - makes some.
* `serve` - phones on the running event loop.
* `PhoneServer` - the same on a thread of its own, for tests and for anything that isn't written for asyncio.
"""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import TypeVar

from crab_gym.sim.adbd.console import Console
from crab_gym.sim.adbd.server import Connection
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.android import Device

__all__ = ["PhoneServer", "Served", "phones", "serve"]

_T = TypeVar("_T")
_LOOPBACK = "127.0.0.1"


class Served:
    """Phones that are being served.

    Attributes:
        devices: The phones.
        ports: The port of each one's adbd.
        connections: What is connected to them.
    """

    def __init__(self, devices: Sequence[Device], host: str, allowed: Collection[str] | None) -> None:
        self.devices, self.host, self.allowed = list(devices), host, allowed
        self.ports: list[int] = []
        self.connections: set[Connection] = set()
        self._servers: list[asyncio.Server] = []

    async def listen(self, port: int) -> None:
        """Listens: the first phone on `port`, each further one two ports above; 0 for any free ports.

        The console of a phone is on the port below its own, on loopback only, where that port is free.

        Raises:
            OSError: A port is taken.
        """
        loop = asyncio.get_running_loop()
        for i, device in enumerate(self.devices):
            wanted = port + 2 * i if port else 0
            server = await loop.create_server(
                partial(Connection, device, self.connections, self.allowed), self.host, wanted
            )
            self._servers.append(server)
            self.ports.append(server.sockets[0].getsockname()[1])
            with suppress(OSError):  # adb emu needs it; everything else goes without
                below = self.ports[-1] - 1
                console = await loop.create_server(partial(Console, device), _LOOPBACK, below)
                self._servers.append(console)

    async def close(self) -> None:
        """Stops listening and ends every connection."""
        for server in self._servers:
            server.close()
        for connection in list(self.connections):
            connection.abort()
        await asyncio.sleep(0)
        self._servers.clear()


def phones(
    count: int = 1, seed: int = 0, screen_size: tuple[int, int] = (360, 800), permission_dialogs: bool = False
) -> list[Device]:
    """Returns booted phones to serve.

    Args:
        count: How many.
        seed: The first one's seed; each further one has the next.
        screen_size: Width and height of each one's screen in pixels.
        permission_dialogs: Whether apps ask before they use the camera and the like.
    """
    devices = []
    for i in range(count):
        phone = Phone(*screen_size, permission_dialogs=permission_dialogs)
        phone.boot(seed + i)
        devices.append(Device(phone))
    return devices


async def serve(
    devices: Sequence[Device], port: int = 0, host: str = _LOOPBACK, allowed: Collection[str] | None = None
) -> Served:
    """Serves phones; their clocks run in real time from now on.

    Args:
        devices: The phones.
        port: Port of the first one's adbd, 0 for any; see `Served.listen`.
        host: Address to listen on.
        allowed: Addresses of the hosts that may connect. ADB asks nobody for a password, so beyond loopback it takes
            such a list.

    Raises:
        OSError: A port is taken.
        ValueError: `host` isn't a loopback address, and there is no list of hosts that may connect.
    """
    if allowed is None and not ipaddress.ip_address(host).is_loopback:
        raise ValueError(f"ADB has no password: to listen on {host}, say which hosts may connect")
    served = Served(devices, host, allowed)
    for device in devices:
        device.clock = "real"
    try:
        await served.listen(port)
    except BaseException:
        await served.close()
        raise
    return served


class PhoneServer:
    """Phones served by a thread of their own.

    >>> with PhoneServer(phones(seed=7)) as server:
    ...     server.serials[0].startswith("127.0.0.1:")
    True

    Args:
        devices: The phones.
        port: As for `serve`, as are the others.

    Raises:
        OSError: A port is taken.
        ValueError: As for `serve`.
    """

    def __init__(
        self, devices: Sequence[Device], port: int = 0, host: str = _LOOPBACK, allowed: Collection[str] | None = None
    ) -> None:
        self.devices = list(devices)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="crab-gym phones", daemon=True)
        self._thread.start()
        self._open = True
        try:
            self._served = asyncio.run_coroutine_threadsafe(
                serve(self.devices, port, host, allowed), self._loop
            ).result()
        except BaseException:
            self._end()
            raise

    @property
    def ports(self) -> list[int]:
        """The port of each phone."""
        return self._served.ports

    @property
    def serials(self) -> list[str]:
        """The serial number of each phone."""
        return [f"{self._served.host}:{port}" for port in self.ports]

    def call(self, function: Callable[[], _T]) -> _T:
        """Calls a function in the thread that serves the phones, which nobody else may touch."""
        future: Future[_T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

        self._loop.call_soon_threadsafe(run)
        return future.result()

    def drop(self) -> int:
        """Cuts every connection, as when a cable is pulled out; returns how many there were."""

        def cut() -> int:
            connections = list(self._served.connections)
            for connection in connections:
                connection.abort()
            return len(connections)

        return self.call(cut)

    def close(self) -> None:
        """Stops serving: no thread and no socket is left."""
        if self._open:
            asyncio.run_coroutine_threadsafe(self._served.close(), self._loop).result()
            self._end()

    def _end(self) -> None:
        self._open = False
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(asyncio.sleep(0))  # lets aborted connections tell their protocols
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def __enter__(self) -> PhoneServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
