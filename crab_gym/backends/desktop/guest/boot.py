"""The first stage of a box, on the caller's Python: builds its root, enters it and gives up all rights.

It ends by becoming the second stage, `guest.main` on the box's own Python, which finds this package in
`places.AGENT_DIR`. From there on nothing of the host is in sight, and no descriptor but the connection leads there;
that of the bundled sites is memory that cannot be written.

What is imported here is little: it is half of what this stage takes.
"""

from __future__ import annotations

import _socket
import fcntl
import marshal
import os
import struct
import sys

from . import mounts
from .places import AGENT_DIR, CONNECTION, LISTENER, SITES

_PYTHON = "/usr/bin/python3"
_MAIN = f"import sys; sys.path.insert(0, {AGENT_DIR!r}); from guest.main import main; main()"
FREE = 16
"""Descriptors from here on are none of those that the second stage gets."""


def main() -> None:
    """Boots the box; the arguments are descriptors of the connection and of the sites, the input is marshalled.

    ``{"root": folder or "", "files": {path: text}, "carried": {path: (content, time)}, "cgroups": [folder],
    "limits": {name: number}, "session": JSON for the second stage}``. The first answer is ``{"ok": {"pid": number}}``
    with a descriptor of the folder that holds what the box writes.
    """
    os.setsid()
    # Out of the way of the numbers that they are to get.
    handed, sites = (fcntl.fcntl(int(number), fcntl.F_DUPFD_CLOEXEC, FREE) for number in sys.argv[1:])
    for original in sys.argv[1:]:
        os.close(int(original))
    connection = _socket.socket(fileno=handed)
    # This is still the host's /proc: its "self" is the number of this process there, by which the host can end it.
    host_pid = int(os.readlink("/proc/self"))
    try:
        with open(0, "rb", closefd=False) as file:
            config = marshal.load(file)
        mounts.set_up_host(config["cgroups"])
        written = mounts.enter_root(config["root"], config["files"], config["carried"])
        listener = _listen()
        mounts.drop_privileges(config["limits"])
        send(connection, f'{{"ok": {{"pid": {host_pid}}}}}')
        connection.sendmsg([b"W"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", written))])
        handed = hand_over_connection(connection)
        connection = _socket.socket(fileno=handed)
        # Input and output were the host's; the errors' end stays as it is until the second stage is up.
        null = os.open("/dev/null", os.O_RDWR)
        for source, number in ((null, 0), (null, 1), (handed, CONNECTION), (sites, SITES), (listener, LISTENER)):
            os.dup2(source, number)
        os.execve(
            _PYTHON, ["python3", "-I", "-c", _MAIN, config["session"]], {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        )
    except OSError as problem:
        import json

        send(connection, json.dumps({"error": "device", "message": f"the box could not be set up: {problem}"}))
        sys.exit(1)


def hand_over_connection(connection: _socket.socket) -> int:
    """Sends the host one end of a new connection, and returns the other: made here, it is of the box's own network.

    Only then can the box be told apart from the host's sockets and saved (see `crab_gym.backends.desktop.criu`).
    """
    own, hosts = _socket.socketpair()
    connection.sendmsg([b"C"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", hosts.fileno()))])
    hosts.close()
    return fcntl.fcntl(own.detach(), fcntl.F_DUPFD_CLOEXEC, FREE)


def send(connection: _socket.socket, body: str) -> None:
    """Sends one message, as `wire.send` does."""
    connection.sendall(struct.pack(">I", len(body)) + body.encode("ascii"))


def _listen() -> int:
    """Returns a socket on the port of web sites of the box's loopback device, which only this stage may open."""
    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 80))
    listener.listen(64)
    return fcntl.fcntl(listener.detach(), fcntl.F_DUPFD_CLOEXEC, FREE)
