"""The place of connections that haven't shown yet that they may come in, such as by a token.

* `Lobby` - bounds their number and their time, whatever the number of those that are in.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["LOBBY_PLACES", "LOBBY_SECONDS", "Lobby"]

LOBBY_PLACES = 64
"""Number of connections that may be in a lobby."""
LOBBY_SECONDS = 10.0
"""Time in which a connection must show that it may come in, however slowly it sends what it sends."""

T = TypeVar("T", bound=Hashable)


class Lobby(Generic[T]):
    """The connections to a server that haven't shown yet that they may come in.

    Where all places are taken, the next connection takes the place of the one that has been there longest. So silent
    connections, however many, drop one another, and keep nobody out who shows a token at once. Threads may share it.

    Args:
        drop: Ends a connection that has lost its place.
        places: Number of places.
        seconds: Time until a connection loses its place; `expire` has to be called now and then.
        now: The clock, in seconds.

    Example:
        >>> dropped = []
        >>> lobby = Lobby(dropped.append, places=2)
        >>> for name in ("a", "b", "c"):
        ...     lobby.enter(name)
        >>> dropped, lobby.leave("b"), lobby.leave("a")
        (['a'], True, False)
    """

    def __init__(
        self,
        drop: Callable[[T], None],
        places: int = LOBBY_PLACES,
        seconds: float = LOBBY_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._drop, self.places, self.seconds, self._now = drop, places, seconds, now
        self._since: dict[T, float] = {}  # the one that came first is first
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Returns the number of connections in it."""
        return len(self._since)

    def enter(self, connection: T) -> None:
        """Gives a new connection a place."""
        with self._lock:
            self._since.pop(connection, None)
            dropped = list(self._since)[: max(0, len(self._since) + 1 - self.places)]
            for other in dropped:
                del self._since[other]
            self._since[connection] = self._now()
        self._end(dropped)

    def leave(self, connection: T) -> bool:
        """Gives a connection's place back, since it may come in or is gone; returns whether it had one."""
        with self._lock:
            return self._since.pop(connection, None) is not None

    def expire(self) -> None:
        """Drops the connections that have been there for too long."""
        with self._lock:
            last = self._now() - self.seconds
            dropped = [connection for connection, since in self._since.items() if since <= last]
            for connection in dropped:
                del self._since[connection]
        self._end(dropped)

    def _end(self, dropped: list[T]) -> None:
        for connection in dropped:
            self._drop(connection)
