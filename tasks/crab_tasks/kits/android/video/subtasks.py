"""Videos: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_sim.devices.media import bundled_photo, movie
from crab_tasks.kits.android.pages import open_row, reveal, scroll_to
from crab_tasks.kits.android.playlists import Player
from crab_tasks.kits.android.video.moves import open_videos_tab
from crab_tasks.kits.android.video.state import LIBRARY, plant_playlist, playlist_renamed, video_playlist_noted
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD_PLAYLIST", "FILM", "LONGEST", "PLAYER", "RENAME"]


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


def _two_playlists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The playlist with its only video, and one whose name begins like its own with another video."""
    phone, names = devices.android, (as_typed(params, "playlist"), f"{as_typed(params, 'playlist')} (old)")
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


def _three_films(devices: Devices, params: Params, rng: random.Random) -> None:
    """The playlist with three videos of different lengths, the longest of which isn't the first."""
    seconds = sorted(rng.sample(range(31, 600), 3))
    shorter = [(params.second, seconds[0]), (params.third, seconds[1])]
    rng.shuffle(shorter)
    films = [shorter[0], *rng.sample([shorter[1], (params.longest, seconds[2])], 2)]
    phone = devices.android
    made = {film: movie("mp42", float(length), phone.now() - 90_000) for film, length in films}
    plant_playlist(phone, as_typed(params, "playlist"), made)


def _see_all_details(params: Params, look: Look) -> Iterator[Action]:
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
    alternatives={"details": _see_all_details, "among_all": _see_in_all},
    backends=("sim", "adb"),
    tags=("video",),
)  # fmt: skip


def _films(params: Params) -> dict[str, bytes]:
    return {film: movie("mp42", 40.0 + i, 1_790_000_000.0) for i, film in enumerate((params.first, params.second))}


def _two_lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The playlist, and one whose name begins like its own; none has the new name."""
    phone, name = devices.android, as_typed(params, "playlist")
    PLAYER.remove(phone, params.kinds["name"], params.name)
    plant_playlist(phone, f"{name} (old)", {})
    plant_playlist(phone, name, _films(params))


def _files(params: Params) -> tuple[str, ...]:
    return tuple(f"{film}.mp4" for film in (params.first, params.second))


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Videos; then the name."""
    right = check(
        playlist_renamed,
        kind=params.kinds["name"],
        value=params.name,
        files=_files(params),
        before=as_typed(params, "playlist"),
    )
    return [
        app_opened("video", "videos_open"),
        Checkpoint(id="renamed", device="android", app="video", evaluator=right, after=("videos_open",)),
    ]


def _may_rename(params: Params) -> Footprint:
    return [
        may_change(
            "android", "video_playlist", ("name",), name=as_typed(params, "playlist"),
            becomes={"name": same_value(params.kinds["name"], params.name)},
        )
    ]  # fmt: skip


def _menu(look: Look, playlist: str, item: str) -> Generator[Action, None, bool]:
    """Chooses an item of a playlist's menu, and returns whether there is one of the name."""
    yield from open_videos_tab(look, "Playlists")
    more = f"More options for {playlist}"
    yield from scroll_to(look, description=more)
    if not has(look, "android", description=more):
        return False
    yield from reveal(look, more)
    yield tap(look, description=more)
    yield tap(look, text=item)
    return True


def _type_name(look: Look, playlist: str, name: str, button: str = "OK") -> Iterator[Action]:
    """Types a playlist's new name into the dialog, and taps one of its buttons."""
    if (yield from _menu(look, playlist, "Rename")):
        yield action("android", "write_text", text=name)
        yield tap(look, text=button, role="button")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "playlist"), as_typed(params, "name"))


def _rename_held(params: Params, look: Look) -> Iterator[Action]:
    """Touches the playlist for long, and presses Enter in the end."""
    yield from PLAYER.open_playlists(params, look)
    yield from scroll_to(look, as_typed(params, "playlist"), role="list_item")
    yield hold(look, as_typed(params, "playlist"), role="list_item")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield action("android", "press", key="enter")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from _type_name(look, as_typed(params, "playlist"), "My new one")
    yield from _type_name(look, "My new one", as_typed(params, "name"))


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Renames the playlist whose name begins like the one that is meant."""
    yield from _type_name(look, f"{as_typed(params, 'playlist')} (old)", as_typed(params, "name"))


def _cancel(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "playlist"), as_typed(params, "name"), "Cancel")


def _make_new(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty playlist of the name instead."""
    yield from PLAYER.type_name(look, as_typed(params, "name"))
    yield tap(look, text="OK", role="button")


_SUBJECTS = ("Bakery", "Barge", "Cellar", "Forge", "Hangar", "Quarry", "Sawmill", "Vineyard")
_PARTS = ("from above", "opening", "portrait", "repairs", "tour", "visit")

RENAME = SubTask(
    name="video.rename",
    device="android",
    app="video",
    says="change the name of the playlist whose name is {playlist} in the phone's Videos app to {name}",
    steps="on the phone, open Videos, tap Playlists, tap More options for the playlist whose name is {playlist}, tap "
    "Rename, type {name} as its new name and tap OK",
    inputs={"playlist": short_line("Pack both kettles"), "name": short_line("Collect the blue tent")},
    hidden={
        "first": phrase(_SUBJECTS, _PARTS, "Forge visit"), "second": phrase(_SUBJECTS, _PARTS, "Quarry from above"),
    },
    keys=("playlist", "name"),
    setup=_two_lists,
    checkpoints=_renamed,
    oracle={"videos_open": PLAYER.open_playlists, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"held": _rename_held, "twice": _rename_twice},
    near_misses={"other_playlist": _rename_other, "cancelled": _cancel, "new_one": _make_new},
    backends=("sim", "adb"),
    tags=("video",),
)  # fmt: skip
