"""System calls that the kernel refuses all programs of a box, process 1 included, by a seccomp filter.

The calls in the table serve to administer a machine, to load code into the kernel, to look into other processes, or to
reach parts of the kernel that a desktop doesn't use; bugs in such parts have led out of boxes like this one. Programs
get an error, and go on without the call.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["EAFNOSUPPORT", "ENOSYS", "EPERM", "NEWEST", "REFUSED", "Call", "Line", "filter_lines", "install"]

EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97


class Call(NamedTuple):
    """A system call that is refused, or is refused with some values of an argument, of which the lower 32 bits count.

    Attributes:
        name: Its name.
        x86_64: Its number on x86-64.
        aarch64: Its number on arm64; -1 where there is no such call.
        error: The error that a program gets.
        argument: The argument's place, from 0.
        bits: Refused if the argument has any of these bits.
        values: Refused if the argument is one of these values.
        others: Refused if the argument is none of these values.
        sockets: Refused only if the first argument, a kind of sockets, is this.
    """

    name: str
    x86_64: int
    aarch64: int
    error: int = EPERM
    argument: int = 0
    bits: int = 0
    values: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    sockets: int = -1


# Flags for each kind of namespace that clone and unshare can make.
_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_TIME_NAMESPACE = 0x00000080  # a flag of unshare only: in clone, this bit is part of a signal's number
_ATTACH, _SEIZE = 16, 0x4206
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # types for somebody else at a terminal, a console
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_ROUTE, _SOCK_DIAG, _UEVENT = 0, 4, 15  # networks, sockets, plugged-in devices

REFUSED = (
    # New namespaces, in which a program would have rights over parts of the kernel.
    Call("clone", 56, 220, bits=_NAMESPACES),
    # Its flags are in memory, where the filter can't see them; without it, libc uses clone.
    Call("clone3", 435, 435, ENOSYS),
    Call("setns", 308, 268),
    Call("unshare", 272, 97, bits=_NAMESPACES | _TIME_NAMESPACE),
    # Code and keys in the kernel, and its large new interfaces.
    Call("add_key", 248, 217),
    Call("bpf", 321, 280),
    Call("delete_module", 176, 106),
    Call("finit_module", 313, 273),
    Call("init_module", 175, 105),
    Call("io_uring_enter", 426, 426),
    Call("io_uring_register", 427, 427),
    Call("io_uring_setup", 425, 425),
    Call("kexec_file_load", 320, 294),
    Call("kexec_load", 246, 104),
    Call("keyctl", 250, 219),
    Call("perf_event_open", 298, 241),
    Call("request_key", 249, 218),
    Call("userfaultfd", 323, 282),
    # Other processes. One may still be traced by its parent, if it asks for that.
    Call("pidfd_getfd", 438, 438),
    Call("process_vm_readv", 310, 270),
    Call("process_vm_writev", 311, 271),
    Call("ptrace", 101, 117, values=(_ATTACH, _SEIZE)),
    # Kinds of sockets beyond those of the box's own network: that of virtual machines (vsock) leads to the host.
    Call("socket", 41, 198, EAFNOSUPPORT, others=(_UNIX, _INET, _INET6, _NETLINK)),
    Call("socket", 41, 198, EAFNOSUPPORT, argument=2, others=(_ROUTE, _SOCK_DIAG, _UEVENT), sockets=_NETLINK),
    Call("socketpair", 53, 199, EAFNOSUPPORT, others=(_UNIX,)),
    Call("ioctl", 16, 29, argument=1, values=(_TIOCSTI, _TIOCLINUX)),
    # File systems.
    Call("chroot", 161, 51),
    Call("fanotify_init", 300, 262),
    Call("fsconfig", 431, 431),
    Call("fsmount", 432, 432),
    Call("fsopen", 430, 430),
    Call("fspick", 433, 433),
    Call("mount", 165, 40),
    Call("mount_setattr", 442, 442),
    Call("move_mount", 429, 429),
    Call("open_by_handle_at", 304, 265),
    Call("open_tree", 428, 428),
    Call("pivot_root", 155, 41),
    Call("quotactl", 179, 60),
    Call("quotactl_fd", 443, 443),
    Call("umount2", 166, 39),
    # The machine as a whole.
    Call("acct", 163, 89),
    Call("clock_settime", 227, 112),
    Call("ioperm", 173, -1),
    Call("iopl", 172, -1),
    Call("modify_ldt", 154, -1),
    Call("reboot", 169, 142),
    Call("setdomainname", 171, 162),
    Call("sethostname", 170, 161),
    Call("settimeofday", 164, 170),
    Call("swapoff", 168, 225),
    Call("swapon", 167, 224),
    Call("syslog", 103, 116),
    Call("uselib", 134, -1),
    Call("vhangup", 153, 58),
)
"""The refused calls."""

NEWEST = 462
"""Number of the newest call that is known here (mseal, the same on both machines); newer ones don't exist in a box."""


