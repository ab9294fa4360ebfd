"""The filter of system calls: its table against the kernel's numbers, and its effect on a process of this host.

With root's rights, which the programs of a box don't have, the kernel itself would refuse nearly none of the calls.
"""

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from crab_gym.backends import desktop
from crab_gym.backends.desktop.guest.seccomp import (
    EAFNOSUPPORT,
    ENOSYS,
    EPERM,
    NEWEST,
    REFUSED,
    Call,
    Line,
    filter_lines,
)

_TOKENS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def _verdict(lines: Sequence[Line], machine: int, number: int, *arguments: int) -> int:
    """Returns the error with which a filter refuses a call, 0 where it doesn't: as the kernel runs it."""
    words = {0: number, 4: machine} | {16 + 8 * place: value & 0xFFFFFFFF for place, value in enumerate(arguments)}
    place, held = 0, 0
    while True:
        line = lines[place]
        match line.code:
            case 0x20:
                held, skip = words[line.value], 0
            case 0x06:
                return 0 if line.value == 0x7FFF0000 else line.value - 0x00050000
            case _:
                holds = {
                    0x15: held == line.value,
                    0x25: held > line.value,
                    0x35: held >= line.value,
                    0x45: bool(held & line.value),
                }[line.code]
                skip = line.if_true if holds else line.if_false
        place += 1 + skip


def _number(call: Call, machine: str) -> int:
    return call.x86_64 if machine == "x86_64" else call.aarch64


@pytest.mark.parametrize("machine", _TOKENS)
def test_numbers_are_the_kernels(machine: str) -> None:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("libseccomp, which knows the numbers, isn't installed")
    for call in REFUSED:
        known = library.seccomp_syscall_resolve_name_arch(_TOKENS[machine], call.name.encode())
        assert max(known, -1) == _number(call, machine), call.name


@pytest.mark.parametrize("machine", _TOKENS)
def test_calls_without_conditions_are_refused_whatever_their_arguments(machine: str) -> None:
    lines, token = filter_lines(machine), _TOKENS[machine]
    assert len(lines) < 4096  # the kernel takes no more
    refused = {}
    for call in REFUSED:
        number = _number(call, machine)
        if number >= 0 and not (call.bits or call.values or call.others):
            assert _verdict(lines, token, number, 0, 0, 0) == call.error
            refused[number] = call.error
    conditional = {_number(call, machine) for call in REFUSED if call.bits or call.values or call.others}
    for number in set(range(NEWEST + 1)) - conditional:
        assert _verdict(lines, token, number, 0, 0, 0) == refused.get(number, 0), number
    assert _verdict(lines, token, NEWEST + 1) == ENOSYS


@pytest.mark.parametrize("machine", _TOKENS)
def test_arguments_decide_about_the_others(machine: str) -> None:
    lines, token = filter_lines(machine), _TOKENS[machine]
    numbers = {call.name: _number(call, machine) for call in REFUSED}

    def verdict(name: str, *arguments: int) -> int:
        return _verdict(lines, token, numbers[name], *(*arguments, 0, 0, 0))

    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict("clone", flag | 17) == EPERM and verdict("unshare", flag) == EPERM
        assert verdict("unshare", flag | 1 << 40) == EPERM
    assert verdict("unshare", 0x80) == EPERM and verdict("unshare", 0x400) == 0
    assert verdict("clone", 17) == 0 and verdict("clone", 0x3D0F00) == 0  # a process, a thread
    assert verdict("ptrace", 16) == EPERM and verdict("ptrace", 0x4206) == EPERM and verdict("ptrace", 0) == 0
    assert verdict("ioctl", 0, 0x5412) == EPERM and verdict("ioctl", 0, 0x541C) == EPERM
    assert verdict("ioctl", 0x5412, 0x5413) == 0
    for family in range(64):
        allowed = family in (1, 2, 10, 16)
        assert verdict("socket", family, 1, 0) == (0 if allowed else EAFNOSUPPORT)
        assert verdict("socketpair", family, 1, 0) == (0 if family == 1 else EAFNOSUPPORT)
    for protocol in range(32):
        assert verdict("socket", 16, 3, protocol) == (0 if protocol in (0, 4, 15) else EAFNOSUPPORT)
        assert verdict("socket", 2, 3, protocol) == 0


def test_calls_as_of_other_machines_are_refused() -> None:
    lines = filter_lines("x86_64")
    assert _verdict(lines, 0x40000003, 20) == EPERM  # 32-bit programs
    assert _verdict(lines, _TOKENS["x86_64"], 0x40000000 | 39) == EPERM  # x32
    assert _verdict(filter_lines("aarch64"), 0x40000028, 20) == EPERM


_TRY = """
import ctypes, json, sys
sys.path.insert(0, sys.argv[1])
from guest import seccomp
libc = ctypes.CDLL(None, use_errno=True)
numbers = json.loads(sys.argv[2])
libc.prctl(38, 1, 0, 0, 0)
if sys.argv[3] == "filtered":
    import os
    seccomp.install(seccomp.filter_lines(os.uname().machine))
errors = {}
for name, number in numbers.items():
    # Arguments that no call accepts, so that nothing happens to this host even without the filter.
    arguments = [ctypes.c_long(-1)] * 6
    if libc.syscall(ctypes.c_long(number), *arguments) < 0:
        errors[name] = ctypes.get_errno()
print(json.dumps(errors))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="seccomp is Linux's")
def test_the_kernel_applies_the_filter() -> None:
    machine = os.uname().machine
    if machine not in _TOKENS:
        pytest.skip("boxes run on x86-64 and arm64")
    conditional = {"ptrace", "ioctl"}  # whose refused arguments mean something
    numbers = {
        call.name: _number(call, machine)
        for call in REFUSED
        if call.name not in conditional and _number(call, machine) >= 0
    }
    found = {}
    for how in ("filtered", "bare"):
        argv = [sys.executable, "-c", _TRY, str(Path(desktop.__file__).parent), json.dumps(numbers), how]
        # Away from the terminal, which one of the calls would hang up.
        done = subprocess.run(argv, capture_output=True, check=True, start_new_session=True)
        found[how] = json.loads(done.stdout)
    assert found["filtered"] == {call.name: call.error for call in REFUSED if call.name in numbers}
    if os.geteuid() == 0:
        assert sum(found["bare"].get(name) == error for name, error in found["filtered"].items()) < len(numbers) // 2
