"""A real adb for tests: a private server on a port of its own, and its client."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest


class Adb(NamedTuple):
    """A private adb server.

    Attributes:
        program: The adb binary.
        port: The server's port.
        home: The home folder that its programs see.
    """

    program: str
    port: int
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which every adb runs: no USB, no discovery, nothing of the real user."""
        return {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.home),
            "TMPDIR": str(self.home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ADB_USB": "0",
            "ADB_MDNS": "0",
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",  # looks for no emulators
        }

    def run(self, *args: str | Path, input: bytes = b"", status: int | None = 0) -> subprocess.CompletedProcess[bytes]:
        """Runs adb, and expects an exit status (None for any)."""
        command = [self.program, "-P", str(self.port), *map(str, args)]
        done = subprocess.run(command, env=self.environment, input=input, capture_output=True, timeout=60)
        assert status in (None, done.returncode), (args, done)
        return done

    def text(self, *args: str | Path, status: int | None = 0) -> str:
        """Returns the output of adb, without surrounding blanks."""
        done = self.run(*args, status=status)
        return (done.stdout + done.stderr).decode().strip()

    def open(self, *args: str) -> subprocess.Popen[bytes]:
        """Starts an adb that keeps running; the caller ends it."""
        command = [self.program, "-P", str(self.port), *args]
        return subprocess.Popen(
            command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def register(self, port: int) -> str:
        """Tells the server of an emulator's adbd, and returns its serial number."""
        message = b"host:emulator:%d" % port
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(b"%04x" % len(message) + message)
        serial = f"emulator-{port - 1}"
        self.run("-s", serial, "wait-for-device")
        return serial


def find_adb() -> str | None:
    """Returns the path of an adb binary: the one that comes with adbutils, or one that is installed."""
    try:
        import adbutils
    except ImportError:
        return shutil.which("adb")
    try:
        return adbutils.adb_path()
    except Exception:  # adbutils has an error of its own for a platform without a binary
        return None


@contextmanager
def adb_server(home: Path) -> Iterator[Adb]:
    """Runs a private adb server; skips the test where there is no adb, which under CI fails it."""
    program = find_adb()
    if program is None:
        message = "these tests need adb: pip install adbutils (x86-64), or apt-get install adb"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        adb = Adb(program, probe.getsockname()[1], home)
    (home / ".emulator_console_auth_token").write_text("token")
    server = subprocess.Popen(
        [program, "-L", f"tcp:localhost:{adb.port}", "server", "nodaemon"],
        env=adb.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", adb.port)) == 0:
                    break
            time.sleep(0.02)
        yield adb
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(10)
