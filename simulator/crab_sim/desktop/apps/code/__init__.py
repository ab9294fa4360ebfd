"""The code editor, after VS Code."""

from __future__ import annotations

from crab_sim.machine.app import deferred

__all__ = ["APP"]

APP = deferred(
    f"{__name__}.app",
    id="code",
    name="Visual Studio Code",
    icon="code",
    color=(0, 101, 169),
    size=(1120, 660),
    keywords=("code", "vscode", "editor", "development", "ide", "programming", "git"),
    multiline=(),
)
