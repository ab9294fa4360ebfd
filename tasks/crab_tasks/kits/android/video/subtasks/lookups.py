"""Videos: a sub-task that tells which video of a playlist is the longest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_sim.devices.media import movie
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.android.video.moves import open_videos_tab
from crab_tasks.kits.android.video.state import plant_playlist
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["LONGEST"]


def _three_films(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The playlist with three videos of different lengths, the longest of which isn't the first."""
    seconds = sorted(rng.sample(range(31, 600), 3))
    shorter = [(params.second, seconds[0]), (params.third, seconds[1])]
    rng.shuffle(shorter)
    films = [shorter[0], *rng.sample([shorter[1], (params.longest, seconds[2])], 2)]
    phone = devices["android"]
    made = {film: movie("mp42", float(length), phone.now() - 90_000) for film, length in films}
    plant_playlist(phone, as_typed(params, "playlist"), made)


def _see_playlist(params: Params, look: Look) -> Iterator[Action]:
    """Opens the playlist, whose rows have the lengths."""
    yield from open_videos_tab(look, "Playlists")
    yield from open_row(look, as_typed(params, "playlist"))


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the playlist, and the details of its videos, and closes them."""
    yield from _see_playlist(params, look)
    for film in (params.longest, params.second, params.third):
        more = f"More options for {film}.mp4"
        if has(look, "android", description=more):
            yield tap(look, description=more)
            yield tap(look, text="Information")
            yield tap(look, text="OK")


def _see_in_all(params: Params, look: Look) -> Iterator[Action]:
    """Reads the names in the playlist, and looks for the longest one's length in the list of all videos."""
    yield from _see_playlist(params, look)
    yield from open_videos_tab(look, "Video")
    yield from scroll_to(look, params.longest)


_SIGHTS = ("Ferry", "Glacier", "Market", "Meadow", "Mill", "Pier", "Square", "Tower")
_TIMES = ("at dawn", "at noon", "at night", "in spring", "in the rain", "in winter")

LONGEST = SubTask(
    name="video.longest",
    device="android",
    app="video",
    says="look up which video in the playlist whose name is {playlist} in the phone's Videos app is the longest",
    steps="on the phone, open Videos, tap Playlists, open the playlist whose name is {playlist}, and compare the "
    "lengths of its videos to find the longest one",
    refers="the name of the longest video in the phone's playlist whose name is {playlist}",
    inputs={"playlist": short_line("Bring both kettles")},
    hidden={
        "longest": phrase(_SIGHTS, _TIMES, "Mill in winter"), "second": phrase(_SIGHTS, _TIMES, "Pier at dawn"),
        "third": phrase(_SIGHTS, _TIMES, "Tower in spring"),
    },
    output="line",
    called="video's name",
    produce=lambda params: str(params.longest),
    keys=("playlist",),
    setup=_three_films,
    checkpoints=lambda params: [app_opened("video", "videos_open")],
    oracle={"videos_open": _see_playlist},
    alternatives={"details": _see_details, "among_all": _see_in_all},
    backends=("sim", "adb"),
    tags=("video",),
)  # fmt: skip
