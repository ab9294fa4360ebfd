"""Files: sub-tasks that pack and unpack files, open one with a chosen app, and mark a folder."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, below, may_add
from crab_tasks.kits.account import some_lines
from crab_tasks.kits.android.files.moves import choose_for, open_folder
from crab_tasks.kits.android.files.state import STORAGE, folder_marked, folder_packed, texts_in
from crab_tasks.kits.android.pages import at_root, replace_text, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.ubuntu.archive_manager.state import zipped

__all__ = ["MARK", "PACK", "READ_LOG", "UNPACK"]

_DOCUMENTS, _DOWNLOADS = f"{STORAGE}/Documents", f"{STORAGE}/Download"


_FOLDERS = ("Allotment", "Camping", "Excursion", "House", "Lantern", "Regatta", "Reunion", "Tandem", "Upholstery")
_ARCHIVES = ("brochure", "excursion", "manual", "minutes", "orders", "plans", "recipes", "samples", "uploads")


def _others(rng: random.Random, names: Sequence[str], own: str) -> list[str]:
    """Returns some of the names, but for one, so that this isn't always at the same place of a list."""
    return [name for name in rng.sample(names, rng.randint(1, len(names) - 2)) if name != own]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Files", description="Show roots")


# Packing ------------------------------------------------------------------------------------------------------------


def _two_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    """The folder with some files, one whose name begins like its own, and others."""
    phone = devices.android
    for folder in (params.folder, f"{params.folder} 2", *_others(rng, _FOLDERS, params.folder)):
        phone.remove(f"{_DOCUMENTS}/{folder}.zip")
        for name in rng.sample(("agenda", "costs", "guests", "ideas", "prices", "route"), 3):
            phone.write_file(f"{_DOCUMENTS}/{folder}/{name}.txt", some_lines(rng))


def _archive(params: Params) -> str:
    return f"{_DOCUMENTS}/{params.folder}.zip"


def _packed(params: Params) -> Sequence[Checkpoint]:
    return after_opening(
        "files", "packed", check(folder_packed, folder=f"{_DOCUMENTS}/{params.folder}", archive=_archive(params))
    )


def _ask_pack(look: Look, folder: str) -> Iterator[Action]:
    """Asks to compress a folder among the documents, for which its own name is offered."""
    yield from open_folder(look, "Documents")
    yield from choose_for(look, folder, "Compress")


def _pack(params: Params, look: Look) -> Iterator[Action]:
    yield from _ask_pack(look, params.folder)
    yield tap(look, text="OK", role="button")


def _pack_named(params: Params, look: Look) -> Iterator[Action]:
    """Says no at first, and types the name."""
    yield from _ask_pack(look, params.folder)
    yield tap(look, text="Cancel")
    yield from choose_for(look, params.folder, "Compress")
    yield from replace_text(look, "Archive name", params.folder)
    yield tap(look, text="OK", role="button")


def _pack_renamed(params: Params, look: Look) -> Iterator[Action]:
    """Gives the archive its name later."""
    yield from _ask_pack(look, params.folder)
    yield from replace_text(look, "Archive name", "mistake.zip")
    yield tap(look, text="OK", role="button")
    yield from choose_for(look, "mistake.zip", "Rename")
    yield from replace_text(look, "Name", f"{params.folder}.zip")
    yield tap(look, text="OK", role="button")


def _pack_files(params: Params, look: Look) -> Iterator[Action]:
    """Packs the files without their folder, and moves the archive to where it belongs."""
    yield from open_folder(look, "Documents", params.folder)
    yield tap(look, description="More options")
    yield tap(look, text="Select all", role="menu_item")
    yield tap(look, description="More options")
    yield tap(look, text="Compress", role="menu_item")
    yield from replace_text(look, "Archive name", params.folder)
    yield tap(look, text="OK", role="button")
    yield from choose_for(look, f"{params.folder}.zip", "Move to…")
    yield tap(look, text="Documents", role="link")
    yield tap(look, text="Move here", role="button")


def _pack_other(params: Params, look: Look) -> Iterator[Action]:
    """Packs the folder whose name begins like the one that is meant, under the name of that."""
    yield from _ask_pack(look, f"{params.folder} 2")
    yield from replace_text(look, "Archive name", params.folder)
    yield tap(look, text="OK", role="button")


