"""The Music app's data: songs, playlists, player and queue; and its databases.

The songs are the sound files of the shared storage. Slices: ``"music_playlists"`` (`Playlists`), ``"music_queue"`` (a
tuple of `Queued`), ``"music"`` (`Player`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines import playback
from crab_sim.engines.playback import Playback, PlayerState
from crab_sim.engines.songs import Song, m3u, song_of
from crab_sim.files import Files
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import SDCARD, Cell, Database, Dump, Tables
from crab_sim.phone.media import library, storage
from crab_sim.phone.media.storage import MediaFile
from crab_sim.ui.page import PlainData

__all__ = [
    "DATABASES", "SORTS", "Entry", "Player", "PlayerState", "Playlist", "Playlists", "Queued", "Song", "entries",
    "folder_of", "m3u", "ordered", "player_state", "seed_playlists", "shuffled", "songs", "with_songs",
    "without_playlist",
]  # fmt: skip

_FOLDER = "/data/data/code.name.monkey.retromusic/databases"


class Playlist(NamedTuple):
    """A playlist."""

    id: int
    name: str


class Entry(NamedTuple):
    """A song in a playlist; `playlist` is the playlist's id."""

    id: int
    playlist: int
    song: Song


class Playlists(NamedTuple):
    """All playlists and their entries, in order."""

    lists: tuple[Playlist, ...] = ()
    entries: tuple[Entry, ...] = ()


PLAYLISTS: Final = Slice[Playlists](
    "music_playlists", volatile=dict.fromkeys(("title", "artist", "album", "seconds"), "copied from the file's tags")
)


class Queued(NamedTuple):
    """A song of the queue, and its place before shuffling."""

    song: Song
    place: int


QUEUE: Final = Slice[tuple[Queued, ...]]("music_queue", volatile="what is played next")


class Player(NamedTuple):
    """The state of the player.

    Attributes:
        track: The song's place in the queue when the playback began.
        playback: The playback of that song.
        shuffle: Whether the queue is in random order.
        repeat: ``"off"``, ``"all"`` or ``"one"``.
        favourites: Paths of favourite songs.
        sort: The key by which lists of songs are sorted, one of `SORTS`.
    """

    track: int = 0
    playback: Playback = Playback()
    shuffle: bool = False
    repeat: str = "off"
    favourites: tuple[str, ...] = ()
    sort: str = "title"


PLAYER: Final = Slice[Player](
    "music",
    volatile={
        "sort": "the look of lists",
        **dict.fromkeys(("track", "playback", "shuffle", "repeat"), "how music is played now"),
    },
)


@lru_cache(maxsize=16)
def _all(found: tuple[MediaFile, ...]) -> tuple[Song, ...]:
    rows = [song_of(row.path, row.file.data) for row in found]
    return tuple(sorted(rows, key=lambda song: (song.title.casefold(), song.path)))


def songs(files: Files) -> tuple[Song, ...]:
    """Returns the phone's songs by title."""
    return _all(storage.scan(files, "audio"))


SORTS: Final[Mapping[str, str]] = {
    "title": "Song title", "artist": "Artist", "album": "Album", "seconds": "Duration", "added": "Date added",
}  # fmt: skip
"""The keys by which lists of songs can be sorted, with their labels."""


def ordered(rows: Sequence[Song], key: str, files: Files) -> tuple[Song, ...]:
    """Returns songs by a key of `SORTS`: the newest first by date, the longest first by duration."""
    if key == "added":
        return tuple(sorted(rows, key=lambda song: -files.stat(song.path).mtime))
    if key == "seconds":
        return tuple(sorted(rows, key=lambda song: -song.seconds))
    return tuple(sorted(rows, key=lambda song: str(getattr(song, key)).casefold()))


def folder_of(song: Song) -> str:
    """Returns the path of a song's folder."""
    return song.path.rpartition("/")[0]


def seed_playlists(rng: random.Random, now: float) -> Playlists:
    """Returns two or three playlists of the seeded songs."""
    known = library.songs(now)
    names = rng.sample(("Commute", "Evening", "Focus", "Gym", "Road trip", "Sunday morning"), rng.randrange(2, 4))
    lists = tuple([Playlist(i + 1, name) for i, name in enumerate(names)])
    rows: list[Entry] = []
    for playlist in lists:
        for song in rng.sample(known, rng.randrange(3, 7)):
            rows.append(Entry(len(rows) + 1, playlist.id, Song(*song)))
    return Playlists(lists, tuple(rows))


def entries(playlists: Playlists, playlist: int) -> list[Entry]:
    """Returns the entries of a playlist, in order."""
    return [entry for entry in playlists.entries if entry.playlist == playlist]


def with_songs(playlists: Playlists, playlist: int, added: Sequence[Song]) -> Playlists:
    """Adds songs to the end of a playlist; those that are in it already are left out."""
    known = {entry.song.path for entry in entries(playlists, playlist)}
    rows = list(playlists.entries)
    for song in added:
        if song.path not in known:
            rows.append(Entry(next_id(rows), playlist, song))
    return playlists._replace(entries=tuple(rows))


