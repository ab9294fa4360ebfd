"""What /proc tells of the box's processes."""

from __future__ import annotations

import os


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
