"""The box's own time: programs' time of day is frozen or runs beside the real one, and their durations are shorter.

The time of day they are told by libfaketime. Their clocks that measure how long something takes run `PACE` times as
fast as the real ones (``pace.c``, which is compiled when a box starts): what a program does some time after its cause,
such as drawing with the next frame, comes as much sooner. The agent itself sees the real time.

The kernel stamps files with the real time, and programs see that: were it faked too, editors would take every file for
changed whenever the clock moves. So the agent itself stamps what it writes, and with each move of the clock the home's
folders, which file dialogs list, with the time of the box. A file that a program has written keeps the real time.
"""

from __future__ import annotations

import glob
import os
import subprocess
import time

from .places import AGENT_DIR, HOME, PRIVATE_DIR

PACE = 4
"""How many of the programs' seconds a real one has."""

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
"""What a box starts with so that its programs can live with libfaketime: text by absolute path."""

_COMPILER = "tcc"  # takes 3 ms and needs no headers
_SHORTER = f"{PRIVATE_DIR}/pace.so"

_now = 0.0
_paced = False
_stamped: dict[str, int] = {}


def environment(now: float) -> dict[str, str]:
    """Sets the time for the first time and returns the environment of programs that are to be told it.

    It is empty where libfaketime isn't installed: then programs see the real time and the real durations.
    """
    global _paced
    found = glob.glob(_LIBRARY)
    if not found:
        return {}
    _write(now, False)
    command = [_COMPILER, f"-DPACE={PACE}", "-nostdlib", "-shared", "-o", _SHORTER, f"{AGENT_DIR}/guest/pace.c"]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    _paced = True
    return {
        "LD_PRELOAD": f"{_SHORTER} {found[0]}",
        "FAKETIME_TIMESTAMP_FILE": FILE,
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        "PYTHONPATH": _PYTHON,
    }


def pace() -> int:
    """Returns how many seconds of the programs a real one has: `PACE`, or 1 where their durations are the real ones."""
    return PACE if _paced else 1


def set_time(now: float, running: bool) -> None:
    """Tells programs another time of day, from now on.

    Args:
        now: Seconds since 1970.
        running: Whether it goes on by itself; else it stays until it is set again.
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
    """Gives a file that the agent has written, and the folders above it, the box's time."""
    while path.startswith(f"{HOME}/"):
        _utime(path)
        path = os.path.dirname(path)


def _stamp_folders() -> None:
    """Gives the folders directly in the home the box's time, where they have changed since they last got it."""
    try:
        with os.scandir(HOME) as entries:
            folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:  # an agent may have taken its own home away
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