PACK = SubTask(
    name="files.pack",
    device="android",
    app="files",
    says="compress the folder {folder} among the phone's documents into a .zip file of the same name beside it",
    steps="on the phone, open Files, open Internal storage and Documents, long-press {folder}, tap More options and "
    "Compress, and tap OK",
    inputs={"folder": choice(_FOLDERS, "Regatta")},
    setup=_two_folders,
    checkpoints=_packed,
    oracle={"files_open": _open, "packed": _pack},
    footprint=lambda params: [may_add("android", "file", most=1, path=_archive(params), kind="file")],
    alternatives={"named": _pack_named, "renamed": _pack_renamed},
    near_misses={"only_files": _pack_files, "other_folder": _pack_other},
    step_limit=40,
    tags=("files",),
)

# Unpacking ----------------------------------------------------------------------------------------------------------


def _texts(params: Params) -> Mapping[str, str]:
    return {"read me.txt": f"{params.first}\n", "list.txt": f"{params.second}\n"}


def _two_archives(devices: Devices, params: Params, rng: random.Random) -> None:
    """The archive, an older one, and others."""
    phone = devices.android
    for name in _others(rng, _ARCHIVES, stem_of(params.file)):
        phone.write_file(f"{_DOWNLOADS}/{name}.zip", zipped({f"{name}.txt": some_lines(rng)}))
    for name, texts in (
        (stem_of(params.file), _texts(params)),
        (f"old_{stem_of(params.file)}", {"list.txt": f"{params.second} ?\n"}),
    ):
        phone.remove(f"{_DOWNLOADS}/{name}")
        phone.write_file(f"{_DOWNLOADS}/{name}.zip", zipped(texts))


def _folder(params: Params) -> str:
    return f"{_DOWNLOADS}/{stem_of(params.file)}"


def _unpacked(params: Params) -> Sequence[Checkpoint]:
    return after_opening("files", "unpacked", check(texts_in, folder=_folder(params), texts=_texts(params)))


def _extract(look: Look, name: str) -> Iterator[Action]:
    yield from open_folder(look, "Download")
    yield from scroll_to(look, f"{name}.zip")
    yield tap(look, text=f"{name}.zip", role="list_item")
    yield tap(look, text="Extract", role="button")


def _unpack(params: Params, look: Look) -> Iterator[Action]:
    yield from _extract(look, stem_of(params.file))


def _unpack_from_menu(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, "Download")
    yield from choose_for(look, f"{stem_of(params.file)}.zip", "Extract")


def _unpack_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the archive."""
    yield from _open(params, look)
    yield tap(look, description="Show roots")
    yield tap(look, text="Downloads")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=f"{stem_of(params.file)}.zip")
    yield tap(look, text=f"{stem_of(params.file)}.zip", role="list_item")
    yield tap(look, text="Extract", role="button")


def _unpack_older(params: Params, look: Look) -> Iterator[Action]:
    yield from _extract(look, f"old_{stem_of(params.file)}")


def _only_looked(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, "Download")
    yield from scroll_to(look, f"{stem_of(params.file)}.zip")
    yield tap(look, text=f"{stem_of(params.file)}.zip", role="list_item")
    yield tap(look, text="Cancel")


UNPACK = SubTask(
    name="files.unpack",
    device="android",
    app="files",
    says="extract the archive {file} among the phone's downloads into a folder of the same name beside it",
    steps="on the phone, open Files, open Internal storage and Download, tap {file} and tap Extract",
    inputs={"file": choice(tuple([f"{name}.zip" for name in _ARCHIVES]), "samples.zip")},
    hidden={"first": short_line("Empty the old shelf"), "second": short_line("Wash the garden chairs")},
    setup=_two_archives,
    checkpoints=_unpacked,
    oracle={"files_open": _open, "unpacked": _unpack},
    footprint=lambda params: [may_add("android", "file", most=3, path=below(_folder(params)))],
    alternatives={"from_menu": _unpack_from_menu, "searched": _unpack_found},
    near_misses={"older": _unpack_older, "only_looked": _only_looked},
    tags=("files",),
)

# Opening with a chosen app ------------------------------------------------------------------------------------------


def _two_logs(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    for name, line in ((stem_of(params.file), params.line), (f"{stem_of(params.file)}_copy", params.other)):
        devices.android.write_file(f"{_DOWNLOADS}/{name}.log", f"{line}\n")


def _open_log(look: Look, name: str) -> Iterator[Action]:
    """Opens a file of the list that is shown with the editor."""
    yield from choose_for(look, name, "Open with")
    yield tap(look, text="Markdown", role="list_item")


def _read_log(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, "Download")
    yield from _open_log(look, f"{stem_of(params.file)}.log")


def _read_renamed(params: Params, look: Look) -> Iterator[Action]:
    """Gives it a name with which it is a text, and its old one back."""
    yield from open_folder(look, "Download")
    yield from choose_for(look, f"{stem_of(params.file)}.log", "Rename")
    yield from replace_text(look, "Name", "hasty.txt")
    yield tap(look, text="OK", role="button")
    yield from scroll_to(look, "hasty.txt")
    yield tap(look, text="hasty.txt", role="list_item")
    yield from open_folder(look, "Download")
    yield from choose_for(look, "hasty.txt", "Rename")
    yield from replace_text(look, "Name", f"{stem_of(params.file)}.log")
    yield tap(look, text="OK", role="button")


def _read_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file."""
    yield from _open(params, look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=f"{stem_of(params.file)}.log")
    yield from _open_log(look, f"{stem_of(params.file)}.log")


