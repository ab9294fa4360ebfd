"""What /proc tells of the box's processes: what they use, and what they wait for."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable


def process_name(pid: int) -> str:
    """Returns the name of a process as the kernel keeps it (15 bytes), empty if it is gone."""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().rstrip("\n")
    except OSError:
        return ""


def processes() -> dict[int, tuple[str, str, int]]:
    """Returns name, state letter and used CPU time (clock ticks, ended children included) of every process but this."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                head, _, tail = file.read().rpartition(b")")
        except OSError:
            continue
        fields = tail.split()
        name = head.partition(b"(")[2].decode("utf-8", "replace")
        found[int(entry)] = (name, fields[0].decode(), sum(map(int, fields[11:15])))
    return found


def running_seconds(rows: dict[int, tuple[str, str, int]]) -> dict[int, tuple[float, float]]:
    """Returns the seconds that every thread of these processes has run, and has waited for a processor.

    Where the kernel keeps no more: what each process has used, and 0.
    """
    found = {}
    for pid, row in rows.items():
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/schedstat", "rb") as file:
                    ran, waited = map(int, file.read().split()[:2])
                found[int(thread)] = ran / 1e9, waited / 1e9
        except (OSError, ValueError):
            found[pid] = row[2] / _TICKS, 0.0
    return found


_TICKS = os.sysconf("SC_CLK_TCK")
_POLL, _PPOLL = {"x86_64": (7, 271), "aarch64": (-1, 73)}.get(os.uname().machine, (-1, -1))


def sleeper(pids: Iterable[int], seconds: float) -> int:
    """Returns a process that has set itself a timer which ends within `seconds`, 0 if there is none.

    The main loop of a desktop program waits in poll(2) for its events, at most until its next timer is due; the kernel
    shows the arguments to those who may trace the process, as process 1 may. Of others nothing is known.
    """
    for pid in pids:
        try:
            with open(f"/proc/{pid}/syscall", "rb") as file:
                call = file.read().split()
            if len(call) < 4 or int(call[0]) not in (_POLL, _PPOLL):
                continue
            last = int(call[3], 16)
            if int(call[0]) == _PPOLL:  # the address of a time
                with open(f"/proc/{pid}/mem", "rb") as file:
                    whole, nanoseconds = struct.unpack("qq", os.pread(file.fileno(), 16, last)) if last else (-1, 0)
                left = whole + nanoseconds / 1e9
            else:
                left = last / 1000 if last < 1 << 31 else -1.0
        except (OSError, ValueError, OverflowError, struct.error):
            continue
        if 0 <= left <= seconds:
            return pid
    return 0
