"""Windows whose elements come late: a program that has just started may show a window before it reports what is in it.

* `LateElements` - reads the elements again until the window in front has some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from crab_gym.backends.base import Element

__all__ = ["LateElements"]

_SECONDS, _PAUSE = 4.0, 0.25
_TITLE_BAR = frozenset(("Close", "Maximize", "Minimize"))


class LateElements:
    """Reads the elements of a screen, and waits for those of a window in front that has none yet.

    Some windows never report any, such as those of games: such a window is waited for once.

    Args:
        sleep: Waits some seconds.
    """

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep = sleep
        self._silent: set[tuple[str, str]] = set()  # apps and titles of windows that were waited for in vain

    def read(self, read: Callable[[], tuple[Element, ...]]) -> tuple[Element, ...]:
        """Returns the elements.

        Args:
            read: Reads them once.
        """
        elements = read()
        window = _empty_front(elements)
        waited = 0.0
        while window is not None and window not in self._silent and waited < _SECONDS:
            self._sleep(_PAUSE)
            waited += _PAUSE
            elements = read()
            window = _empty_front(elements)
        if window is not None:
            self._silent.add(window)
        return elements


def _empty_front(elements: Sequence[Element]) -> tuple[str, str] | None:
    """Returns the app and the title of the window that has the focus if nothing is reported of what is in it."""
    for at, window in enumerate(elements):
        if window.role in ("window", "dialog") and window.focused and window.app != "system":
            inside = (e for e in elements[at + 1 :] if e.app == window.app and e.role not in ("window", "dialog"))
            if any(not (e.role == "button" and e.text in _TITLE_BAR) for e in inside):
                return None
            return window.app, window.text
    return None
