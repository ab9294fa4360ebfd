"""The desktop's apps, in the order of the grid, and the seeders of their content.

Apps from outside come last, each in the module that its row in the table of apps (`crab_sim.devices.apps`) names; the
module's ``SEEDERS``, if it has any, make the content of the app's slices.
"""

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
from crab_sim.devices import outside
from crab_sim.devices.apps import APPS as ALL_APPS
from crab_sim.machine.app import AppSpec
from crab_sim.machine.memory import Seeder
from crab_sim.machine.outside import fitting

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
_OUTSIDE = {row: outside.load(row, AppSpec) for row in ALL_APPS if row.device == "ubuntu" and row.module}
"""The apps from outside, each with what its module defines."""
APPS: Mapping[str, AppSpec[Any]] = {
    **{app.id: app for app in _ALL},
    **{row.id: fitting(row, app, module.get("SEEDERS", ())) for row, (app, module) in _OUTSIDE.items()},
}
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
    **{slice.name: seeder for app, module in _OUTSIDE.values() for slice, seeder in module.get("SEEDERS", {}).items()},
}
