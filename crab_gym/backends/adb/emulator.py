"""The Android emulator's console: a text protocol on the port in the emulator's serial number."""

from __future__ import annotations

import re
import socket
from pathlib import Path

from crab_gym.backends.adb.transport import Lost

__all__ = ["console"]

_SERIAL = re.compile(r"emulator-(\d{1,5})|(?:127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})")
_SECONDS = 60.0  # a snapshot takes several to load


def _answer(connection: socket.socket, buffer: bytearray) -> str:
    """Returns the console's answer, without the OK at its end.

    Raises:
        Lost: The answer is KO, or the console closed the connection.
    """
    while True:
        lines = buffer.decode("utf-8", "replace").splitlines()
        for i, line in enumerate(lines):
            if line == "OK" or line.startswith("KO"):
                buffer.clear()
                if line != "OK":
                    raise Lost(f"the emulator's console says {line!r}")
                return "\n".join(lines[:i])
        data = connection.recv(4096)
        if not data:
            raise Lost("the emulator's console closed the connection")
        buffer += data


def console(serial: str, command: str) -> str:
    """Runs a command such as ``avd snapshot load NAME`` on an emulator's console and returns its answer.

    An emulator that is connected by its address has its console on the port below.

    Raises:
        Lost: The serial number isn't an emulator's, nothing answers there, or the console refuses.
    """
    match = _SERIAL.fullmatch(serial)
    if match is None:
        raise Lost(
            f"only an emulator has a console, with a serial number such as emulator-5554; this one is {serial!r}"
        )
    port = int(match[1]) if match[1] else int(match[2]) - 1
    token = Path.home() / ".emulator_console_auth_token"
    try:
        with socket.create_connection(("127.0.0.1", port), _SECONDS) as connection:
            buffer = bytearray()
            banner = _answer(connection, buffer)
            if "Android Console" not in banner:
                raise Lost(f"what answers on port {port} is no emulator's console")
            if "Authentication required" in banner:
                secret = token.read_text("utf-8").strip() if token.is_file() else ""
                connection.sendall(f"auth {secret}\n".encode())
                _answer(connection, buffer)
            connection.sendall(f"{command}\n".encode())
            return _answer(connection, buffer)
    except OSError as error:
        raise Lost(f"the emulator's console on port {port} doesn't answer ({error})") from None
