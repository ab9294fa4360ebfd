"""The box's own time of day, which its programs are told by libfaketime: frozen, or running beside the real one.

Only the time of day is another: clocks that measure how long something takes run as ever, so that programs wait and
draw at their usual pace. The agent itself sees the real time, and files carry it: were their times faked too, editors
would take every file for changed whenever the clock moves.
"""

from __future__ import annotations

import glob
import os
import time

from .places import PRIVATE_DIR

FILE = f"{PRIVATE_DIR}/clock"
_LIBRARY = "/usr/lib/*/faketime/libfaketime.so.1"


def environment(now: float) -> dict[str, str]:
    """Sets the time for the first time and returns the environment of programs that are to be told it.

    It is empty where libfaketime isn't installed: then programs see the real time.
    """
    found = glob.glob(_LIBRARY)
    if not found:
        return {}
    set_time(now, False)
    return {
        "LD_PRELOAD": found[0],
        "FAKETIME_TIMESTAMP_FILE": FILE,
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }


def set_time(now: float, running: bool) -> None:
    """Tells programs another time of day, from now on.

    Args:
        now: Seconds since 1970.
        running: Whether it goes on by itself; else it stays until it is set again.
    """
    if running:
        text = f"{now - time.time():+.3f}"
    else:
        text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now))
    draft = f"{FILE}.new"
    with open(draft, "w", encoding="ascii") as file:
        file.write(text + "\n")
    os.replace(draft, FILE)
