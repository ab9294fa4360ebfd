"""Music: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.backends.base import PhoneSetup, PhoneState
from crab_gym.task.answers.plain import has_unseen
from crab_gym.task.types import Value, states
from crab_sim.devices.media import read_tags
from crab_tasks.kits.android.files.state import STORAGE, file_of_address
from crab_tasks.kits.state import State

__all__ = [
    "PLAYLISTS", "QUEUE", "playlist_has", "playlist_holds", "playlist_is", "playlist_lasts", "playlist_noted",
    "playlist_of", "playlist_saved", "playlist_there", "playlists_are", "queue_holds", "queue_is", "remove_playlist",
    "rings_with", "song_titled",
]  # fmt: skip

PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
"""The database of the playlists, in the table ``PlaylistEntity``, and of their songs, in ``SongEntity``."""

QUEUE = "/data/data/code.name.monkey.retromusic/databases/music_playback_state.db"
"""The database of the player's queue, in the table ``playing_queue``."""


_MUSIC = f"{STORAGE}/Music"


def _playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each playlist's name and the paths of its songs, in order."""
    phone = state.android
    songs = sorted(
        (row["playlist_creator_id"], row["song_key"], row["data"]) for row in phone.table(PLAYLISTS, "SongEntity")
    )
    return [
        (row["playlist_name"].strip(), tuple(path for owner, _, path in songs if owner == row["playlist_id"]))
        for row in phone.table(PLAYLISTS, "PlaylistEntity")
    ]


def playlist_there(state: State, name: str, there: bool) -> bool:
    """Exactly one playlist has this name; or there are playlists, but none of this name."""
    names = [row["playlist_name"].strip() for row in state.android.table(PLAYLISTS, "PlaylistEntity")]
    return names.count(name) == 1 if there else bool(names) and name not in names


def playlist_holds(state: State, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds these songs, perhaps among others."""
    return any(found == name and set(paths) <= set(songs) for found, songs in _playlists(state))


def playlist_is(state: State, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds exactly these songs, in this order."""
    return (name, tuple(paths)) in _playlists(state)


def playlist_of(state: State, kind: str, name: Value, paths: Sequence[str]) -> bool:
    """Exactly one playlist has a value as its name, and it holds exactly these songs, in any order.

    Args:
        state: The devices' states.
        kind: The type of the name.
        name: The name.
        paths: The songs.
    """
    found = [songs for other, songs in _playlists(state) if states(kind, other, name)]
    return [sorted(songs) for songs in found] == [sorted(paths)]


def remove_playlist(phone: PhoneSetup, kind: str, name: Value) -> None:
    """Removes the playlists that have a value as their name, if there are such, with the entries of their songs."""
    lists = phone.table(PLAYLISTS, "PlaylistEntity")
    gone = [row["playlist_id"] for row in lists if states(kind, row["playlist_name"], name)]
    if gone:
        songs = phone.table(PLAYLISTS, "SongEntity")
        phone.set_table(PLAYLISTS, "PlaylistEntity", [row for row in lists if row["playlist_id"] not in gone])
        phone.set_table(PLAYLISTS, "SongEntity", [row for row in songs if row["playlist_creator_id"] not in gone])


def song_titled(phone: PhoneState, title: str) -> str:
    """Returns the path of a song in the folder Music, or in a folder there, that has a title; "" if there is none."""
    below = [f"{_MUSIC}/{name}" for name in phone.list_dir(_MUSIC)] if phone.is_dir(_MUSIC) else []
    folders = [path for path in below if phone.is_dir(path)]
    inside = [f"{folder}/{name}" for folder in folders for name in phone.list_dir(folder)]
    songs = [path for path in (*below, *inside) if path.endswith(".mp3")]
    return next((path for path in songs if read_tags(phone.read_file(path) or b"").title == title), "")


def _song_at(state: State, path: str, title: str) -> str:
    """Returns the path, or where no song was planted there that of another part's song with the title."""
    return path if state.android.exists(path) else song_titled(state.android, title)


def rings_with(state: State, path: str, title: str) -> bool:
    """The phone's ringtone is the song of a title, planted at a path if no other part has such a song."""
    rings = file_of_address(state, state.android.setting("system", "ringtone") or "")
    return rings != "" and rings == _song_at(state, path, title)


def playlist_has(state: State, name: str, path: str, title: str) -> bool:
    """The playlist of this name holds exactly one song: that of a title, planted at a path if no other part has such.

    Args:
        state: The devices' states.
        name: The playlist's name.
        path: The path.
        title: The song's title.
    """
    return (name, (_song_at(state, path, title),)) in _playlists(state)


def playlists_are(state: State, playlists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The playlists are exactly these, in any order, each with its songs in their order."""
    return sorted(_playlists(state)) == sorted((name, tuple(paths)) for name, paths in playlists)


def playlist_noted(state: State, kind: str, value: Value) -> bool:
    """Exactly one playlist has a value as its name."""
    return sum(states(kind, name, value) for name, _ in _playlists(state)) == 1


def playlist_lasts(state: State, name: str, paths: Sequence[str], least: float, most: float) -> bool:
    """The playlist of this name has some of these songs, each once, and lasts so many seconds.

    Args:
        state: The devices' states.
        name: The playlist's name.
        paths: The songs of which it may have some.
        least: The least number of seconds.
        most: The greatest number of seconds.
    """
    phone = state.android
    lists = [row["playlist_id"] for row in phone.table(PLAYLISTS, "PlaylistEntity") if row["playlist_name"] == name]
    songs = [row for row in phone.table(PLAYLISTS, "SongEntity") if row["playlist_creator_id"] in lists]
    found = [row["data"] for row in songs]
    total = sum(row["duration"] for row in songs) / 1000
    return len(lists) == 1 and len(set(found)) == len(found) and set(found) <= set(paths) and least <= total <= most


def playlist_saved(state: State, path: str, songs: Sequence[str]) -> bool:
    """A playlist's file names exactly these songs, in this order.

    Args:
        state: The devices' states.
        path: The file.
        songs: The songs' paths.
    """
    text = state.android.read_text(path)
    if text is None or has_unseen(text, *songs):
        return False
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")] == list(songs)


def _queue(state: State) -> list[str]:
    rows = sorted((row["_id"], row["_data"]) for row in state.android.table(QUEUE, "playing_queue"))
    return [path for _, path in rows]


def queue_holds(state: State, paths: Sequence[str], among: Sequence[str]) -> bool:
    """The queue holds these songs, and none but some others: who plays a song has all of them in the queue.

    Args:
        state: The devices' states.
        paths: The songs.
        among: All songs that it may hold.
    """
    return set(paths) <= set(_queue(state)) <= set(among)


def queue_is(state: State, paths: Sequence[str]) -> bool:
    """The queue holds exactly these songs, in this order."""
    return _queue(state) == list(paths)
