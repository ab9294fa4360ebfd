"""The spare box: the next one, started while the present one is in use, so that a reset needn't wait for it."""

from __future__ import annotations

import atexit
import functools
import os
import threading
import weakref
from collections.abc import Callable

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop.box import Box

__all__ = ["Spare"]

_spares: weakref.WeakSet[Spare] = weakref.WeakSet()


class Spare:
    """Keeps at most one spare box.

    Args:
        make: Starts a box and returns it once its screen has settled; called in a thread.
    """

    def __init__(self, make: Callable[[], Box]) -> None:
        self._make = make
        self._thread: threading.Thread | None = None
        self._box: Box | None = None
        self._owner = os.getpid()

    def prepare(self) -> None:
        """Begins to start a box, unless there is one or one is being started."""
        self._forget_after_fork()
        if self._thread is None:
            _spares.add(self)
            _close_at_exit()
            self._thread = threading.Thread(target=self._work, name="crab-spare-box", daemon=True)
            self._thread.start()

    def take(self) -> Box:
        """Returns a box: the prepared one if it works, else a new one.

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
        """Ends the prepared box, even one that is being started."""
        box = self._hand_over()
        if box is not None:
            box.stop()

    def _work(self) -> None:
        try:
            self._box = self._make()
        except DeviceError:  # `take` then tries again, and raises the same error
            self._box = None

    def _hand_over(self) -> Box | None:
        self._forget_after_fork()
        if self._thread is not None:
            self._thread.join()
        box, self._box, self._thread = self._box, None, None
        return box

    def _forget_after_fork(self) -> None:
        """Forgets the box in a fork of the process that started it, to which the box belongs."""
        if self._owner != os.getpid():
            self._owner, self._thread, self._box = os.getpid(), None, None


@functools.cache
def _close_at_exit() -> None:
    """Has all spare boxes closed where the interpreter ends.

    Else the finalizer of a box that is being started would run in the middle of that, in another thread. This is
    registered after the finalizers, which begin with the first box, and so it runs before them.
    """
    atexit.register(_close_all)


def _close_all() -> None:
    for spare in list(_spares):
        spare.close()
