"""Music: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.music.state import PLAYLISTS, playlist_noted
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD_PLAYLIST", "ARTIST"]


def _music_open(params: Params) -> Sequence[Checkpoint]:
    """Music is in front."""
    return [app_opened("music", "music_open")]


def _open_music(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Playlists")


def _no_playlist(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes playlists of the name."""
    phone = devices["android"]
    rows = phone.table(PLAYLISTS, "PlaylistEntity")
    kept = [row for row in rows if not states(params.kinds["name"], str(row["playlist_name"]), params.name)]
    if len(kept) < len(rows):
        phone.set_table(PLAYLISTS, "PlaylistEntity", kept)


def _playlist_made(params: Params) -> Sequence[Checkpoint]:
    """Music; then the playlist."""
    value = {"kind": params.kinds["name"], "value": params.name}
    return [
        app_opened("music", "music_open"),
        Checkpoint("playlist_made", "android", "music", playlist_noted, value, after=("music_open",)),
    ]


def _may_make(params: Params) -> Footprint:
    right = same_value(params.kinds["name"], params.name)
    return [may_add("android", "playlist", most=1, name=right)]


def _type_name(look: Look, name: str) -> Iterator[Action]:
    """Types a name into the dialog for a new playlist."""
    yield from open_tab(look, "Playlists")
    yield from scroll_to(look, "New playlist…")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)


def _make_playlist(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "name"))
    yield tap(look, text="Create", role="button")


def _make_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "name"))
    yield action("android", "press", key="enter")


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a playlist with another name, and renames it."""
    yield from _type_name(look, "My new one")
    yield tap(look, text="Create", role="button")
    more = "More options for My new one"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield tap(look, text="Rename", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, as_typed(params, "name"))
    yield tap(look, text="Cancel", role="button")


ADD_PLAYLIST = SubTask(
    name="music.add_playlist",
    device="android",
    app="music",
    says="make a playlist in the phone's Music app and give it {name} as its name",
    steps="on the phone, open Music, tap Playlists, tap New playlist, type {name} as its name and tap Create",
    inputs={"name": short_line("Paint the red crates")},
    keys=("name",),
    setup=_no_playlist,
    checkpoints=_playlist_made,
    oracle={"music_open": _open_music, "playlist_made": _make_playlist},
    footprint=_may_make,
    alternatives={"with_enter": _make_with_enter, "renamed": _make_and_rename},
    near_misses={"only_typed": _only_typed},
    backends=("sim", "adb"),
    tags=("music",),
)


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_songs(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The song, and one whose title begins like its own."""
    number = rng.randrange(100_000)
    for i, (title, artist) in enumerate(((_title(params), params.artist), (f"{_title(params)} (live)", params.other))):
        data = mp3(title, artist, f"{artist} in concert", float(rng.randint(130, 290)))
        devices["android"].write_file(f"{STORAGE}/Music/track_{number:05}_{i}.mp3", data)


def _see_song(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the song in the list of all."""
    yield from open_tab(look, "Songs")
    yield from scroll_to(look, _title(params))


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the song's details, and closes them."""
    yield from open_tab(look, "Songs")
    more = f"More options for {_title(params)}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield tap(look, description=more)
        yield tap(look, text="Details")
        yield action("android", "press", key="back")


def _search_song(params: Params, look: Look) -> Iterator[Action]:
    """Searches the song."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=_title(params))


_BANDS = ("Amber", "Cedar", "Copper", "Ivory", "Juniper", "Maple", "Silver", "Velvet")
_PLAYERS = ("Quartet", "Brothers", "Orchestra", "Pilots", "Sisters", "Choir")

ARTIST = SubTask(
    name="music.artist",
    device="android",
    app="music",
    says="look up who plays the song whose title is {title} in the phone's Music app",
    steps="on the phone, open Music, tap Songs, find the song whose title is {title} and read its artist below the "
    "title",
    refers="the artist of the phone's song whose title is {title}",
    inputs={"title": short_line("Measure the long ladder")},
    hidden={
        "artist": phrase(_BANDS, _PLAYERS, "Copper Sisters"), "other": phrase(_BANDS, _PLAYERS, "Maple Pilots"),
    },
    output="line",
    called="artist",
    produce=lambda params: str(params.artist),
    setup=_two_songs,
    checkpoints=_music_open,
    oracle={"music_open": _see_song},
    alternatives={"details": _see_details, "searched": _search_song},
    backends=("sim", "adb"),
    tags=("music",),
)  # fmt: skip
