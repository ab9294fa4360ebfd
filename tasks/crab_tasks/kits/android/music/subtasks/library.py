"""Music: sub-tasks about folders of songs, playlists made of files, and the ringtone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from crab_gym.backends.base import Devices
from crab_gym.evaluation import check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import left_to_graph, may_add, may_change
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.music.state import playlist_is, playlist_of, remove_playlist, rings_with, song_titled
from crab_tasks.kits.android.pages import open_row, reveal, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import another, as_typed

__all__ = ["FOLDER_PLAYLIST", "IMPORT_LIST", "LONGEST", "RINGTONE"]

_FOLDERS = choice(("Archive", "Concerts", "Lessons", "Mixes", "Rehearsals", "Travel"), "Lessons")


def _songs(folder: str, count: int = 3) -> tuple[str, ...]:
    """Returns the paths of the songs of a folder."""
    return tuple([f"{STORAGE}/Music/{folder}/take_{i + 1}.mp3" for i in range(count)])


def _plant(devices: Devices, rng: random.Random, *folders: str) -> None:
    """Fills folders with songs."""
    for folder in folders:
        for path, number in zip(_songs(folder), rng.sample(range(2, 99), 3), strict=True):
            title = f"{rng.choice(('Adagio', 'Ballad', 'Canon'))} {number} ({folder})"
            devices.android.write_file(path, mp3(title, "The Northern Sisters", folder, float(rng.randint(130, 290))))


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Songs")


# Folders ------------------------------------------------------------------------------------------------------------


def _two_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two folders whose names begin alike; no playlist has the name, for the app refuses a second one."""
    remove_playlist(devices.android, params.kinds["name"], params.name)
    _plant(devices, rng, params.folder, f"{params.folder} 2")


def _name_it(look: Look, name: str) -> Iterator[Action]:
    yield action("android", "write_text", text=name)
    yield tap(look, "Create", role="button")


def _of_folder(params: Params, look: Look, folder: str, name: str = "") -> Iterator[Action]:
    yield from open_tab(look, "Folders")
    yield from scroll_to(look, folder, role="list_item")
    yield hold(look, folder, role="list_item")
    yield tap(look, "Create playlist")
    yield from _name_it(look, name or as_typed(params, "name"))


def _of_selected(params: Params, look: Look, count: int) -> Iterator[Action]:
    """Selects the first songs of the folder, and makes a playlist of them."""
    yield from open_tab(look, "Folders")
    yield from open_row(look, params.folder)
    titles = [one.text for one in look("android") if one.role == "list_item" and f"({params.folder})" in one.text]
    for i, title in enumerate(titles[:count]):
        yield tap(look, title, role="list_item") if i else hold(look, title, role="list_item")
    yield tap(look, description="Add to playlist")
    yield tap(look, "New playlist…")
    yield from _name_it(look, as_typed(params, "name"))


def _renamed(params: Params, look: Look) -> Iterator[Action]:
    """Gives the playlist another name first."""
    yield from _of_folder(params, look, params.folder, "My new one")
    yield from open_tab(look, "Playlists")
    yield tap(look, description="More options for My new one")
    yield tap(look, "Rename")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield tap(look, "Rename", role="button")


FOLDER_PLAYLIST = SubTask(
    name="music.folder_playlist",
    device="android",
    app="music",
    says="in the phone's Music app, make a new playlist with {name} as its name of all songs in the folder {folder}",
    steps="on the phone, open Music, tap Folders, long-press the folder {folder}, tap Create playlist, type {name} as "
    "its name and tap Create",
    inputs={"name": short_line("Pack the heavy door"), "folder": _FOLDERS},
    new=("name",),
    setup=_two_folders,
    checkpoints=lambda params: after_opening(
        "music",
        "made",
        check(playlist_of, kind=params.kinds["name"], name=params.name, paths=_songs(params.folder)),
    ),
    oracle={"music_open": _open, "made": lambda params, look: _of_folder(params, look, params.folder)},
    footprint=lambda params: [
        may_add("android", "playlist", most=1, name=same_value(params.kinds["name"], params.name), songs=left_to_graph)
    ],
    alternatives={"selected": lambda params, look: _of_selected(params, look, 3), "renamed": _renamed},
    near_misses={
        "other_folder": lambda params, look: _of_folder(params, look, f"{params.folder} 2"),
        "two_of_three": lambda params, look: _of_selected(params, look, 2),
    },
    backends=("sim", "adb"),
    tags=("music",),
)


