"""The files of a phone's shared storage: those that may change without harm, and those in a trash.

Any other file, folder or link there is the user's own, hidden or not.

* `VOLATILE_NAMES`, `VOLATILE_FOLDERS` - what may change, with the reasons.
* `owned_on_phone`, `in_trash` - whether a path is the user's own, and whether it has been moved into a trash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["VOLATILE_FOLDERS", "VOLATILE_NAMES", "in_trash", "owned_on_phone"]

VOLATILE_NAMES: Final[Mapping[str, str]] = {
    r"\.thumbnails": "small pictures, made anew",
    r"\.pending-.*": "a download under way",
    r"\.~lock\..*#|\..*\.sw[a-z]": "marks of an editor beside an open file",
}
"""Patterns of names, anywhere, by which a file or folder may change with all that is in it."""

VOLATILE_FOLDERS: Final[Mapping[str, str]] = {
    "Android/data": "apps' own folders, in which users see only what `SEEN_FOLDERS` names",
    "Android/obb": "packages that belong to installed apps",
    "Android/media/.*/cache": "caches",
}
"""Patterns of folders of the shared storage that may change with all that is in them."""

SEEN_FOLDERS: Final = (
    "Android/data/com.dimowner.audiorecorder/files/Music/records",
    "Android/data/net.osmand/files/tracks",
)
"""Apps' folders whose files a user has made, and sees in the apps."""

_NAMES: Final = re.compile("|".join(VOLATILE_NAMES))
_FOLDERS: Final = re.compile("|".join([f"(?:{folder})(?:/.*)?" for folder in VOLATILE_FOLDERS]), re.DOTALL)
_TRASHED: Final = re.compile(r"\.trashed-.*|\.trash")
"""Names of trashed files, as Android's own gallery gives them, and of a trash's folder."""


def owned_on_phone(path: str) -> bool:
    """Returns whether a user minds a change of a file or folder.

    Args:
        path: Its path below the shared storage. What lies in a trash isn't a file any more, see `in_trash`.

    >>> owned_on_phone("DCIM/a.jpg"), owned_on_phone(".profile.txt"), owned_on_phone("Android/data/net.osmand/files")
    (True, True, False)
    """
    if path.startswith("Android/") and any([path.startswith(f"{folder}/") for folder in SEEN_FOLDERS]):
        return True
    if _FOLDERS.fullmatch(path) or path == "Android" or in_trash(path):
        return False
    return not any([_NAMES.fullmatch(name) for name in path.split("/")])


def in_trash(path: str) -> bool:
    """Returns whether a path below the shared storage is one of a trash.

    >>> in_trash("DCIM/.trash/a.jpg"), in_trash("DCIM/.trashed-1790000000-a.jpg"), in_trash("DCIM/a.jpg")
    (True, True, False)
    """
    return any([_TRASHED.fullmatch(name) for name in path.split("/")])
