"""The guard of an HTTP server: who may connect, and whose requests are answered.

* `listen` - opens a server's socket.
* `Guard` - refuses requests of pages in a browser, and those without the token, before an ASGI application.
* `address_text` - a socket's address in words.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final, TypeAlias

from crab_gym.backends.remote.handshake import MIN_TOKEN, is_here, is_loopback, matches

__all__ = ["MAX_BODY", "App", "Client", "Guard", "address_text", "listen"]

MAX_BODY: Final = 1 << 20
"""Maximum number of bytes of a request."""

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Scope]]
Send: TypeAlias = Callable[[Scope], Awaitable[None]]
Client: TypeAlias = tuple[str, int]
"""The address and the port of a connection's other side."""
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def listen(host: str, port: int, token: str, anyone: bool = False) -> socket.socket:
    """Returns a listening socket.

    Args:
        host: Address to listen on.
        port: 0 for any that is free.
        token: What requests must bring; ``""`` for nothing, on loopback only.
        anyone: Whether other machines may come without a token, as into a container's own network.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: Other machines could connect without a token, or the token is too short.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = rows[0]
    if not token and not anyone and not is_loopback(str(address[0])):
        raise ValueError(f"--host {host} lets other machines in, which takes a token (--token-file FILE)")
    if token and len(token) < MIN_TOKEN:
        raise ValueError(f"the token has {len(token)} characters; expected {MIN_TOKEN} or more, drawn at random")
    return socket.create_server((str(address[0]), port), family=family)


def address_text(listener: socket.socket) -> str:
    """Returns a socket's address, such as ``127.0.0.1:8000``."""
    name, port = listener.getsockname()[:2]
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


class Guard:
    """Refuses requests that come from a page in a browser, lack the token, use a name that may lead elsewhere, or are
    long.

    Args:
        app: Answers the others.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
        local: Whether the server is for this machine only. Without a token, requests must then call it by a name that
            no foreign name server can point here.
        admit: Is called with the client of each request that is let through.
    """

    def __init__(self, app: App, token: str, local: bool, admit: Callable[[Client], None]) -> None:
        self._app, self._token, self._local, self._admit = app, token, local, admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, by the interface of ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope.get("headers", ())}
        if headers.get("origin") or headers.get("sec-fetch-site", "none") != "none":
            await _refuse(scope, send, 403, "requests of web pages aren't answered")
        elif self._token and not matches(headers.get("authorization"), f"Bearer {self._token}"):
            await _refuse(scope, send, 401, "expected the header Authorization: Bearer TOKEN")
        elif self._local and not self._token and not is_here(headers.get("host", "")):
            await _refuse(scope, send, 421, "this name doesn't lead here")
        elif not _is_short(headers):
            await _refuse(scope, send, 413, f"expected a Content-Length of at most {MAX_BODY}")
        else:
            self._admit(tuple(scope["client"]))
            await self._app(scope, receive, send)


def _is_short(headers: Mapping[str, str]) -> bool:
    """Returns whether a request's body has a known length within the limit."""
    length = headers.get("content-length", "0")
    known = length.isascii() and length.isdecimal() and "transfer-encoding" not in headers
    return known and len(length) < 10 and int(length) <= MAX_BODY


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})  # before it is accepted: status 403
        return
    body = json.dumps({"error": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
