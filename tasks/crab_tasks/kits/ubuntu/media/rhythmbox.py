"""Rhythmbox: songs, evaluators of playlists and tags, and moves."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape, quoteattr

from crab_gym.backends.base import Element, Setup
from crab_gym.task import Action, Look, OracleStuck, action
from crab_sim.devices.media import mp3, read_tags
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files import HOME
from crab_tasks.kits.ubuntu.windows import dialog, soon, start

__all__ = [
    "LIBRARY",
    "LISTS",
    "Track",
    "add_to_playlist",
    "all_playlists",
    "let_it_save",
    "new_playlist",
    "open_rhythmbox",
    "path_of",
    "plant_playlists",
    "plant_tracks",
    "playlist_is",
    "playlists_are",
    "remove_from_playlist",
    "rename_playlist",
    "retag",
    "search",
    "select_song",
    "show_playlist",
    "songs_left",
    "tags_are",
]  # fmt: skip

LISTS = f"{HOME}/.local/share/rhythmbox/playlists.xml"
"""The file in which Rhythmbox keeps playlists."""
LIBRARY = f"{HOME}/.local/share/rhythmbox/rhythmdb.xml"
"""The file in which it keeps what it knows of the songs."""
_LOOKS = 'show-browser="false" browser-position="180" search-type="search-match"'
_MAX_BYTES = 1 << 20
_SEEN = 1_790_000_000  # September 2026, in seconds since 1970
_TRIES = 4
_ROWS = ("cell", "list_item")
_FIELDS = ("Title", "Artist", "Album")
_SAME_TIME = 0.1  # seconds: programs that write tags may leave the exact running time out


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


def _rows(data: bytes | None) -> list[tuple[str, list[str]]]:
    """Returns the name and the songs' paths of each playlist of a person's own."""
    if data is None or len(data) > _MAX_BYTES or b"<!" in data:
        return []
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return []
    return [
        (
            element.get("name", ""),
            [unquote((place.text or "").strip()).removeprefix("file://") for place in element.iter("location")],
        )
        for element in root.iter("playlist")
        if element.get("type") == "static"
    ]


def all_playlists(state: State) -> list[tuple[str, list[str]]]:
    """Returns the name and the songs' paths of each playlist of a person's own."""
    return _rows(state["ubuntu"].read_file(LISTS))


def _playlists(data: bytes | None) -> dict[str, list[str]]:
    """Returns the songs' paths of each playlist; of two with one name, none counts."""
    rows = _rows(data)
    names = [name for name, _ in rows]
    return {name: places for name, places in rows if names.count(name) == 1}


def plant_playlists(
    devices: Mapping[str, Setup], tracks: Sequence[Track], playlists: Mapping[str, Sequence[str]]
) -> None:
    """Writes playlists of songs in the folder Music, and the library that has these songs.

    Songs that Rhythmbox knows no more than their places of would come into a playlist as it finds them.

    Args:
        devices: The devices.
        tracks: All songs.
        playlists: The songs' files by the playlists' names.
    """
    desktop = devices["ubuntu"]
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


def playlists_are(state: State, answer: str | None, playlists: Mapping[str, Sequence[str]]) -> bool:
    """Rhythmbox has these playlists by name, each with these songs in this order, and no others of a person's own."""
    found = _playlists(state["ubuntu"].read_file(LISTS))
    return found == {name: list(paths) for name, paths in playlists.items()}


def songs_left(state: State, answer: str | None, names: Sequence[str], paths: Sequence[str]) -> bool:
    """A playlist with one of these names has these songs, in this order, and no others."""
    found = _playlists(state["ubuntu"].read_file(LISTS))
    return any(found.get(name) == list(paths) for name in names)


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
    found = None if data is None else read_tags(data)
    return found is not None and found[:3] == (title, artist, album) and abs(found.seconds - seconds) < _SAME_TIME


def _row(look: Look, text: str) -> Element | None:
    """Returns the row of a list with a text, None while there is none."""
    return next((e for e in reversed(look("ubuntu")) if e.text == text and e.role in _ROWS), None)


def _select(look: Look, text: str) -> Iterator[Action]:
    """Selects a row; it is clicked again where it has moved, since a list follows a search a little later.

    Raises:
        OracleStuck: There is no such row.
    """
    for _ in range(_TRIES):
        yield from soon(lambda: _row(look, text) is not None)
        row = _row(look, text)
        if row is None:
            break
        yield click_on(row)
        row = _row(look, text)
        if row is not None and row.selected:
            return
    raise OracleStuck(f"no row {text!r} could be selected in Rhythmbox")


