"""Markdown: setups, evaluators and moves for the app's files as such: making, renaming, moving, deleting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.files import text_is
from crab_tasks.kits.android.pages import replace_text, scroll_to
from crab_tasks.kits.android.storage.markdown import HOME, open_home
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import State

__all__ = [
    "at_most_files", "delete_files", "file_there", "files_gone", "fill_home", "go_home", "make_folder", "move_file",
    "moved_to", "open_file", "rename_file", "retype_file", "row_begins", "select_files", "table_begins",
    "table_is", "write_above", "write_below",
]  # fmt: skip


def fill_home(phone: Setup, files: Mapping[str, str], folders: Sequence[str] = ()) -> None:
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


def file_there(state: State, answer: str | None, path: str) -> bool:
    """The path is there, and no folder."""
    return state["android"].exists(path) and not state["android"].is_dir(path)


def files_gone(state: State, answer: str | None, paths: Sequence[str], kept: Sequence[str]) -> bool:
    """Nothing is at some paths, and others are still there."""
    phone = state["android"]
    return not any(phone.exists(path) for path in paths) and all(phone.exists(path) for path in kept)


def at_most_files(state: State, answer: str | None, folder: str, most: int) -> bool:
    """The folder is there and has at most so many files and folders; hidden ones don't count."""
    phone = state["android"]
    return phone.is_dir(folder) and sum(not name.startswith(".") for name in phone.list_dir(folder)) <= most


def moved_to(state: State, answer: str | None, path: str, lines: Sequence[str], before: Sequence[str]) -> bool:
    """The file has these lines, and nothing is at the paths where it was before.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The file's new path.
        lines: Its lines.
        before: Paths at which it was.
    """
    return not any(state["android"].exists(old) for old in before) and text_is(state, answer, (path,), lines)


def go_home(look: Look) -> Iterator[Action]:
    """Opens the app's folder, unless it is on the screen."""
    shown = has(look, "android", rid="fab_add_new_item") and has(look, "android", "Markdown", role="text")
    if not shown:
        yield from open_home(look)


def _rows(state: State, path: str) -> list[tuple[str, ...]]:
    """Returns the cells of a file's lines that aren't empty, without blanks around them, in small letters."""
    lines = (state["android"].read_text(path) or "").splitlines()
    return [tuple(cell.strip().casefold() for cell in line.split(",")) for line in lines if line.strip()]


def _plain_rows(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [tuple(cell.casefold() for cell in row) for row in rows]


def table_begins(state: State, answer: str | None, path: str, rows: Sequence[Sequence[str]]) -> bool:
    """A file's first lines are these cells, separated by commas."""
    return _rows(state, path)[: len(rows)] == _plain_rows(rows)


def row_begins(state: State, answer: str | None, path: str, cells: Sequence[str]) -> bool:
    """A file's first line begins with these cells, separated by commas."""
    rows = _rows(state, path)
    return bool(rows) and [rows[0][: len(cells)]] == _plain_rows([cells])


def table_is(state: State, answer: str | None, path: str, rows: Sequence[Sequence[str]]) -> bool:
    """A file's lines are these cells, separated by commas, and nothing else."""
    return _rows(state, path) == _plain_rows(rows)


def open_file(look: Look, path: str) -> Iterator[Action]:
    """Opens a file, given by its path below the app's folder."""
    yield from go_home(look)
    for part in path.split("/"):
        yield from scroll_to(look, part)
        yield tap(look, text=part, role="list_item")


def write_below(look: Look, path: str, text: str) -> Iterator[Action]:
    """Writes below a file's last line, where its page begins, and saves it."""
    yield from open_file(look, path)
    yield action("android", "write_text", text=text)
    yield tap(look, description="Save")


def write_above(look: Look, path: str, text: str, lines: int = 2) -> Iterator[Action]:
    """Writes above a file's first line, and saves it.

    Args:
        look: Shows the screens.
        path: The file's path below the app's folder.
        text: The text, with its line ends.
        lines: The number of lines that the file has at most.
    """
    yield from open_file(look, path)
    for _ in range(lines):
        yield action("android", "press", key="up")
    yield action("android", "write_text", text=text)
    yield tap(look, description="Save")


def retype_file(look: Look, path: str, text: str) -> Iterator[Action]:
    """Replaces a file's text, and saves it."""
    yield from open_file(look, path)
    yield from replace_text(look, "Write here", text)
    yield tap(look, description="Save")


def make_folder(look: Look, name: str) -> Iterator[Action]:
    """Makes a folder in the app's folder."""
    yield from go_home(look)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=name)
    yield tap(look, text="Folder", role="button")


def select_files(look: Look, names: Sequence[str]) -> Iterator[Action]:
    """Selects files of the folder that is shown."""
    for i, name in enumerate(names):
        yield from scroll_to(look, name)
        yield tap(look, text=name, role="list_item") if i else hold(look, name, role="list_item")


def delete_files(look: Look, names: Sequence[str]) -> Iterator[Action]:
    """Deletes files of the app's folder."""
    yield from go_home(look)
    yield from select_files(look, names)
    yield tap(look, description="Delete")
    yield tap(look, text="OK", role="button")


def rename_file(look: Look, old: str, new: str) -> Iterator[Action]:
    """Renames a file of the app's folder."""
    yield from go_home(look)
    yield from select_files(look, [old])
    yield tap(look, description="Rename")
    yield action("android", "write_text", text=new)
    yield tap(look, text="OK", role="button")


def move_file(look: Look, source: str, name: str, target: str) -> Iterator[Action]:
    """Moves a file from one folder of the app's into another.

    Args:
        look: Shows the screens.
        source: The folder in which it is; "" for the app's folder itself.
        name: The file's name.
        target: The folder to which it goes.
    """
    yield from go_home(look)
    if source:
        yield from scroll_to(look, source)
        yield tap(look, text=source, role="list_item")
    yield from select_files(look, [name])
    yield tap(look, description="Move")
    if source:
        yield tap(look, text="..")
    yield from scroll_to(look, target)
    yield tap(look, text=target)
    yield tap(look, text="Select", role="button")
