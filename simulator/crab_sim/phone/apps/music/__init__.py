"""The phone's Music app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.music import data, intents
from crab_sim.phone.apps.music.data import Player
from crab_sim.phone.media.library import song_files

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="music", name="Music", icon="music", color=(103, 58, 183)),
    seeders={
        data.PLAYER: lambda rng, now: Player(),
        data.QUEUE: lambda rng, now: (),
        data.PLAYLISTS: data.seed_playlists,
    },
    databases=data.DATABASES,
    files=song_files,
    intents=intents.RULES,
    categories=("APP_MUSIC",),
)
