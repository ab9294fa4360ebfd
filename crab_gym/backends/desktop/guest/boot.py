"""The first stage of a box, on the caller's Python: builds its root, enters it and gives up all rights.

Then it executes the second stage, `guest.main` on the box's own Python, which finds this package in
`paths.GUEST_DIR`. From then on nothing of the host is visible, and the connection is the only descriptor that leads
there; the descriptor of the bundled sites is read-only memory.

This module imports as little as possible, since imports take half of its time: hence `_socket`, and no json.
"""

from __future__ import annotations

import _socket
import fcntl
import marshal
import os
import struct
import sys

from . import mounts, seccomp
from .paths import CONNECTION, GUEST_DIR, LISTENER, SITES

_PYTHON = "/usr/bin/python3"
_MAIN = f"import sys; sys.path.insert(0, {GUEST_DIR!r}); from guest.main import main; main()"
FREE = 16
"""First descriptor beyond those of the second stage."""


def main() -> None:
    """Boots the box.

    The arguments are the descriptors of the connection and of the sites. The input is marshalled: ``{"root": folder or
    "", "files": {path: text}, "carried": {path: (content, time)}, "cgroups": [folder], "limits": {name: number},
    "session": JSON for the second stage}``. The first answer is ``{"ok": {"pid": number}}``, with a descriptor of the
    folder that receives the box's files.
    """
    os.setsid()
    # Moved away from the numbers that they get below.
    handed, sites = (fcntl.fcntl(int(number), fcntl.F_DUPFD_CLOEXEC, FREE) for number in sys.argv[1:])
    for original in sys.argv[1:]:
        os.close(int(original))
    connection = _socket.socket(fileno=handed)
    # This is still the host's /proc: its "self" is this process's id there, by which the host can end it.
    host_pid = int(os.readlink("/proc/self"))
    try:
        with open(0, "rb", closefd=False) as file:
            config = marshal.load(file)
        mounts.set_up_host(config["cgroups"])
        written = mounts.enter_root(config["root"], config["files"], config["carried"])
        listener = _listen()
        mounts.drop_privileges(config["limits"])
        seccomp.install(seccomp.filter_lines(os.uname().machine))
        send(connection, f'{{"ok": {{"pid": {host_pid}}}}}')
        connection.sendmsg([b"W"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", written))])
        handed = hand_over_connection(connection)
        connection = _socket.socket(fileno=handed)
        # Standard input and output were the host's; standard error stays so until the second stage is up.
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
    """Sends the host one end of a new connection and returns the other.

    A connection that is made here belongs to the box's own network namespace, without which CRIU can't save the box
    (see `crab_gym.backends.desktop.criu`).
    """
    own, hosts = _socket.socketpair()
    connection.sendmsg([b"C"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", hosts.fileno()))])
    hosts.close()
    return fcntl.fcntl(own.detach(), fcntl.F_DUPFD_CLOEXEC, FREE)


def send(connection: _socket.socket, body: str) -> None:
    """Sends one message, like `wire.send`, which would import json."""
    connection.sendall(struct.pack(">I", len(body)) + body.encode("ascii"))


def _listen() -> int:
    """Returns a socket on port 80 of the box's loopback device, which only this stage has the right to open."""
    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 80))
    listener.listen(64)
    return fcntl.fcntl(listener.detach(), fcntl.F_DUPFD_CLOEXEC, FREE)
