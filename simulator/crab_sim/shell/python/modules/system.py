"""``sys``, ``os``, ``os.path`` and the like: the program's arguments, its environment, its files."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.files import Directory, Entry, File, Link, normalise
from crab_sim.shell.host import KERNEL_BUILD, KERNEL_RELEASE
from crab_sim.shell.python.command import VERSION
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.values import Lazy, Native, Raised, Record, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


class StatResult(Record):
    """The attributes of a file, as ``os.stat`` returns them."""

    fields_ = ("st_mode", "st_size", "st_mtime", "st_atime", "st_ctime", "st_uid", "st_gid", "st_nlink", "st_ino")


class DirEntry:
    """An entry that ``os.scandir`` yields."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path_text = path


StatResult.__name__ = StatResult.__qualname__ = "os.stat_result"
ENTRY = Table(DirEntry)
ENTRY.properties.update(name=lambda machine, entry: entry.name, path=lambda machine, entry: entry.path_text)


@ENTRY.method("is_file")
def _entry_is_file(machine: Machine, entry: DirEntry, **named: Value) -> bool:
    return machine.files.is_file(entry)


@ENTRY.method("is_dir")
def _entry_is_dir(machine: Machine, entry: DirEntry, **named: Value) -> bool:
    return machine.files.is_dir(entry)


@ENTRY.method("is_symlink")
def _entry_is_symlink(machine: Machine, entry: DirEntry) -> bool:
    return isinstance(machine.files.find(entry, follow=False), Link)


@ENTRY.method("stat")
def _entry_stat(machine: Machine, entry: DirEntry, **named: Value) -> StatResult:
    return stat_result(machine, machine.files.entry(entry))


def stat_result(machine: Machine, entry: Entry) -> StatResult:
    """Returns the attributes of an entry."""
    kind = {File: 0o100000, Directory: 0o040000, Link: 0o120000}[type(entry)]
    size = len(entry.data) if isinstance(entry, File) else len(entry.target) if isinstance(entry, Link) else 4096
    owner = 0 if entry.owner == "root" else 1000
    when = float(entry.mtime)
    return StatResult((kind | entry.mode, size, when, when, when, owner, owner, 1, 1))


def _sys(machine: Machine) -> dict[str, Value]:
    def leave(code: Value = None) -> None:
        raise Raised(SystemExit(code))

    def current() -> tuple[Value, Value, Value]:
        handled = next((frame.handled[-1] for frame in reversed(machine.frames) if frame.handled), None)
        return (None, None, None) if handled is None else (type(handled), handled, None)

    streams = machine.streams
    version = tuple(map(int, VERSION.split(".")))
    return {
        "argv": list(machine.argv),
        "stdin": streams.stdin,
        "stdout": streams.stdout,
        "stderr": streams.stderr,
        "version": f"{VERSION} (main) [GCC 12.2.0]",
        "version_info": _VersionInfo((*version, "final", 0)),
        "platform": "linux",
        "executable": "/usr/bin/python3",
        "path": [machine.search],
        "modules": {},
        "maxsize": 2**63 - 1,
        "byteorder": "little",
        **natives(
            machine,
            {
                "exit": leave,
                "exc_info": current,
                "getrecursionlimit": lambda: 1000,
                "setrecursionlimit": lambda limit: None,
                "getsizeof": lambda value: 64,
                "getdefaultencoding": lambda: "utf-8",
                "intern": lambda text: text,
            },
        ),
    }


class _VersionInfo(Record):
    fields_ = ("major", "minor", "micro", "releaselevel", "serial")


_VersionInfo.__name__ = _VersionInfo.__qualname__ = "sys.version_info"


def _environment(machine: Machine) -> dict[str, Value]:
    return dict(machine.context.env)


def _change_directory(machine: Machine, path: Value) -> None:
    with machine.files.naming(path):
        where = machine.files.absolute(path)
        machine.files.names(path)
        machine.files.cwd = where.rstrip("/") or "/"


def _make(machine: Machine, path: Value, mode: int = 0o777, *, dir_fd: Value = None) -> None:
    machine.files.mkdir(path)


def _make_all(machine: Machine, name: Value, mode: int = 0o777, exist_ok: Value = False) -> None:
    machine.files.makedirs(name, bool(exist_ok))


def _replace(machine: Machine, source: Value, target: Value) -> None:
    machine.files.rename(source, target)


def _scan(machine: Machine, path: Value = ".") -> Lazy:
    names = machine.files.names(path)
    return Lazy("scandir", iter([DirEntry(name, posixpath.join(machine.files.text(path), name)) for name in names]))


def _access(machine: Machine, path: Value, mode: int) -> bool:
    if machine.files.find(path) is None:
        return False
    where = machine.files.absolute(path)
    needs = [need for bit, need in ((4, "r"), (2, "w"), (1, "x")) if mode & bit]
    return all(machine.files.files.allows(where, machine.files.user, need) for need in needs)


def _run(machine: Machine, line: str) -> int:
    from crab_sim.shell.python.modules.programs import run_shell

    return run_shell(machine, ["sh", "-c", line]) << 8


def _set_time(machine: Machine, path: Value, times: Value = None, **named: Value) -> None:
    machine.files.touch(path, machine.files.now() if times is None else float(times[1]))


def _read_link(machine: Machine, path: Value) -> str:
    entry = machine.files.entry(path, follow=False)
    if not isinstance(entry, Link):
        raise OSError(22, "Invalid argument", machine.files.text(path))
    return entry.target


