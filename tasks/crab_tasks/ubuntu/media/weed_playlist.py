"""Take an artist's songs off a playlist in Rhythmbox, and rename it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_tasks.kits.ubuntu.music.moves import let_it_save, remove_from_playlist, rename_playlist, show_playlist
from crab_tasks.kits.ubuntu.music.state import Track, path_of, plant_playlists, plant_tracks, playlists_are, songs_left

OTHER = "Quiet evening"
_SONGS = {
    "Blue Gate": "Ines Roth", "Early Train": "The Kettles", "Glass River": "Ines Roth", "Lantern": "Sons of Ash",
    "Open Road": "The Kettles", "Rooftop": "Pale Harbor", "Second Sun": "Sons of Ash", "Windmill": "Pale Harbor",
}  # fmt: skip
TRACKS = tuple(
    Track(f"song_{i + 1}.mp3", title, artist, f"{artist.split()[-1]} Songs", 120.0 + 9 * i)
    for i, (title, artist) in enumerate(_SONGS.items())
)
ARTISTS = tuple(sorted(set(_SONGS.values())))


def listed(params: Params) -> list[Track]:
    """Returns the songs of the playlist at first."""
    tracks = list(TRACKS)
    random.Random(f"{params.artist}:{params.old}:{params.new}").shuffle(tracks)
    return tracks


def rest(params: Params) -> tuple[str, ...]:
    """Returns the paths of the songs that stay."""
    return tuple(path_of(track.file) for track in listed(params) if track.artist != params.artist)


def gone(params: Params) -> list[str]:
    """Returns the titles of the songs to take off, in the order of the playlist."""
    return [track.title for track in listed(params) if track.artist == params.artist]


def others() -> tuple[str, ...]:
    """Returns the files of the other playlist."""
    return tuple(track.file for track in TRACKS[::-2])


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the songs into the folder Music, and makes two playlists of them."""
    plant_tracks(devices, TRACKS)
    files = [track.file for track in listed(params)]
    plant_playlists(devices, TRACKS, {params.old: files, OTHER: others()})


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The artist's songs are off the playlist; it has its new name, and the other one is as it was."""
    left = check(songs_left, names=(params.old, params.new), paths=rest(params))
    lists = {params.new: rest(params), OTHER: tuple(map(path_of, others()))}
    return [
        Checkpoint(id="songs_off", device="ubuntu", app="music", evaluator=left),
        Checkpoint(
            id="renamed",
            device="ubuntu",
            app="music",
            evaluator=check(playlists_are, playlists=lists),
            after=("songs_off",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The playlist, which the new name makes another one."""
    return [
        may_remove("ubuntu", "playlist", most=1, name=params.old),
        may_add("ubuntu", "playlist", most=1, name=params.new, songs=rest(params)),
    ]


def take_off(params: Params, look: Look) -> Iterator[Action]:
    """Removes the songs one by one."""
    yield from show_playlist(look, params.old)
    for title in gone(params):
        yield from remove_from_playlist(look, title)
    yield from let_it_save()


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Renames the playlist."""
    yield from show_playlist(look, params.old)
    yield from rename_playlist(look, params.old, params.new)
    yield from let_it_save()


def rename_first(params: Params, look: Look) -> Iterator[Action]:
    """Renames the playlist before it removes the songs."""
    yield from rename(params, look)
    for title in gone(params):
        yield from remove_from_playlist(look, title)
    yield from let_it_save()


def from_the_end(params: Params, look: Look) -> Iterator[Action]:
    """Removes the last song first, and gives the playlist another name before the right one."""
    yield from show_playlist(look, params.old)
    for title in reversed(gone(params)):
        yield from remove_from_playlist(look, title)
    yield from rename_playlist(look, params.old, f"{params.new} 2")
    yield from rename_playlist(look, f"{params.new} 2", params.new)
    yield from let_it_save()


def only_one(params: Params, look: Look) -> Iterator[Action]:
    """Removes one of the songs."""
    yield from show_playlist(look, params.old)
    yield from remove_from_playlist(look, gone(params)[0])
    yield from rename(params, look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Removes another artist's song, too."""
    yield from take_off(params, look)
    yield from remove_from_playlist(look, next(row.title for row in TRACKS if row.artist != params.artist))
    yield from rename(params, look)


def wrong_list(params: Params, look: Look) -> Iterator[Action]:
    """Removes a song from the other playlist as well."""
    yield from show_playlist(look, OTHER)
    yield from remove_from_playlist(look, next(row.title for row in TRACKS if row.file == others()[0]))
    yield from take_off(params, look)
    yield from rename(params, look)


TASK = Task(
    name="ubuntu.weed_playlist",
    description=(
        "In Rhythmbox on the desktop, remove the songs by {artist} from the playlist “{old}”; its other songs should "
        "stay in it, in the same order. Then rename the playlist to “{new}” (without the quotes). Don't change the "
        "songs' files or the other playlist."
    ),
    devices=("ubuntu",),
    parameters={
        "artist": choice(ARTISTS, type="artist"),
        "old": choice(("Party", "For the run", "Saturday"), type="playlist"),
        "new": choice(("Dance floor", "Morning run", "Weekend"), type="playlist"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"songs_off": take_off, "renamed": rename},
    footprint=footprint,
    alternatives={"rename_first": rename_first, "from_the_end": from_the_end},
    near_misses={"only_one": only_one, "one_too_many": one_too_many, "wrong_list": wrong_list},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "music"),
)
