"""Files: evaluators of the phone's shared storage, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup, StateReader
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import Value, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.compare import MAX_FILES, digest
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import date_ahead, phrase

__all__ = [
    "ADD_FOLDER", "ONLY_FILE", "STORAGE", "deleted", "file_at", "file_seen", "folder_holds", "folder_is",
    "folder_named", "is_folder", "moved", "open_folder", "text_is",
]  # fmt: skip

STORAGE = "/storage/emulated/0"
"""The phone's shared storage."""
_BIN = f"{STORAGE}/DCIM/.trash"
"""Where the gallery keeps what was deleted."""


def _contents(phone: StateReader, folder: str) -> list[str]:
    """Returns the digests of a folder's first files, sorted; a folder in it counts as an empty text."""
    # One after the other: together they may be larger than this process's memory.
    found = (phone.read_file(f"{folder}/{name}") for name in phone.list_dir(folder)[:MAX_FILES])
    return sorted("" if data is None else digest(data) for data in found)


def is_folder(state: State, answer: str | None, path: str) -> bool:
    """The folder is there."""
    return state["android"].is_dir(path)


def text_is(state: State, answer: str | None, paths: Sequence[str], lines: Sequence[str]) -> bool:
    """Exactly one of the paths is there, and it holds these lines, apart from blanks at their ends and its end.

    Args:
        state: The devices' states.
        answer: Not used.
        paths: The paths that the file may have.
        lines: Its lines.
    """
    found = [text for path in paths if (text := state["android"].read_text(path)) is not None]
    return len(found) == 1 and [line.rstrip() for line in found[0].rstrip().split("\n")] == list(lines)


def moved(state: State, answer: str | None, path: str, lines: Sequence[str], before: Sequence[str]) -> bool:
    """The file has these lines and is alone in its folder, and nothing is at the paths where it was before.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The file's new path.
        lines: Its lines.
        before: Paths at which it was or may have been.
    """
    phone, (folder, _, name) = state["android"], path.rpartition("/")
    return (
        phone.list_dir(folder) == (name,)
        and text_is(state, answer, (path,), lines)
        and not any(phone.exists(old) for old in before)
    )


def folder_holds(state: State, answer: str | None, path: str, digests: Sequence[str]) -> bool:
    """The folder has files of these contents, under any names, perhaps among others.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The folder.
        digests: The files' digests.
    """
    phone = state["android"]
    return len(phone.list_dir(path)) >= len(digests) and set(digests) <= set(_contents(phone, path))


def folder_is(
    state: State, answer: str | None, path: str, digests: Sequence[str], without: Sequence[str], kept: Sequence[str]
) -> bool:
    """The folder has files of these contents and nothing else; some paths are empty, and others are there.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The folder.
        digests: The files' digests.
        without: Paths that must be empty.
        kept: Paths that must still be there.
    """
    phone = state["android"]
    return (
        len(phone.list_dir(path)) == len(digests)
        and not any(phone.exists(old) for old in without)
        and all(phone.exists(other) for other in kept)
        and _contents(phone, path) == sorted(digests)
    )


def deleted(state: State, answer: str | None, path: str, size: int, content: str, kept: str) -> bool:
    """Nothing is at the path, another is still there, and no file elsewhere has the content, but for the trash's.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path before.
        size: Its size in bytes.
        content: Its digest.
        kept: A path that must still be there.
    """
    phone = state["android"]
    if phone.exists(path) or not phone.exists(kept):
        return False
    kept_ones = [
        other
        for other in phone.sized_files(STORAGE, size)
        if not other.rpartition("/")[2].startswith(".trashed-") and not other.startswith(f"{_BIN}/")
    ]
    return not any(digest(phone.read_file(other) or b"") == content for other in kept_ones)


def file_seen(state: State, answer: str | None, name: str) -> bool:
    """A file's name is on the screen, in Files or as the end of what the gallery says of a picture."""
    return any(name in (one.text, one.description.rpartition(", ")[2]) for one in state["android"].elements())


def file_at(state: State, answer: str | None, path: str, content: str, without: Sequence[str] = ()) -> bool:
    """The file is at its path with its content, and nothing is at some other paths.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The file's path.
        content: The digest of its content.
        without: Paths that must be empty.
    """
    phone = state["android"]
    data = phone.read_file(path)
    return data is not None and digest(data) == content and not any(phone.exists(other) for other in without)


def folder_named(state: State, answer: str | None, parent: str, kind: str, value: Value) -> bool:
    """One thing in a folder has a value as its name, and it is an empty folder.

    Args:
        state: The devices' states.
        answer: Not used.
        parent: The folder.
        kind: The value's type.
        value: The value.
    """
    phone = state["android"]
    named = [f"{parent}/{name}" for name in phone.list_dir(parent) if states(kind, name, value)]
    return len(named) == 1 and phone.is_dir(named[0]) and not phone.list_dir(named[0])