def _os(machine: Machine) -> dict[str, Value]:
    files = machine.files
    environment = _environment(machine)

    def set_environment(name: str, value: str) -> None:
        environment[name] = value

    calls: dict[str, Callable[..., Value]] = {
        "listdir": lambda path=".": files.names(path),
        "scandir": partial(_scan, machine),
        "walk": lambda top, topdown=True, **named: Lazy("generator", _walk(machine, files.text(top), bool(topdown))),
        "mkdir": partial(_make, machine),
        "makedirs": partial(_make_all, machine),
        "remove": files.remove,
        "unlink": files.remove,
        "rmdir": files.rmdir,
        "rename": partial(_replace, machine),
        "replace": partial(_replace, machine),
        "symlink": files.link,
        "readlink": partial(_read_link, machine),
        "chmod": files.chmod,
        "stat": lambda path, **named: stat_result(machine, files.entry(path)),
        "lstat": lambda path: stat_result(machine, files.entry(path, follow=False)),
        "access": partial(_access, machine),
        "utime": partial(_set_time, machine),
        "getcwd": lambda: files.cwd,
        "chdir": partial(_change_directory, machine),
        "getenv": lambda key, default=None: environment.get(key, default),
        "putenv": set_environment,
        "getpid": lambda: 4243,
        "getuid": lambda: 0 if files.user == "root" else 1000,
        "getlogin": lambda: files.user,
        "cpu_count": lambda: 2,
        "system": partial(_run, machine),
        "fspath": files.text,
        "fsencode": lambda path: files.text(path).encode(),
        "uname": lambda: ("Linux", machine.context.host.hostname, KERNEL_RELEASE, KERNEL_BUILD, "x86_64"),
        "urandom": lambda count: bytes([machine.context.shell.random() & 255 for _ in range(min(count, 4096))]),
    }
    return {
        "name": "posix", "sep": "/", "linesep": "\n", "pathsep": ":", "curdir": ".", "pardir": "..", "extsep": ".",
        "devnull": "/dev/null", "F_OK": 0, "R_OK": 4, "W_OK": 2, "X_OK": 1, "environ": environment, "error": OSError,
        **natives(machine, calls),
    }  # fmt: skip


def _walk(machine: Machine, top: str, topdown: bool) -> Iterator[tuple[str, list[str], list[str]]]:
    try:
        names = machine.files.names(top)
    except OSError:
        return
    folders: list[str] = []
    others: list[str] = []
    for name in names:
        (folders if machine.files.is_dir(posixpath.join(top, name)) else others).append(name)
    if topdown:
        yield top, folders, others
    for name in folders:
        inner = posixpath.join(top, name)
        if not isinstance(machine.files.find(inner, follow=False), Link):
            yield from _walk(machine, inner, topdown)
    if not topdown:
        yield top, folders, others


def _paths(machine: Machine) -> dict[str, Value]:
    files = machine.files

    def on_texts(name: str) -> Native:
        function = getattr(posixpath, name)

        def call(*paths: Value) -> Value:
            texts = [files.text(path) for path in paths]
            machine.meter.text(sum(map(len, texts)))
            return function(*texts)

        return Native(name, call, f"<function {name}>")

    def absolute(path: Value) -> str:
        return posixpath.normpath(posixpath.join(files.cwd, files.text(path)))

    def resolved(path: Value, **named: Value) -> str:
        return files.files.resolve(normalise(files.text(path), files.cwd)) if files.text(path) else files.cwd

    def size(path: Value) -> int:
        return int(stat_result(machine, files.entry(path))[1])

    def expanded(path: Value) -> str:
        text = files.text(path)
        home = machine.context.env.get("HOME", machine.context.host.home)
        if text == "~" or text.startswith("~/"):
            return home + text[1:]
        return text

    calls: dict[str, Callable[..., Value]] = {
        "exists": lambda path: files.find(path) is not None,
        "lexists": lambda path: files.find(path, follow=False) is not None,
        "isfile": files.is_file,
        "isdir": files.is_dir,
        "islink": lambda path: isinstance(files.find(path, follow=False), Link),
        "getsize": size,
        "getmtime": lambda path: float(files.entry(path).mtime),
        "abspath": absolute,
        "realpath": resolved,
        "expanduser": expanded,
        "relpath": lambda path, start=".": posixpath.relpath(absolute(path), absolute(start)),
        "samefile": lambda left, right: resolved(left) == resolved(right),
        "commonpath": lambda paths: posixpath.commonpath(list(map(files.text, machine.collect(paths)))),
        "commonprefix": lambda paths: posixpath.commonprefix(machine.collect(paths)),
    }
    texts = "join basename dirname split splitext isabs normpath normcase"
    return {"sep": "/", **{name: on_texts(name) for name in texts.split()}, **natives(machine, calls)}


def _platform(machine: Machine) -> dict[str, Value]:
    calls: dict[str, Callable[..., Value]] = {
        "system": lambda: "Linux",
        "node": lambda: machine.context.host.hostname,
        "machine": lambda: "x86_64",
        "release": lambda: KERNEL_RELEASE,
        "python_version": lambda: VERSION,
        "platform": lambda: f"Linux-{KERNEL_RELEASE}-x86_64-with-glibc2.36",
    }
    return natives(machine, calls)


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "sys": _sys,
    "os": _os,
    "os.path": _paths,
    "platform": _platform,
    "getpass": lambda machine: natives(machine, {"getuser": lambda: machine.context.host.user}),
    "errno": lambda machine: {name: number for number, name in errno.errorcode.items()},
}