class Line(NamedTuple):
    """An instruction of a filter: code, lines to skip if a test holds or fails, and a value."""

    code: int
    if_true: int
    if_false: int
    value: int


_LOAD, _EQUAL, _AT_LEAST, _ABOVE, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x25, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # places in the kernel's description of a call
_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000  # numbers from here on are calls of another kind of program, with a table of its own
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2


def filter_lines(machine: str, calls: Sequence[Call] = REFUSED) -> list[Line]:
    """Returns the filter that refuses some calls, and all calls made as on another kind of machine.

    Args:
        machine: ``"x86_64"`` or ``"aarch64"``, as `os.uname` names it.
        calls: The refused calls.
    """
    lines = [Line(_LOAD, 0, 0, _MACHINE), Line(_EQUAL, 1, 0, _MACHINES[machine]), _refuse(EPERM)]
    lines.append(Line(_LOAD, 0, 0, _NUMBER))
    if machine == "x86_64":
        lines += [Line(_AT_LEAST, 0, 1, _X32), _refuse(EPERM)]
    lines += [Line(_ABOVE, 0, 1, NEWEST), _refuse(ENOSYS)]
    for call in calls:
        lines += _for_call(call, call.x86_64 if machine == "x86_64" else call.aarch64)
    return [*lines, Line(_RETURN, 0, 0, _ALLOW)]


def _for_call(call: Call, number: int) -> list[Line]:
    """Returns the lines that refuse one call; they leave the number at hand for the lines after them."""
    if number < 0:
        return []
    then = _condition(call)
    if call.sockets >= 0:  # the first argument must be this, too
        then = [Line(_LOAD, 0, 0, _ARGUMENTS), Line(_EQUAL, 0, len(then), call.sockets), *then]
    return [Line(_EQUAL, 0, len(then) + 1, number), *then, Line(_LOAD, 0, 0, _NUMBER)]


def _condition(call: Call) -> list[Line]:
    """Returns the lines that refuse a call if its argument says so, and go on after themselves otherwise."""
    load, refuse = Line(_LOAD, 0, 0, _ARGUMENTS + 8 * call.argument), _refuse(call.error)
    if call.bits:
        return [load, Line(_ANY_BIT, 0, 1, call.bits), refuse]
    if call.values:
        return [load, *(line for value in call.values for line in (Line(_EQUAL, 0, 1, value), refuse))]
    if call.others:
        left = len(call.others)
        return [load, *(Line(_EQUAL, left - index, 0, value) for index, value in enumerate(call.others)), refuse]
    return [refuse]


def _refuse(error: int) -> Line:
    return Line(_RETURN, 0, 0, _REFUSE | error)


def install(lines: Sequence[Line]) -> None:
    """Applies a filter to this thread and all that it starts, for good.

    Raises:
        OSError: The kernel has no such filters, or the thread may still gain rights.
    """
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in lines))
    program = struct.pack("@HP", len(lines), ctypes.addressof(code))
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"refuse system calls: {os.strerror(number)}")