def open_folder(look: Look, *names: str) -> Iterator[Action]:
    """Opens a folder of the phone's storage in Files, by the names on the way down to it."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    for name in names:
        yield from scroll_to(look, name)
        yield tap(look, text=name, role="list_item")


_DOCUMENTS, _DOWNLOADS = f"{STORAGE}/Documents", f"{STORAGE}/Download"


def _files_open(params: Params) -> Sequence[Checkpoint]:
    """Files is in front."""
    front = {"device": "android", "app": "files"}
    return [Checkpoint("files_open", "android", "files", app_in_front, front, hold=False)]


def _one_file(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The folder with its only file, and one whose name begins like its own with another file."""
    phone = devices["android"]
    for folder, name in ((params.folder, params.file), (f"{params.folder} 2", params.other)):
        phone.remove(f"{_DOCUMENTS}/{folder}")
        phone.write_file(f"{_DOCUMENTS}/{folder}/{name}", f"{name}\n")


def _see_folder(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder."""
    yield from open_folder(look, "Documents", params.folder)


def _see_larger(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, shows its file in a grid, and goes back to the list."""
    yield from _see_folder(params, look)
    for view in ("Grid view", "List view"):
        yield tap(look, description="More options")
        yield tap(look, text=view)


def _see_selected(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, selects its file, and cancels the selection."""
    yield from _see_folder(params, look)
    yield hold(look, params.file)
    yield tap(look, description="Cancel selection")


_ABOUT = ("harbour", "orchard", "castle", "island", "garden", "station", "valley", "summit")
_PAPERS = ("invoice.txt", "permit.txt", "timetable.txt", "lease.txt", "receipt.txt", "map.txt")

ONLY_FILE = SubTask(
    name="files.only_file",
    device="android",
    app="files",
    says="look up the name of the only file in the folder {folder} among the phone's documents",
    steps="on the phone, open Files, open Internal storage, Documents and {folder}, and read the name of the only file "
    "there",
    refers="the name of the only file in the phone's folder {folder}",
    inputs={"folder": choice(("Receipts", "Contracts", "Schedules", "Permits", "Letters"))},
    hidden={"file": phrase(_ABOUT, _PAPERS, "castle lease.txt"), "other": phrase(_ABOUT, _PAPERS, "valley permit.txt")},
    output="line",
    called="file name",
    produce=lambda params: str(params.file),
    setup=_one_file,
    checkpoints=_files_open,
    oracle={"files_open": _see_folder},
    alternatives={"larger": _see_larger, "selected": _see_selected},
    backends=("sim", "adb"),
    tags=("files",),
)


def _no_folder(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes what has the folder's name."""
    phone = devices["android"]
    for name in phone.list_dir(_DOWNLOADS):
        if states(params.kinds["date"], name, params.date):
            phone.remove(f"{_DOWNLOADS}/{name}")


def _folder_made(params: Params) -> Sequence[Checkpoint]:
    """Files; then the folder."""
    right = {"parent": _DOWNLOADS, "kind": params.kinds["date"], "value": params.date}
    return [
        *_files_open(params),
        Checkpoint("folder_made", "android", "files", folder_named, right, after=("files_open",)),
    ]


def _may_make(params: Params) -> Footprint:
    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == _DOWNLOADS and states(params.kinds["date"], name, params.date)

    return [may_add("android", "file", most=1, kind="folder", path=right)]


def _open_files(params: Params, look: Look) -> Iterator[Action]:
    yield from at_root(look, "Files", description="Show roots")


def _type_name(look: Look, folder: str, name: str) -> Iterator[Action]:
    """Types the name of a new folder in a folder into the dialog."""
    yield from open_folder(look, folder)
    yield tap(look, description="More options")
    yield tap(look, text="New folder")
    yield action("android", "write_text", text=name)


def _make_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, "Download", typed("date", params.date))
    yield tap(look, text="Create", role="button")


def _make_with_digits(params: Params, look: Look) -> Iterator[Action]:
    """Writes the date with digits only, and presses Enter."""
    yield from _type_name(look, "Download", params.date)
    yield action("android", "press", key="enter")


def _make_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Makes a folder with another name, and renames it."""
    yield from _type_name(look, "Download", "New things")
    yield tap(look, text="Create", role="button")
    yield from open_folder(look, "Download")
    yield from scroll_to(look, "New things")
    yield hold(look, "New things")
    yield tap(look, description="More options")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=typed("date", params.date))
    yield tap(look, text="OK", role="button")


def _make_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder among the documents."""
    yield from _type_name(look, "Documents", typed("date", params.date))
    yield tap(look, text="Create", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, "Download", typed("date", params.date))
    yield tap(look, text="Cancel", role="button")


ADD_FOLDER = SubTask(
    name="files.add_folder",
    device="android",
    app="files",
    says="make a new folder in the phone's folder Download, with {date} as its name",
    steps="on the phone, open Files, open Internal storage and Download, tap More options and New folder, type {date} "
    "as the name and tap Create",
    inputs={"date": date_ahead("2026-12-03")},
    setup=_no_folder,
    checkpoints=_folder_made,
    oracle={"files_open": _open_files, "folder_made": _make_folder},
    footprint=_may_make,
    alternatives={"with_digits": _make_with_digits, "renamed": _make_and_rename},
    near_misses={"elsewhere": _make_elsewhere, "only_typed": _only_typed},
    backends=("sim", "adb"),
    tags=("files",),
)
