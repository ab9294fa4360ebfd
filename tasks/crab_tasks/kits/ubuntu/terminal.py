"""Terminal: moves, and log files to read in it."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Sequence

from crab_gym.task import Action, action
from crab_tasks.kits.ubuntu.windows import start

__all__ = ["edit_with_vim", "log_lines", "open_terminal", "run_in_terminal", "write_lines"]

_PLACES = ("cache", "network", "storage", "scheduler", "login", "printer", "backup")
_EVENTS = ("started", "finished", "was restarted", "is waiting", "took too long", "has no space left", "lost its peer")


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


def edit_with_vim(path: str, *commands: str) -> Iterator[Action]:
    """Opens a file in vim in the terminal, and gives it commands such as ``:wq``."""
    yield from start("Terminal")
    yield action("ubuntu", "write_text", text=f"vim {path}\n")
    for command in commands:
        yield action("ubuntu", "write_text", text=f"{command}\n")
