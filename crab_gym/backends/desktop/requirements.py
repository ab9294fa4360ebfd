"""What the desktop needs of the host: programs, the Debian packages they come in, and namespaces."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["Requirement", "explain_missing", "missing", "requirements"]

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_PROGRAMS = {
    "Xvfb": "xvfb",
    "xkbcomp": "x11-xkb-utils",
    "openbox": "openbox",
    "rofi": "rofi",
    "gnome-terminal": "gnome-terminal",
    "gedit": "gedit",
    "dbus-daemon": "dbus-daemon",
    "dconf": "dconf-cli",
    "gsettings": "libglib2.0-bin",
    "xclip": "xclip",
    "unshare": "util-linux",
    "python3": "python3",
}


class Requirement(NamedTuple):
    """One thing that the desktop needs, whether it is there, and how to get it."""

    what: str
    present: bool
    how: str


def requirements() -> list[Requirement]:
    """Returns everything that the desktop needs of this host, looked up now."""
    found = [
        Requirement(f"program {program}", shutil.which(program, path=SEARCH_PATH) is not None, _install(package))
        for program, package in _PROGRAMS.items()
    ]
    has_xlib = Path("/usr/lib/python3/dist-packages/Xlib/__init__.py").is_file()
    found.append(Requirement("python3 module Xlib", has_xlib, _install("python3-xlib")))
    linux = sys.platform == "linux" and os.uname().machine in ("x86_64", "aarch64")
    found.insert(0, Requirement("Linux on x86_64 or aarch64", linux, "use backend='sim' on this machine"))
    return found


def missing() -> list[Requirement]:
    """Returns the requirements that are not met."""
    return [row for row in requirements() if not row.present]


def explain_missing(rows: Sequence[Requirement]) -> str:
    """Returns one sentence that names what is missing and how to get it."""
    parts = "; ".join(f"{row.what} ({row.how})" for row in rows)
    return f"the desktop can't start, missing: {parts}. scripts/test.sh --system-deps installs all packages"


def _install(package: str) -> str:
    return f"apt-get install --no-install-recommends {package}"
