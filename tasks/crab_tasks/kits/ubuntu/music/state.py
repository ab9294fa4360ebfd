"""Rhythmbox: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from crab_gym.backends.base import Devices
from crab_gym.task.types import Value, states
from crab_sim.devices.footprints import Allowance, may_change
from crab_sim.devices.media import mp3, other_tags, read_tags, without_tags
from crab_sim.devices.playlists import PLAYLISTS, read_playlists
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import HOME

__all__ = [
    "LIBRARY", "LISTS", "Track", "all_playlists", "may_retag", "path_of", "plant_playlists", "plant_tracks",
    "playlist_is", "playlist_made", "playlists_are", "songs_left", "tags_are",
]  # fmt: skip

LISTS = f"{HOME}/{PLAYLISTS}"
"""The file in which Rhythmbox keeps playlists."""
LIBRARY = f"{HOME}/.local/share/rhythmbox/rhythmdb.xml"
"""The file in which it keeps what it knows of the songs."""
_LOOKS = 'show-browser="false" browser-position="180" search-type="search-match"'
_SEEN = 1_790_000_000  # September 2026, in seconds since 1970


class Track(NamedTuple):
    """A song in the folder Music: the name of its file, and its tags."""

    file: str
    title: str
    artist: str
    album: str
    seconds: float


def path_of(file: str) -> str:
    """Returns the path of a song's file."""
    return f"{HOME}/Music/{file}"


def may_retag(file: str) -> Allowance:
    """Returns the allowance to change a song's tags; the real Rhythmbox writes a new file, for its owner alone."""
    return may_change(
        "ubuntu", "file", ("content", "mode"), becomes={"mode": lambda mode: mode in ("644", "600")}, path=path_of(file)
    )


def plant_tracks(devices: Devices, tracks: Sequence[Track]) -> None:
    """Puts songs into the folder Music."""
    for track in tracks:
        devices.ubuntu.write_file(path_of(track.file), mp3(track.title, track.artist, track.album, track.seconds))


def all_playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns the name and the songs' paths of each playlist of a person's own."""
    return read_playlists(state.ubuntu.read_file(LISTS))


def _playlists(data: bytes | None) -> dict[str, tuple[str, ...]]:
    """Returns the songs' paths of each playlist; of two with one name, none counts."""
    rows = read_playlists(data)
    names = [name for name, _ in rows]
    return {name: places for name, places in rows if names.count(name) == 1}


def plant_playlists(devices: Devices, tracks: Sequence[Track], playlists: Mapping[str, Sequence[str]]) -> None:
    """Writes playlists of songs in the folder Music, and the library that has these songs.

    Songs that Rhythmbox knows no more than their places of would come into a playlist as it finds them.

    Args:
        devices: The devices.
        tracks: All songs.
        playlists: The songs' files by the playlists' names.
    """
    desktop = devices.ubuntu
    known = []
    for track in tracks:
        size = len(mp3(track.title, track.artist, track.album, track.seconds))
        facts = {
            "title": track.title, "genre": "Unknown", "artist": track.artist, "album": track.album,
            "duration": int(track.seconds), "file-size": size, "location": _address(track.file), "mtime": _SEEN,
            "first-seen": _SEEN, "last-seen": _SEEN, "bitrate": 8, "date": 0, "media-type": "audio/mpeg",
            "composer": "Unknown",
        }  # fmt: skip
        lines = "".join(f"    <{name}>{escape(str(value))}</{name}>\n" for name, value in facts.items())
        known.append(f'  <entry type="song">\n{lines}  </entry>\n')
    rows = []
    for name, files in playlists.items():
        places = "".join(f"    <location>{_address(file)}</location>\n" for file in files)
        rows.append(f'  <playlist name={quoteattr(name)} {_LOOKS} type="static">\n{places}  </playlist>\n')
    rows.append(f'  <playlist name="Play Queue" {_LOOKS} type="queue"/>\n')
    head = '<?xml version="1.0" standalone="yes"?>\n'
    desktop.write_file(LIBRARY, f'{head}<rhythmdb version="2.0">\n{"".join(known)}</rhythmdb>\n')
    desktop.write_file(LISTS, f"{head}<rhythmdb-playlists>\n{''.join(rows)}</rhythmdb-playlists>\n")


def _address(file: str) -> str:
    return f"file://{quote(path_of(file))}"


def playlists_are(state: State, playlists: Mapping[str, Sequence[str]]) -> bool:
    """Rhythmbox has these playlists by name, each with these songs in this order, and no others of a person's own."""
    found = _playlists(state.ubuntu.read_file(LISTS))
    return found == {name: tuple(paths) for name, paths in playlists.items()}


def songs_left(state: State, names: Sequence[str], paths: Sequence[str]) -> bool:
    """A playlist with one of these names has these songs, in this order, and no others."""
    found = _playlists(state.ubuntu.read_file(LISTS))
    return any(found.get(name) == tuple(paths) for name in names)


def playlist_is(state: State, name: str, paths: Sequence[str]) -> bool:
    """Rhythmbox has a playlist of this name with these songs, in this order, and no others."""
    return _playlists(state.ubuntu.read_file(LISTS)).get(name) == tuple(paths)


def tags_are(state: State, path: str, title: str, artist: str, album: str, seconds: float) -> bool:
    """The sound file has these tags and no others, and still the sound with which `plant_tracks` made it.

    Args:
        state: The devices' states.
        path: The file's path.
        title: The song's title.
        artist: Its artist.
        album: Its album.
        seconds: Its running time.
    """
    data = state.ubuntu.read_file(path)
    if data is None or read_tags(data)[:3] != (title, artist, album) or other_tags(data):
        return False
    return without_tags(data) == without_tags(mp3(title, artist, album, seconds))


def playlist_made(state: State, kind: str, value: Value) -> bool:
    """Rhythmbox has one playlist whose name is a value, and no song is in it."""
    found = [paths for name, paths in all_playlists(state) if states(kind, name, value)]
    return found == [()]
