"""Flows in the desktop's own programs, the same on the simulated and on the real desktop."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.oracles import click, has

__all__ = [
    "edit_with_vim",
    "open_folder",
    "open_in_editor",
    "rename_file",
    "rewrite_with_editor",
    "start",
    "trash_file",
]

_LOOKS = 10
_TRIES = 3


def start(name: str) -> Iterator[Action]:
    """Starts a program of the desktop, or brings it to the front, by searching for it."""
    yield action("ubuntu", "search_app", name=name)
    yield action("ubuntu", "press", key="enter")


def wait_for(look: Look, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Waits, a second at a time, until an element is on the desktop's screen."""
    for _ in range(_LOOKS):
        if has(look, "ubuntu", text, description, role=role):
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck(f"no element {text or description or role!r} came up on the desktop")


def wait_until_gone(look: Look, text: str) -> Iterator[Action]:
    """Waits, a second at a time, until no element has this text any more on the desktop's screen."""
    for _ in range(_LOOKS):
        if not has(look, "ubuntu", text):
            return
        yield action("root", "wait", seconds=1)
    raise OracleStuck(f"the element {text!r} did not go away")


def open_folder(look: Look, path: str) -> Iterator[Action]:
    """Shows a folder in Files."""
    yield from start("Files")
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "write_text", text=f"{path}\n")


def rename_file(look: Look, folder: str, name: str, new: str) -> Iterator[Action]:
    """Renames a file in Files."""
    yield from open_folder(look, folder)
    yield from wait_for(look, text=name)
    yield click(look, text=name)
    yield action("ubuntu", "press", key="f2")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{new}\n")


def trash_file(look: Look, folder: str, name: str) -> Iterator[Action]:
    """Moves a file to the trash in Files.

    A folder that Files has just opened may lose its selection once more while it is still being read: what is there
    a second after it was deleted is deleted again.
    """
    yield from open_folder(look, folder)
    yield from wait_for(look, text=name)
    for _ in range(_TRIES):
        yield click(look, text=name)
        yield action("ubuntu", "press", key="delete")
        if has(look, "ubuntu", text=name):
            yield action("root", "wait", seconds=1)
        if not has(look, "ubuntu", text=name):
            return


def open_in_editor(path: str) -> Iterator[Action]:
    """Opens a text file in the editor."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")


def rewrite_with_editor(path: str, text: str) -> Iterator[Action]:
    """Opens a text file in the editor, types another text in its stead, and saves it."""
    yield from open_in_editor(path)
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])


def edit_with_vim(path: str, *commands: str) -> Iterator[Action]:
    """Opens a file in vim in the terminal, and gives it commands such as ``:wq``."""
    yield from start("Terminal")
    yield action("ubuntu", "write_text", text=f"vim {path}\n")
    for command in commands:
        yield action("ubuntu", "write_text", text=f"{command}\n")
