"""The conditions of an episode on a device, besides its settings and its content: see `Conditions`."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LANGUAGES", "WORLD", "Conditions"]

LANGUAGES = ("en", "de", "fr", "es", "uk")
"""The codes of the languages in which an interface may be shown."""
WORLD = ("roles", "names", "shell", "windows", "late")
"""What differs between a desktop and another one, such as a real one, apart from its content.

The roles and states of elements, and their containers; names and titles; the shell's bar, dock and overview; where
windows open, and how large; and whether a window that has just opened has no elements for a while.
"""


class Conditions(NamedTuple):
    """What an episode asks of a device; the defaults ask nothing.

    Attributes:
        language: The interface's language, of `LANGUAGES`; ``""`` for the device's own.
        size: Width and height of its screen in its own pixels, which is then scaled to the configured one.
        icons: The number that determines the order of its apps' icons; None for the usual order.
        popups: The number of unrelated notifications and dialogs that come up.
        latency: The least and the greatest number of seconds for which an app loads when it is started.
        keyboard: Whether it shows a keyboard on its screen while a text field has the focus.
        world: What differs from the usual desktop, of `WORLD`.
        number: The number from which all that is random in them follows.
    """

    language: str = ""
    size: tuple[int, int] | None = None
    icons: int | None = None
    popups: int = 0
    latency: tuple[float, float] | None = None
    keyboard: bool = False
    world: tuple[str, ...] = ()
    number: int = 0
