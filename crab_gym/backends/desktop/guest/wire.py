"""Messages between the host and the box: their length as four bytes, big-endian, then JSON."""

from __future__ import annotations

import json
import socket
import struct
import sys
from typing import Any, NoReturn


def send(connection: socket.socket, message: dict[str, Any]) -> None:
    """Sends one message."""
    body = json.dumps(message).encode()
    connection.sendall(struct.pack(">I", len(body)) + body)


def fail(connection: socket.socket, message: str) -> NoReturn:
    """Tells the host that the box can't be used, and ends this process."""
    try:
        send(connection, {"error": "device", "message": message})
    except OSError:
        pass  # nobody listens any more
    sys.exit(1)
