"""Files: sub-tasks that move a downloaded file, delete a draft of a day, and share a document to Drive."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_tasks.kits.account import drive_file, may_add_to_drive, remove_from_drive, some_lines
from crab_tasks.kits.android.files.moves import open_folder, open_info
from crab_tasks.kits.android.files.state import STORAGE, age_of, deleted, document_shared, file_at
from crab_tasks.kits.android.pages import at_root, replace_text, scroll_to
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import day

__all__ = ["DELETE", "MOVE", "TO_DRIVE"]

_DOCUMENTS, _DOWNLOADS = f"{STORAGE}/Documents", f"{STORAGE}/Download"


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Files", description="Show roots")


def _delete_here(look: Look, name: str, button: str = "Delete") -> Iterator[Action]:
    """Deletes a file of the folder that is shown, if it is there, or cancels."""
    yield from scroll_to(look, name)
    if has(look, "android", name, role="list_item"):
        yield hold(look, name, role="list_item")
        yield tap(look, description="Delete")
        yield tap(look, text=button, role="button")


def _paths(params: Params) -> tuple[str, str]:
    """Returns the file's path before, and after."""
    return f"{_DOWNLOADS}/{params.file}", f"{_DOCUMENTS}/{params.folder}/{params.file}"


def _content(params: Params) -> bytes:
    return f"{params.content}\n".encode()


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, one whose name ends like its own, and the folder, without such a file."""
    phone, (path, target) = devices.android, _paths(params)
    phone.remove(target)
    phone.make_dir(target.rpartition("/")[0])
    phone.write_file(path, _content(params))
    phone.write_file(f"{_DOWNLOADS}/old_{params.file}", f"{params.other}\n")


def _moved(params: Params) -> Sequence[Checkpoint]:
    """Files; then the file in the folder."""
    path, target = _paths(params)
    right = check(file_at, path=target, content=digest(_content(params)), without=(path,))
    return after_opening("files", "moved", right)


def _may_move(params: Params) -> Footprint:
    path, target = _paths(params)
    return [may_remove("android", "file", path=path), may_add("android", "file", most=1, path=target, kind="file")]


def _transfer(look: Look, name: str, folder: str, word: str = "Move") -> Iterator[Action]:
    """Moves or copies a downloaded file into a folder among the documents."""
    yield from open_folder(look, "Download")
    yield from scroll_to(look, name)
    yield hold(look, name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text=f"{word} to…")
    yield tap(look, text="Internal storage", role="link")
    for part in ("Documents", folder):
        yield from scroll_to(look, part)
        yield tap(look, text=part, role="list_item")
    yield tap(look, text=f"{word} here", role="button")


def _move(params: Params, look: Look) -> Iterator[Action]:
    yield from _transfer(look, params.file, params.folder)


def _copy_and_delete(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file, and deletes the first one."""
    yield from _copy(params, look)
    yield from open_folder(look, "Download")
    yield from _delete_here(look, params.file)


def _move_other_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the file's page of information, and at its folder."""
    yield from open_folder(look, "Download")
    yield from open_info(look, params.file)
    yield from open_folder(look, "Documents", params.folder)
    yield from _move(params, look)


def _copy(params: Params, look: Look) -> Iterator[Action]:
    """Only copies it."""
    yield from _transfer(look, params.file, params.folder, "Copy")


def _move_other(params: Params, look: Look) -> Iterator[Action]:
    """Moves the older file."""
    yield from _transfer(look, f"old_{params.file}", params.folder)


MOVE = SubTask(
    name="files.move",
    device="android",
    app="files",
    says="move the file {file} from the phone's downloads into the folder {folder} among the phone's documents",
    steps="on the phone, open Files, open Internal storage and Download, long-press the file {file}, tap More "
    "options and Move to…, go to Internal storage and Documents, open {folder}, and tap Move here",
    inputs={
        "file": choice(("itinerary.txt", "manual.txt", "menu.txt", "programme.txt", "ticket.txt"), "ticket.txt"),
        "folder": choice(("Bookings", "Club", "Guides", "House", "School"), "Bookings"),
    },
    hidden={"content": short_line("Bring old maps"), "other": short_line("Wash the spare keys")},
    setup=_plant,
    checkpoints=_moved,
    oracle={"files_open": _open, "moved": _move},
    footprint=_may_move,
    alternatives={"copied_and_deleted": _copy_and_delete, "looked_first": _move_other_first},
    near_misses={"only_copied": _copy, "older_file": _move_other},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("files",),
)


_DRAFTS = f"{_DOCUMENTS}/Drafts"


@lru_cache(maxsize=64)
def _drafts(iso: str) -> Mapping[str, str]:
    """Returns the days on which drafts were changed, by their names: the day, the one after, a year before, others."""
    first = date.fromisoformat(iso)
    days = [first + timedelta(days=apart) for apart in (0, 1, -365, -1, -7, -31)]
    numbers = random.Random(iso).sample(range(100, 1000), len(days))
    return {f"draft_{number}.txt": each.isoformat() for number, each in zip(numbers, days, strict=True)}


def _text(name: str, iso: str) -> bytes:
    return f"{name} of {date.fromisoformat(iso).toordinal()}\n".encode()


