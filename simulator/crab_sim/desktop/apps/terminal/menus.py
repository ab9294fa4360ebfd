"""The menu of the Terminal's screen, and the question before a window with a program in it closes.

* `menu` - the menu. * `close_question` - the question.
"""

from __future__ import annotations

from crab_sim.desktop.widgets import ask
from crab_sim.ui import Button, Dialog, Item, Menu

__all__ = ["close_question", "menu"]

_LACKING = ("nothing",)


def menu(selected: bool, pastable: bool, at: tuple[int, int]) -> Menu:
    """Returns the menu of the screen, with the real one's entries.

    Args:
        selected: Whether a text is selected.
        pastable: Whether the clipboard holds a text.
        at: The menu's upper left corner.
    """
    items = [
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


def close_question() -> Dialog:
    """Returns the question before a window closes in which a program runs."""
    text = "There is still a process running in this terminal. Closing the terminal will kill it."
    return ask("Close this terminal?", text, Button("Close Terminal", ("end",), "danger"))
