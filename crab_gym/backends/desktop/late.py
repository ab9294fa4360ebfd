"""Windows whose elements come late: a program that has just started may show a window before it reports what is in it.

* `LateElements` - reads the elements again until the window in front has some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from crab_gym.backends.elements import TITLE_BAR, Element

__all__ = ["LateElements"]

_SECONDS, _PAUSE = 4.0, 0.25


class LateElements:
    """Reads the elements of a screen, and waits for those of a window in front that has none yet.

    Some programs never report any, such as games: such a program is waited for once, until it has reported some.

    Args:
        sleep: Waits some seconds.
        clock: Tells the time in seconds.
    """

    def __init__(
        self, sleep: Callable[[float], None] = time.sleep, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._sleep, self._clock = sleep, clock
        self._silent: set[str] = set()  # apps whose windows were waited for in vain

    def read(self, read: Callable[[], tuple[Element, ...]]) -> tuple[Element, ...]:
        """Returns the elements; the last reading may begin four seconds after the first.

        Args:
            read: Reads them once.
        """
        elements = read()
        app, empty = _front(elements)
        end = self._clock() + _SECONDS
        while empty and app not in self._silent and self._clock() < end:
            self._sleep(_PAUSE)
            elements = read()
            app, empty = _front(elements)
        if empty:
            self._silent.add(app)
        else:
            self._silent.discard(app)
        return elements


def _front(elements: Sequence[Element]) -> tuple[str, bool]:
    """Returns the app of the window that has the focus, and whether nothing is reported of what is in it."""
    for at, window in enumerate(elements):
        if window.role in ("window", "dialog") and window.focused and window.app != "system":
            inside = (e for e in elements[at + 1 :] if e.app == window.app and e.role not in ("window", "dialog"))
            return window.app, all(e.role == "button" and e.text in TITLE_BAR for e in inside)
    return "", False
