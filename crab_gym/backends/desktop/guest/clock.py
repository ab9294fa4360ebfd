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

import glob
import os
import subprocess
import time

from .places import GUEST_DIR, HOME, PRIVATE_DIR

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
    _write(now, False)
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
    _write(now, running)
    _stamp_folders()


def _write(now: float, running: bool) -> None:
    if running:
        text = f"{now - time.time():+.3f}"
    else:
        text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now))
    draft = f"{FILE}.new"
    with open(draft, "w", encoding="ascii") as file:
        file.write(text + "\n")
    os.replace(draft, FILE)


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
