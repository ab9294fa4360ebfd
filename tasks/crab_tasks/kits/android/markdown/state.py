"""Markdown: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.android.files.state import STORAGE, text_is
from crab_tasks.kits.state import State

__all__ = [
    "HOME", "at_most_files", "file_there", "files_gone", "fill_home", "line_appended", "moved_to", "row_begins",
    "table_begins", "table_is", "text_is_value",
]  # fmt: skip

HOME = f"{STORAGE}/Documents/Markor"
"""The app's folder."""


def text_is_value(state: State, path: str, kind: str, value: Value) -> bool:
    """The file's text is a value and nothing else.

    Args:
        state: The devices' states.
        path: The file.
        kind: The value's type.
        value: The value.
    """
    text = state.android.read_text(path)
    return text is not None and states(kind, text, value)


def fill_home(phone: PhoneSetup, files: Mapping[str, str], folders: Sequence[str] = ()) -> None:
    """Replaces everything in the app's folder.

    Args:
        phone: The phone.
        files: Texts by the files' paths below the app's folder, in the order in which they were changed, the last one
            half an hour ago.
        folders: Other folders.
    """
    for name in phone.list_dir(HOME):
        phone.remove(f"{HOME}/{name}")
    phone.make_dir(HOME)
    for folder in folders:
        phone.make_dir(f"{HOME}/{folder}")
    for i, (name, text) in enumerate(reversed(list(files.items()))):
        phone.write_old_file(f"{HOME}/{name}", f"{text}\n", 1800.0 + i * i * 7000.0)


def file_there(state: State, path: str) -> bool:
    """The path is there, and no folder."""
    return state.android.exists(path) and not state.android.is_dir(path)


def files_gone(state: State, paths: Sequence[str], kept: Sequence[str]) -> bool:
    """Nothing is at some paths, and others are still there."""
    phone = state.android
    return not any(phone.exists(path) for path in paths) and all(phone.exists(path) for path in kept)


def at_most_files(state: State, folder: str, most: int) -> bool:
    """The folder is there and has at most so many files and folders; hidden ones don't count."""
    phone = state.android
    return phone.is_dir(folder) and sum(not name.startswith(".") for name in phone.list_dir(folder)) <= most


def moved_to(state: State, path: str, lines: Sequence[str], before: Sequence[str]) -> bool:
    """The file has these lines, and nothing is at the paths where it was before.

    Args:
        state: The devices' states.
        path: The file's new path.
        lines: Its lines.
        before: Paths at which it was.
    """
    return not any(state.android.exists(old) for old in before) and text_is(state, (path,), lines)


def _rows(state: State, path: str) -> list[tuple[str, ...]]:
    """Returns the cells of a file's lines that aren't empty, without blanks around them."""
    lines = (state.android.read_text(path) or "").splitlines()
    return [tuple(cell.strip() for cell in line.split(",")) for line in lines if line.strip()]


def _plain_rows(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [tuple(row) for row in rows]


def table_begins(state: State, path: str, rows: Sequence[Sequence[str]]) -> bool:
    """A file's first lines are these cells, separated by commas."""
    return _rows(state, path)[: len(rows)] == _plain_rows(rows)


def row_begins(state: State, path: str, cells: Sequence[str]) -> bool:
    """A file's first line begins with these cells, separated by commas."""
    rows = _rows(state, path)
    return bool(rows) and [rows[0][: len(cells)]] == _plain_rows([cells])


def table_is(state: State, path: str, rows: Sequence[Sequence[str]]) -> bool:
    """A file's lines are these cells, separated by commas, and nothing else."""
    return _rows(state, path) == _plain_rows(rows)


def line_appended(state: State, path: str, lines: Sequence[str], kind: str, value: Value) -> bool:
    """The file has these lines and then one that is a value; empty lines and blanks at the ends don't count.

    Args:
        state: The devices' states.
        path: The file.
        lines: The lines that it had before.
        kind: The value's type.
        value: The value.
    """
    found = [line.strip() for line in (state.android.read_text(path) or "").splitlines() if line.strip()]
    return found[:-1] == list(lines) and bool(found) and states(kind, found[-1], value)
