"""Make a playlist of three songs in an order, and delete another one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice
from crab_sim.devices.footprints import Footprint, may_add, may_remove, no_other
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.music.state import PLAYLISTS, playlist_holds, playlist_is, playlist_there, playlists_are
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.moves import hold, nothing_more, tap

ALBUM = "Harbour Sessions"
SONGS = {
    "Ropes and Rust": "Ida Quay", "Seven Lamps": "The Tide Clocks", "Cold Tea": "Ida Quay",
    "Gull Street": "Marlow and Finch", "Last Ferry East": "The Tide Clocks",
}  # fmt: skip
"""The songs of the album: titles and artists."""
OTHERS = {"Seven Lamps": ("Hollow Kites", "Attic"), "Cold Tea": ("Nora Pell", "Attic"), "Brick": ("Nora Pell", "Attic")}
"""Other songs, two of them with titles of the album: artists and album."""
KEPT = ("Kitchen", "Night drive")


def _titles() -> Parameter:
    """Three different titles of the album, in an order."""

    def accepts(value: object) -> bool:
        return isinstance(value, list) and len(value) == 3 == len({*value} & {*SONGS})

    default = ["Gull Street", "Seven Lamps", "Cold Tea"]
    return Parameter("list", default, lambda rng: rng.sample(list(SONGS), 3), accepts, f"three of {list(SONGS)!r}")


def path(title: str, album: str = ALBUM) -> str:
    """Returns a song's file."""
    return f"{STORAGE}/Music/{album} - {title}.mp3"


def playlists(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the playlists that are there at first; the last one is to be deleted."""
    return [
        (KEPT[0], [path("Brick", "Attic"), path("Cold Tea")]),
        (KEPT[1], [path("Ropes and Rust")]),
        (params.old, [path("Gull Street"), path("Seven Lamps", "Attic")]),
    ]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the songs to those that are there, and replaces the playlists."""
    phone = devices.android
    known = {path(title): (title, artist, ALBUM) for title, artist in SONGS.items()}
    known |= {path(title, album): (title, artist, album) for title, (artist, album) in OTHERS.items()}
    for file, tags in known.items():
        phone.write_file(file, mp3(*tags, float(rng.randint(120, 300))))
    lists = playlists(params)
    names = [{"playlist_id": i + 1, "playlist_name": name} for i, (name, _) in enumerate(lists)]
    entries = [(i + 1, file) for i, (_, files) in enumerate(lists) for file in files]
    songs = []
    for i, (owner, file) in enumerate(entries):
        title, artist, album = known[file]
        songs.append({"song_key": i + 1, "playlist_creator_id": owner, "title": title, "duration": 180_000,
                      "data": file, "album_name": album, "artist_name": artist})  # fmt: skip
    phone.set_table(PLAYLISTS, "PlaylistEntity", names)
    phone.set_table(PLAYLISTS, "SongEntity", songs)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The playlist, then its songs, then only these in their order; beside it the deletion; at last all is right."""
    files = tuple(path(title) for title in params.songs)
    everything = (*[(name, tuple(paths)) for name, paths in playlists(params)[:-1]], (params.name, files))
    after = ("in_order", "old_deleted")
    return [
        Checkpoint(
            id="made", device="android", app="music", evaluator=check(playlist_there, name=params.name, there=True)
        ),
        Checkpoint(
            id="songs_in",
            device="android",
            app="music",
            evaluator=check(playlist_holds, name=params.name, paths=files),
            after=("made",),
        ),
        Checkpoint(
            id="in_order",
            device="android",
            app="music",
            evaluator=check(playlist_is, name=params.name, paths=files),
            after=("songs_in",),
        ),
        Checkpoint(
            id="old_deleted",
            device="android",
            app="music",
            evaluator=check(playlist_there, name=params.old, there=False),
        ),
        Checkpoint(
            id="all_right",
            device="android",
            app="music",
            evaluator=check(playlists_are, playlists=everything),
            after=after,
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new playlist, and the old one; the others stay as they are."""
    return [
        may_add("android", "playlist", most=1, name=params.name, songs=tuple([path(title) for title in params.songs])),
        may_remove("android", "playlist", name=params.old),
        no_other("android", "playlist"),
    ]


def make(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist."""
    yield from open_tab(look, "Playlists")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=params.name)
    yield tap(look, text="Create", role="button")


def add(look: Look, titles: Sequence[str], album: str, playlist: str) -> Iterator[Action]:
    """Adds songs of an album to a playlist.

    Args:
        look: Shows the screens.
        titles: The songs, in the order in which they are selected.
        album: The album, for which to search.
        playlist: The playlist, which exists already.
    """
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield from type_into(look, "Search your library", album)
    yield hold(look, titles[0])
    for title in titles[1:]:
        yield tap(look, text=title, role="list_item")
    yield tap(look, description="Add to playlist")
    yield tap(look, text=playlist, role="list_item")


def add_songs(params: Params, look: Look) -> Iterator[Action]:
    """Adds the songs."""
    yield from add(look, params.songs, ALBUM, params.name)


def delete_list(look: Look, name: str) -> Iterator[Action]:
    """Deletes a playlist."""
    yield from open_tab(look, "Playlists")
    yield tap(look, description=f"More options for {name}")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the old playlist."""
    yield from delete_list(look, params.old)


def turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Adds the songs in the opposite order."""
    yield from delete(params, look)
    yield from make(params, look)
    yield from add(look, params.songs[::-1], ALBUM, params.name)


def one_more(params: Params, look: Look) -> Iterator[Action]:
    """Adds another song first."""
    yield from delete(params, look)
    yield from make(params, look)
    yield from add(look, ["Brick"], "Attic", params.name)
    yield from add_songs(params, look)


def wrong_list(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another playlist too."""
    yield from delete_list(look, KEPT[0])
    yield from delete(params, look)
    yield from make(params, look)
    yield from add_songs(params, look)


def one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Adds one song after the other."""
    yield from make(params, look)
    for title in params.songs:
        yield from add(look, [title], ALBUM, params.name)
    yield from delete(params, look)


def made_anew(params: Params, look: Look) -> Iterator[Action]:
    """Adds the songs in the opposite order, deletes the playlist, and makes it once more."""
    yield from delete(params, look)
    yield from make(params, look)
    yield from add(look, params.songs[::-1], ALBUM, params.name)
    yield from delete_list(look, params.name)
    yield from make(params, look)
    yield from add_songs(params, look)


TASK = Task(
    name="android.make_playlist",
    description=(
        'In the phone\'s Music app, make a playlist "{name}" of three songs from the album "Harbour Sessions", in this '
        'order: "{songs[0]}", "{songs[1]}", "{songs[2]}". Songs on other albums may have the same titles. Delete the '
        'playlist "{old}", and leave the other playlists as they are.'
    ),
    devices=("android",),
    parameters={
        "name": choice(("Rowing club", "Long table", "Paint day"), type="playlist"),
        "songs": _titles(),
        "old": choice(("Mixtape 1", "Last winter", "Untitled"), type="playlist"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "made": make,
        "songs_in": add_songs,
        "in_order": nothing_more,
        "old_deleted": delete,
        "all_right": nothing_more,
    },
    footprint=footprint,
    alternatives={"one_by_one": one_by_one, "made_anew": made_anew},
    near_misses={"turned_round": turned_round, "one_more": one_more, "wrong_list": wrong_list},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("music",),
)
