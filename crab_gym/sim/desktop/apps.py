"""The desktop's apps, in the order of its dock, and the seeders of their content."""

from __future__ import annotations

from collections.abc import Mapping

from crab_gym.sim.app import AppSpec
from crab_gym.sim.desktop import files_app, settings, terminal, text_editor
from crab_gym.sim.desktop.common import HOME
from crab_gym.sim.desktop.home import seed_files
from crab_gym.sim.kernel import Seeder

__all__ = ["APPS", "HOME", "SEEDERS", "seed_files"]

APPS: Mapping[str, AppSpec] = {app.id: app for app in (terminal.APP, files_app.APP, text_editor.APP, settings.APP)}
SEEDERS: Mapping[str, Seeder] = {}
