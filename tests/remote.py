"""A server for tests: ``crab-gym serve`` as it is started by hand, in a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

TOKEN = "correct horse battery staple"


class Served(NamedTuple):
    """A server that runs.

    Attributes:
        process: Its process.
        address: ``HOST:PORT``.
        said: What it said first.
    """

    process: subprocess.Popen[str]
    address: str
    said: str
    log: Any

    @property
    def backend(self) -> str:
        """The specification that leads to it."""
        return f"remote:{self.address}"

    def sessions(self) -> list[int]:
        """Returns the numbers of its processes."""
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        return [int(child) for child in children]

    def logged(self) -> str:
        """Returns what it wrote into its log so far."""
        self.log.seek(0)
        return str(self.log.read())

    def kill(self, sessions: bool = False) -> None:
        """Ends it, and its sessions where asked, as a lack of memory would: without a word."""
        numbers = self.sessions() if sessions else []
        self.process.send_signal(signal.SIGKILL)
        for number in numbers:
            os.kill(number, signal.SIGKILL)
        self.process.wait()


@contextmanager
def served(*args: str, token: str = "") -> Iterator[Served]:
    """Runs a server, on any free port where none is given."""
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
            yield Served(process, first.removeprefix("remote:"), process.stdout.readline(), log)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.terminate()
            process.wait(20)


def until(condition: Callable[[], bool]) -> None:
    """Waits for what comes soon."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
