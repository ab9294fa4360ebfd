"""The phone's Notebook app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.notebook.data import DATABASE, FOLDERS, NOTES, seed_folders, seed_pages

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="notebook", name="Notebook", icon="notebook", color=(20, 84, 160)),
    seeders={FOLDERS: seed_folders, NOTES: seed_pages},
    databases=(DATABASE,),
    shares={"text": lambda text: ("add", "", text)},
)
