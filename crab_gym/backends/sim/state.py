"""The part of a simulated device's state that the phone and the desktop have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from crab_gym.backends.base import Foreground, Setup
from crab_sim.devices.facts import Effect
from crab_sim.engines.movie_frames import check_decoder
from crab_sim.files import File, FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD, EFFECTS, FILES, SETTINGS, Readable

__all__ = ["SimState"]

_T = TypeVar("_T")
_Row = TypeVar("_Row")


class SimState(Setup):
    """Queries and changes that work alike on both machines.

    Each query reads the machine afresh, since a restore replaces its slices.

    Args:
        machine: The phone or the desktop.
    """

    user: ClassVar[str]
    """The user as whom commands run."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._answers: dict[str, tuple[Any, Any]] = {}

    def _converted(self, slice: Readable[tuple[_Row, ...]], convert: Callable[[_Row], _T]) -> tuple[_T, ...]:
        """Returns a slice's rows as the types of the base; converted only when the slice has been replaced."""
        rows = self.machine.get(slice)
        cached = self._answers.get(slice.name)
        if cached is None or cached[0] is not rows:
            cached = self._answers[slice.name] = rows, tuple([convert(row) for row in rows])
        converted: tuple[_T, ...] = cached[1]
        return converted

    def files_at(self, path: str) -> Files:
        """Returns the file system that holds a path."""
        files: Files = self.machine.get(FILES)
        return files

    def foreground(self) -> Foreground:
        """Returns the front window's app and title; the launcher's, or ``""`` on a desktop, where there is none."""
        front = self.machine.front
        if front is None:
            return Foreground("launcher" if self.device == "android" else "", "")
        return Foreground(front.app, self.machine.apps[front.app].title(Context(self.machine, front.id)))

    def exists(self, path: str) -> bool:
        """Returns whether a file or folder is there."""
        return self.files_at(path).exists(path)

    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""
        return self.files_at(path).is_dir(path)

    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content."""
        files = self.files_at(path)
        return files.read(path) if files.is_file(path) else None

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the names in a folder."""
        files = self.files_at(path)
        return files.list(path) if files.is_dir(path) else ()

    def sized_files(self, folder: str, size: int) -> tuple[str, ...]:
        """Returns the paths of the files below a folder that have a size in bytes."""
        return tuple([path for path, data in self._files_below(folder) if len(data) == size])

    def files_with(self, text: str, folders: Sequence[str]) -> tuple[str, ...]:
        """Returns the paths of the files below some folders that have a text and that the user may read."""
        needle = text.encode("utf-8", "surrogateescape")
        return tuple(
            [
                path
                for folder in folders
                for path, data in self._files_below(folder)
                if needle in data and self.files_at(path).allows(path, self.user, "r")
            ]
        )

    def _files_below(self, folder: str) -> Iterator[tuple[str, bytes]]:
        files = self.files_at(folder)
        if files.exists(folder):
            for path, entry in files.walk(folder):
                if isinstance(entry, File):
                    yield path, entry.data

    def clipboard(self) -> str:
        """Returns the clipboard's text."""
        text: str = self.machine.get(CLIPBOARD)
        return text

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting."""
        value: str | None = self.machine.get(SETTINGS).get((namespace, key))
        return value

    def effects(self) -> tuple[Effect, ...]:
        """Returns the log of effects that have left the machine."""
        return self.machine.peek(EFFECTS, ())

    def put_files(self, path: str, files: Files) -> None:
        """Replaces the file system that holds a path."""
        self.machine.put(FILES, files)

    def _change(self, path: str, change: Callable[[Files], Files]) -> None:
        try:
            self.put_files(path, change(self.files_at(path)))
        except FileError as error:
            raise ValueError(f"setup of {self.device!r} can't change its files: {error}") from error

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""
        self.write_old_file(path, data, 0.0)

    def write_old_file(self, path: str, data: bytes | str, age: float) -> None:
        """Writes a file that was changed some seconds ago, making the folders above it."""
        content = data.encode() if isinstance(data, str) else data
        check_decoder(content)
        parent = path.rpartition("/")[0] or "/"
        now = self.machine.now - age

        def write(files: Files) -> Files:
            with_parent = files if files.is_dir(parent) else files.mkdir(parent, now, parents=True)
            return with_parent.write(path, content, now)

        self._change(path, write)

    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""
        now = self.machine.now
        self._change(path, lambda files: files.mkdir(path, now, parents=True))

    def remove(self, path: str) -> None:
        """Removes a file or folder."""
        if self.files_at(path).exists(path):
            self._change(path, lambda files: files.remove(path, recursive=True))

    def now(self) -> float:
        """Returns the machine's clock."""
        return self.machine.now

    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""
        self.machine.put(CLIPBOARD, text)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting.

        Raises:
            ValueError: The device has no such setting.
        """
        settings: Mapping[tuple[str, str], str] = self.machine.get(SETTINGS)
        if (namespace, key) not in settings:
            known = ", ".join(
                sorted(f"{space} {name}" for space, name in settings if space == namespace or name == key)
            )
            raise ValueError(f"{self.device!r} has no setting {namespace!r} {key!r}; near it: {known or 'none'}")
        self.machine.put(SETTINGS, {**settings, (namespace, key): value})

    def add_event(self, title: str, start: float, end: float, location: str = "", notes: str = "") -> int:
        """Adds an event to the calendar.

        Raises:
            ValueError: It ends before it begins.
        """
        if end < start:
            raise ValueError(f"the event {title!r} from {start} to {end}: expected an end that isn't before the start")
        return self._new_event(title, start, end, location, notes)

    @abstractmethod
    def _new_event(self, title: str, start: float, end: float, location: str, notes: str) -> int:
        """Adds an event that has been checked, and returns its id."""
