"""Videos: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.media import bundled_photo, movie
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.android.video.moves import open_videos_tab
from crab_tasks.kits.android.video.state import LIBRARY, plant_playlist, video_playlist_noted
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD_PLAYLIST", "FILM"]


def _videos_open(params: Params) -> Sequence[Checkpoint]:
    """Videos is in front."""
    return [app_opened("video", "videos_open")]


def _open_videos(params: Params, look: Look) -> Iterator[Action]:
    yield from open_videos_tab(look, "Playlists")


def _without(phone: Setup, kind: str, names: Sequence[Value]) -> None:
    """Removes playlists of some names."""
    rows = phone.table(LIBRARY, "Playlist")
    kept = [row for row in rows if not any(states(kind, str(row["name"] or ""), name) for name in names)]
    if len(kept) < len(rows):
        phone.set_table(LIBRARY, "Playlist", kept)


def _no_playlist(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _without(devices["android"], params.kinds["name"], (params.name,))


def _playlist_made(params: Params) -> Sequence[Checkpoint]:
    """Videos; then the playlist."""
    value = {"kind": params.kinds["name"], "value": params.name}
    return [
        app_opened("video", "videos_open"),
        Checkpoint("playlist_made", "android", "video", video_playlist_noted, value, after=("videos_open",)),
    ]


def _may_make(params: Params) -> Footprint:
    right = same_value(params.kinds["name"], params.name)
    return [may_add("android", "video_playlist", most=1, name=right)]


def _type_name(look: Look, name: str) -> Iterator[Action]:
    """Types a name into the dialog for a new playlist."""
    yield from open_videos_tab(look, "Playlists")
    yield from scroll_to(look, "New playlist…")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)


def _make_playlist(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "name"))
    yield tap(look, text="OK", role="button")


def _make_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "name"))
    yield action("android", "press", key="enter")


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a playlist with another name, and renames it."""
    yield from _type_name(look, "My new one")
    yield tap(look, text="OK", role="button")
    more = "More options for My new one"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield tap(look, text="OK", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, as_typed(params, "name"))
    yield tap(look, text="Cancel", role="button")


ADD_PLAYLIST = SubTask(
    name="video.add_playlist",
    device="android",
    app="video",
    says="make a playlist in the phone's Videos app and give it {name} as its name",
    steps="on the phone, open Videos, tap Playlists, tap New playlist, type {name} as its name and tap OK",
    inputs={"name": short_line("Return two lamps")},
    keys=("name",),
    setup=_no_playlist,
    checkpoints=_playlist_made,
    oracle={"videos_open": _open_videos, "playlist_made": _make_playlist},
    footprint=_may_make,
    alternatives={"with_enter": _make_with_enter, "renamed": _make_and_rename},
    near_misses={"only_typed": _only_typed},
    backends=("sim", "adb"),
    tags=("video",),
)


def _list(params: Params) -> str:
    return typed(params.kinds["playlist"], params.playlist)


def _two_playlists(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The playlist with its only video, and one whose name begins like its own with another video."""
    phone, names = devices["android"], (_list(params), f"{_list(params)} (old)")
    scenes = rng.sample(("meadow", "bridge", "lighthouse", "forest_path"), 2)
    for name, film, scene in zip(names, (params.film, params.other), scenes, strict=True):
        data = movie("mp42", float(rng.randint(20, 200)), phone.now() - 90_000, bundled_photo(scene))
        plant_playlist(phone, name, {film: data})


def _see_playlist(params: Params, look: Look) -> Iterator[Action]:
    """Opens the playlist."""
    yield from open_videos_tab(look, "Playlists")
    yield from open_row(look, _list(params))


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
