"""HTTP servers: an ASGI application behind its `Guard`, and a lobby for connections that it hasn't admitted.

* `serve` - runs one until the program is interrupted.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from crab_gym.backends.remote.handshake import is_loopback
from crab_gym.integrations.guard import App, Client, Guard
from crab_sim.web.sites.lobby import Lobby

__all__ = ["serve"]

_OPTIONS: Final[Mapping[str, Any]] = {
    "log_level": "warning",
    "server_header": False,
    "proxy_headers": False,  # they would let a client name another one's address
}


def serve(app: App, listener: socket.socket, token: str = "", **options: Any) -> None:
    """Serves an application until the program is interrupted.

    Args:
        app: The application.
        listener: A socket of `crab_gym.integrations.guard.listen`.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
        **options: Further options of uvicorn.
    """
    arrivals = _Arrivals()

    class Protocol(AutoHTTPProtocol):  # type: ignore[misc]  # uvicorn needn't be installed where types are checked
        """A connection, which is in the lobby until the guard lets one of its requests through."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            arrivals.enter(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            arrivals.leave(_client(self.transport))
            super().connection_lost(exc)

    guard = Guard(app, token, is_loopback(str(listener.getsockname()[0])), arrivals.leave)
    uvicorn.Server(uvicorn.Config(guard, http=Protocol, **_OPTIONS, **options)).run(sockets=[listener])


class _Arrivals:
    """The lobby of a server's connections, which are known by the addresses of their clients."""

    def __init__(self) -> None:
        self._transports: dict[Client, asyncio.Transport] = {}
        self._lobby: Lobby[Client] = Lobby(self._drop)

    def enter(self, transport: asyncio.Transport) -> None:
        """Gives a new connection a place."""
        client = _client(transport)
        self._transports[client] = transport
        self._lobby.enter(client)
        asyncio.get_running_loop().call_later(self._lobby.seconds + 0.01, self._lobby.expire)

    def leave(self, client: Client) -> None:
        """Gives a connection's place back, since it is admitted or gone."""
        if self._lobby.leave(client):
            del self._transports[client]

    def _drop(self, client: Client) -> None:
        self._transports.pop(client).abort()


def _client(transport: asyncio.Transport) -> Client:
    host, port = transport.get_extra_info("peername")[:2]
    return str(host), int(port)
