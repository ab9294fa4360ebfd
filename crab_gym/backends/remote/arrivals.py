"""Connections to the server that haven't sent a greeting yet, which get no process before they have."""

from __future__ import annotations

import contextlib
import select
import socket
from collections.abc import Callable, Iterator
from typing import NamedTuple

from crab_gym.backends.remote.handshake import nonce
from crab_gym.backends.remote.wire import MAX_GREETING_FRAME, PROTOCOL, Channel, WireError, is_greeting
from crab_sim.web.sites.lobby import Lobby

__all__ = ["GREETING_SECONDS", "Arrivals", "Arrived"]

GREETING_SECONDS = 10.0
"""Time in which a client has to greet."""
_AT_ONCE = 16  # connections that are accepted before those that have greeted get their turn


class Arrived(NamedTuple):
    """A connection.

    Attributes:
        connection: Its socket.
        peer: The client's address.
        number: The server's number used once, which it has sent; ``""`` with TLS, where the client speaks first.
    """

    connection: socket.socket
    peer: str
    number: str


class Arrivals:
    """The lobby of a server's connections; the server waits for it to be readable.

    Args:
        encrypted: Whether connections begin with TLS, of which only the first byte is waited for.
        log: Called with the address and the mistake of a client that sends something other than a greeting.
    """

    def __init__(self, encrypted: bool, log: Callable[[str, str], None]) -> None:
        self._encrypted, self._log = encrypted, log
        self._lobby: Lobby[int] = Lobby(self._drop, seconds=GREETING_SECONDS)
        self._here: dict[int, Arrived] = {}  # by descriptor
        self._news = select.epoll()

    def fileno(self) -> int:
        """Returns the descriptor that is readable once a client has sent something."""
        return self._news.fileno()

    def accept(self, listener: socket.socket) -> None:
        """Takes in some of the connections that wait, and greets them."""
        self._lobby.expire()
        for _ in range(_AT_ONCE):
            try:
                connection, address = listener.accept()
            except OSError:  # there is no other, or it is gone already
                return
            number = "" if self._encrypted else nonce()
            try:
                if number:
                    Channel(connection).send({"protocol": PROTOCOL, "nonce": number}, 1.0)  # there is room for it
                connection.setblocking(False)
            except (OSError, WireError):
                connection.close()
                continue
            descriptor = connection.fileno()
            self._here[descriptor] = Arrived(connection, str(address[0]), number)
            self._lobby.enter(descriptor)
            # Edge-triggered: it is told when more comes, not as long as something that is incomplete is there.
            self._news.register(descriptor, select.EPOLLIN | select.EPOLLET)

    def greeted(self) -> Iterator[Arrived]:
        """Yields the connections that have greeted, which are the caller's then."""
        for descriptor, _ in self._news.poll(0):
            arrived = self._here.get(descriptor)
            if arrived is None or not self._has_greeted(arrived):
                continue
            self._lobby.leave(descriptor)
            self._forget(descriptor)
            yield arrived

    def _has_greeted(self, arrived: Arrived) -> bool:
        """Returns whether a client's greeting is there; one that is gone, or sends something else, is dropped."""
        try:
            data = arrived.connection.recv(MAX_GREETING_FRAME, socket.MSG_PEEK)
            if data:
                return self._encrypted or is_greeting(data)
            self._log(arrived.peer, "it hung up")
        except BlockingIOError:
            return False
        except (OSError, WireError) as error:
            self._log(arrived.peer, str(error))
            with contextlib.suppress(OSError):  # what isn't read would break the connection, in place of closing it
                arrived.connection.recv(1 << 16)
        descriptor = arrived.connection.fileno()
        self._lobby.leave(descriptor)
        self._drop(descriptor)
        return False

    def _forget(self, descriptor: int) -> Arrived:
        self._news.unregister(descriptor)
        return self._here.pop(descriptor)

    def _drop(self, descriptor: int) -> None:
        self._forget(descriptor).connection.close()

    def close(self) -> None:
        """Closes all connections, without a word to their clients where another process has them, too."""
        for arrived in self._here.values():
            with contextlib.suppress(OSError):
                arrived.connection.close()
        self._here.clear()
        self._news.close()
