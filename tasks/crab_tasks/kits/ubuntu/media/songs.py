"""Sub-tasks in Rhythmbox: one looks up who sings a song, another makes a playlist."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import Footprint
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import Value, short_line, states, typed
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.ubuntu.media.rhythmbox import (
    Track,
    all_playlists,
    let_it_save,
    new_playlist,
    open_rhythmbox,
    plant_tracks,
    rename_playlist,
    search,
    select_song,
    show_playlist,
)

__all__ = ["ARTIST", "NEW_PLAYLIST", "playlist_made"]

_TITLES = ("Amber Sky", "Cold Harbour", "Little Boat", "Old Windmill", "Paper Moon", "Silver Lane")


def _two_songs(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Puts the song into the folder Music, and another version of it by somebody else."""
    stem = params.song.lower().replace(" ", "_")
    versions = [(stem, params.song, params.artist), (f"{stem}_live", f"{params.song} (live)", params.other)]
    plant_tracks(
        devices,
        [Track(f"{file}.mp3", title, artist, "Evenings", 100.0 + len(title)) for file, title, artist in versions],
    )


def _rhythmbox_open(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox is in front."""
    front = {"device": "ubuntu", "app": "music"}
    return [Checkpoint("rhythmbox_open", "ubuntu", "music", app_in_front, front, hold=False)]


def _find_song(params: Params, look: Look) -> Iterator[Action]:
    """Finds the song by its title."""
    yield from open_rhythmbox(look)
    yield from search(look, params.song)


def _select_it(params: Params, look: Look) -> Iterator[Action]:
    """Finds the song by its title and its artist, and selects it."""
    yield from open_rhythmbox(look)
    yield from select_song(look, params.song, params.artist)


def _find_twice(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the first word first."""
    yield from open_rhythmbox(look)
    yield from search(look, params.song.partition(" ")[0])
    yield from search(look, params.song)


ARTIST = SubTask(
    name="songs.artist",
    device="ubuntu",
    app="music",
    says="look up the artist of the song {song} in Rhythmbox on the desktop, not of its live version",
    steps="on the desktop, open Rhythmbox, search for {song} and read the artist of the version that isn't live",
    refers="the artist of the song {song} in Rhythmbox, not of its live version",
    inputs={"song": choice(_TITLES, "Paper Moon")},
    hidden={"artist": person("Mina Albers"), "other": person("Bruno Kovač")},
    output="person_name",
    produce=lambda params: str(params.artist),
    setup=_two_songs,
    checkpoints=_rhythmbox_open,
    oracle={"rhythmbox_open": _find_song},
    alternatives={"selected": _select_it, "twice": _find_twice},
    tags=("music",),
)


def playlist_made(state: State, answer: str | None, kind: str, value: Value) -> bool:
    """Rhythmbox has one playlist whose name is a value, and no song is in it."""
    found = [paths for name, paths in all_playlists(state) if states(kind, name, value)]
    return found == [[]]


def _made(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox; then the playlist."""
    wanted = {"kind": params.kinds["text"], "value": params.text}
    return [
        *_rhythmbox_open(params),
        Checkpoint("made", "ubuntu", "music", playlist_made, wanted, after=("rhythmbox_open",)),
    ]


def _no_fact(params: Params) -> Footprint:
    """Playlists of the desktop are no facts."""
    return []


def _name(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_rhythmbox(look)


def _make(params: Params, look: Look) -> Iterator[Action]:
    yield from open_rhythmbox(look)
    yield from new_playlist(look, _name(params))
    yield from let_it_save()


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist under another name first."""
    draft = f"Draft {_name(params)}"
    yield from open_rhythmbox(look)
    yield from new_playlist(look, draft)
    yield from let_it_save()
    yield from show_playlist(look, draft)
    yield from rename_playlist(look, draft, _name(params))
    yield from let_it_save()


def _make_patiently(params: Params, look: Look) -> Iterator[Action]:
    """Looks for songs first, and waits longer."""
    yield from open_rhythmbox(look)
    yield from search(look, "moon")
    yield from _make(params, look)
    yield from let_it_save()


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Gives the playlist a longer name."""
    yield from open_rhythmbox(look)
    yield from new_playlist(look, f"{_name(params)} songs")
    yield from let_it_save()


def _given_up(params: Params, look: Look) -> Iterator[Action]:
    """Only searches for the name."""
    yield from open_rhythmbox(look)
    yield from search(look, _name(params))
    yield action("ubuntu", "press", key="escape")


NEW_PLAYLIST = SubTask(
    name="songs.new_playlist",
    device="ubuntu",
    app="music",
    says="make an empty playlist in Rhythmbox on the desktop, with {text} as its name",
    steps="on the desktop, open Rhythmbox, click Add, choose New Playlist, type {text} as its name, and press Enter",
    inputs={"text": short_line("Wash both kettles")},
    checkpoints=_made,
    oracle={"rhythmbox_open": _open, "made": _make},
    footprint=_no_fact,
    alternatives={"renamed": _make_and_rename, "patiently": _make_patiently},
    near_misses={"longer": _longer, "given_up": _given_up},
    step_limit=40,
    tags=("music",),
)
