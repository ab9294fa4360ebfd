"""Music: evaluators of the playlists, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.pages import at_root, scroll_sorted, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import phrase

__all__ = [
    "ADD_PLAYLIST", "ARTIST", "PLAYLISTS", "QUEUE", "open_tab", "playlist_holds", "playlist_is", "playlist_lasts",
    "playlist_noted", "playlist_saved", "playlist_there", "playlists_are", "queue_holds", "queue_is", "select_songs",
]  # fmt: skip

PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
"""The database of the playlists, in the table ``PlaylistEntity``, and of their songs, in ``SongEntity``."""

QUEUE = "/data/data/code.name.monkey.retromusic/databases/music_playback_state.db"
"""The database of the player's queue, in the table ``playing_queue``."""


def _playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each playlist's name and the paths of its songs, in order."""
    phone = state["android"]
    songs = sorted(
        (row["playlist_creator_id"], row["song_key"], row["data"]) for row in phone.table(PLAYLISTS, "SongEntity")
    )
    return [
        (row["playlist_name"].strip(), tuple(path for owner, _, path in songs if owner == row["playlist_id"]))
        for row in phone.table(PLAYLISTS, "PlaylistEntity")
    ]


def playlist_there(state: State, answer: str | None, name: str, there: bool) -> bool:
    """Exactly one playlist has this name; or there are playlists, but none of this name."""
    names = [row["playlist_name"].strip() for row in state["android"].table(PLAYLISTS, "PlaylistEntity")]
    return names.count(name) == 1 if there else bool(names) and name not in names


def playlist_holds(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds these songs, perhaps among others."""
    return any(found == name and set(paths) <= set(songs) for found, songs in _playlists(state))


def playlist_is(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds exactly these songs, in this order."""
    return (name, tuple(paths)) in _playlists(state)


def playlists_are(state: State, answer: str | None, playlists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The playlists are exactly these, in any order, each with its songs in their order."""
    return sorted(_playlists(state)) == sorted((name, tuple(paths)) for name, paths in playlists)


def playlist_noted(state: State, answer: str | None, kind: str, value: Value) -> bool:
    """Exactly one playlist has a value as its name."""
    return sum(states(kind, name, value) for name, _ in _playlists(state)) == 1


def playlist_lasts(
    state: State, answer: str | None, name: str, paths: Sequence[str], least: float, most: float
) -> bool:
    """The playlist of this name has some of these songs, each once, and lasts so many seconds.

    Args:
        state: The devices' states.
        answer: Not used.
        name: The playlist's name.
        paths: The songs of which it may have some.
        least: The least number of seconds.
        most: The greatest number of seconds.
    """
    phone = state["android"]
    lists = [row["playlist_id"] for row in phone.table(PLAYLISTS, "PlaylistEntity") if row["playlist_name"] == name]
    songs = [row for row in phone.table(PLAYLISTS, "SongEntity") if row["playlist_creator_id"] in lists]
    found = [row["data"] for row in songs]
    total = sum(row["duration"] for row in songs) / 1000
    return len(lists) == 1 and len(set(found)) == len(found) and set(found) <= set(paths) and least <= total <= most


def playlist_saved(state: State, answer: str | None, path: str, songs: Sequence[str]) -> bool:
    """A playlist's file names exactly these songs, in this order.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The file.
        songs: The songs' paths.
    """
    text = state["android"].read_text(path)
    if text is None:
        return False
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")] == list(songs)


def _queue(state: State) -> list[str]:
    rows = sorted((row["_id"], row["_data"]) for row in state["android"].table(QUEUE, "playing_queue"))
    return [path for _, path in rows]


def queue_holds(state: State, answer: str | None, paths: Sequence[str]) -> bool:
    """The queue holds these songs, perhaps among others."""
    return set(paths) <= set(_queue(state))


def queue_is(state: State, answer: str | None, paths: Sequence[str]) -> bool:
    """The queue holds exactly these songs, in this order."""
    return _queue(state) == list(paths)


def select_songs(look: Look, titles: Sequence[str]) -> Iterator[Action]:
    """Selects songs in the list of all, in this order."""
    yield from open_tab(look, "Songs")
    for i, title in enumerate(titles):
        yield from scroll_sorted(look, title)
        yield tap(look, text=title, role="list_item") if i else hold(look, title, role="list_item")


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Music."""
    yield from at_root(look, "Music", "Playlists", role="tab")
    yield tap(look, text=tab, role="tab")


def _music_open(params: Params) -> Sequence[Checkpoint]:
    """Music is in front."""
    front = {"device": "android", "app": "music"}
    return [Checkpoint("music_open", "android", "music", app_in_front, front, hold=False)]


def _open_music(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Playlists")


def _name(params: Params) -> str:
    return typed(params.kinds["name"], params.name)


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
        *_music_open(params),
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
    yield from _type_name(look, _name(params))
    yield tap(look, text="Create", role="button")


def _make_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, _name(params))
    yield action("android", "press", key="enter")


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a playlist with another name, and renames it."""
    yield from _type_name(look, "My new one")
    yield tap(look, text="Create", role="button")
    more = "More options for My new one"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=_name(params))
    yield tap(look, text="Rename", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, _name(params))
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