def _plant_drafts(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folder."""
    phone = devices.android
    phone.remove(_DRAFTS)
    for name, iso in _drafts(params.date).items():
        phone.write_old_file(f"{_DRAFTS}/{name}", _text(name, iso), age_of(phone, iso, 11))


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Files; then the draft is gone."""
    (name, iso), (other, _), *_ = _drafts(params.date).items()
    data = _text(name, iso)
    gone = check(deleted, path=f"{_DRAFTS}/{name}", size=len(data), content=digest(data), kept=f"{_DRAFTS}/{other}")
    return after_opening("files", "deleted", gone)


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "file", path=f"{_DRAFTS}/{next(iter(_drafts(params.date)))}")]


def _delete_draft(look: Look, name: str, button: str = "Delete") -> Iterator[Action]:
    yield from open_folder(look, "Documents", "Drafts")
    yield from _delete_here(look, name, button)


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_draft(look, next(iter(_drafts(params.date))))


def _delete_after_info(params: Params, look: Look) -> Iterator[Action]:
    """Reads the information about each draft first."""
    for name in _drafts(params.date):
        yield from open_folder(look, "Documents", "Drafts")
        yield from open_info(look, name)
    yield from _delete(params, look)


def _delete_found(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the drafts by their days, and sorts them by their names again when it is done."""
    yield from open_folder(look, "Documents", "Drafts")
    for order in ("Modified", "Name"):
        yield tap(look, description="More options")
        yield tap(look, text="Sort by…")
        yield tap(look, text=order, role="radio")
        yield tap(look, text="Close", role="button")
        if order == "Modified":
            yield from _delete_here(look, next(iter(_drafts(params.date))))


def _delete_last_year(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the draft of the same day a year before."""
    yield from _delete_draft(look, list(_drafts(params.date))[2])


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_draft(look, next(iter(_drafts(params.date))), "Cancel")


def _move_away(params: Params, look: Look) -> Iterator[Action]:
    """Moves the draft into the folder above instead."""
    name = next(iter(_drafts(params.date)))
    yield from open_folder(look, "Documents", "Drafts")
    yield hold(look, name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text="Move to…")
    yield tap(look, text="Documents", role="link")
    yield tap(look, text="Move here", role="button")


DELETE = SubTask(
    name="files.delete",
    once=True,
    device="android",
    app="files",
    says="delete the file that was changed last on {date} from the folder Drafts among the phone's documents",
    steps="on the phone, open Files, open Internal storage, Documents and Drafts, long-press the file that was changed "
    "last on {date}, tap Delete, and confirm it",
    inputs={"date": day("2025-08-15", date(2025, 1, 4), date(2025, 12, 20))},
    setup=_plant_drafts,
    checkpoints=_deleted,
    oracle={"files_open": _open, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"after_info": _delete_after_info, "sorted": _delete_found},
    near_misses={"last_year": _delete_last_year, "not_confirmed": _not_confirmed, "moved": _move_away},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("files",),
)


def _two_documents(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the file and an older one among the phone's documents; Drive has neither."""
    names = (params.file, f"old_{params.file}")
    remove_from_drive(devices, names)
    for name in names:
        devices.android.write_file(f"{_DOCUMENTS}/{name}", some_lines(rng))


def _shared(params: Params) -> Sequence[Checkpoint]:
    """Files; then the file in Drive."""
    return [
        app_opened("files", "files_open"),
        Checkpoint(
            id="shared",
            device="android",
            app="drive",
            evaluator=check(document_shared, path=f"{_DOCUMENTS}/{params.file}"),
            after=("files_open",),
        ),
    ]


def _share_one(look: Look, name: str) -> Iterator[Action]:
    """Shares a file of the list that is shown to Drive, which asks for its name."""
    yield from scroll_to(look, name)
    yield hold(look, name, role="list_item")
    yield tap(look, description="Share")
    yield tap(look, text="Drive")


def _share(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, "Documents")
    yield from _share_one(look, params.file)
    yield tap(look, text="Save", role="button")


def _share_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file, and types its name anew."""
    yield from _open(params, look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)
    yield from _share_one(look, params.file)
    yield from replace_text(look, "Document title", params.file)
    yield tap(look, text="Save", role="button")


def _share_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves Drive's page without saving at first."""
    yield from _not_saved(params, look)
    yield from _share(params, look)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, "Documents")
    yield from _share_one(look, params.file)
    yield action("android", "press", key="back")


def _share_other(params: Params, look: Look) -> Iterator[Action]:
    """Shares the older file under the name of the one that is meant."""
    yield from open_folder(look, "Documents")
    yield from _share_one(look, f"old_{params.file}")
    yield from replace_text(look, "Document title", params.file)
    yield tap(look, text="Save", role="button")


TO_DRIVE = SubTask(
    name="files.to_drive",
    device="android",
    app="files",
    says="share the file {file} among the phone's documents from the Files app to Drive",
    steps="on the phone, open Files, open Internal storage and Documents, long-press the file {file}, tap Share "
    "and Drive, and tap Save",
    refers="the file {file} that you share from the phone's documents to Drive",
    inputs={"file": replace(drive_file("roster_58"), type="choice")},
    output="drive_file",
    produce=lambda params: str(params.file),
    account=("drive",),
    setup=_two_documents,
    checkpoints=_shared,
    oracle={"files_open": _open, "shared": _share},
    footprint=lambda params: may_add_to_drive(params.file),
    alternatives={"searched": _share_found, "second_try": _share_second_try},
    near_misses={"older_file": _share_other, "not_saved": _not_saved},
    tags=("files", "drive"),
)
