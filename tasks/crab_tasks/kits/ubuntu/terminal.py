"""Terminal: evaluators of the editors that run in it, moves in them and in its shell, and log files to read.

* `vim_runs`, `nano_runs` - evaluators.
* `edit_with_vim`, `edit_with_nano` and the moves whose names begin with `nano_` - the editors.
* `open_terminal`, `run_in_terminal`, `write_lines` - the shell.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import soon, start, window

__all__ = [
    "edit_with_nano",
    "edit_with_vim",
    "log_lines",
    "nano_find",
    "nano_go_to",
    "nano_leave",
    "nano_replace",
    "nano_runs",
    "nano_save",
    "open_terminal",
    "run_in_terminal",
    "vim_runs",
    "write_lines",
]  # fmt: skip

_PLACES = ("cache", "network", "storage", "scheduler", "login", "printer", "backup")
_EVENTS = ("started", "finished", "was restarted", "is waiting", "took too long", "has no space left", "lost its peer")


def vim_runs(state: State, answer: str | None) -> bool:
    """Vim is running, perhaps by the name of vi, which is vim on these desktops."""
    return any(name == "vi" or name.startswith("vim") for name in state["ubuntu"].processes())


def nano_runs(state: State, answer: str | None) -> bool:
    """Nano is running."""
    return "nano" in state["ubuntu"].processes()


def log_lines(rng: random.Random, errors: int, warnings: int) -> str:
    """Returns a log with so many lines of level ERROR and WARNING among those of level INFO."""
    levels = ["ERROR"] * errors + ["WARNING"] * warnings + ["INFO"] * rng.randint(20, 40)
    rng.shuffle(levels)
    rows = []
    for i, level in enumerate(levels):
        clock = f"{8 + i // 60:02}:{i % 60:02}:{rng.randrange(60):02}"
        rows.append(f"2026-10-05 {clock} {level} {rng.choice(_PLACES)} {rng.choice(_EVENTS)}")
    return "\n".join(rows) + "\n"


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
