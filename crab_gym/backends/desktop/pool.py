"""The next box, started while the last one is still in use, so that a reset waits for nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop.box import Box

__all__ = ["Spare"]


class Spare:
    """At most one box that nobody uses yet.

    Args:
        make: Starts a box and returns it once its screen is at rest; called in a thread.
    """

    def __init__(self, make: Callable[[], Box]) -> None:
        self._make = make
        self._thread: threading.Thread | None = None
        self._box: Box | None = None
        self._owner = os.getpid()

    def prepare(self) -> None:
        """Begins to start a box, unless there is one or one is on its way."""
        self._forget_after_fork()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="crab-spare-box", daemon=True)
            self._thread.start()

    def take(self) -> Box:
        """Returns a box: the prepared one if it is well, else a new one.

        Raises:
            DeviceError: No box can be started.
        """
        box = self._hand_over()
        if box is not None:
            try:
                box.call("ping")
                return box
            except DeviceError:
                box.stop()
        return self._make()

    def close(self) -> None:
        """Ends the box that is there or on its way; `prepare` begins anew."""
        box = self._hand_over()
        if box is not None:
            box.stop()

    def _work(self) -> None:
        try:
            self._box = self._make()
        except DeviceError:  # whoever takes it meets the same trouble, and is told
            self._box = None

    def _hand_over(self) -> Box | None:
        self._forget_after_fork()
        if self._thread is not None:
            self._thread.join()
        box, self._box, self._thread = self._box, None, None
        return box

    def _forget_after_fork(self) -> None:
        """Lets go of the box in a copy of the process that started it: there it is the other's to use and to end."""
        if self._owner != os.getpid():
            self._owner, self._thread, self._box = os.getpid(), None, None
