"""Rhythmbox: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.ubuntu.windows import dialog, soon, start

__all__ = [
    "add_to_playlist", "let_it_save", "new_playlist", "open_rhythmbox", "remove_from_playlist", "rename_playlist",
    "retag", "search", "select_song", "show_playlist",
]  # fmt: skip

_TRIES = 4
_ROWS = ("cell", "list_item")
_FIELDS = ("Title", "Artist", "Album")


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
