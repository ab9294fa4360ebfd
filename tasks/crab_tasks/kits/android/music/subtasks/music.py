"""Music: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.music.state import PLAYLISTS, playlist_has, playlist_noted, song_titled
from crab_tasks.kits.android.pages import open_row, reveal, scroll_sorted, scroll_to
from crab_tasks.kits.android.playlists import Player
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed, other_person, phrase, some_of

__all__ = ["ADD_PLAYLIST", "ADD_SONG", "ARTIST", "ONLY_SONG"]


def _music_open(params: Params) -> Sequence[Checkpoint]:
    """Music is in front."""
    return [app_opened("music", "music_open")]


_PLAYER = Player(
    app="music",
    title="Music",
    front="music_open",
    fact="playlist",
    database=PLAYLISTS,
    table="PlaylistEntity",
    column="playlist_name",
    noted=playlist_noted,
    open_tab=open_tab,
    make="Create",
    rename="Rename",
)
ADD_PLAYLIST = _PLAYER.adding("Paint the red crates")


def _two_songs(devices: Devices, params: Params, rng: random.Random) -> None:
    """The song, and one whose title begins like its own."""
    number = rng.randrange(100_000)
    for i, (title, artist) in enumerate(
        ((as_typed(params, "title"), params.artist), (f"{as_typed(params, 'title')} (live)", params.other))
    ):
        data = mp3(title, artist, f"{artist} in concert", float(rng.randint(130, 290)))
        devices.android.write_file(f"{STORAGE}/Music/track_{number:05}_{i}.mp3", data)


def _see_song(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the song in the list of all."""
    yield from open_tab(look, "Songs")
    yield from scroll_to(look, as_typed(params, "title"))


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the song's details, and closes them."""
    yield from open_tab(look, "Songs")
    more = f"More options for {as_typed(params, 'title')}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield tap(look, description=more)
        yield tap(look, text="Details")
        yield action("android", "press", key="back")


def _search_song(params: Params, look: Look) -> Iterator[Action]:
    """Searches the song."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=as_typed(params, "title"))


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


def _songs_by_two(devices: Devices, params: Params, rng: random.Random) -> None:
    """The artist's only song, and one by somebody with the same first name."""
    number = rng.randrange(100_000)
    for i, (artist, title) in enumerate(
        ((params.artist, params.title), (other_person(rng, params.artist), params.other))
    ):
        data = mp3(title, artist, f"{artist} in concert", float(rng.randint(130, 290)))
        devices.android.write_file(f"{STORAGE}/Music/song_{number:05}_{i}.mp3", data)


def _see_artist(params: Params, look: Look) -> Iterator[Action]:
    """Opens the artist's page."""
    yield from open_tab(look, "Artists")
    yield from open_row(look, params.artist)


def _search_artist(params: Params, look: Look) -> Iterator[Action]:
    """Searches the artist."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.artist)


def _see_album(params: Params, look: Look) -> Iterator[Action]:
    """Opens the artist's only album."""
    yield from open_tab(look, "Albums")
    yield from scroll_sorted(look, f"{params.artist} in concert")
    yield from scroll_to(look, f"{params.artist} in concert")
    yield from open_row(look, f"{params.artist} in concert")


ONLY_SONG = SubTask(
    name="music.only_song",
    device="android",
    app="music",
    says="look up the title of the only song by {artist} in the phone's Music app",
    steps="on the phone, open Music, tap Artists, tap {artist} and read the title of the only song",
    refers="the title of the phone's only song by {artist}",
    inputs={"artist": person("Lev Kovač")},
    hidden={"title": short_line("Collect ten candles"), "other": short_line("Pack the garden chair")},
    output="line",
    called="song's title",
    produce=lambda params: str(params.title),
    setup=_songs_by_two,
    checkpoints=lambda params: [app_opened("music", "music_open")],
    oracle={"music_open": _see_artist},
    alternatives={"searched": _search_artist, "album": _see_album},
    backends=("sim", "adb"),
    tags=("music",),
)

_MUSIC = f"{STORAGE}/Music"


_BRACKETED = ("(Almost) Home", "(Another) Morning", "(Just) Wait", "(Not) Today", "(Still) Waters")


