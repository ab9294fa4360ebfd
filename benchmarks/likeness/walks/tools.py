"""Walks in GNOME's smaller tools: archives, clocks, processes, dates, tasks, disks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crab_gym.task import Action, Look
from walks.steps import HOME, Walk, arrive, click, context_menu, double_click, open_with, press, started, type_text

__all__ = ["WALKS"]


def archive_looking(look: Look) -> Iterator[Action]:
    """Looks into an archive, and at the menu of a file in it."""
    yield from open_with(look, "file-roller pack.zip", "archive_manager", "pack.zip", "Extract")
    yield context_menu(look, "list.txt")
    yield from press("escape")
    yield double_click(look, "papers")
    yield click(look, "Go to the home location")
    yield from press("f10", "escape")


def archive_extracting(look: Look) -> Iterator[Action]:
    """Extracts all files of an archive."""
    yield from open_with(look, "file-roller pack.zip", "archive_manager", "pack.zip", "Extract")
    yield from press("ctrl+a")
    yield click(look, "Extract", "button")
    yield from arrive(look, "archive_manager", "Extract")
    yield click(look, "Extract", "button")


def archive_adding(look: Look) -> Iterator[Action]:
    """Begins to add files, searches, and deletes a file of the archive."""
    yield from open_with(look, "file-roller pack.zip", "archive_manager", "pack.zip", "Extract")
    yield from press("ctrl+f")
    yield type_text("list")
    yield from press("escape")
    yield click(look, "list.txt")
    yield from press("delete")
    yield from arrive(look, "archive_manager")
    yield from press("escape")


def clocks_faces(look: Look) -> Iterator[Action]:
    """Goes through the faces, and begins an alarm."""
    yield from started(look, "Clocks", "clocks", "Alarms")
    yield click(look, "Alarms")
    yield from press("ctrl+n")
    yield from arrive(look, "clocks", "Alarm")
    yield from press("escape")
    yield click(look, "Stopwatch")
    yield click(look, "Timer")


def clocks_world(look: Look) -> Iterator[Action]:
    """Adds the clock of a city, and looks at the menu."""
    yield from started(look, "Clocks", "clocks", "World")
    yield from press("ctrl+n")
    yield from arrive(look, "clocks", "Add")
    yield type_text("Lima")
    yield from press("escape", "f10", "escape")


def clocks_watch(look: Look) -> Iterator[Action]:
    """Lets the stopwatch run, and stops it."""
    yield from started(look, "Clocks", "clocks", "Stopwatch")
    yield click(look, "Stopwatch")
    yield click(look, "Start")
    yield click(look, "Lap")
    yield click(look, "Pause")
    yield click(look, "Clear")


def monitor_tabs(look: Look) -> Iterator[Action]:
    """Looks at the processes, the resources and the disks."""
    yield from started(look, "System Monitor", "system_monitor", "Resources")
    yield click(look, "Resources")
    yield click(look, "File Systems")
    yield click(look, "Processes")
    yield from press("ctrl+f")
    yield type_text("bash")
    yield from press("escape")


def monitor_process(look: Look) -> Iterator[Action]:
    """Looks at the menu of the program."""
    yield from started(look, "System Monitor", "system_monitor", "Resources")
    yield from press("f10", "escape", "ctrl+f")
    yield type_text("dbus")


def monitor_ending(look: Look) -> Iterator[Action]:
    """Looks at a process, and begins to end it."""
    yield from open_with(look, "gnome-system-monitor", "system_monitor", "", "Resources")
    yield click(look, "bash")
    yield context_menu(look, "bash")
    yield from press("escape")
    yield click(look, "End Process")
    yield from press("escape")


def calendar_views(look: Look) -> Iterator[Action]:
    """Shows the month and the week, and begins an event."""
    yield from started(look, "Calendar", "calendar", "Month")
    yield click(look, "Week")
    yield click(look, "Month")
    yield from press("ctrl+f", "escape", "f10", "escape")


def calendar_event(look: Look) -> Iterator[Action]:
    """Writes an event, and gives up."""
    yield from started(look, "Calendar", "calendar", "Month")
    yield from press("ctrl+n")
    yield type_text("Dinner")
    yield from press("escape")


def calendar_days(look: Look) -> Iterator[Action]:
    """Goes to the next month and back to today."""
    yield from started(look, "Calendar", "calendar", "Month")
    yield from press("alt+right", "alt+left")
    yield click(look, "Today")
    yield click(look, "Week")
    yield from press("alt+right")


def todo_panels(look: Look) -> Iterator[Action]:
    """Looks at the panels of tasks."""
    yield from started(look, "Endeavour", "endeavour", "Inbox")
    yield click(look, "Inbox")
    yield click(look, "Today")
    yield click(look, "All")


def todo_lists(look: Look) -> Iterator[Action]:
    """Makes a list."""
    yield from started(look, "Endeavour", "endeavour", "Inbox")
    yield click(look, "New List")
    yield type_text("Garden\n")
    yield click(look, "Inbox")
    yield from press("f10", "escape")


def todo_week(look: Look) -> Iterator[Action]:
    """Looks at the tasks of the next days, and at those of all lists."""
    yield from started(look, "Endeavour", "endeavour", "Inbox")
    yield click(look, "Next 7 Days")
    yield click(look, "All")
    yield click(look, "Inbox")


def disk_home(look: Look) -> Iterator[Action]:
    """Looks at the space of the home folder."""
    yield from started(look, "Disk Usage Analyzer", "disk_usage", "Home Folder")
    yield click(look, "Home Folder")
    yield from press("down", "f10", "escape")
    yield click(look, "Go back to location list")


def disk_menu(look: Look) -> Iterator[Action]:
    """Looks at the menu, and begins to choose a folder."""
    yield from started(look, "Disk Usage Analyzer", "disk_usage", "Home Folder")
    yield from press("f10", "escape", "ctrl+o")
    yield from arrive(look, "disk_usage", "Folder")
    yield from press("escape")


def disk_folder(look: Look) -> Iterator[Action]:
    """Looks at the space of a folder by its path."""
    yield from open_with(look, f"baobab {HOME}/Documents", "disk_usage")
    yield from press("ctrl+r")
    yield click(look, "Go back to location list")
    yield from press("alt+f4")


WALKS: Final = (
    Walk("archive_manager", "looking", archive_looking),
    Walk("archive_manager", "extracting", archive_extracting),
    Walk("archive_manager", "adding", archive_adding, held_out=True),
    Walk("clocks", "faces", clocks_faces),
    Walk("clocks", "world", clocks_world),
    Walk("clocks", "watch", clocks_watch, held_out=True),
    Walk("system_monitor", "tabs", monitor_tabs),
    Walk("system_monitor", "process", monitor_process),
    Walk("system_monitor", "ending", monitor_ending, held_out=True),
    Walk("calendar", "views", calendar_views),
    Walk("calendar", "event", calendar_event),
    Walk("calendar", "days", calendar_days, held_out=True),
    Walk("endeavour", "panels", todo_panels),
    Walk("endeavour", "lists", todo_lists),
    Walk("endeavour", "week", todo_week, held_out=True),
    Walk("disk_usage", "home", disk_home),
    Walk("disk_usage", "menu", disk_menu),
    Walk("disk_usage", "folder", disk_folder, held_out=True),
)
