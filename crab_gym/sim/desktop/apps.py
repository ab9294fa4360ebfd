"""The desktop's apps, in the order of its dock, and the seeders of their content."""

from __future__ import annotations

import random
from collections.abc import Mapping

from crab_gym.sim.files import Files
from crab_gym.sim.kernel import AppSpec, Seeder

__all__ = ["APPS", "HOME", "SEEDERS", "seed_files"]

HOME = "/home/user"


def seed_files(rng: random.Random, now: float) -> Files:
    """Returns the desktop's file system."""
    files = Files()
    for name in ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"):
        files = files.mkdir(f"{HOME}/{name}", now, parents=True)
    return files


APPS: Mapping[str, AppSpec] = {}
SEEDERS: Mapping[str, Seeder] = {}
