"""Rows of the table of apps, and the categories of apps.

The twelve categories are OmniBench's (Table 10); the number of distinct categories that a task touches is the
"knowledge" dimension of its complexity. This module imports nothing, so that a package with an app may import it
before anything else of crab-gym.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CATEGORIES", "App"]

CATEGORIES = (
    "Social Communication",
    "Multimedia Playback",
    "Multimedia Editing",
    "Office",
    "Utility Tools",
    "Programming",
    "System Management",
    "Web Browsing",
    "Screen Capture",
    "Task Management",
    "Note Management",
    "Lifestyle",
)


class App(NamedTuple):
    """One app of one device.

    Attributes:
        id: Name used in checkpoints and queries, such as ``"text_editor"``.
        device: The device that has it; the app of ``"root"`` holds the answer given by ``submit``.
        name: The name below its icon, which ``open_app`` and ``search_app`` take.
        category: One of `CATEGORIES`.
        package: Android package name, or the name of the desktop entry on Linux.
        processes: Process names that show the app on a real Linux desktop.
        classes: Classes (second part of WM_CLASS) of its windows there, where several apps share a process.
        activity: The activity that a launcher starts on Android, in full or without the package (``.Main``).
        aliases: Other package names of the simulated phone's app, since clients look for them.
        version: Version of the simulated phone's app.
        hidden: Whether it has no icon, and only programs open it.
        module: The module that defines an app from outside; ours are where `crab_sim` looks for them.
        source: Name and version of the distribution that an app from outside is from, filled in from its metadata.
    """

    id: str
    device: str
    name: str
    category: str
    package: str
    processes: tuple[str, ...] = ()
    activity: str = ""
    aliases: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    version: str = ""
    hidden: bool = False
    module: str = ""
    source: str = ""
