"""Android as its shell sees it: root on a phone, its processes, and the commands that only a phone has.

* `AndroidHost` - the `Host` of the phone's shell.
* `tool` - registers one of the phone's own commands.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import TYPE_CHECKING

from crab_gym.sim.shell.context import Command, Context

if TYPE_CHECKING:
    from crab_gym.sim.phone.android.device import Device

__all__ = ["AndroidHost", "tool"]

_MODULES = ("activity", "dumpsys", "input_", "logs", "packages", "screen", "services", "system", "tools", "toybox")
_COMMANDS: dict[str, Command] = {}


class AndroidHost:
    """What a shell on the phone asks its machine."""

    __slots__ = ("device",)

    user = "root"
    hostname = "localhost"
    home = "/"
    unknown_command = "/system/bin/sh: {name}: inaccessible or not found"
    max_output = 64 << 20  # bytes; a screen's raw pixels are some

    def __init__(self, device: Device) -> None:
        self.device = device

    @property
    def commands(self) -> Mapping[str, Command]:
        """Android's own commands."""
        return _commands()

    def time(self) -> float:
        """Returns the phone's clock."""
        return self.device.phone.now

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns what runs: the system's processes, and one for each app that has been opened."""
        return self.device.processes()


@cache
def _commands() -> Mapping[str, Command]:
    for name in _MODULES:
        importlib.import_module(f"crab_gym.sim.phone.android.{name}")
    return _COMMANDS


def tool(*names: str, files: bool = False) -> Callable[[Callable[[Context, Device], int]], Command]:
    """Registers a command of the phone, a function of the command's context and the device.

    Args:
        names: What it is called by.
        files: Whether it reads or changes what is in the phone's files, such as an app's database. It then finds the
            files that earlier commands of the line wrote, and later ones find those that it wrote.
    """

    def register(function: Callable[[Context, Device], int]) -> Command:
        @wraps(function)
        def run(ctx: Context) -> int:
            host = ctx.host
            assert isinstance(host, AndroidHost)
            if not files:
                return function(ctx, host.device)
            host.device.write_files(ctx.files)
            try:
                return function(ctx, host.device)
            finally:
                ctx.files = host.device.files

        for name in names:
            _COMMANDS[name] = run
        return run

    return register
