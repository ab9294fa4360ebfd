"""The desktop behind its shell: user, clock, processes, and the commands that only a desktop has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_sim.desktop import capture, file_types
from crab_sim.desktop.converting import convert
from crab_sim.desktop.gsettings import gsettings
from crab_sim.desktop.home import HOSTNAME
from crab_sim.desktop.programs import Programs
from crab_sim.desktop.settings_store import Settings
from crab_sim.desktop.trash import gio
from crab_sim.desktop.widgets import HOME, decoded
from crab_sim.devices.apps import app_of
from crab_sim.shell.context import Command, CommandContext
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.python import python3
from crab_sim.ui import Window

__all__ = ["DesktopHost", "process_id", "process_name", "processes", "program_name", "shell_id"]

_SYSTEM = ((1, "systemd"), (412, "dbus-daemon"), (633, "gdm3"), (871, "Xorg"), (954, "gnome-shell"))


def process_id(window: Window) -> int:
    """Returns the process id of a window's app."""
    return 2000 + 13 * int(window.id[1:])


def shell_id(window: Window) -> int:
    """Returns the process id of the shell in a terminal's window."""
    return process_id(window) + 2


def process_name(app: str) -> str:
    """Returns the name of an app's process; the office's programs share one."""
    names = app_of("ubuntu", app).processes
    return names[0] if names else "soffice.bin"


def processes(windows: Sequence[Window], programs: Programs = ()) -> tuple[tuple[int, str], ...]:
    """Returns id and name of the running processes.

    These are the system's, those in the background, one per window, and the shells and editors in terminals.
    """
    rows = [(program.id, program.name) for program in programs]
    rows += [(process_id(window), process_name(window.app)) for window in windows]
    rows += [(process_id(window) + 1, name) for window in windows if (name := program_name(window))]
    rows += [(shell_id(window), "bash") for window in windows if window.app == "terminal"]
    return (*_SYSTEM, *sorted(rows))


def program_name(window: Window) -> str:
    """Returns the name of the program that has taken a terminal's screen, empty if there is none."""
    running = getattr(window.page.data, "running", None) if window.app == "terminal" else None
    return "" if running is None else str(running.program.name)


