"""Music: evaluators of the playlists, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["PLAYLISTS", "open_tab", "playlist_holds", "playlist_is", "playlist_there", "playlists_are"]

PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
"""The database of the playlists, in the table ``PlaylistEntity``, and of their songs, in ``SongEntity``."""


def _playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each playlist's name and the paths of its songs, in order."""
    phone = state["android"]
    songs = sorted(
        (row["playlist_creator_id"], row["song_key"], row["data"]) for row in phone.table(PLAYLISTS, "SongEntity")
    )
    return [
        (row["playlist_name"].strip(), tuple(path for owner, _, path in songs if owner == row["playlist_id"]))
        for row in phone.table(PLAYLISTS, "PlaylistEntity")
    ]


def playlist_there(state: State, answer: str | None, name: str, there: bool) -> bool:
    """Exactly one playlist has this name; or there are playlists, but none of this name."""
    names = [name for name, _ in _playlists(state)]
    return names.count(name) == 1 if there else bool(names) and name not in names


def playlist_holds(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds these songs, perhaps among others."""
    return any(found == name and set(paths) <= set(songs) for found, songs in _playlists(state))


def playlist_is(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds exactly these songs, in this order."""
    return (name, tuple(paths)) in _playlists(state)


def playlists_are(state: State, answer: str | None, playlists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The playlists are exactly these, in any order, each with its songs in their order."""
    return sorted(_playlists(state)) == sorted((name, tuple(paths)) for name, paths in playlists)


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Music."""
    yield from at_root(look, "Music", "Playlists", role="tab")
    yield tap(look, text=tab, role="tab")
