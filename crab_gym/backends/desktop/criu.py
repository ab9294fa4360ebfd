"""Images of running boxes, taken and brought back by CRIU (https://criu.org): all processes, windows and files.

It takes root, and isolates less than a box that is never saved: what hostile programs in it hold is read, and made
again, by a program with root's rights. Hence it is done with ``snapshots="criu"`` only.

The network namespace is not in the image, as a box has its loopback device only; nor are control groups, nor what it
shows of the host. All that is made anew (`guest.restore`), and CRIU is told of it.
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
from crab_gym.backends.desktop.guest.places import CONNECTION, UID
from crab_gym.backends.desktop.guest.restore import READY
from crab_gym.backends.desktop.requirements import SEARCH_PATH, may_administer

__all__ = ["NETWORK", "VARIABLE", "BoxImage", "NotBroughtBack", "NotSaved", "found", "require", "trouble", "version"]

VARIABLE = "CRAB_CRIU"
"""Environment variable with the path of the program; without it, it is looked for where programs are."""

NETWORK = 4
"""Descriptor of the network namespace that a box comes back in."""

_FIRST_VERSION = (4, 0)
_NEW_SOCKETS, _VERSION_FOR_THEM = (6, 16), (4, 2)  # of Linux, and of CRIU: older ones ask what Linux no longer answers
_GET_IT = f"install CRIU 4.2 or newer, or name its program in {VARIABLE}; snapshots='replay' works without"
_SECONDS = 120.0

# Run by CRIU at its stages. At the first of these, all processes stand still, and what they have written is complete;
# at the second, all go on. -p keeps the rights of the other user number; see setpriv below.
_SCRIPT = """#!/bin/sh -p
case "$CRTOOLS_SCRIPT_ACTION" in
    post-dump) exec cp -a -x "{written}/." "{image}/files/" ;;
    post-resume) [ -z "${ready}" ] || echo >"${ready}" ;;
esac
"""

# CRIU looks once at what Linux can do, and keeps that in /run where it lies in memory. It has to look before it takes
# on another user's number: after that, libnftables ends any program that asks it.
_LOOK_FIRST = 'mount -t tmpfs -o mode=0700 crab /run && "$0" check >&2 && exec "$@"'

_COMMON = (
    "--work-dir", "/", "--manage-cgroups=ignore", "--tcp-established", "--network-lock", "skip", "--file-locks", "-v1",
)  # fmt: skip
_HARMLESS = "RLIMIT_NOFILE"  # which it would raise for itself
_MAX_GHOST = 1 << 30  # bytes of a file that is open but has no name any more
_OWN_KINDS = ("devpts", "proc")

_SYS_FSOPEN, _SYS_FSCONFIG, _SYS_FSMOUNT = 430, 431, 432
_FSOPEN_CLOEXEC, _FSMOUNT_CLOEXEC, _FSCONFIG_SET_STRING, _FSCONFIG_CMD_CREATE = 1, 1, 1, 6
_libc = ctypes.CDLL(None, use_errno=True)


class NotSaved(DeviceError):
    """CRIU could not take an image of this desktop, which goes on."""


class NotBroughtBack(DeviceError):
    """CRIU could not make a box from an image, or was not done in time."""


class BoxImage:
    """A box as it was at one moment; any number of boxes can be started from it.

    It lies in memory, in a file system that is mounted nowhere, and is gone with this object or this process.

    Args:
        device: Role that errors are reported for.
        pid: Process 1 of the box, as this host numbers it; it must be waiting for requests.
        written: Descriptor of the folder in which what the box writes ends up.
        lower: Folder of the box's root file system, ``""`` where it shows the host's packages.

    Attributes:
        lower: The same.

    Raises:
        NotSaved: CRIU could not; the message has its reasons.
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
            "unshare", "--mount", "sh", "-c", _LOOK_FIRST, found(),
            # Limits of processes may be read by their own user, for whom this passes, or with a right that root's
            # processes in containers often lack.
            "setpriv", f"--ruid={UID}", f"--rgid={UID}", "--keep-groups",
            found(), "dump", "--tree", str(pid), "--images-dir", f"{self.folder}/processes", "--leave-running",
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
        """Returns what `guest.restore` is told, which brings the box back."""
        argv = [
            found(), "restore", "--images-dir", f"{self.folder}/processes", "--action-script", f"{self.folder}/script",
            *_COMMON,
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
    problem = trouble()
    if problem:
        raise DeviceError(device, f"snapshots='criu' doesn't work here: {problem}")


def found() -> str:
    """Returns the path of CRIU's program, ``""`` where there is none."""
    named = os.environ.get(VARIABLE, "")
    return shutil.which(named or "criu", path=SEARCH_PATH) or ""


def trouble() -> str:
    """Returns what stands in the way of images here, and what to do; ``""`` where they can be taken."""
    return _trouble(found(), os.environ.get(VARIABLE, ""))


@functools.cache
def _trouble(program: str, named: str) -> str:
    if not may_administer():
        return "it needs root's rights (CAP_SYS_ADMIN); run as root, or use snapshots='replay'"
    if not program:
        return f"there is no program {named or 'criu'}; {_GET_IT}"
    if shutil.which("setpriv", path=SEARCH_PATH) is None:
        return "there is no program setpriv; apt-get install --no-install-recommends util-linux"
    told = version(program)
    kernel = _numbers(os.uname().release)
    least = _FIRST_VERSION if kernel < _NEW_SOCKETS else _VERSION_FOR_THEM
    if _numbers(told) < least:
        wanted = ".".join(map(str, least))
        return f"{program} is of version {told or 'unknown'}, expected {wanted} or newer on this Linux; {_GET_IT}"
    check = _output(program, "check")
    if "Looks good" not in check:
        return f"{program} check says: {_errors(check)}; {_GET_IT}"
    return ""


def version(program: str) -> str:
    """Returns the version that the program says it is of, ``""`` where it says none."""
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
    """Returns where the box shows something of the host, which is at the same place there: that is shown again.

    Its own memory file systems CRIU saves; the root is laid out before.
    """
    found = []
    for line in mountinfo.splitlines():
        fields = line.split(" ")
        place, kind, source = fields[4], *fields[fields.index("-") + 1 :][:2]
        if place != "/" and kind not in _OWN_KINDS and (kind, source) != ("tmpfs", "crab"):
            found.append(re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place))
    return tuple(found)


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
