"""Terminal: moves."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.ubuntu.windows import soon, start, window

__all__ = [
    "edit_with_nano", "edit_with_vim", "nano_find", "nano_go_to", "nano_leave", "nano_replace", "nano_save",
    "open_terminal", "run_in_terminal", "write_lines",
]  # fmt: skip


def open_terminal() -> Iterator[Action]:
    """Starts the desktop's terminal, or brings it to the front."""
    yield from start("Terminal")


def run_in_terminal(*commands: list[str] | str) -> Iterator[Action]:
    """Runs commands in the desktop's terminal: argument lists are quoted, text is typed as it is."""
    yield from open_terminal()
    for command in commands:
        line = command if isinstance(command, str) else shlex.join(command)
        yield action("ubuntu", "write_text", text=f"{line}\n")


def write_lines(path: str, lines: Sequence[str]) -> Iterator[Action]:
    """Writes lines into a file in the desktop's terminal."""
    yield from run_in_terminal(f"printf '%s\\n' {shlex.join(lines)} > {shlex.quote(path)}")


def _open_with(look: Look, editor: str, path: str, sign: str) -> Iterator[Action]:
    """Opens a file in an editor, and waits until its screen has a sign: keys before that would go to the shell."""
    yield from start("Terminal")
    yield from window(look, app="terminal")
    yield action("ubuntu", "write_text", text=f"{editor} {path}\n")
    yield from soon(lambda: any(e.app == "terminal" and sign in e.text for e in look("ubuntu")))


def edit_with_vim(look: Look, path: str, *commands: str) -> Iterator[Action]:
    """Opens a file in vim in the terminal, and gives it commands such as ``:wq``."""
    name = path.rpartition("/")[2]
    yield from _open_with(look, "vim", path, f'{name}"')
    for command in commands:
        yield action("ubuntu", "write_text", text=f"{command}\n")


def edit_with_nano(look: Look, path: str) -> Iterator[Action]:
    """Opens a file in nano in the terminal."""
    yield from _open_with(look, "nano", path, "GNU nano")


def nano_go_to(line: int) -> Iterator[Action]:
    """Goes to the start of a line in nano, counted from 1; to the last one if there are fewer."""
    yield _hotkey("/")
    yield action("ubuntu", "write_text", text=f"{line}\n")


def nano_find(text: str) -> Iterator[Action]:
    """Goes to a text's first place behind the first character of the file in nano."""
    yield from nano_go_to(1)
    yield _hotkey("w")
    yield action("ubuntu", "write_text", text=f"{text}\n")


def nano_replace(old: str, new: str, choices: Sequence[bool]) -> Iterator[Action]:
    """Replaces a text in nano, which asks at each of its places, from the file's start on.

    Args:
        old: The text; its places in capital or small letters and in longer words count as well.
        new: The text instead.
        choices: Whether to replace it at each of the places.
    """
    yield from nano_go_to(1)
    yield _hotkey("\\")
    yield action("ubuntu", "write_text", text=f"{old}\n")
    yield action("ubuntu", "write_text", text=f"{new}\n")
    for chosen in choices:
        yield action("ubuntu", "write_text", text="y" if chosen else "n")


def nano_save() -> Iterator[Action]:
    """Saves the file in nano under its name."""
    yield _hotkey("o")
    yield action("ubuntu", "press", key="enter")


def nano_leave() -> Iterator[Action]:
    """Leaves nano, in which nothing is unsaved."""
    yield _hotkey("x")


def _hotkey(key: str) -> Action:
    return action("ubuntu", "hotkey", keys=["ctrl", key])
