"""The machine around a full-screen program: files, clipboard and clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_sim.files import FileNotFound, Files, PermissionDenied, normalise
from crab_sim.machine.work import Budget

__all__ = ["World"]


class World:
    """The machine as a program sees it while it handles a key.

    Attributes:
        files: The file system; a program that saves replaces it.
        clipboard: The desktop's clipboard; likewise.
        user: Name of the user.
        home: The user's home folder.
        cwd: The folder in which the program was started.
        now: The clock, in seconds since 1970.
        processes: Id and name of the running processes.
        seed: The machine's seed, from which its load follows.
        memory: The bytes of the processes that hold a certain number, by their ids.
        budget: The work that is left.
    """

    __slots__ = ("budget", "clipboard", "cwd", "files", "home", "memory", "now", "processes", "seed", "user")

    def __init__(
        self,
        files: Files,
        clipboard: str = "",
        user: str = "user",
        home: str = "/home/user",
        cwd: str = "/home/user",
        now: float = 0.0,
        processes: Sequence[tuple[int, str]] = (),
        seed: int = 0,
        memory: Mapping[int, int] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.budget = budget or Budget()
        self.processes, self.seed, self.memory = processes, seed, memory or {}
        self.files, self.clipboard, self.user, self.home, self.cwd, self.now = files, clipboard, user, home, cwd, now

    def path(self, name: str) -> str:
        """Returns the absolute path of a name that a person gave."""
        if name == "~" or name.startswith("~/"):
            name = self.home + name[1:]
        return normalise(name, self.cwd)

    def exists(self, name: str) -> bool:
        """Returns whether there is a file or folder of this name."""
        return self.files.exists(self.path(name))

    def is_folder(self, name: str) -> bool:
        """Returns whether a name is that of a folder."""
        return self.files.is_dir(self.path(name))

    def writable(self, name: str) -> bool:
        """Returns whether the user may write a file, where there is one."""
        path = self.path(name)
        return not self.files.exists(path) or self.files.allows(path, self.user, "w")

    def read(self, name: str) -> bytes:
        """Returns a file's content.

        Raises:
            FileError: It can't be read, or not by this user.
        """
        path = self.path(name)
        if self.files.exists(path) and not self.files.allows(path, self.user, "r"):
            raise PermissionDenied(path)
        return self.files.read(path)

    def write(self, name: str, data: bytes, append: bool = False) -> None:
        """Writes a file.

        Raises:
            FileError: It can't be written, or not by this user.
        """
        path = self.path(name)
        new = not self.files.exists(path)
        target = normalise(path + "/..") if new else path
        if not self.files.exists(target):
            raise FileNotFound(path)
        if not self.files.allows(target, self.user, "w"):
            raise PermissionDenied(path)
        self.files = self.files.write(path, data, self.now, append, owner=self.user if new else None)
