"""The files of a desktop that may change without harm, with the reasons.

Any other file, folder or link is the user's own, hidden or not. To add one that is hidden is harm, since shells and
programs obey most of these. Whoever adds a program that writes files by itself adds a pattern here.

* `VOLATILE_FILES` - patterns of paths below the home folder. `VOLATILE_NAMES` - of names anywhere below it.
  `REAL_FILES` - of paths that the programs of a real desktop write besides.
* `PROGRAM_FILES`, `REAL_FOLDERS`, `told_elsewhere`, `unusual` - what programs write as well, but with usual rights.
* `VOLATILE_FOLDERS` - folders outside the home folder.
* `LITTER_NAMES`, `OBEYED_FILES`, `OBEYED_NAMES`, `obeyed` - whether programs may obey a new file: hidden ones but for
  litter, and some others.
* `REAL_VOLATILE`, `REAL_TOLD` - the expressions of paths by which a real desktop's files are left out.
* `volatile_below_home`, `volatile_outside` - whether a path is meant by the patterns of any desktop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

__all__ = [
    "LITTER_NAMES", "OBEYED_FILES", "OBEYED_NAMES", "PROGRAM_FILES", "REAL_FILES", "REAL_FOLDERS", "REAL_TOLD",
    "REAL_VOLATILE", "VOLATILE_FILES", "VOLATILE_FOLDERS", "VOLATILE_NAMES", "obeyed", "told_elsewhere", "unusual",
    "volatile_below_home", "volatile_outside",
]  # fmt: skip

VOLATILE_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "caches": (".cache", ".var/app/*/cache", ".nv"),
    "what programs remember of their last use, as this folder is defined": (".local/state",),
    "histories": (
        ".local/share/recently-used.xbel*", ".local/share/gvfs-metadata", ".*_history*", ".lesshst", ".viminfo*",
        ".vim/.netrwhist", ".wget-hsts", ".local/share/nano",
    ),
    "what lies in the trash is a fact of its own": (
        ".local/share/Trash/files/*", ".local/share/Trash/info/*", ".local/share/Trash/directorysizes",
        ".local/share/Trash/expunged",
    ),
}  # fmt: skip
"""Patterns of paths below the home folder by their reasons; a star stands for any part of a name.

