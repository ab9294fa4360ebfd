"""Text Editor: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, action
from crab_tasks.kits.ubuntu.windows import start

__all__ = ["open_in_editor", "rewrite_with_editor", "save_with_editor"]


def save_with_editor(path: str, text: str) -> Iterator[Action]:
    """Writes a new text file with the desktop's editor."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")


def open_in_editor(path: str) -> Iterator[Action]:
    """Opens a text file in the editor."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")


def rewrite_with_editor(path: str, text: str) -> Iterator[Action]:
    """Opens a text file in the editor, replaces its text by another, and saves it."""
    yield from open_in_editor(path)
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
