"""The state of Rhythmbox's window, and the songs that it lists.

* `Desk` - the state. `desk_of`, `player_of` - reading it. `shown` - the songs of the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop.apps.music.library import Playlist, find, library, read_lists
from crab_sim.desktop.apps.music.playing import PLAYER, Player, settled
from crab_sim.desktop.widgets import sized
from crab_sim.engines.songs import Song
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "COLUMNS", "PLAYLIST", "Desk", "desk_of", "named", "player_of", "playlist_of", "seconds_of", "shown",
    "total_text",
]  # fmt: skip

PLAYLIST: Final = "playlist:"
"""What the source of a playlist begins with, before its name."""
COLUMNS: Final = (("title", "Title", 5), ("artist", "Artist", 4), ("album", "Album", 4))
"""The list's columns: attribute of a song, heading, share of the width."""


class Desk(NamedTuple):
    """The choices of the window: its list, its browser, its selection.

    Attributes:
        source: The list: ``"library"``, ``"queue"``, or a playlist's name after `PLAYLIST`.
        artist: The artist chosen in the browser, ``""`` for all.
        album: The album chosen there.
        browse: Whether the browser is shown.
        rows: The numbers of the selected rows.
        sort: The column by which the list is sorted, ``""`` for its own order.
        falling: Whether it is sorted from the end.
        renaming: The name of the playlist that is being renamed, ``""`` for none.
    """

    source: str = "library"
    artist: str = ""
    album: str = ""
    browse: bool = True
    rows: tuple[int, ...] = ()
    sort: str = ""
    falling: bool = False
    renaming: str = ""


def desk_of(context: Context) -> Desk:
    """Returns what the window shows."""
    desk: Desk = context.base.data
    return desk


def seconds_of(files: Files, path: str) -> float:
    """Returns a song's running time, 0 for one that is gone."""
    song = find(files, path)
    return 0.0 if song is None else song.seconds


def player_of(context: Context, now: float) -> Player:
    """Returns the player at a time."""
    player: Player = context.get(PLAYER)
    files: Files = context.get(FILES)
    return settled(player, lambda path: seconds_of(files, path), now)


def named(songs: Sequence[str], files: Files) -> list[Song]:
    """Returns the songs with these paths, without those that are gone."""
    return [song for song in [find(files, path) for path in songs] if song is not None]


def playlist_of(context: Context, source: str) -> Playlist | None:
    """Returns the playlist of a source, None for another source or one that is gone."""
    name = source.removeprefix(PLAYLIST)
    lists = read_lists(context.get(FILES)).playlists
    return next((row for row in lists if row.name == name), None) if source.startswith(PLAYLIST) else None


def _all(context: Context, desk: Desk, queue: tuple[str, ...]) -> list[Song]:
    files: Files = context.get(FILES)
    if desk.source == "queue":
        return named(queue, files)
    playlist = playlist_of(context, desk.source)
    if playlist is not None:
        return named(playlist.paths, files)
    return list(library(files)) if desk.source == "library" else []


def shown(context: Context, queue: tuple[str, ...]) -> list[Song]:
    """Returns the songs of the list: those of the source that the search and the browser leave, in order.

    Args:
        context: The window's context.
        queue: The paths of the songs in the play queue.
    """
    desk = desk_of(context)
    songs = _all(context, desk, queue)
    words = context.base.fields.get("search", "").casefold().split()
    if words:
        songs = [s for s in songs if all([w in f"{s.title} {s.artist} {s.album}".casefold() for w in words])]
    if desk.source == "library":
        songs = [s for s in songs if desk.artist in ("", s.artist) and desk.album in ("", s.album)]
    if desk.sort == "seconds":
        songs.sort(key=lambda song: song.seconds, reverse=desk.falling)
    elif desk.sort:
        songs.sort(key=lambda song: str(getattr(song, desk.sort)).casefold(), reverse=desk.falling)
    return songs


def total_text(songs: Sequence[Song], size: int) -> str:
    """Returns the number of songs, their running time and size, as the status bar shows them.

    >>> total_text([Song("a.mp3", "", "", "", 3700.0)], 1_500_000)
    '1 song, 1 hour and 1 minute, 1.5 MB'
    """
    minutes = int(sum([song.seconds for song in songs])) // 60
    hours, minutes = divmod(minutes, 60)
    parts = [_count(hours, "hour")] if hours else []
    parts += [_count(minutes, "minute")] if minutes or not hours else []
    return f"{_count(len(songs), 'song')}, {' and '.join(parts)}, {sized(size)}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
