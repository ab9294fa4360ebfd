"""The apps that open files, and the programs that start apps from a shell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["OPENERS", "PROGRAMS", "opener"]

OPENERS: Final[Mapping[str, str]] = {
    "gif": "image_viewer",
    "jpeg": "image_viewer",
    "jpg": "image_viewer",
    "png": "image_viewer",
}
"""The app that opens files with an extension."""

PROGRAMS: Final[Mapping[str, str]] = {
    "eog": "image_viewer",
    "gnome-calculator": "calculator",
}
"""The app that a program starts, with the file that is its argument."""


def opener(name: str, is_text: bool) -> str:
    """Returns the id of the app that opens a file, ``""`` if none does.

    Args:
        name: The file's name.
        is_text: Whether its content is text.

    >>> opener("a.png", False), opener("a.log", True), opener("a.bin", False)
    ('image_viewer', 'text_editor', '')
    """
    return OPENERS.get(name.rpartition(".")[2].lower(), "text_editor" if is_text else "")
