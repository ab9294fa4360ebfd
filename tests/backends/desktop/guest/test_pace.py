"""The library that makes durations shorter; it needs no box, so it is tested on this host's Python."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import crab_gym.backends.desktop.guest as guest

COMPILER = shutil.which("tcc")
pytestmark = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"), reason="needs the compiler tcc, on Linux"
)

PACE = 50
SECONDS = 5.0
_CODE = Path(guest.__file__).with_name("pace.c")

# Each of these waits for 5 s in a way of its own; it says how long it took by its own clock.
_WAITS = {
    "clock_nanosleep": "time.sleep(5)",
    "select": "select.select([], [], [], 5)",
    "poll": "select.poll().poll(5000)",
    "epoll": "select.epoll().poll(5)",
    "sem_clockwait": "threading.Event().wait(5)",
    "nanosleep": "libc.nanosleep(ctypes.byref(span(5)), None)",
    "usleep": "libc.usleep(5_000_000)",
    "sleep": "libc.sleep(5)",
    "ppoll": "libc.ppoll(None, 0, ctypes.byref(span(5)), None)",
    "pselect": "libc.pselect(0, None, None, None, ctypes.byref(span(5)), None)",
    "timerfd": (
        "f = libc.timerfd_create(1, 0)\nlibc.timerfd_settime(f, 0, (Span * 2)(span(0), span(5)), None)\n"
        "left = (Span * 2)()\nlibc.timerfd_gettime(f, left)\nassert 3 < left[1].seconds + left[1].rest / 1e9 <= 5\n"
        "os.read(f, 8)"
    ),
    "timerfd, until a moment": (
        "f = libc.timerfd_create(1, 0)\n"
        "libc.timerfd_settime(f, 1, (Span * 2)(span(0), span(time.monotonic() + 5)), None)\nos.read(f, 8)"
    ),
    "pthread_cond_timedwait": (
        "kind, lock, condition = (ctypes.create_string_buffer(64) for _ in range(3))\n"
        "libc.pthread_condattr_init(kind)\nlibc.pthread_condattr_setclock(kind, 1)\n"
        "libc.pthread_cond_init(condition, kind)\nlibc.pthread_mutex_init(lock, None)\nlibc.pthread_mutex_lock(lock)\n"
        "libc.pthread_cond_timedwait(condition, lock, ctypes.byref(span(time.monotonic() + 5)))"
    ),
    "pthread_cond_clockwait": (
        "lock, condition = (ctypes.create_string_buffer(64) for _ in range(2))\n"
        "libc.pthread_cond_init(condition, None)\nlibc.pthread_mutex_init(lock, None)\nlibc.pthread_mutex_lock(lock)\n"
        "libc.pthread_cond_clockwait(condition, lock, 1, ctypes.byref(span(time.monotonic() + 5)))"
    ),
    "pthread_mutex_clocklock": (
        "lock = ctypes.create_string_buffer(64)\nlibc.pthread_mutex_init(lock, None)\nlibc.pthread_mutex_lock(lock)\n"
        "libc.pthread_mutex_clocklock(lock, 1, ctypes.byref(span(time.monotonic() + 5)))"
    ),
}
_PROGRAM = """
import ctypes, json, os, select, sys, threading, time

class Span(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("rest", ctypes.c_long)]

def span(seconds):
    return Span(int(seconds), int(seconds % 1 * 1e9))

libc = ctypes.CDLL(None)
start = time.monotonic()
exec(sys.argv[1])
print(json.dumps(time.monotonic() - start))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    target = str(tmp_path_factory.mktemp("pace") / "pace.so")
    subprocess.run([str(COMPILER), f"-DPACE={PACE}", "-nostdlib", "-shared", "-o", target, str(_CODE)], check=True)
    return target


def _run(library: str, program: str, *arguments: str) -> Any:
    environment = {**os.environ, "LD_PRELOAD": library}
    command = [sys.executable, "-c", program, *arguments]
    return json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=60).stdout)


def test_clocks_of_durations_run_faster_and_those_of_the_day_do_not(library: str) -> None:
    program = (
        "import json, time\nclocks = [time.CLOCK_MONOTONIC, time.CLOCK_MONOTONIC_RAW, time.CLOCK_BOOTTIME]\n"
        "print(json.dumps([time.time(), *map(time.clock_gettime, clocks)]))"
    )
    now, *durations = _run(library, program)
    before, *real = json.loads(subprocess.check_output([sys.executable, "-c", program]))
    assert 0 <= before - now < 3600
    for fast, slow in zip(durations, real, strict=True):
        assert fast == pytest.approx(PACE * slow, rel=0.05, abs=PACE * 60)
        assert fast > slow


@pytest.mark.parametrize("way", _WAITS)
def test_whoever_waits_finds_that_the_time_is_over_and_less_has_passed(library: str, way: str) -> None:
    # Were it not shortened, PACE times as much would have passed.
    assert SECONDS <= _run(library, _PROGRAM, _WAITS[way]) < PACE * SECONDS / 2


def test_what_was_left_of_an_interrupted_wait_is_told_in_the_programs_time(library: str) -> None:
    code = (
        "import signal\nsignal.signal(signal.SIGALRM, lambda *_: None)\nleft = Span()\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.02)\n"  # a second of the program's
        "libc.nanosleep.restype = ctypes.c_int\n"
        "assert libc.nanosleep(ctypes.byref(span(1000)), ctypes.byref(left)) == -1\n"
        "assert 0 < 1000 - (left.seconds + left.rest / 1e9) < time.monotonic() - start + 1"
    )
    assert _run(library, _PROGRAM, code) >= 1.0


def test_a_wait_without_end_and_one_that_is_over_at_once_stay_what_they_are(library: str) -> None:
    code = (
        "r, w = os.pipe()\nos.write(w, b'x')\n"
        "assert select.select([r], [], [])[0] == [r]\n"
        "p = select.poll(); p.register(r)\nassert p.poll() and p.poll(0) and p.poll(-1)\n"
        "e = select.epoll(); e.register(r)\nassert e.poll() and e.poll(0)\n"
        "assert select.select([], [], [], 0) == ([], [], [])"
    )
    assert _run(library, _PROGRAM, code) >= 0.0
