"""A Windows for crab-gym, in each Python process that has this folder on its path.

The packages of crab-gym, and no others, import modules here that lack what the real ones lack on Windows, or behave as
there. The file system stays that of this host, whose paths crab-gym may use, but the simulator and the tasks, whose
paths are those of simulated devices, have Windows' rules of paths. A text file that is opened without an encoding,
which would be the system's own, is an error.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import fcntl
import ntpath
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

OWN = ("crab_gym", "crab_sim", "crab_tasks", "readers")
"""The packages; the last is the name under which a process that reads documents has `crab_sim.documents.readers`."""
SIMULATED = ("crab_sim", "crab_tasks")
"""Those that use no paths of the host's but those of their own data."""
ABSENT = frozenset(
    "_posixsubprocess crypt curses fcntl grp nis posix pty pwd readline resource spwd syslog termios tty".split()
)
"""Modules that Windows lacks."""


class View(ModuleType):
    """A module that shows another one without some of its attributes, and with others in their places.

    Args:
        module: The other one.
        absent: The attributes that it doesn't show.
        others: Attributes in place of the module's own.
    """

    def __init__(self, module: ModuleType, absent: str = "", **others: Any) -> None:
        super().__init__(module.__name__)
        self._module, self._absent = module, frozenset(absent.split())
        self.__dict__.update(others)

    def __getattr__(self, name: str) -> Any:
        """Returns the module's attribute."""
        if name in self._absent:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._module, name)


class Library(ctypes.CDLL):
    """A library that hides what the one in quickjs-ng's package for Windows hides."""

    def __getattr__(self, name: str) -> Any:
        """Returns a function."""
        if name.startswith("JS_"):
            raise AttributeError(f"function {name!r} not found")
        return super().__getattr__(name)


def fsync(descriptor: int) -> None:
    """Flushes a file, which Windows does only if it may be written to."""
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    os.fsync(descriptor)


def open_file(path: Any, *args: Any, **named: Any) -> int:
    """Opens a file, but no folder."""
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", path)
    return os.open(path, *args, **named)


_OS = """
    O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW
    O_NONBLOCK O_PATH O_RSYNC O_SYNC O_TMPFILE WEXITED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WUNTRACED
    chown chroot confstr ctermid eventfd fchdir fchmod fchown fdatasync fork forkpty getegid geteuid getgid
    getgrouplist getgroups getloadavg getpgid getpgrp getpriority getresuid getsid getuid getxattr initgroups killpg
    lchown lockf major makedev memfd_create minor mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise
    posix_spawn pread preadv pwrite pwritev register_at_fork sched_getaffinity sched_setaffinity sched_yield
    sendfile set_blocking setegid seteuid setgid setgroups setpgid setpriority setresuid setsid setuid setxattr
    splice statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4 waitid waitpid writev
"""
_SIGNALS = """
    ITIMER_REAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP SIGTTIN
    SIGTTOU SIGUSR1 SIGUSR2 SIGWINCH alarm pause pidfd_send_signal pthread_kill pthread_sigmask setitimer sigpending
    sigtimedwait sigwait
"""
VIEWS: Mapping[str, View] = {
    "ctypes": View(ctypes, CDLL=Library),
    "os": View(os, _OS, name="nt", fsync=fsync, open=open_file),
    "pathlib": View(pathlib, PurePath=pathlib.PureWindowsPath),
    "select": View(select, "EPOLLIN POLLIN POLLOUT epoll poll"),
    "signal": View(signal, _SIGNALS),
    "socket": View(socket, "AF_UNIX SCM_RIGHTS SO_PEERCRED SO_REUSEPORT TCP_QUICKACK recv_fds send_fds"),
    "subprocess": View(subprocess, CREATE_NEW_PROCESS_GROUP=0),  # which this host's `Popen` refuses
    "sys": View(sys, "getdlopenflags setdlopenflags", platform="win32"),
    "time": View(time, "clock_gettime clock_settime pthread_getcpuclockid tzset"),
}
"""Modules that are shown otherwise."""
SIMULATORS_OS = View(os, _OS, name="nt", path=ntpath, sep="\\", linesep="\r\n", fsync=fsync, open=open_file)
"""What the simulator and the tasks import as ``os``."""

_import = builtins.__import__


def import_here(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Imports a module as ``import`` does.

    Args:
        name: The module.
        globals: The globals of the module that imports it.
        locals: Not used.
        fromlist: The names after ``from … import``.
        level: The number of dots before the name.

    Raises:
        ModuleNotFoundError: Windows doesn't have it.
    """
    package = str((globals or {}).get("__name__", "")).partition(".")[0]
    if level or package not in OWN:
        return _import(name, globals, locals, fromlist or (), level)
    if name in ABSENT:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if package in SIMULATED and name in ("os", "os.path"):
        return ntpath if name == "os.path" and fromlist else SIMULATORS_OS
    return VIEWS.get(name) or _import(name, globals, locals, fromlist or (), level)


if __name__ == "sitecustomize":  # rather than a module that pytest looks for doctests
    builtins.__import__ = import_here
    warnings.filterwarnings("error", category=EncodingWarning, module="(crab_gym|crab_sim|crab_tasks|readers)")
