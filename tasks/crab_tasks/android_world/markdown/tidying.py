"""Folders made, files moved and deleted in the Markdown app."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, integer, text
from crab_sim.devices.footprints import Footprint, may_add, may_remove, no_other
from crab_tasks.android_world.markdown.content import (
    OTHERS,
    SENTENCES,
    app_open,
    file_name,
    open_markdown,
    others,
    path,
    sentence_of,
    similar,
)
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import is_folder
from crab_tasks.kits.android.markdown.moves import (
    delete_files,
    make_folder,
    move_file,
    open_file,
    open_home,
    rename_file,
    select_files,
    type_file,
)
from crab_tasks.kits.android.markdown.state import HOME, at_most_files, files_gone, fill_home, moved_to
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.moves import has, hold, nothing_more, tap

TASKS = ("CREATE_FOLDER", "DELETE_ALL", "DELETE_NEWEST", "DELETE_ONE", "MOVE")

_AFTER = ("app_open",)


def _file_gone(params: Params) -> Footprint:
    """One file may be removed; none may be made of it or beside it."""
    return [may_remove("android", "file", path=path(params.file)), no_other("android", "file")]


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file among others."""
    files = {**others(rng, [params.file]), params.file: sentence_of(params)}
    names = rng.sample(list(files), len(files))
    fill_home(devices.android, {name: files[name] for name in names})


# A folder -----------------------------------------------------------------------------------------------------------


def _folder_name(rng: random.Random) -> str:
    return f"folder_2026{rng.randint(1, 12):02}{rng.randint(1, 28):02}_{rng.randrange(240_000):06}"


def _no_folder(devices: Devices, params: Params, rng: random.Random) -> None:
    fill_home(devices.android, others(rng, []), [f"{params.folder[:-1]}x"])


