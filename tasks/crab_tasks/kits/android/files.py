"""Files: evaluators of the phone's shared storage, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.backends.base import StateReader
from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.compare import MAX_FILES, digest
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["STORAGE", "deleted", "folder_holds", "folder_is", "is_folder", "moved", "open_folder", "text_is"]

STORAGE = "/storage/emulated/0"
"""The phone's shared storage."""


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
        other for other in phone.sized_files(STORAGE, size) if not other.rpartition("/")[2].startswith(".trashed-")
    ]
    return not any(digest(phone.read_file(other) or b"") == content for other in kept_ones)


def open_folder(look: Look, *names: str) -> Iterator[Action]:
    """Opens a folder of the phone's storage in Files, by the names on the way down to it."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    for name in names:
        yield from scroll_to(look, name)
        yield tap(look, text=name, role="list_item")
