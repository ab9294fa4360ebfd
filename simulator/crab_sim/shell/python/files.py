"""The virtual files as a program sees them: its working directory, its open files, permissions, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crab_sim.files import Directory, Entry, File, FileError, FileExists, FileNotFound, Files, Link, normalise
from crab_sim.files import NotADirectory as NoDirectory
from crab_sim.shell.python.errors import from_file_error
from crab_sim.shell.python.openfile import OpenFile
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


class FileSystem:
    """The virtual files, with the rights of the machine's user.

    Attributes:
        cwd: the program's working directory.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._context = machine.context
        self.cwd = machine.context.cwd
        self._open: list[OpenFile] = []

    @property
    def files(self) -> Files:
        """The files at this moment, with all that open files hold back written."""
        self.sync()
        return self._context.files

    @files.setter
    def files(self, files: Files) -> None:
        self._context.files = files

    @property
    def user(self) -> str:
        """The machine's user."""
        return self._context.host.user

    def now(self) -> float:
        """Returns the virtual time."""
        return self._context.time()

    def sync(self) -> None:
        """Writes what open files hold back."""
        for file in self._open:
            file.save()
        self._open = [file for file in self._open if not file.closed]

    def text(self, path: Value) -> str:
        """Returns a path of the program as text.

        Raises:
            TypeError: it is no path.
        """
        shown = getattr(path, "path_text", path)
        if isinstance(shown, bytes):
            shown = shown.decode("utf-8", "surrogateescape")
        if not isinstance(shown, str):
            raise TypeError(f"expected str, bytes or os.PathLike object, not {type_name(path)}")
        if "\0" in shown:
            raise ValueError("embedded null byte")
        return shown

    def absolute(self, path: Value) -> str:
        """Returns the absolute form of a path; a slash at its end is kept."""
        shown = self.text(path)
        if not shown:
            raise FileNotFound("")
        found = normalise(shown, self.cwd)
        return found + "/" if shown.endswith("/") and found != "/" else found

    @contextmanager
    def naming(self, path: Value) -> Iterator[None]:
        """Turns errors of the virtual files into Python's, with the path as the program gave it."""
        try:
            self._machine.meter.charge(0.2)
            yield
        except FileError as error:
            raise from_file_error(error, self.text(path)) from None

    # --- reading -----------------------------------------------------------------------------------------------

    def find(self, path: Value, *, follow: bool = True) -> Entry | None:
        """Returns the entry at a path, None if there is none."""
        try:
            self._machine.meter.charge(0.2)
            where = self.absolute(path)
            return self.files.stat(where) if follow else self.files.lstat(where)
        except FileError:
            return None

    def entry(self, path: Value, *, follow: bool = True) -> Entry:
        """Returns the entry at a path.

        Raises:
            OSError: there is none.
        """
        with self.naming(path):
            where = self.absolute(path)
            return self.files.stat(where) if follow else self.files.lstat(where)

    def is_file(self, path: Value) -> bool:
        """Returns whether there is a regular file."""
        return isinstance(self.find(path), File)

    def is_dir(self, path: Value) -> bool:
        """Returns whether there is a directory."""
        return isinstance(self.find(path), Directory)

    def names(self, path: Value) -> list[str]:
        """Returns the names in a directory.

        Raises:
            OSError: it can't be read.
        """
        with self.naming(path):
            where = self.absolute(path)
            self._context.check(where, "r")
            names = list(self.files.list(where))
            self._machine.meter.items(len(names))
            return names

    def read(self, path: Value) -> bytes:
        """Returns a file's content.

        Raises:
            OSError: it can't be read.
        """
        with self.naming(path):
            self.sync()
            data = self._context.shell.read_file(self.absolute(path))
            self._machine.meter.charge(len(data) / 4096)
            return data

    # --- changing ----------------------------------------------------------------------------------------------

    def write(self, path: Value, data: bytes) -> None:
        """Writes a file.

        Raises:
            OSError: it can't be written.
        """
        with self.naming(path):
            self.sync()
            where = self.absolute(path)
            if where in ("/dev/stdout", "/dev/stderr"):
                raise FileExists(where)
            self._context.shell.write_file(where, data, False)

    def mkdir(self, path: Value) -> None:
        """Makes a directory.

        Raises:
            OSError: it can't be made.
        """
        with self.naming(path):
            where = self.absolute(path).rstrip("/") or "/"
            if where == "/":
                raise FileExists(where)
            self._context.check_parent(where)
            self.files = self.files.mkdir(where, self.now(), owner=self.user)

    def makedirs(self, path: Value, exist_ok: bool) -> None:
        """Makes a directory and those above it.

        Raises:
            OSError: one can't be made.
        """
        missing: list[str] = []
        where = normalise(self.text(path), self.cwd)
        while self.find(where) is None:
            missing.append(where)
            where = where.rpartition("/")[0] or "/"
        if not missing and not (exist_ok and self.is_dir(path)):
            with self.naming(path):
                raise FileExists(where)
        for one in reversed(missing):
            shown = path if one == missing[0] else one
            with self.naming(shown):
                self._context.check_parent(one)
                self.files = self.files.mkdir(one, self.now(), owner=self.user)

    def remove(self, path: Value) -> None:
        """Removes a file or a link.

        Raises:
            OSError: it can't be removed.
        """
        with self.naming(path):
            where = self.absolute(path)
            if isinstance(self.files.lstat(where), Directory):
                raise from_file_error(_IsDirectory(where), self.text(path))
            self._context.check_parent(where)
            self.files = self.files.remove(where, mtime=self.now())

    def rmdir(self, path: Value) -> None:
        """Removes an empty directory.

        Raises:
            OSError: it can't be removed.
        """
        with self.naming(path):
            where = self.absolute(path).rstrip("/") or "/"
            if not isinstance(self.files.lstat(where), Directory):
                raise NoDirectory(where)
            self._context.check_parent(where)
            self.files = self.files.remove(where, mtime=self.now())

    def remove_tree(self, path: Value) -> None:
        """Removes a directory with all that is in it.

        Raises:
            OSError: it can't be removed.
        """
        with self.naming(path):
            where = self.absolute(path).rstrip("/") or "/"
            entry = self.files.lstat(where)
            if isinstance(entry, Link):
                raise OSError("Cannot call rmtree on a symbolic link")
            if not isinstance(entry, Directory):
                raise NoDirectory(where)
            for inner, one in self.files.walk(where):
                self._machine.meter.charge(0.05)
                if isinstance(one, Directory):
                    self._context.check_parent(f"{inner}/x")
            self._context.check_parent(where)
            self.files = self.files.remove(where, recursive=True, mtime=self.now())

    def rename(self, source: Value, target: Value) -> None:
        """Gives an entry another path.

        Raises:
            OSError: it can't be moved.
        """
        try:
            self._machine.meter.charge(0.5)
            origin = self.absolute(source).rstrip("/") or "/"
            goal = self.absolute(target).rstrip("/") or "/"
            self.files.lstat(origin)
            self._context.check_parent(origin)
            self._context.check_parent(goal)
            self.files = self.files.move(origin, goal, mtime=self.now())
        except FileError as error:
            failure = from_file_error(error, self.text(source))
            raise OSError(failure.errno, failure.strerror, self.text(source), None, self.text(target)) from None

    def link(self, target: Value, path: Value) -> None:
        """Makes a symbolic link.

        Raises:
            OSError: it can't be made.
        """
        with self.naming(path):
            where = self.absolute(path)
            self._context.check_parent(where)
            self.files = self.files.link(where, self.text(target), self.now(), owner=self.user)

    def chmod(self, path: Value, mode: int) -> None:
        """Sets permission bits.

        Raises:
            OSError: the file is somebody else's.
        """
        with self.naming(path):
            where = self.absolute(path)
            if self.user not in ("root", self.files.stat(where).owner):
                raise OSError(1, "Operation not permitted", self.text(path))
            self.files = self.files.chmod(where, mode)

    def touch(self, path: Value, when: float) -> None:
        """Sets a modification time.

        Raises:
            OSError: the file can't be changed.
        """
        with self.naming(path):
            where = self.absolute(path)
            self.files.stat(where)
            self._context.check(where, "w")
            self.files = self.files.touch(where, when)

    def copy_tree(self, source: Value, target: Value, skip: Callable[[str, list[str]], set[str]]) -> None:
        """Copies a directory into a new or existing one.

        Args:
            source: the directory.
            target: the new directory.
            skip: returns the names of a directory that are left out.
        """
        names = self.names(source)
        self.makedirs(target, True)
        left_out = skip(self.text(source), names)
        for name in names:
            if name in left_out:
                continue
            origin, goal = f"{self.text(source)}/{name}", f"{self.text(target)}/{name}"
            entry = self.entry(origin, follow=False)
            if isinstance(entry, Directory):
                self.copy_tree(origin, goal, skip)
            else:
                self.write(goal, self.read(origin))
                self.chmod(goal, self.entry(origin).mode)

    # --- open files --------------------------------------------------------------------------------------------

    def open(self, path: Value, mode: str, named: dict[str, Value]) -> OpenFile:
        """Opens a file.

        Args:
            path: its path.
            mode: as of Python's ``open``.
            named: ``encoding``, ``errors`` and ``newline``.

        Raises:
            OSError: it can't be opened.
            ValueError: the mode is unknown.
        """
        letters = set(mode)
        if len(letters & set("rwax")) != 1 or letters - set("rwaxbt+") or len(letters) != len(mode):
            raise ValueError(f"invalid mode: '{mode}'")
        binary = "b" in letters
        if binary and ("encoding" in named or "newline" in named) and (named.get("encoding") or named.get("newline")):
            raise ValueError("binary mode doesn't take an encoding argument")
        if isinstance(path, int):
            raise OSError(9, "Bad file descriptor")
        file = OpenFile(self, path, mode, named)
        with self.naming(path):
            where = self.absolute(path)
            if self.is_dir(path):
                raise _IsDirectory(where)
            existing = self.find(path) is not None
            if "r" in letters or (letters & {"a"} and existing):
                data = self.read(path)
                if "+" in letters or "a" in letters:
                    self._context.check(where, "w")
                if not binary and not file.writable and named.get("newline") is None:
                    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                file.data = bytearray(data)
            elif "x" in letters and self.find(path, follow=False) is not None:
                raise FileExists(where)
            else:
                self._context.shell.write_file(where, b"", False)
            file.pos = len(file.data) if "a" in letters else 0
        if file.writable:
            self.sync()
            self._open.append(file)
            if len(self._open) > 1000:
                raise OSError(24, "Too many open files", self.text(path))
        return file

    def save(self, file: OpenFile) -> None:
        """Writes the content of an open file."""
        try:
            self._context.shell.write_file(file.where, bytes(file.data), False)
        except FileError as error:
            file.closed = True
            raise from_file_error(error, self.text(file.path)) from None


class _IsDirectory(FileError):
    """A directory is not a file."""

    reason = "Is a directory"
