"""The phone's apps, in the order of its home screen, and the seeders of their content."""

from __future__ import annotations

import random
from collections.abc import Mapping

from crab_gym.sim.files import Files
from crab_gym.sim.kernel import AppSpec, Seeder

__all__ = ["APPS", "SEEDERS", "seed_files"]


def seed_files(rng: random.Random, now: float) -> Files:
    """Returns the phone's file system: the folders that Android makes on the shared storage."""
    files = Files()
    for name in ("Alarms", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures", "Podcasts"):
        files = files.mkdir(f"/storage/emulated/0/{name}", now, parents=True)
    return files


APPS: Mapping[str, AppSpec] = {}
SEEDERS: Mapping[str, Seeder] = {}
