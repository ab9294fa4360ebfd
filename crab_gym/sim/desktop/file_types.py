"""The apps that open files, and the programs that start apps from a shell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["OPENERS", "PROGRAMS", "opener"]

OPENERS: Final[Mapping[str, str]] = {
    "gif": "files",
    "jpeg": "files",
    "jpg": "files",
    "png": "files",
}
"""The app that opens files with an extension; Files itself shows pictures."""

PROGRAMS: Final[Mapping[str, str]] = {
    "gnome-calculator": "calculator",
}
"""The app that a program starts, with the file that is its argument."""


def opener(name: str, is_text: bool) -> str:
    """Returns the id of the app that opens a file, ``""`` if none does.

    Args:
        name: The file's name.
        is_text: Whether its content is text.

    >>> opener("a.png", False), opener("a.log", True), opener("a.bin", False)
    ('files', 'text_editor', '')
    """
    return OPENERS.get(name.rpartition(".")[2].lower(), "text_editor" if is_text else "")
