"""Videos: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.media import bundled_photo, movie
from crab_tasks.kits.android.pages import open_row
from crab_tasks.kits.android.playlists import Player
from crab_tasks.kits.android.video.moves import open_videos_tab
from crab_tasks.kits.android.video.state import LIBRARY, plant_playlist, video_playlist_noted
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD_PLAYLIST", "FILM", "PLAYER"]


def _videos_open(params: Params) -> Sequence[Checkpoint]:
    """Videos is in front."""
    return [app_opened("video", "videos_open")]


PLAYER = Player(
    app="video",
    title="Videos",
    front="videos_open",
    fact="video_playlist",
    database=LIBRARY,
    table="Playlist",
    column="name",
    noted=video_playlist_noted,
    open_tab=open_videos_tab,
    make="OK",
    rename="OK",
)
ADD_PLAYLIST = PLAYER.adding("Return two lamps")


def _two_playlists(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The playlist with its only video, and one whose name begins like its own with another video."""
    phone, names = devices["android"], (as_typed(params, "playlist"), f"{as_typed(params, 'playlist')} (old)")
    scenes = rng.sample(("meadow", "bridge", "lighthouse", "forest_path"), 2)
    for name, film, scene in zip(names, (params.film, params.other), scenes, strict=True):
        data = movie("mp42", float(rng.randint(20, 200)), phone.now() - 90_000, bundled_photo(scene))
        plant_playlist(phone, name, {film: data})


def _see_playlist(params: Params, look: Look) -> Iterator[Action]:
    """Opens the playlist."""
    yield from open_videos_tab(look, "Playlists")
    yield from open_row(look, as_typed(params, "playlist"))


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the playlist, and its video's details, and closes them."""
    yield from _see_playlist(params, look)
    more = f"More options for {params.film}.mp4"
    if has(look, "android", description=more):
        yield tap(look, description=more)
        yield tap(look, text="Information")
        yield action("android", "press", key="back")


def _play_video(params: Params, look: Look) -> Iterator[Action]:
    """Plays the playlist's video, whose name the player shows."""
    yield from _see_playlist(params, look)
    yield from open_row(look, params.film)


_PLACES = ("Harbour", "Valley", "Orchard", "Castle", "Summit", "Island", "Garden", "Station")
_OCCASIONS = ("wedding", "parade", "regatta", "concert", "tour", "race")

FILM = SubTask(
    name="video.film",
    device="android",
    app="video",
    says="look up the name of the only video in the playlist whose name is {playlist} in the phone's Videos app",
    steps="on the phone, open Videos, tap Playlists, open the playlist whose name is {playlist} and read the name of "
    "its only video",
    refers="the name of the only video in the phone's playlist whose name is {playlist}",
    inputs={"playlist": short_line("Collect old maps")},
    hidden={
        "film": phrase(_PLACES, _OCCASIONS, "Harbour wedding"), "other": phrase(_PLACES, _OCCASIONS, "Valley parade"),
    },
    output="line",
    called="video's name",
    produce=lambda params: str(params.film),
    keys=("playlist",),
    setup=_two_playlists,
    checkpoints=_videos_open,
    oracle={"videos_open": _see_playlist},
    alternatives={"details": _see_details, "played": _play_video},
    backends=("sim", "adb"),
    tags=("video",),
)  # fmt: skip
