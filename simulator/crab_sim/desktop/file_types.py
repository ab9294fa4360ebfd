"""The apps that open files, and the programs that start apps from a shell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["OFFICE", "OPENERS", "PROGRAMS", "is_picture", "opener"]

OPENERS: Final[Mapping[str, str]] = {
    "csv": "calc",
    "bmp": "gimp",
    "docx": "writer",
    "gif": "image_viewer",
    "htm": "firefox",
    "html": "firefox",
    "gz": "archive_manager",
    "jpeg": "image_viewer",
    "jpg": "image_viewer",
    "flac": "music",
    "m4a": "music",
    "mov": "videos",
    "mp3": "music",
    "mp4": "videos",
    "mkv": "videos",
    "webm": "videos",
    "ods": "calc",
    "ogg": "music",
    "wav": "music",
    "odp": "impress",
    "odt": "writer",
    "pdf": "document_viewer",
    "png": "image_viewer",
    "pptx": "impress",
    "xlsx": "calc",
    "tar": "archive_manager",
    "tgz": "archive_manager",
    "zip": "archive_manager",
    "tif": "gimp",
    "tiff": "gimp",
    "webp": "gimp",
}
"""The app that opens files with an extension."""

OFFICE: Final[Mapping[str, str]] = {
    "--calc": "calc",
    "--impress": "impress",
    "--writer": "writer",
}
"""The office's app that an option of ``libreoffice`` starts."""

PROGRAMS: Final[Mapping[str, str]] = {
    "baobab": "disk_usage",
    "code": "code",
    "endeavour": "endeavour",
    "eog": "image_viewer",
    "evince": "document_viewer",
    "firefox": "firefox",
    "firefox-esr": "firefox",
    "file-roller": "archive_manager",
    "gimp": "gimp",
    "gnome-calculator": "calculator",
    "localc": "calc",
    "loimpress": "impress",
    "gnome-calendar": "calendar",
    "gnome-characters": "characters",
    "gnome-clocks": "clocks",
    "gnome-system-monitor": "system_monitor",
    "lowriter": "writer",
    "thunderbird": "thunderbird",
    "rhythmbox": "music",
    "totem": "videos",
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


def is_picture(*names: str) -> bool:
    """Returns whether there are files, and all are pictures by their names.

    >>> is_picture("a.PNG", "b.tif"), is_picture("a.png", "b.txt"), is_picture()
    (True, False, False)
    """
    kinds = [OPENERS.get(name.rpartition(".")[2].lower(), "") for name in names]
    return bool(kinds) and all([kind in ("image_viewer", "gimp") for kind in kinds])
