"""The files of the phone's Markdown app: their folder, and those on a lived-in phone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from crab_sim.content import notes as content_notes
from crab_sim.phone.app import SDCARD, SeedFile

__all__ = ["HOME", "QUICK", "TODO", "seed_files"]

HOME: Final = f"{SDCARD}/Documents/Markor"
"""The folder in which the app's files lie."""
QUICK: Final = f"{HOME}/QuickNote.md"
TODO: Final = f"{HOME}/todo.txt"


def seed_files(rng: random.Random, now: float) -> Iterable[SeedFile]:
    """Returns two folders, 7 to 10 pages in and beside them, the quick note and the to-do list."""
    folders = ["", *rng.sample(content_notes.FOLDERS, 2)]
    for i, (name, text) in enumerate(rng.sample(content_notes.PAGES, rng.randrange(7, 11))):
        folder = folders[i] if i < len(folders) else rng.choice(folders)
        ending = ".txt" if rng.random() < 0.2 else ".md"
        path = f"{HOME}/{folder}/{name}{ending}".replace("//", "/")
        yield SeedFile(path, text.encode(), float(rng.randrange(3600, 50 * 86_400)))
    lines = rng.sample(content_notes.TODO_LINES, 5)
    yield SeedFile(TODO, ("\n".join(lines) + "\n").encode(), 7200.0)
    jot = rng.choice(content_notes.JOTS)
    yield SeedFile(QUICK, f"# Quick note\n\n{jot[1]}\n".encode(), 5400.0)
