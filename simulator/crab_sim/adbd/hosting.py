"""Servers of simulated phones over ADB.

* `phones` - makes phones to serve.
* `serve` - serves phones on the running event loop.
* `PhoneServer` - serves phones on a thread of its own, for tests and for anything that isn't written for asyncio.
"""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from crab_sim.adbd.console import Console
from crab_sim.adbd.server import Adbd, Connection
from crab_sim.devices.density import BASE, layout_size
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.android.display import Display
from crab_sim.phone.profile import ProfileName
from crab_sim.phone.system.look import OWN_LOOK, Look
from crab_sim.web.sites.lobby import Lobby

__all__ = ["PhoneServer", "Served", "phones", "serve"]

_T = TypeVar("_T")
_LOOPBACK = "127.0.0.1"
_MAX_PIXELS = 4096
_CONSOLE_SECONDS = 300.0  # until a first line comes, which a person may type
_ATTEMPTS = 50  # to find two consecutive free ports


class Served:
    """The servers of several phones.

    Attributes:
        devices: The phones.
        host: The address on which they listen.
        ports: The port of each phone's adbd.
        consoles: The port of each phone's console, None if it has none.
    """

    def __init__(self, devices: Sequence[Device], host: str, allowed: Collection[str]) -> None:
        self.devices, self.host = list(devices), host
        self.ports: list[int] = []
        self.consoles: list[int | None] = []
        self.adbds = [Adbd(device, allowed) for device in devices]
        self._consoles: set[Console] = set()
        self._console_lobby: Lobby[Console] = Lobby(Console.abort, seconds=_CONSOLE_SECONDS)
        self._servers: list[asyncio.Server] = []

    @property
    def connections(self) -> list[Connection | Console]:
        """The connections to the phones and their consoles."""
        return [*(connection for adbd in self.adbds for connection in adbd.connections), *self._consoles]

    async def listen(self, port: int) -> None:
        """Listens for the first phone on `port`, and for each further one two ports above; 0 stands for any free ports.

        A phone's console is on the port below its own, on loopback only. If `port` is given and the console's port is
        taken, the phone has no console.

        Raises:
            OSError: A port is taken.
        """
        for i, adbd in enumerate(self.adbds):
            if port:
                server = await self._open(adbd.connect, self.host, port + 2 * i)
                console = await self._console(adbd.device, port + 2 * i)
            else:
                server, console = await self._pair(adbd)
            self._servers.append(server)
            self.ports.append(_port(server))
            if console is not None:
                self._servers.append(console)
            self.consoles.append(None if console is None else _port(console))

    async def _pair(self, adbd: Adbd) -> tuple[asyncio.Server, asyncio.Server | None]:
        """Listens on two consecutive free ports."""
        for _ in range(_ATTEMPTS):
            server = await self._open(adbd.connect, self.host, 0)
            console = await self._console(adbd.device, _port(server))
            if console is not None:
                break
            server.close()
        else:
            server = await self._open(adbd.connect, self.host, 0)
        return server, console

    async def _console(self, device: Device, port: int) -> asyncio.Server | None:
        with suppress(OSError):
            return await self._open(lambda: Console(device, self._consoles, self._console_lobby), _LOOPBACK, port - 1)
        return None

    async def _open(self, factory: Callable[[], asyncio.Protocol], host: str, port: int) -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(factory, host, port)

    def drop(self) -> int:
        """Cuts every connection, as if a cable were pulled out, and returns their number."""
        connections = self.connections
        for connection in connections:
            connection.abort()
        return len(connections)

    async def close(self) -> None:
        """Stops listening and ends every connection."""
        for server in self._servers:
            server.close()
        self._servers.clear()
        self.drop()
        while self.connections:  # each removes itself in one of the next turns of the loop
            await asyncio.sleep(0)


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


def phones(
    count: int = 1,
    seed: int = 0,
    screen_size: tuple[int, int] = (360, 800),
    permission_dialogs: bool = False,
    look: Look = OWN_LOOK,
    dpi: int = BASE,
    profile: ProfileName = "own",
) -> list[Device]:
    """Returns booted phones to serve.

    Args:
        count: Number of phones.
        seed: Seed of the first phone; each further one has the next.
        screen_size: Width and height of each screen in pixels.
        permission_dialogs: Whether apps ask for permissions; see `crab_sim.phone.system.permissions`.
        look: The look of its launcher and bars.
        dpi: Density of each screen in pixels per inch; at 160, a pixel is one of the layout.
        profile: The phone that each passes for; see `crab_sim.phone.profile`.

    Raises:
        ValueError: The screen is smaller than a phone's, or has more than 4096 pixels a side.
    """
    if max(screen_size) > _MAX_PIXELS:
        raise ValueError(f"a screen of {screen_size[0]}×{screen_size[1]} pixels; expected at most {_MAX_PIXELS} a side")
    layout = layout_size(screen_size, dpi)
    devices = []
    for i in range(count):
        display = Display(*screen_size, dpi)
        phone = Phone(*layout, permission_dialogs=permission_dialogs, profile=profile)
        phone.boot(seed + i)
        look.put(phone)
        devices.append(Device(phone, display))
    return devices


