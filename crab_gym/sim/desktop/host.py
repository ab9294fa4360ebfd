"""The desktop as its shell sees it: user, clock, processes, and the commands that only a desktop has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.sim.desktop.gsettings import gsettings
from crab_gym.sim.desktop.home import HOSTNAME
from crab_gym.sim.desktop.settings_store import Settings
from crab_gym.sim.desktop.widgets import HOME, is_media, kind_of
from crab_gym.sim.shell.context import MAX_OUTPUT, Command, Context
from crab_gym.sim.ui import Window

__all__ = ["DesktopHost", "process_id", "processes"]

_PROCESS = {"terminal": "gnome-terminal-", "files": "nautilus", "text_editor": "gedit", "settings": "gnome-control-c"}
_SYSTEM = ((1, "systemd"), (412, "dbus-daemon"), (633, "gdm3"), (871, "Xorg"), (954, "gnome-shell"))


def process_id(window: Window) -> int:
    """Returns the process id of a window's app."""
    return 2000 + 13 * int(window.id[1:])


def processes(windows: Sequence[Window]) -> tuple[tuple[int, str], ...]:
    """Returns (process id, name) of what runs: the system's, and one for each window."""
    return (*_SYSTEM, *sorted((process_id(window), _PROCESS[window.app]) for window in windows))


class DesktopHost:
    """What a shell on the desktop asks its machine.

    Attributes:
        settings: The settings; ``gsettings`` replaces them.
    """

    __slots__ = ("_now", "_windows", "settings")

    user = "user"
    hostname = HOSTNAME
    home = HOME
    unknown_command = "bash: {name}: command not found"
    max_output = MAX_OUTPUT

    def __init__(self, settings: Settings, now: float, windows: Sequence[Window] = ()) -> None:
        self.settings, self._now, self._windows = settings, now, windows

    @property
    def commands(self) -> Mapping[str, Command]:
        """The desktop's own commands."""
        return _COMMANDS

    def time(self) -> float:
        """Returns the clock."""
        return self._now

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns what runs."""
        return processes(self._windows)


def _edit(ctx: Context) -> int:
    """Edit texts.

    Usage: gedit [FILE]...
    """
    names = [arg for arg in ctx.args if not arg.startswith("-")]
    for name in names:
        ctx.effect("open_app", "text_editor", ctx.path(name))
    if not names:
        new = any(arg in ("--new-window", "--new-document", "-s") for arg in ctx.args)
        ctx.effect("open_app", "text_editor", *(("new",) if new else ()))
    return 0


def _browse(ctx: Context) -> int:
    """Show folders.

    Usage: nautilus [FOLDER]...
    """
    names = [arg for arg in ctx.args if not arg.startswith("-")]
    for name in names:
        path = ctx.path(name.removeprefix("file://")).rstrip("/") or "/"
        ctx.effect("open_app", "files", path if ctx.files.is_dir(path) else path.rpartition("/")[0] or "/")
    if not names:
        ctx.effect("open_app", "files", *(("new",) if "--new-window" in ctx.args else ()))
    return 0


def _control(ctx: Context) -> int:
    """Change settings.

    Usage: gnome-control-center [PANEL]
    """
    ctx.effect("open_app", "settings", *[arg for arg in ctx.args if not arg.startswith("-")][:1])
    return 0


def _terminal(ctx: Context) -> int:
    """Open a terminal.

    Usage: gnome-terminal [--working-directory=FOLDER]
    """
    folder = next((arg.partition("=")[2] for arg in ctx.args if arg.startswith("--working-directory=")), ctx.cwd)
    ctx.effect("open_app", "terminal", "new", folder)
    return 0


def _xdg_open(ctx: Context) -> int:
    """Open a file or folder in the app for its kind.

    Usage: xdg-open FILE
    """
    if len(ctx.args) != 1:
        ctx.err("Usage: xdg-open { file | URL }\n")
        return 1
    path = ctx.path(ctx.args[0].removeprefix("file://")).rstrip("/") or "/"
    if not ctx.files.exists(path):
        ctx.err(f"xdg-open: file '{ctx.args[0]}' does not exist\n")
        return 2
    if ctx.files.is_dir(path) or kind_of(path, False) == "Image":
        ctx.effect("open_app", "files", path)
    elif is_media(path):
        ctx.err(f"xdg-open: no method available for opening '{ctx.args[0]}'\n")
        return 3
    else:
        ctx.effect("open_app", "text_editor", path)
    return 0


def _clear(ctx: Context) -> int:
    """Clear the screen.

    Usage: clear
    """
    ctx.out("\x1b[H\x1b[2J\x1b[3J")
    return 0


_COMMANDS: Mapping[str, Command] = {
    "gsettings": gsettings,
    "gedit": _edit,
    "gnome-text-editor": _edit,
    "nautilus": _browse,
    "gnome-control-center": _control,
    "gnome-terminal": _terminal,
    "xdg-open": _xdg_open,
    "clear": _clear,
    "reset": _clear,
}
