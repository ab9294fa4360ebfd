"""Images of running boxes, taken and restored by CRIU (https://criu.org): all processes, windows and files.

This needs root, and isolates less: a program with root's rights reads and recreates the resources of a box's programs,
hostile ones included. Hence it is used with ``snapshots="criu"`` only.

An image doesn't hold the network namespace, since a box has its loopback device only, nor control groups, nor the
mounts of host folders. `guest.restore` makes them again, and CRIU gets them from there.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import subprocess
import weakref
from pathlib import Path
from typing import Any, NoReturn

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop.guest.paths import CONNECTION, UID
from crab_gym.backends.desktop.guest.restore import READY
from crab_gym.backends.desktop.namespaces import SEARCH_PATH, may_administer

__all__ = [
    "NETWORK",
    "VARIABLE",
    "BoxImage",
    "NotSaved",
    "RestoreFailed",
    "criu_program",
    "require",
    "version",
    "why_unavailable",
]

VARIABLE = "CRAB_CRIU"
"""Environment variable with the path of the program; by default it is looked for in `SEARCH_PATH`."""

NETWORK = 4
"""Descriptor of the network namespace of a restored box."""

_FIRST_VERSION = (4, 0)
# From this version of Linux on, older versions of CRIU fail: a query of theirs is no longer answered.
_NEW_LINUX, _VERSION_FOR_NEW_LINUX = (6, 16), (4, 2)
_GET_IT = f"install CRIU 4.2 or newer, or name its program in {VARIABLE}; snapshots='replay' works without"
_SECONDS = 120.0

# CRIU runs this script at its stages. At the first of these, all processes are stopped and their files complete; at the
# second, all run again. -p keeps the effective user id; see setpriv below.
_SCRIPT = """#!/bin/sh -p
case "$CRTOOLS_SCRIPT_ACTION" in
    post-dump) exec cp -a -x "{written}/." "{image}/files/" ;;
    post-resume) [ -z "${ready}" ] || echo >"${ready}" ;;
esac
"""

# CRIU examines the kernel once and keeps the result in /run, if that is a tmpfs. It has to do so before it changes its
# user id: afterwards, libnftables aborts any program that uses it.
_LOOK_FIRST = 'mount -t tmpfs -o mode=0700 crab /run && "$0" check >&2 && exec "$@"'

_COMMON = (
    "--work-dir", "/", "--manage-cgroups=ignore", "--tcp-established", "--network-lock", "skip", "--file-locks", "-v1",
)  # fmt: skip
_HARMLESS = "RLIMIT_NOFILE"  # in errors about raising its own limit
_MAX_GHOST = 1 << 30  # bytes of a file that is open but has no name any more
_OWN_KINDS = ("devpts", "proc")

_SYS_FSOPEN, _SYS_FSCONFIG, _SYS_FSMOUNT = 430, 431, 432
_FSOPEN_CLOEXEC, _FSMOUNT_CLOEXEC, _FSCONFIG_SET_STRING, _FSCONFIG_CMD_CREATE = 1, 1, 1, 6
_libc = ctypes.CDLL(None, use_errno=True)


class NotSaved(DeviceError):
    """CRIU could not take an image of this desktop, which goes on running."""


class RestoreFailed(DeviceError):
    """CRIU could not restore a box from an image, or not in time."""


class BoxImage:
    """An image of a box, from which any number of boxes can be started.

    It lies in memory, in a file system that is mounted nowhere, and ends with this object or this process.

    Args:
        device: Role that errors are reported for.
        pid: Process 1 of the box, as this host numbers it; it must be waiting for requests.
        written: Descriptor of the folder that receives the box's files.
        lower: Folder of the box's root file system, ``""`` where it shows the host's packages.

    Attributes:
        lower: As in the arguments.

    Raises:
        NotSaved: CRIU failed; the message has its reasons.
    """

    def __init__(self, device: str, pid: int, written: int, lower: str) -> None:
        self.lower = lower
        self._descriptor = _memory()
        weakref.finalize(self, os.close, self._descriptor)
        process = f"/proc/{pid}"
        self._socket = os.stat(f"{process}/fd/{CONNECTION}").st_ino
        self._places = _places(Path(f"{process}/mountinfo").read_text(encoding="utf-8", errors="surrogateescape"))
        network = os.stat(f"{process}/ns/net").st_ino
        os.mkdir(f"{self.folder}/processes")
        os.mkdir(f"{self.folder}/files")
        script = Path(f"{self.folder}/script")
        place = f"/proc/{os.getpid()}/fd/{written}"
        script.write_text(_SCRIPT.format(written=place, image=self.folder, ready=READY), "ascii")
        script.chmod(0o700)
        argv = [
            "unshare", "--mount", "sh", "-c", _LOOK_FIRST, criu_program(),
            # Only its own user may read the limits of a process, or a capability that root often lacks in containers;
            # so CRIU runs with that user's real id.
            "setpriv", f"--ruid={UID}", f"--rgid={UID}", "--keep-groups",
            criu_program(), "dump", "--tree", str(pid), "--images-dir", f"{self.folder}/processes", "--leave-running",
            "--link-remap", "--ghost-limit", str(_MAX_GHOST), "--action-script", str(script), *_COMMON,
            "--external", f"unix[{self._socket}]", "--external", f"net[{network}]:net",
        ]  # fmt: skip
        for place in self._places:
            argv += ["--external", f"mnt[{place}]:{place}"]
        try:
            done = subprocess.run(
                argv, env={"PATH": SEARCH_PATH}, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, check=False,
                timeout=_SECONDS, encoding="utf-8", errors="replace",
            )  # fmt: skip
            reasons = "" if done.returncode == 0 else _errors(done.stdout + done.stderr)
        except subprocess.TimeoutExpired:
            reasons = f"it took more than {_SECONDS:.0f} s"
        if reasons:
            raise NotSaved(
                device,
                f"CRIU could not take an image of the desktop, which goes on: {reasons}\n"
                "Close the program that it can't save, or use snapshots='replay'",
            )

    @property
    def folder(self) -> str:
        """Path of the image, for this process and those it starts."""
        return f"/proc/{os.getpid()}/fd/{self._descriptor}"

    def steps(self) -> dict[str, Any]:
        """Returns the input of `guest.restore`, which restores the box."""
        argv = [
            criu_program(), "restore", "--images-dir", f"{self.folder}/processes",
            "--action-script", f"{self.folder}/script", *_COMMON,
            "--inherit-fd", f"fd[{CONNECTION}]:socket:[{self._socket}]", "--inherit-fd", f"fd[{NETWORK}]:net",
        ]  # fmt: skip
        for place in self._places:
            argv += ["--external", f"mnt[{place}]:{place}"]
        return {"root": self.lower, "files": f"{self.folder}/files", "network": NETWORK, "command": argv}

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "the image of a running desktop lies in this process's memory and can't be pickled or copied; "
            "give workers the task and the seed, or use snapshots='replay'"
        )


def require(device: str) -> None:
    """Raises `DeviceError` where images can't be taken."""
    problem = why_unavailable()
    if problem:
        raise DeviceError(device, f"snapshots='criu' doesn't work here: {problem}")


