"""The tasks about files on the phone's shared storage."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, text
from crab_sim.devices.footprints import Footprint, below, may_add, may_remove, no_other
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.state import STORAGE, deleted, file_at, file_seen
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import find, has, hold, nothing_more, tap
from crab_tasks.kits.state import app_opened, whereabouts

__all__ = ["CHANGES", "TASKS", "transfer_held", "varied_name"]

TASKS = ("DELETE_FILE", "MOVE_FILE")
"""The names of the tasks."""

_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Alarms": ("mp3", ("rooster", "soft_bells", "kettle", "sunday_chimes", "harp")),
    "Audiobooks": ("mp3", ("lighthouse_part_1", "sea_tales", "polar_diary", "gardeners_year", "winter_fables")),
    "DCIM": ("jpg", ("ferry", "picnic", "snow_bridge", "cousins", "harvest")),
    "Documents": ("pdf", ("lease", "timetable", "insurance", "seed_list", "minutes")),
    "Download": ("zip", ("fonts", "sheet_music", "old_maps", "patterns", "recipes")),
    "Movies": ("mp4", ("the_last_ferry", "two_bakers", "night_train", "moon_garden", "tin_whistle")),
    "Music": ("mp3", ("waltz", "choir_practice", "harbour_song", "drum_loop", "lullaby")),
    "Notifications": ("mp3", ("drop", "wood_block", "two_notes", "marimba", "click")),
    "Pictures": ("jpg", ("lantern", "kite", "tulips", "rooftops", "old_dog")),
    "Podcasts": ("mp3", ("bee_keeping", "city_news", "star_gazing", "bread_talk", "radio_play")),
    "Recordings": ("mp3", ("grandpa", "rehearsal", "birdsong", "lecture_two", "ideas")),
    "Ringtones": ("mp3", ("old_telephone", "cuckoo", "brass", "jingle", "night_owl")),
}
"""The folders of the shared storage, and the files that lie in them: their kind and names."""
_MARKS = ("backup", "copy", "final", "edited", "old", "new")


def varied_name(rng: random.Random, stem: str) -> str:
    """Returns a name with a date, a mark or some letters before or behind it."""
    mark = rng.choice(
        (
            f"2026_{rng.randint(1, 10):02}_{rng.randint(1, 28):02}",
            rng.choice(_MARKS),
            "".join([rng.choice("bcdfghjkmnpqrstvwxz2345") for _ in range(4)]),
        )
    )
    return f"{mark}_{stem}" if rng.random() < 0.5 else f"{stem}_{mark}"


def _folder(default: str) -> Parameter:
    return choice(tuple(_KINDS), default, type="folder_name")


def _folders(params: Params) -> tuple[str, str]:
    """Returns the paths of the folder in which the file lies and of the one in which it shall lie."""
    return f"{STORAGE}/{params.folder}", f"{STORAGE}/{getattr(params, 'target', params.folder)}"


def _file_name(default: str) -> Parameter:
    """Returns a parameter that is the name of a file of any kind."""

    def draw(rng: random.Random) -> str:
        ending, names = rng.choice(list(_KINDS.values()))
        return f"{varied_name(rng, rng.choice(names))}.{ending}"

    return text(draw, default, "file_name")


def _stem(params: Params) -> str:
    """Returns the file's name without its ending."""
    return str(params.file.rpartition(".")[0])


def _content(params: Params) -> str:
    return f"{params.file} of {params.folder}\n"


def _neighbours(params: Params, rng: random.Random) -> list[str]:
    """Draws the names of other files, some of which are nearly the file's own."""
    (ending, names), (stem, _, own) = _KINDS[params.folder], params.file.rpartition(".")
    found = {f"{varied_name(rng, rng.choice(names))}.{ending}" for _ in range(rng.randint(0, 5))}
    found |= {f"{varied_name(rng, stem)}.{own}" for _ in range(2)}
    return sorted(found - {params.file})


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file lies in its folder between others."""
    phone, (folder, target) = devices.android, _folders(params)
    phone.make_dir(target)
    for name in _neighbours(params, rng):
        phone.write_file(f"{folder}/{name}", f"{name}\n")
    phone.write_file(f"{folder}/{params.file}", _content(params))


def _found(params: Params) -> list[Checkpoint]:
    """Files, or the gallery, which deletes and moves pictures, too; then the file on the screen."""
    name = check(file_seen, name=params.file)
    return [
        app_opened("files", "files_open", others=("gallery",)),
        whereabouts(id="file_seen", device="android", app="files", evaluator=name, after=("files_open",)),
    ]


# Moves --------------------------------------------------------------------------------------------------------------


def _open_files(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Files", description="Show roots")


def _see(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, and scrolls to the file."""
    if not has(look, "android", description="Show roots"):
        yield from _open_files(params, look)
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    yield from scroll_to(look, params.folder, role="list_item")
    yield tap(look, text=params.folder, role="list_item")
    yield from scroll_to(look, params.file, role="list_item")


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Finds the file by the search."""
    yield from _open_files(params, look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=_stem(params))
    yield from scroll_to(look, params.file, role="list_item")


def _delete_held(look: Look, name: str) -> Iterator[Action]:
    yield hold(look, name, role="list_item")
    yield tap(look, description="Delete")
    yield tap(look, text="Delete", role="button")


def transfer_held(look: Look, name: str, target: str, word: str) -> Iterator[Action]:
    """Moves or copies a file, which is on the screen, into another folder.

    Args:
        look: Shows the screens.
        name: The file's name.
        target: The folder's name.
        word: ``"Move"`` or ``"Copy"``.
    """
    yield hold(look, name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text=f"{word} to…")
    if find(look, "android", rid="breadcrumb_text", text="Internal storage").clickable:  # it isn't there already
        yield tap(look, text="Internal storage")  # the folder of the file may have one of that name, too
    yield from scroll_to(look, target, role="list_item")
    yield tap(look, text=target, role="list_item")
    yield tap(look, text=f"{word} here", role="button")


# Deleting -----------------------------------------------------------------------------------------------------------


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Files, the file on the screen, then nothing of it."""
    folder, data = _folders(params)[0], _content(params).encode()
    gone = check(deleted, path=f"{folder}/{params.file}", size=len(data), content=digest(data), kept=folder)
    return [
        *_found(params),
        Checkpoint(id="deleted", device="android", app="files", evaluator=gone, after=("file_seen",)),
    ]


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "file", path=f"{_folders(params)[0]}/{params.file}")]


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_held(look, params.file)


