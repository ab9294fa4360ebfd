"""Paths as all of the desktop's tools take them: `home_path` - a whole path."""

from __future__ import annotations

from posixpath import normpath

from crab_sim.desktop.widgets import HOME

__all__ = ["home_path"]


def home_path(path: str) -> str:
    """Returns a whole path; a relative one begins in the home folder, and so does one after ``~/``.

    >>> home_path("Documents/list.txt"), home_path("~/Music/"), home_path("/etc/hosts")
    ('/home/user/Documents/list.txt', '/home/user/Music', '/etc/hosts')
    """
    text = path.strip()
    whole = "" if text == "~" else text.removeprefix("~/")
    return normpath(f"/{whole.lstrip('/')}" if whole.startswith("/") else f"{HOME}/{whole}")