def criu_program() -> str:
    """Returns the path of CRIU, ``""`` where it isn't installed."""
    named = os.environ.get(VARIABLE, "")
    return shutil.which(named or "criu", path=SEARCH_PATH) or ""


def why_unavailable() -> str:
    """Returns the reason why no images can be taken here, with the remedy; ``""`` where they can."""
    return _why_unavailable(criu_program(), os.environ.get(VARIABLE, ""))


@functools.cache
def _why_unavailable(program: str, named: str) -> str:
    if not may_administer():
        return "it needs root's rights (CAP_SYS_ADMIN); run as root, or use snapshots='replay'"
    if not program:
        return f"there is no program {named or 'criu'}; {_GET_IT}"
    if shutil.which("setpriv", path=SEARCH_PATH) is None:
        return "there is no program setpriv; apt-get install --no-install-recommends util-linux"
    installed = version(program)
    kernel = _numbers(os.uname().release)
    required = _FIRST_VERSION if kernel < _NEW_LINUX else _VERSION_FOR_NEW_LINUX
    if _numbers(installed) < required:
        minimum = ".".join(map(str, required))
        return f"{program} is of version {installed or 'unknown'}, expected {minimum} or newer on this Linux; {_GET_IT}"
    check = _output(program, "check")
    if "Looks good" not in check:
        return f"{program} check says: {_errors(check)}; {_GET_IT}"
    return ""


def version(program: str) -> str:
    """Returns the version that the program prints, ``""`` where it prints none."""
    number = re.search(r"Version: (\S+)", _output(program, "--version"))
    return number[1] if number else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:2]))


def _output(*argv: str) -> str:
    try:
        done = subprocess.run(argv, capture_output=True, check=False, timeout=30, encoding="utf-8", errors="replace")
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    return done.stdout + done.stderr


def _errors(text: str) -> str:
    """Returns the last few errors that CRIU printed."""
    lines = [line.strip() for line in text.splitlines() if "Error" in line and _HARMLESS not in line]
    lines = lines or text.strip().splitlines()
    return "\n".join(lines[-6:])[-2000:] or "it doesn't say why"


def _places(mountinfo: str) -> tuple[str, ...]:
    """Returns the mount points of host files in the box, which have the same path on the host, to mount them again.

    The box's own tmpfses are in the image, and its root is laid out before.
    """
    places = []
    for line in mountinfo.splitlines():
        fields = line.split(" ")
        _, _, _, _, place, *_ = fields
        kind, source, *_ = fields[fields.index("-") + 1 :]
        if place != "/" and kind not in _OWN_KINDS and (kind, source) != ("tmpfs", "crab"):
            places.append(re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place))
    return tuple(places)


def _memory() -> int:
    """Returns a descriptor of a fresh tmpfs that is mounted nowhere."""
    context = _call(_SYS_FSOPEN, b"tmpfs", _FSOPEN_CLOEXEC)
    try:
        _call(_SYS_FSCONFIG, context, _FSCONFIG_SET_STRING, b"mode", b"0700", 0)
        _call(_SYS_FSCONFIG, context, _FSCONFIG_CMD_CREATE, None, None, 0)
        return _call(_SYS_FSMOUNT, context, _FSMOUNT_CLOEXEC, 0)
    finally:
        os.close(context)


def _call(number: int, *args: Any) -> int:
    result = int(_libc.syscall(ctypes.c_long(number), *args))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"make memory for an image: {os.strerror(code)}")
    return result
