"""The Videos app's data: the videos it has seen, its playlists, its player; and its database.

The videos are the files of the shared storage. Slices: ``"video"`` (`Library`), ``"video_player"`` (`Player`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from crab_sim.devices import media
from crab_sim.engines.playback import Playback
from crab_sim.files import Files
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.media import library as media_seed
from crab_sim.phone.media import storage
from crab_sim.phone.media.storage import MediaFile

__all__ = [
    "DATABASE", "Library", "MediaRow", "Player", "Playlist", "Relation", "paths_of", "seconds", "seed", "videos",
    "with_videos", "without", "without_playlist",
]  # fmt: skip


class MediaRow(NamedTuple):
    """A video that the app has met; `path` is empty where only its name is known."""

    id: int
    filename: str
    path: str = ""


class Playlist(NamedTuple):
    """A playlist."""

    id: int
    name: str


class Relation(NamedTuple):
    """A video in a playlist."""

    media: int
    playlist: int
    position: int


class Library(NamedTuple):
    """The app's tables: playlists, videos, and the videos of each playlist."""

    playlists: tuple[Playlist, ...] = ()
    media: tuple[MediaRow, ...] = ()
    relations: tuple[Relation, ...] = ()


LIBRARY: Final = Slice[Library](
    "video",
    volatile={
        "media": "the files that the app has seen, which it looks for anew; the playlists tell theirs",
        "path": "where the app has seen the file",
        "position": "the order tells it",
    },
)


class Player(NamedTuple):
    """The state of the player: the paths of its queue, the video with which the playback began, and the playback."""

    paths: tuple[str, ...] = ()
    track: int = 0
    playback: Playback = Playback()


PLAYER: Final = Slice[Player]("video_player", volatile="what is played now")


def seed(rng: random.Random, now: float) -> Library:
    """Returns the seeded videos, two of them in a playlist."""
    library = Library((Playlist(1, rng.choice(("Favourites", "Watch later", "Family"))),))
    paths = media_seed.video_paths(now)
    met = tuple([MediaRow(i + 1, path.rpartition("/")[2], path) for i, path in enumerate(paths)])
    return with_videos(library._replace(media=met), 1, rng.sample(paths, 2))


def videos(files: Files) -> list[MediaFile]:
    """Returns the phone's videos by name."""
    return sorted(storage.scan(files, "video"), key=lambda found: (found.name.casefold(), found.path))


def seconds(files: Files, path: str) -> float:
    """Returns a video's running time, 0 where there is none."""
    return media.read_tags(files.read(path)).seconds if files.is_file(path) else 0.0


def paths_of(library: Library, files: Files, playlist: int) -> list[str]:
    """Returns the paths of the videos in a playlist, in order, without deleted ones."""
    rows = {row.id: row for row in library.media}
    found = []
    for relation in sorted(library.relations, key=lambda row: row.position):
        row = rows.get(relation.media) if relation.playlist == playlist else None
        if row is None:
            continue
        if files.is_file(row.path):
            found.append(row.path)
        else:
            found += [video.path for video in videos(files) if video.name == row.filename][:1]
    return found


def with_videos(library: Library, playlist: int, paths: Sequence[str]) -> Library:
    """Adds videos to the end of a playlist."""
    met, relations = list(library.media), list(library.relations)
    for path in paths:
        row = next((row for row in met if row.path == path), None)
        if row is None:
            row = MediaRow(next_id(met), path.rpartition("/")[2], path)
            met.append(row)
        position = sum(relation.playlist == playlist for relation in relations)
        relations.append(Relation(row.id, playlist, position))
    return Library(library.playlists, tuple(met), tuple(relations))


def without(library: Library, playlist: int, place: int) -> Library:
    """Takes the video at a place out of a playlist; those after it move up."""
    kept = [row for row in library.relations if row.playlist != playlist]
    rows = sorted((row for row in library.relations if row.playlist == playlist), key=lambda row: row.position)
    del rows[place]
    return library._replace(relations=(*kept, *[row._replace(position=i) for i, row in enumerate(rows)]))


def without_playlist(library: Library, playlist: int) -> Library:
    """Deletes a playlist; its videos stay."""
    return library._replace(
        playlists=tuple([row for row in library.playlists if row.id != playlist]),
        relations=tuple([row for row in library.relations if row.playlist != playlist]),
    )


_SCHEMA = """
CREATE TABLE Playlist (id_playlist INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE Media (id_media INTEGER PRIMARY KEY, filename TEXT);
CREATE TABLE File (id_file INTEGER PRIMARY KEY, media_id INTEGER, mrl TEXT);
CREATE TABLE PlaylistMediaRelation (media_id INTEGER, playlist_id INTEGER, position INTEGER);
"""


def _dump(library: Library) -> Dump:
    return {
        "Playlist": list(library.playlists),
        "Media": [row[:2] for row in library.media],
        "File": [(row.id, row.id, f"file://{quote(row.path)}") for row in library.media if row.path],
        "PlaylistMediaRelation": list(library.relations),
    }


def _load(tables: Tables) -> tuple[Library]:
    paths = {row["media_id"]: unquote(str(row["mrl"]).removeprefix("file://")) for row in tables.get("File", ())}
    return (
        Library(
            tuple([Playlist(int(row["id_playlist"]), str(row["name"])) for row in tables["Playlist"]]),
            tuple(
                [
                    MediaRow(int(row["id_media"]), str(row["filename"]), paths.get(row["id_media"], ""))
                    for row in tables["Media"]
                ]
            ),
            tuple(
                [
                    Relation(int(row["media_id"]), int(row["playlist_id"]), int(row["position"]))
                    for row in tables["PlaylistMediaRelation"]
                ]
            ),
        ),
    )


DATABASE = Database("/data/data/org.videolan.vlc/app_db/vlc_media.db", (LIBRARY,), _SCHEMA, _dump, _load)
"""The app's SQLite file."""
