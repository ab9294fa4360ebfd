"""What the simulated machines tell of themselves and let setups change; the desktop's part of it too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.backends.base import CommandResult, Foreground, Setup, Window
from crab_gym.devices.apps import APPS, app_of
from crab_gym.sim.desktop.apps import HOME
from crab_gym.sim.desktop.apps.terminal.app import run_command
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.machine import Machine

__all__ = ["SimDesktopState", "SimState"]


class SimState(Setup):
    """What both machines answer alike. The machine is looked up at each query, since a restore may replace it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def files_at(self, path: str) -> Files:
        """Returns the file system in which a path is looked up."""
        files: Files = self.machine.get("files")
        return files

    def foreground(self) -> Foreground:
        """Returns the front window's app and title; the launcher's, or ``""`` on a desktop, where there is none."""
        front = self.machine.front
        if front is None:
            return Foreground("launcher" if self.device == "android" else "", "")
        return Foreground(front.app, self.machine.apps[front.app].title(Context(self.machine, front.id)))

    def exists(self, path: str) -> bool:
        """Tells whether a file or folder is there."""
        return self.files_at(path).exists(path)

    def is_dir(self, path: str) -> bool:
        """Tells whether the path is a folder."""
        return self.files_at(path).is_dir(path)

    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content."""
        files = self.files_at(path)
        return files.read(path) if files.is_file(path) else None

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the names in a folder."""
        files = self.files_at(path)
        return files.list(path) if files.is_dir(path) else ()

    def clipboard(self) -> str:
        """Returns the clipboard's text."""
        text: str = self.machine.slices["clipboard"]
        return text

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting."""
        value: str | None = self.machine.get("settings").get((namespace, key))
        return value

    def packages(self) -> tuple[str, ...]:
        """Returns the packages of the installed apps."""
        return tuple(sorted(a.package for a in APPS if a.device == self.device and a.id in self.machine.apps))

    def put_files(self, path: str, files: Files) -> None:
        """Replaces the file system in which a path was looked up."""
        self.machine.put("files", files)

    def _change(self, path: str, change: Callable[[Files], Files]) -> None:
        try:
            self.put_files(path, change(self.files_at(path)))
        except FileError as error:
            raise ValueError(f"setup of {self.device!r} can't change its files: {error}") from error

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""
        content = data.encode() if isinstance(data, str) else data
        parent = path.rpartition("/")[0] or "/"
        now = self.machine.now

        def written(files: Files) -> Files:
            above = files if files.is_dir(parent) else files.mkdir(parent, now, parents=True)
            return above.write(path, content, now)

        self._change(path, written)

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
        self.machine.put("clipboard", text)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting.

        Raises:
            ValueError: The device has no such setting.
        """
        settings: Mapping[tuple[str, str], str] = self.machine.get("settings")
        if (namespace, key) not in settings:
            known = ", ".join(
                sorted(f"{space} {name}" for space, name in settings if space == namespace or name == key)
            )
            raise ValueError(f"{self.device!r} has no setting {namespace!r} {key!r}; near it: {known or 'none'}")
        self.machine.put("settings", {**settings, (namespace, key): value})


class SimDesktopState(SimState):
    """State of the simulated desktop."""

    device = "ubuntu"
    home = HOME

    def windows(self) -> tuple[Window, ...]:
        """Returns the open windows, lowest first."""
        desktop: Any = self.machine
        front = desktop.front
        return tuple(
            Window(
                window.app,
                desktop.apps[window.app].title(Context(desktop, window.id)),
                desktop.bounds(window),
                window is front,
                window.minimized,
            )
            for window in desktop.slices["windows"]
        )

    def processes(self) -> tuple[str, ...]:
        """Returns the names of the processes of the open windows."""
        return tuple(sorted(app_of("ubuntu", window.app).processes[0] for window in self.machine.slices["windows"]))

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command of the simulated shell; whatever it writes is dropped."""
        machine = self.machine
        return CommandResult(*run_command(machine.get("files"), machine.get("settings"), machine.now, argv))
