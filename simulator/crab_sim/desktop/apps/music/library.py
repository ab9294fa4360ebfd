"""Rhythmbox's library and playlists: the sounds of the folder Music, and the file in which playlists are kept.

* `library`, `find` - the songs. `groups` - their artists or albums.
* `Lists`, `read_lists`, `write_lists` - the playlists and the play queue, as ``playlists.xml`` has them.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape, quoteattr

from crab_sim.desktop.saving import readable, save_file
from crab_sim.desktop.widgets import HOME
from crab_sim.devices.media import kind_of
from crab_sim.engines.media_files import MediaFile, scan
from crab_sim.engines.songs import Song, song_of
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = ["FOLDER", "LISTS", "Lists", "Playlist", "find", "groups", "library", "read_lists", "write_lists"]

FOLDER: Final = f"{HOME}/Music"
LISTS: Final = f"{HOME}/.local/share/rhythmbox/playlists.xml"
"""The file with the playlists, as Rhythmbox keeps them."""
_MAX_BYTES: Final = 1 << 20
_MAX_LISTS: Final = 200
_LOOKS: Final = 'show-browser="true" browser-position="180" search-type="search-match"'


class Playlist(NamedTuple):
    """A playlist: its name, and the paths of its songs."""

    name: str
    paths: tuple[str, ...] = ()


class Lists(NamedTuple):
    """The playlists, in their order, and the play queue: the paths of its songs."""

    playlists: tuple[Playlist, ...] = ()
    queue: tuple[str, ...] = ()


@lru_cache(maxsize=16)
def _songs(found: tuple[MediaFile, ...]) -> tuple[Song, ...]:
    rows = [song_of(row.path, row.file.data) for row in found]
    return tuple(sorted(rows, key=lambda s: (s.artist.casefold(), s.album.casefold(), s.title.casefold(), s.path)))


def library(files: Files) -> tuple[Song, ...]:
    """Returns the songs in the folder Music, by artist, album and title."""
    return _songs(scan(files, FOLDER, "audio"))


def find(files: Files, path: str) -> Song | None:
    """Returns the song with a path, wherever it lies; None if there is none that can be read."""
    data = readable(files, path)
    return song_of(path, data) if data is not None and kind_of(path.rpartition("/")[2]) == "audio" else None


@lru_cache(maxsize=64)
def groups(songs: tuple[Song, ...], by: str) -> tuple[tuple[str, int], ...]:
    """Returns the artists or albums of songs, sorted, each with the number of its songs.

    Args:
        songs: The songs.
        by: ``"artist"`` or ``"album"``.
    """
    counts: dict[str, int] = {}
    for song in songs:
        name: str = getattr(song, by)
        counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts.items(), key=lambda row: row[0].casefold()))


@lru_cache(maxsize=16)
def _parsed(data: bytes) -> Lists:
    """Returns the playlists of a file; a damaged one has none."""
    if len(data) > _MAX_BYTES or b"<!" in data:  # without entities, which could grow without bounds
        return Lists()
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return Lists()
    found: list[Playlist] = []
    queue: tuple[str, ...] = ()
    for element in root.iter("playlist"):
        texts = [(location.text or "").strip() for location in element.iter("location")]
        paths = tuple([unquote(text[7:]) for text in texts if text.startswith("file:///") and "%00" not in text])
        if element.get("type") == "queue":
            queue = paths
        elif element.get("type") == "static" and len(found) < _MAX_LISTS:
            found.append(Playlist(element.get("name", ""), paths))
    return Lists(tuple(found), queue)


def read_lists(files: Files) -> Lists:
    """Returns the playlists and the play queue."""
    data = readable(files, LISTS)
    return Lists() if data is None else _parsed(data)


def _element(name: str, kind: str, paths: Sequence[str]) -> str:
    head = f"  <playlist name={quoteattr(name)} {_LOOKS} type={quoteattr(kind)}"
    if not paths:
        return f"{head}/>\n"
    rows = "".join([f"    <location>{escape(f'file://{quote(path)}')}</location>\n" for path in paths])
    return f"{head}>\n{rows}  </playlist>\n"


def write_lists(context: Context, lists: Lists) -> None:
    """Writes the playlists and the play queue."""
    if lists == read_lists(context.get(FILES)):
        return
    rows = [_element(playlist.name, "static", playlist.paths) for playlist in lists.playlists]
    rows.append(_element("Play Queue", "queue", lists.queue))
    text = '<?xml version="1.0"?>\n<rhythmdb-playlists>\n' + "".join(rows) + "</rhythmdb-playlists>\n"
    save_file(context, LISTS, text.encode("utf-8", "replace"), parents=True)
