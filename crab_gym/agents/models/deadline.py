"""A time limit for a whole request.

* `Deadline` - the limit of one request; `follow` - the hook by which an HTTP client lets it see the connection.

The time-outs of HTTP clients are limits for single reads, so a server that sends a byte now and then outlasts them.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Any

__all__ = ["Deadline", "follow"]

_HERE = threading.local()


class Deadline:
    """Ends a request that takes too long, whatever the server sends, by shutting its connection down.

    It applies to the request that the thread sends within the `with` block by a client that has the hook `follow`.

    Args:
        seconds: The time from the connection's first step to the last byte of the answer.

    Attributes:
        passed: Whether the time is over.
    """

    def __init__(self, seconds: float) -> None:
        self.passed = False
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        _HERE.deadline = self
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        _HERE.deadline = None
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def begin(self, request: Any) -> None:
        """Begins to count the time, and to follow the connection of an HTTP client's request."""
        request.extensions["trace"] = self.see
        if self._timer.ident is None:
            self._timer.start()

    def see(self, event: str, info: dict[str, Any]) -> None:
        """Notes the connection that an HTTP client has opened; takes the events of its extension ``trace``."""
        if not event.endswith("connect_tcp.complete"):
            return
        opened = info["return_value"].get_extra_info("socket")
        if opened is None:
            return
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = opened.dup()  # its own descriptor stays valid when the client wraps it for TLS
            if self.passed:
                self._end()

    def _pass(self) -> None:
        with self._lock:
            self.passed = True
            self._end()

    def _end(self) -> None:
        if self._connection is not None:
            with suppress(OSError):  # the server may have closed it
                self._connection.shutdown(socket.SHUT_RDWR)


def follow(request: Any) -> None:
    """Lets this thread's deadline, if there is one, see the connection of an HTTP client's request."""
    deadline = getattr(_HERE, "deadline", None)
    if deadline is not None:
        deadline.begin(request)
