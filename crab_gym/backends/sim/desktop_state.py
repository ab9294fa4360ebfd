"""The simulated desktop's state, for evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import CommandResult, Window
from crab_gym.backends.sim.facts import desktop_facts
from crab_gym.backends.sim.state import SimState
from crab_gym.devices.facts import Facts
from crab_gym.fast.compiled import mypyc_attr
from crab_gym.sim.desktop.apps import HOME
from crab_gym.sim.desktop.apps.terminal.app import run_command
from crab_gym.sim.desktop.host import process_name, program_name
from crab_gym.sim.desktop.settings_store import SETTINGS
from crab_gym.sim.engines.pages import sites
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.slices import FILES, WINDOWS

__all__ = ["SimDesktopState"]


@mypyc_attr(allow_interpreted_subclasses=True)
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
            for window in desktop.get(WINDOWS)
        )

    def processes(self) -> tuple[str, ...]:
        """Returns the names of the processes of the open windows, and of the programs in terminals."""
        windows = self.machine.get(WINDOWS)
        names = [process_name(window.app) for window in windows]
        return tuple(sorted([*names, *[name for window in windows if (name := program_name(window))]]))

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of a bundled site."""
        return sites.read_rows(self.machine, site, table)

    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site."""
        sites.replace_rows(self.machine, site, table, rows)

    def facts(self) -> Facts:
        """Returns the things that the user owns on the desktop."""
        return desktop_facts(self.machine.memory(), self.home)

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command of the simulated shell and discards anything that it writes."""
        machine = self.machine
        return CommandResult(*run_command(machine.get(FILES), machine.get(SETTINGS), machine.now, argv))
