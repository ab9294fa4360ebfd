"""Files: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import has
from crab_tasks.kits.ubuntu.windows import click_soon, start, wait_for

__all__ = ["open_folder", "rename_file", "select_file", "trash_file"]

_SCROLLS = 6
_TRIES = 3


def open_folder(look: Look, path: str) -> Iterator[Action]:
    """Shows a folder in Files."""
    yield from start("Files")
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "write_text", text=f"{path}\n")


def select_file(look: Look, name: str) -> Iterator[Action]:
    """Clicks a file in the folder that Files shows, which is scrolled down to it."""
    yield from wait_for(look, role="cell")
    for _ in range(_SCROLLS):
        if has(look, "ubuntu", text=name):
            break
        cells = [element for element in look("ubuntu") if element.role == "cell"]
        x, y = cells[0].center
        yield action("ubuntu", "scroll", x=x, y=y, direction="down", amount=5)
    yield from click_soon(look, text=name)


def rename_file(look: Look, folder: str, name: str, new: str) -> Iterator[Action]:
    """Renames a file in Files.

    Args:
        look: Shows the screens.
        folder: Path of its folder.
        name: Its name.
        new: Its new name.
    """
    yield from open_folder(look, folder)
    yield from select_file(look, name)
    yield action("ubuntu", "press", key="f2")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{new}\n")


def trash_file(look: Look, folder: str, name: str) -> Iterator[Action]:
    """Moves a file to the trash in Files.

    A folder that Files has just opened may lose its selection once more while Files still reads it. So a file that is
    still there a second after it was deleted is deleted again.
    """
    yield from open_folder(look, folder)
    yield from wait_for(look, text=name)
    for _ in range(_TRIES):
        yield from click_soon(look, text=name)
        yield action("ubuntu", "press", key="delete")
        if has(look, "ubuntu", text=name):
            yield action("root", "wait", seconds=1)
        if not has(look, "ubuntu", text=name):
            return