class DesktopHost:
    """The desktop, as its shell needs it.

    Attributes:
        settings: The settings; ``gsettings`` replaces them.
        kept: What apps keep among the settings, by schema and key, in the text form of GVariant; likewise.
        seed: The machine's seed.
        asked_time: Whether a command has looked at the clock.
        memory: The bytes of the processes that hold a certain number, by their ids.
        stopped: The ids of the processes that a signal has stopped.
    """

    __slots__ = ("_now", "_programs", "_windows", "asked_time", "kept", "memory", "seed", "settings", "stopped")

    user = "user"
    hostname = HOSTNAME
    home = HOME
    unknown_command = "bash: {name}: command not found"
    max_output = MAX_OUTPUT

    def __init__(
        self,
        settings: Settings,
        now: float,
        windows: Sequence[Window] = (),
        seed: int = 0,
        programs: Programs = (),
        kept: Mapping[tuple[str, str], str] | None = None,
    ) -> None:
        self.kept = kept or {}
        self.settings, self._now, self._windows, self.seed = settings, now, windows, seed
        self._programs, self.memory = programs, {program.id: program.memory for program in programs}
        self.stopped = frozenset([program.id for program in programs if program.stopped])
        self.asked_time = False

    @property
    def commands(self) -> Mapping[str, Command]:
        """The desktop's own commands."""
        return _COMMANDS

    def time(self) -> float:
        """Returns the clock."""
        self.asked_time = True
        return self._now

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns id and name of the running processes."""
        return processes(self._windows, self._programs)


def _edit(context: CommandContext) -> int:
    """Edit texts.

    Usage: gedit [FILE]...
    """
    names = [arg for arg in context.args if not arg.startswith("-")]
    for name in names:
        context.effect("open_app", "text_editor", context.path(name))
    if not names:
        new = any(arg in ("--new-window", "--new-document", "-s") for arg in context.args)
        context.effect("open_app", "text_editor", *(("new",) if new else ()))
    return 0


def _browse(context: CommandContext) -> int:
    """Show folders.

    Usage: nautilus [FOLDER]...
    """
    names = [arg for arg in context.args if not arg.startswith("-")]
    for name in names:
        path = context.path(name.removeprefix("file://")).rstrip("/") or "/"
        context.effect("open_app", "files", path if context.files.is_dir(path) else path.rpartition("/")[0] or "/")
    if not names:
        context.effect("open_app", "files", *(("new",) if "--new-window" in context.args else ()))
    return 0


def _control(context: CommandContext) -> int:
    """Change settings.

    Usage: gnome-control-center [PANEL]
    """
    context.effect("open_app", "settings", *[arg for arg in context.args if not arg.startswith("-")][:1])
    return 0


def _terminal(context: CommandContext) -> int:
    """Open a terminal.

    Usage: gnome-terminal [--working-directory=FOLDER]
    """
    folder = next(
        (arg.partition("=")[2] for arg in context.args if arg.startswith("--working-directory=")), context.cwd
    )
    context.effect("open_app", "terminal", "new", folder)
    return 0


def _xdg_open(context: CommandContext) -> int:
    """Open a file or folder in the app for its kind.

    Usage: xdg-open FILE
    """
    if len(context.args) != 1:
        context.err("Usage: xdg-open { file | URL }\n")
        return 1
    if context.args[0].startswith(("http://", "https://")):
        context.effect("open_app", "firefox", context.args[0])
        return 0
    path = context.path(context.args[0].removeprefix("file://")).rstrip("/") or "/"
    if not context.files.exists(path):
        context.err(f"xdg-open: file '{context.args[0]}' does not exist\n")
        return 2
    app = "files" if context.files.is_dir(path) else file_types.opener(path, decoded(context.files, path) is not None)
    if not app:
        context.err(f"xdg-open: no method available for opening '{context.args[0]}'\n")
        return 3
    context.effect("open_app", app, path)
    return 0


def _program(context: CommandContext) -> int:
    """Start an application, with each file in a window.

    Usage: PROGRAM [FILE]...
    """
    if "--convert-to" in context.args and context.name in ("localc", "loimpress", "lowriter"):
        return convert(context)
    app = file_types.PROGRAMS[context.name.rpartition("/")[2]]
    names = [arg for arg in context.args if not arg.startswith("-")]
    for name in names:
        context.effect("open_app", app, context.path(name))
    if not names:
        context.effect("open_app", app)
    return 0


def _office(context: CommandContext) -> int:
    """Start LibreOffice, with each file in a window, or convert files without one.

    Usage: libreoffice [--calc] [FILE]... | libreoffice --headless --convert-to ENDING [--outdir FOLDER] FILE...
    """
    if "--convert-to" in context.args:
        return convert(context)
    wanted = next((file_types.OFFICE[arg] for arg in context.args if arg in file_types.OFFICE), "")
    names = [arg for arg in context.args if not arg.startswith("-")]
    for name in names:
        path = context.path(name)
        app = wanted or file_types.opener(path, False)
        if app not in file_types.OFFICE.values():
            context.err(f"Error: source file could not be loaded: {name}\n")
            return 1
        context.effect("open_app", app, path)
    if not names and wanted:
        context.effect("open_app", wanted)
    return 0


def _web(context: CommandContext) -> int:
    """Browse the web.

    Usage: firefox [--new-window] [ADDRESS|FILE]...
    """
    new = ("new",) if "--new-window" in context.args else ()
    names = [arg for arg in context.args if not arg.startswith("-")]
    for name in names:
        path = context.path(name)
        context.effect("open_app", "firefox", *new, path if context.files.exists(path) else name)
    if not names:
        context.effect("open_app", "firefox", "new")
    return 0


def _screenshot(context: CommandContext) -> int:
    """Take a picture of the screen, and save it to Pictures/Screenshots.

    Usage: gnome-screenshot [-w | -a] [-d SECONDS] [-f FILE] | gnome-screenshot -i
    """
    area, delay, path, words = "screen", "0", "", list(context.args)
    while words:
        word, _, value = words.pop(0).partition("=")
        if word in ("-i", "--interactive"):
            context.effect("open_app", "screenshot")
            return 0
        if word in ("-d", "--delay", "-f", "--file"):
            value = value or (words.pop(0) if words else "")
            delay, path = (value, path) if word in ("-d", "--delay") else (delay, context.path(value) if value else "")
        elif word in ("-w", "--window", "-a", "--area"):
            area = "window" if word in ("-w", "--window") else "selection"
        else:
            context.err(f"Unknown option {word}\n")
            return 1
    if not (delay.isascii() and delay.isdecimal() and len(delay) < 4):
        context.err(f"Cannot parse integer value “{delay}” for --delay\n")
        return 1
    path = path or f"{capture.FOLDER}/{capture.file_name(context.time())}.png"
    context.effect("open_app", "screenshot", "new", "take", area, int(delay), path)
    return 0


def _clear(context: CommandContext) -> int:
    """Clear the screen.

    Usage: clear
    """
    context.out("\x1b[H\x1b[2J\x1b[3J")
    return 0


_COMMANDS: Mapping[str, Command] = {
    **PROGRAMS,
    "gio": gio,
    "gsettings": gsettings,
    "gedit": _edit,
    "gnome-text-editor": _edit,
    "nautilus": _browse,
    "gnome-control-center": _control,
    "gnome-terminal": _terminal,
    "python3": python3,
    "xdg-open": _xdg_open,
    "gnome-screenshot": _screenshot,
    "libreoffice": _office,
    "soffice": _office,
    "clear": _clear,
    "reset": _clear,
    **dict.fromkeys(file_types.PROGRAMS, _program),
    "firefox": _web,
    "firefox-esr": _web,
}
