"""The guest's reading of processes, which is the same on any Linux, so it is tested on this host."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from crab_gym.backends.desktop.guest.processes import ProcessMeter

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")

_WORK = "print('ready', flush=True)\nwhile True: pass"


@contextmanager
def _running(*argv: str) -> Iterator[int]:
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"ready\n"
            yield process.pid
        finally:
            process.kill()


def _open(pid: int) -> int:
    """Returns the number of this process's descriptors of files that tell of another one.

    A meter reads of all processes, so others on this host that begin and end would change the number of them all.
    """
    targets = []
    for entry in os.scandir("/proc/self/fd"):
        try:
            targets.append(os.readlink(entry.path))
        except FileNotFoundError:  # that of this listing
            continue
    return sum(target.startswith(f"/proc/{pid}/") for target in targets)


def _until(condition: Callable[[], bool]) -> bool:
    for _ in range(500):
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_a_meter_tells_what_threads_have_run_and_closes_the_files_of_those_that_are_gone() -> None:
    meter = ProcessMeter()
    with _running(sys.executable, "-c", _WORK) as pid:
        rows = meter.processes()
        assert rows[pid].threads == 1
        first = meter.running_seconds({pid: rows[pid]})[pid][0]
        assert _until(lambda: meter.running_seconds({pid: rows[pid]})[pid][0] > first)
        meter.processes()
        assert _open(pid) == 2  # of its state, and of what its thread ran
    meter.processes()
    assert _open(pid) == 0
    parent = os.getppid()
    assert _open(parent) == 1
    meter.close()
    assert _open(parent) == 0
    assert parent in meter.processes()  # it opens them again
    assert _open(parent) == 1
    meter.close()
    assert _open(parent) == 0


def test_the_files_of_threads_that_are_gone_are_closed() -> None:
    code = (
        "import threading\nwait = threading.Event()\n"
        "for _ in range(20): threading.Thread(target=wait.wait).start()\n"
        "print('ready', flush=True)\ninput()\nwait.set()\nprint('ended', flush=True)\nthreading.Event().wait()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            with ProcessMeter() as meter:

                def threads() -> int:
                    row = meter.processes()[process.pid]
                    meter.running_seconds({process.pid: row})
                    return row.threads

                assert threads() == 21
                kept = _open(process.pid)
                process.stdin.write(b"\n")
                process.stdin.flush()
                assert _until(lambda: threads() == 1)
                assert _open(process.pid) == kept - 20
        finally:
            process.kill()
