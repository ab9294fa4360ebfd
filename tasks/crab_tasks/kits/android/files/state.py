"""Files: evaluators and setups."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from crab_gym.backends.base import PhoneSetup, PhoneState
from crab_gym.task.types import Value, states
from crab_tasks.kits.account import content_in_drive
from crab_tasks.kits.compare import MAX_FILES, digest, same_content
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.archive_manager.state import zip_entries

__all__ = [
    "STORAGE", "age_of", "deleted", "document_shared", "file_at", "file_of_address", "file_seen", "folder_holds",
    "folder_is", "folder_marked", "folder_named", "folder_packed", "is_folder", "moved", "text_is", "texts_in",
]  # fmt: skip

STORAGE = "/storage/emulated/0"
"""The phone's shared storage."""
_BIN = f"{STORAGE}/DCIM/.trash"
"""Where the gallery keeps what was deleted."""


def _contents(phone: PhoneState, folder: str) -> list[str]:
    """Returns the digests of a folder's first files, sorted; a folder in it counts as an empty text."""
    # One after the other: together they may be larger than this process's memory.
    found = (phone.read_file(f"{folder}/{name}") for name in phone.list_dir(folder)[:MAX_FILES])
    return sorted("" if data is None else digest(data) for data in found)


def is_folder(state: State, path: str) -> bool:
    """The folder is there."""
    return state.android.is_dir(path)


def text_is(state: State, paths: Sequence[str], lines: Sequence[str]) -> bool:
    """Exactly one of the paths is there, and it holds these lines, apart from blanks at their ends and its end.

    Args:
        state: The devices' states.
        paths: The paths that the file may have.
        lines: Its lines.
    """
    found = [text for path in paths if (text := state.android.read_text(path)) is not None]
    return len(found) == 1 and [line.rstrip() for line in found[0].rstrip().split("\n")] == list(lines)


def moved(state: State, path: str, lines: Sequence[str], before: Sequence[str]) -> bool:
    """The file has these lines and is alone in its folder, and nothing is at the paths where it was before.

    Args:
        state: The devices' states.
        path: The file's new path.
        lines: Its lines.
        before: Paths at which it was or may have been.
    """
    phone, (folder, _, name) = state.android, path.rpartition("/")
    return (
        phone.list_dir(folder) == (name,)
        and text_is(state, (path,), lines)
        and not any(phone.exists(old) for old in before)
    )


def folder_holds(state: State, path: str, digests: Sequence[str]) -> bool:
    """The folder has files of these contents, under any names, perhaps among others.

    Args:
        state: The devices' states.
        path: The folder.
        digests: The files' digests.
    """
    phone = state.android
    return len(phone.list_dir(path)) >= len(digests) and set(digests) <= set(_contents(phone, path))


def folder_is(state: State, path: str, digests: Sequence[str], without: Sequence[str], kept: Sequence[str]) -> bool:
    """The folder has files of these contents and nothing else; some paths are empty, and others are there.

    Args:
        state: The devices' states.
        path: The folder.
        digests: The files' digests.
        without: Paths that must be empty.
        kept: Paths that must still be there.
    """
    phone = state.android
    return (
        len(phone.list_dir(path)) == len(digests)
        and not any(phone.exists(old) for old in without)
        and all(phone.exists(other) for other in kept)
        and _contents(phone, path) == sorted(digests)
    )


def deleted(state: State, path: str, size: int, content: str, kept: str) -> bool:
    """Nothing is at the path, another is still there, and no file elsewhere has the content, but for the trash's.

    Args:
        state: The devices' states.
        path: The picture's path before.
        size: Its size in bytes.
        content: Its digest.
        kept: A path that must still be there.
    """
    phone = state.android
    if phone.exists(path) or not phone.exists(kept):
        return False
    kept_ones = [
        other
        for other in phone.sized_files(STORAGE, size)
        if not other.rpartition("/")[2].startswith(".trashed-") and not other.startswith(f"{_BIN}/")
    ]
    return not any(digest(phone.read_file(other) or b"") == content for other in kept_ones)


def file_seen(state: State, name: str) -> bool:
    """A file's name is on the screen, in Files or as the end of what the gallery says of a picture."""
    return any(name in (one.text, one.description.rpartition(", ")[2]) for one in state.android.elements())


def file_at(state: State, path: str, content: str, without: Sequence[str] = ()) -> bool:
    """The file is at its path with its content, and nothing is at some other paths.

    Args:
        state: The devices' states.
        path: The file's path.
        content: The digest of its content.
        without: Paths that must be empty.
    """
    phone = state.android
    data = phone.read_file(path)
    return data is not None and digest(data) == content and not any(phone.exists(other) for other in without)


def folder_packed(state: State, folder: str, archive: str) -> bool:
    """The .zip file holds the folder with copies of its files, of which there are some, and nothing else."""
    phone, name = state.android, folder.rpartition("/")[2]
    files = {f"{name}/{each}": phone.read_file(f"{folder}/{each}") for each in phone.list_dir(folder)[:MAX_FILES]}
    return bool(files) and zip_entries(phone.read_file(archive)) == files


def texts_in(state: State, folder: str, texts: Mapping[str, str]) -> bool:
    """The folder holds exactly these texts by their names, as `same_content` compares them."""
    phone = state.android
    return sorted(phone.list_dir(folder)) == sorted(texts) and all(
        same_content(phone.read_file(f"{folder}/{name}"), text.encode()) for name, text in texts.items()
    )


def folder_marked(state: State, path: str) -> bool:
    """The folder is a favourite of the Files app, once."""
    rows = state.android.facts()["state"].rows.values()
    return [row["value"] for row in rows if row["slice"] == "files_favourites"].count(path) == 1


def file_of_address(state: State, address: str) -> str:
    """Returns the path of the sound that an address of the media provider stands for; "" if there is none."""
    known = re.fullmatch(r"content://(?:0@)?media/external/(?:audio/media|file)/(\d+)", address)
    if known is None:
        return ""
    query = ["content", "query", "--uri", "content://media/external/file", "--projection", "_id:_data"]
    rows = state.android.run([*query, "--where", f"_id={known[1]}"]).stdout.splitlines()
    return rows[0].partition("_data=")[2] if len(rows) == 1 else ""


def folder_named(state: State, parent: str, kind: str, value: Value) -> bool:
    """One thing in a folder has a value as its name, and it is an empty folder.

    Args:
        state: The devices' states.
        parent: The folder.
        kind: The value's type.
        value: The value.
    """
    phone = state.android
    named = [f"{parent}/{name}" for name in phone.list_dir(parent) if states(kind, name, value)]
    return len(named) == 1 and phone.is_dir(named[0]) and not phone.list_dir(named[0])


def age_of(phone: PhoneSetup, iso: str, hour: int) -> float:
    """Returns how many seconds ago a day's hour was."""
    return phone.now() - datetime.fromisoformat(iso).replace(tzinfo=UTC, hour=hour).timestamp()


def document_shared(state: State, path: str) -> bool:
    """Drive has one file of the name of a file on the phone, with its content."""
    content = content_in_drive(state, path.rpartition("/")[2])
    return content is not None and state.android.read_file(path) == content