The pattern of a folder is meant with all that lies in it; one that ends with a slash means the folder alone.
"""

PROGRAM_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "Thunderbird's mails, filters and preferences are facts of their own": (
        ".thunderbird/", ".thunderbird/profiles.ini", ".thunderbird/*/", ".thunderbird/*/Mail",
        ".thunderbird/*/prefs.js",
    ),
    "Rhythmbox's playlists are facts of their own, and its library is made anew from the songs": (
        ".local/share/rhythmbox/", ".local/share/rhythmbox/playlists.xml", ".local/share/rhythmbox/rhythmdb.xml",
    ),
}  # fmt: skip
"""Patterns of what programs write as well, likewise: it is no fact as long as it has rights that they give it."""

_PROFILE: Final = (
    "*.sqlite*", "*.db", "*.db-*", "*.lz4", "*.mozlz4", "*.json", "*.json.tmp", "*.ini", "*.bin", "*.dat", "*.gpg",
    "prefs-*.js", "lock", ".parentlock", ".startup-incomplete", "pkcs11.txt", "serviceworker.txt",
    "SiteSecurityServiceState.txt", "AlternateServices.txt", "enumerate_devices.txt", "Telemetry.*.txt",
    "encrypted-openpgp-passphrase.txt", "sessionstore*", "storage", "datareporting", "crashes", "minidumps",
    "bookmarkbackups", "saved-telemetry-pings", "security_state", "settings", "weave", "gmp", "gmp-*", "shader-cache",
    "calendar-data", "ImapMail", "News",
)  # fmt: skip

REAL_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "written by the session as it starts and ends": (
        ".Xauthority", ".ICEauthority", ".xsession-errors*", ".dbus", ".config/dbus", ".config/ibus/bus",
        ".config/pulse/*-*", ".config/pulse/cookie", ".config/gnome-session", ".config/gnome-initial-setup-done",
        ".config/user-dirs.locale", ".local/share/gnome-shell/application_state",
        ".local/share/gnome-shell/notifications", ".local/share/gnome-settings-daemon", ".local/share/icc",
        ".local/share/xorg",
    ),
    "indexes that are made anew from the files": (
        ".local/share/tracker*", ".config/tracker*", ".local/share/nautilus/tags",
        ".local/share/nautilus/tracker2-migration-complete",
    ),
    "places and sizes of windows, and what was last chosen in a program": (
        ".config/nautilus/search-metadata", ".config/nautilus/desktop-metadata", ".config/eog", ".config/evince",
        ".config/gedit", ".local/share/gedit/*.xml", ".config/totem", ".config/rhythmbox",
        ".config/gtk-2.0/gtkfilechooser.ini", ".config/gnome-control-center/backgrounds/last-edited.xml",
        ".config/Code/User/globalStorage", ".config/Code/User/workspaceStorage", ".config/Code/User/History",
        ".local/share/gegl-*", ".local/share/rhythmbox/*-timestamp",
    ),
    "GIMP writes its settings and lists as it ends": (
        ".config/GIMP/*/*rc", ".config/GIMP/*/*rc~",
        ".config/GIMP/*/tags.xml", ".config/GIMP/*/theme.css", ".config/GIMP/*/action-history",
        ".config/GIMP/*/tmp", ".config/GIMP/*/tool-options", ".config/GIMP/*/internal-data", ".config/GIMP/*/CrashLog",
        ".config/GIMP/*/filters", ".config/GIMP/*/backups", ".config/GIMP/*/*.settings", ".config/gimp*",
    ),
    "LibreOffice writes its profile by itself, other macros aside": (
        ".config/libreoffice/*/.lock", ".config/libreoffice/*/cache", ".config/libreoffice/*/crash",
        ".config/libreoffice/*/user/*.xcu", ".config/libreoffice/*/user/*.log",
        ".config/libreoffice/*/user/basic/Standard/Module1.xba",
        ".config/libreoffice/*/user/autocorr",
        ".config/libreoffice/*/user/autotext", ".config/libreoffice/*/user/backup",
        ".config/libreoffice/*/user/config", ".config/libreoffice/*/user/database",
        ".config/libreoffice/*/user/extensions", ".config/libreoffice/*/user/gallery",
        ".config/libreoffice/*/user/GraphicExport", ".config/libreoffice/*/user/pack",
        ".config/libreoffice/*/user/psprint", ".config/libreoffice/*/user/store", ".config/libreoffice/*/user/temp",
        ".config/libreoffice/*/user/template", ".config/libreoffice/*/user/uno_packages",
        ".config/libreoffice/*/user/updates", ".config/libreoffice/*/user/wordbook",
        ".config/libreoffice/*/user/basic/*.xlc", ".config/libreoffice/*/user/basic/*/*.xlb",
    ),
    "written by the services of the calendar and the contacts": (
        ".config/evolution", ".local/share/evolution", ".config/goa-1.0",
    ),
    "browsers and Thunderbird write their profiles by themselves, extensions and what only people write aside": (
        ".mozilla/firefox/*.ini", ".mozilla/firefox/Crash Reports", ".mozilla/firefox/Pending Pings",
        ".mozilla/firefox/Profile Groups", ".thunderbird/*.ini", ".thunderbird/Crash Reports",
        ".thunderbird/Pending Pings", ".pki", ".config/mozilla", ".config/chromium", ".config/google-chrome",
        *[f"{folder}/*/{name}" for folder in (".mozilla/firefox", ".thunderbird") for name in _PROFILE],
    ),
    "dictionaries and lists that programs make as they are first started": (
        ".config/enchant", ".config/xdg-terminals.list", ".config/GNOME-xdg-terminals.list",
    ),
    "its settings are facts of their own": (".config/dconf",),
}  # fmt: skip
"""Patterns of what the programs of a real desktop write besides, likewise; simulated ones have no such files."""

REAL_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "programs make them as they are first started": (
        ".config/pulse/", ".config/gtk-2.0/", ".config/gnome-control-center/",
        ".config/gnome-control-center/backgrounds/",
        ".config/gtk-3.0/", ".config/gtk-4.0/", ".config/nautilus/", ".local/share/nautilus/",
        ".local/share/nautilus/scripts/",
        ".local/share/gedit/", ".config/GIMP/", ".config/GIMP/*/", ".config/GIMP/*/*/", ".config/libreoffice/",
        ".config/libreoffice/*/", ".config/libreoffice/*/user/", ".config/libreoffice/*/user/*/",
        ".config/libreoffice/*/user/*/*/", ".mozilla/", ".mozilla/*/", ".mozilla/firefox/*/",
        ".mozilla/firefox/*/extensions/", ".thunderbird/*/extensions/", ".thunderbird/*/*/",
    ),
    "made when something is first moved to the trash": (
        ".local/share/Trash/", ".local/share/Trash/files/", ".local/share/Trash/info/",
    ),
}  # fmt: skip
"""Patterns of folders that they make, likewise; what lies in them is looked at."""

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

LITTER_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "git keeps what was staged or committed once, which does nothing while no branch leads to it": (".git/objects",),
}
"""Patterns of hidden files that may be added, as litter, likewise."""

OBEYED_FILES: Final[Mapping[str, tuple[str, ...]]] = {"shells find programs there": ("bin",)}
"""Patterns of files below the home folder that aren't hidden and that programs obey, likewise."""

