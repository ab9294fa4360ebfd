"""Answers a program's calls of the system: files, clock, environment and chance of the simulated machine."""

from __future__ import annotations

import base64
import errno
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from crab_sim.files import Directory, Entry, File, FileError, FileExists, FileNotFound, Link, normalise
from crab_sim.files import NotADirectory as NoDirectory
from crab_sim.files.entries import check_path
from crab_sim.shell.python.worker import Message

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

_NUMBERS: Final = {
    "No such file or directory": errno.ENOENT,
    "Is a directory": errno.EISDIR,
    "Not a directory": errno.ENOTDIR,
    "File exists": errno.EEXIST,
    "Directory not empty": errno.ENOTEMPTY,
    "Permission denied": errno.EACCES,
    "No space left on device": errno.ENOSPC,
    "File name too long": errno.ENAMETOOLONG,
    "Invalid argument": errno.EINVAL,
    "Too many levels of symbolic links": errno.ELOOP,
}
_CALL: Final = 1.0
"""Units of work of a call, which takes the worker a millisecond."""
_COPIES: Final = 12
"""How often the content of a file is copied on its way to the worker or back, beyond what a command does with it."""


class System:
    """The simulated machine as a program calls it.

    Args:
        context: the context of the command.
    """

    def __init__(self, context: CommandContext) -> None:
        self._context = context
        self._folder = context.cwd.rstrip("/") + "/"
        self._calls: dict[str, Callable[..., Any]] = {
            "Path.exists": lambda path: self._find(path) is not None,
            "Path.is_file": lambda path: isinstance(self._find(path), File),
            "Path.is_dir": lambda path: isinstance(self._find(path), Directory),
            "Path.is_symlink": lambda path: isinstance(self._find(path, follow=False), Link),
            "open": self._open,
            "Path.read_text": lambda path: self._read(path).decode(errors="replace"),
            "Path.read_bytes": lambda path: base64.b64encode(self._read(path)).decode(),
            "Path.write_text": lambda path, text: self._write(path, text.encode(errors="replace"), False, len(text)),
            "Path.append_text": lambda path, text: self._write(path, text.encode(errors="replace"), True, len(text)),
            "Path.write_bytes": lambda path, data: self._write(path, base64.b64decode(data), False),
            "Path.append_bytes": lambda path, data: self._write(path, base64.b64decode(data), True),
            "Path.mkdir": self._mkdir,
            "Path.unlink": self._unlink,
            "Path.rmdir": self._rmdir,
            "Path.iterdir": self._iterdir,
            "Path.scan": self._scan,
            "Path.stat": self._stat,
            "Path.rename": self._rename,
            "Path.resolve": lambda path: context.files.resolve(path) if context.files.exists(path) else path,
            "Path.absolute": lambda path: path,
            "os.getenv": lambda name, default=None: context.env.get(name, default),
            "os.environ": lambda: dict(context.env),
            "datetime.now": lambda *zone: context.time(),
            "date.today": lambda: context.time(),
            "time.time": lambda *caller: context.time(),
            "time.sleep": self._sleep,
            "asyncio.sleep": self._sleep,
            "os.urandom": self._urandom,
        }

    def answer(self, message: Message) -> Message:
        """Returns the answer to a call: its value, or the arguments of its OSError.

        Raises:
            LimitExceeded: the line has done too much work.
        """
        self._context.charge(_CALL)
        name, args, named = message["call"], message["args"], message["named"]
        if args and isinstance(args[0], str):
            self._context.shell.budget.handle(len(args[0]))  # a path of any length
        if name not in self._calls:
            return {"error": [errno.ENOSYS, "Function not implemented"]}
        try:
            return {"value": self._calls[name](*args, **named)}
        except FileError as error:
            path = str(args[0]).removeprefix(self._folder) if args else ""
            return {"error": [_NUMBERS.get(error.reason, errno.EIO), error.reason, path]}

    # --- reading -----------------------------------------------------------------------------------------------

    def _find(self, path: str, *, follow: bool = True) -> Entry | None:
        try:
            return self._context.files.stat(path) if follow else self._context.files.lstat(path)
        except FileError:
            return None

    def _read(self, path: str) -> bytes:
        data = self._context.read(path)
        self._context.shell.budget.handle(_COPIES * len(data))
        return data

    def _iterdir(self, path: str) -> list[str]:
        self._context.check(path, "r")
        names = list(self._context.files.list(path))
        self._context.charge(len(names) / 100)
        return [f"{path.rstrip('/')}/{name}" for name in names]

    def _scan(self, path: str, max_depth: int | None = None, **_: object) -> list[tuple[str, bool, bool, bool]]:
        files = self._context.files
        if not files.is_dir(path):
            raise NoDirectory(path) if files.exists(path) else FileNotFound(path)

        rows = [("", True, False, False)]
        waiting = [("", 0)]  # names and their depths, the next one last; a folder's entries follow it
        while waiting:
            short, depth = waiting.pop()
            place = f"{path.rstrip('/')}/{short}" if short else path
            if short:
                self._context.charge(0.01)
                link, target = isinstance(files.lstat(place), Link), self._find(place)
                rows.append((short, isinstance(target, Directory), isinstance(target, File), link))
                if not isinstance(target, Directory) or link:
                    continue
            if (max_depth is None or depth < max(max_depth, 1)) and files.allows(place, self._context.host.user, "r"):
                names = [f"{short}/{name}".lstrip("/") for name in files.list(place)]
                waiting += [(name, depth + 1) for name in reversed(names)]
        return rows

    def _stat(self, path: str) -> list[float]:
        entry = self._context.files.stat(path)
        folder = isinstance(entry, Directory)
        size = len(entry.data) if isinstance(entry, File) else 4096
        user = 0 if entry.owner == "root" else 1000
        mode = entry.mode | (0o040000 if folder else 0o100000)
        return [mode, 0, 0, 2 if folder else 1, user, user, size, entry.mtime, entry.mtime, entry.mtime]

    # --- changing ----------------------------------------------------------------------------------------------

    def _write(self, path: str, data: bytes, append: bool, count: int | None = None) -> int:
        if normalise(path).startswith(("/dev/std", "/dev/tty")):
            raise FileExists(path)  # what the program prints is written when it has ended
        old = self._find(path) if append else None
        copied = len(old.data) // 4 if isinstance(old, File) else 0
        self._context.shell.budget.handle(copied + _COPIES * len(data))
        self._context.write(path, data, append=append)
        return len(data) if count is None else count

    def _open(self, path: str, mode: str) -> None:
        if "r" in mode:
            self._context.read(path)
        else:
            self._write(path, b"", "a" in mode)

    def _mkdir(self, path: str, parents: bool = False, exist_ok: bool = False) -> None:
        check_path(path)
        if self._context.files.exists(path):
            if exist_ok and self._context.files.is_dir(path):
                return
            raise FileExists(path)
        missing = [path]
        while parents:
            above = missing[-1].rpartition("/")[0] or "/"
            self._context.charge(_CALL)
            if self._context.files.exists(above):
                break
            missing.append(above)
        for folder in reversed(missing):
            self._context.charge(_CALL)
            self._context.check_parent(folder)
            self._context.files = self._context.files.mkdir(folder, self._context.time(), owner=self._context.host.user)

    def _unlink(self, path: str) -> None:
        if isinstance(self._context.files.lstat(path), Directory):
            raise _IsDirectory(path)
        self._context.check_parent(path)
        self._context.files = self._context.files.remove(path, mtime=self._context.time())

    def _rmdir(self, path: str) -> None:
        if not isinstance(self._context.files.lstat(path), Directory):
            raise NoDirectory(path)
        self._context.check_parent(path)
        self._context.files = self._context.files.remove(path, mtime=self._context.time())

    def _rename(self, source: str, target: str) -> str:
        self._context.files.lstat(source)
        self._context.check_parent(source)
        self._context.check_parent(target)
        self._context.files = self._context.files.move(source, normalise(target), mtime=self._context.time())
        return target

    # --- clock and chance --------------------------------------------------------------------------------------

    def _sleep(self, seconds: float) -> None:
        self._context.effect("sleep", float(seconds))
        self._context.shell.slept += seconds

    def _urandom(self, size: int) -> str:
        self._context.shell.budget.handle(size * 64)
        numbers = [self._context.shell.random() & 255 for _ in range(size)]
        return base64.b64encode(bytes(numbers)).decode()


class _IsDirectory(FileError):
    """A directory is not a file."""

    reason = "Is a directory"