def open_rhythmbox(look: Look) -> Iterator[Action]:
    """Starts Rhythmbox, or brings it to the front, and shows its library."""
    yield from start("Rhythmbox")
    yield from _select(look, "Music")


def search(look: Look, words: str) -> Iterator[Action]:
    """Leaves the songs of the list that have these words."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{words}\n")


def select_song(look: Look, title: str, artist: str) -> Iterator[Action]:
    """Selects a song of the list, found by its words."""
    yield from search(look, f"{title} {artist}")
    yield from _select(look, title)


def show_playlist(look: Look, name: str) -> Iterator[Action]:
    """Starts Rhythmbox, or brings it to the front, and shows a playlist."""
    yield from start("Rhythmbox")
    yield from _select(look, name)


def _menu_entry(look: Look, *names: str, roles: Sequence[str] = ("menu", "menu_item")) -> Iterator[Action]:
    """Chooses the entry of the open menu that has one of these names: the programs word it differently.

    Args:
        look: Shows the screens.
        names: The names.
        roles: The roles of entries; those in the menu of a button may be buttons.
    """

    def entry() -> Element | None:
        return next((e for e in reversed(look("ubuntu")) if e.text in names and e.role in roles), None)

    yield from soon(lambda: entry() is not None)
    found = entry()
    if found is None:
        raise OracleStuck(f"Rhythmbox shows no menu with {' or '.join(names)}")
    yield click_on(found)


def new_playlist(look: Look, name: str) -> Iterator[Action]:
    """Makes an empty playlist."""
    yield click(look, text="Add", role="button")
    yield from _menu_entry(look, "New Playlist", roles=("button", "menu_item"))
    yield action("ubuntu", "write_text", text=f"{name}\n")


def add_to_playlist(look: Look, title: str, artist: str, playlist: str, name: str = "") -> Iterator[Action]:
    """Adds a song of the library to a playlist.

    Args:
        look: Shows the screens.
        title: The song's title.
        artist: Its artist.
        playlist: The playlist's name, ``""`` for a new one.
        name: The name of a new playlist.
    """
    yield from select_song(look, title, artist)
    yield from _song_menu(look, title)
    yield from _menu_entry(look, "Add to Playlist")
    yield from _menu_entry(look, *((playlist,) if playlist else ("New Playlist…", "Add to New Playlist")))
    if name:
        yield action("ubuntu", "write_text", text=f"{name}\n")
        yield from _select(look, "Music")


def let_it_save() -> Iterator[Action]:
    """Waits until Rhythmbox has written its playlists, which it does every ten seconds of its own faster clock."""
    yield action("root", "wait", seconds=10)


def _song_menu(look: Look, title: str) -> Iterator[Action]:
    row = _row(look, title)
    if row is None:
        raise OracleStuck(f"Rhythmbox lists no song {title!r}")
    x, y = row.center
    yield action("ubuntu", "right_click", x=x, y=y)


def remove_from_playlist(look: Look, title: str) -> Iterator[Action]:
    """Takes a song off the shown playlist."""
    yield from _select(look, title)
    yield from _song_menu(look, title)
    yield from _menu_entry(look, "Remove", "Remove from Playlist")


def rename_playlist(look: Look, name: str, new: str) -> Iterator[Action]:
    """Gives the shown playlist another name, in the menu of playlists or in its own."""
    if has(look, "ubuntu", text="Playlist", role="button"):
        yield click(look, text="Playlist", role="button")
    else:
        row = _row(look, name)
        if row is None:
            raise OracleStuck(f"Rhythmbox has no playlist {name!r}")
        x, y = row.center
        yield action("ubuntu", "right_click", x=x, y=y)
    yield from _menu_entry(look, "Rename", roles=("button", "menu_item"))
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{new}\n")


def retag(look: Look, title: str, artist: str, field: str, value: str) -> Iterator[Action]:
    """Changes one tag of a song in its properties, whose fields are in the order of `_FIELDS`.

    Args:
        look: Shows the screens.
        title: The song's title.
        artist: Its artist.
        field: ``"Title"``, ``"Artist"`` or ``"Album"``.
        value: The new text.
    """
    yield from select_song(look, title, artist)
    yield from dialog(look, "Properties", "music", ("alt", "enter"))
    for _ in range(_FIELDS.index(field)):
        yield action("ubuntu", "press", key="tab")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=value)
    yield action("ubuntu", "press", key="tab")  # the field may propose completions above the buttons
    own = [e for e in look("ubuntu") if e.app == "music" and e.role == "button"]  # a window behind may have a Save
    buttons = [e for e in own if e.text in ("Save", "Close")]
    yield click_on(max(buttons, key=lambda e: (e.text == "Save", e.bounds[1])))
