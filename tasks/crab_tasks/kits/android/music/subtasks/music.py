"""Music: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.music.state import PLAYLISTS, playlist_noted
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.playlists import Player
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD_PLAYLIST", "ARTIST"]


def _music_open(params: Params) -> Sequence[Checkpoint]:
    """Music is in front."""
    return [app_opened("music", "music_open")]


_PLAYER = Player(
    app="music",
    title="Music",
    front="music_open",
    fact="playlist",
    database=PLAYLISTS,
    table="PlaylistEntity",
    column="playlist_name",
    noted=playlist_noted,
    open_tab=open_tab,
    make="Create",
    rename="Rename",
)
ADD_PLAYLIST = _PLAYER.adding("Paint the red crates")


def _two_songs(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The song, and one whose title begins like its own."""
    number = rng.randrange(100_000)
    for i, (title, artist) in enumerate(
        ((as_typed(params, "title"), params.artist), (f"{as_typed(params, 'title')} (live)", params.other))
    ):
        data = mp3(title, artist, f"{artist} in concert", float(rng.randint(130, 290)))
        devices["android"].write_file(f"{STORAGE}/Music/track_{number:05}_{i}.mp3", data)


def _see_song(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the song in the list of all."""
    yield from open_tab(look, "Songs")
    yield from scroll_to(look, as_typed(params, "title"))


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the song's details, and closes them."""
    yield from open_tab(look, "Songs")
    more = f"More options for {as_typed(params, 'title')}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield tap(look, description=more)
        yield tap(look, text="Details")
        yield action("android", "press", key="back")


def _search_song(params: Params, look: Look) -> Iterator[Action]:
    """Searches the song."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=as_typed(params, "title"))


_BANDS = ("Amber", "Cedar", "Copper", "Ivory", "Juniper", "Maple", "Silver", "Velvet")
_PLAYERS = ("Quartet", "Brothers", "Orchestra", "Pilots", "Sisters", "Choir")

ARTIST = SubTask(
    name="music.artist",
    device="android",
    app="music",
    says="look up who plays the song whose title is {title} in the phone's Music app",
    steps="on the phone, open Music, tap Songs, find the song whose title is {title} and read its artist below the "
    "title",
    refers="the artist of the phone's song whose title is {title}",
    inputs={"title": short_line("Measure the long ladder")},
    hidden={
        "artist": phrase(_BANDS, _PLAYERS, "Copper Sisters"), "other": phrase(_BANDS, _PLAYERS, "Maple Pilots"),
    },
    output="line",
    called="artist",
    produce=lambda params: str(params.artist),
    setup=_two_songs,
    checkpoints=_music_open,
    oracle={"music_open": _see_song},
    alternatives={"details": _see_details, "searched": _search_song},
    backends=("sim", "adb"),
    tags=("music",),
)  # fmt: skip
