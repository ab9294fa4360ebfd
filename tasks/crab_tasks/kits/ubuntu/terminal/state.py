"""Terminal: evaluators and setups."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import file_says

__all__ = ["edited_in_vim", "line_appended", "log_lines", "nano_runs", "saved_and_left", "vim_runs"]

_PLACES = ("cache", "network", "storage", "scheduler", "login", "printer", "backup")
_EVENTS = ("started", "finished", "was restarted", "is waiting", "took too long", "has no space left", "lost its peer")


def vim_runs(state: State) -> bool:
    """Vim is running, perhaps by the name of vi, which is vim on these desktops."""
    return any(name == "vi" or name.startswith("vim") for name in state.ubuntu.processes())


def edited_in_vim(state: State, path: str) -> bool:
    """Vim is running, or has noted that it has edited the file: it may have had all its commands in its line.

    Args:
        state: The devices' states.
        path: The file's path.
    """
    home = state.ubuntu.home
    shown = path.replace(home, "~", 1) if path.startswith(f"{home}/") else path
    notes = (state.ubuntu.read_file(f"{home}/.viminfo") or b"").split(b"\n")
    return vim_runs(state) or f"> {shown}".encode() in notes


def saved_and_left(state: State, path: str, kind: str, value: str | int) -> bool:
    """The file is a value and nothing else, and vim isn't running.

    Args:
        state: The devices' states.
        path: The file's path.
        kind: The value's type.
        value: The value.
    """
    return not vim_runs(state) and file_says(state, path, kind, value)


def nano_runs(state: State) -> bool:
    """Nano is running."""
    return "nano" in state.ubuntu.processes()


def log_lines(rng: random.Random, errors: int, warnings: int) -> str:
    """Returns a log with so many lines of level ERROR and WARNING among those of level INFO."""
    levels = ["ERROR"] * errors + ["WARNING"] * warnings + ["INFO"] * rng.randint(20, 40)
    rng.shuffle(levels)
    rows = []
    for i, level in enumerate(levels):
        clock = f"{8 + i // 60:02}:{i % 60:02}:{rng.randrange(60):02}"
        rows.append(f"2026-10-05 {clock} {level} {rng.choice(_PLACES)} {rng.choice(_EVENTS)}")
    return "\n".join(rows) + "\n"


# Adding a line --------------------------------------------------------------------------------------------------------


def line_appended(state: State, path: str, before: Sequence[str], kind: str, value: Value) -> bool:
    """The file has the lines that it had, and one more at its end that is a value and nothing else.

    Args:
        state: The devices' states.
        path: The file's path.
        before: The lines that it had.
        kind: The value's type.
        value: The value.
    """
    lines = [line.rstrip() for line in (state.ubuntu.read_text(path) or "").rstrip().split("\n")]
    return lines[:-1] == list(before) and states(kind, lines[-1], value)
