"""Music: a sub-task that tells what somebody plays."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.pages import open_row, scroll_sorted, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import other_person

__all__ = ["ONLY_SONG"]


def _two_songs(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The artist's only song, and one by somebody with the same first name."""
    number = rng.randrange(100_000)
    for i, (artist, title) in enumerate(
        ((params.artist, params.title), (other_person(rng, params.artist), params.other))
    ):
        data = mp3(title, artist, f"{artist} in concert", float(rng.randint(130, 290)))
        devices["android"].write_file(f"{STORAGE}/Music/song_{number:05}_{i}.mp3", data)


def _see_artist(params: Params, look: Look) -> Iterator[Action]:
    """Opens the artist's page."""
    yield from open_tab(look, "Artists")
    yield from open_row(look, params.artist)


def _search_artist(params: Params, look: Look) -> Iterator[Action]:
    """Searches the artist."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.artist)


def _see_album(params: Params, look: Look) -> Iterator[Action]:
    """Opens the artist's only album."""
    yield from open_tab(look, "Albums")
    yield from scroll_sorted(look, f"{params.artist} in concert")
    yield from scroll_to(look, f"{params.artist} in concert")
    yield from open_row(look, f"{params.artist} in concert")


ONLY_SONG = SubTask(
    name="music.only_song",
    device="android",
    app="music",
    says="look up the title of the only song by {artist} in the phone's Music app",
    steps="on the phone, open Music, tap Artists, tap {artist} and read the title of the only song",
    refers="the title of the phone's only song by {artist}",
    inputs={"artist": person("Lev Kovač")},
    hidden={"title": short_line("Collect ten candles"), "other": short_line("Pack the garden chair")},
    output="line",
    called="song's title",
    produce=lambda params: str(params.title),
    setup=_two_songs,
    checkpoints=lambda params: [app_opened("music", "music_open")],
    oracle={"music_open": _see_artist},
    alternatives={"searched": _search_artist, "album": _see_album},
    backends=("sim", "adb"),
    tags=("music",),
)
