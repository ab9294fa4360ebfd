"""Visual Studio Code: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import start

__all__ = ["commit_file", "go_to_file", "keys", "open_in_code", "replace_in_file", "replace_in_files", "run_in_code"]


def keys(*names: str) -> Action:
    """Presses keys together on the desktop."""
    return action("ubuntu", "hotkey", keys=list(names)) if len(names) > 1 else action("ubuntu", "press", key=names[0])


def open_in_code(folder: str) -> Iterator[Action]:
    """Opens a folder in the editor from the terminal, or brings its window to the front."""
    yield from run_in_terminal(["code", folder])


def go_to_file(name: str) -> Iterator[Action]:
    """Opens a file of the folder by its name."""
    yield keys("ctrl", "p")
    yield action("ubuntu", "write_text", text=f"{name}\n")


def replace_in_file(look: Look, name: str, old: str, new: str) -> Iterator[Action]:
    """Replaces all places of a text in a file of the folder, and saves it.

    Args:
        look: Shows the screens.
        name: The file's name, as typed to open it; the first match counts.
        old: The text to find.
        new: The text in its place.
    """
    yield from go_to_file(name)
    yield keys("ctrl", "h")
    yield action("ubuntu", "write_text", text=old)
    yield click(look, rid="replace_input")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text=new)
    yield keys("ctrl", "alt", "enter")
    yield keys("escape")
    yield keys("ctrl", "s")


def replace_in_files(look: Look, old: str, new: str, whole_words: bool = False) -> Iterator[Action]:
    """Searches the folder, and replaces every match.

    Args:
        look: Shows the screens.
        old: The text to search for, in capital or small letters as it is.
        new: The text that takes its place.
        whole_words: Whether only whole words match.
    """
    yield keys("ctrl", "shift", "h")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text=old)
    yield click(look, description="Match Case")
    if whole_words:
        yield click(look, description="Match Whole Word")
    yield click(look, rid="replace_input")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text=f"{new}\n")
    yield click(look, description="Replace All")


def commit_file(look: Look, name: str, message: str) -> Iterator[Action]:
    """Stages one changed file in the source-control view, and commits it.

    Args:
        look: Shows the screens.
        name: The file's name.
        message: The commit's message.
    """
    yield keys("ctrl", "shift", "g")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text=message)
    rows = [e for e in look("ubuntu") if e.role == "list_item" and e.text == name]
    row = rows[-1]
    stage = next(
        e for e in look("ubuntu") if e.description == "Stage Changes" and e.bounds[1] == row.bounds[1]
    )  # fmt: skip
    x, y = stage.center
    yield action("ubuntu", "click", x=x, y=y)
    yield click(look, text="Commit", role="button")


def run_in_code(look: Look, *lines: str) -> Iterator[Action]:
    """Types lines into the editor's terminal, which is opened where it is closed."""
    yield from start("Visual Studio Code")
    if not has(look, "ubuntu", description="Hide Panel"):
        yield keys("ctrl", "`")
    for line in lines:
        yield action("ubuntu", "write_text", text=f"{line}\n")
