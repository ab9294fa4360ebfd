"""A TCP server with one thread per connection and limits on their number."""

from __future__ import annotations

import contextlib
import socket
import threading
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

from .lobby import LOBBY_PLACES, LOBBY_SECONDS, Lobby

__all__ = ["ThreadedServer"]


class ThreadedServer(ThreadingMixIn, TCPServer):
    """Serves each connection in its own thread.

    A connection is in the lobby until its handler calls `admit`, which waits for room.

    Attributes:
        max_connections: Number of admitted connections that are served at once.
        lobby_places: See `Lobby`, like the next.
        lobby_seconds: Time until a connection has to be admitted.
    """

    max_connections = 32
    lobby_places = LOBBY_PLACES
    lobby_seconds = LOBBY_SECONDS
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: Any, bind_and_activate: bool = True) -> None:
        self.lobby: Lobby[Any] = Lobby(_cut, self.lobby_places, self.lobby_seconds)
        self._room = threading.BoundedSemaphore(self.max_connections)
        self._admitted: set[Any] = set()
        super().__init__(address, handler, bind_and_activate)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.socket.getsockname()[1])

    def admit(self, request: Any) -> None:
        """Lets a connection out of the lobby, since it has shown that it may come in; waits for room.

        Args:
            request: The connection.

        Raises:
            ConnectionAbortedError: It has lost its place in the lobby meanwhile.
        """
        if request in self._admitted:
            return
        room = self._room.acquire(timeout=self.lobby_seconds)
        if not self.lobby.leave(request) or not room:
            if room:
                self._room.release()
            raise ConnectionAbortedError("the connection was closed, since others have come")
        self._admitted.add(request)

    def service_actions(self) -> None:
        """Closes connections that have been in the lobby for too long."""
        self.lobby.expire()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Starts a connection's thread."""
        self.lobby.enter(request)
        try:
            super().process_request(request, client_address)
        except BaseException:
            self.lobby.leave(request)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a connection, then makes room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.lobby.leave(request)
            if request in self._admitted:
                self._admitted.discard(request)
                self._room.release()


def _cut(request: socket.socket) -> None:
    """Ends a connection, whose thread may be reading from it."""
    with contextlib.suppress(OSError):  # it is gone already
        request.shutdown(socket.SHUT_RDWR)
