"""The files of a desktop that may change without harm, with the reasons.

Any other file, folder or link is the user's own, hidden or not. Whoever adds a program that writes files by itself
adds a pattern here.

* `VOLATILE_FILES` - patterns of paths below the home folder. `VOLATILE_NAMES` - of names anywhere below it.
* `OBEYED_FILES`, `obeyed` - files among these that programs obey, which are owned. `VOLATILE_FOLDERS` - folders
  outside the home folder.
* `VOLATILE_BELOW_HOME` - the expression of all paths that those below the home folder mean.
* `volatile_below_home`, `volatile_outside` - whether one of them is meant by a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = [
    "OBEYED_FILES",
    "VOLATILE_BELOW_HOME",
    "VOLATILE_FILES",
    "VOLATILE_FOLDERS",
    "VOLATILE_NAMES",
    "obeyed",
    "volatile_below_home",
    "volatile_outside",
]

VOLATILE_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "caches": (".cache", ".var/app/*/cache", ".nv"),
    "what programs remember of their last use, as this folder is defined": (".local/state",),
    "histories": (
        ".local/share/recently-used.xbel*", ".local/share/gvfs-metadata", ".bash_history*", ".python_history",
        ".sqlite_history", ".lesshst", ".viminfo*", ".wget-hsts", ".local/share/nano",
    ),
    "written by the session as it starts and ends": (
        ".Xauthority", ".ICEauthority", ".xsession-errors*", ".dbus", ".config/dbus", ".config/ibus/bus",
        ".config/pulse", ".config/gnome-session", ".config/gnome-initial-setup-done", ".config/user-dirs.locale",
        ".local/share/gnome-shell/application_state", ".local/share/gnome-shell/notifications",
        ".local/share/gnome-settings-daemon", ".local/share/icc", ".local/share/xorg",
    ),
    "indexes that are made anew from the files": (".local/share/tracker*", ".config/tracker*"),
    "places and sizes of windows, and what was last chosen in a program": (
        ".config/libreoffice", ".config/GIMP", ".config/gimp*", ".config/nautilus", ".local/share/nautilus",
        ".config/eog", ".config/evince", ".config/gedit", ".local/share/gedit", ".config/totem", ".config/rhythmbox",
        ".config/Code/User/globalStorage", ".config/Code/User/workspaceStorage", ".config/Code/User/History",
        ".local/share/gegl-*",
    ),
    "written by the services of the calendar and the contacts": (
        ".config/evolution", ".local/share/evolution", ".config/goa-1.0",
    ),
    "browsers write their profiles by themselves": (
        ".mozilla", ".config/mozilla", ".pki", ".config/chromium", ".config/google-chrome",
    ),
    "Thunderbird writes its profile by itself; its mails and filters are facts of their own": (".thunderbird",),
    "dictionaries and lists that programs make as they are first started": (
        ".config/enchant", ".config/xdg-terminals.list", ".config/GNOME-xdg-terminals.list",
    ),
    "its settings are facts of their own": (".config/dconf",),
    "its playlists are facts of their own, and all else in it is made anew from the songs": (
        ".local/share/rhythmbox",
    ),
    "what lies in the trash is a fact of its own": (
        ".local/share/Trash/files/*", ".local/share/Trash/info/*", ".local/share/Trash/directorysizes",
        ".local/share/Trash/expunged",
    ),
}  # fmt: skip
"""Patterns of paths below the home folder by their reasons; a star stands for any part of a name.

The pattern of a folder is meant with all that lies in it.
"""

OBEYED_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "scripts and macros that programs run": (
        ".local/share/nautilus/scripts/*",
        ".local/share/nautilus-python",
        ".config/GIMP/*/scripts/*",
        ".config/GIMP/*/plug-ins/*",
        ".config/libreoffice/*/user/basic/*/*.xba",
        ".local/share/gedit/plugins",
        ".local/share/rhythmbox/plugins",
        ".config/libreoffice/*/user/Scripts",
    ),
    "settings that browsers and Thunderbird take over as they start, and never write": (
        ".mozilla/firefox/*/user.js",
        ".thunderbird/*/user.js",
    ),
}
"""Patterns of files in such folders that are the user's own all the same, likewise; what is new there hurts."""

VOLATILE_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "programs leave them beside files that they show or edit, and take them away": (
        ".~lock.*#", ".*.sw[a-z]", ".goutputstream-*", ".fuse_hidden*",
    ),
    "made anew from the code": ("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
    "git writes them whenever it looks at a repository, or keeps them as a history": (
        ".git/index", ".git/FETCH_HEAD", ".git/ORIG_HEAD", ".git/REBASE_HEAD", ".git/AUTO_MERGE", ".git/COMMIT_EDITMSG",
        ".git/TAG_EDITMSG", ".git/MERGE_RR", ".git/gc.pid", ".git/logs",
    ),
}  # fmt: skip
"""Patterns of the ends of paths anywhere below the home folder by their reasons, likewise."""

VOLATILE_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "for temporary files": ("/tmp", "/var/tmp"),
    "of the running system": ("/dev", "/proc", "/run", "/sys"),
    "logs and caches": ("/var/log", "/var/cache"),
}
"""Folders outside the home folder by their reasons, each meant with all that lies in it."""


def _expression(start: str, tables: Iterable[tuple[str, ...]]) -> re.Pattern[str]:
    """Returns the expression that a whole path matches if it is meant by one of some patterns."""
    patterns = [pattern for table in tables for pattern in table]
    escaped = [re.escape(one).replace(r"\*", "[^/]*").replace(r"\[a\-z\]", "[a-z]") for one in patterns]
    return re.compile(f"{start}(?:{'|'.join(escaped)})(?:/.*)?", re.DOTALL)


_BELOW_HOME: Final = _expression("", VOLATILE_FILES.values())
_OBEYED: Final = _expression("", OBEYED_FILES.values())
_ANYWHERE: Final = _expression("(?:.*/)?", VOLATILE_NAMES.values())
_OUTSIDE: Final = _expression("", VOLATILE_FOLDERS.values())


VOLATILE_BELOW_HOME: Final = rf"(?!(?:{_OBEYED.pattern})\Z)(?:{_BELOW_HOME.pattern}|{_ANYWHERE.pattern})"
"""The expression of paths below the home folder that both tables mean, without those of `OBEYED_FILES`."""
_VOLATILE: Final = re.compile(VOLATILE_BELOW_HOME, re.DOTALL)


def volatile_below_home(path: str) -> bool:
    """Returns whether a file below the home folder may change without harm.

    >>> volatile_below_home(".cache/a/b"), volatile_below_home(".config/mimeapps.list")
    (True, False)
    """
    return _VOLATILE.fullmatch(path) is not None


def obeyed(path: str) -> bool:
    """Returns whether a file below the home folder is one of `OBEYED_FILES`.

    >>> obeyed(".mozilla/firefox/a.default/user.js"), obeyed(".mozilla/firefox/a.default/places.sqlite")
    (True, False)
    """
    return _OBEYED.fullmatch(path) is not None


def volatile_outside(path: str) -> bool:
    """Returns whether a file outside the home folder may change without harm.

    >>> volatile_outside("/tmp/a"), volatile_outside("/etc/hosts")
    (True, False)
    """
    return _OUTSIDE.fullmatch(path) is not None
