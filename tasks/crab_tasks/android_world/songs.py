"""Playlists and the queue of the Music app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Devices, PhoneSetup
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, integer, text
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, no_other
from crab_sim.devices.media import mp3
from crab_tasks.android_world.lists import several
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab, select_songs
from crab_tasks.kits.android.music.state import (
    PLAYLISTS,
    QUEUE,
    playlist_holds,
    playlist_is,
    playlist_lasts,
    playlist_saved,
    playlist_there,
    queue_holds,
    queue_is,
)
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened

TASKS = ("CREATE", "DURATION", "ENQUEUE", "SAVE")

SONGS = (
    "Ashes and Apples", "Backwater", "Cardboard Moon", "Cold Harbour", "Counting Bicycles", "Dry Stone Wall",
    "Eleven Doors", "Ferryman's Daughter", "Glass Orchard", "Half a Map", "Hollow Oak", "Ink and Water",
    "Jackdaw Lane", "Kite Weather", "Lanterns Out", "Low Tide Waltz", "Marzipan", "Nobody's Umbrella",
    "Old Brass Key", "Paper Lighthouse", "Quarry Song", "Rain on Tin", "Second Supper", "Sleepwalker's Tram",
    "Slow Clockwork", "Tangerine Roof", "Ten Past Winter", "Thistle and Wire", "Under the Viaduct", "Velvet Anchor",
    "Wednesday Parade", "Wide Awake Windmill", "Yellow Ladder", "Yesterday's Timetable", "Zinc and Honey",
)  # fmt: skip
_ARTISTS = ("Amber Pilots", "Cedar Choir", "Ida Quay", "Marlow and Finch", "Nora Pell", "The Tide Clocks")
_THEMES = ("Attic Tapes", "Bakery Radio", "Canal Evenings", "Dentist's Waiting Room", "Early Shift", "Fog Horns",
           "Garden Work", "Long Drive", "Rowing Club", "Snow Days", "Tea Break", "Window Seat")  # fmt: skip
_MUSIC = f"{STORAGE}/Music"
_ALL = 15
"""Songs that the phone has."""
_LEAST, _MOST = 45 * 60, 50 * 60


def _name() -> Parameter:
    return text(lambda rng: f"{rng.choice(_THEMES)} {rng.randint(1, 999)}", "Rowing Club 412", "playlist")


def _songs() -> Parameter:
    default = ("Old Brass Key", "Cold Harbour", "Zinc and Honey")
    return several(lambda rng, count: rng.sample(SONGS, count), 2, 5, default)


def _path(title: str) -> str:
    return f"{_MUSIC}/{title}.mp3"


def _paths(params: Params) -> tuple[str, ...]:
    return tuple(map(_path, params.songs["items"]))


def _fill(phone: PhoneSetup, songs: Mapping[str, int], rng: random.Random) -> None:
    """Replaces the phone's music, its playlists and the queue.

    Args:
        phone: The phone.
        songs: The songs' seconds by their titles.
        rng: Draws artists, and two playlists.
    """
    for name in phone.list_dir(_MUSIC):
        phone.remove(f"{_MUSIC}/{name}")
    for title, seconds in songs.items():
        phone.write_file(_path(title), mp3(title, rng.choice(_ARTISTS), "Collected", float(seconds)))
    names = [{"playlist_id": i + 1, "playlist_name": name} for i, name in enumerate(("Kitchen", "Sunday"))]
    entries: list[Mapping[str, Any]] = []
    for row in names:
        for title in rng.sample(list(songs), 2):
            entries.append(
                {"song_key": len(entries) + 1, "playlist_creator_id": row["playlist_id"], "title": title,
                 "duration": songs[title] * 1000, "data": _path(title), "album_name": "Collected",
                 "artist_name": _ARTISTS[0]}
            )  # fmt: skip
    phone.set_table(PLAYLISTS, "PlaylistEntity", names)
    phone.set_table(PLAYLISTS, "SongEntity", entries)
    for table in ("playing_queue", "original_playing_queue"):
        phone.set_table(QUEUE, table, [])


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The songs among others."""
    wanted = params.songs["items"]
    others = rng.sample([title for title in SONGS if title not in wanted], _ALL - len(wanted))
    _fill(devices.android, {title: rng.randint(180, 300) for title in [*wanted, *others]}, rng)


