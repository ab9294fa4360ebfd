"""A TCP server with one thread per connection and a limit on their number."""

from __future__ import annotations

import threading
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

__all__ = ["ThreadedServer"]


class ThreadedServer(ThreadingMixIn, TCPServer):
    """Serves each connection in its own thread; further connections wait.

    Attributes:
        max_connections: Number of connections that are served at once.
    """

    max_connections = 32
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: Any, bind_and_activate: bool = True) -> None:
        self._room = threading.BoundedSemaphore(self.max_connections)
        super().__init__(address, handler, bind_and_activate)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.socket.getsockname()[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Starts a connection's thread, once there is room."""
        self._room.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a connection, then makes room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()
