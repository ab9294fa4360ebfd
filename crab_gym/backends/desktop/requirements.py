"""Requirements of the desktop: programs, and their Debian packages; overlay file systems."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from crab_gym.backends.desktop.namespaces import SEARCH_PATH, may_administer, run_in_namespaces
from crab_gym.backends.desktop.rootfs import PROFILES

__all__ = [
    "Requirement",
    "explain_missing",
    "missing",
    "missing_apps",
    "overlay_works",
    "programs",
]

_PROGRAMS = {
    "light": {
        "Xvfb": "xvfb",
        "xkbcomp": "x11-xkb-utils",
        "openbox": "openbox",
        "rofi": "rofi",
        "tint2": "tint2",
        "gnome-terminal": "gnome-terminal",
        "gedit": "gedit",
        "dbus-daemon": "dbus",
        "at-spi-bus-launcher": "at-spi2-core",
        "dconf": "dconf-cli",
        "gsettings": "libglib2.0-bin",
        "tcc": "tcc",
        "xclip": "xclip",
        "python3": "python3",
    },
    "gnome": {
        "gnome-shell": "gnome-shell",
        "gsd-xsettings": "gnome-settings-daemon",
        "gnome-control-center": "gnome-control-center",
    },
    "full": {
        "eog": "eog",
        "file-roller": "file-roller",
        "firefox": "firefox-esr",
        "gimp": "gimp",
        "git": "git",
        "gnome-calculator": "gnome-calculator",
        "gnome-clocks": "gnome-clocks",
        "gnome-system-monitor": "gnome-system-monitor",
        "gnome-screenshot": "gnome-screenshot",
        "localc": "libreoffice-calc",
        "loimpress": "libreoffice-impress",
        "lowriter": "libreoffice-writer",
        "nano": "nano",
        "rhythmbox": "rhythmbox",
        "thunderbird": "thunderbird",
        "vim": "vim",
    },
}
"""Programs of each profile beyond those of the profiles before it, and their packages."""

_APPS = {
    "archive_manager": ("file-roller", "file-roller"),
    "calculator": ("gnome-calculator", "gnome-calculator"),
    "calendar": ("gnome-calendar", "gnome-calendar"),
    "clocks": ("gnome-clocks", "gnome-clocks"),
    "disk_usage": ("baobab", "baobab"),
    "endeavour": ("endeavour", "endeavour"),
    "characters": ("gnome-characters", "gnome-characters"),
    "document_viewer": ("evince", "evince"),
    "music": ("rhythmbox", "rhythmbox"),
    "screenshot": ("gnome-screenshot", "gnome-screenshot"),
    "videos": ("totem", "totem"),
    "calc": ("localc", "libreoffice-calc"),
    "files": ("nautilus", "nautilus"),
    "firefox": ("firefox-esr", "firefox-esr"),
    "gimp": ("gimp", "gimp"),
    "image_viewer": ("eog", "eog"),
    "impress": ("loimpress", "libreoffice-impress"),
    "settings": ("gnome-control-center", "gnome-control-center"),
    "system_monitor": ("gnome-system-monitor", "gnome-system-monitor"),
    "thunderbird": ("thunderbird", "thunderbird"),
    "vim": ("vim", "vim"),
    "writer": ("lowriter", "libreoffice-writer"),
}
"""Apps that a box may lack, by their ids in `crab_sim.devices.apps`: their programs and Debian packages."""

_FOLDERS = ("usr/bin", "usr/sbin", "usr/libexec")
_MODULES = {"Xlib": "python3-xlib", "gi": "python3-gi"}

_REBUILD = "crab-gym setup desktop --force"


class Requirement(NamedTuple):
    """A requirement of the desktop.

    Attributes:
        what: Its name.
        present: Whether the host meets it.
        how: The way to meet it.
        only: The profile or option that needs it, ``""`` for all.
    """

    what: str
    present: bool
    how: str
    only: str = ""


def programs(profile: str, root: str = "") -> list[Requirement]:
    """Returns the programs and Python modules of a profile beyond those of the profiles before it.

    Args:
        profile: One of `PROFILES`.
        root: Folder of a root file system to look in, ``""`` for this host.
    """
    rows = [
        Requirement(f"program {program}", _has(program, root), _install(package))
        for program, package in _PROGRAMS[profile].items()
    ]
    if profile == "light":
        rows += [
            Requirement(
                f"python3 module {module}",
                Path(f"{root}/usr/lib/python3/dist-packages/{module}/__init__.py").is_file(),
                _install(package),
            )
            for module, package in _MODULES.items()
        ]
    return rows if not root else [row._replace(what=f"{row.what} in {root}", how=_REBUILD) for row in rows]


def missing(root: str = "", profile: str = "light") -> list[Requirement]:
    """Returns the unmet requirements of a box.

    Args:
        root: Folder of the box's own root file system, ``""`` where it shows the host's packages.
        profile: The profile of its desktop.
    """
    rows = [*host()]
    for name in PROFILES[: PROFILES.index(profile) + 1]:
        rows += programs(name, root)
    return [row for row in rows if not row.present]


def missing_apps(apps: Iterable[str], root: str = "") -> list[Requirement]:
    """Returns the unmet requirements of some apps.

    Args:
        apps: Ids of apps; those that every box has are skipped.
        root: Folder of the box's own root file system, ``""`` where it shows the host's packages.
    """
    rows = []
    for app in sorted(_APPS.keys() & set(apps)):
        program, package = _APPS[app]
        if not _has(program, root):
            rows.append(Requirement(f"program {program}", False, _REBUILD if root else _install(package)))
    return rows


def host() -> list[Requirement]:
    """Returns the requirements of every box that are known without trying anything."""
    linux = sys.platform == "linux" and os.uname().machine in ("x86_64", "aarch64")
    return [
        Requirement("Linux on x86_64 or aarch64", linux, "use backend='sim' on this machine"),
        Requirement("program unshare", shutil.which("unshare", path=SEARCH_PATH) is not None, _install("util-linux")),
    ]


@functools.cache
def overlay_works() -> bool:
    """Tries whether this process may lay a box's files over a root file system."""
    script = "mount -t tmpfs crab /tmp && cd /tmp && mkdir a b c d && mount -t overlay crab d -o "
    options = "lowerdir=/tmp/a,upperdir=/tmp/b,workdir=/tmp/c" + ("" if may_administer() else ",userxattr")
    return run_in_namespaces("sh", "-c", script + options)


def _has(program: str, root: str) -> bool:
    if not root:
        return shutil.which(program, path=f"{SEARCH_PATH}:/usr/libexec") is not None
    # A link counts even if it is broken: those to /etc/alternatives would be followed on the host.
    return any(os.path.lexists(f"{root}/{folder}/{program}") for folder in _FOLDERS)


def explain_missing(rows: Sequence[Requirement]) -> str:
    """Returns a sentence that names the missing requirements and how to get them."""
    parts = "; ".join(f"{row.what} ({row.how})" for row in rows)
    return (
        f"the desktop can't start, missing: {parts}. scripts/test.sh --system-deps installs all packages; "
        "crab-gym setup desktop builds a root file system that has them"
    )


def _install(package: str) -> str:
    return f"apt-get install --no-install-recommends {package}"
