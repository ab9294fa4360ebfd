"""The phone's apps, in the order of its home screen, and the seeders of their content."""

from __future__ import annotations

import random
from collections.abc import Mapping

from crab_gym.sim import content
from crab_gym.sim.app import AppSpec
from crab_gym.sim.files import Files
from crab_gym.sim.kernel import Seeder
from crab_gym.sim.phone import contacts, messages, settings, tasks

__all__ = ["APPS", "SEEDERS", "seed_files"]


def seed_files(rng: random.Random, now: float) -> Files:
    """Returns the phone's file system: the folders that Android makes on the shared storage, a few files in them."""
    root = "/storage/emulated/0"
    files = Files()
    for name in ("Alarms", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures", "Podcasts"):
        files = files.mkdir(f"{root}/{name}", now, parents=True)
    for noun in rng.sample(content.NOUNS, 2):
        text = f"{rng.choice(content.SENTENCES)}\n{rng.choice(content.SENTENCES)}\n"
        files = files.write(f"{root}/Documents/{noun}.txt", text.encode(), now - 86_400)
    return files


APPS: Mapping[str, AppSpec] = {app.APP.id: app.APP for app in (contacts, messages, tasks, settings)}
SEEDERS: Mapping[str, Seeder] = {"contacts": contacts.seed, "messages": messages.seed, "todos": tasks.seed}
