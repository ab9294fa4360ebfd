"""What the desktop needs of the host: programs, the Debian packages they come in, and namespaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crab_gym.backends.desktop.inbox.places import UID

__all__ = ["Requirement", "explain_missing", "may_administer", "missing", "requirements"]

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

USER_NAMESPACE = ("--user", f"--map-user={UID}", f"--map-group={UID}", "--keep-caps")
"""Options of unshare(1) for callers without root's rights."""

NAMESPACE_HELP = (
    "run as root, or allow unprivileged user namespaces "
    "(sysctl user.max_user_namespaces above 0; on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0)"
)

_PROGRAMS = {
    "Xvfb": "xvfb",
    "xkbcomp": "x11-xkb-utils",
    "openbox": "openbox",
    "rofi": "rofi",
    "gnome-terminal": "gnome-terminal",
    "gedit": "gedit",
    "dbus-daemon": "dbus",
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
    """Returns everything that the desktop needs of this host, looked up and tried now."""
    return [*_files(), Requirement("namespaces", _namespaces_work(), NAMESPACE_HELP)]


def missing(root: str = "") -> list[Requirement]:
    """Returns the programs and modules that are not there.

    Args:
        root: Folder of the box's own root file system, ``""`` where it shows the host's packages.
    """
    return [row for row in (_programs_of(root) if root else _files()) if not row.present]


def may_administer() -> bool:
    """Tells whether this process has root's rights to make namespaces (CAP_SYS_ADMIN) and to change users."""
    for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("CapEff:"):
            mask = int(line.split()[1], 16)
            return os.geteuid() == 0 and bool(mask >> 21 & 1) and bool(mask >> 7 & 1)
    return False


def _namespaces_work() -> bool:
    program = shutil.which("unshare", path=SEARCH_PATH)
    if program is None:
        return False
    extra = () if may_administer() else USER_NAMESPACE
    argv = [program, "--mount", "--pid", "--net", "--fork", *extra, "true"]
    return subprocess.run(argv, capture_output=True, check=False).returncode == 0


def _files() -> list[Requirement]:
    found = [
        Requirement(f"program {program}", shutil.which(program, path=SEARCH_PATH) is not None, _install(package))
        for program, package in _PROGRAMS.items()
    ]
    has_xlib = Path("/usr/lib/python3/dist-packages/Xlib/__init__.py").is_file()
    found.append(Requirement("python3 module Xlib", has_xlib, _install("python3-xlib")))
    linux = sys.platform == "linux" and os.uname().machine in ("x86_64", "aarch64")
    found.insert(0, Requirement("Linux on x86_64 or aarch64", linux, "use backend='sim' on this machine"))
    return found


def _programs_of(root: str) -> list[Requirement]:
    how = "crab-gym setup desktop --force builds the root file system anew"
    folders = [f"{root}/{name}" for name in ("usr/bin", "usr/sbin")]
    # Links are taken as they are: those to /etc/alternatives would be followed on the host.
    found = [
        Requirement(
            f"program {program} in {root}", any(os.path.lexists(f"{folder}/{program}") for folder in folders), how
        )
        for program in _PROGRAMS
    ]
    unshare = Requirement(
        "program unshare", shutil.which("unshare", path=SEARCH_PATH) is not None, _install("util-linux")
    )
    return [unshare, *found]


def explain_missing(rows: Sequence[Requirement]) -> str:
    """Returns one sentence that names what is missing and how to get it."""
    parts = "; ".join(f"{row.what} ({row.how})" for row in rows)
    return f"the desktop can't start, missing: {parts}. scripts/test.sh --system-deps installs all packages"


def _install(package: str) -> str:
    return f"apt-get install --no-install-recommends {package}"