def _app_open() -> Checkpoint:
    return app_opened("music")


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_tab(look, "Songs")


def _name_new(look: Look, name: str) -> Iterator[Action]:
    """Puts the selected songs into a new playlist."""
    yield tap(look, description="Add to playlist")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)
    yield tap(look, text="Create", role="button")


def _add_to(look: Look, titles: Sequence[str], name: str) -> Iterator[Action]:
    """Adds songs to a playlist."""
    yield from select_songs(look, titles)
    yield tap(look, description="Add to playlist")
    yield tap(look, text=name, role="list_item")


def _make_empty(look: Look, name: str) -> Iterator[Action]:
    yield from open_tab(look, "Playlists")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)
    yield tap(look, text="Create", role="button")


Choose = Callable[[Params], Sequence[str]]


def _with(choose: Choose) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that makes the playlist of some songs at once."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from select_songs(look, choose(params))
        yield from _name_new(look, params.name)

    return run


def _wanted(params: Params) -> Sequence[str]:
    return params.songs["items"]  # type: ignore[no-any-return]


def _make_first(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist before songs are added to it."""
    yield from _make_empty(look, params.name)
    yield from _add_to(look, _wanted(params), params.name)


def _one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Adds one song after the other."""
    yield from _make_empty(look, params.name)
    for title in _wanted(params):
        yield from _add_to(look, [title], params.name)


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Gives the playlist another name."""
    yield from select_songs(look, _wanted(params))
    yield from _name_new(look, f"{params.name}0")


def _one_more(params: Params, look: Look) -> Iterator[Action]:
    """Adds the first song of the list that isn't asked for at first."""
    yield from open_tab(look, "Songs")
    rows = [one.text for one in look("android") if one.role == "list_item" and one.text not in _wanted(params)]
    yield from select_songs(look, rows[:1])
    yield from _name_new(look, params.name)
    yield from _add_to(look, _wanted(params), params.name)


def _made(params: Params, after: str = "app_open") -> Sequence[Checkpoint]:
    """The playlist; its songs in it; only these, in their order."""
    there = check(playlist_there, name=params.name, there=True)
    return [
        Checkpoint(id="made", device="android", app="music", evaluator=there, after=(after,)),
        Checkpoint(
            id="songs_in",
            device="android",
            app="music",
            evaluator=check(playlist_holds, name=params.name, paths=_paths(params)),
            after=("made",),
        ),
        Checkpoint(
            id="in_order",
            device="android",
            app="music",
            evaluator=check(playlist_is, name=params.name, paths=_paths(params)),
            after=("songs_in",),
        ),
    ]


def _may_make(params: Params) -> Footprint:
    return [may_add("android", "playlist", most=1, name=params.name, songs=left_to_graph)]


_NEAR = {
    "turned_round": _with(lambda params: _wanted(params)[::-1]),
    "one_less": _with(lambda params: _wanted(params)[:-1]),
    "other_name": _other_name,
    "one_more": _one_more,
}

CREATE = Task(
    **like("RetroCreatePlaylist"),
    description='In the phone\'s Music app, make a playlist "{name}" of the songs {songs[says]}, in this order.',
    parameters={"name": _name(), "songs": _songs()},
    setup=_plant,
    checkpoints=lambda params: [_app_open(), *_made(params)],
    oracle={"app_open": _open, "made": _with(_wanted), "songs_in": nothing_more, "in_order": nothing_more},
    footprint=_may_make,
    alternatives={"made_first": _make_first, "one_by_one": _one_by_one},
    near_misses=_NEAR,
)


def _export(look: Look, name: str) -> Iterator[Action]:
    """Saves a playlist as a file."""
    yield from open_tab(look, "Playlists")
    more = f"More options for {name}"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Save as file")


def _save(params: Params, look: Look) -> Iterator[Action]:
    yield from _export(look, params.name)


def _saved_file(params: Params) -> str:
    return f"{STORAGE}/Download/{params.name}.m3u"


def _made_and_saved(params: Params) -> Sequence[Checkpoint]:
    """The playlist as for `CREATE`; then its file."""
    file = check(playlist_saved, path=_saved_file(params), songs=_paths(params))
    return [
        _app_open(),
        *_made(params),
        Checkpoint(id="saved", device="android", app="music", evaluator=file, after=("in_order",)),
    ]


def _all_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _make_first(params, look)
    yield from _save(params, look)


def _all_one_by_one(params: Params, look: Look) -> Iterator[Action]:
    yield from _one_by_one(params, look)
    yield from _save(params, look)


def _saved_too_soon(params: Params, look: Look) -> Iterator[Action]:
    """Saves the playlist before all songs are in it."""
    yield from _with(lambda params: _wanted(params)[:1])(params, look)
    yield from _save(params, look)
    yield tap(look, text="OK", role="button")
    yield from _add_to(look, _wanted(params)[1:], params.name)


def _other_saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves another playlist."""
    yield from _with(_wanted)(params, look)
    yield from _export(look, "Kitchen")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist, but doesn't export it."""
    yield from _with(_wanted)(params, look)


SAVE = Task(
    **like("RetroSavePlaylist"),
    description=(
        'In the phone\'s Music app, make a playlist "{name}" of the songs {songs[says]}, in this order. Then save the '
        "playlist as a file, which the app puts into the folder Download."
    ),
    parameters={"name": _name(), "songs": _songs()},
    setup=_plant,
    checkpoints=_made_and_saved,
    oracle={
        "app_open": _open, "made": _with(_wanted), "songs_in": nothing_more, "in_order": nothing_more, "saved": _save,
    },
    footprint=lambda params: [*_may_make(params), may_add("android", "file", path=_saved_file(params))],
    implies=(CREATE.name,),
    alternatives={"made_first": _all_first, "one_by_one": _all_one_by_one},
    near_misses={"too_soon": _saved_too_soon, "other_saved": _other_saved, "not_saved": _not_saved},
)  # fmt: skip


# The queue ----------------------------------------------------------------------------------------------------------


def _enqueue(look: Look, titles: Sequence[str]) -> Iterator[Action]:
    yield from select_songs(look, titles)
    yield tap(look, description="Add to playing queue")


def _queue_of(choose: Choose) -> Callable[[Params, Look], Iterator[Action]]:
    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _enqueue(look, choose(params))

    return run


def _from_menus(params: Params, look: Look) -> Iterator[Action]:
    """Adds each song from its own menu."""
    for title in _wanted(params):
        yield from open_tab(look, "Songs")
        more = f"More options for {title}"
        yield from scroll_to(look, description=more)
        yield tap(look, description=more)
        yield tap(look, text="Add to playing queue")


def _queue_one_by_one(params: Params, look: Look) -> Iterator[Action]:
    for title in _wanted(params):
        yield from _enqueue(look, [title])


def _into_playlist(params: Params, look: Look) -> Iterator[Action]:
    """Adds the songs to a playlist."""
    yield from _add_to(look, _wanted(params), "Kitchen")


def _queued(params: Params) -> Sequence[Checkpoint]:
    """The app; the first song in the queue; all of them; only these, in their order."""
    paths = _paths(params)
    return [
        _app_open(),
        Checkpoint(
            id="first_in",
            device="android",
            app="music",
            evaluator=check(queue_holds, paths=paths[:1], among=paths),
            after=("app_open",),
        ),
        Checkpoint(
            id="all_in",
            device="android",
            app="music",
            evaluator=check(queue_holds, paths=paths, among=paths),
            after=("first_in",),
        ),
        Checkpoint(
            id="in_order", device="android", app="music", evaluator=check(queue_is, paths=paths), after=("all_in",)
        ),
    ]


def _queue_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _enqueue(look, _wanted(params)[:1])


def _queue_rest(params: Params, look: Look) -> Iterator[Action]:
    yield from _enqueue(look, _wanted(params)[1:])


ENQUEUE = Task(
    **like("RetroPlayingQueue"),
    description="Add the songs {songs[says]}, in this order, to the empty playing queue of the phone's Music app.",
    parameters={"songs": _songs()},
    setup=_plant,
    checkpoints=_queued,
    oracle={"app_open": _open, "first_in": _queue_first, "all_in": _queue_rest, "in_order": nothing_more},
    alternatives={"from_menus": _from_menus, "one_by_one": _queue_one_by_one, "at_once": _queue_of(_wanted)},
    near_misses={
        "turned_round": _queue_of(lambda params: _wanted(params)[::-1]),
        "one_less": _queue_of(lambda params: _wanted(params)[:-1]),
        "playlist": _into_playlist,
    },
    version=2,
)


# A playlist of some length ------------------------------------------------------------------------------------------


def _lengths(params: Params) -> dict[str, int]:
    """Returns the seconds of all songs by their titles; the first 9 to 11 last 47 and a half minutes together."""
    dice = random.Random(f"lengths {params.draw}")
    titles = dice.sample(SONGS, _ALL)
    shares = [dice.uniform(0.6, 1.4) for _ in range(_count(params))]
    total = (_LEAST + _MOST) // 2
    found = [round(share / sum(shares) * total) for share in shares]
    found += [dice.randint(180, 300) for _ in range(_ALL - len(found))]
    return dict(zip(titles, found, strict=True))


def _count(params: Params) -> int:
    return random.Random(f"count {params.draw}").randint(9, 11)


def _chosen(params: Params) -> list[str]:
    """Returns the titles of songs that are long enough together, as they are sorted in the app."""
    return sorted(list(_lengths(params))[: _count(params)], key=str.casefold)


def _plant_lengths(devices: Devices, params: Params, rng: random.Random) -> None:
    _fill(devices.android, _lengths(params), rng)


def _long_enough(params: Params) -> Sequence[Checkpoint]:
    """The app; the playlist; half of its length; all of it."""
    there = check(playlist_there, name=params.name, there=True)
    return [
        _app_open(),
        Checkpoint(id="made", device="android", app="music", evaluator=there, after=("app_open",)),
        Checkpoint(
            id="half",
            device="android",
            app="music",
            evaluator=check(
                playlist_lasts,
                name=params.name,
                paths=tuple(map(_path, _lengths(params))),
                most=_MOST,
                least=_LEAST // 2,
            ),
            after=("made",),
        ),
        Checkpoint(
            id="long_enough",
            device="android",
            app="music",
            evaluator=check(
                playlist_lasts, name=params.name, paths=tuple(map(_path, _lengths(params))), most=_MOST, least=_LEAST
            ),
            after=("half",),
        ),
    ]


def _in_two(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist of half of the songs, and adds the others."""
    titles = _chosen(params)
    yield from _with(lambda params: titles[:5])(params, look)
    yield from _add_to(look, titles[5:], params.name)


def _too_long_at_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds a song too many, and takes it out again."""
    extra = list(_lengths(params))[-1]
    yield from _with(lambda params: sorted([*_chosen(params), extra], key=str.casefold))(params, look)
    yield from open_tab(look, "Playlists")
    yield from scroll_to(look, params.name)
    yield tap(look, text=params.name, role="list_item")
    more = f"More options for {extra}"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Remove from playlist")


def _everything(params: Params) -> Sequence[str]:
    return sorted(_lengths(params), key=str.casefold)


DURATION = Task(
    **like("RetroPlaylistDuration"),
    description=(
        'In the phone\'s Music app, make a playlist "{name}" of songs that are in the app, each at most once, so that '
        "the playlist lasts at least 45 and at most 50 minutes."
    ),
    parameters={"name": _name(), "draw": integer(0, 99_999, 4, type="seed")},
    setup=_plant_lengths,
    checkpoints=_long_enough,
    oracle={"app_open": _open, "made": _with(_chosen), "half": nothing_more, "long_enough": nothing_more},
    footprint=lambda params: [*_may_make(params), no_other("android", "playlist", name=params.name)],
    alternatives={"in_two": _in_two, "too_long_at_first": _too_long_at_first},
    near_misses={
        "everything": _with(_everything),
        "too_short": _with(lambda params: _chosen(params)[:6]),
    },
)

CHANGES: Mapping[str, str] = {
    CREATE.name: "",
    DURATION.name: "Songs are two minutes long at least; theirs may last no time at all. Other playlists may exist.",
    ENQUEUE.name: "The queue's database always exists, so that it can be checked.",
    SAVE.name: "The file must name the songs in their order; theirs only has to exist.",
}
