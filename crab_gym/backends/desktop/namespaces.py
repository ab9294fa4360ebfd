"""The Linux namespaces of a box: the command that makes them, and whether this process may.

* `unshare_command` - makes the namespaces, and then runs the first stage of a box in them.
* `may_isolate`, `namespaces_work` - whether this process may make them; `may_administer` - whether it may do so as
  root.

The first stage then lays out the box's files in its mount namespace (see `guest.mounts`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from crab_gym.backends.desktop.guest.paths import UID

__all__ = [
    "NAMESPACE_HELP", "SEARCH_PATH", "USER_NAMESPACE", "may_administer", "may_isolate", "namespaces_work",
    "run_in_namespaces", "unshare_command",
]  # fmt: skip

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Folders in which programs of the host are looked for, whatever this process's own PATH is."""

USER_NAMESPACE = ("--user", f"--map-user={UID}", f"--map-group={UID}", "--keep-caps")
"""Options of unshare(1) for callers without root's rights."""

NAMESPACE_HELP = (
    "run as root, or allow unprivileged user namespaces "
    "(sysctl user.max_user_namespaces above 0; on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0)"
)

_CAP_SETUID, _CAP_SYS_ADMIN = 7, 21


def unshare_command(restored: bool) -> list[str]:
    """Returns the command that makes the namespaces: directly as root, else in a user namespace.

    For a restored box CRIU makes the process and IPC namespaces.
    """
    program = shutil.which("unshare", path=SEARCH_PATH) or "unshare"
    if restored:
        return [program, "--mount", "--net", "--uts"]
    argv = [program, "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"]
    return argv if may_administer() else [*argv, *USER_NAMESPACE]


def may_administer() -> bool:
    """Returns whether this process has root's rights to make namespaces (CAP_SYS_ADMIN) and to change users."""
    for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("CapEff:"):
            mask = int(line.split()[1], 16)
            return os.geteuid() == 0 and bool(mask >> _CAP_SYS_ADMIN & 1) and bool(mask >> _CAP_SETUID & 1)
    return False


def namespaces_work() -> bool:
    """Tries whether this process may make the namespaces of a box."""
    return run_in_namespaces("true")


def may_isolate() -> bool:
    """Returns whether this process may make the namespaces of a box; once it could, it isn't tried again."""
    global _isolated
    _isolated = _isolated or namespaces_work()
    return _isolated


_isolated = False


def run_in_namespaces(*command: str) -> bool:
    """Returns whether a command succeeds in namespaces like those of a box."""
    program = shutil.which("unshare", path=SEARCH_PATH)
    if program is None:
        return False
    extra = () if may_administer() else USER_NAMESPACE
    argv = [program, "--mount", "--pid", "--net", "--fork", *extra, *command]
    return subprocess.run(argv, capture_output=True, check=False, cwd="/").returncode == 0
