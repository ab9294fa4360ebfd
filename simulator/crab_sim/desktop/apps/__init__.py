"""The desktop's apps, in the order of the grid, and the seeders of their content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_sim.desktop import network, programs
from crab_sim.desktop.apps import (
    archive_manager,
    calc,
    calculator,
    calendar,
    characters,
    clocks,
    code,
    disk_usage,
    document_viewer,
    endeavour,
    firefox,
    gimp,
    image_viewer,
    impress,
    music,
    screenshot,
    system_monitor,
    thunderbird,
    videos,
    writer,
)
from crab_sim.desktop.apps.calendar import data as calendar_data
from crab_sim.desktop.apps.clocks import data as clocks_data
from crab_sim.desktop.apps.endeavour import data as endeavour_data
from crab_sim.desktop.apps.files import app as files_app
from crab_sim.desktop.apps.firefox import state as firefox_state
from crab_sim.desktop.apps.music import playing as music_playing
from crab_sim.desktop.apps.settings import app as settings
from crab_sim.desktop.apps.terminal import app as terminal
from crab_sim.desktop.apps.text_editor import app as text_editor
from crab_sim.desktop.apps.thunderbird import contacts as mail_contacts
from crab_sim.desktop.apps.thunderbird import seeds as mail_seeds
from crab_sim.desktop.home import seed_files
from crab_sim.desktop.widgets import HOME
from crab_sim.machine.app import AppSpec
from crab_sim.machine.memory import Seeder

__all__ = ["APPS", "FAVORITES", "HOME", "SEEDERS", "seed_files"]

_ALL = (
    terminal.APP,
    files_app.APP,
    text_editor.APP,
    settings.APP,
    calculator.APP,
    calc.APP,
    image_viewer.APP,
    firefox.APP,
    clocks.APP,
    calendar.APP,
    endeavour.APP,
    archive_manager.APP,
    system_monitor.APP,
    disk_usage.APP,
    gimp.APP,
    impress.APP,
    writer.APP,
    thunderbird.APP,
    document_viewer.APP,
    screenshot.APP,
    music.APP,
    videos.APP,
    characters.APP,
    code.APP,
)
APPS: Mapping[str, AppSpec[Any]] = {app.id: app for app in _ALL}
FAVORITES = ("terminal", "files", "text_editor", "settings")
"""The apps that the dock shows at all times."""
SEEDERS: Mapping[str, Seeder] = {
    **firefox_state.SEEDERS,
    "alarms": clocks_data.seed_alarms,
    "alarm_state": clocks_data.seed_state,
    "timers": clocks_data.seed_timers,
    "stopwatch": clocks_data.seed_stopwatch,
    "cities": clocks_data.seed_cities,
    "events": calendar_data.seed,
    "mail_contacts": mail_contacts.seed_cards,
    "mail_profile": mail_seeds.seed_profile,
    "task_lists": endeavour_data.seed_lists,
    "todos": endeavour_data.seed_tasks,
    programs.PROGRAMS.name: programs.seed,
    network.WIRED.name: network.seed,
    music_playing.PLAYER.name: lambda rng, now: music_playing.Player(),
    "recent_characters": lambda rng, now: (),
}
