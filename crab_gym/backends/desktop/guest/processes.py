"""The box's processes as /proc shows them: their processor time and their states."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

CROWD = 256
"""More processes than all programs of a desktop have: then one of them starts others without end."""


def process_name(pid: int) -> str:
    """Returns the name of a process as the kernel keeps it (15 bytes), empty if it is gone."""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().rstrip("\n")
    except OSError:
        return ""


def processes() -> dict[int, Process]:
    """Returns every process but this one; for repeated calls use a `ProcessMeter`."""
    with ProcessMeter() as meter:
        return meter.processes()


def background_programs() -> list[tuple[int, str, bool, int]]:
    """Returns the programs that somebody runs in the background.

    Each has its id, its name, whether it is stopped, and the id of its group.

    These are the jobs in the background of terminals, and orphans that a shell or an interpreter runs, or whose file
    isn't one of the system's. Programs with a place in the desktop, such as its services, are none.
    """
    found: list[tuple[int, str, bool, int]] = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                head, _, tail = file.read(_LINE).rpartition(b")")
            program = os.readlink(f"/proc/{entry}/exe")
        except OSError:  # it has ended, or is the kernel's
            continue
        state, parent, group, session, terminal, front = tail.split(None, 6)[:6]
        pid = int(entry)
        job = terminal != b"0" and group != front and session != entry.encode()
        orphan = parent == b"1" and (_RUNS_ANYTHING.search(program) is not None or not program.startswith("/usr/"))
        if pid != os.getpid() and state != b"Z" and (job or orphan):
            found.append((pid, head.partition(b"(")[2].decode("utf-8", "replace"), state in (b"T", b"t"), int(group)))
    return sorted(found)


class Process(NamedTuple):
    """A process.

    Attributes:
        name: Its name, as the kernel keeps it (15 bytes).
        state: The letter of its state.
        ticks: Its processor time, that of its ended children included.
        threads: Its number of threads.
    """

    name: str
    state: str
    ticks: int
    threads: int


class ProcessMeter:
    """Reads the processor time of the box's processes repeatedly.

    Files stay open in between, which makes all readings after the first cheap: a desktop has some 150 threads.
    """

    def __init__(self) -> None:
        self._files: dict[int, dict[str, int]] = {}  # process -> its files that are open
        self._open_files = 0  # their number
        self._tasks: dict[int, tuple[int, list[tuple[int, str]]]] = {}

    def __enter__(self) -> ProcessMeter:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the files; the next reading opens them again."""
        for pid in list(self._files):
            self._forget(pid)

    def processes(self) -> dict[int, Process]:
        """Returns every process but this one."""
        processes, own = {}, os.getpid()
        for entry in os.listdir("/proc"):
            if not entry.isdigit() or int(entry) == own:
                continue
            pid = int(entry)
            try:
                head, _, tail = self._read(pid, f"/proc/{entry}/stat").rpartition(b")")
            except OSError:
                continue
            fields = tail.split(None, 18)
            name = head.partition(b"(")[2].decode("utf-8", "replace")
            processes[pid] = Process(name, fields[0].decode(), sum(map(int, fields[11:15])), int(fields[17]))
        for pid in self._files.keys() - processes.keys():
            self._forget(pid)
        return processes

    def running_seconds(self, rows: dict[int, Process]) -> dict[int, tuple[float, float]]:
        """Returns the seconds for which each thread of these processes has run, and has waited for a processor.

        A kernel without these counts gives the processor time of each process, and 0.
        """
        seconds = {}
        for pid, row in rows.items():
            try:
                for thread, path in self._threads(pid, row.threads):
                    ran, waited = self._read(pid, path).split(None, 2)[:2]
                    seconds[thread] = int(ran) / 1e9, int(waited) / 1e9
            except (OSError, ValueError):
                self._tasks.pop(pid, None)  # one of them has ended
                seconds[pid] = row.ticks / _TICKS, 0.0
        return seconds

    def a_thread_runs(self, rows: dict[int, Process]) -> bool:
        """Returns whether a thread runs, could run, or waits for a disk.

        On a busy machine a thread may wait long for a processor and use no time meanwhile. The first thread of each
        process is left out, since its state is in the rows.
        """
        try:
            for pid, row in rows.items():
                for thread, path in self._threads(pid, row.threads) if row.threads > 1 else ():
                    line = b"" if thread == pid else self._read(pid, f"{path[: -len('schedstat')]}stat")
                    if line.rpartition(b")")[2][1:2] in (b"R", b"D"):
                        return True
        except OSError:  # one has ended just now
            return True
        return False

    def _threads(self, pid: int, count: int) -> list[tuple[int, str]]:
        known = self._tasks.get(pid)
        if known is None or known[0] != count:
            self._forget(pid)
            folder = f"/proc/{pid}/task"
            known = count, [(int(thread), f"{folder}/{thread}/schedstat") for thread in os.listdir(folder)]
            self._tasks[pid] = known
        return known[1]

    def _read(self, pid: int, path: str) -> bytes:
        files = self._files.get(pid)
        descriptor = None if files is None else files.get(path)
        if descriptor is not None:
            try:
                return os.pread(descriptor, _LINE, 0)
            except OSError:  # it has ended; another process may have its id by now
                self._forget(pid)
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        keep = self._open_files < _MAX_KEPT
        try:
            content = os.pread(descriptor, _LINE, 0)
        except OSError:
            keep = False
            raise
        finally:
            if keep:
                self._files.setdefault(pid, {})[path] = descriptor
                self._open_files += 1
            else:
                os.close(descriptor)
        return content

    def _forget(self, pid: int) -> None:
        files = self._files.pop(pid, {})
        for descriptor in files.values():
            os.close(descriptor)
        self._open_files -= len(files)
        self._tasks.pop(pid, None)


_RUNS_ANYTHING = re.compile(r"/(?:bash|dash|sh|zsh|perl|python[0-9.]*|sleep|watch|tail|yes|timeout|nohup)$")
_LINE = 1024  # bytes; such files are shorter
_MAX_KEPT = 400  # open files: programs may start processes without end
_TICKS = os.sysconf("SC_CLK_TCK")