OBEYED_NAMES: Final[Mapping[str, tuple[str, ...]]] = {"sessions and file managers start them": ("*.desktop",)}
"""Patterns of names anywhere below it, likewise."""

VOLATILE_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "for temporary files": ("/tmp", "/var/tmp"),
    "of the running system": ("/dev", "/proc", "/run", "/sys"),
    "logs and caches": ("/var/log", "/var/cache"),
}
"""Folders outside the home folder by their reasons, each meant with all that lies in it."""


def _expression(start: str, *tables: Mapping[str, Iterable[str]]) -> str:
    """Returns the expression that a whole path matches if it is meant by one of some patterns."""
    patterns = [pattern for table in tables for row in table.values() for pattern in row]
    escaped = [re.escape(one).replace(r"\*", "[^/]*").replace(r"\[a\-z\]", "[a-z]") for one in patterns]
    return f"{start}(?:{'|'.join([one if one.endswith('/') else f'{one}(?:/.*)?' for one in escaped])})"


_ANYWHERE: Final = "(?:.*/)?"
_SHARED: Final = f"{_expression('', VOLATILE_FILES)}|{_expression(_ANYWHERE, VOLATILE_NAMES)}"
_TOLD: Final = _expression("", PROGRAM_FILES)

REAL_VOLATILE: Final = f"{_SHARED}|{_expression('', REAL_FILES)}"
"""The expression of paths below the home folder of a real desktop that are left out, with all below them."""
REAL_TOLD: Final = f"{_TOLD}|{_expression('', REAL_FOLDERS)}"
"""That of paths that are left out while their rights are usual; folders end with a slash."""

_VOLATILE: Final = re.compile(f"{_SHARED}|{_TOLD}", re.DOTALL)
_TOLD_PATHS: Final = re.compile(_TOLD, re.DOTALL)
_OUTSIDE: Final = re.compile(_expression("", VOLATILE_FOLDERS), re.DOTALL)
_LITTER: Final = re.compile(_expression(_ANYWHERE, LITTER_NAMES), re.DOTALL)
_OBEYED: Final = re.compile(f"{_expression('', OBEYED_FILES)}|{_expression(_ANYWHERE, OBEYED_NAMES)}", re.DOTALL)


def volatile_below_home(path: str) -> bool:
    """Returns whether the content of a file below the home folder may change without harm.

    >>> volatile_below_home(".cache/a/b"), volatile_below_home(".config/mimeapps.list")
    (True, False)
    """
    return _VOLATILE.fullmatch(path) is not None


@lru_cache(maxsize=4096)
def told_elsewhere(path: str) -> bool:
    """Returns whether a path below the home folder is one of `PROGRAM_FILES`; a folder's ends with a slash.

    >>> told_elsewhere(".thunderbird/a.default/"), told_elsewhere(".thunderbird/a.default/user.js")
    (True, False)
    """
    return _TOLD_PATHS.fullmatch(path) is not None


def unusual(folder: bool, mode: int) -> bool:
    """Returns whether rights are none that programs give what they write: others may change it, or its owner may not.

    Args:
        folder: Whether it is a folder.
        mode: The permission bits.

    >>> unusual(False, 0o600), unusual(False, 0o666), unusual(True, 0o600)
    (False, True, True)
    """
    own = 0o700 if folder else 0o600
    return bool(mode & 0o002) or mode & own != own


def obeyed(path: str) -> bool:
    """Returns whether programs may obey a new file below the home folder: it is hidden, or one of `OBEYED_FILES`.

    >>> obeyed(".mozilla/firefox/a.default/user.js"), obeyed("plans/.gitignore"), obeyed("plans/a.txt")
    (True, True, False)
    """
    hidden = "/." in f"/{path}" and _LITTER.fullmatch(path) is None
    return hidden or _OBEYED.fullmatch(path) is not None


def volatile_outside(path: str) -> bool:
    """Returns whether a file outside the home folder may change without harm.

    >>> volatile_outside("/tmp/a"), volatile_outside("/etc/hosts")
    (True, False)
    """
    return _OUTSIDE.fullmatch(path) is not None