def _lengths(devices: Devices, params: Params, rng: random.Random) -> None:
    """The songs of the folder, any of which is the longest, and a longer one elsewhere."""
    titles = [params.title, params.other]
    for _ in range(3):
        titles.append(another(short_line(""), rng, *titles))
    titles.remove(params.other)
    lengths = sorted(rng.sample(range(130, 250, 7), 4))[::-1]
    for path, (title, seconds) in zip(
        rng.sample(_songs(params.folder, 4), 4), zip(titles, lengths, strict=True), strict=True
    ):
        devices.android.write_file(path, mp3(title, "The Northern Sisters", "Evenings", float(seconds)))
    other = mp3(params.other, "The Northern Sisters", "Evenings", 300.0)
    devices.android.write_file(_songs(f"{params.folder} 2", 1)[0], other)


def _look_into(params: Params, look: Look, key: str = "") -> Iterator[Action]:
    """Opens the folder, and sorts its songs."""
    yield from open_tab(look, "Folders")
    yield from open_row(look, params.folder)
    if key:
        yield tap(look, description="Sort by")
        yield tap(look, key)


LONGEST = SubTask(
    name="music.longest",
    device="android",
    app="music",
    says="look up the title of the longest song in the folder {folder} in the phone's Music app",
    steps="on the phone, open Music, tap Folders, tap the folder {folder}, sort its songs by their duration, and read "
    "the title of the longest one",
    refers="the title of the longest song in the folder {folder} of the phone's Music app",
    inputs={"folder": choice(("Birthday", "Garden", "Kitchen", "Morning", "Road", "Winter"), "Kitchen")},
    hidden={"title": short_line("Wash both kettles"), "other": short_line("Order old maps")},
    output="line",
    called="longest song's title",
    produce=lambda params: str(params.title),
    setup=_lengths,
    checkpoints=lambda params: [app_opened("music", "music_open")],
    oracle={"music_open": lambda params, look: _look_into(params, look, "Duration")},
    alternatives={
        "unsorted": lambda params, look: _look_into(params, look),
        "by_date": lambda params, look: _look_into(params, look, "Date added"),
    },
    backends=("sim", "adb"),
    tags=("music",),
)

# Files --------------------------------------------------------------------------------------------------------------


_LISTS = tuple(f"{first} {second}.m3u" for first in ("Dinner", "Dusk", "Harvest", "Holiday", "Sunrise", "Wedding")
               for second in ("dance", "drive", "mood", "party"))  # fmt: skip


def _two_lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """The songs, the list of them, and lists of some whose names begin like its own, of any age."""
    _plant(devices, rng, stem_of(params.list))
    songs = _songs(stem_of(params.list))[::-1]
    for end, age in zip(("", " 2", " 3", " 4"), rng.sample(range(3, 90), 4), strict=True):
        lines = "\n".join(["#EXTM3U", *(songs[:2] if end else songs)])
        devices.android.write_old_file(
            f"{STORAGE}/Download/{stem_of(params.list)}{end}.m3u", f"{lines}\n", 3600.0 * age
        )


def _import(look: Look, name: str) -> Iterator[Action]:
    yield from open_tab(look, "Playlists")
    yield tap(look, "Import playlist…")
    yield from open_row(look, name)


def _import_other_first(params: Params, look: Look) -> Iterator[Action]:
    """Imports the other list first, and deletes that playlist."""
    yield from _import(look, f"{stem_of(params.list)} 2.m3u")
    yield tap(look, description=f"More options for {stem_of(params.list)} 2")
    yield tap(look, "Delete")
    yield tap(look, "Delete", role="button")
    yield from _import(look, params.list)


