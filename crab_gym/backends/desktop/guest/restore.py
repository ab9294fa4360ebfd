"""The first stage of a box that is restored from an image, on the caller's Python: lays out its files, then runs CRIU.

CRIU makes the box's other namespaces and mounts and its processes, which continue where they were, and stays their
parent. This process, the guardian, stays, too, and ends all of them when the host hangs up: CRIU by itself would wait
for ever for processes that die while it still holds them.
"""

from __future__ import annotations

import _socket
import fcntl
import marshal
import os
import select
import signal
import struct
import sys

from . import mounts
from .boot import FREE, hand_over_connection, send
from .paths import CONNECTION

READY = "CRAB_READY"
"""Environment variable of CRIU's script: the path to which it writes once all processes run."""


def main() -> None:
    """Restores the box.

    The argument is the descriptor of the connection. The input is marshalled: ``{"root": folder or "", "files": folder,
    "cgroups": [folder], "network": number, "command": [words]}``. The host gets a descriptor of the folder that
    receives the box's files, then the box's own connection, then, once all processes run, ``{"ok": {"pid": number}}``.
    """
    with open(0, "rb", closefd=False) as file:
        config = marshal.load(file)
    host = _socket.socket(fileno=_aside(int(sys.argv[1])))
    command = config["command"]
    program = _aside(os.open(command[0], os.O_RDONLY))  # opened before /tmp is hidden
    mounts.set_up_host(config["cgroups"])
    root, written = mounts.lay_out(config["root"], config["files"])
    host.sendmsg([b"W"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", written))])
    os.close(written)
    connection = hand_over_connection(host)
    network = _aside(os.open("/proc/self/ns/net", os.O_RDONLY))
    null = _aside(os.open("/dev/null", os.O_RDWR))
    done, tell = os.pipe()
    mounts.leave_keyring()
    mounts.adopt_orphans()
    ready = {READY: f"/proc/{os.getpid()}/fd/{tell}"}
    child = os.fork()
    if child == 0:
        mounts.end_with_parent()
        for source, number in ((null, 0), (null, 1), (connection, CONNECTION), (network, config["network"])):
            os.dup2(source, number)
        os.set_inheritable(program, True)  # the interpreter of a script reads it from there
        os.execve(program, [*command, "--root", root], {**os.environ, **ready})
    for descriptor in (program, connection, network, null):
        os.close(descriptor)
    _watch(host, child, done)


def _watch(host: _socket.socket, child: int, done: int) -> None:
    """Tells the host when CRIU is done; then waits for the end of the box, or ends it when the host hangs up."""
    ended = os.pidfd_open(child)
    waiting = select.poll()
    for descriptor, events in ((host.fileno(), 0), (done, select.POLLIN), (ended, select.POLLIN)):
        waiting.register(descriptor, events)
    while True:
        ready = {descriptor for descriptor, _ in waiting.poll()}
        if ended in ready or host.fileno() in ready:
            break
        waiting.unregister(done)
        send(host, f'{{"ok": {{"pid": {_children(child)[0]}}}}}')
    if ended not in ready:
        os.kill(child, signal.SIGSTOP)  # so that it starts nothing more
        if os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]):
            for number in _children(child):
                os.kill(number, signal.SIGKILL)
            os.kill(child, signal.SIGKILL)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def _children(process: int) -> list[int]:
    """Returns the ids of a process's children, ended ones included until they are reaped."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(number) for number in file.read().split()]


def _aside(descriptor: int) -> int:
    """Moves a descriptor beyond those that CRIU expects, and returns its new number; children don't inherit it."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FREE)
    os.close(descriptor)
    return moved
