"""The messages of the Archive Manager."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.apps.archive_manager.adding import AddMessage
from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = ["AskCommand", "DialogCommand", "LookMessage", "MenuChoice", "Message"]

AskCommand: TypeAlias = Literal["open", "new", "extract", "add", "delete", "properties"]
"""The commands that open a dialog."""
DialogCommand: TypeAlias = Literal["choose", "replace", "skip", "really", "show", "cancel"]
"""The buttons of dialogs."""
LookMessage: TypeAlias = tuple[Literal["select", "enter"], str] | tuple[Literal["up", "top", "all", "none"]]
"""The messages about the folder that is shown, and the selection."""
MenuChoice: TypeAlias = tuple[AskCommand] | tuple[Literal["all", "none"]] | tuple[Literal["close"]]
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | ChooserMessage
    | LookMessage
    | AddMessage
    | tuple[AskCommand]
    | tuple[DialogCommand]
    | tuple[Literal["menu", "close"]]
)
