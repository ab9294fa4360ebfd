"""The mail server of the box: takes the mails that its programs send over SMTP on its own loopback device.

Nothing is delivered: the box has no network, so that a mail that arrives here has left the user's hands. The mails lie
in the memory of process 1, where programs can add to them only by sending.
"""

from __future__ import annotations

import base64
import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO

__all__ = ["PORT", "Letters"]

PORT = 2525
"""The port of the server; smaller ones need rights that process 1 has given up."""

_MAX_BYTES = 64 << 20  # of all mails together
_MAX_LETTERS = 1000
_MAX_RECIPIENTS = 100
_MAX_LINE = 1 << 16
_MAX_TALKS = 8  # at once
_SILENCE_SECONDS = 300.0
_PATH = re.compile(rb"(?:FROM|TO):\s*<([^<>\r\n]{0,320})>", re.IGNORECASE)


class Letters:
    """The mails that have been sent in one box.

    Args:
        port: The port of the server, 0 for any.

    Attributes:
        port: The port that it has got.
    """

    def __init__(self, port: int = PORT) -> None:
        self._letters: list[dict[str, Any]] = []
        self._bytes = 0
        self._lock = threading.Lock()
        self._talks = threading.Semaphore(_MAX_TALKS)
        self._listener = socket.create_server(("127.0.0.1", port), backlog=_MAX_TALKS)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, name="letters", daemon=True).start()

    def sent(self) -> list[dict[str, Any]]:
        """Returns the mails, oldest first: ``{"to": [address], "source": base64}`` each."""
        with self._lock:
            return list(self._letters)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # it was given up before it was accepted, or there is no descriptor left for it
                continue
            if self._talks.acquire(blocking=False):
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()
            else:
                connection.close()

    def _talk(self, connection: socket.socket) -> None:
        try:
            with connection, contextlib.suppress(OSError):
                connection.settimeout(_SILENCE_SECONDS)
                with connection.makefile("rb") as lines:
                    for answer in self._answers(lines):
                        connection.sendall(answer + b"\r\n")
        finally:
            self._talks.release()

    def _answers(self, lines: BinaryIO) -> Iterator[bytes]:
        """Yields the answers to the commands of one client."""
        yield b"220 smtp.example.net ready"
        to: list[str] | None = None
        while line := lines.readline(_MAX_LINE):
            verb = line[:4].strip().upper()
            path = _PATH.search(line)
            if verb == b"EHLO":
                yield b"250-smtp.example.net\r\n250-8BITMIME\r\n250 SIZE %d" % _MAX_BYTES
            elif verb == b"MAIL" and path:
                to = []
                yield b"250 Go on"
            elif verb == b"RCPT" and path and to is not None and len(to) < _MAX_RECIPIENTS:
                to.append(path[1].decode("utf-8", "replace"))
                yield b"250 Go on"
            elif verb == b"DATA" and to:
                yield b"354 End with a dot on a line of its own"
                source = _body(lines)
                yield b"250 Sent" if source is not None and self._keep(to, source) else b"552 The server is full"
                to = None
            elif verb == b"QUIT":
                yield b"221 Goodbye"
                return
            elif verb in (b"HELO", b"NOOP", b"RSET"):
                to = None if verb == b"RSET" else to
                yield b"250 Go on"
            else:
                yield b"503 Not now" if verb in (b"MAIL", b"RCPT", b"DATA") else b"502 Unknown command"

    def _keep(self, to: list[str], source: bytes) -> bool:
        with self._lock:
            if len(self._letters) >= _MAX_LETTERS or self._bytes + len(source) > _MAX_BYTES:
                return False
            self._bytes += len(source)
            self._letters.append({"to": to, "source": base64.b64encode(source).decode()})
            return True


def _body(lines: BinaryIO) -> bytes | None:
    """Returns a mail as it follows the command DATA, None where it is too long; reads on to its end either way."""
    parts: list[bytes] = []
    size = 0
    while line := lines.readline(_MAX_LINE):
        if line in (b".\r\n", b".\n"):
            return b"".join(parts) if size <= _MAX_BYTES else None
        size += len(line)
        if size <= _MAX_BYTES:
            parts.append(line[1:] if line.startswith(b".") else line)
    return None
