"""The ways to a server of the Model Context Protocol: this program's own input and output, or HTTP.

* `serve_stdio` - for the program that started this one.
* `serve_http` - by HTTP.
"""

from __future__ import annotations

import socket
from typing import Final

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from crab_gym.integrations import http_server
from crab_gym.integrations.mcp.server import TaskServer

__all__ = ["PATH", "serve_http", "serve_stdio"]

PATH: Final = "/mcp"
"""Where HTTP clients find the server."""


def serve_stdio(tasks: TaskServer) -> None:
    """Serves by this program's input and output until the input ends."""

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await tasks.server.run(read, write, tasks.server.create_initialization_options())

    anyio.run(serve)


def serve_http(tasks: TaskServer, listener: socket.socket, token: str = "") -> None:
    """Serves by HTTP, at `PATH`, until the program is interrupted.

    Args:
        tasks: The server.
        listener: A socket of `crab_gym.integrations.guard.listen`.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
    """
    app = tasks.server.streamable_http_app(
        streamable_http_path=PATH,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard has that part
    )
    http_server.serve(app, listener, token, ws="none")
