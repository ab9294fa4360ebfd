"""The ways to a server of the Model Context Protocol: this program's own input and output, or HTTP.

* `serve_stdio` - for the program that started this one.
* `serve_http` - for this machine, or with a token for others; `listen` opens its socket.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from crab_gym.backends.remote.handshake import MIN_TOKEN, is_loopback, matches
from crab_gym.integrations.mcp.server import TaskServer

__all__ = ["MAX_BODY", "PATH", "Guard", "listen", "serve_http", "serve_stdio"]

PATH: Final = "/mcp"
"""Where HTTP clients find the server."""
MAX_BODY: Final = 1 << 20
"""Maximum number of bytes of a request."""
_HERE: Final = ("127.0.0.1", "localhost", "[::1]")

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Scope]]
Send: TypeAlias = Callable[[Scope], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def serve_stdio(tasks: TaskServer) -> None:
    """Serves by this program's input and output until the input ends."""

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await tasks.server.run(read, write, tasks.server.create_initialization_options())

    anyio.run(serve)


def listen(host: str, port: int, token: str) -> socket.socket:
    """Returns a listening socket.

    Args:
        host: Address to listen on.
        port: 0 for any that is free.
        token: What requests must bring; ``""`` for nothing, on loopback only.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: Other machines could connect without a token, or the token is too short.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = rows[0]
    if not token and not is_loopback(str(address[0])):
        raise ValueError(f"--host {host} lets other machines in, which takes a token (--token-file FILE)")
    if token and len(token) < MIN_TOKEN:
        raise ValueError(f"the token has {len(token)} characters; expected {MIN_TOKEN} or more, drawn at random")
    return socket.create_server((str(address[0]), port), family=family)


def serve_http(tasks: TaskServer, listener: socket.socket, token: str = "") -> None:
    """Serves by HTTP, at `PATH`, until the program is interrupted.

    Args:
        tasks: The server.
        listener: A socket of `listen`.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
    """
    loopback = is_loopback(str(listener.getsockname()[0]))
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=loopback, allowed_hosts=[each for name in _HERE for each in (name, f"{name}:*")]
    )
    app = tasks.server.streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=MAX_BODY, transport_security=security
    )
    config = uvicorn.Config(Guard(app, token), log_level="warning", server_header=False, ws="none")
    uvicorn.Server(config).run(sockets=[listener])


class Guard:
    """Refuses requests of pages in a browser, and those without the token.

    Args:
        app: Answers the others.
        token: The token; ``""`` for none.
    """

    def __init__(self, app: App, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, by the interface of ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope.get("headers", ())}
        if scope["type"] != "http":
            raise ValueError(f"got a connection of type {scope['type']!r}; expected http")
        if headers.get("origin") or headers.get("sec-fetch-site", "none") != "none":
            await _refuse(send, 403, "requests of web pages aren't answered")
        elif self._token and not matches(headers.get("authorization"), f"Bearer {self._token}"):
            await _refuse(send, 401, "expected the header Authorization: Bearer TOKEN")
        else:
            await self._app(scope, receive, send)


async def _refuse(send: Send, status: int, why: str) -> None:
    body = json.dumps({"error": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
