"""Paths as all of the phone's tools take them.

* `storage_path` - a whole path on the shared storage. `attached` - that of a file that goes with a message.
"""

from __future__ import annotations

from posixpath import normpath

from crab_sim.machine.slices import FILES
from crab_sim.machine.tools import Hand, need
from crab_sim.phone.app import SDCARD
from crab_sim.phone.media.storage import on_storage

__all__ = ["attached", "storage_path"]


def storage_path(path: str, home: str = SDCARD) -> str:
    """Returns a whole path on the shared storage.

    Args:
        path: The path; a relative one begins in `home`.
        home: A folder of the storage, which the path can't leave.

    Raises:
        ActionRefused: It leaves the folder: a finger doesn't reach what lies outside, either.

    >>> storage_path("Download/list.txt"), storage_path("/sdcard/Music/")
    ('/storage/emulated/0/Download/list.txt', '/storage/emulated/0/Music')
    """
    text = path.strip()
    whole = on_storage(normpath(f"/{text.lstrip('/')}" if text.startswith("/") else f"{home}/{text}"))
    place = "the phone's storage" if home == SDCARD else f"the folder {home}"
    need(whole == home or whole.startswith(f"{home}/"), f"the path {path[:60]!r} leads out of {place}")
    return whole


def attached(hand: Hand, path: str) -> str:
    """Returns the whole path of a file that is attached; empty if there is none."""
    if not path.strip():
        return ""
    whole = storage_path(path)
    need(hand.get(FILES).is_file(whole), f"there is no file {path!r}")
    return whole
