"""Rhythmbox: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.music.moves import (
    let_it_save,
    new_playlist,
    open_rhythmbox,
    rename_playlist,
    retag,
    search,
    select_song,
    show_playlist,
)
from crab_tasks.kits.ubuntu.music.state import Track, may_retag, path_of, plant_tracks, playlist_made, tags_are
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ALBUM", "ARTIST", "NEW_PLAYLIST", "SET_ARTIST"]

_TITLES = ("Amber Sky", "Cold Harbour", "Little Boat", "Old Windmill", "Paper Moon", "Silver Lane")


def _two_songs(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the song into the folder Music, and another version of it by somebody else."""
    stem = params.song.lower().replace(" ", "_")
    versions = [(stem, params.song, params.artist), (f"{stem}_live", f"{params.song} (live)", params.other)]
    plant_tracks(
        devices,
        [Track(f"{file}.mp3", title, artist, "Evenings", 100.0 + len(title)) for file, title, artist in versions],
    )


def _rhythmbox_open(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox is in front."""
    return [app_opened("music", "rhythmbox_open", "ubuntu")]


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


def _find_patiently(params: Params, look: Look) -> Iterator[Action]:
    """Looks at all songs for a while first."""
    yield from open_rhythmbox(look)
    yield from let_it_save()
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
    called="artist",
    produce=lambda params: str(params.artist),
    setup=_two_songs,
    checkpoints=_rhythmbox_open,
    oracle={"rhythmbox_open": _find_song},
    alternatives={"selected": _select_it, "twice": _find_twice},
    tags=("music",),
)


def _made(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox; then the playlist."""
    wanted = check(playlist_made, kind=params.kinds["text"], value=params.text)
    return [
        app_opened("music", "rhythmbox_open", "ubuntu"),
        Checkpoint(id="made", device="ubuntu", app="music", evaluator=wanted, after=("rhythmbox_open",)),
    ]


def _may_make(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("ubuntu", "playlist", most=1, name=right, songs=())]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_rhythmbox(look)


def _make(params: Params, look: Look) -> Iterator[Action]:
    yield from open_rhythmbox(look)
    yield from new_playlist(look, as_typed(params, "text"))
    yield from let_it_save()


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist under another name first."""
    draft = f"Draft {as_typed(params, 'text')}"
    yield from open_rhythmbox(look)
    yield from new_playlist(look, draft)
    yield from let_it_save()
    yield from show_playlist(look, draft)
    yield from rename_playlist(look, draft, as_typed(params, "text"))
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
    yield from new_playlist(look, f"{as_typed(params, 'text')} songs")
    yield from let_it_save()


def _given_up(params: Params, look: Look) -> Iterator[Action]:
    """Only searches for the name."""
    yield from open_rhythmbox(look)
    yield from search(look, as_typed(params, "text"))
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
    footprint=_may_make,
    alternatives={"renamed": _make_and_rename, "patiently": _make_patiently},
    near_misses={"longer": _longer, "given_up": _given_up},
    step_limit=40,
    tags=("music",),
)


_RECORDED = ("Bright Water", "Green Lantern", "Lost Compass", "Quiet Snow", "Wild Geese")
_ALBUMS = ("Early", "Late", "Northern", "Summer", "Winter"), ("Letters", "Roads", "Rooms", "Songs", "Stories")


def _two_albums(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the song into the folder Music, and a live version of it that is on another album."""
    stem, artist = params.song.lower().replace(" ", "_"), rng.choice(("Otto Vance", "The Larks", "Zoe Farrow"))
    versions = [
        (stem, params.song, params.album, rng.randint(150, 300)),
        (f"{stem}_live", f"{params.song} (live)", params.other, rng.randint(301, 400)),
    ]
    plant_tracks(
        devices, [Track(f"{file}.mp3", title, artist, album, float(time)) for file, title, album, time in versions]
    )


ALBUM = SubTask(
    name="songs.album",
    device="ubuntu",
    app="music",
    says="look up the album of the song {song} in Rhythmbox on the desktop, not of its live version",
    steps="on the desktop, open Rhythmbox, search for {song} and read the album of the version that isn't live",
    refers="the album of the version of the song {song} in Rhythmbox that isn't live",
    inputs={"song": choice(_RECORDED, "Quiet Snow")},
    hidden={"album": phrase(*_ALBUMS, "Northern Roads"), "other": phrase(*_ALBUMS, "Late Rooms")},
    output="line",
    called="album's title",
    produce=lambda params: str(params.album),
    setup=_two_albums,
    checkpoints=_rhythmbox_open,
    oracle={"rhythmbox_open": _find_song},
    alternatives={"first_word_first": _find_twice, "patiently": _find_patiently},
    tags=("music",),
)


_UNSIGNED = ("Copper River", "Distant Bells", "First Frost", "Long Way Home", "Red Kite")
_UNKNOWN = "Unknown artist"


def _track(params: Params, artist: str) -> Track:
    stem = params.song.lower().replace(" ", "_")
    return Track(f"{stem}.mp3", params.song, artist, "Demos", 120.0 + len(stem))


def _live(params: Params) -> Track:
    """Returns another version of the song, whose artist is unknown, too."""
    track = _track(params, _UNKNOWN)
    return track._replace(file=f"live_{track.file}", title=f"{params.song} (live)", seconds=track.seconds + 30)


def _unsigned(devices: Devices, params: Params, rng: random.Random) -> None:
    plant_tracks(devices, [_track(params, _UNKNOWN), _live(params)])


def _signed(params: Params) -> Sequence[Checkpoint]:
    """Rhythmbox; then the song has its artist."""
    track = _track(params, params.name)
    tags = check(
        tags_are,
        path=path_of(track.file),
        title=track.title,
        artist=track.artist,
        album=track.album,
        seconds=track.seconds,
    )
    return [
        app_opened("music", "rhythmbox_open", "ubuntu"),
        Checkpoint(id="signed", device="ubuntu", app="music", evaluator=tags, after=("rhythmbox_open",)),
    ]


def _may_sign(params: Params) -> Footprint:
    return [may_retag(_track(params, _UNKNOWN).file)]


def _tag(params: Params, look: Look, title: str = "", field: str = "Artist") -> Iterator[Action]:
    """Writes the name into a tag of the song, or of another one.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        title: The other one's title; "" for the right one.
        field: The tag.
    """
    yield from open_rhythmbox(look)
    yield from retag(look, title or params.song, _UNKNOWN, field, params.name)


def _sign(params: Params, look: Look) -> Iterator[Action]:
    yield from _tag(params, look)


def _sign_twice(params: Params, look: Look) -> Iterator[Action]:
    """Writes another name first."""
    yield from open_rhythmbox(look)
    yield from retag(look, params.song, _UNKNOWN, "Artist", "Nobody")
    yield from retag(look, params.song, "Nobody", "Artist", params.name)


def _sign_after_search(params: Params, look: Look) -> Iterator[Action]:
    """Looks at both versions first."""
    yield from open_rhythmbox(look)
    yield from search(look, params.song)
    yield from select_song(look, _live(params).title, _UNKNOWN)
    yield from _tag(params, look)


def _sign_live(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name into the live version."""
    yield from _tag(params, look, title=_live(params).title)


def _sign_album(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name in place of the album."""
    yield from _tag(params, look, field="Album")


def _sign_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _sign_live(params, look)
    yield from _sign(params, look)


SET_ARTIST = SubTask(
    name="songs.set_artist",
    device="ubuntu",
    app="music",
    says="in Rhythmbox on the desktop, enter {name} as the artist of the song {song}, but not of its live version",
    steps="on the desktop, open Rhythmbox, search for {song}, open the properties of the version that isn't live, and "
    "enter {name} as its artist",
    inputs={"name": person("Kira Ivers"), "song": choice(_UNSIGNED, "First Frost")},
    setup=_unsigned,
    checkpoints=_signed,
    oracle={"rhythmbox_open": _open, "signed": _sign},
    footprint=_may_sign,
    alternatives={"twice": _sign_twice, "after_search": _sign_after_search},
    near_misses={"live_version": _sign_live, "album": _sign_album, "both": _sign_both},
    step_limit=45,
    tags=("music",),
)