def _path(params: Params, number: int) -> str:
    return f"{_MUSIC}/added_{params.number + number}.mp3"


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The song and an empty playlist, and one of each whose name begins like its own.

    Some other songs stand before one that is called by a number or a time.
    """
    phone, title, playlist = devices.android, as_typed(params, "title"), as_typed(params, "playlist")
    for number, name in enumerate(some_of(rng, _BRACKETED)):
        phone.write_file(f"{_MUSIC}/before_{number}.mp3", mp3(name, "Paper Lanterns", "Brackets", 201.0))
    for number, name in enumerate((title, f"{title} (live)")):
        data = mp3(name, "The Northern Sisters", "Evenings", float(rng.randint(130, 290)))
        if number or "title" not in params.fed or not song_titled(phone, name):  # else another part's song is meant
            phone.write_file(_path(params, number), data)
    names = (playlist, f"{playlist} (old)")
    lists = [row for row in phone.table(PLAYLISTS, "PlaylistEntity") if row["playlist_name"] not in names]
    songs = phone.table(PLAYLISTS, "SongEntity")
    taken = [row["playlist_id"] for row in lists] + [row["playlist_creator_id"] for row in songs]
    new = 1 + max(taken, default=0)
    lists += [{"playlist_id": new + i, "playlist_name": name} for i, name in enumerate(names)]
    phone.set_table(PLAYLISTS, "PlaylistEntity", lists)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Music; then the playlist with the song."""
    name, title = as_typed(params, "playlist"), as_typed(params, "title")
    right = check(playlist_has, name=name, path=_path(params, 0), title=title)
    return after_opening("music", "added", right)


def _may_add(params: Params) -> Footprint:
    return [may_change("android", "playlist", ("songs",), name=as_typed(params, "playlist"))]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Songs")


def _take(look: Look, playlist: str) -> Iterator[Action]:
    """Chooses a playlist, if there is one of this name, in the dialog that asks for one."""
    yield from scroll_to(look, playlist, role="list_item")
    if has(look, "android", playlist, role="list_item"):
        yield tap(look, text=playlist, role="list_item")
    else:
        yield tap(look, text="Cancel", role="button")


def _choose(look: Look, title: str) -> Iterator[Action]:
    """Chooses a song of the list that is shown, if it is there, for a playlist."""
    more = f"More options for {title}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield from reveal(look, more)
        yield tap(look, description=more)
        yield tap(look, text="Add to playlist")


def _add_one(look: Look, title: str, playlist: str) -> Iterator[Action]:
    """Puts a song into a playlist, where there are such ones."""
    yield from open_tab(look, "Songs")
    yield from _choose(look, title)
    if has(look, "android", "New playlist…"):
        yield from _take(look, playlist)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _add_one(look, as_typed(params, "title"), as_typed(params, "playlist"))


def _add_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the song in the list."""
    yield from open_tab(look, "Songs")
    yield from scroll_to(look, as_typed(params, "title"), role="list_item")
    yield hold(look, as_typed(params, "title"), role="list_item")
    yield tap(look, description="Add to playlist")
    yield from _take(look, as_typed(params, "playlist"))


def _add_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the song."""
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=as_typed(params, "title"))
    yield from _choose(look, as_typed(params, "title"))
    yield from _take(look, as_typed(params, "playlist"))


def _add_other(params: Params, look: Look) -> Iterator[Action]:
    """Puts the song into it whose title begins like the one that is meant."""
    yield from _add_one(look, f"{as_typed(params, 'title')} (live)", as_typed(params, "playlist"))


def _add_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Puts it into the playlist whose name begins like the one that is meant."""
    yield from _add_one(look, as_typed(params, "title"), f"{as_typed(params, 'playlist')} (old)")


ADD_SONG = SubTask(
    name="music.add_song",
    device="android",
    app="music",
    says="add the song whose title is {title} to the playlist whose name is {playlist} in the phone's Music app",
    steps="on the phone, open Music, tap Songs, tap More options for the song whose title is {title}, tap Add to "
    "playlist and tap the playlist whose name is {playlist}",
    inputs={"title": short_line("Bring the heavy door"), "playlist": short_line("Measure both kettles")},
    hidden={"number": integer(1000, 9000, 4321, type="number")},
    keys=("title", "playlist"),
    setup=_plant,
    checkpoints=_added,
    oracle={"music_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"selected": _add_selected, "searched": _add_found},
    near_misses={"other_song": _add_other, "other_playlist": _add_elsewhere},
    backends=("sim", "adb"),
    tags=("music",),
)