READ_LOG = SubTask(
    name="files.read_log",
    device="android",
    app="files",
    says="look up the line in the file {file} among the phone's downloads",
    steps="on the phone, open Files, open Internal storage and Download, long-press {file}, tap More options and "
    "Open with, choose Markdown and read the line",
    refers="the line in the phone's file {file}",
    inputs={"file": choice(("boiler.log", "freezer.log", "pump.log", "router.log", "scanner.log"), "pump.log")},
    hidden={"line": short_line("Oil the wooden gate"), "other": short_line("Sort the green boxes")},
    output="line",
    called="line of the file",
    produce=lambda params: str(params.line),
    setup=_two_logs,
    checkpoints=lambda params: [app_opened("files", "files_open")],
    oracle={"files_open": _read_log},
    alternatives={"renamed": _read_renamed, "searched": _read_found},
    tags=("files", "markdown"),
)

# Favourites ---------------------------------------------------------------------------------------------------------


def _plain_folders(devices: Devices, params: Params, rng: random.Random) -> None:
    for folder in (params.folder, f"{params.folder} 2", *_others(rng, _FOLDERS, params.folder)):
        devices.android.make_dir(f"{_DOCUMENTS}/{folder}")


def _may_mark(params: Params) -> Footprint:
    return [may_add("android", "state", most=1, slice="files_favourites", value=f"{_DOCUMENTS}/{params.folder}")]


def _mark_one(look: Look, name: str) -> Iterator[Action]:
    yield from open_folder(look, "Documents")
    yield from choose_for(look, name, "Add to favourites")


def _mark(params: Params, look: Look) -> Iterator[Action]:
    yield from _mark_one(look, params.folder)


def _mark_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _mark_one(look, f"{params.folder} 2")
    yield from _mark_one(look, params.folder)


def _mark_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Marks the wrong one first, looks at it by way of the favourites, and takes the mark away."""
    yield from _mark_one(look, f"{params.folder} 2")
    yield from _open(params, look)
    yield tap(look, description="Show roots")
    yield tap(look, text=f"{params.folder} 2")
    yield from open_folder(look, "Documents")
    yield from choose_for(look, f"{params.folder} 2", "Remove from favourites")
    yield from _mark(params, look)


def _mark_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the folder."""
    yield from _open(params, look)
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.folder)
    yield from choose_for(look, params.folder, "Add to favourites")


def _mark_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _mark_one(look, f"{params.folder} 2")


MARK = SubTask(
    name="files.mark",
    device="android",
    app="files",
    says="add the folder {folder} among the phone's documents to the favourites of the Files app",
    steps="on the phone, open Files, open Internal storage and Documents, long-press {folder}, tap More options and "
    "Add to favourites",
    inputs={"folder": choice(_FOLDERS, "Lantern")},
    setup=_plain_folders,
    checkpoints=lambda params: after_opening(
        "files", "marked", check(folder_marked, path=f"{_DOCUMENTS}/{params.folder}")
    ),
    oracle={"files_open": _open, "marked": _mark},
    footprint=_may_mark,
    alternatives={"corrected": _mark_corrected, "searched": _mark_found},
    near_misses={"other_folder": _mark_other, "both": _mark_both},
    tags=("files",),
)