def _check_address(text: str) -> None:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        raise ValueError(f"{text!r} is no IP address; expected one such as 127.0.0.1") from None


async def serve(
    devices: Sequence[Device], port: int = 0, host: str = _LOOPBACK, allowed: Collection[str] | None = None
) -> Served:
    """Serves phones; their clocks run in real time from now on, and clients wait where a command sleeps.

    Args:
        devices: The phones.
        port: Port of the first phone's adbd, 0 for any; see `Served.listen`.
        host: Address to listen on.
        allowed: Addresses of the hosts that may connect. ADB has no password, so other hosts than this one need such a
            list.

    Raises:
        OSError: A port is taken.
        ValueError: `host` isn't a loopback address, and there is no list of hosts that may connect; or an address, or
            a port, is none.
    """
    last = port + 2 * (len(devices) - 1)
    if port and last > 65_535:
        raise ValueError(f"{len(devices)} phones from port {port} on would end at {last}; expected at most 65535")
    for address in (host, *(allowed or ())):
        _check_address(address)
    loopback = ipaddress.ip_address(host).is_loopback
    if not allowed and not loopback:
        raise ValueError(f"ADB has no password: to listen on {host}, say which hosts may connect (--allow IP)")
    if allowed and loopback:
        raise ValueError(f"{', '.join(allowed)} can't reach {host}; listen on an address of the network (--host IP)")
    served = Served(devices, host, allowed or ())
    for device in devices:
        device.clock, device.waits = "real", True
    try:
        await served.listen(port)
    except BaseException:
        await served.close()
        raise
    return served


class PhoneServer:
    """Phones served by a thread of its own.

    >>> with PhoneServer(phones(seed=7)) as server:
    ...     server.serials[0].startswith("127.0.0.1:")
    True

    Args:
        devices: The phones.
        port: As for `serve`, like the following.

    Raises:
        OSError: A port is taken.
        ValueError: As for `serve`.
    """

    def __init__(
        self, devices: Sequence[Device], port: int = 0, host: str = _LOOPBACK, allowed: Collection[str] | None = None
    ) -> None:
        self.devices = list(devices)
        self._loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._loop.run_forever, name="crab-gym phones", daemon=True)
        self.thread.start()
        self._open = True
        try:
            self.served = asyncio.run_coroutine_threadsafe(
                serve(self.devices, port, host, allowed), self._loop
            ).result()
        except BaseException:
            self._end()
            raise

    @property
    def ports(self) -> list[int]:
        """The port of each phone."""
        return self.served.ports

    @property
    def serials(self) -> list[str]:
        """The serial number of each phone."""
        host = f"[{self.served.host}]" if ":" in self.served.host else self.served.host
        return [f"{host}:{port}" for port in self.ports]

    @property
    def consoles(self) -> list[int | None]:
        """The port of each phone's console, None if it has none."""
        return self.served.consoles

    @property
    def connected(self) -> int:
        """The number of connections."""
        return self.call(lambda: len(self.served.connections))

    def call(self, function: Callable[[], _T]) -> _T:
        """Calls a function in the thread that serves the phones; no other thread may use them.

        Raises:
            RuntimeError: The server is closed.
        """
        if not self._open:
            raise RuntimeError("the phones are no longer served")
        future: Future[_T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

        self._loop.call_soon_threadsafe(run)
        return future.result()

    def drop(self) -> int:
        """Cuts every connection, as if a cable were pulled out, and returns their number."""
        return self.call(self.served.drop)

    def close(self) -> None:
        """Stops serving; no thread and no socket remain."""
        if self._open:
            asyncio.run_coroutine_threadsafe(self.served.close(), self._loop).result()
            self._end()

    def _end(self) -> None:
        self._open = False
        self._loop.call_soon_threadsafe(self._loop.stop)
        self.thread.join()
        self._loop.close()

    def __enter__(self) -> PhoneServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
