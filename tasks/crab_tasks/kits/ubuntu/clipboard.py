"""The desktop's clipboard: evaluators, what it holds at the beginning, and moves."""

from __future__ import annotations

import random
from collections.abc import Sequence

from crab_gym.backends.base import Devices
from crab_gym.task import Action, Params, action
from crab_gym.task.parameters import Parameter
from crab_gym.task.types import short_line
from crab_tasks.kits.state import State

__all__ = [
    "clipboard_has", "clipboard_is", "content", "fill_clipboard", "lines_of", "paste", "pasted_is", "prepare_paste",
]  # fmt: skip


def clipboard_is(state: State, text: str) -> bool:
    """The clipboard holds the text, apart from blanks around it."""
    return state.ubuntu.clipboard().strip() == text


def clipboard_has(state: State, parts: Sequence[str], most: int = 10_000) -> bool:
    """The clipboard holds all of these texts, and no more characters than `most`: not all there is."""
    found = state.ubuntu.clipboard()
    return len(found) <= most and all(part in found for part in parts)


def lines_of(text: str) -> list[str]:
    r"""Returns a text's lines without blanks at their ends, and without blank lines at its ends.

    >>> lines_of("\r\na = 1 \r\nb = 2\n\n")
    ['a = 1', 'b = 2']
    """
    return [line.rstrip() for line in text.strip("\r\n").rstrip().split("\n")]


def pasted_is(state: State, path: str, text: str) -> bool:
    """The file holds the text and nothing else, apart from blanks at its lines' ends and blank lines at its end."""
    found = state.ubuntu.read_text(path)
    return found is not None and lines_of(found) == lines_of(text) and _blank_lines(found) == _blank_lines(text)


def _blank_lines(text: str) -> int:
    """Returns the number of blank lines before a text's first word."""
    return text[: len(text) - len(text.lstrip())].count("\n")


def content(default: str) -> Parameter:
    """Returns a parameter that is what the clipboard holds."""
    sample = short_line(default)
    return Parameter("clipboard", default, sample.sample, lambda value: isinstance(value, str), "a text")


def fill_clipboard(devices: Devices, params: Params, name: str) -> None:
    """Puts into the clipboard what it holds at the beginning, unless another part copies something.

    Args:
        devices: The devices.
        params: The sub-task's values.
        name: The input that is what the clipboard holds.
    """
    if name not in params.fed:
        devices.ubuntu.set_clipboard(str(getattr(params, name)))


def prepare_paste(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the clipboard with `content`, and takes away what has the name of the `file` into which it is pasted."""
    devices.ubuntu.remove(params.file)
    fill_clipboard(devices, params, "content")


def paste() -> Action:
    """Pastes the clipboard's content."""
    return action("ubuntu", "hotkey", keys=["ctrl", "v"])
