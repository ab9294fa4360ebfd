"""The adb server: one that already runs, or a private one that ends with this process. None is ever killed.

* `server_port` - the port of a server to ask, started where none runs.
* `adb_binary` - the adb program: from ``ADBUTILS_ADB_PATH``, the ``PATH``, or adbutils itself.
* `check_server` - whether there is a server, or a program that can be one.
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import threading
import time

from crab_gym.backends.adb.transport import Lost, ask_server
from crab_sim.extras import MissingExtra, install_command

__all__ = ["INSTALL_HINT", "adb_binary", "check_server", "server_port"]

DEFAULT_PORT = 5037
INSTALL_HINT = install_command("android")
_START_SECONDS = 15.0

_lock = threading.Lock()
_private: tuple[int, subprocess.Popen[bytes]] | None = None


def adb_binary() -> str:
    """Returns the path of an adb program.

    Raises:
        Lost: There is none; the message says how to get it.
    """
    named = os.environ.get("ADBUTILS_ADB_PATH") or shutil.which("adb")
    if named:
        return named
    try:
        import adbutils
    except ImportError:
        raise Lost(f"the package adbutils, which brings the adb program along, is missing: {INSTALL_HINT}") from None
    try:
        return str(adbutils.adb_path())
    except Exception as error:  # adbutils raises various errors where its wheel has no program for this machine
        raise Lost(f"no adb program: install Android's platform-tools, or set ADBUTILS_ADB_PATH ({error})") from None


def _answers(port: int) -> bool:
    try:
        ask_server(port, "host:version", 3.0)
    except (Lost, ValueError):
        return False
    return True


def check_server(port: int | None = None) -> None:
    """Checks that there is an adb server or a program that can be one, without starting it.

    Args:
        port: Port of the server to use, which may be started later; None for any.

    Raises:
        MissingExtra: There is neither.
    """
    if port is not None or "ANDROID_ADB_SERVER_PORT" in os.environ or _answers(DEFAULT_PORT):
        return
    try:
        adb_binary()
    except Lost as error:
        raise MissingExtra(
            f"backend 'adb' finds no running adb server and no adb program to start one: {error}"
        ) from None


def _start() -> int:
    """Starts a private server on a free port."""
    global _private
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [adb_binary(), "-L", f"tcp:localhost:{port}", "server", "nodaemon"]
    environment = {**os.environ, "ADB_MDNS": "0"}  # it would look for phones in the network
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
    except OSError as error:
        raise Lost(
            f"the adb program {command[0]} can't be started ({error.strerror}): let ADBUTILS_ADB_PATH name another, or "
            f"unset it and {INSTALL_HINT}"
        ) from None
    deadline = time.monotonic() + _START_SECONDS
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise Lost(f"the adb server didn't start: {' '.join(command)}")
        time.sleep(0.02)
    _private = port, process
    return port


def _stop() -> None:
    global _private
    if _private is not None:
        _private[1].terminate()
        try:
            _private[1].wait(5)
        except subprocess.TimeoutExpired:
            _private[1].kill()
            _private[1].wait()
        _private = None


def _forget() -> None:
    """Lets go of the server in a forked child: only the parent ends it."""
    global _private
    _private = None


atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def server_port(preference: int | None = None) -> int:
    """Returns the port of an adb server on this host.

    A running server is used first, since it may hold USB devices that a second one can't open. Where none runs, a
    private one is started on a free port, once per process.

    Args:
        preference: Port to use; None for ``ANDROID_ADB_SERVER_PORT``, or else 5037.

    Raises:
        Lost: None runs on the requested port, or none could be started.
    """
    setting = preference if preference is not None else os.environ.get("ANDROID_ADB_SERVER_PORT")
    if setting is not None:
        port = int(setting)
        if not _answers(port):
            raise Lost(f"no adb server answers on port {port}; start it with: adb -P {port} start-server")
        return port
    if _answers(DEFAULT_PORT):
        return DEFAULT_PORT
    with _lock:
        if _private is not None and _private[1].poll() is None and _answers(_private[0]):
            return _private[0]
        _stop()
        return _start()