def _make(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder."""
    yield from make_folder(look, params.folder)


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a folder of another name, and renames it."""
    yield from make_folder(look, "new one")
    yield from rename_file(look, "new one", params.folder)


def _make_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in the Files app."""
    yield from open_markdown(params, look)
    yield from open_folder(look, "Documents", "Markor")
    yield tap(look, description="More options")
    yield tap(look, text="New folder")
    yield action("android", "write_text", text=params.folder)
    yield tap(look, text="OK" if has(look, "android", "OK", role="button") else "Create", role="button")


def _as_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes a file of the name."""
    yield from type_file(look, params.folder, "A folder")
    yield tap(look, description="Save")


def _too_deep(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in another one."""
    yield from open_file(look, f"{params.folder[:-1]}x")
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=params.folder)
    yield tap(look, text="Folder", role="button")


CREATE_FOLDER = Task(
    **like("MarkorCreateFolder"),
    description=(
        'Make a folder "{folder}" in the phone\'s Markdown app, directly in the folder that the app shows first.'
    ),
    parameters={"folder": text(_folder_name, "folder_20261015_153423", "folder_name")},
    setup=_no_folder,
    checkpoints=lambda params: [
        app_open(),
        Checkpoint(
            id="made",
            device="android",
            app="markdown",
            evaluator=check(is_folder, path=path(params.folder)),
            after=_AFTER,
        ),
    ],
    oracle={"app_open": open_markdown, "made": _make},
    footprint=lambda params: [may_add("android", "file", path=path(params.folder), kind="folder")],
    alternatives={"renamed": _make_and_rename, "in_files": _make_in_files},
    near_misses={"as_file": _as_file, "too_deep": _too_deep},
)


# One file deleted ---------------------------------------------------------------------------------------------------


def _delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file."""
    yield from delete_files(look, [params.file])


def _delete_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file, and deletes it from its page."""
    yield from open_file(look, params.file)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="OK", role="button")


def _delete_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file, and deletes it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)
    yield hold(look, params.file, role="list_item")
    yield tap(look, description="Delete")
    yield tap(look, text="OK", role="button")


def _delete_similar(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file whose name begins like the one that is meant."""
    yield from delete_files(look, [similar(params.file)])


def _delete_both(params: Params, look: Look) -> Iterator[Action]:
    """Deletes both of them."""
    yield from delete_files(look, [params.file, similar(params.file)])


def _rename_only(params: Params, look: Look) -> Iterator[Action]:
    """Gives the file another name."""
    yield from rename_file(look, params.file, "to_delete.md")


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the question unanswered."""
    yield from open_home(look)
    yield from select_files(look, [params.file])
    yield tap(look, description="Delete")


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """The app; then the file is gone, and the one of a similar name isn't."""
    right = check(files_gone, paths=(path(params.file),), kept=(path(similar(params.file)),))
    return [app_open(), Checkpoint(id="deleted", device="android", app="markdown", evaluator=right, after=_AFTER)]


DELETE_ONE = Task(
    **like("MarkorDeleteNote"),
    description='Delete the note "{file}" in the phone\'s Markdown app, and nothing else.',
    parameters={"file": file_name("gentle_kettle_20.md")},
    setup=_plant,
    checkpoints=_deleted,
    oracle={"app_open": open_markdown, "deleted": _delete},
    footprint=_file_gone,
    alternatives={"from_page": _delete_from_page, "found": _delete_found},
    near_misses={
        "similar": _delete_similar, "both": _delete_both, "renamed": _rename_only, "not_confirmed": _not_confirmed,
    },
)  # fmt: skip


# The newest deleted -------------------------------------------------------------------------------------------------


def _plant_newest(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, changed last, among others whose names come before and behind it."""
    fill_home(devices.android, {**others(rng, [params.file], params.count), params.file: sentence_of(params)})


def _sort_by_date(look: Look) -> Iterator[Action]:
    yield from open_home(look)
    yield tap(look, description="Sort by")
    yield tap(look, text="Date")


def _delete_newest(params: Params, look: Look) -> Iterator[Action]:
    """Sorts by date, and deletes the first one."""
    yield from _sort_by_date(look)
    yield hold(look, params.file, role="list_item")
    yield tap(look, description="Delete")
    yield tap(look, text="OK", role="button")


def _delete_first(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the first other file that is shown."""
    rows = [one.text for one in look("android") if one.role == "list_item" and one.text != params.file]
    yield hold(look, rows[0], role="list_item")
    yield tap(look, description="Delete")
    yield tap(look, text="OK", role="button")


def _first_by_name(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file that the app shows first."""
    yield from open_home(look)
    yield from _delete_first(params, look)


def _oldest(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file that was changed first."""
    yield from _sort_by_date(look)
    yield tap(look, description="Sort by")
    yield tap(look, text="Reverse order")
    yield from _delete_first(params, look)


DELETE_NEWEST = Task(
    **like("MarkorDeleteNewestNote"),
    description="Delete the note in the phone's Markdown app that was changed last, and nothing else.",
    parameters={"file": file_name("narrow_anchor_64.txt"), "count": integer(2, 6, 4)},
    setup=_plant_newest,
    checkpoints=_deleted,
    oracle={"app_open": open_markdown, "deleted": _delete_newest},
    footprint=_file_gone,
    alternatives={"by_name": _delete, "from_page": _delete_from_page},
    near_misses={"first_by_name": _first_by_name, "oldest": _oldest, "renamed": _rename_only},
)


# All deleted --------------------------------------------------------------------------------------------------------


def _names(params: Params) -> list[str]:
    dice = random.Random(f"names {params.draw}")
    return [f"{name}.md" for name in dice.sample(OTHERS, params.count)]


def _plant_all(devices: Devices, params: Params, rng: random.Random) -> None:
    fill_home(devices.android, {name: rng.choice(SENTENCES) for name in _names(params)})


def _all_deleted(params: Params) -> Sequence[Checkpoint]:
    """The app; then half of the files are gone; then all."""
    half = check(at_most_files, folder=HOME, most=params.count // 2)
    none = check(at_most_files, folder=HOME, most=0)
    return [
        app_open(),
        Checkpoint(id="half_deleted", device="android", app="markdown", evaluator=half, after=_AFTER),
        Checkpoint(id="all_deleted", device="android", app="markdown", evaluator=none, after=("half_deleted",)),
    ]


def _delete_half(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the first half, and one more if their number is odd."""
    yield from delete_files(look, _names(params)[params.count // 2 :])


def _delete_rest(params: Params, look: Look) -> Iterator[Action]:
    yield from delete_files(look, _names(params)[: params.count // 2])


def _delete_all(params: Params, look: Look) -> Iterator[Action]:
    """Selects all files, and deletes them at once."""
    yield from delete_files(look, _names(params))


def _delete_one_by_one(params: Params, look: Look) -> Iterator[Action]:
    for name in _names(params):
        yield from delete_files(look, [name])


def _all_but_one(params: Params, look: Look) -> Iterator[Action]:
    """Deletes all notes but one."""
    yield from delete_files(look, _names(params)[1:])


def _all_moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves all files into a folder."""
    yield from make_folder(look, "Bin")
    yield from open_home(look)
    yield from select_files(look, _names(params))
    yield tap(look, description="Move")
    yield tap(look, text="Bin")
    yield tap(look, text="Select", role="button")


DELETE_ALL = Task(
    **like("MarkorDeleteAllNotes"),
    description="Delete all notes in the phone's Markdown app.",
    parameters={"count": integer(2, 6, 4, type="material"), "draw": integer(0, 99_999, 4, type="seed")},
    setup=_plant_all,
    checkpoints=_all_deleted,
    oracle={"app_open": open_markdown, "half_deleted": _delete_half, "all_deleted": _delete_rest},
    footprint=lambda params: [
        may_remove("android", "file", path=frozenset(path(name) for name in _names(params))),
        no_other("android", "file"),
    ],
    alternatives={"at_once": _delete_all, "one_by_one": _delete_one_by_one},
    near_misses={"all_but_one": _all_but_one, "moved": _all_moved},
)


# A file moved -------------------------------------------------------------------------------------------------------

_FOLDERS = ("Allotment", "BoatTrips", "ChoirEvenings", "FamilyLetters", "GuestBook", "HarbourWalks", "Kitchen",
            "OldRadios", "StreetParty", "Workshop")  # fmt: skip


def _folder(default: str) -> Parameter:
    return replace(choice(_FOLDERS, default, type="folder_name"), apart="folder")


def _plant_in_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file and others, in all folders."""
    found = others(rng, [params.file], 9)
    files = {f"{rng.choice(_FOLDERS)}/{name}": words for name, words in found.items() if name != similar(params.file)}
    files |= {f"{params.source}/{similar(params.file)}": SENTENCES[0]}
    fill_home(devices.android, {**files, f"{params.source}/{params.file}": sentence_of(params)}, _FOLDERS)


def _places(params: Params) -> tuple[str, str]:
    """Returns the paths of the file before and after."""
    return path(f"{params.source}/{params.file}"), path(f"{params.target}/{params.file}")


def _moved(params: Params) -> Sequence[Checkpoint]:
    """The app; then the file is in the other folder only."""
    before, after = _places(params)
    right = check(moved_to, path=after, lines=(sentence_of(params),), before=(before, path(params.file)))
    return [
        app_open(),
        Checkpoint(
            id="out",
            device="android",
            app="markdown",
            evaluator=check(files_gone, paths=(before,), kept=(HOME,)),
            after=_AFTER,
        ),
        Checkpoint(id="moved", device="android", app="markdown", evaluator=right, after=("out",)),
    ]


def _may_move(params: Params) -> Footprint:
    before, after = _places(params)
    return [may_remove("android", "file", path=before), may_add("android", "file", path=after)]


def _move(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file."""
    yield from move_file(look, params.source, params.file, params.target)


def _to_top(look: Look) -> Iterator[Action]:
    """Moves the selected files into the app's own folder."""
    yield tap(look, description="Move")
    yield tap(look, text="..")
    yield tap(look, text="Select", role="button")


def _move_twice(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file out of its folder first."""
    yield from open_file(look, params.source)
    yield from select_files(look, [params.file])
    yield from _to_top(look)
    yield from move_file(look, "", params.file, params.target)


def _move_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file, and moves it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)
    yield hold(look, params.file, role="list_item")
    yield tap(look, description="Move")
    yield tap(look, text="..")
    yield from scroll_to(look, params.target)
    yield tap(look, text=params.target)
    yield tap(look, text="Select", role="button")


def _move_similar(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file whose name begins like the one that is meant."""
    yield from move_file(look, params.source, similar(params.file), params.target)


def _move_half(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file out of its folder, but not into the other."""
    yield from open_file(look, params.source)
    yield from select_files(look, [params.file])
    yield from _to_top(look)


def _write_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes a file with its text in the other folder, and leaves the old one."""
    yield from open_file(look, params.target)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=params.file)
    yield tap(look, text="OK", role="button")
    yield action("android", "write_text", text=sentence_of(params))
    yield tap(look, description="Save")


MOVE = Task(
    **like("MarkorMoveNote"),
    description=(
        'In the phone\'s Markdown app, move the note "{file}" from the folder "{source}" into the folder "{target}".'
    ),
    parameters={
        "file": file_name("gentle_kettle_20.md"),
        "source": _folder(_FOLDERS[3]),
        "target": _folder(_FOLDERS[8]),
    },
    setup=_plant_in_folders,
    checkpoints=_moved,
    oracle={"app_open": open_markdown, "out": _move, "moved": nothing_more},
    footprint=_may_move,
    alternatives={"twice": _move_twice, "found": _move_found},
    near_misses={"similar": _move_similar, "half": _move_half, "written_anew": _write_anew},
)

CHANGES: Mapping[str, str] = {
    CREATE_FOLDER.name: "",
    DELETE_ALL.name: "",
    DELETE_NEWEST.name: "The time of the last change counts; theirs compares times of access, so that opening a note "
    "fails it.",
    DELETE_ONE.name: "A note of a similar name must stay.",
    MOVE.name: "A note of a similar name is beside it; the text must be kept, and nothing be left where it was.",
}
