"""The first stage of a box that comes back from an image, on the caller's Python: lays out its files, then runs CRIU.

CRIU makes the box's other namespaces and mounts, and its processes, which go on where they were. It stays as their
parent until they have ended.
"""

from __future__ import annotations

import _socket
import fcntl
import marshal
import os
import struct
import sys

from . import mounts
from .boot import FREE, hand_over_connection
from .places import CONNECTION


def main() -> None:
    """Brings the box back; the argument is the descriptor of the connection, the input is marshalled.

    ``{"root": folder or "", "files": folder, "cgroups": [folder], "network": number, "command": [words]}``. The
    host gets a descriptor of the folder that holds what the box writes, then the connection.
    """
    with open(0, "rb", closefd=False) as file:
        config = marshal.load(file)
    handed = _socket.socket(fileno=int(sys.argv[1]))
    command = config["command"]
    program = _open(command[0], os.O_RDONLY)  # it may lie in what is about to be hidden
    mounts.set_up_host(config["cgroups"])
    root, written = mounts.lay_out(config["root"], config["files"])
    handed.sendmsg([b"W"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", written))])
    connection = hand_over_connection(handed)
    handed.close()
    os.close(written)
    network, null = _open("/proc/self/ns/net", os.O_RDONLY), _open("/dev/null", os.O_RDWR)
    for source, number in ((null, 0), (null, 1), (connection, CONNECTION), (network, config["network"])):
        os.dup2(source, number)
    os.execve(program, [*command, "--root", root], dict(os.environ))


def _open(path: str, mode: int) -> int:
    """Opens a file out of the way of the descriptors that CRIU is told of."""
    first = os.open(path, mode)
    descriptor = fcntl.fcntl(first, fcntl.F_DUPFD_CLOEXEC, FREE)
    os.close(first)
    return descriptor
