"""Files: evaluators and setups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from crab_gym.backends.base import DesktopState
from crab_gym.task.types import states
from crab_sim.documents import fits_name
from crab_tasks.kits.compare import MAX_FILES, digest, digits, same_copy
from crab_tasks.kits.state import State

__all__ = [
    "HOME", "copied_into", "file_deleted", "file_exists", "file_has_digest", "file_holds", "file_is",
    "file_is_edited", "file_lines_are", "file_lists", "file_says", "file_states", "files_copied", "folder_exists",
    "folder_names_are", "numbers_in_file", "read_as_named", "restored", "trashed",
]  # fmt: skip

HOME = "/home/user"
"""The desktop's home folder."""
_TEMPORARY = ("/tmp", "/var/tmp")


def read_as_named(state: State, path: str) -> bytes | None:
    """Returns a file's content; None where there is no file, or one of another format than its name promises."""
    data = state.ubuntu.read_file(path)
    return data if fits_name(data, path) else None


def folder_exists(state: State, path: str) -> bool:
    """The folder is there."""
    return state.ubuntu.is_dir(path)


def file_exists(state: State, path: str) -> bool:
    """The path is there and isn't a folder."""
    desktop = state.ubuntu
    return desktop.exists(path) and not desktop.is_dir(path)


def file_deleted(state: State, path: str, content: str) -> bool:
    """Nothing is at the path, and no other file has all of its content in it, but for those in the trash.

    Temporary and hidden folders are looked into as well: a file that was moved there isn't deleted.

    Args:
        state: The devices' states.
        path: The file's path.
        content: Its text; its longest line is one that other files don't have.
    """
    desktop = state.ubuntu
    if desktop.exists(path):
        return False
    line = max(content.splitlines(), key=len)
    found = desktop.files_with(line, (desktop.home, *_TEMPORARY))
    trash = f"{desktop.home}/.local/share/Trash/"
    kept, others = content.strip().encode(), [one for one in found if not one.startswith(trash)]
    return not any(kept in (desktop.read_file(one) or b"") for one in others)


def _lines(state: State, path: str) -> list[str]:
    """Returns a file's lines without trailing blanks and blank lines at its end; none where there is no file."""
    text = state.ubuntu.read_text(path)
    if text is None:
        return []
    return [line.rstrip() for line in text.rstrip().split("\n")]


def file_is(state: State, path: str, lines: Sequence[str]) -> bool:
    """The file holds exactly these lines, apart from blanks at their ends and blank lines at its end."""
    return _lines(state, path) == list(lines)


def file_is_edited(state: State, path: str, lines: Sequence[str]) -> bool:
    """The file, which was there before, holds exactly these lines with their blanks, apart from empty ones at its end.

    The kind of its line endings doesn't count.
    """
    text = state.ubuntu.read_text(path)
    return text is not None and text.replace("\r\n", "\n").rstrip("\n").split("\n") == list(lines)


def file_lists(state: State, path: str, things: Sequence[str]) -> bool:
    """The file names these things, one on each line, in their order and in capital or small letters."""
    return [line.casefold() for line in _lines(state, path)] == [thing.casefold() for thing in things]


def file_lines_are(state: State, path: str, lines: Sequence[str]) -> bool:
    """The file holds exactly these lines, in any order."""
    return sorted(_lines(state, path)) == sorted(lines)


def file_holds(state: State, path: str, lines: Sequence[str]) -> bool:
    """The desktop's file has each of these lines, perhaps among others, apart from blanks around them."""
    text = state.ubuntu.read_text(path)
    return text is not None and set(lines) <= {line.strip() for line in text.splitlines()}


def file_states(state: State, path: str, label: str, value: int) -> bool:
    """Exactly one of the file's lines begins with the label, and it gives the value: a list of guesses doesn't."""
    return [line for line in _lines(state, path) if line.startswith(label)] == [f"{label} {value}"]


def file_says(state: State, path: str, kind: str, value: str | int) -> bool:
    """The file is one line that is a value and nothing else; a full stop behind a web address would belong to it.

    Args:
        state: The devices' states.
        path: The file's path.
        kind: The value's type.
        value: The value.
    """
    lines = _lines(state, path)
    return len(lines) == 1 and states(kind, lines[0], value) and not (kind == "url" and lines[0].endswith("."))


def numbers_in_file(state: State, path: str, numbers: Sequence[str]) -> bool:
    """The desktop's file has these telephone numbers, one per line, in this order, however they are grouped."""
    lines = _lines(state, path)
    bare = all(re.fullmatch(r"\(?\+?\(?\d[\d ().\-/]*(?<=[\d)])", line.strip()) for line in lines)
    return bare and [digits(line) for line in lines] == [digits(number) for number in numbers]


def file_has_digest(state: State, path: str, content: str) -> bool:
    """The file holds the bytes that have this `digest`."""
    data = state.ubuntu.read_file(path)
    return data is not None and digest(data) == content


def files_copied(state: State, source: str, target: str, names: Sequence[str]) -> bool:
    """The target holds copies of these files of the source and nothing else, and the source still has them."""
    desktop = state.ubuntu
    if desktop.list_dir(target) != tuple(sorted(names)):
        return False
    for name in names:
        original = desktop.read_file(f"{source}/{name}")
        if original is None or desktop.read_file(f"{target}/{name}") != original:
            return False
    return True


def folder_names_are(state: State, path: str, names: Sequence[str]) -> bool:
    """The folder is there and holds exactly these names."""
    desktop = state.ubuntu
    return desktop.is_dir(path) and desktop.list_dir(path) == tuple(sorted(names))


def trashed(state: State, path: str, content: str = "") -> bool:
    """The file from this path is in the trash, with this `digest` if one is given, and nothing is at the path now."""
    desktop = state.ubuntu
    if desktop.exists(path):
        return False
    trash = f"{desktop.home}/.local/share/Trash"
    for name in desktop.list_dir(f"{trash}/info")[:MAX_FILES]:
        if _trashed_from(desktop, f"{trash}/info/{name}") != path:
            continue
        held = f"{trash}/files/{name.removesuffix('.trashinfo')}"
        if not content:
            if desktop.exists(held):
                return True
        elif (data := desktop.read_file(held)) is not None and digest(data) == content:
            return True
    return False


def restored(state: State, path: str, content: bytes) -> bool:
    """The file at the path has this content, as `same_copy` compares it, and the trash has none that was there."""
    desktop = state.ubuntu
    notes = f"{desktop.home}/.local/share/Trash/info"
    left = any(_trashed_from(desktop, f"{notes}/{name}") == path for name in desktop.list_dir(notes)[:MAX_FILES])
    return not left and same_copy(desktop.read_file(path), content)


def _trashed_from(desktop: DesktopState, note: str) -> str:
    """Returns the former path of a file in the trash, given its note (freedesktop.org's Trash specification)."""
    lines = (desktop.read_text(note) or "").splitlines()
    return next((unquote(line.removeprefix("Path=")) for line in lines if line.startswith("Path=")), "")


def copied_into(state: State, file: str, folder: str) -> bool:
    """The file is still there, and so is a copy of its name in the folder."""
    desktop = state.ubuntu
    return same_copy(desktop.read_file(file), desktop.read_file(f"{folder}/{file.rpartition('/')[2]}"))
