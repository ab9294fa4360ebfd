"""The menu of the Terminal's screen, and the question before a window with a program in it closes.

* `menu` - the menu. * `close_question` - the question.
"""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.apps.terminal.messages import Message
from crab_sim.desktop.widgets import ask
from crab_sim.ui import Button, Dialog, Item, Menu
from crab_sim.ui.messages import ToolkitMessage

__all__ = ["close_question", "menu"]

_LACKING: Final[ToolkitMessage] = ("nothing",)


def menu(selected: bool, pastable: bool, at: tuple[int, int]) -> Menu[Message]:
    """Returns the menu of the screen, with the real one's entries.

    Args:
        selected: Whether a text is selected.
        pastable: Whether the clipboard holds a text.
        at: The menu's upper left corner.
    """
    items: list[Item[Message]] = [
        Item("Copy", ("copy",), enabled=selected),
        Item("Copy as HTML", _LACKING, enabled=False),
        Item("Paste", ("paste",), enabled=pastable),
        Item("Read-Only", _LACKING, checked=False, enabled=False),
        Item("Preferences", _LACKING, enabled=False),
        Item("New Window", ("new",)),
        Item("New Tab", _LACKING, enabled=False),
        Item("Show Menubar", _LACKING, checked=False, enabled=False),
    ]
    return Menu(items, at)


def close_question() -> Dialog[Message]:
    """Returns the question before a window closes in which a program runs."""
    text = "There is still a process running in this terminal. Closing the terminal will kill it."
    return ask("Close this terminal?", text, Button("Close Terminal", ("end",), "danger"))