def without_playlist(playlists: Playlists, playlist: int) -> Playlists:
    """Deletes a playlist and its entries."""
    return Playlists(
        tuple([row for row in playlists.lists if row.id != playlist]),
        tuple([row for row in playlists.entries if row.playlist != playlist]),
    )


def player_state(queue: Sequence[Queued], player: Player, now: float) -> PlayerState:
    """Returns the state of a player at a time."""
    return playback.player_state([row.song.seconds for row in queue], player.track, player.playback, now, player.repeat)


def shuffled(queue: Sequence[Queued], index: int, rng: random.Random | None) -> tuple[tuple[Queued, ...], int]:
    """Returns the queue in random order after the song that plays (without `rng`, as it was), and that song's place."""
    if not queue:
        return (), 0
    current = queue[index]
    if rng is None:
        ordered = sorted(queue, key=lambda row: row.place)
        return tuple(ordered), ordered.index(current)
    others = [row for i, row in enumerate(queue) if i != index]
    rng.shuffle(others)
    return (current, *others), 0


# Databases ----------------------------------------------------------------------------------------------------------

_PLAYLIST_SCHEMA = """
CREATE TABLE PlaylistEntity (playlist_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, playlist_name TEXT NOT NULL);
CREATE TABLE SongEntity (song_key INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, playlist_creator_id INTEGER NOT NULL,
 title TEXT NOT NULL, duration INTEGER NOT NULL, data TEXT NOT NULL DEFAULT '', album_name TEXT NOT NULL DEFAULT '',
 artist_name TEXT NOT NULL DEFAULT '');
"""
_QUEUE_SCHEMA = """
CREATE TABLE playing_queue (_id INTEGER PRIMARY KEY, title TEXT NOT NULL, duration INTEGER NOT NULL DEFAULT 0,
 _data TEXT NOT NULL DEFAULT '', album TEXT NOT NULL DEFAULT '', artist TEXT NOT NULL DEFAULT '');
CREATE TABLE original_playing_queue (_id INTEGER PRIMARY KEY, title TEXT NOT NULL, duration INTEGER NOT NULL DEFAULT 0,
 _data TEXT NOT NULL DEFAULT '', album TEXT NOT NULL DEFAULT '', artist TEXT NOT NULL DEFAULT '');
"""


def _dump_playlists(playlists: Playlists) -> Dump:
    return {
        "PlaylistEntity": list(playlists.lists),
        "SongEntity": [
            (row.id, row.playlist, row.song.title, round(row.song.seconds * 1000), row.song.path, row.song.album,
             row.song.artist)
            for row in playlists.entries
        ],
    }  # fmt: skip


def _path(given: object, title: str) -> str:
    return str(given) or f"{SDCARD}/Music/{title}.mp3"


def _load_playlists(tables: Tables) -> tuple[Playlists]:
    lists = tuple([Playlist(int(row["playlist_id"]), str(row["playlist_name"])) for row in tables["PlaylistEntity"]])
    rows = []
    for row in sorted(tables["SongEntity"], key=lambda row: int(row["song_key"])):
        title = str(row["title"])
        path = _path(row.get("data", ""), title)
        song = Song(
            path, title, str(row.get("artist_name", "")), str(row.get("album_name", "")), row["duration"] / 1000
        )
        rows.append(Entry(int(row["song_key"]), int(row["playlist_creator_id"]), song))
    return (Playlists(lists, tuple(rows)),)


def _queue_row(number: int, song: Song) -> tuple[Cell, ...]:
    return number, song.title, round(song.seconds * 1000), song.path, song.album, song.artist


def _dump_queue(queue: tuple[Queued, ...]) -> Dump:
    original = sorted(queue, key=lambda row: row.place)
    return {
        "playing_queue": [_queue_row(i, row.song) for i, row in enumerate(queue)],
        "original_playing_queue": [_queue_row(row.place, row.song) for row in original],
    }


def _load_queue(tables: Tables) -> tuple[tuple[Queued, ...]]:
    places: dict[Song, list[int]] = {}
    for row in tables.get("original_playing_queue", ()):
        places.setdefault(_queued_song(row), []).append(int(row["_id"]))
    queue = []
    for i, row in enumerate(sorted(tables["playing_queue"], key=lambda row: int(row["_id"]))):
        song = _queued_song(row)
        left = places.get(song)
        queue.append(Queued(song, left.pop(0) if left else i))
    return (tuple(queue),)


def _queued_song(row: Mapping[str, PlainData]) -> Song:
    title = str(row["title"])
    return Song(_path(row["_data"], title), title, str(row["artist"]), str(row["album"]), row["duration"] / 1000)


DATABASES = (
    Database(f"{_FOLDER}/playlist.db", (PLAYLISTS,), _PLAYLIST_SCHEMA, _dump_playlists, _load_playlists),
    Database(f"{_FOLDER}/music_playback_state.db", (QUEUE,), _QUEUE_SCHEMA, _dump_queue, _load_queue),
)
"""The app's SQLite files: its playlists, and the queue."""
