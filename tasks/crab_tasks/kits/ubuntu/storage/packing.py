"""Sub-tasks that unpack a file of an archive, and pack a folder into one, with the Archive Manager."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.compare import same_content
from crab_tasks.kits.footprints import new_file, new_files_in
from crab_tasks.kits.paths import folder_path, path_like
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.ubuntu.files import folder_names_are, open_folder
from crab_tasks.kits.ubuntu.storage.archives import (
    add_to_archive,
    archive_packs,
    extract_from_archive,
    new_archive,
    open_archive,
    zipped,
)
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import start, window, window_in_front

__all__ = ["EXTRACT", "PACK_FOLDER", "only_file"]

_APP = "archive_manager"
_FILE, _OTHERS = "itinerary.txt", ("itinerary_old.txt", "packing_list.txt")


def only_file(state: State, answer: str | None, folder: str, name: str, content: bytes) -> bool:
    """The folder holds a file of this name and content, as `same_content` compares it, and nothing else."""
    alone = folder_names_are(state, answer, folder, (name,))
    return alone and same_content(state["ubuntu"].read_file(f"{folder}/{name}"), content)


def _text(params: Params) -> str:
    return f"Train {params.train}\nChange trains twice.\n"


def _packed(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Packs the file and some others, and takes away what has the new folder's name."""
    texts = {_FILE: _text(params), **{name: f"{name} {rng.randint(100, 999)}\n" for name in _OTHERS}}
    devices["ubuntu"].write_file(params.archive, zipped(texts))
    devices["ubuntu"].remove(params.folder)


def _extracted(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then the file is in the folder."""
    opened = {"app": _APP, "title": params.archive.rpartition("/")[2]}
    wanted = {"folder": params.folder, "name": _FILE, "content": _text(params).encode()}
    return [
        Checkpoint("archive_open", "ubuntu", _APP, window_in_front, opened, hold=False),
        Checkpoint("extracted", "ubuntu", _APP, only_file, wanted, after=("archive_open",)),
    ]


def _may_extract(params: Params) -> Footprint:
    return new_files_in(params.folder)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_archive(look, params.archive)


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


def _folder_there(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The folder is there unless another part makes it, and nothing has the archive's name."""
    desktop = devices["ubuntu"]
    if "folder" not in params.fed:
        desktop.remove(params.folder)
        for name in _PAGES:
            desktop.write_file(f"{params.folder}/{name}", f"{name} {rng.getrandbits(64):x}\n")
    desktop.remove(params.archive)


def _all_packed(params: Params) -> Sequence[Checkpoint]:
    """The Archive Manager; then all files of the folder are in the archive."""
    wanted = {"path": params.archive, "folder": params.folder}
    return [
        Checkpoint("manager_open", "ubuntu", _APP, app_in_front, {"device": "ubuntu", "app": _APP}, hold=False),
        Checkpoint("packed", "ubuntu", _APP, archive_packs, wanted, after=("manager_open",)),
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