def _import_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the list of files once without a choice."""
    yield from open_tab(look, "Playlists")
    yield tap(look, "Import playlist…")
    yield action("android", "press", key="back")
    yield from _import(look, params.list)


IMPORT_LIST = SubTask(
    name="music.import_list",
    device="android",
    app="music",
    says="import the playlist file {list} of the phone's folder Download into the phone's Music app",
    steps="on the phone, open Music, tap Playlists, tap Import playlist…, and tap {list} of the folder Download",
    inputs={"list": choice(_LISTS, "Harvest party.m3u")},
    setup=_two_lists,
    checkpoints=lambda params: after_opening(
        "music", "imported", check(playlist_is, name=stem_of(params.list), paths=_songs(stem_of(params.list))[::-1])
    ),
    oracle={"music_open": _open, "imported": lambda params, look: _import(look, params.list)},
    footprint=lambda params: [
        may_add("android", "playlist", most=1, name=stem_of(params.list), songs=_songs(stem_of(params.list))[::-1])
    ],
    alternatives={"other_first": _import_other_first, "second_try": _import_at_second_try},
    near_misses={"other_list": lambda params, look: _import(look, f"{stem_of(params.list)} 2.m3u")},
    backends=("sim", "adb"),
    tags=("music",),
)

# The ringtone -------------------------------------------------------------------------------------------------------


def _path(params: Params, live: bool = False) -> str:
    return f"{STORAGE}/Music/tune_{params.number + live}.mp3"


def _two_tunes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The song, and one whose title begins like its own."""
    for live in (True, False):
        title = as_typed(params, "title") + " (live)" * live
        data = mp3(title, "The Northern Sisters", "Evenings", float(rng.randint(130, 290)))
        if live or "title" not in params.fed or not song_titled(devices.android, title):  # else another part's is meant
            devices.android.write_file(_path(params, live), data)


def _ring_with(look: Look, title: str) -> Iterator[Action]:
    yield from open_tab(look, "Songs")
    more = f"More options for {title}"
    yield from scroll_to(look, description=more)
    if has(look, "android", description=more):
        yield from reveal(look, more)
        yield tap(look, description=more)
        yield tap(look, "Set as ringtone")


def _ring_searched(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Songs")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=as_typed(params, "title"))
    yield tap(look, description=f"More options for {as_typed(params, 'title')}")
    yield tap(look, "Set as ringtone")


def _ring_with_other_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _ring_with(look, f"{as_typed(params, 'title')} (live)")
    yield from _ring_with(look, as_typed(params, "title"))


RINGTONE = SubTask(
    name="music.ringtone",
    once=True,
    device="android",
    app="music",
    says="with the phone's Music app, make the song whose title is {title} the phone's ringtone",
    steps="on the phone, open Music, tap Songs, tap More options for the song whose title is {title} and tap Set as "
    "ringtone",
    inputs={"title": short_line("Measure the blue tent")},
    hidden={"number": integer(1000, 9000, 4321, type="number")},
    keys=("title",),
    setup=_two_tunes,
    checkpoints=lambda params: after_opening(
        "music", "set", check(rings_with, path=_path(params), title=as_typed(params, "title"))
    ),
    oracle={"music_open": _open, "set": lambda params, look: _ring_with(look, as_typed(params, "title"))},
    footprint=lambda params: [
        may_add("android", "setting", namespace="system", key="ringtone", value=left_to_graph),
        may_change(
            "android", "setting", ("value",), becomes={"value": left_to_graph}, namespace="system", key="ringtone"
        ),
    ],
    alternatives={"searched": _ring_searched, "other_first": _ring_with_other_first},
    near_misses={"other_song": lambda params, look: _ring_with(look, f"{as_typed(params, 'title')} (live)")},
    backends=("sim", "adb"),
    tags=("music",),
)
