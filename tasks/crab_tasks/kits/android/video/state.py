"""Videos: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.state import State

__all__ = [
    "LIBRARY", "plant_playlist", "playlist_renamed", "video_playlist_holds", "video_playlist_is",
    "video_playlist_noted", "video_playlist_there", "video_playlists",
]  # fmt: skip

LIBRARY = "/data/data/org.videolan.vlc/app_db/vlc_media.db"
"""The database of the playlists, in the table ``Playlist``, of their videos, and of the videos' files."""


def video_playlist_noted(state: State, kind: str, value: Value) -> bool:
    """Exactly one playlist of videos has a value as its name."""
    return sum(states(kind, str(row["name"] or ""), value) for row in state.android.table(LIBRARY, "Playlist")) == 1


def video_playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each playlist's name and the names of its videos' files, in order."""
    phone = state.android
    files = {row["id_media"]: str(row["filename"]) for row in phone.table(LIBRARY, "Media")}
    members = sorted(
        (row["playlist_id"], row["position"], files.get(row["media_id"], ""))
        for row in phone.table(LIBRARY, "PlaylistMediaRelation")
    )
    return [
        (str(row["name"] or "").strip(), tuple(file for owner, _, file in members if owner == row["id_playlist"]))
        for row in phone.table(LIBRARY, "Playlist")
    ]


def video_playlist_there(state: State, name: str) -> bool:
    """Exactly one playlist of videos has this name."""
    return [found for found, _ in video_playlists(state)].count(name) == 1


def video_playlist_holds(state: State, name: str, files: Sequence[str]) -> bool:
    """The playlist of this name holds the videos of these files, perhaps among others."""
    return any(found == name and set(files) <= set(members) for found, members in video_playlists(state))


def video_playlist_is(state: State, name: str, files: Sequence[str]) -> bool:
    """The playlist of this name holds exactly the videos of these files, in this order."""
    return (name, tuple(files)) in video_playlists(state)


def plant_playlist(phone: PhoneSetup, name: str, films: Mapping[str, bytes]) -> None:
    """Makes a playlist the only one of its name.

    Args:
        phone: The phone.
        name: Its name.
        films: Its videos by their names without the ending, in order.
    """
    lists = [row for row in phone.table(LIBRARY, "Playlist") if str(row["name"] or "").strip() != name]
    media, files = list(phone.table(LIBRARY, "Media")), list(phone.table(LIBRARY, "File"))
    relations = list(phone.table(LIBRARY, "PlaylistMediaRelation"))
    taken = [row["id_playlist"] for row in lists] + [row["playlist_id"] for row in relations]
    playlist, first = 1 + max(taken, default=0), 1 + max((row["id_media"] for row in media), default=0)
    lists.append({"id_playlist": playlist, "name": name})
    for i, (film, data) in enumerate(films.items()):
        path = f"{STORAGE}/Movies/{film}.mp4"
        phone.write_file(path, data)
        media.append({"id_media": first + i, "filename": f"{film}.mp4"})
        files.append({"id_file": first + i, "media_id": first + i, "mrl": f"file://{quote(path)}"})
        relations.append({"media_id": first + i, "playlist_id": playlist, "position": i})
    for table, rows in (("Playlist", lists), ("Media", media), ("File", files), ("PlaylistMediaRelation", relations)):
        phone.set_table(LIBRARY, table, rows)


def playlist_renamed(state: State, kind: str, value: Value, files: Sequence[str], before: str) -> bool:
    """Exactly one playlist has a value as its name; it holds the videos of these files, and none has the name before.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        files: The videos' files, in order.
        before: The name that it had.
    """
    lists = video_playlists(state)
    named = [(name, members) for name, members in lists if states(kind, name, value)]
    others = [name for name, members in lists if (name, members) not in named]
    return [members for _, members in named] == [tuple(files)] and before not in others
