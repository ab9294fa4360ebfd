"""The box's own time: a time of day that is frozen or runs with an offset, and shorter durations.

Programs get the time of day from libfaketime. Their clocks for durations run `PACE` times as fast as the real ones
(``pace.c``, which is compiled when a box starts): an action that follows its cause after a delay, such as drawing with
the next frame, comes that much sooner. The guest's own process sees the real time.

The kernel stamps files with the real time, and programs see that: if it were faked, too, editors would take every file
for changed whenever the clock moves. So this process stamps the files that it writes with the box's time, and with
each move of the clock also the folders of the home, which file dialogs list. A file that a program has written keeps
the real time.
"""

from __future__ import annotations

import ctypes
import glob
import os
import subprocess
import time

from .paths import GUEST_DIR, HOME, PRIVATE_DIR

PACE = 4
"""The number of the programs' seconds in a real one."""

FILE = f"{PRIVATE_DIR}/clock"
_LIBRARY = "/usr/lib/*/faketime/libfaketime.so.1"
_MAX_FOLDERS = 200
_PYTHON = "/usr/local/lib/clock"

FILES = {
    f"{_PYTHON}/sitecustomize.py": """# Python's own sleep fails: libfaketime takes its end for a time of day.
import select
import time


def sleep(seconds):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = sleep
"""
}
"""Files that programs need to run with libfaketime: text by absolute path."""

_COMPILER = "tcc"  # takes 3 ms and needs no headers
_SHORTER = f"{PRIVATE_DIR}/pace.so"

# The two files of the clock keep their pages: by an overwrite and an exchange, the time is set on a full disk, too.
_DRAFT = f"{FILE}.new"
_LENGTH = 32
_RENAME_EXCHANGE = 2
_AT_FDCWD = -100
_libc = ctypes.CDLL(None, use_errno=True)

_now = 0.0
_paced = False
_stamped: dict[str, int] = {}


def environment(now: float) -> dict[str, str]:
    """Sets the time for the first time and returns the environment variables of programs that see it.

    There are none where libfaketime isn't installed: then programs see the real time and real durations.

    Args:
        now: Seconds since 1970.
    """
    global _paced
    libraries = glob.glob(_LIBRARY)
    if not libraries:
        return {}
    os.makedirs(PRIVATE_DIR, exist_ok=True)
    for path in (FILE, _DRAFT):
        with open(path, "wb") as file:
            file.write(_text(now, False))
    command = [_COMPILER, f"-DPACE={PACE}", "-nostdlib", "-shared", "-o", _SHORTER, f"{GUEST_DIR}/guest/pace.c"]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    _paced = True
    return {
        "LD_PRELOAD": f"{_SHORTER} {libraries[0]}",
        "FAKETIME_TIMESTAMP_FILE": FILE,
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        "PYTHONPATH": _PYTHON,
    }


def pace() -> int:
    """Returns the number of the programs' seconds in a real one: `PACE`, or 1 without libfaketime."""
    return PACE if _paced else 1


def set_time(now: float, running: bool) -> None:
    """Sets the time of day that programs see.

    Args:
        now: Seconds since 1970.
        running: Whether it goes on by itself; otherwise it stays until it is set again.
    """
    global _now
    _now = now
    try:
        _write(_text(now, running))
    except OSError:  # the AI agent has removed the files, and filled the disk: programs keep the time that they see
        pass
    _stamp_folders()


def _text(now: float, running: bool) -> bytes:
    """Returns a time as libfaketime reads it, always of the same length."""
    if running:
        text = f"{now - time.time():+.3f}"
    else:
        text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now))
    return f"{text}\n".ljust(_LENGTH, "\n").encode("ascii")


def _write(data: bytes) -> None:
    """Sets the clock's file at once: whoever reads it sees the time before or after, nothing in between."""
    os.makedirs(PRIVATE_DIR, exist_ok=True)
    draft = os.open(_DRAFT, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    try:
        os.pwrite(draft, data, 0)
        os.ftruncate(draft, len(data))
    finally:
        os.close(draft)
    exchanged = _libc.renameat2(_AT_FDCWD, _DRAFT.encode(), _AT_FDCWD, FILE.encode(), ctypes.c_uint(_RENAME_EXCHANGE))
    if exchanged != 0:  # there is no file any more
        os.replace(_DRAFT, FILE)


def stamp(path: str) -> None:
    """Stamps a file that this process has written, and the folders above it, with the box's time."""
    while path.startswith(f"{HOME}/"):
        _utime(path)
        path = os.path.dirname(path)


def _stamp_folders() -> None:
    """Stamps the folders directly in the home with the box's time, if they have changed since the last stamp."""
    try:
        with os.scandir(HOME) as entries:
            folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:  # the AI agent may have removed its own home
        return
    for folder in folders[:_MAX_FOLDERS]:
        try:
            changed = os.lstat(folder).st_mtime_ns
        except OSError:
            continue
        if _stamped.get(folder) != changed:
            _utime(folder)


def _utime(path: str) -> None:
    try:
        os.utime(path, (_now, _now), follow_symlinks=False)
        _stamped[path] = os.lstat(path).st_mtime_ns
    except OSError:
        _stamped.pop(path, None)
