"""Servers for tests: ``crab-gym serve`` as it is started by hand; what strangers and large bodies are answered."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

TOKEN = "correct horse battery staple"


def status_of_announced(url: str, length: int) -> int:
    """Returns the status that a server answers when a body is announced, of which nothing is sent.

    A server that refuses it closes the connection: whoever is still sending may lose the answer.
    """
    place = urlsplit(url)
    with contextlib.closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)) as connection:
        connection.putrequest("POST", place.path)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(length))):
            connection.putheader(name, value)
        connection.endheaders()
        return connection.getresponse().status


class RunningServer(NamedTuple):
    """A running server.

    Attributes:
        process: Its process.
        address: ``HOST:PORT``.
        notice: Its second line of output, which says who can connect.
        log: File of its log.
    """

    process: subprocess.Popen[str]
    address: str
    notice: str
    log: Any

    @property
    def backend(self) -> str:
        """The specification that leads to it."""
        return f"remote:{self.address}"

    def sessions(self) -> list[int]:
        """Returns the ids of the processes of its sessions."""
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        return [int(child) for child in children]

    def logged(self) -> str:
        """Returns its log so far."""
        self.log.seek(0)
        return str(self.log.read())

    def kill(self, sessions: bool = False) -> None:
        """Kills it, and with `sessions` its sessions, too, as the system does when memory runs out."""
        numbers = self.sessions() if sessions else []
        self.process.send_signal(signal.SIGKILL)
        for number in numbers:
            os.kill(number, signal.SIGKILL)
        self.process.wait()


@contextmanager
def served(*args: str, token: str = "") -> Iterator[RunningServer]:
    """Runs a server, on a free port unless the arguments name one."""
    ports = () if "--port" in args else ("--port", "0")
    environment = {name: value for name, value in os.environ.items() if name != "CRAB_GYM_TOKEN"}
    if token:
        environment["CRAB_GYM_TOKEN"] = token
    command = [sys.executable, "-u", "-m", "crab_gym", "serve", *args, *ports]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process,
    ):
        try:
            assert process.stdout is not None
            first = process.stdout.readline().strip()
            log.seek(0)
            assert first.startswith("remote:"), log.read()
            yield RunningServer(process, first.removeprefix("remote:"), process.stdout.readline(), log)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.terminate()
            process.wait(20)


def until(condition: Callable[[], bool]) -> None:
    """Waits until a condition holds, which it must within a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def strangers(address: tuple[str, int], said: bytes = b"", count: int = 300) -> Iterator[list[socket.socket]]:
    """Opens connections that say little or nothing, and closes them in the end."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            opened.append(stack.enter_context(socket.create_connection(address, 60)))
            with contextlib.suppress(OSError):  # others have taken its place already
                opened[-1].sendall(said)
        yield opened


def cut(connections: list[socket.socket]) -> int:
    """Returns how many of some connections the other side has closed."""
    count = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            while connection.recv(1 << 16):
                pass
            count += 1
        except BlockingIOError:
            pass
        except ConnectionError:
            count += 1
    return count
