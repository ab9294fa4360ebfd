"""Markdown: moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import at_root, replace_text, scroll_to
from crab_tasks.kits.moves import has, hold, tap

__all__ = [
    "delete_files", "go_home", "make_folder", "move_file", "open_file", "open_home", "rename_file", "retype_file",
    "select_files", "type_file", "write_above", "write_below",
]  # fmt: skip


def open_home(look: Look) -> Iterator[Action]:
    """Opens the app's folder."""
    yield from at_root(look, "Markdown", "Markdown", role="text")


def type_file(look: Look, name: str, text: str) -> Iterator[Action]:
    """Makes a file, types a text into it, and leaves its page open."""
    yield from open_home(look)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=name)
    yield tap(look, text="OK", role="button")
    yield action("android", "write_text", text=text)


def go_home(look: Look) -> Iterator[Action]:
    """Opens the app's folder, unless it is on the screen."""
    shown = has(look, "android", rid="fab_add_new_item") and has(look, "android", "Markdown", role="text")
    if not shown:
        yield from open_home(look)


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
