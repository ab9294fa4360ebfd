"""Rhythmbox: songs, evaluators of playlists and tags, and moves."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from crab_gym.backends.base import Setup
from crab_gym.devices.media import mp3, read_tags
from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, find
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files import HOME
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = [
    "LISTS",
    "Track",
    "add_to_playlist",
    "new_playlist",
    "open_rhythmbox",
    "path_of",
    "plant_tracks",
    "playlist_is",
    "retag",
    "search",
    "tags_are",
]  # fmt: skip

LISTS = f"{HOME}/.local/share/rhythmbox/playlists.xml"
"""The file in which Rhythmbox keeps playlists."""
_MAX_BYTES = 1 << 20


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


def plant_tracks(devices: Mapping[str, Setup], tracks: Sequence[Track]) -> None:
    """Puts songs into the folder Music."""
    for track in tracks:
        devices["ubuntu"].write_file(path_of(track.file), mp3(track.title, track.artist, track.album, track.seconds))


def _playlists(data: bytes | None) -> dict[str, list[str]]:
    """Returns the songs' paths of each playlist; of two with one name, none counts."""
    if data is None or len(data) > _MAX_BYTES or b"<!" in data:
        return {}
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return {}
    rows = [
        (element.get("name", ""), [unquote((place.text or "").strip()) for place in element.iter("location")])
        for element in root.iter("playlist")
        if element.get("type") == "static"
    ]
    names = [name for name, _ in rows]
    return {
        name: [place.removeprefix("file://") for place in places] for name, places in rows if names.count(name) == 1
    }


def playlist_is(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """Rhythmbox has a playlist of this name with these songs, in this order, and no others."""
    return _playlists(state["ubuntu"].read_file(LISTS)).get(name) == list(paths)


def tags_are(state: State, answer: str | None, path: str, title: str, artist: str, album: str, seconds: float) -> bool:
    """The sound file has these tags, and still its running time.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The file's path.
        title: The song's title.
        artist: Its artist.
        album: Its album.
        seconds: Its running time.
    """
    data = state["ubuntu"].read_file(path)
    return data is not None and read_tags(data)[:4] == (title, artist, album, seconds)


def open_rhythmbox(look: Look) -> Iterator[Action]:
    """Starts Rhythmbox, or brings it to the front, and shows its library."""
    yield from start("Rhythmbox")
    yield from wait_for(look, text="Music", role="list_item")
    yield click(look, text="Music", role="list_item")


def search(look: Look, words: str) -> Iterator[Action]:
    """Leaves the songs of the list that have these words."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{words}\n")


def new_playlist(look: Look, name: str) -> Iterator[Action]:
    """Makes an empty playlist."""
    yield click(look, description="New Playlist", role="button")
    yield action("ubuntu", "write_text", text=f"{name}\n")


def add_to_playlist(look: Look, title: str, artist: str, playlist: str, name: str = "") -> Iterator[Action]:
    """Adds a song of the library to a playlist.

    Args:
        look: Shows the screens.
        title: The song's title.
        artist: Its artist.
        playlist: The entry of the menu: the playlist's name, or ``"New Playlist…"``.
        name: The name of a new playlist.
    """
    yield from search(look, f"{title} {artist}")
    x, y = find(look, "ubuntu", text=title, role="list_item").center
    yield action("ubuntu", "right_click", x=x, y=y)
    yield click(look, text="Add to Playlist", role="menu_item")
    yield click(look, text=playlist, role="menu_item")
    if name:
        yield action("ubuntu", "write_text", text=f"{name}\n")


def retag(look: Look, title: str, artist: str, field: str, value: str) -> Iterator[Action]:
    """Changes one tag of a song in its properties.

    Args:
        look: Shows the screens.
        title: The song's title.
        artist: Its artist.
        field: ``"Title"``, ``"Artist"`` or ``"Album"``.
        value: The new text.
    """
    yield from search(look, f"{title} {artist}")
    yield click(look, text=title, role="list_item")
    yield action("ubuntu", "hotkey", keys=["alt", "enter"])
    yield click(look, description=field, role="text_field")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=value)
    yield click(look, text="Save", role="button")
