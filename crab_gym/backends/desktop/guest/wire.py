"""Messages between the host and the box: their length as four bytes, big-endian, then JSON.

* `WindowRow`, `Tree`, `NodeRow`, `ScreenReport`, `IdleReport`, `Output` - forms of some answers.
* `send`, `fail` - send a message; `read_exactly` - reads a part of one.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
from typing import Any, NoReturn, TypedDict

Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

WindowRow = TypedDict(
    "WindowRow",
    {
        "title": str,
        "class": str,  # WM_CLASS, the second part
        "process": str,
        "pid": int,
        "kind": str,  # "window", "dialog", "menu" or "launcher"
        "bounds": Bounds,  # with the window manager's frame
        "inner": Bounds,  # without it
        "buttons": list[str],  # in the frame: "close", "maximize", "minimize"
        "focused": bool,
        "minimized": bool,
    },
)
"""A window on the screen."""

NodeRow = tuple[int, int, int, str, str, "tuple[int, int, int, int] | None", "str | None", "float | None", bool, str]
"""A widget as its program reports it, with AT-SPI's numbers: index of its parent or -1, role, states, name,
description, place (x, y, width, height), text, value, whether it has actions, identifier."""


class Tree(TypedDict):
    """The widgets of a program, parents before children."""

    pid: int
    toolkit: str
    nodes: list[NodeRow]


class ScreenReport(TypedDict):
    """The windows on the screen, and the trees of their programs.

    Attributes:
        windows: The windows, lowest first.
        trees: One tree per program that answers.
        shell: The process of GNOME Shell, 0 where it doesn't run.
    """

    windows: list[WindowRow]
    trees: list[Tree]
    shell: int


class IdleReport(TypedDict):
    """The end of a wait.

    Attributes:
        still: Whether the desktop has become idle.
        only_drawn: Whether nothing but drawing went on.
        opened: Whether a window has opened.
        held_up: Seconds for which programs waited for a processor, less those for which they ran.
        pids: Ids of the processes.
    """

    still: bool
    only_drawn: bool
    opened: bool
    held_up: float
    pids: list[int]


class Output(TypedDict):
    """Exit code and output of a command."""

    returncode: int
    stdout: str
    stderr: str


def send(connection: socket.socket, message: dict[str, Any]) -> None:
    """Sends one message."""
    body = json.dumps(message).encode()
    connection.sendall(struct.pack(">I", len(body)) + body)


def read_exactly(connection: socket.socket, size: int) -> bytes | None:
    """Returns exactly `size` bytes; None where the other side has hung up."""
    parts = []
    while size:
        part = connection.recv(min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def fail(connection: socket.socket, message: str) -> NoReturn:
    """Tells the host that the box can't be used, and ends this process."""
    try:
        send(connection, {"error": "device", "message": message})
    except OSError:
        pass  # nobody listens any more
    sys.exit(1)
