"""Archive Manager: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.footprints import new_file, new_files_in
from crab_tasks.kits.paths import folder_path, name_of, path_like, text_file
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.archive_manager.moves import (
    add_to_archive,
    delete_from_archive,
    extract_from_archive,
    new_archive,
    open_archive,
    view_in_archive,
)
from crab_tasks.kits.ubuntu.archive_manager.state import archive_has, archive_packs, only_file, zipped
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import start, window, window_in_front
from crab_tasks.kits.values import time_of_day

__all__ = ["ADD_FILE", "DEPARTURE", "EXTRACT", "PACK_FOLDER"]


_STEMS = ("bundle", "collection", "folder", "pack", "parcel")
_LEAFLET = "leaflet.txt"


def _leaflets(devices: Devices, params: Params, rng: random.Random) -> None:
    """Packs the leaflet and an older one with another time."""
    texts = {
        _LEAFLET: f"Boat number {rng.randint(2, 40)}\nDeparture: {params.departure}\nBring a coat.\n",
        "leaflet_old.txt": f"Last year's boat\nDeparture: {params.old}\n",
    }
    devices.ubuntu.write_file(params.archive, zipped(texts))


def _archive_open(path: str) -> Checkpoint:
    shown = check(window_in_front, app="archive_manager", title=name_of(path))
    return whereabouts(id="archive_open", device="ubuntu", app="archive_manager", evaluator=shown)


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The archive is open."""
    return [_archive_open(params.archive)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_archive(look, params.archive)


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the leaflet in the archive."""
    yield from _open(params, look)
    yield from view_in_archive(look, _LEAFLET)


def _open_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the archive in Files, by its path."""
    yield from open_folder(look, params.archive)
    yield from window(look, name_of(params.archive), "archive_manager")


def _read_from_files(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_in_files(params, look)
    yield from view_in_archive(look, _LEAFLET)


def _read_by_command(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["file-roller", params.archive])
    yield from window(look, name_of(params.archive), "archive_manager")
    yield from view_in_archive(look, _LEAFLET)


DEPARTURE = SubTask(
    name="archives.departure",
    device="ubuntu",
    app="archive_manager",
    says="look up the time of departure in the file leaflet.txt in the archive {archive} with the desktop's Archive "
    "Manager",
    steps="on the desktop, open {archive} in Archive Manager, open leaflet.txt in it and read the time of departure",
    refers="the time of departure in the file leaflet.txt in the archive {archive}",
    inputs={"archive": path_like("/home/user/Documents/parcel_73.zip", _STEMS)},
    hidden={"departure": time_of_day("10:25"), "old": time_of_day("11:50")},
    output="time",
    called="time of departure",
    produce=lambda params: str(params.departure),
    setup=_leaflets,
    checkpoints=_opened,
    oracle={"archive_open": _read},
    alternatives={"from_files": _read_from_files, "by_command": _read_by_command},
    tags=("files", "archives"),
)

_PACKED = {"contents.txt": "All that the club keeps\n", "rules.txt": "Please be kind\n"}


def _archive_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The archive is there, and so is the file unless another part makes it."""
    if "file" not in params.fed:
        devices.ubuntu.write_file(params.file, f"# Cupboard {rng.randrange(2, 90)}\n\nKeep this list.\n")
    devices.ubuntu.write_file(params.archive, zipped(_PACKED))


def _added(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then the file is in it, too."""
    wanted = check(archive_has, path=params.archive, before=_PACKED, file=params.file)
    added = Checkpoint(id="added", device="ubuntu", app="archive_manager", evaluator=wanted, after=("archive_open",))
    return [_archive_open(params.archive), added]


def _may_add(params: Params) -> Footprint:
    return [may_change("ubuntu", "file", ("content",), path=params.archive)]


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from add_to_archive(look, params.file)


def _add_twice(params: Params, look: Look) -> Iterator[Action]:
    yield from _add(params, look)
    yield from add_to_archive(look, params.file)


def _add_from_files(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_in_files(params, look)
    yield from add_to_archive(look, params.file)


def _others_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes one of the archive's files first."""
    yield from _open(params, look)
    yield from delete_from_archive(look, "rules.txt")
    yield from add_to_archive(look, params.file)


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Adds a copy of another name."""
    copy = f"/tmp/copy_of_{name_of(params.file)}"
    yield from run_in_terminal(["cp", params.file, copy])
    yield from _open(params, look)
    yield from add_to_archive(look, copy)


ADD_FILE = SubTask(
    name="archives.add_file",
    device="ubuntu",
    app="archive_manager",
    says="with the desktop's Archive Manager, add {file} to the archive {archive}",
    steps="on the desktop, open the archive {archive} in Archive Manager, click Add Files and add {file}",
    inputs={
        "file": text_file("cedar_61"),
        "archive": path_like("/home/user/Documents/bundle_44.zip", _STEMS),
    },
    setup=_archive_there,
    checkpoints=_added,
    oracle={"archive_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"twice": _add_twice, "from_files": _add_from_files},
    near_misses={"others_deleted": _others_deleted, "other_name": _other_name},
    step_limit=60,
    tags=("files", "archives"),
)

_APP = "archive_manager"
_FILE, _OTHERS = "itinerary.txt", ("itinerary_old.txt", "packing_list.txt")


def _text(params: Params) -> str:
    return f"Train {params.train}\nChange trains twice.\n"


def _packed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Packs the file and some others, and takes away what has the new folder's name."""
    texts = {_FILE: _text(params), **{name: f"{name} {rng.randint(100, 999)}\n" for name in _OTHERS}}
    devices.ubuntu.write_file(params.archive, zipped(texts))
    devices.ubuntu.remove(params.folder)


def _extracted(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then the file is in the folder."""
    opened = check(window_in_front, app=_APP, title=params.archive.rpartition("/")[2])
    wanted = check(only_file, folder=params.folder, name=_FILE, content=_text(params).encode())
    return [
        whereabouts(id="archive_open", device="ubuntu", app=_APP, evaluator=opened),
        Checkpoint(id="extracted", device="ubuntu", app=_APP, evaluator=wanted, after=("archive_open",)),
    ]


def _may_extract(params: Params) -> Footprint:
    return new_files_in(params.folder, [_FILE])


def _extract(params: Params, look: Look, name: str = _FILE) -> Iterator[Action]:
    """Extracts the file, or something else, into the folder.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        name: What is extracted; "" for all.
    """
    yield from _open(params, look)
    yield from extract_from_archive(look, name, params.folder)


def _extract_file(params: Params, look: Look) -> Iterator[Action]:
    yield from _extract(params, look)


def _folder_first(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder in the terminal, and opens the archive in Files."""
    yield from run_in_terminal(["mkdir", params.folder])
    yield from open_folder(look, params.archive)
    yield from window(look, params.archive.rpartition("/")[2], _APP)
    yield from extract_from_archive(look, _FILE, params.folder)


def _extract_and_tidy(params: Params, look: Look) -> Iterator[Action]:
    """Extracts all, and deletes what isn't wanted."""
    yield from _extract(params, look, "")
    yield from run_in_terminal(["rm", *(f"{params.folder}/{name}" for name in _OTHERS)])


def _extract_all(params: Params, look: Look) -> Iterator[Action]:
    yield from _extract(params, look, "")


def _extract_old(params: Params, look: Look) -> Iterator[Action]:
    """Extracts the older file, and gives it the right name."""
    yield from _extract(params, look, _OTHERS[0])
    yield from run_in_terminal(["mv", f"{params.folder}/{_OTHERS[0]}", f"{params.folder}/{_FILE}"])


EXTRACT = SubTask(
    name="packing.extract",
    device="ubuntu",
    app=_APP,
    says=f"extract {_FILE} alone from the archive {{archive}} into the new folder {{folder}} with the desktop's "
    "Archive Manager",
    steps=f"on the desktop, open {{archive}} in Archive Manager, select {_FILE}, click Extract, and extract it into "
    "the new folder {folder}",
    refers=f"the file {_FILE} that you extract into {{folder}}",
    inputs={
        "archive": path_like("/home/user/Documents/tour_58.zip", ("holiday", "journey", "tour", "trip", "voyage")),
        "folder": folder_path("birch_19"),
    },
    hidden={"train": integer(100, 9999, 714)},
    output="file",
    produce=lambda params: f"{params.folder}/{_FILE}",
    setup=_packed,
    checkpoints=_extracted,
    oracle={"archive_open": _open, "extracted": _extract_file},
    footprint=_may_extract,
    alternatives={"folder_first": _folder_first, "tidied": _extract_and_tidy},
    near_misses={"all_of_it": _extract_all, "older_one": _extract_old},
    step_limit=50,
    tags=("files", "archives"),
)

_PAGES = ("cover.txt", "index.txt", "pages.txt")


def _folder_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The folder is there unless another part makes it, and nothing has the archive's name."""
    desktop = devices.ubuntu
    if "folder" not in params.fed:
        desktop.remove(params.folder)
        for name in _PAGES:
            desktop.write_file(f"{params.folder}/{name}", f"{name} {rng.getrandbits(64):x}\n")
    desktop.remove(params.archive)


def _all_packed(params: Params) -> Sequence[Checkpoint]:
    """The Archive Manager; then all files of the folder are in the archive."""
    wanted = check(archive_packs, path=params.archive, folder=params.folder)
    return [
        app_opened(_APP, "manager_open", "ubuntu"),
        Checkpoint(id="packed", device="ubuntu", app=_APP, evaluator=wanted, after=("manager_open",)),
    ]


def _may_pack(params: Params) -> Footprint:
    return new_file(params.archive)


def _start(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Archive Manager")
    yield from window(look, app=_APP)


def _pack(params: Params, look: Look) -> Iterator[Action]:
    """Adds the whole folder to a new archive."""
    yield from new_archive(look, params.archive)
    yield from add_to_archive(look, params.folder)


def _pack_twice(params: Params, look: Look) -> Iterator[Action]:
    """Adds the folder once more, which replaces what is there."""
    yield from _pack(params, look)
    yield from add_to_archive(look, params.folder)


def _pack_in_draft(params: Params, look: Look) -> Iterator[Action]:
    """Makes the archive under another name, and renames it."""
    draft = "/home/user/Documents/not_named_yet.zip"
    yield from new_archive(look, draft)
    yield from add_to_archive(look, params.folder)
    yield from run_in_terminal(["mv", draft, params.archive])


def _empty(params: Params, look: Look) -> Iterator[Action]:
    """Makes the archive, and adds nothing."""
    yield from new_archive(look, params.archive)


def _moved(params: Params, look: Look) -> Iterator[Action]:
    """Packs the folder, from another place to which it has moved it."""
    yield from run_in_terminal(["mv", params.folder, f"/tmp/{params.folder.rpartition('/')[2]}"])
    yield from new_archive(look, params.archive)
    yield from add_to_archive(look, f"/tmp/{params.folder.rpartition('/')[2]}")


PACK_FOLDER = SubTask(
    name="packing.pack_folder",
    device="ubuntu",
    app=_APP,
    says="pack {folder} with all that is in it into the new archive {archive} with the desktop's Archive Manager",
    steps="on the desktop, open Archive Manager, choose New Archive in its menu, name it {archive}, click Add Files, "
    "and add {folder}",
    refers="the new archive {archive}",
    inputs={
        "folder": replace(folder_path("larch_83", "Downloads/"), type="folder"),
        "archive": path_like("/home/user/Documents/backup_36.zip", ("backup", "copies", "keep", "safe", "store")),
    },
    output="file",
    produce=lambda params: str(params.archive),
    setup=_folder_there,
    checkpoints=_all_packed,
    oracle={"manager_open": _start, "packed": _pack},
    footprint=_may_pack,
    alternatives={"twice": _pack_twice, "renamed": _pack_in_draft},
    near_misses={"empty": _empty, "moved": _moved},
    step_limit=50,
    tags=("files", "archives"),
)
