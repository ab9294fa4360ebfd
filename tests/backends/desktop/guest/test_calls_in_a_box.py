"""The filter of system calls as programs in the box meet it."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from crab_gym.backends.desktop.guest.seccomp import EAFNOSUPPORT, ENOSYS, EPERM, REFUSED
from tests.backends.desktop.conftest import becomes

pytestmark = pytest.mark.desktop

CALLS = """
import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
errors = []
for number, arguments in json.loads(sys.argv[1]):
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(value) for value in arguments])
    errors.append(ctypes.get_errno() if result < 0 else 0)
print(json.dumps(errors))
"""

FOREIGN = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid); int 0x80; ret
address = ctypes.addressof(ctypes.c_char.from_buffer(code))
print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())
"""

TRACE = """
import ctypes, os, signal, subprocess, time
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long] * 4
with subprocess.Popen(["sleep", "60"]) as sleeper:
    for request in (16, 0x4206):  # ATTACH, SEIZE
        print(libc.ptrace(request, sleeper.pid, 0, 0), ctypes.get_errno())
    sleeper.kill()
child = os.fork()
if child == 0:
    libc.ptrace(0, 0, 0, 0)  # TRACEME
    os.kill(os.getpid(), signal.SIGSTOP)
    os._exit(7)
print(os.WIFSTOPPED(os.waitpid(child, 0)[1]))
libc.ptrace(7, child, 0, 0)  # CONT
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def _number(name: str) -> int:
    call = next(call for call in REFUSED if call.name == name)
    return call.x86_64 if os.uname().machine == "x86_64" else call.aarch64


def _errors(desk: Any, calls: list[tuple[int, list[int]]]) -> list[int]:
    found = desk.python(CALLS, json.dumps(calls))
    assert found.returncode == 0, found.stderr
    answers: list[int] = json.loads(found.stdout)
    return answers


def test_every_refused_call(desk: Any) -> None:
    whole = [call for call in REFUSED if not (call.bits or call.values or call.others) and _number(call.name) >= 0]
    # With arguments that no call accepts, for which the kernel itself has other errors.
    errors = _errors(desk, [(_number(call.name), [-1] * 6) for call in whole])
    assert {call.name: error for call, error in zip(whole, errors, strict=True)} == {
        call.name: call.error for call in whole
    }
    assert len(whole) > 40


def test_calls_that_are_refused_with_some_arguments(desk: Any) -> None:
    namespaces = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
    refused = [(name, [flag, 0, 0, 0, 0], EPERM) for flag in namespaces for name in ("clone", "unshare")]
    refused += [("unshare", [0x80], EPERM), ("ptrace", [16, 1, 0, 0], EPERM), ("ptrace", [0x4206, 1, 0, 0], EPERM)]
    refused += [("ioctl", [-1, request, 0], EPERM) for request in (0x5412, 0x541C)]
    refused += [("socket", [family, 1, 0], EAFNOSUPPORT) for family in (17, 38, 40, 44)]  # packet, alg, vsock, xdp
    refused += [("socket", [16, 3, protocol], EAFNOSUPPORT) for protocol in (6, 12)]  # netlink: xfrm, netfilter
    refused += [("socketpair", [30, 1, 0, 0], EAFNOSUPPORT)]
    allowed = [("socket", [family, 1, 0]) for family in (1, 2)] + [("socket", [16, 3, 0]), ("unshare", [0x400])]
    calls = [(name, arguments) for name, arguments, _ in refused] + allowed
    errors = _errors(desk, [(_number(name), arguments) for name, arguments in calls])
    assert errors == [error for *_, error in refused] + [0] * len(allowed)


def test_calls_as_of_other_kinds_of_programs(desk: Any) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("for arm64 the kernel decides this")
    assert _errors(desk, [(0x40000000 | 39, []), (500, [])]) == [EPERM, ENOSYS]
    found = desk.python(FOREIGN)
    if found.returncode == -11:
        pytest.skip("this kernel runs no 32-bit programs")
    assert int(found.stdout) == -EPERM, found.stderr


def test_another_process_is_not_traced_and_ones_own_child_is(desk: Any) -> None:
    found = desk.python(TRACE)
    assert found.stdout.split() == ["-1", "1", "-1", "1", "True", "7"], found.stderr


def test_the_filter_is_on_every_process_and_threads_and_programs_start(desk: Any) -> None:
    desk.open("Terminal")
    desk.act("write_text", text="grep -h ^Seccomp: /proc/[0-9]*/status | sort | uniq -c > part; mv part filters\n")
    assert becomes(lambda: desk.state.exists("/home/user/filters"))
    count, _, mode = (desk.state.read_text("/home/user/filters") or "").split()
    assert int(count) > 8 and mode == "2"
    code = """
import multiprocessing.pool, subprocess
with multiprocessing.pool.ThreadPool(4) as pool:
    print(sum(pool.map(lambda n: int(subprocess.check_output(["echo", str(n)])), range(8))))
"""
    assert desk.python(code).stdout == "28\n"
