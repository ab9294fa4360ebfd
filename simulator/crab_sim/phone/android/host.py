"""Android as its shell sees it: root on a phone, its processes, and the commands that only a phone has.

* `AndroidHost` - the `Host` of the phone's shell.
* `looks_at_files` - whether a line needs the files.
* `tool` - registers one of the phone's own commands.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import TYPE_CHECKING, Final

from crab_sim.shell.context import Command, CommandContext
from crab_sim.shell.lang.parser import parse
from crab_sim.shell.lang.tree import Literal, ShellSyntaxError, Simple
from crab_sim.shell.text import clean

if TYPE_CHECKING:
    from crab_sim.phone.android.device import Device
    from crab_sim.phone.android.steps import Steps

__all__ = ["AndroidHost", "looks_at_files", "tool"]

_MODULES = (
    "am",
    "content",
    "dumpsys",
    "input",
    "logcat",
    "pm",
    "screen",
    "cmd",
    "sqlite3",
    "system",
    "tools",
    "toybox",
)
_COMMANDS: dict[str, Command] = {}


class AndroidHost:
    """The phone as its shell sees it; see `crab_sim.shell.Host`.

    Args:
        device: The phone.
        looks: Whether the line may look at files; one that doesn't is spared the making of the apps' databases.
        steps: Runs the line from one sleep to the next; None where it is run at once.
    """

    __slots__ = ("device", "looks", "steps")

    user = "root"
    hostname = "localhost"
    home = "/"
    unknown_command = "/system/bin/sh: {name}: inaccessible or not found"
    max_output = 64 << 20  # bytes; a screen's raw pixels are some

    def __init__(self, device: Device, looks: bool = True, steps: Steps | None = None) -> None:
        self.device, self.looks, self.steps = device, looks, steps

    @property
    def commands(self) -> Mapping[str, Command]:
        """Android's own commands."""
        return _commands()

    def time(self) -> float:
        """Returns the phone's clock."""
        return self.device.phone.now

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns the running processes: the system's, and one for each app that has been opened."""
        return self.device.processes()


@cache
def _commands() -> Mapping[str, Command]:
    for name in _MODULES:
        importlib.import_module(f"crab_sim.phone.android.commands.{name}")
    return _COMMANDS


_BLIND: Final = frozenset(
    (
        "am cmd content dumpsys getprop id ime input log logcat monkey pidof pm ps service setprop settings svc true"
        " whoami wm"
    ).split()
)  # commands that look at no file, whatever their arguments
_BLIND_LINES: Final = frozenset(
    {("date",), ("date", "+%s"), ("screencap",), ("screencap", "-p"), ("uiautomator", "dump", "/dev/tty"),
     ("uiautomator", "dump", "--compressed", "/dev/tty")}
)  # fmt: skip
_GLOBS: Final = frozenset("*?[{~")


def looks_at_files(line: str) -> bool:
    """Returns whether a line may look at files; False for one plain command that doesn't.

    >>> looks_at_files("input text 'a b'"), looks_at_files("input text a; ls"), looks_at_files("screencap /sdcard/a")
    (False, True, True)
    """
    try:
        node = parse(clean(line))
    except ShellSyntaxError:
        return False
    if not isinstance(node, Simple) or node.redirects or node.assigns or not node.words:
        return True
    words = []
    for word in node.words:
        if not all(type(part) is Literal and (part.quoted or _GLOBS.isdisjoint(part.text)) for part in word):
            return True
        words.append("".join([part.text for part in word if type(part) is Literal]))
    if "install" in words[1:3]:  # of a package
        return True
    return words[0] not in _BLIND and tuple(words) not in _BLIND_LINES


def tool(*names: str, files: bool = False) -> Callable[[Callable[[CommandContext, Device], int]], Command]:
    """Registers a command of the phone, a function of the command's context and the device.

    Args:
        names: Its names.
        files: Whether it reads or changes the phone's files, such as an app's database. It then finds the files that
            earlier commands of the line wrote, and later ones find those that it wrote.
    """

    def register(function: Callable[[CommandContext, Device], int]) -> Command:
        @wraps(function)
        def run(context: CommandContext) -> int:
            host = context.host
            assert isinstance(host, AndroidHost)
            if not (files and host.looks):
                return function(context, host.device)
            host.device.write_files(context.files)
            try:
                return function(context, host.device)
            finally:
                context.files = host.device.files

        for name in names:
            _COMMANDS[name] = run
        return run

    return register