def _delete_found(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look)
    yield from _delete(params, look)


def _delete_sorted(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the folder in another order."""
    yield from _see(params, look)
    yield tap(look, description="More options")
    yield tap(look, text="Sort by…")
    yield tap(look, text="Modified", role="radio")
    if has(look, "android", text="Close", role="button"):
        yield tap(look, text="Close", role="button")
    yield from scroll_to(look, params.file, role="list_item")
    yield from _delete(params, look)


def _other(look: Look, params: Params) -> str:
    """Returns the name of another file on the screen."""
    rows = [one.text for one in look("android") if one.role == "list_item" and _stem(params) in one.text]
    return next(name for name in rows if name != params.file)


def _delete_other(params: Params, look: Look) -> Iterator[Action]:
    """Deletes a file whose name is nearly the same."""
    yield from _search(params, look)
    yield from _delete_held(look, _other(look, params))


def _move_away(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file into another folder instead."""
    yield from _see(params, look)
    yield from transfer_held(look, params.file, "Documents" if params.folder != "Documents" else "Download", "Move")


DELETE_FILE = Task(
    **like("FilesDeleteFile"),
    description="Delete {file} from the folder {folder} in the phone's internal storage.",
    parameters={
        "file": _file_name("ferry_old.jpg"),
        "folder": _folder("DCIM"),
    },
    setup=_plant,
    checkpoints=_deleted,
    oracle={"files_open": _open_files, "file_seen": _see, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"found": _delete_found, "other_order": _delete_sorted},
    near_misses={"other": _delete_other, "moved_away": _move_away},
)


# Moving -------------------------------------------------------------------------------------------------------------


def _moved(params: Params) -> Sequence[Checkpoint]:
    """Files, the file on the screen, the file where it belongs, then no longer where it was."""
    (folder, target), name = _folders(params), params.file
    alone = check(
        file_at, path=f"{target}/{name}", content=digest(_content(params).encode()), without=(f"{folder}/{name}",)
    )
    return [
        *_found(params),
        Checkpoint(
            id="there",
            device="android",
            app="files",
            evaluator=check(file_at, path=f"{target}/{name}", content=digest(_content(params).encode())),
            after=("file_seen",),
        ),
        Checkpoint(id="moved", device="android", app="files", evaluator=alone, after=("there",)),
    ]


def _may_move(params: Params) -> Footprint:
    (folder, target), name = _folders(params), params.file
    return [
        may_remove("android", "file", path=f"{folder}/{name}"),
        may_add("android", "file", path=f"{target}/{name}", kind="file"),
        no_other("android", "file", path=below(target)),
    ]


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from transfer_held(look, params.file, params.target, "Move")


def _move_found(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look)
    yield from _move(params, look)


def _copy_and_delete(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file, and deletes it where it was."""
    yield from _see(params, look)
    yield from transfer_held(look, params.file, params.target, "Copy")
    yield from at_root(look, "Files", description="Show roots")
    yield from _see(params, look)
    yield from _delete_held(look, params.file)


def _only_copy(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file instead of moving it."""
    yield from _see(params, look)
    yield from transfer_held(look, params.file, params.target, "Copy")


def _move_other(params: Params, look: Look) -> Iterator[Action]:
    """Moves a file whose name is nearly the same."""
    yield from _search(params, look)
    yield from transfer_held(look, _other(look, params), params.target, "Move")


MOVE_FILE = Task(
    **like("FilesMoveFile"),
    description="In the phone's internal storage, move {file} from the folder {folder} to the folder {target}.",
    parameters={
        "file": _file_name("kite_final.jpg"),
        "folder": replace(_folder("Download"), apart="folder"),
        "target": replace(_folder("Pictures"), apart="folder"),
    },
    setup=_plant,
    checkpoints=_moved,
    oracle={"files_open": _open_files, "file_seen": _see, "there": _move, "moved": nothing_more},
    footprint=_may_move,
    alternatives={"found": _move_found, "copied_and_deleted": _copy_and_delete},
    near_misses={"only_copied": _only_copy, "other": _move_other},
)

CHANGES: Mapping[str, str] = {
    "android_world.files_delete_file": "The file may not lie elsewhere instead, and all other files must stay.",
    "android_world.files_move_file": "The file must still be the same one, and all other files must stay.",
}
